"""A table over time: seats, button, blinds, stacks; plays ranges of hands for the bots.

Hand n of a table is a pure function of the seed, the recipe and the stacks and seats at its
start, so where stacks are reset any range of hands can be played alone.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from railbird.simulate.betting import bet_unit, next_seat
from railbird.simulate.codes import ANTE, BB, SB, STRADDLE
from railbird.simulate.hand import play_hand, show_table
from railbird.simulate.jit import inlined, jit
from railbird.simulate.layout import (
    C_ANTE,
    C_ANTE_KIND,
    C_BIG_BLIND,
    C_BIG_BLIND_ANTE_FIRST,
    C_CARRY,
    C_SEATS,
    C_SEED,
    C_SMALL_BLIND,
    C_STACK,
    C_STRADDLES,
    C_TOP_UP,
    DEAL_SHUFFLED,
    MAX_POSTS,
    MOST_RAISES,
    O_INVESTED,
    O_STACKS,
    S_BB_SEAT,
    S_BOT,
    S_BRING_IN,
    S_BUTTON,
    S_COLLECTED,
    S_DEAL_MODE,
    S_DEALT_MASK,
    S_ERROR,
    S_HAND,
    S_ILLEGAL,
    S_LAST_BLIND,
    S_MEMORY,
    S_N_POSTS,
    S_PLAYERS,
    S_POSTS,
    S_RAKE,
    S_ROW,
    S_SB_SEAT,
    S_STACKS,
    S_STRADDLED,
    S_TABLE,
)
from railbird.simulate.philox import PURPOSE_SESSION, below, open_stream
from railbird.simulate.record import write_hand, write_players, write_pots

if TYPE_CHECKING:
    from railbird.simulate.arrays import Ints, Words

# What happens to a player's money between hands, by code; the index is what the kernel writes.
EVENTS = ("sit", "buy_in", "top_up", "rebuy", "cash_out", "sit_out", "return",
          "missed_big", "missed_small", "leave")  # fmt: skip
BUY_IN, TOP_UP, REBUY, CASH_OUT = 1, 2, 3, 4

# cursor: where the kernel is, and how many rows it has written
K_SEGMENT, K_HAND, K_HANDS, K_PLAYERS, K_ACTIONS, K_POTS, K_EVENTS = range(7)
CURSOR_SIZE = 7
# why `play_tables` came back
FINISHED, BUFFER_FULL, BUFFER_TOO_SMALL, STOPPED = range(4)


SESSION_STREAM = 11
STREAMS = 12
# totals of a segment
T_HANDS, T_IN, T_OUT, T_RAKE, T_ILLEGAL = range(5)
TOTALS = 5


@inlined
def seat_players(cfg: Ints, st: Ints, streams: Words, table: int) -> int:
    """Draw who sits where, and the first button, from the table's session stream."""
    n = cfg[C_SEATS]
    stream = streams[SESSION_STREAM]
    open_stream(stream, cfg[C_SEED], table, 0, PURPOSE_SESSION)
    for s in range(n):
        st[S_PLAYERS + s] = s
    for s in range(n - 1):
        other = s + below(stream, n - s)
        st[S_PLAYERS + s], st[S_PLAYERS + other] = st[S_PLAYERS + other], st[S_PLAYERS + s]
    for s in range(n):
        st[S_BOT + s] = st[S_PLAYERS + s]
        st[S_MEMORY + s] = s
        st[S_STACKS + s] = cfg[C_STACK]
    return int(below(stream, n))


@inlined
def log_event(st: Ints, events: Ints, cursor: Ints, seat: int, kind: int, amount: int) -> None:
    """Append one row of `events`."""
    row = cursor[K_EVENTS]
    events[0, row] = st[S_TABLE]
    events[1, row] = st[S_HAND]
    events[2, row] = seat
    events[3, row] = st[S_PLAYERS + seat]
    events[4, row] = kind
    events[5, row] = amount
    cursor[K_EVENTS] = row + 1


@inlined
def fill_stacks(cfg: Ints, obs: Ints, st: Ints, events: Ints, cursor: Ints, fresh: int) -> None:
    """Bring the stacks to where the next hand starts; money that comes to the table is logged."""
    for s in range(cfg[C_SEATS]):
        target = cfg[C_STACK]
        if cfg[C_CARRY] == 0:
            st[S_STACKS + s] = target
            continue
        if fresh:
            st[S_STACKS + s] = target
            log_event(st, events, cursor, s, BUY_IN, target)
            continue
        stack = obs[O_STACKS + s]
        if stack == 0:
            log_event(st, events, cursor, s, REBUY, target)
            stack = target
        elif stack < cfg[C_TOP_UP] and stack < target:
            log_event(st, events, cursor, s, TOP_UP, target - stack)
            stack = target
        st[S_STACKS + s] = stack


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
def clear_memories(cfg: Ints, memories: Ints) -> None:
    """Forget what the bots of the last table remembered."""
    for s in range(cfg[C_SEATS]):
        for i in range(memories.shape[1]):
            memories[s, i] = 0


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
    totals[segment, T_RAKE] += st[S_RAKE]
    totals[segment, T_ILLEGAL] += st[S_ILLEGAL]
    for s in range(cfg[C_SEATS]):
        totals[segment, T_IN] += obs[O_INVESTED + s]
        totals[segment, T_OUT] += st[S_COLLECTED + s]


@jit
def play_segment(
    cfg: Ints, rk: Ints, obs: Ints, st: Ints, streams: Words, bots: Ints, memories: Ints,
    params: Ints, table: int, first: int, last: int, cursor: Ints, totals: Ints, hands: Ints,
    players: Ints, actions: Ints, pots: Ints, events: Ints,
) -> int:  # fmt: skip
    """Play hands `cursor[K_HAND]` to `last` of one table, or until a buffer is full."""
    seats = cfg[C_SEATS]
    st[S_TABLE] = table
    first_button = 0
    if cursor[K_HAND] == first or cfg[C_CARRY] == 0:
        saved = cursor[K_HAND]
        first_button = seat_players(cfg, st, streams, table)
        if saved == first:
            clear_memories(cfg, memories)
    while cursor[K_HAND] < last:
        hand = cursor[K_HAND]
        st[S_HAND] = hand
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
