"""The betting round: who acts, what he may do, what his answer does.

Amounts are street totals ("raise to"). Minimum raises, reopening and limits follow
docs/rules.md: a short all-in is no full raise; whoever has acted may raise again only when he
faces a full raise in total (no-limit, pot-limit) or when a full bet came since (fixed limit,
where half a bet counts as full). Others owe the full blind however short the blind was.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from railbird.simulate.codes import (
    BET,
    CALL,
    CAN_BET,
    CAN_CALL,
    CAN_CHECK,
    CAN_FOLD,
    CAN_RAISE,
    CHECK,
    FIVE_CARD_DRAW,
    FIXED_LIMIT,
    FLOP,
    FOLD,
    MAX_SEATS,
    POT_LIMIT,
    PREFLOP,
    RAISE,
    TURN,
)
from railbird.simulate.jit import inlined
from railbird.simulate.layout import (
    ABOVE_MAXIMUM,
    BELOW_MINIMUM,
    C_BETTING,
    C_BIG_BET,
    C_BIG_BLIND,
    C_CHIP,
    C_CUMULATIVE_REOPEN,
    C_GAME,
    C_HALF_BET_RULE,
    C_HEADS_UP_UNCAPPED,
    C_RAISE_CAP,
    C_SMALL_BET,
    ILLEGAL_ACTION,
    MAX_HOLE,
    O_AGGRESSOR,
    O_AGGRESSOR_BY_STREET,
    O_ALL_IN_MASK,
    O_BEHIND,
    O_BET_TO,
    O_CALLERS,
    O_DECISIONS,
    O_FROM_BUTTON,
    O_FROM_BUTTONS,
    O_HOLE,
    O_INVESTED,
    O_LEGAL,
    O_LIMPERS,
    O_LIVE_MASK,
    O_MAX_TO,
    O_MIN_TO,
    O_OPENER,
    O_PLAYERS,
    O_POSITION,
    O_POSITIONS,
    O_POT,
    O_PREFLOP_RAISER,
    O_RAISES,
    O_RAISES_BY_STREET,
    O_SEAT,
    O_STACK,
    O_STACKS,
    O_STREET,
    O_STREET_TOTAL,
    O_STREET_TOTALS,
    O_TO_CALL,
    OFF_CHIP,
    OK,
    S_ACTED,
    S_ACTED_AT,
    S_ALL_IN_STREET,
    S_BETS,
    S_ERROR,
    S_ERROR_ACTION,
    S_ERROR_AMOUNT,
    S_ERROR_SEAT,
    S_FULL_LEVEL,
    S_HOLE,
    S_INCREMENT,
    S_LAST_AGGRESSOR,
    S_LAST_BET_STREET,
    S_LAYER,
    S_PENDING,
    S_SHORTFALL,
    S_UNCAPPED,
)

if TYPE_CHECKING:
    from railbird.simulate.arrays import Ints


# Number of seats in a mask, and the lowest one. Small unsigned numbers: the compiler then knows
# that a seat is not negative, and leaves out numba's look for indices from the end.
_SEATS_IN = np.array([mask.bit_count() for mask in range(1 << MAX_SEATS)], np.uint8)
_LOWEST = np.array([(mask & -mask).bit_length() - 1 for mask in range(1, 1 << MAX_SEATS)], np.uint8)


@inlined
def count_bits(mask: int) -> int:
    """Number of seats in a mask."""
    return np.int64(_SEATS_IN[mask])


@inlined
def next_seat(mask: int, seat: int) -> int:
    """First seat of a mask clockwise after `seat`; the mask is not empty."""
    after = mask & (-2 << seat)
    return np.int64(_LOWEST[(after or mask) - 1])


@inlined
def bet_unit(cfg: Ints, street: int) -> int:
    """Smallest full bet of the street: the limit, or the big blind where there is no limit.

    The bigger limit holds from the turn on, or after the draw.
    """
    if cfg[C_BETTING] == FIXED_LIMIT:
        big = FLOP if cfg[C_GAME] == FIVE_CARD_DRAW else TURN
        return cfg[C_BIG_BET] if street >= big else cfg[C_SMALL_BET]
    return cfg[C_BIG_BLIND]


@inlined
def open_street(cfg: Ints, obs: Ints, st: Ints, street: int) -> None:
    """Start a betting round after the flop: nothing is bet, everyone with chips may act."""
    obs[O_STREET] = street
    for s in range(MAX_SEATS):
        obs[O_STREET_TOTALS + s] = 0
        st[S_ACTED_AT + s] = 0
    obs[O_BET_TO] = 0
    obs[O_RAISES] = 0
    obs[O_CALLERS] = 0
    obs[O_AGGRESSOR] = -1
    st[S_PENDING] = obs[O_LIVE_MASK] & ~obs[O_ALL_IN_MASK]
    st[S_ACTED] = 0
    st[S_FULL_LEVEL] = 0
    st[S_INCREMENT] = bet_unit(cfg, street)
    st[S_BETS] = 0
    st[S_UNCAPPED] = 0
    st[S_SHORTFALL] = 0


@inlined
def betting_closed(obs: Ints, st: Ints, seats: int) -> bool:
    """True when nobody is left to act: all have answered, or nothing that matters is owed."""
    if st[S_PENDING] == 0 or obs[O_PLAYERS] == 1:
        return True
    with_chips = obs[O_LIVE_MASK] & ~obs[O_ALL_IN_MASK]
    if with_chips & (with_chips - 1):
        return False
    if with_chips == 0:
        return True
    own = 0
    most = 0
    for s in range(seats):
        if with_chips >> s & 1:
            own = obs[O_STREET_TOTALS + s]
        elif obs[O_LIVE_MASK] >> s & 1:
            most = max(most, obs[O_STREET_TOTALS + s])
    return own >= most


@inlined
def is_full(cfg: Ints, st: Ints, grown: int) -> bool:
    """True when a bet that has grown by so much is a full raise (fixed limit: half a bet is)."""
    if cfg[C_BETTING] == FIXED_LIMIT and cfg[C_HALF_BET_RULE] == 1:
        return grown * 2 >= st[S_INCREMENT]
    return grown >= st[S_INCREMENT]


@inlined
def may_raise(cfg: Ints, obs: Ints, st: Ints, seat: int, to_call: int) -> bool:
    """True when raising (or betting) is open to `seat`, whatever the amount."""
    if obs[O_STACKS + seat] <= to_call:
        return False
    rivals = obs[O_LIVE_MASK] & ~obs[O_ALL_IN_MASK] & ~(1 << seat)
    if rivals == 0:
        return False
    cap = cfg[C_RAISE_CAP]
    if cap >= 0 and st[S_BETS] > cap and st[S_UNCAPPED] == 0:
        return False
    if st[S_ACTED] >> seat & 1 == 0:
        return True
    if cfg[C_CUMULATIVE_REOPEN] == 0:
        return False
    return is_full(cfg, st, obs[O_BET_TO] - st[S_ACTED_AT + seat])


@inlined
def raise_bounds(cfg: Ints, obs: Ints, st: Ints, seat: int, owed: int) -> None:
    """Write the least and greatest street total of a bet or raise by `seat`."""
    most = obs[O_STREET_TOTALS + seat] + obs[O_STACKS + seat]
    if cfg[C_BETTING] == FIXED_LIMIT:
        least = min(st[S_FULL_LEVEL] + st[S_INCREMENT], most)
        most = least
    else:
        least = min(obs[O_BET_TO] + st[S_INCREMENT], most)
        if cfg[C_BETTING] == POT_LIMIT:
            pot = obs[O_POT] + st[S_SHORTFALL]
            most = max(least, min(most, obs[O_BET_TO] + pot + owed))
    obs[O_MIN_TO] = least
    obs[O_MAX_TO] = most


@inlined
def face(cfg: Ints, obs: Ints, st: Ints, seat: int) -> None:
    """Put the decision of `seat` into the observation: legal mask, price, bounds, own cards."""
    if cfg[C_HEADS_UP_UNCAPPED] == 1 and obs[O_PLAYERS] == 2 and st[S_BETS] <= cfg[C_RAISE_CAP]:
        st[S_UNCAPPED] = 1
    owed = obs[O_BET_TO] - obs[O_STREET_TOTALS + seat]
    stack = obs[O_STACKS + seat]
    to_call = min(owed, stack)
    legal = CAN_FOLD | (CAN_CALL if owed > 0 else CAN_CHECK)
    obs[O_MIN_TO] = 0
    obs[O_MAX_TO] = 0
    if may_raise(cfg, obs, st, seat, owed):
        legal |= CAN_RAISE if obs[O_BET_TO] > 0 else CAN_BET
        raise_bounds(cfg, obs, st, seat, owed)
    obs[O_SEAT] = seat
    obs[O_POSITION] = obs[O_POSITIONS + seat]
    obs[O_FROM_BUTTON] = obs[O_FROM_BUTTONS + seat]
    obs[O_LEGAL] = legal
    obs[O_TO_CALL] = to_call
    obs[O_STACK] = stack
    obs[O_STREET_TOTAL] = obs[O_STREET_TOTALS + seat]
    obs[O_BEHIND] = count_bits(st[S_PENDING]) - 1
    for i in range(MAX_HOLE):  # -1 beyond what is dealt: one move, and no branch on the game
        obs[O_HOLE + i] = st[S_HOLE + seat * MAX_HOLE + i]


@inlined
def refusal(cfg: Ints, obs: Ints, action: int, amount: int) -> int:
    """Why the answer may not stand, 0 when it is legal."""
    if action < FOLD or action > RAISE or obs[O_LEGAL] >> (action - FOLD) & 1 == 0:
        return ILLEGAL_ACTION
    if action < BET:
        return OK
    if amount < obs[O_MIN_TO]:
        return BELOW_MINIMUM
    if amount > obs[O_MAX_TO]:
        return ABOVE_MAXIMUM
    # the bounds themselves are always possible: a short all-in may have put them off the chip
    if amount % cfg[C_CHIP] != 0 and amount != obs[O_MIN_TO] and amount != obs[O_MAX_TO]:
        return OFF_CHIP
    return OK


@inlined
def refuse(st: Ints, seat: int, why: int, action: int, amount: int) -> None:
    """Stop the hand: an answer was illegal."""
    st[S_ERROR] = why
    st[S_ERROR_SEAT] = seat
    st[S_ERROR_ACTION] = action
    st[S_ERROR_AMOUNT] = amount


@inlined
def pay(obs: Ints, st: Ints, seat: int, amount: int) -> None:
    """Move chips from the stack into the pot; the caller has made sure they are there."""
    obs[O_STACKS + seat] -= amount
    obs[O_INVESTED + seat] += amount
    obs[O_POT] += amount
    st[S_LAYER + seat] += amount
    if obs[O_STACKS + seat] == 0:
        obs[O_ALL_IN_MASK] |= 1 << seat
        st[S_ALL_IN_STREET + seat] = obs[O_STREET] + 1


@inlined
def note_raise(cfg: Ints, obs: Ints, st: Ints, seat: int, amount: int) -> None:
    """Update levels after a bet or raise to `amount`: full or short, who must answer.

    In fixed limit a bet that has grown by half a bet since the last full level is the new level
    and counts toward the cap, however many short all-ins it took.
    """
    street = obs[O_STREET]
    grown = amount - obs[O_BET_TO]
    if cfg[C_BETTING] == FIXED_LIMIT:
        completes = amount >= st[S_FULL_LEVEL] + st[S_INCREMENT]
        if is_full(cfg, st, grown) or completes:
            st[S_ACTED] = 0
        if is_full(cfg, st, amount - st[S_FULL_LEVEL]):
            st[S_FULL_LEVEL] = amount
            st[S_BETS] += 1
    elif is_full(cfg, st, grown):
        st[S_ACTED] = 0
        st[S_INCREMENT] = grown
    if street == PREFLOP:
        obs[O_PREFLOP_RAISER] = seat
        if obs[O_RAISES] == 0:
            obs[O_OPENER] = seat
    obs[O_BET_TO] = amount
    obs[O_RAISES] += 1
    obs[O_RAISES_BY_STREET + street] += 1
    obs[O_CALLERS] = 0
    obs[O_AGGRESSOR] = seat
    obs[O_AGGRESSOR_BY_STREET + street] = seat
    st[S_LAST_AGGRESSOR] = seat
    st[S_LAST_BET_STREET] = street
    st[S_PENDING] = obs[O_LIVE_MASK] & ~obs[O_ALL_IN_MASK]


@inlined
def apply_action(cfg: Ints, obs: Ints, st: Ints, seat: int, action: int, amount: int) -> int:
    """Carry out a legal answer; returns the chips it moved into the pot."""
    moved = 0
    bit = 1 << seat
    if action == FOLD:
        obs[O_LIVE_MASK] &= ~bit
        obs[O_PLAYERS] -= 1
    elif action == CALL:
        moved = obs[O_TO_CALL]
        pay(obs, st, seat, moved)
        obs[O_STREET_TOTALS + seat] += moved
        obs[O_CALLERS] += 1
        if obs[O_STREET] == PREFLOP and obs[O_RAISES] == 0:
            obs[O_LIMPERS] += 1
    elif action != CHECK:
        moved = amount - obs[O_STREET_TOTALS + seat]
        pay(obs, st, seat, moved)
        obs[O_STREET_TOTALS + seat] = amount
        note_raise(cfg, obs, st, seat, amount)
    st[S_PENDING] &= ~bit
    st[S_ACTED] |= bit
    st[S_ACTED_AT + seat] = obs[O_BET_TO]
    obs[O_DECISIONS] += 1
    return moved
