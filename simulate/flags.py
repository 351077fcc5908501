"""Statistics flags: which opportunities a decision is, and what was made of them.

Definitions are those of the registry; `L` is the preflop bet level (blinds 1, first raise 2 ...).
Called after the decision is faced and before it is carried out, so every fact below is the one
the player had in front of him.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from railbird.lake.bits import (
    COUNTS_BET,
    COUNTS_CALLS_SHIFT,
    COUNTS_CHECK,
    COUNTS_FOLD,
    COUNTS_RAISES_SHIFT,
    COUNTS_STREET_SHIFT,
)
from railbird.registry import postflop_bit, preflop_bit
from railbird.simulate.codes import (
    CALL,
    CAN_RAISE,
    FOLD,
    POS_BTN,
    POS_CO,
    POS_SB,
    PREFLOP,
    RAISE,
)
from railbird.simulate.jit import inlined
from railbird.simulate.layout import (
    C_SEATS,
    O_CALLERS,
    O_DEALT,
    O_LEGAL,
    O_LIMPERS,
    O_LIVE_MASK,
    O_OPENER,
    O_POSITION,
    O_RAISES,
    O_STREET,
    O_TO_CALL,
    S_BB_SEAT,
    S_CALLED_OPEN,
    S_COUNTS_01,
    S_COUNTS_23,
    S_DECIDED,
    S_FLOP_MASK,
    S_IS_SQUEEZE,
    S_IS_STEAL,
    S_LAST_BLIND,
    S_LIMP_ANSWERED,
    S_LIMPED,
    S_OUTSIDE_CALLER,
    S_POST_DONE,
    S_POST_OPP,
    S_POSTED,
    S_POSTFLOP_DECIDED,
    S_PRE_DONE,
    S_PRE_OPP,
    S_SB_SEAT,
    S_SHOWDOWN,
    S_SQUEEZE_ANSWERED,
    S_STRADDLED,
    S_THREE_BETTOR,
    S_VOLUNTARY,
)

if TYPE_CHECKING:
    from railbird.simulate.arrays import Ints

VPIP = preflop_bit("vpip")
PFR = preflop_bit("pfr")
RFI = preflop_bit("rfi")
OPEN_LIMP = preflop_bit("open_limp")
OVER_LIMP = preflop_bit("over_limp")
LIMP_FOLD = preflop_bit("limp_fold")
LIMP_RAISE = preflop_bit("limp_raise")
ISO = preflop_bit("iso")
BB_RAISE_SB_LIMP = preflop_bit("bb_raise_sb_limp")
B3 = preflop_bit("b3")
B3_INC_LIMP = preflop_bit("b3_inc_limp")
SQUEEZE = preflop_bit("squeeze")
FOLD_TO_SQUEEZE = preflop_bit("fold_to_squeeze")
COLD_CALL = preflop_bit("cold_call")
FOLD_VS_OPEN = preflop_bit("fold_vs_open")
F3B = preflop_bit("f3b")
F3B_ANY = preflop_bit("f3b_any")
B4_ANY = preflop_bit("b4_any")
COLD_B4 = preflop_bit("cold_b4")
F4B = preflop_bit("f4b")
B5PLUS = preflop_bit("b5plus")
STEAL = preflop_bit("steal")
FOLD_TO_STEAL = preflop_bit("fold_to_steal")
BB_FOLD_V_SB = preflop_bit("bb_fold_v_sb")
WTSD = postflop_bit("wtsd")
WTSD_NAI = postflop_bit("wtsd_nai")

# What the player did, for a bit: a statistic is done by a fold, a call or a raise.
DONE_BY_FOLD = LIMP_FOLD | FOLD_TO_SQUEEZE | FOLD_VS_OPEN | F3B | F3B_ANY | F4B | FOLD_TO_STEAL
DONE_BY_FOLD |= BB_FOLD_V_SB
DONE_BY_CALL = VPIP | OPEN_LIMP | OVER_LIMP | COLD_CALL
DONE_BY_RAISE = VPIP | PFR | RFI | LIMP_RAISE | ISO | BB_RAISE_SB_LIMP | B3 | B3_INC_LIMP | SQUEEZE
DONE_BY_RAISE |= B4_ANY | COLD_B4 | B5PLUS | STEAL
NEEDS_RAISE = PFR | RFI | LIMP_RAISE | ISO | BB_RAISE_SB_LIMP | B3 | B3_INC_LIMP | SQUEEZE
NEEDS_RAISE |= B4_ANY | COLD_B4 | B5PLUS | STEAL

# by action: fold, check, call, bet, raise. Looked up, not branched on: the processor cannot foresee
# what a player will do.
_DONE_BY = np.array([DONE_BY_FOLD, 0, DONE_BY_CALL, 0, DONE_BY_RAISE], np.int64)
_COUNT = np.array(
    [COUNTS_FOLD, COUNTS_CHECK, 1 << COUNTS_CALLS_SHIFT, COUNTS_BET, 1 << COUNTS_RAISES_SHIFT],
    np.int64,
)


@inlined
def unraised_spot(obs: Ints, st: Ints, seat: int) -> int:
    """Opportunities at L = 1: raise first in, limps, isolation, steal."""
    spot = 0
    in_blind = seat == st[S_LAST_BLIND]
    if obs[O_LIMPERS] == 0:
        if not in_blind:
            spot = RFI | (OPEN_LIMP if obs[O_TO_CALL] > 0 else 0)
            position = obs[O_POSITION]
            steals = position in (POS_BTN, POS_SB) or (position == POS_CO and obs[O_DEALT] >= 4)
            if steals and obs[O_DEALT] > 2 and st[S_STRADDLED] == 0:
                spot |= STEAL
        return spot
    spot = ISO
    if not in_blind:
        if obs[O_TO_CALL] > 0:
            spot |= OVER_LIMP
    elif st[S_SB_SEAT] >= 0 and st[S_LIMPED] == 1 << st[S_SB_SEAT] and st[S_STRADDLED] == 0:
        spot |= BB_RAISE_SB_LIMP
    return spot


@inlined
def facing_open(obs: Ints, st: Ints, seat: int) -> int:
    """Opportunities at L = 2: 3-bets, folds and calls against the opener, steal defence."""
    if seat == obs[O_OPENER]:
        return 0
    spot = FOLD_VS_OPEN | B3_INC_LIMP
    if st[S_VOLUNTARY] >> seat & 1 == 0:
        spot |= B3
        if obs[O_CALLERS] > 0:
            spot |= SQUEEZE
    blind = seat == st[S_SB_SEAT] or seat == st[S_BB_SEAT]
    if blind and st[S_IS_STEAL] == 1 and st[S_OUTSIDE_CALLER] == 0:
        spot |= FOLD_TO_STEAL
        if seat == st[S_BB_SEAT] and obs[O_OPENER] == st[S_SB_SEAT]:
            spot |= BB_FOLD_V_SB
    return spot


@inlined
def facing_three_bet(obs: Ints, st: Ints, seat: int) -> int:
    """Opportunities at L = 3: the opener's answer, 4-bets, the answer to a squeeze."""
    spot = F3B_ANY | B4_ANY
    bit = 1 << seat
    if seat == obs[O_OPENER]:
        spot |= F3B
    if st[S_VOLUNTARY] & bit == 0:
        spot |= COLD_B4
    involved = seat == obs[O_OPENER] or st[S_CALLED_OPEN] & bit
    if st[S_IS_SQUEEZE] == 1 and involved and st[S_SQUEEZE_ANSWERED] & bit == 0:
        spot |= FOLD_TO_SQUEEZE
        st[S_SQUEEZE_ANSWERED] |= bit
    return spot


@inlined
def preflop_spot(obs: Ints, st: Ints, seat: int) -> int:
    """All opportunities of this preflop decision, whether or not a raise is legal."""
    raises = obs[O_RAISES]
    bit = 1 << seat
    spot = VPIP | PFR
    if raises == 0:
        return spot | unraised_spot(obs, st, seat)
    if st[S_LIMPED] & bit and st[S_LIMP_ANSWERED] & bit == 0:
        spot |= LIMP_FOLD | LIMP_RAISE
        st[S_LIMP_ANSWERED] |= bit
    if (st[S_VOLUNTARY] | st[S_POSTED] | st[S_DECIDED]) & bit == 0:
        spot |= COLD_CALL
    if raises == 1:
        spot |= facing_open(obs, st, seat)
    elif raises == 2:
        spot |= facing_three_bet(obs, st, seat)
    else:
        spot |= B5PLUS
        if raises == 3 and seat == st[S_THREE_BETTOR]:
            spot |= F4B
    return spot


@inlined
def note_preflop(obs: Ints, st: Ints, seat: int, action: int, spot: int) -> None:
    """Remember what later decisions need to know about this one."""
    bit = 1 << seat
    raises = obs[O_RAISES]
    if action == CALL:
        if raises == 0:
            st[S_LIMPED] |= bit
        elif raises == 1:
            st[S_CALLED_OPEN] |= bit
            if seat != st[S_SB_SEAT] and seat != st[S_BB_SEAT]:
                st[S_OUTSIDE_CALLER] = 1
        st[S_VOLUNTARY] |= bit
    elif action == RAISE:
        if raises == 0:
            st[S_IS_STEAL] = 1 if spot & STEAL else 0
        elif raises == 1:
            st[S_THREE_BETTOR] = seat
            st[S_IS_SQUEEZE] = 1 if spot & SQUEEZE else 0
        st[S_VOLUNTARY] |= bit
    st[S_DECIDED] |= bit


@inlined
def flag_preflop(obs: Ints, st: Ints, seat: int, action: int) -> None:
    """Book the opportunities of a preflop decision and what was made of them."""
    spot = preflop_spot(obs, st, seat)
    if obs[O_LEGAL] & CAN_RAISE == 0:
        spot &= ~NEEDS_RAISE
    st[S_PRE_OPP + seat] |= spot
    st[S_PRE_DONE + seat] |= spot & _DONE_BY[action - FOLD]
    note_preflop(obs, st, seat, action, spot)


@inlined
def count_action(obs: Ints, st: Ints, seat: int, action: int) -> None:
    """Count a decision in the packed counters of its street."""
    street = obs[O_STREET]
    field = S_COUNTS_01 + (S_COUNTS_23 - S_COUNTS_01) * (street >> 1) + seat
    st[field] += _COUNT[action - FOLD] << COUNTS_STREET_SHIFT * (street & 1)


@inlined
def flag_decision(obs: Ints, st: Ints, seat: int, action: int) -> None:
    """Book one decision: counters, preflop flags, who has played after the flop."""
    count_action(obs, st, seat, action)
    if obs[O_STREET] == PREFLOP:
        flag_preflop(obs, st, seat, action)
    else:
        st[S_POSTFLOP_DECIDED] |= 1 << seat


@inlined
def flag_showdown(cfg: Ints, obs: Ints, st: Ints) -> None:
    """Book the statistics of the showdown group once the hand is over."""
    for s in range(cfg[C_SEATS]):
        bit = 1 << s
        if st[S_FLOP_MASK] & bit == 0:
            continue
        spot = WTSD | (WTSD_NAI if st[S_POSTFLOP_DECIDED] & bit else 0)
        st[S_POST_OPP + s] = spot
        if st[S_SHOWDOWN] == 1 and obs[O_LIVE_MASK] & bit:
            st[S_POST_DONE + s] = spot
