"""The driver of a table where players come and go: what happens between hands, then the hand.

`table.py` is the driver of tables whose players stay. Hand n follows from the seed, the recipe, n,
and the seats, debts and stacks before it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from railbird.simulate.betting import count_bits
from railbird.simulate.blinds import entry_posts, forced_posts
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
from railbird.simulate.button import place_players
from railbird.simulate.calls import play_part
from railbird.simulate.house import open_house
from railbird.simulate.jit import inlined
from railbird.simulate.layout import (
    C_BREAK_BELOW,
    C_OPEN_WITH,
    C_PATIENCE,
    C_SEATS,
    C_SEED,
    C_TOURNAMENT,
    DEAL_SHUFFLED,
    ENDLESS,
    K_ACTIONS,
    K_EVENTS,
    K_HAND,
    K_HANDS,
    K_PLAYERS,
    K_POTS,
    K_RESULTS,
    K_SEGMENT,
    O_STACKS,
    PART_HAND,
    S_ARRIVED,
    S_DEAL_MODE,
    S_DEALT_MASK,
    S_DURATION,
    S_ERROR,
    S_HAND,
    S_LAST_BB,
    S_LAST_SB,
    S_OPEN_SEGMENT,
    S_OWED,
    S_PARTS,
    S_PLAYERS,
    S_READY,
    S_ROW,
    S_SEATED,
    S_STACKS,
    S_STARTED,
    S_STATUS,
    S_TABLE,
    S_WAITED,
    SESSION_STREAM,
)
from railbird.simulate.philox import PURPOSE_SESSION, open_stream
from railbird.simulate.presence import (
    EMPTY,
    arrive,
    draw_changes,
    follow_schedule,
    leave_seat,
    seated,
    settle_up,
)
from railbird.simulate.seating import CASH_OUT, log_event
from railbird.simulate.tournament import crown, rank_the_broke, set_level

if TYPE_CHECKING:
    from railbird.simulate.arrays import Ints, Words

# what `prepare_hand` finds
PLAY, WAIT_FOR_ROOM, TABLE_BREAKS = range(3)
# besides why a driver comes back: the table breaks before the next hand
BROKEN = -1


def most_events(seats: int, scripted: int) -> int:
    """Upper bound on the events between two hands, and of a table's end.

    A seat: money 1, leaving 2, sitting out or coming back 1, missed blinds 2, cashing out at the
    end 2; one arrival 2.
    """
    return 8 * seats + 2 + 3 * scripted


_most_events = inlined(most_events)


@inlined
def open_table(
    cfg: Ints, st: Ints, streams: Words, events: Ints, cursor: Ints, pool: Ints, memories: Ints
) -> None:
    """Seat the players of the first hand at an empty table."""
    for s in range(cfg[C_SEATS]):
        st[S_STATUS + s] = EMPTY
        st[S_OWED + s] = 0
        st[S_STACKS + s] = 0
        st[S_PLAYERS + s] = -1
    open_house(st)
    st[S_ARRIVED] = 0
    st[S_LAST_SB] = -1
    st[S_LAST_BB] = -1
    st[S_STARTED] = 0
    st[S_DURATION] = 0
    for _ in range(cfg[C_OPEN_WITH]):
        arrive(cfg, st, streams, events, cursor, pool, memories)


@inlined
def prepare_hand(
    cfg: Ints, obs: Ints, st: Ints, streams: Words, schedule: Ints, first: int, pool: Ints,
    memories: Ints, events: Ints, results: Ints, cursor: Ints,
) -> int:  # fmt: skip
    """Let happen what happens before a hand, and settle who plays it.

    While fewer than two can play, time passes as over hands heads-up, until somebody comes or the
    table's patience is over. It can be called again after `WAIT_FOR_ROOM`, and goes on.
    """
    stream = streams[SESSION_STREAM]
    fresh = st[S_HAND] == first
    room = events.shape[1] - _most_events(cfg[C_SEATS], schedule.shape[0])
    if st[S_WAITED] < 0:
        if cursor[K_EVENTS] > room:
            return WAIT_FOR_ROOM
        st[S_WAITED] = 0
        open_stream(stream, cfg[C_SEED], st[S_TABLE], st[S_HAND], PURPOSE_SESSION)
        if fresh:
            open_table(cfg, st, streams, events, cursor, pool, memories)
        else:
            st[S_STARTED] += st[S_DURATION]
            if cfg[C_TOURNAMENT] == 1:
                rank_the_broke(cfg, obs, st, results, cursor)
            for s in range(cfg[C_SEATS]):
                st[S_STACKS + s] = obs[O_STACKS + s]
            settle_up(cfg, st, stream, events, cursor)
            draw_changes(cfg, st, streams, st[S_DURATION], events, cursor, pool, memories)
        follow_schedule(cfg, st, schedule, events, cursor, pool, memories)
    scripted = 1 if fresh and schedule.shape[0] > 0 else 0
    while True:
        if seated(cfg, st) < cfg[C_BREAK_BELOW]:
            return TABLE_BREAKS
        if place_players(cfg, st, stream, scripted, events, cursor):
            return PLAY
        pause = seconds_of_a_hand(cfg, 2)
        if st[S_WAITED] + pause > cfg[C_PATIENCE]:
            return TABLE_BREAKS
        if cursor[K_EVENTS] > room:
            return WAIT_FOR_ROOM
        st[S_WAITED] += pause
        st[S_STARTED] += pause
        draw_changes(cfg, st, streams, pause, events, cursor, pool, memories)


@inlined
def settle_posts(cfg: Ints, rk: Ints, obs: Ints, st: Ints, levels: Ints) -> None:
    """Note the posts and the clock of a hand whose players are settled."""
    if cfg[C_TOURNAMENT] == 1:
        set_level(cfg, rk, obs, st, levels)
    forced_posts(cfg, st)
    entry_posts(cfg, st)
    st[S_SEATED] = seated(cfg, st)
    st[S_DURATION] = seconds_of_a_hand(cfg, count_bits(st[S_DEALT_MASK]))
    st[S_READY] = 1


@inlined
def close_table(
    cfg: Ints, obs: Ints, st: Ints, last: int, events: Ints, results: Ints, cursor: Ints
) -> None:
    """Cash everybody out; at a table that breaks they leave, after the last hand they stay.

    Who is left at the table of a tournament has won it.
    """
    ends = cursor[K_HAND] == last
    st[S_HAND] = cursor[K_HAND]
    for s in range(cfg[C_SEATS]):
        if st[S_STATUS + s] == EMPTY:
            continue
        if cfg[C_TOURNAMENT] == 1:
            crown(cfg, st, results, cursor, s)
        if ends:
            log_event(st, events, cursor, s, CASH_OUT, -obs[O_STACKS + s])
        else:
            leave_seat(st, events, cursor, s)


@inlined
def next_hand(
    cfg: Ints, rk: Ints, obs: Ints, st: Ints, streams: Words, pool: Ints, schedule: Ints,
    levels: Ints, memories: Ints, first: int, cursor: Ints, hands: Ints, players: Ints,
    actions: Ints, pots: Ints, events: Ints, results: Ints,
) -> int:  # fmt: skip
    """Settle who plays the next hand and what is posted; `FINISHED` when it can be played.

    What is settled stays in `st` when a buffer is full before the hand is played.
    """
    seats = cfg[C_SEATS]
    st[S_HAND] = cursor[K_HAND]
    if (
        cursor[K_HANDS] >= hands.shape[1]
        or cursor[K_PLAYERS] + seats > players.shape[1]
        or cursor[K_POTS] + seats > pots.shape[1]
        or (cfg[C_TOURNAMENT] == 1 and cursor[K_RESULTS] + seats > results.shape[1])
    ):
        return BUFFER_FULL
    if st[S_READY] == 0:
        found = prepare_hand(
            cfg, obs, st, streams, schedule, first, pool, memories, events, results, cursor
        )
        if found == WAIT_FOR_ROOM:
            return BUFFER_FULL
        st[S_WAITED] = -1
        if found == TABLE_BREAKS:
            return BROKEN
        settle_posts(cfg, rk, obs, st, levels)
    if cursor[K_ACTIONS] + most_rows(cfg, st) > actions.shape[1]:
        return BUFFER_FULL if cursor[K_ACTIONS] > 0 else BUFFER_TOO_SMALL
    st[S_ROW] = cursor[K_ACTIONS]
    return FINISHED


def play_sessions(
    cfg: Ints, rk: Ints, obs: Ints, st: Ints, streams: Words, bots: Ints, memories: Ints,
    params: Ints, pool: Ints, schedule: Ints, levels: Ints, segments: Ints, cursor: Ints,
    totals: Ints, hands: Ints, players: Ints, actions: Ints, pots: Ints, events: Ints,
    results: Ints,
) -> int:  # fmt: skip
    """Play the hands of `segments`, as `table.play_tables` does, until the table breaks.

    `pool` is the bot of each player who may come, `schedule` what happens by script (rows of hand,
    seat, command, amount; see `presence.py`), `levels` and `results` are those of tournaments
    (`tournament.py`). Compiled by `kernel.py`.
    """
    st[S_DEAL_MODE] = DEAL_SHUFFLED
    show_table(cfg, rk, obs)
    while cursor[K_SEGMENT] < segments.shape[0]:
        segment = cursor[K_SEGMENT]
        first, last = segments[segment, 1], segments[segment, 2]
        if st[S_OPEN_SEGMENT] != segment + 1:
            st[S_OPEN_SEGMENT] = segment + 1
            st[S_TABLE] = segments[segment, 0]
            cursor[K_HAND] = first
        status = FINISHED
        if cursor[K_HAND] < last:
            status = next_hand(
                cfg, rk, obs, st, streams, pool, schedule, levels, memories, first, cursor,
                hands, players, actions, pots, events, results,
            )  # fmt: skip
        elif cfg[C_TOURNAMENT] == 1:
            st[S_ERROR] = ENDLESS
            return STOPPED
        if status == BROKEN or cursor[K_HAND] == last:
            close_table(cfg, obs, st, last, events, results, cursor)
            cursor[K_SEGMENT] = segment + 1
            continue
        if status != FINISHED:
            return status
        play_part(
            st[S_PARTS + PART_HAND], cfg, rk, obs, st, streams, bots, memories, params, actions
        )
        if st[S_ERROR] != 0:
            return STOPPED
        book_hand(cfg, obs, st, cursor, totals, hands, players, pots)
        cursor[K_HAND] += 1
        st[S_READY] = 0
    return FINISHED
