"""Tables over time: plays ranges of hands for the bots.

The driver of tables whose players stay; `session.py` is that of the others. Hand n of a table is a
pure function of the seed, the recipe and the stacks and seats at its start, so where stacks are
reset any range of hands can be played alone.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from railbird.simulate.blinds import assign_blinds, forced_posts
from railbird.simulate.booking import (
    BUFFER_FULL,
    BUFFER_TOO_SMALL,
    FINISHED,
    STOPPED,
    book_hand,
    most_rows,
    seconds_of_a_hand,
    show_table,
)
from railbird.simulate.calls import play_part
from railbird.simulate.house import open_house
from railbird.simulate.jit import inlined
from railbird.simulate.layout import (
    C_CARRY,
    C_SEATS,
    DEAL_SHUFFLED,
    K_ACTIONS,
    K_EVENTS,
    K_HAND,
    K_HANDS,
    K_PLAYERS,
    K_POTS,
    K_SEGMENT,
    O_STACKS,
    PART_HAND,
    S_BUTTON,
    S_DEAL_MODE,
    S_DEALT_MASK,
    S_DURATION,
    S_ERROR,
    S_FIRST_BUTTON,
    S_HAND,
    S_OPEN_SEGMENT,
    S_PARTS,
    S_ROW,
    S_SEATED,
    S_STARTED,
    S_TABLE,
)
from railbird.simulate.seating import (
    CASH_OUT,
    clear_memories,
    fill_stacks,
    log_event,
    seat_players,
)

if TYPE_CHECKING:
    from railbird.simulate.arrays import Ints, Words


@inlined
def open_segment(cfg: Ints, st: Ints, streams: Words, memories: Ints, table: int) -> None:
    """Seat the players of a table, who stay; nobody remembers anything yet."""
    st[S_TABLE] = table
    st[S_SEATED] = cfg[C_SEATS]
    st[S_DURATION] = seconds_of_a_hand(cfg, cfg[C_SEATS])
    st[S_FIRST_BUTTON] = seat_players(cfg, st, streams, table)
    clear_memories(cfg, memories)
    open_house(st)


@inlined
def open_hand(
    cfg: Ints, obs: Ints, st: Ints, first: int, cursor: Ints, hands: Ints, players: Ints,
    actions: Ints, pots: Ints, events: Ints,
) -> int:  # fmt: skip
    """Settle button, stacks and blinds of the next hand; `FINISHED` when it can be played."""
    seats = cfg[C_SEATS]
    hand = cursor[K_HAND]
    if (
        cursor[K_HANDS] >= hands.shape[1]
        or cursor[K_PLAYERS] + seats > players.shape[1]
        or cursor[K_POTS] + seats > pots.shape[1]
        or cursor[K_EVENTS] + 2 * seats > events.shape[1]
    ):
        return BUFFER_FULL
    st[S_HAND] = hand
    st[S_STARTED] = hand * st[S_DURATION]
    events_before = cursor[K_EVENTS]
    fill_stacks(cfg, obs, st, events, cursor, hand == first)
    if cursor[K_ACTIONS] + most_rows(cfg, st) > actions.shape[1]:
        cursor[K_EVENTS] = events_before
        return BUFFER_FULL if cursor[K_ACTIONS] > 0 else BUFFER_TOO_SMALL
    # where stacks are carried, a table's first hand has the first button
    passed = hand - first if cfg[C_CARRY] == 1 else hand
    st[S_BUTTON] = (st[S_FIRST_BUTTON] + passed) % seats
    st[S_DEALT_MASK] = (1 << seats) - 1
    assign_blinds(st)
    forced_posts(cfg, st)
    st[S_ROW] = cursor[K_ACTIONS]
    return FINISHED


@inlined
def close_segment(cfg: Ints, obs: Ints, st: Ints, last: int, events: Ints, cursor: Ints) -> None:
    """Carried stacks leave the table."""
    if cfg[C_CARRY] == 1:
        st[S_HAND] = last
        for s in range(cfg[C_SEATS]):
            log_event(st, events, cursor, s, CASH_OUT, -obs[O_STACKS + s])


def play_tables(
    cfg: Ints, rk: Ints, obs: Ints, st: Ints, streams: Words, bots: Ints, memories: Ints,
    params: Ints, segments: Ints, cursor: Ints, totals: Ints, hands: Ints, players: Ints,
    actions: Ints, pots: Ints, events: Ints,
) -> int:  # fmt: skip
    """Play the hands of `segments` (rows of table, first hand, one past the last).

    Comes back when all are played or a buffer is full; call again with the same cursor, its row
    counts set to 0, to go on. Compiled by `kernel.py`; it calls `play_hand` itself, for whatever
    stands between is compiled with all of a hand once more (6 of 73 seconds, measured).
    """
    st[S_DEAL_MODE] = DEAL_SHUFFLED
    show_table(cfg, rk, obs)
    while cursor[K_SEGMENT] < segments.shape[0]:
        segment = cursor[K_SEGMENT]
        first, last = segments[segment, 1], segments[segment, 2]
        if st[S_OPEN_SEGMENT] != segment + 1:
            st[S_OPEN_SEGMENT] = segment + 1
            cursor[K_HAND] = first
            open_segment(cfg, st, streams, memories, segments[segment, 0])
        if cursor[K_HAND] == last:
            close_segment(cfg, obs, st, last, events, cursor)
            cursor[K_SEGMENT] = segment + 1
            continue
        status = open_hand(cfg, obs, st, first, cursor, hands, players, actions, pots, events)
        if status != FINISHED:
            return status
        play_part(
            st[S_PARTS + PART_HAND], cfg, rk, obs, st, streams, bots, memories, params, actions
        )
        if st[S_ERROR] != 0:
            return STOPPED
        book_hand(cfg, obs, st, cursor, totals, hands, players, pots)
        cursor[K_HAND] += 1
    return FINISHED
