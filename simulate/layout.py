"""Where each number lives in the engine's arrays.

The engine works on flat int64 arrays with named offsets: measured against a named tuple of arrays,
one flat array compiles in two thirds of the time and runs 1.4 times faster.

- `obs`: everything a player at the table can see, and the decision in front of him. The engine
  keeps its public state here, so an observation costs nothing to build. Bots receive it read-only.
  Its fields are append-only: a bot compiled today must find them where they are.
- `st`: what nobody may see (deck, hole cards) and the engine's own bookkeeping.
- `cfg`: the rules of the table, constant during a run (built by `room.py`).
- `rk`: the rake policy (built by `policy.py`).
"""

from __future__ import annotations

from railbird.simulate.codes import MAX_SEATS

# ---------------------------------------------------------------- obs: the observation
# the table
O_GAME = 0
O_BETTING = 1
O_SEATS = 2
O_SMALL_BLIND = 3
O_BIG_BLIND = 4
O_ANTE = 5
O_CHIP = 6
O_SMALL_BET = 7
O_BIG_BET = 8
O_RAISE_CAP = 9
# the price of the rake: basis points, cap of this hand (-1: none), 1 if no flop means no drop
O_RAKE_BPS = 10
O_RAKE_CAP = 11
O_NO_FLOP_NO_DROP = 12
# the hand
O_TABLE = 13
O_HAND = 14
O_BUTTON = 15
O_DEALT = 16
O_DEALT_MASK = 17
O_STREET = 18
O_POT = 19
O_BET_TO = 20
O_RAISES = 21
O_CALLERS = 22
O_LIMPERS = 23
O_AGGRESSOR = 24
O_PREFLOP_RAISER = 25
O_OPENER = 26
O_LIVE_MASK = 27
O_ALL_IN_MASK = 28
O_PLAYERS = 29
O_BOARD_CARDS = 30
# the decision
O_SEAT = 31
O_POSITION = 32
O_FROM_BUTTON = 33
O_LEGAL = 34
O_TO_CALL = 35
O_MIN_TO = 36
O_MAX_TO = 37
O_STACK = 38
O_STREET_TOTAL = 39
O_DECISIONS = 40
O_BEHIND = 41
# cards: up to six hole cards, five on the board; -1 where there is none
O_HOLE = 42
O_BOARD = 48
# by seat
O_STACKS = 53
O_STREET_TOTALS = O_STACKS + MAX_SEATS
O_INVESTED = O_STREET_TOTALS + MAX_SEATS
O_POSITIONS = O_INVESTED + MAX_SEATS
O_FROM_BUTTONS = O_POSITIONS + MAX_SEATS
# by street
O_RAISES_BY_STREET = O_FROM_BUTTONS + MAX_SEATS
O_AGGRESSOR_BY_STREET = O_RAISES_BY_STREET + 4
O_PLAYERS_BY_STREET = O_AGGRESSOR_BY_STREET + 4
O_BRING_IN = O_PLAYERS_BY_STREET + 4  # the big blind, or the highest straddle
# other games: how many hole cards, 1 where a low hand takes half the pot, cards each seat drew (-1
# before its draw)
O_HOLE_CARDS = O_BRING_IN + 1
O_HI_LO = O_HOLE_CARDS + 1
O_DRAWN = O_HI_LO + 1
# raises before the flop from which rake is taken without one; -1: never
O_RAKE_RAISES = O_DRAWN + MAX_SEATS
O_LEVEL = O_RAKE_RAISES + 1  # blind level of a tournament, from 1; 0 at a cash table
OBS_SIZE = O_LEVEL + 1

# ---------------------------------------------------------------- st: hidden state
MAX_HOLE = 6
MAX_POSTS = 40  # ten antes, two blinds, eight straddles, two posts each of ten who enter

# set by the driver before a hand
S_TABLE = 0
S_HAND = 1
S_BUTTON = 2
S_DEALT_MASK = 3
S_N_POSTS = 4
S_BRING_IN = 5
S_SB_SEAT = 6
S_BB_SEAT = 7
S_LAST_BLIND = 8
S_STRADDLED = 9
S_DEAL_MODE = 10
S_STACKS = 11
S_PLAYERS = S_STACKS + MAX_SEATS
S_BOT = S_PLAYERS + MAX_SEATS  # which of the ten bots answers for the seat
S_MEMORY = S_BOT + MAX_SEATS  # which row of the memories the seat has
S_POSTS = S_MEMORY + MAX_SEATS  # (seat, kind, amount) triples
S_SEATED = S_POSTS + 3 * MAX_POSTS  # seats taken
S_STARTED = S_SEATED + 1  # seconds since the table opened
S_DURATION = S_STARTED + 1  # seconds the hand takes
S_LEVEL = S_DURATION + 1
# cards
S_DECK = S_LEVEL + 1
S_NEXT_CARD = S_DECK + 52
S_HOLE = S_NEXT_CARD + 1
S_BOARD = S_HOLE + MAX_SEATS * MAX_HOLE
# betting round
S_PENDING = S_BOARD + 5
S_ACTED = S_PENDING + 1
S_ACTED_AT = S_ACTED + 1
S_FULL_LEVEL = S_ACTED_AT + MAX_SEATS
S_INCREMENT = S_FULL_LEVEL + 1
S_BETS = S_INCREMENT + 1
S_UNCAPPED = S_BETS + 1
S_SHORTFALL = S_UNCAPPED + 1
S_LAST_AGGRESSOR = S_SHORTFALL + 1
S_LAST_BET_STREET = S_LAST_AGGRESSOR + 1
S_DECISION_STREET = S_LAST_BET_STREET + 1
# money
S_LAYER = S_DECISION_STREET + 1
S_DEAD = S_LAYER + MAX_SEATS
S_COLLECTED = S_DEAD + 1
S_ALL_IN_STREET = S_COLLECTED + MAX_SEATS
S_RANK = S_ALL_IN_STREET + MAX_SEATS
S_N_POTS = S_RANK + MAX_SEATS
S_POT_AMOUNT = S_N_POTS + 1
S_POT_RAKE = S_POT_AMOUNT + MAX_SEATS
S_POT_ELIGIBLE = S_POT_RAKE + MAX_SEATS
S_POT_WINNERS = S_POT_ELIGIBLE + MAX_SEATS
S_RAKE = S_POT_WINNERS + MAX_SEATS
S_RAKE_DEALT = S_RAKE + 1
S_RAKE_CONTRIBUTED = S_RAKE_DEALT + MAX_SEATS
S_RAKE_WEIGHTED = S_RAKE_CONTRIBUTED + MAX_SEATS
S_RAKE_WINNER = S_RAKE_WEIGHTED + MAX_SEATS
S_WEIGHTS = S_RAKE_WINNER + MAX_SEATS  # scratch of the largest-remainder split
S_SHARES = S_WEIGHTS + MAX_SEATS  # its result
# showdown
S_SHOWN = S_SHARES + MAX_SEATS
S_MUCKED = S_SHOWN + 1
S_SHOWDOWN = S_MUCKED + 1
S_FLOP_MASK = S_SHOWDOWN + 1
S_POSTFLOP_DECIDED = S_FLOP_MASK + 1
S_CONTESTED_WINNERS = S_POSTFLOP_DECIDED + 1
S_MORE_BOARDS = S_CONTESTED_WINNERS + 1  # the boards after the first, packed five cards each
# preflop facts the flags need
S_POSTED = S_MORE_BOARDS + 1
S_DECIDED = S_POSTED + 1
S_VOLUNTARY = S_DECIDED + 1
S_LIMPED = S_VOLUNTARY + 1
S_LIMP_ANSWERED = S_LIMPED + 1
S_CALLED_OPEN = S_LIMP_ANSWERED + 1
S_SQUEEZE_ANSWERED = S_CALLED_OPEN + 1
S_THREE_BETTOR = S_SQUEEZE_ANSWERED + 1
S_IS_STEAL = S_THREE_BETTOR + 1
S_IS_SQUEEZE = S_IS_STEAL + 1
S_OUTSIDE_CALLER = S_IS_SQUEEZE + 1
# results by seat
S_PRE_OPP = S_OUTSIDE_CALLER + 1
S_PRE_DONE = S_PRE_OPP + MAX_SEATS
S_POST_OPP = S_PRE_DONE + MAX_SEATS
S_POST_DONE = S_POST_OPP + MAX_SEATS
S_COUNTS_01 = S_POST_DONE + MAX_SEATS
S_COUNTS_23 = S_COUNTS_01 + MAX_SEATS
S_ILLEGAL = S_COUNTS_23 + MAX_SEATS  # illegal answers that were replaced in this hand
# the log
S_SEQ = S_ILLEGAL + 1
S_ROW = S_SEQ + 1
# why a hand was stopped
S_ERROR = S_ROW + 1
S_ERROR_SEAT = S_ERROR + 1
S_ERROR_ACTION = S_ERROR_SEAT + 1
S_ERROR_AMOUNT = S_ERROR_ACTION + 1
# low hands of hi-lo games
S_LOW_RANK = S_ERROR_AMOUNT + 1
# money beside the rake
S_JACKPOT = S_LOW_RANK + MAX_SEATS
S_POT_JACKPOT = S_JACKPOT + 1
S_ADDED = S_POT_JACKPOT + MAX_SEATS
S_FEES = S_ADDED + 1
# what a stateful rake remembers of a table: the fraction carried, the period, its raked pots
S_CARRIED = S_FEES + MAX_SEATS
S_POT_PERIOD = S_CARRIED + 1
S_POTS_RAKED = S_POT_PERIOD + 1
# five card draw: hands before the draw, packed; the deck while it is put together anew
S_FIRST_HAND = S_POTS_RAKED + 1
S_SORTED_DECK = S_FIRST_HAND + MAX_SEATS
# a table's life (`presence.py`, `button.py`): by seat the status, what is owed, chips brought in so
# far, and the buy-in of the player
S_STATUS = S_SORTED_DECK + 52
S_OWED = S_STATUS + MAX_SEATS
S_BROUGHT = S_OWED + MAX_SEATS
S_BUY_IN = S_BROUGHT + MAX_SEATS
S_LAST_SB = S_BUY_IN + MAX_SEATS  # seats of the last hand's blinds; -1 before the first hand
S_LAST_BB = S_LAST_SB + 1
S_ENTRY_LIVE = S_LAST_BB + 1  # masks of seats that post to get in: a live big blind,
S_ENTRY_DEAD = S_ENTRY_LIVE + 1  # a dead small blind
S_ARRIVED = S_ENTRY_DEAD + 1  # players that came to this table so far
S_WAITED = S_ARRIVED + 1  # seconds without a game before this hand; -1: nothing happened yet
S_READY = S_WAITED + 1  # 1: seats, button and posts of this hand are settled
# the table driver: which segment is open (from 1), and the button of its first hand
S_OPEN_SEGMENT = S_READY + 1
S_FIRST_BUTTON = S_OPEN_SEGMENT + 1
# what other games have in the place of the number of two hole cards, by seat
S_HOLE_CODES = S_FIRST_BUTTON + 1
# addresses of the parts of the engine that are compiled apart; which pot one is asked about
S_PARTS = S_HOLE_CODES + MAX_SEATS
PART_HAND, PART_BEFORE, PART_DEAL, PART_DRAW = range(4)
PART_RANK_OMAHA, PART_RANK_DRAW, PART_HALVES, PART_CODES, PART_DROPS = range(4, 9)
PART_BOARDS, PART_AWARD_BOARDS, PART_SHOW = range(9, 12)
PARTS = 12
S_ASKED_POT = S_PARTS + PARTS
STATE_SIZE = S_ASKED_POT + 1

# deal modes
DEAL_SHUFFLED, DEAL_FIXED_DECK, DEAL_KNOWN = 0, 1, 2

# ---------------------------------------------------------------- cfg: the rules of the table
C_GAME = 0
C_BETTING = 1
C_SEATS = 2
C_SMALL_BLIND = 3
C_BIG_BLIND = 4
C_ANTE = 5
C_ANTE_KIND = 6  # 0 none, 1 everybody, 2 the big blind pays for the table
C_STRADDLES = 7  # how many players straddle
C_SMALL_BET = 8
C_BIG_BET = 9
C_CHIP = 10
C_RAISE_CAP = 11  # raises after the bet, -1: no cap
C_HEADS_UP_UNCAPPED = 12
C_HALF_BET_RULE = 13
C_CUMULATIVE_REOPEN = 14
C_POT_LIMIT_FULL_SMALL_BLIND = 15
C_FIRST_CARD = 16  # 0 left of the button, 1 left of the big blind
C_ROUNDS = 17  # 1: one card at a time round the table, 0: all cards of a player at once
C_BURN = 18  # bit 0 before the flop, 1 turn, 2 river
C_ALL_SHOW = 19  # 1: nobody may muck at showdown
C_LAST_AGGRESSOR_SHOWS = 20
C_BIG_BLIND_ANTE_FIRST = 21
C_STACK = 22
C_CARRY = 23
C_TOP_UP = 24
C_SEED = 25
C_FLAGS = 26  # 1: compute flags (0 only to measure what they cost)
C_ILLEGAL = 27  # what an illegal answer does: REFUSE, FOLD_IT or CHECK_FOLD
# other games
C_HOLE_CARDS = 28
C_HI_LO = 29  # 1: a low hand of eight or better takes half the pot
# what most rooms do not have
C_BOARDS = 30  # how many boards are dealt when the players are all-in before the river
C_THROW_AWAY = 31  # 1: a bettor who is beaten need not show
C_ASK_TO_SEE = 32  # per cent of the mucked hands that another player asks to see
# a table's life (40 on) and tournaments (70 on)
C_BUTTON_RULE = 40  # 0 moving button, 1 dead button, 2 whoever posted the small blind is next
C_ENTRY_RULE = 41  # 0 wait for the big blind, 1 post or wait, 2 big blind, small blind, button
C_MISSED_RULE = 42  # 0 common rule, 1 marked and all made up in turn
C_MIN_BUY_IN = 43
C_MAX_BUY_IN = 44  # 0: none
C_HANDS_PER_HOUR = 45  # by players dealt, 0 to 10
# sessions: rates and shares in 2^-32, a rate per hand and then per hour
C_SESSION = 80  # 1: players come and go
C_POOL = 81  # players there are
C_OPEN_WITH = 82  # players in the first hand
C_BREAK_BELOW = 83  # the table ends with fewer players than this
C_PATIENCE = 84  # seconds without a game after which it ends
C_ARRIVAL = 85
C_DEPARTURE = 87
C_SIT_OUT = 89
C_RETURN = 91
C_REBUY = 93
C_POST = 94
C_STOP_WIN = 95  # chips won or lost after which a player leaves; 0: never
C_STOP_LOSS = 96
C_LOW_BUY_IN = 97
C_HIGH_BUY_IN = 98
# tournaments
C_TOURNAMENT = 100  # 1: the table is one
C_LEVEL_HANDS = 101  # how long a level lasts, in hands; 0: in seconds
C_LEVEL_SECONDS = 102
C_PRIZES = 103  # by place
CFG_SIZE = 113

# ---------------------------------------------------------------- rk: the rake policy
R_BPS = 0
R_ROUNDING = 1  # 0 half to even, 1 floor, 2 half up, 3 ceiling, 4 carry
R_NO_FLOP_NO_DROP = 2
R_UNIT = 3  # smallest unit the rake is rounded to
R_CAPS = 4  # by players, 0 to 10; -1: no cap
# 1: one percentage with caps by players dealt, the shortest way; else all that follows is read
R_PLAIN = R_CAPS + MAX_SEATS + 1
R_KIND = R_PLAIN + 1  # 0 percent, 1 step, 2 thresholds, 3 tiers, 4 flat
R_BASE = R_KIND + 1
R_PERCENT_FROM = R_BASE + 1
R_FROM_STREET = R_PERCENT_FROM + 1  # 0: rake without a flop too
R_RAISES_GATE = R_FROM_STREET + 1
R_MIN_POT = R_RAISES_GATE + 1
R_PLAYERS = R_MIN_POT + 1  # who is counted: 0 dealt, 1 seated, 2 who saw the flop
R_ALLOCATION = R_PLAYERS + 1  # 0 cumulative, 1 proportional, 2 independent
R_CEILING = R_ALLOCATION + 1
R_TIME_POTS = R_CEILING + 1
R_POT_PERIOD = R_TIME_POTS + 1
# by players: rates, size of a step, rake of a step or of the hand, and the price bots are shown
R_RATES = R_POT_PERIOD + 1
R_STEPS = R_RATES + MAX_SEATS + 1
R_AMOUNTS = R_STEPS + MAX_SEATS + 1
R_PRICES = R_AMOUNTS + MAX_SEATS + 1
# thresholds or tiers: how many, then (from players, to players, pot, amount) for each
R_MAX_STEPS = 32
R_N_THRESHOLDS = R_PRICES + MAX_SEATS + 1
R_J_BPS = R_N_THRESHOLDS + 1 + 4 * R_MAX_STEPS  # the jackpot drop
R_J_MOST = R_J_BPS + 1
R_J_FROM_STREET = R_J_MOST + 1
R_J_RAISES_GATE = R_J_FROM_STREET + 1
R_J_MIN_POT = R_J_RAISES_GATE + 1
R_J_N_STEPS = R_J_MIN_POT + 1
# what the house takes or gives before the deal: 1 if any of it
R_BEFORE = R_J_N_STEPS + 1 + 4 * R_MAX_STEPS
R_DEAD_DROP = R_BEFORE + 1
R_HAND_FEE = R_DEAD_DROP + 1
R_TIME_FEE = R_HAND_FEE + 1
R_TIME_PERIOD = R_TIME_FEE + 1
R_MEMBERSHIP = R_TIME_PERIOD + 1
R_MEMBERSHIP_PERIOD = R_MEMBERSHIP + 1
R_SPLASH_EVERY = R_MEMBERSHIP_PERIOD + 1  # 0: never
R_MAX_PRIZES = 8
R_N_PRIZES = R_SPLASH_EVERY + 1
R_PRIZES = R_N_PRIZES + 1  # (weight, amount)
RAKE_SIZE = R_PRIZES + 2 * R_MAX_PRIZES

# what an illegal answer does: stop the run, or stand for a fold, or for a check where possible
REFUSE, FOLD_IT, CHECK_FOLD = 0, 1, 2

# why an answer was refused
OK = 0
ILLEGAL_ACTION = 1
BELOW_MINIMUM = 2
ABOVE_MAXIMUM = 3
OFF_CHIP = 4
OUT_OF_TURN = 5
SCRIPT_ENDED = 6
SCRIPT_LEFT = 7
BOARD_MISSING = 8
TOO_MANY_RAISES = 9
WRONG_DISCARDS = 10
ENDLESS = 11  # a tournament that nobody wins
# raises on one street: more than any game has, and what 14 bits can count
MOST_RAISES = 16_000
# a script answers SCRIPT_FAULT - reason where it has no action to give
SCRIPT_FAULT = -1_000

# ---------------------------------------------------------------- rows the kernel writes
H_COLUMNS = (
    "hand_id", "button_seat", "dealt", "board", "last_street", "flop_players",
    "raises_preflop", "showdown", "pot", "rake", "jackpot", "added_by_site", "seated", "started",
    "duration", "level", "more_boards",
)  # fmt: skip
P_COLUMNS = (
    "hand_id", "seat", "player", "position", "from_button", "hole", "stack", "invested",
    "collected", "rake_dealt", "rake_contributed", "rake_weighted", "rake_winner", "outcome",
    "hand_rank", "preflop_opp", "preflop_done", "postflop_opp", "postflop_done",
    "counts_01", "counts_23", "fees",
)  # fmt: skip
A_COLUMNS = ("hand_id", "seq", "what", "amount", "to_call", "cards")
X_COLUMNS = ("hand_id", "pot_no", "amount", "rake", "eligible", "winners", "jackpot")
E_COLUMNS = ("table_id", "hand_no", "seat", "player", "event", "amount")
T_COLUMNS = ("tournament_id", "player", "place", "prize")

# ---------------------------------------------------------------- cursor of the table driver
# where the kernel is, and how many rows of each table it has written
K_SEGMENT, K_HAND, K_HANDS, K_PLAYERS, K_ACTIONS, K_POTS, K_EVENTS, K_RESULTS = range(8)
CURSOR_SIZE = 8
# streams: the deck's, one a seat, the table's own, and that of whoever arrives
SESSION_STREAM, ARRIVAL_STREAM = 11, 12
STREAMS = 13
