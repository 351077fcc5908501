"""How packed columns are packed: the one place for shifts and widths.

The engine packs with these constants, the SQL views unpack with the same numbers, and
`railbird.lake.schema` documents them. They are written to files: append, never renumber.
Plain integers only, so that compiled code can import this module at no cost.
"""

from __future__ import annotations

# A hand_id is the table's number above 32 bits of hand number.
TABLE_SHIFT = 32
HAND_NO_MASK = (1 << TABLE_SHIFT) - 1

# What an action row says, from the low end: action, street, seat, legal mask, all-in.
WHAT_ACTION_MASK = 15
WHAT_STREET_SHIFT = 4
WHAT_STREET_MASK = 3
WHAT_SEAT_SHIFT = 6
WHAT_SEAT_MASK = 15
WHAT_LEGAL_SHIFT = 10
WHAT_LEGAL_MASK = 31
WHAT_ALL_IN_SHIFT = 15

# players.outcome: three single bits, `won`, and from bit 4 on the street of the all-in plus one
OUTCOME_SHOWDOWN = 1
OUTCOME_SHOWN = 2
OUTCOME_MUCKED = 4
OUTCOME_WON = 8
OUTCOME_ALL_IN_SHIFT = 4
OUTCOME_ALL_IN_MASK = 7

# players.counts_01 and counts_23: 31 bits a street, the even street in the low half
COUNTS_STREET_SHIFT = 31
COUNTS_CHECK = 1
COUNTS_BET = 2
COUNTS_FOLD = 4
COUNTS_RAISES_SHIFT = 3
COUNTS_CALLS_SHIFT = 17
COUNTS_MASK = (1 << 14) - 1

# pots.winners: ten bits (a mask of seats) for each award, board by board, high then low
WINNERS_SHIFT = 10
WINNERS_MASK = (1 << WINNERS_SHIFT) - 1

# Cards in one number (engine rows only, text in the files): six bits a card, the first lowest
CARD_BITS = 6
NO_CARD_BITS = (1 << CARD_BITS) - 1
# ... and five card draw's hand after the draw above that before it; NO_HAND is five times no card
HAND_BITS = 5 * CARD_BITS
NO_HAND = (1 << HAND_BITS) - 1
# the rank of a low hand above that of the high one
LOW_RANK_SHIFT = 16
RANK_MASK = (1 << LOW_RANK_SHIFT) - 1
