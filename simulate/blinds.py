"""The forced posts of a hand: who posts what, in which order."""

from __future__ import annotations

from typing import TYPE_CHECKING

from railbird.simulate.betting import count_bits, next_seat
from railbird.simulate.codes import ANTE, BB, DEAD, POST, SB, STRADDLE
from railbird.simulate.jit import inlined
from railbird.simulate.layout import (
    C_ANTE,
    C_ANTE_KIND,
    C_BIG_BLIND,
    C_BIG_BLIND_ANTE_FIRST,
    C_SMALL_BLIND,
    C_STRADDLES,
    S_BB_SEAT,
    S_BRING_IN,
    S_BUTTON,
    S_DEALT_MASK,
    S_ENTRY_DEAD,
    S_ENTRY_LIVE,
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
def assign_blinds(st: Ints) -> None:
    """Give the blinds to the players left of the button; heads-up the button has the small blind.

    For tables where everybody is dealt in; `button.py` does it where players come and go.
    """
    dealt = st[S_DEALT_MASK]
    button = st[S_BUTTON]
    sb = button if count_bits(dealt) == 2 else next_seat(dealt, button)
    st[S_SB_SEAT] = sb
    st[S_BB_SEAT] = next_seat(dealt, sb)


@inlined
def forced_posts(cfg: Ints, st: Ints) -> None:
    """Say who posts what: antes, small blind, big blind, straddles, posts to get in, in this order.

    There may be no small blind (`S_SB_SEAT` -1). A straddle doubles the last blind, and whoever
    straddles has posted the live part of what he owes. The amounts are those of `cfg`, which a
    driver may change from hand to hand.
    """
    dealt = st[S_DEALT_MASK]
    players = count_bits(dealt)
    bb = st[S_BB_SEAT]
    st[S_N_POSTS] = 0
    if cfg[C_ANTE_KIND] == 1:
        seat = st[S_BUTTON]
        for _ in range(players):
            seat = next_seat(dealt, seat)
            add_post(st, seat, ANTE, cfg[C_ANTE])
    elif cfg[C_ANTE_KIND] == 2 and cfg[C_BIG_BLIND_ANTE_FIRST] == 1:
        add_post(st, bb, ANTE, cfg[C_ANTE])
    if cfg[C_SMALL_BLIND] > 0 and st[S_SB_SEAT] >= 0:
        add_post(st, st[S_SB_SEAT], SB, cfg[C_SMALL_BLIND])
    add_post(st, bb, BB, cfg[C_BIG_BLIND])
    if cfg[C_ANTE_KIND] == 2 and cfg[C_BIG_BLIND_ANTE_FIRST] == 0:
        add_post(st, bb, ANTE, cfg[C_ANTE])
    bring_in = cfg[C_BIG_BLIND]
    last = bb
    for _ in range(min(cfg[C_STRADDLES], players - 2)):
        bring_in *= 2
        last = next_seat(dealt, last)
        add_post(st, last, STRADDLE, bring_in)
        st[S_ENTRY_LIVE] &= ~(1 << last)
    st[S_BRING_IN] = bring_in
    st[S_LAST_BLIND] = last
    st[S_STRADDLED] = 1 if last != bb else 0


@inlined
def entry_posts(cfg: Ints, st: Ints) -> None:
    """Add what players post to get in: a live big blind, then a dead small blind for the pot."""
    entering = st[S_ENTRY_LIVE] | st[S_ENTRY_DEAD]
    seat = st[S_BB_SEAT]
    for _ in range(count_bits(entering)):
        seat = next_seat(entering, seat)
        if st[S_ENTRY_LIVE] >> seat & 1:
            add_post(st, seat, POST, cfg[C_BIG_BLIND])
        if st[S_ENTRY_DEAD] >> seat & 1 and cfg[C_SMALL_BLIND] > 0:
            add_post(st, seat, DEAD, cfg[C_SMALL_BLIND])
