"""How a profile plays before the flop: ranges by situation, widened or narrowed by the price.

Each situation gives two shares of hands, one to raise and one more to call. A hand is compared
with them by its place in an order of the 169 classes; only near the edge of a range, where it
fades out, a random number is drawn, which keeps most decisions free of one.
"""

from __future__ import annotations

from math import sqrt

from railbird.simulate.bots.profile_answer import check_or_call, check_or_fold, raise_or_call
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
    P_3BET_CALLER_CALL,
    P_3BET_CALLER_RAISE,
    P_3BET_COLD_CALL,
    P_3BET_COLD_RAISE,
    P_3BET_OPENER_CALL,
    P_3BET_OPENER_RAISE,
    P_4BET_CALL,
    P_4BET_HEADS_UP_CALL,
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
from railbird.simulate.codes import CAN_CHECK, POS_BB, POS_BTN, POS_SB
from railbird.simulate.jit import jit
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

# What a raise usually costs: the price of a call, and the raise against the money it is to win.
_USUAL_PRICE = 0.38
_USUAL_SIZE = 2.0
# Bounds of what size and price make of a range, the size from which a raise counts as big (three
# times the usual one), and how many times the call lies behind in a deep stack.
_WIDEST, _NARROWEST = 1.6, 0.2
_BIG_RAISE = 0.577
_DEEP = 12.0
_SHARE = 1.0 / ONE


@jit
def place(obs, params, order):
    """Where the own hand stands in an order: 0 the best of all hands, 65535 the worst."""
    first, second = obs[O_HOLE], obs[O_HOLE + 1]
    high, low = max(first, second), min(first, second)
    row, column = high >> 2, low >> 2
    if (high ^ low) & 3:
        row, column = column, row
    return params[P_HANDS + row * 13 + column] >> order & 0xFFFF


@jit
def choose(obs, stream, params, raising, calling, order):
    """Raise the best `raising` of all hands, call the next `calling`, else check or fold.

    Returns 2 to raise, 1 to call, 0 to check or fold. The raising range follows the opening
    order, except that against big raises both follow the strong one.
    """
    total = raising + calling
    raise_edge = min(float(params[P_EDGE]), raising)
    call_edge = min(float(params[P_EDGE]), total)
    best = place(obs, params, ORDER_STRONG if order == ORDER_STRONG else ORDER_OPEN)
    if best < raising - raise_edge:
        return 2
    playable = best if order == ORDER_STRONG else place(obs, params, order)
    if best >= raising + raise_edge:
        if playable >= total + call_edge:
            return 0
        if playable < total - call_edge:
            return 1
    shift = 2.0 * uniform(stream) - 1.0
    if best < raising + shift * raise_edge:
        return 2
    return 1 if playable < total + shift * call_edge else 0


@jit
def first_in(obs, stream, params):
    """Nobody has come in yet: raise, limp or fold by how many are left to act."""
    if obs[O_DEALT] == 2:
        column = 0
        size = params[P_OPEN_TO_HEADS_UP]
    else:
        column = min(max(obs[O_BEHIND], 1), SEATS_BEHIND - 1)
        size = params[P_OPEN_TO_SMALL_BLIND if obs[O_POSITION] == POS_SB else P_OPEN_TO]
    raising = float(params[P_OPEN_RAISE + column])
    limping = float(params[P_OPEN_LIMP + column])
    wish = choose(obs, stream, params, raising, limping, ORDER_CALL)
    if wish == 2:
        return open_raise(obs, params, size)
    return check_or_call(obs) if wish == 1 else check_or_fold(obs)


@jit
def open_raise(obs, params, size):
    """Raise an unraised pot to `size` blinds and more for each limper."""
    blind = obs[O_BET_TO]
    wanted = blind * (size + obs[O_CALLERS] * params[P_LIMPER_ADDS]) // ONE
    if (obs[O_STACK] + obs[O_STREET_TOTAL]) * ONE < blind * params[P_SHOVE_BELOW]:
        return raise_or_call(obs, wanted, 0.0)
    return raise_or_call(obs, wanted, params[P_COMMIT] * _SHARE)


@jit
def behind_limpers(obs, stream, params):
    """Somebody limped: raise, limp behind (or check the blind), or fold."""
    if obs[O_LEGAL] & CAN_CHECK:
        column = LIMPED_HEADS_UP if obs[O_DEALT] == 2 else LIMPED_BIG_BLIND
    elif obs[O_POSITION] == POS_SB:
        column = LIMPED_SMALL_BLIND
    else:
        column = LIMPED_BUTTON if obs[O_POSITION] == POS_BTN else LIMPED_OTHER
    raising = float(params[P_LIMPED_RAISE + column])
    for _ in range(obs[O_CALLERS] - 1):
        raising *= params[P_PER_LIMPER] * _SHARE
    wish = choose(obs, stream, params, raising, float(params[P_LIMPED_CALL + column]), ORDER_CALL)
    if wish == 2:
        return open_raise(obs, params, params[P_OPEN_TO])
    return check_or_call(obs) if wish == 1 else check_or_fold(obs)


@jit
def size_factor(obs, params):
    """What the size of the raise leaves of a range: 1 for a usual one, less for a big one.

    A raise is measured against the money it is to win: everything in the pot but itself.
    """
    raised_to = obs[O_BET_TO]
    others = max(obs[O_POT] - obs[O_STREET_TOTALS + obs[O_AGGRESSOR]], 1)
    factor = sqrt(_USUAL_SIZE * others / raised_to)
    return min(1.0 + params[P_SIZE] * _SHARE * (factor - 1.0), _WIDEST)


@jit
def price_factor(obs, params):
    """What the price of a call leaves of a calling range: 1 for the usual price."""
    price = obs[O_TO_CALL] / (obs[O_POT] + obs[O_TO_CALL])
    return max(1.0 + params[P_PRICE] * _SHARE * (_USUAL_PRICE - price), _NARROWEST)


@jit
def depth_factor(obs, params):
    """What the chips behind leave of a calling range: calls live on what can still be won."""
    rival = obs[O_AGGRESSOR]
    behind = min(obs[O_STACK] - obs[O_TO_CALL], obs[O_STACKS + rival])
    missing = 1.0 - min(behind / (_DEEP * obs[O_TO_CALL]), 1.0)
    return 1.0 - params[P_DEPTH] * _SHARE * missing


@jit
def against_raise(obs, stream, params, raising, calling, size):
    """Answer a raise with ranges that fit a usual one; reraise to `size` times the raise."""
    factor = size_factor(obs, params)
    order = ORDER_STRONG if factor < _BIG_RAISE else ORDER_CALL
    raising *= factor
    calling *= factor * price_factor(obs, params)
    if order == ORDER_CALL:
        calling *= depth_factor(obs, params)
    wish = choose(obs, stream, params, raising, calling, order)
    if wish == 2:
        wanted = obs[O_BET_TO] * (size + obs[O_CALLERS] * ONE) // ONE
        return raise_or_call(obs, wanted, params[P_COMMIT] * _SHARE)
    return check_or_call(obs) if wish == 1 else check_or_fold(obs)


@jit
def raised_row(obs):
    """Row of the table of answers to one raise: the own place."""
    position = obs[O_POSITION]
    if obs[O_DEALT] == 2:
        return ROW_HEADS_UP
    if position == POS_BB:
        return ROW_BIG_BLIND
    if obs[O_STREET_TOTAL] >= obs[O_BIG_BLIND]:
        return ROW_LIMPER
    return ROW_SMALL_BLIND if position == POS_SB else ROW_FIELD


@jit
def facing_open(obs, stream, params):
    """One raise so far: fold, call or 3-bet by own place and the raiser's."""
    row = raised_row(obs)
    if row == ROW_HEADS_UP:
        column = HEADS_UP_DEFENDER if obs[O_POSITION] == POS_BB else HEADS_UP_LIMPER
    else:
        column = min(obs[O_FROM_BUTTONS + obs[O_AGGRESSOR]] + 2, RAISERS - 1)
    cell = row * RAISERS + column
    raising = float(params[P_RAISED_RAISE + cell])
    calling = float(params[P_RAISED_CALL + cell])
    if obs[O_CALLERS] > 0:
        raising *= params[P_SQUEEZE] * _SHARE
        calling *= params[P_OVERCALL] * _SHARE
    out = row == ROW_SMALL_BLIND or row == ROW_BIG_BLIND
    size = params[P_RERAISE_TO_OUT if out else P_RERAISE_TO]
    return against_raise(obs, stream, params, raising, calling, size)


@jit
def facing_3bet(obs, stream, params):
    """Two raises so far: the opener defends a share of what he opened, others a few hands."""
    if obs[O_OPENER] == obs[O_SEAT]:
        column = 0
        if obs[O_DEALT] > 2:
            column = min(max(obs[O_FROM_BUTTON] + 2, 1), SEATS_BEHIND - 1)
        opened = params[P_OPEN_RAISE + column] * _SHARE
        raising = opened * params[P_3BET_OPENER_RAISE]
        calling = opened * params[P_3BET_OPENER_CALL]
    elif obs[O_STREET_TOTAL] > obs[O_BIG_BLIND]:
        raising = float(params[P_3BET_CALLER_RAISE])
        calling = float(params[P_3BET_CALLER_CALL])
    else:
        raising = float(params[P_3BET_COLD_RAISE])
        calling = float(params[P_3BET_COLD_CALL])
    return against_raise(obs, stream, params, raising, calling, params[P_4BET_TO])


@jit
def facing_4bet(obs, stream, params):
    """Three raises or more: the best few hands, fewer with each raise."""
    heads_up = obs[O_DEALT] == 2
    raising = float(params[P_4BET_HEADS_UP_RAISE if heads_up else P_4BET_RAISE])
    calling = float(params[P_4BET_HEADS_UP_CALL if heads_up else P_4BET_CALL])
    for _ in range(min(obs[O_RAISES] - 3, 8)):
        raising *= params[P_4BET_NEXT] * _SHARE
        calling *= params[P_4BET_NEXT] * _SHARE
    return against_raise(obs, stream, params, raising, calling, params[P_4BET_TO])


@jit
def decide_preflop(obs, stream, params):
    """Answer a decision before the flop: (action, street total)."""
    raises = obs[O_RAISES]
    if raises == 0:
        if obs[O_CALLERS] == 0:
            return first_in(obs, stream, params)
        return behind_limpers(obs, stream, params)
    if raises == 1:
        return facing_open(obs, stream, params)
    if raises == 2:
        return facing_3bet(obs, stream, params)
    return facing_4bet(obs, stream, params)
