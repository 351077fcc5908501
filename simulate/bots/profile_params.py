"""Where each number of a profile lives in its vector of parameters.

`profile_tables.py` fills the vector from TOML, the compiled functions read it. Shares of hands,
frequencies and prices are in 1/65536 (`ONE`), sizes of bets in 1/65536 of what they multiply.
"""

from __future__ import annotations

ONE = 1 << 16

# 169 hand classes (higher rank * 13 + lower rank when suited, the other way round when not), each
# with its place in three orders, 16 bits an order: 0 the best hand, 65535 the worst.
P_HANDS = 0
ORDER_OPEN, ORDER_CALL, ORDER_STRONG = 0, 16, 32

# ---------------------------------------------------------------- preflop: shares of all hands
# by players left to act, column 0 being the heads-up button
SEATS_BEHIND = 10
P_OPEN_RAISE = P_HANDS + 169
P_OPEN_LIMP = P_OPEN_RAISE + SEATS_BEHIND
# behind limpers, by place: heads-up big blind, big blind, small blind, button, others
LIMPED_PLACES = 5
LIMPED_HEADS_UP, LIMPED_BIG_BLIND, LIMPED_SMALL_BLIND, LIMPED_BUTTON, LIMPED_OTHER = range(5)
P_LIMPED_RAISE = P_OPEN_LIMP + SEATS_BEHIND
P_LIMPED_CALL = P_LIMPED_RAISE + LIMPED_PLACES
# facing one raise: a row by own place, a column by the raiser's place
RAISERS = 6  # big blind, small blind, button, cutoff, hijack, earlier
ROW_FIELD, ROW_SMALL_BLIND, ROW_BIG_BLIND, ROW_LIMPER, ROW_HEADS_UP = range(5)
HEADS_UP_DEFENDER, HEADS_UP_LIMPER = 0, 1  # columns of the heads-up row
P_RAISED_RAISE = P_LIMPED_CALL + LIMPED_PLACES
P_RAISED_CALL = P_RAISED_RAISE + 5 * RAISERS
# facing a 3-bet: shares of the own opening range, then shares of all hands
P_3BET_OPENER_RAISE = P_RAISED_CALL + 5 * RAISERS
P_3BET_OPENER_CALL = P_3BET_OPENER_RAISE + 1
P_3BET_CALLER_RAISE = P_3BET_OPENER_CALL + 1
P_3BET_CALLER_CALL = P_3BET_CALLER_RAISE + 1
P_3BET_COLD_RAISE = P_3BET_CALLER_CALL + 1
P_3BET_COLD_CALL = P_3BET_COLD_RAISE + 1
# facing a 4-bet or more, and what each further raise leaves of it
P_4BET_RAISE = P_3BET_COLD_CALL + 1
P_4BET_CALL = P_4BET_RAISE + 1
P_4BET_HEADS_UP_RAISE = P_4BET_CALL + 1
P_4BET_HEADS_UP_CALL = P_4BET_HEADS_UP_RAISE + 1
P_4BET_NEXT = P_4BET_HEADS_UP_CALL + 1
# how ranges answer to company, price, size and depth
P_EDGE = P_4BET_NEXT + 1  # half the width of the band in which a range fades out
P_PER_LIMPER = P_EDGE + 1  # what each further limper leaves of the raising range
P_SQUEEZE = P_PER_LIMPER + 1  # what a caller of the raise leaves of the reraising range
P_OVERCALL = P_SQUEEZE + 1  # and of the calling range
P_PRICE = P_OVERCALL + 1  # how much the calling range follows the price
P_SIZE = P_PRICE + 1  # how much ranges follow the size of the raise
P_DEPTH = P_SIZE + 1  # how much the calling range follows the chips behind
# sizes
P_OPEN_TO = P_DEPTH + 1  # in big blinds (what the limpers called)
P_OPEN_TO_SMALL_BLIND = P_OPEN_TO + 1
P_OPEN_TO_HEADS_UP = P_OPEN_TO_SMALL_BLIND + 1
P_LIMPER_ADDS = P_OPEN_TO_HEADS_UP + 1  # big blinds a limper
P_RERAISE_TO = P_LIMPER_ADDS + 1  # times the raise, in position
P_RERAISE_TO_OUT = P_RERAISE_TO + 1  # times the raise, from the blinds
P_4BET_TO = P_RERAISE_TO_OUT + 1  # times the raise
P_COMMIT = P_4BET_TO + 1  # share of the stack from which a raise is all-in
P_SHOVE_BELOW = P_COMMIT + 1  # big blinds: with fewer every raise is all-in

# ---------------------------------------------------------------- postflop: by class of hand
(
    AIR, WEAK_DRAW, STRONG_DRAW, WEAK_PAIR, MIDDLE_PAIR,
    TOP_PAIR, BEST_PAIR, TWO_PAIR, BIG_HAND, MONSTER,
) = range(10)  # fmt: skip
CLASSES = 10
STREETS_POSTFLOP = 3
_TABLE = STREETS_POSTFLOP * CLASSES
P_BET_INITIATIVE = P_SHOVE_BELOW + 1  # how often it bets, having raised last
P_BET_FREE = P_BET_INITIATIVE + _TABLE  # how often it bets otherwise
P_RAISE = P_BET_FREE + _TABLE  # how often it raises a bet
P_FOLD_AT = P_RAISE + _TABLE  # price at which half of the class is folded
P_SOFTNESS = P_FOLD_AT + _TABLE  # half the width of prices in which folding sets in
P_STAB = P_SOFTNESS + 1  # bets without initiative, last to act: times this
P_CROWD_BLUFF = P_STAB + 1  # what each further opponent leaves of bets with nothing made
P_CROWD_VALUE = P_CROWD_BLUFF + 1  # and of bets with one pair
P_CROWD_FOLD = P_CROWD_VALUE + 1  # how much each further opponent lowers the folding price
P_RESPECT = P_CROWD_FOLD + 1  # how much each raise after the bet lowers it
P_RERAISE_KEEPS = P_RESPECT + 1  # what each raise after the bet leaves of raising
P_HEADS_UP_STAYS = P_RERAISE_KEEPS + 1  # how much a table of two lifts the folding price
# sizes of bets: shares of the pot, with the cumulated weight up to each
SIZES = 4
P_SIZE_OF_POT = P_HEADS_UP_STAYS + 1
P_SIZE_WEIGHT = P_SIZE_OF_POT + SIZES
P_RAISE_OF_POT = P_SIZE_WEIGHT + SIZES  # a raise: share of the pot after the call
P_COMMIT_POSTFLOP = P_RAISE_OF_POT + 1  # share of the stack from which a bet is all-in
# the rake: the profile's own factor, and how far it answers (the factor times the job's response)
P_RAKE_FACTOR = P_COMMIT_POSTFLOP + 1
P_RAKE_RESPONSE = P_RAKE_FACTOR + 1
# the draw: how often a pair keeps an ace or king beside it, and how often nothing stands pat
P_KEEP_KICKER = P_RAKE_RESPONSE + 1
P_SNOW = P_KEEP_KICKER + 1
PARAMS_SIZE = P_SNOW + 1
