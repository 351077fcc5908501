"""Tables over time: plays ranges of hands for the bots.

`play_segment` is the driver of tables whose players stay, `session.py` that of the others. Hand n
of a table is a pure function of the seed, the recipe and the stacks and seats at its start, so
where stacks are reset any range of hands can be played alone.
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
)
from railbird.simulate.hand import play_hand, show_table
from railbird.simulate.house import open_house
from railbird.simulate.jit import jit
from railbird.simulate.layout import (
    C_CARRY,
    C_SEATS,
    C_SESSION,
    DEAL_SHUFFLED,
    K_ACTIONS,
    K_EVENTS,
    K_HAND,
    K_HANDS,
    K_PLAYERS,
    K_POTS,
    K_SEGMENT,
    O_STACKS,
    S_BUTTON,
    S_DEAL_MODE,
    S_DEALT_MASK,
    S_DURATION,
    S_ERROR,
    S_HAND,
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
from railbird.simulate.session import play_session

if TYPE_CHECKING:
    from railbird.simulate.arrays import Ints, Words


@jit
def play_segment(
    cfg: Ints, rk: Ints, obs: Ints, st: Ints, streams: Words, bots: Ints, memories: Ints,
    params: Ints, table: int, first: int, last: int, cursor: Ints, totals: Ints, hands: Ints,
    players: Ints, actions: Ints, pots: Ints, events: Ints,
) -> int:  # fmt: skip
    """Play hands `cursor[K_HAND]` to `last` of one table, or until a buffer is full."""
    seats = cfg[C_SEATS]
    st[S_TABLE] = table
    st[S_SEATED] = seats
    st[S_DURATION] = seconds_of_a_hand(cfg, seats)
    first_button = 0
    if cursor[K_HAND] == first or cfg[C_CARRY] == 0:
        saved = cursor[K_HAND]
        first_button = seat_players(cfg, st, streams, table)
        if saved == first:
            clear_memories(cfg, memories)
            open_house(st)
    while cursor[K_HAND] < last:
        hand = cursor[K_HAND]
        st[S_HAND] = hand
        st[S_STARTED] = hand * st[S_DURATION]
        fresh = hand == first
        if (
            cursor[K_HANDS] >= hands.shape[1]
            or cursor[K_PLAYERS] + seats > players.shape[1]
            or cursor[K_POTS] + seats > pots.shape[1]
            or cursor[K_EVENTS] + 2 * seats > events.shape[1]
        ):
            return BUFFER_FULL
        if fresh and cfg[C_CARRY] == 1:
            st[S_BUTTON] = first_button
        elif cfg[C_CARRY] == 1:
            st[S_BUTTON] = (st[S_BUTTON] + 1) % seats
        else:
            st[S_BUTTON] = (first_button + hand) % seats
        events_before = cursor[K_EVENTS]
        fill_stacks(cfg, obs, st, events, cursor, fresh)
        need = most_rows(cfg, st)
        if cursor[K_ACTIONS] + need > actions.shape[1]:
            cursor[K_EVENTS] = events_before
            if cfg[C_CARRY] == 1 and not fresh:
                st[S_BUTTON] = (st[S_BUTTON] + seats - 1) % seats
            return BUFFER_FULL if cursor[K_ACTIONS] > 0 else BUFFER_TOO_SMALL
        st[S_DEALT_MASK] = (1 << seats) - 1
        assign_blinds(st)
        forced_posts(cfg, st)
        st[S_ROW] = cursor[K_ACTIONS]
        play_hand(cfg, rk, obs, st, streams, bots, memories, params, actions)
        if st[S_ERROR] != 0:
            return STOPPED
        book_hand(cfg, obs, st, cursor, totals, hands, players, pots)
        cursor[K_HAND] += 1
    if cfg[C_CARRY] == 1:
        st[S_HAND] = last
        for s in range(seats):
            log_event(st, events, cursor, s, CASH_OUT, -obs[O_STACKS + s])
    return FINISHED


def play_tables(
    cfg: Ints, rk: Ints, obs: Ints, st: Ints, streams: Words, bots: Ints, memories: Ints,
    params: Ints, pool: Ints, schedule: Ints, levels: Ints, segments: Ints, cursor: Ints,
    totals: Ints, hands: Ints, players: Ints, actions: Ints, pots: Ints, events: Ints,
    results: Ints,
) -> int:  # fmt: skip
    """Play the hands of `segments` (rows of table, first hand, one past the last).

    `pool` is the bot of each player who may come, `schedule` what happens by script (rows of hand,
    seat, command, amount; see `presence.py`): both are read where players come and go. `levels`
    and `results` are those of tournaments (`tournament.py`).

    Comes back when all are played or a buffer is full; call again with the same cursor, its row
    counts set to 0, to go on. Compiled by `kernel.py`.
    """
    st[S_DEAL_MODE] = DEAL_SHUFFLED
    show_table(cfg, rk, obs)
    while cursor[K_SEGMENT] < segments.shape[0]:
        segment = cursor[K_SEGMENT]
        table, first, last = segments[segment, 0], segments[segment, 1], segments[segment, 2]
        if cfg[C_SESSION] == 1:
            status = play_session(
                cfg, rk, obs, st, streams, bots, memories, params, pool, schedule, levels,
                table, first, last, cursor, totals, hands, players, actions, pots, events, results,
            )  # fmt: skip
        else:
            status = play_segment(
                cfg, rk, obs, st, streams, bots, memories, params,
                table, first, last, cursor, totals, hands, players, actions, pots, events,
            )  # fmt: skip
        if status != FINISHED:
            return status
        cursor[K_SEGMENT] = segment + 1
        if segment + 1 < segments.shape[0]:
            cursor[K_HAND] = segments[segment + 1, 1]
    return FINISHED
