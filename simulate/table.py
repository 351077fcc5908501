"""A table over time: seats, button, blinds, stacks; plays ranges of hands for the bots.

Hand n of a table is a pure function of the seed, the recipe and the stacks and seats at its
start, so where stacks are reset any range of hands can be played alone.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from railbird.simulate.betting import bet_unit
from railbird.simulate.blinds import assign_blinds
from railbird.simulate.hand import play_hand, show_table
from railbird.simulate.house import open_house
from railbird.simulate.jit import inlined, jit
from railbird.simulate.layout import (
    C_CARRY,
    C_HANDS_PER_HOUR,
    C_SEATS,
    DEAL_SHUFFLED,
    K_ACTIONS,
    K_EVENTS,
    K_HAND,
    K_HANDS,
    K_PLAYERS,
    K_POTS,
    K_SEGMENT,
    MAX_POSTS,
    MOST_RAISES,
    O_INVESTED,
    O_STACKS,
    S_ADDED,
    S_BUTTON,
    S_COLLECTED,
    S_DEAL_MODE,
    S_DEALT_MASK,
    S_DURATION,
    S_ERROR,
    S_FEES,
    S_HAND,
    S_ILLEGAL,
    S_JACKPOT,
    S_RAKE,
    S_ROW,
    S_SEATED,
    S_STACKS,
    S_STARTED,
    S_TABLE,
)
from railbird.simulate.record import write_hand, write_players, write_pots
from railbird.simulate.seating import (
    CASH_OUT,
    clear_memories,
    fill_stacks,
    log_event,
    seat_players,
)

if TYPE_CHECKING:
    from railbird.simulate.arrays import Ints, Words

# why `play_tables` came back
FINISHED, BUFFER_FULL, BUFFER_TOO_SMALL, STOPPED = range(4)

# totals of a segment
T_HANDS, T_IN, T_OUT, T_RAKE, T_JACKPOT, T_FEES, T_ILLEGAL = range(7)
TOTALS = 7


@inlined
def seconds_of_a_hand(cfg: Ints, dealt: int) -> int:
    """How long a hand takes with so many players, to the nearest second."""
    pace = cfg[C_HANDS_PER_HOUR + dealt]
    return (3600 + pace // 2) // pace


@inlined
def most_rows(cfg: Ints, st: Ints) -> int:
    """Upper bound on the action rows of the next hand.

    Each full raise adds a bet unit to what the second largest stack can match, and is answered by
    everybody; besides, each player can go all-in once and check once a street.
    """
    n = cfg[C_SEATS]
    first = 0
    second = 0
    for s in range(n):
        stack = st[S_STACKS + s]
        if stack > first:
            second = first
            first = stack
        elif stack > second:
            second = stack
    raises = min(second // bet_unit(cfg, 0), 4 * MOST_RAISES)
    return n * (raises + n + 14) + MAX_POSTS


@inlined
def book_hand(
    cfg: Ints,
    obs: Ints,
    st: Ints,
    cursor: Ints,
    totals: Ints,
    hands: Ints,
    players: Ints,
    pots: Ints,
) -> None:
    """Write the rows of a finished hand and add it to its table's totals."""
    write_hand(obs, st, hands, cursor[K_HANDS])
    cursor[K_HANDS] += 1
    cursor[K_PLAYERS] = write_players(cfg, obs, st, players, cursor[K_PLAYERS])
    cursor[K_POTS] = write_pots(st, pots, cursor[K_POTS])
    cursor[K_ACTIONS] = st[S_ROW]
    segment = cursor[K_SEGMENT]
    totals[segment, T_HANDS] += 1
    totals[segment, T_IN] += st[S_ADDED]
    totals[segment, T_RAKE] += st[S_RAKE]
    totals[segment, T_JACKPOT] += st[S_JACKPOT]
    totals[segment, T_ILLEGAL] += st[S_ILLEGAL]
    for s in range(cfg[C_SEATS]):
        totals[segment, T_IN] += obs[O_INVESTED + s]
        totals[segment, T_OUT] += st[S_COLLECTED + s]
        totals[segment, T_FEES] += st[S_FEES + s]


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
        assign_blinds(cfg, st)
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
    params: Ints, segments: Ints, cursor: Ints, totals: Ints, hands: Ints, players: Ints,
    actions: Ints, pots: Ints, events: Ints,
) -> int:  # fmt: skip
    """Play the hands of `segments` (rows of table, first hand, one past the last).

    Comes back when all are played or a buffer is full; call again with the same cursor, its row
    counts set to 0, to go on. Compiled by `kernel.py`.
    """
    st[S_DEAL_MODE] = DEAL_SHUFFLED
    show_table(cfg, rk, obs)
    while cursor[K_SEGMENT] < segments.shape[0]:
        segment = cursor[K_SEGMENT]
        status = play_segment(
            cfg, rk, obs, st, streams, bots, memories, params,
            segments[segment, 0], segments[segment, 1], segments[segment, 2],
            cursor, totals, hands, players, actions, pots, events,
        )  # fmt: skip
        if status != FINISHED:
            return status
        cursor[K_SEGMENT] = segment + 1
        if segment + 1 < segments.shape[0]:
            cursor[K_HAND] = segments[segment + 1, 1]
    return FINISHED
