"""Where the button and the blinds go at a table where players come and go, and who posts to get in.

Source: docs/sessions.md, which says which rule is whose. All rules share three things: heads-up the
big blind goes to whoever did not have it, so that from three players to two nobody posts it twice
running; nobody gets in between the button and the big blind; who is reached by the big blind while
he waits is in.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from railbird.simulate.betting import count_bits, next_seat
from railbird.simulate.jit import inlined
from railbird.simulate.layout import (
    C_BUTTON_RULE,
    C_MISSED_RULE,
    C_SEATS,
    S_BB_SEAT,
    S_BUTTON,
    S_DEALT_MASK,
    S_ENTRY_DEAD,
    S_ENTRY_LIVE,
    S_LAST_BB,
    S_LAST_SB,
    S_OWED,
    S_SB_SEAT,
    S_STATUS,
)
from railbird.simulate.philox import below
from railbird.simulate.presence import (
    IN,
    IS_NEW,
    OUT,
    OWES_BIG,
    OWES_SMALL,
    POSTING,
    WAITING,
    seats_with,
)
from railbird.simulate.seating import MISSED_BIG, MISSED_SMALL, log_event

if TYPE_CHECKING:
    from railbird.simulate.arrays import Ints, Words

# `C_BUTTON_RULE`
MOVING, DEAD_BUTTON, SMALL_BLIND_NEXT = range(3)


@inlined
def seats_between(cfg: Ints, first: int, last: int) -> int:
    """Mask of the seats after `first` and before `last`, clockwise; all others if they are one."""
    mask = 0
    seat = first
    for _ in range(cfg[C_SEATS]):
        seat = seat + 1 if seat + 1 < cfg[C_SEATS] else 0
        if seat == last:
            break
        mask |= 1 << seat
    return mask & ~(1 << first)


@inlined
def seat_before(cfg: Ints, mask: int, seat: int) -> int:
    """First seat of a mask counterclockwise from `seat`; the mask is not empty."""
    for _ in range(cfg[C_SEATS]):
        seat = seat - 1 if seat > 0 else cfg[C_SEATS] - 1
        if mask >> seat & 1:
            break
    return seat


@inlined
def first_button(cfg: Ints, st: Ints, stream: Words, playing: int, scripted: int) -> None:
    """Start a game: the button by lot, or where a script has put it; blinds left of it."""
    if scripted == 0:
        seat = cfg[C_SEATS] - 1
        for _ in range(below(stream, count_bits(playing)) + 1):
            seat = next_seat(playing, seat)
        st[S_BUTTON] = seat
    st[S_SB_SEAT] = next_seat(playing, st[S_BUTTON])
    st[S_BB_SEAT] = next_seat(playing, st[S_SB_SEAT])


@inlined
def move_button(cfg: Ints, st: Ints, playing: int, ready: int) -> None:
    """Move button and blinds on by the table's rule, as for three players or more.

    `playing` are in the game, `ready` would get in. `S_SB_SEAT` is where the small blind is due,
    also where nobody sits.
    """
    rule = cfg[C_BUTTON_RULE]
    if rule == DEAD_BUTTON:
        st[S_BUTTON] = st[S_LAST_SB]
        st[S_SB_SEAT] = st[S_LAST_BB]
    elif rule == SMALL_BLIND_NEXT:
        st[S_SB_SEAT] = next_seat(playing, st[S_LAST_SB])
        st[S_BUTTON] = seat_before(cfg, playing, st[S_SB_SEAT])
    else:
        st[S_BUTTON] = next_seat(playing, st[S_BUTTON])
        st[S_SB_SEAT] = next_seat(playing, st[S_BUTTON])
    st[S_BB_SEAT] = next_seat(playing | ready, st[S_SB_SEAT])


@inlined
def let_in(cfg: Ints, st: Ints, entering: int) -> None:
    """Note what those who enter post, and that they are in and owe nothing more.

    Who waited for the big blind has paid by it; where blinds are marked, not the small blind that
    he missed.
    """
    st[S_ENTRY_LIVE] = 0
    st[S_ENTRY_DEAD] = 0
    for s in range(cfg[C_SEATS]):
        if entering >> s & 1 == 0:
            continue
        owed = st[S_OWED + s]
        on_big_blind = s == st[S_BB_SEAT]
        if owed & (OWES_BIG | IS_NEW) and not on_big_blind:
            st[S_ENTRY_LIVE] |= 1 << s
        if owed & OWES_SMALL and (not on_big_blind or cfg[C_MISSED_RULE] == 1):
            st[S_ENTRY_DEAD] |= 1 << s
        st[S_STATUS + s] = IN
        st[S_OWED + s] = 0


@inlined
def mark_missed(cfg: Ints, st: Ints, events: Ints, cursor: Ints) -> None:
    """Mark the blinds that went past players who are not dealt in; one of each is owed at most."""
    past_big = seats_between(cfg, st[S_LAST_BB], st[S_BB_SEAT])
    past_small = seats_between(cfg, st[S_LAST_SB], st[S_SB_SEAT]) | 1 << st[S_SB_SEAT]
    for s in range(cfg[C_SEATS]):
        owed = st[S_OWED + s]
        if st[S_STATUS + s] < OUT or owed & IS_NEW or st[S_DEALT_MASK] >> s & 1:
            continue
        if past_big >> s & 1 and owed & OWES_BIG == 0:
            st[S_OWED + s] |= OWES_BIG
            log_event(st, events, cursor, s, MISSED_BIG, 0)
        if past_small >> s & 1 and owed & OWES_SMALL == 0:
            st[S_OWED + s] |= OWES_SMALL
            log_event(st, events, cursor, s, MISSED_SMALL, 0)


@inlined
def place_players(
    cfg: Ints, st: Ints, stream: Words, scripted: int, events: Ints, cursor: Ints
) -> bool:
    """Settle button, blinds, who is dealt in and who posts to get in; False with fewer than two.

    A game that starts, or starts again because fewer than two were left in it, lets everyone in
    for nothing.
    """
    playing = seats_with(cfg, st, IN, IN)
    ready = seats_with(cfg, st, WAITING, POSTING)
    starts = count_bits(playing) < 2
    if starts:
        playing |= ready
        ready = 0
        if count_bits(playing) < 2:
            return False
        for s in range(cfg[C_SEATS]):
            if playing >> s & 1:
                st[S_STATUS + s] = IN
                st[S_OWED + s] = 0
        first_button(cfg, st, stream, playing, scripted)
    else:
        move_button(cfg, st, playing, ready)
    posting = seats_with(cfg, st, POSTING, POSTING) & ready
    posting &= ~seats_between(cfg, st[S_BUTTON], st[S_BB_SEAT])
    dealt = playing | posting | (1 << st[S_BB_SEAT])
    if count_bits(dealt) == 2:
        before = st[S_LAST_BB] if st[S_LAST_BB] >= 0 else st[S_BUTTON]
        st[S_BB_SEAT] = next_seat(dealt, before)
        st[S_BUTTON] = next_seat(dealt, st[S_BB_SEAT])
        st[S_SB_SEAT] = st[S_BUTTON]
    st[S_DEALT_MASK] = dealt
    let_in(cfg, st, dealt & ready)
    if not starts:
        mark_missed(cfg, st, events, cursor)
    st[S_LAST_BB] = st[S_BB_SEAT]
    st[S_LAST_SB] = st[S_SB_SEAT]
    if dealt >> st[S_SB_SEAT] & 1 == 0:
        st[S_SB_SEAT] = -1
    return True
