"""Numbers that stand for actions, streets, games and positions, one place for each.

They are written to files (packed in `actions.what`, see docs/schema.md): append, never renumber.
"""

from __future__ import annotations

ACTIONS = (
    "ante", "sb", "bb", "post", "dead", "straddle", "fold", "check",
    "call", "bet", "raise", "draw", "return", "show", "muck",
)  # fmt: skip
ANTE, SB, BB, POST, DEAD, STRADDLE, FOLD, CHECK, CALL, BET, RAISE, DRAW, RETURN, SHOW, MUCK = range(
    len(ACTIONS)
)

STREETS = ("preflop", "flop", "turn", "river")
PREFLOP, FLOP, TURN, RIVER = range(len(STREETS))

# What a player may do, as a bit mask.
CAN_FOLD, CAN_CHECK, CAN_CALL, CAN_BET, CAN_RAISE, CAN_DRAW = 1, 2, 4, 8, 16, 32

BETTINGS = ("NL", "PL", "FL")
NO_LIMIT, POT_LIMIT, FIXED_LIMIT = range(len(BETTINGS))

GAMES = ("holdem", "omaha", "omaha8", "draw")
HOLDEM, OMAHA, OMAHA8, FIVE_CARD_DRAW = range(len(GAMES))
HI_LO_GAMES = ("omaha8",)
HOLE_CARDS = (2, 4, 4, 5)  # by game; Omaha is played with five and six, too

# Position names by code: from distance 4 on the farthest from the button is UTG.
POSITIONS = ("BTN", "SB", "BB", "CO", "HJ", "LJ", "UTG", "UTG+1", "UTG+2", "UTG+3")
POS_BTN, POS_SB, POS_BB, POS_CO = range(4)
LAST_POSITION = len(POSITIONS) - 1

MAX_SEATS = 10
