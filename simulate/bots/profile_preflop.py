"""How a profile plays before the flop: ranges by situation, widened or narrowed by the price.

Each situation gives two shares of hands, one to raise and one more to call. A hand is compared
with them by its place in an order of the 169 classes; only near the edge of a range, where it
fades out, a random number is drawn, which keeps most decisions free of one.
"""

from __future__ import annotations

from math import sqrt
from typing import TYPE_CHECKING, TypeAlias

from railbird.simulate.bots.profile_answer import (
    check_or_call,
    check_or_fold,
    raise_or_call,
    rounded,
)
from railbird.simulate.bots.profile_params import (
    HEADS_UP_DEFENDER,
    HEADS_UP_LIMPER,
    LIMPED_BIG_BLIND,
    LIMPED_BUTTON,
    LIMPED_HEADS_UP,
    LIMPED_OTHER,
    LIMPED_SMALL_BLIND,
    ONE,
    ORDER_CALL,
    ORDER_OPEN,
    ORDER_STRONG,
    P_3BET_CALLER_RAISE,
    P_3BET_COLD_RAISE,
    P_3BET_OPENER_RAISE,
    P_4BET_HEADS_UP_RAISE,
    P_4BET_NEXT,
    P_4BET_RAISE,
    P_4BET_TO,
    P_COMMIT,
    P_DEPTH,
    P_EDGE,
    P_HANDS,
    P_LIMPED_CALL,
    P_LIMPED_RAISE,
    P_LIMPER_ADDS,
    P_OPEN_LIMP,
    P_OPEN_RAISE,
    P_OPEN_TO,
    P_OPEN_TO_HEADS_UP,
    P_OPEN_TO_SMALL_BLIND,
    P_OVERCALL,
    P_PER_LIMPER,
    P_PRICE,
    P_RAISED_CALL,
    P_RAISED_RAISE,
    P_RERAISE_TO,
    P_RERAISE_TO_OUT,
    P_SHOVE_BELOW,
    P_SIZE,
    P_SQUEEZE,
    RAISERS,
    ROW_BIG_BLIND,
    ROW_FIELD,
    ROW_HEADS_UP,
    ROW_LIMPER,
    ROW_SMALL_BLIND,
    SEATS_BEHIND,
)
from railbird.simulate.bots.profile_rake import USUAL_PRICE, answers_rake, ranges_after_rake
from railbird.simulate.codes import CAN_CHECK, POS_BB, POS_BTN, POS_SB
from railbird.simulate.jit import inlined
from railbird.simulate.layout import (
    O_AGGRESSOR,
    O_BEHIND,
    O_BET_TO,
    O_BIG_BLIND,
    O_CALLERS,
    O_DEALT,
    O_FROM_BUTTON,
    O_FROM_BUTTONS,
    O_HOLE,
    O_LEGAL,
    O_OPENER,
    O_POSITION,
    O_POT,
    O_RAISES,
    O_SEAT,
    O_STACK,
    O_STACKS,
    O_STREET_TOTAL,
    O_STREET_TOTALS,
    O_TO_CALL,
)
from railbird.simulate.philox import uniform

if TYPE_CHECKING:
    from collections.abc import Callable

    from railbird.simulate.arrays import Ints, Words

# What a raise usually costs (the price of a call is `USUAL_PRICE`): the raise against the money it
# is to win.
USUAL_SIZE = 2.0
# Bounds of what size and price make of a range, the size from which a raise counts as big (three
# times the usual one), and how many times the call lies behind in a deep stack.
WIDEST, NARROWEST = 1.6, 0.2
BIG_RAISE = 0.577
DEEP = 12.0
SHARE = 1.0 / ONE

WISH_NONE, WISH_CALL, WISH_RAISE = range(3)


Ranges: TypeAlias = tuple[float, float, int]  # to raise, to call, and the size of the raise
# where a hand stands in an order; each game's is compiled into a decision function of its own
PlaceOf: TypeAlias = "Callable[[Ints, Ints, int], int]"


@inlined
def place(obs: Ints, params: Ints, order: int) -> int:
    """Where the own hand stands in an order: 0 the best of all hands, 65535 the worst."""
    first, second = obs[O_HOLE], obs[O_HOLE + 1]
    high, low = max(first, second), min(first, second)
    row, column = high >> 2, low >> 2
    if (high ^ low) & 3:
        row, column = column, row
    return params[P_HANDS + row * 13 + column] >> order & 0xFFFF


@inlined
def choose(
    obs: Ints,
    stream: Words,
    params: Ints,
    raising: float,
    calling: float,
    order: int,
    place_of: PlaceOf,
) -> int:
    """Raise the best `raising` of all hands, call the next `calling`, else check or fold.

    The raising range follows the opening order, except that against big raises both ranges
    follow the strong one.
    """
    total = raising + calling
    raise_edge = min(float(params[P_EDGE]), raising)
    call_edge = min(float(params[P_EDGE]), total)
    best = place_of(obs, params, ORDER_STRONG if order == ORDER_STRONG else ORDER_OPEN)
    if best < raising - raise_edge:
        return WISH_RAISE
    playable = place_of(obs, params, order) if calling > 0.0 else best
    if best >= raising + raise_edge:
        if playable >= total + call_edge:
            return WISH_NONE
        if playable < total - call_edge:
            return WISH_CALL
    shift = 2.0 * uniform(stream) - 1.0
    if best < raising + shift * raise_edge:
        return WISH_RAISE
    return WISH_CALL if playable < total + shift * call_edge else WISH_NONE


@inlined
def first_in(obs: Ints, params: Ints) -> Ranges:
    """Nobody has come in yet: by how many are left to act."""
    if obs[O_DEALT] == 2:
        column, size = 0, P_OPEN_TO_HEADS_UP
    else:
        column = min(max(obs[O_BEHIND], 1), SEATS_BEHIND - 1)
        size = P_OPEN_TO_SMALL_BLIND if obs[O_POSITION] == POS_SB else P_OPEN_TO
    raising, limping = params[P_OPEN_RAISE + column], params[P_OPEN_LIMP + column]
    return float(raising), float(limping), params[size]


@inlined
def behind_limpers(obs: Ints, params: Ints) -> Ranges:
    """Somebody limped: by the own place, raising less behind more of them."""
    if obs[O_LEGAL] & CAN_CHECK:
        column = LIMPED_HEADS_UP if obs[O_DEALT] == 2 else LIMPED_BIG_BLIND
    elif obs[O_POSITION] == POS_SB:
        column = LIMPED_SMALL_BLIND
    else:
        column = LIMPED_BUTTON if obs[O_POSITION] == POS_BTN else LIMPED_OTHER
    raising = float(params[P_LIMPED_RAISE + column])
    for _ in range(obs[O_CALLERS] - 1):
        raising *= params[P_PER_LIMPER] * SHARE
    return raising, float(params[P_LIMPED_CALL + column]), params[P_OPEN_TO]


@inlined
def facing_open(obs: Ints, params: Ints) -> Ranges:
    """One raise so far: by the own place and the raiser's."""
    position = obs[O_POSITION]
    column = min(obs[O_FROM_BUTTONS + obs[O_AGGRESSOR]] + 2, RAISERS - 1)
    size = P_RERAISE_TO
    if obs[O_DEALT] == 2:
        row = ROW_HEADS_UP
        column = HEADS_UP_DEFENDER if position == POS_BB else HEADS_UP_LIMPER
    elif position == POS_BB:
        row, size = ROW_BIG_BLIND, P_RERAISE_TO_OUT
    elif obs[O_STREET_TOTAL] >= obs[O_BIG_BLIND]:
        row = ROW_LIMPER
    elif position == POS_SB:
        row, size = ROW_SMALL_BLIND, P_RERAISE_TO_OUT
    else:
        row = ROW_FIELD
    raising = float(params[P_RAISED_RAISE + row * RAISERS + column])
    calling = float(params[P_RAISED_CALL + row * RAISERS + column])
    if obs[O_CALLERS] > 0:
        raising *= params[P_SQUEEZE] * SHARE
        calling *= params[P_OVERCALL] * SHARE
    return raising, calling, params[size]


@inlined
def facing_3bet(obs: Ints, params: Ints) -> Ranges:
    """Two raises so far: the opener defends a share of what he opened, others a few hands."""
    scale = 1.0
    if obs[O_OPENER] == obs[O_SEAT]:
        column = 0
        if obs[O_DEALT] > 2:
            column = min(max(obs[O_FROM_BUTTON] + 2, 1), SEATS_BEHIND - 1)
        scale = params[P_OPEN_RAISE + column] * SHARE
        first = P_3BET_OPENER_RAISE
    elif obs[O_STREET_TOTAL] > obs[O_BIG_BLIND]:
        first = P_3BET_CALLER_RAISE
    else:
        first = P_3BET_COLD_RAISE
    return scale * params[first], scale * params[first + 1], params[P_4BET_TO]


@inlined
def facing_4bet(obs: Ints, params: Ints) -> Ranges:
    """Three raises or more: the best few hands, fewer with each raise."""
    first = P_4BET_HEADS_UP_RAISE if obs[O_DEALT] == 2 else P_4BET_RAISE
    scale = 1.0
    for _ in range(min(obs[O_RAISES] - 3, 8)):
        scale *= params[P_4BET_NEXT] * SHARE
    return scale * params[first], scale * params[first + 1], params[P_4BET_TO]


@inlined
def size_factor(obs: Ints, params: Ints) -> float:
    """What the size of the raise leaves of a range: 1 for a usual one, less for a big one.

    A raise is measured against the money it is to win: everything in the pot but itself.
    """
    raised_to = obs[O_BET_TO]
    others = max(obs[O_POT] - obs[O_STREET_TOTALS + obs[O_AGGRESSOR]], 1)
    factor = sqrt(USUAL_SIZE * others / raised_to)
    return min(1.0 + params[P_SIZE] * SHARE * (factor - 1.0), WIDEST)


@inlined
def price_factor(obs: Ints, params: Ints) -> float:
    """What the price of a call leaves of a calling range: 1 for the usual price."""
    price = obs[O_TO_CALL] / (obs[O_POT] + obs[O_TO_CALL])
    return max(1.0 + params[P_PRICE] * SHARE * (USUAL_PRICE - price), NARROWEST)


@inlined
def depth_factor(obs: Ints, params: Ints) -> float:
    """What the chips behind leave of a calling range: calls live on what can still be won."""
    to_call = max(obs[O_TO_CALL], 1)
    behind = min(obs[O_STACK] - to_call, obs[O_STACKS + obs[O_AGGRESSOR]])
    missing = 1.0 - min(behind / (DEEP * to_call), 1.0)
    return 1.0 - params[P_DEPTH] * SHARE * missing


@inlined
def raise_to(obs: Ints, params: Ints, size: int) -> int:
    """Street total of a raise to `size` times the bet, and more for each caller of it."""
    callers = obs[O_CALLERS] * (params[P_LIMPER_ADDS] if obs[O_RAISES] == 0 else ONE)
    return rounded(obs[O_BET_TO] * (size + callers))


@inlined
def ranges(obs: Ints, params: Ints) -> Ranges:
    """Ranges of the situation, for a raise of usual size."""
    raises = obs[O_RAISES]
    if raises == 0:
        return first_in(obs, params) if obs[O_CALLERS] == 0 else behind_limpers(obs, params)
    if raises == 1:
        return facing_open(obs, params)
    return facing_3bet(obs, params) if raises == 2 else facing_4bet(obs, params)


@inlined
def answer_preflop(obs: Ints, stream: Words, params: Ints, place_of: PlaceOf) -> tuple[int, int]:
    """Answer a decision before the flop in a game whose hands have these places."""
    raising, calling, size = ranges(obs, params)
    order = ORDER_CALL
    if obs[O_RAISES] > 0:
        factor = size_factor(obs, params)
        raising *= factor
        calling *= factor * price_factor(obs, params)
        if factor < BIG_RAISE:
            order = ORDER_STRONG
        else:
            calling *= depth_factor(obs, params)
    if answers_rake(obs, params):
        raising, calling = ranges_after_rake(
            obs, params, raising, calling, raise_to(obs, params, size)
        )
    wish = choose(obs, stream, params, raising, calling, order, place_of)
    if wish == WISH_NONE:
        return check_or_fold(obs)
    if wish == WISH_CALL:
        return check_or_call(obs)
    stack = obs[O_STACK] + obs[O_STREET_TOTAL]
    short = obs[O_RAISES] == 0 and stack << 16 < obs[O_BET_TO] * params[P_SHOVE_BELOW]
    commit = 0 if short else params[P_COMMIT]
    return raise_or_call(obs, raise_to(obs, params, size), commit)


@inlined
def decide_preflop(obs: Ints, stream: Words, params: Ints) -> tuple[int, int]:
    """Answer a decision before the flop in hold'em: (action, street total)."""
    return answer_preflop(obs, stream, params, place)
