"""The forced posts of a hand: who posts what, in which order."""

from __future__ import annotations

from typing import TYPE_CHECKING

from railbird.simulate.betting import next_seat
from railbird.simulate.codes import ANTE, BB, SB, STRADDLE
from railbird.simulate.jit import inlined
from railbird.simulate.layout import (
    C_ANTE,
    C_ANTE_KIND,
    C_BIG_BLIND,
    C_BIG_BLIND_ANTE_FIRST,
    C_SEATS,
    C_SMALL_BLIND,
    C_STRADDLES,
    S_BB_SEAT,
    S_BRING_IN,
    S_BUTTON,
    S_DEALT_MASK,
    S_LAST_BLIND,
    S_N_POSTS,
    S_POSTS,
    S_SB_SEAT,
    S_STRADDLED,
)

if TYPE_CHECKING:
    from railbird.simulate.arrays import Ints


@inlined
def add_post(st: Ints, seat: int, kind: int, amount: int) -> None:
    """Note a forced post for the next hand."""
    i = st[S_N_POSTS]
    st[S_POSTS + 3 * i] = seat
    st[S_POSTS + 3 * i + 1] = kind
    st[S_POSTS + 3 * i + 2] = amount
    st[S_N_POSTS] = i + 1


@inlined
def assign_blinds(cfg: Ints, st: Ints) -> None:
    """Say who posts what: antes, small blind, big blind, straddles, in this order.

    Heads-up the button posts the small blind. A straddle doubles the last blind.
    """
    seats = cfg[C_SEATS]
    dealt = st[S_DEALT_MASK]
    button = st[S_BUTTON]
    st[S_N_POSTS] = 0
    sb = button if seats == 2 else next_seat(dealt, button)
    bb = next_seat(dealt, sb)
    st[S_SB_SEAT] = sb
    st[S_BB_SEAT] = bb
    if cfg[C_ANTE_KIND] == 1:
        seat = button
        for _ in range(seats):
            seat = next_seat(dealt, seat)
            add_post(st, seat, ANTE, cfg[C_ANTE])
    elif cfg[C_ANTE_KIND] == 2 and cfg[C_BIG_BLIND_ANTE_FIRST] == 1:
        add_post(st, bb, ANTE, cfg[C_ANTE])
    if cfg[C_SMALL_BLIND] > 0:
        add_post(st, sb, SB, cfg[C_SMALL_BLIND])
    add_post(st, bb, BB, cfg[C_BIG_BLIND])
    if cfg[C_ANTE_KIND] == 2 and cfg[C_BIG_BLIND_ANTE_FIRST] == 0:
        add_post(st, bb, ANTE, cfg[C_ANTE])
    bring_in = cfg[C_BIG_BLIND]
    last = bb
    for _ in range(min(cfg[C_STRADDLES], seats - 2)):
        bring_in *= 2
        last = next_seat(dealt, last)
        add_post(st, last, STRADDLE, bring_in)
    st[S_BRING_IN] = bring_in
    st[S_LAST_BLIND] = last
    st[S_STRADDLED] = 1 if last != bb else 0
