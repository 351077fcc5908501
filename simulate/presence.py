"""Who is at a table: players arrive, sit out, come back, buy in again and leave.

Everything is drawn from the table's keyed streams, so that what happens before hand n depends on
the seed, the table, n, and who sits there with how much. Where the button and the blinds go is
`button.py`'s; this module only knows what a player owes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from railbird.simulate.jit import inlined
from railbird.simulate.layout import (
    ARRIVAL_STREAM,
    C_ARRIVAL,
    C_BIG_BLIND,
    C_DEPARTURE,
    C_ENTRY_RULE,
    C_HIGH_BUY_IN,
    C_LOW_BUY_IN,
    C_POOL,
    C_POST,
    C_REBUY,
    C_RETURN,
    C_SEATS,
    C_SEED,
    C_SIT_OUT,
    C_STOP_LOSS,
    C_STOP_WIN,
    C_TOP_UP,
    S_ARRIVED,
    S_BOT,
    S_BROUGHT,
    S_BUTTON,
    S_BUY_IN,
    S_HAND,
    S_MEMORY,
    S_OWED,
    S_PLAYERS,
    S_STACKS,
    S_STATUS,
    S_TABLE,
    SESSION_STREAM,
)
from railbird.simulate.philox import PURPOSE_ARRIVAL, below, next_u32, open_stream
from railbird.simulate.seating import (
    BUY_IN,
    CASH_OUT,
    COME_BACK,
    LEAVE,
    REBUY,
    SIT,
    SIT_OUT,
    TOP_UP,
    log_event,
)

if TYPE_CHECKING:
    from railbird.simulate.arrays import Ints, Words

# status of a seat: nobody, dealt in, sitting out, in when the big blind comes, in as soon as he may
EMPTY, IN, OUT, WAITING, POSTING = range(5)
# what is owed: the blinds that were missed; who is new owes the price of getting in
OWES_BIG, OWES_SMALL, IS_NEW = 1, 2, 4
# `C_ENTRY_RULE`: who may buy his way in, and who has to wait
POST_OR_WAIT, THREE_STEPS = 1, 2

# columns of a schedule, and its commands: what happens at a table by script (tests do this)
D_HAND, D_SEAT, D_COMMAND, D_AMOUNT = range(4)
(DO_BUTTON, DO_SIT_POSTING, DO_SIT_WAITING, DO_SIT_OUT, DO_RETURN_POSTING, DO_RETURN_WAITING,
 DO_LEAVE) = range(7)  # fmt: skip


@inlined
def seats_with(cfg: Ints, st: Ints, first: int, last: int) -> int:
    """Mask of the seats whose status is in first .. last."""
    mask = 0
    for s in range(cfg[C_SEATS]):
        if first <= st[S_STATUS + s] <= last:
            mask |= 1 << s
    return mask


@inlined
def seated(cfg: Ints, st: Ints) -> int:
    """How many seats are taken."""
    count = 0
    for s in range(cfg[C_SEATS]):
        count += 1 if st[S_STATUS + s] != EMPTY else 0
    return count


@inlined
def chance(cfg: Ints, rate: int, seconds: int) -> int:
    """Chance in 2^-32 of a rate (per hand, per hour) over a hand that took so many seconds."""
    return min(cfg[rate] + cfg[rate + 1] * seconds // 3600, 1 << 32)


@inlined
def happens(stream: Words, share: int) -> bool:
    """Draw whether something of this chance (in 2^-32) happens."""
    return bool(np.int64(next_u32(stream)) < share)


@inlined
def take_seat(
    st: Ints, events: Ints, cursor: Ints, pool: Ints, memories: Ints,
    seat: int, player: int, buy_in: int, status: int,
) -> None:  # fmt: skip
    """Seat a player with his buy-in; what the bot before him remembered there is forgotten."""
    st[S_PLAYERS + seat] = player
    st[S_BOT + seat] = pool[player]
    st[S_MEMORY + seat] = seat
    for i in range(memories.shape[1]):
        memories[seat, i] = 0
    st[S_STATUS + seat] = status
    st[S_OWED + seat] = IS_NEW
    st[S_BUY_IN + seat] = buy_in
    st[S_BROUGHT + seat] = buy_in
    st[S_STACKS + seat] = buy_in
    log_event(st, events, cursor, seat, SIT, 0)
    log_event(st, events, cursor, seat, BUY_IN, buy_in)


@inlined
def leave_seat(st: Ints, events: Ints, cursor: Ints, seat: int) -> None:
    """Cash a player out; the seat is free."""
    log_event(st, events, cursor, seat, CASH_OUT, -st[S_STACKS + seat])
    log_event(st, events, cursor, seat, LEAVE, 0)
    st[S_STATUS + seat] = EMPTY
    st[S_OWED + seat] = 0
    st[S_STACKS + seat] = 0
    st[S_PLAYERS + seat] = -1


@inlined
def sit_out(st: Ints, events: Ints, cursor: Ints, seat: int) -> None:
    """A player stays away from the next hands and keeps his seat."""
    st[S_STATUS + seat] = OUT
    log_event(st, events, cursor, seat, SIT_OUT, 0)


@inlined
def come_back(st: Ints, events: Ints, cursor: Ints, seat: int, status: int) -> None:
    """A player is ready again: at once if he owes nothing, else by `status`."""
    st[S_STATUS + seat] = IN if st[S_OWED + seat] == 0 else status
    log_event(st, events, cursor, seat, COME_BACK, 0)


@inlined
def may_post(cfg: Ints, new: int) -> bool:
    """Whether a player may post to get in, or has to wait for the big blind.

    In three steps (big blind, small blind, button) only who was in before may post what he missed.
    """
    rule = cfg[C_ENTRY_RULE]
    return bool(rule == POST_OR_WAIT or (rule == THREE_STEPS and new == 0))


@inlined
def way_in(cfg: Ints, stream: Words, new: int) -> int:
    """Draw whether a player posts to get in or waits for the big blind, where he may choose."""
    return POSTING if may_post(cfg, new) and happens(stream, cfg[C_POST]) else WAITING


@inlined
def sits_here(cfg: Ints, st: Ints, player: int) -> bool:
    """Whether a player has a seat at the table."""
    for s in range(cfg[C_SEATS]):
        if st[S_STATUS + s] != EMPTY and st[S_PLAYERS + s] == player:
            return True
    return False


@inlined
def free_seat(cfg: Ints, st: Ints, number: int) -> int:
    """The free seat of this number, from 0 clockwise."""
    seat = 0
    for s in range(cfg[C_SEATS]):
        if st[S_STATUS + s] == EMPTY:
            if number == 0:
                seat = s
            number -= 1
    return seat


@inlined
def arrive(
    cfg: Ints, st: Ints, streams: Words, events: Ints, cursor: Ints, pool: Ints, memories: Ints
) -> None:
    """Seat the next player who comes to this table.

    Who is the n-th to come, what he brings and how he gets in is a function of the seed, the table
    and n; whoever sits here already is passed over.
    """
    stream = streams[ARRIVAL_STREAM]
    open_stream(stream, cfg[C_SEED], st[S_TABLE], st[S_ARRIVED], PURPOSE_ARRIVAL)
    st[S_ARRIVED] += 1
    status = way_in(cfg, stream, 1)
    steps = (cfg[C_HIGH_BUY_IN] - cfg[C_LOW_BUY_IN]) // cfg[C_BIG_BLIND]
    buy_in = cfg[C_LOW_BUY_IN] + below(stream, steps + 1) * cfg[C_BIG_BLIND]
    seat = free_seat(cfg, st, int(below(stream, cfg[C_SEATS] - seated(cfg, st))))
    player = int(below(stream, cfg[C_POOL]))
    while sits_here(cfg, st, player):
        player = int(below(stream, cfg[C_POOL]))
    take_seat(st, events, cursor, pool, memories, seat, player, buy_in, status)


@inlined
def settle_up(cfg: Ints, st: Ints, stream: Words, events: Ints, cursor: Ints) -> None:
    """Who is broke buys in again or leaves; short stacks are filled up, if the run does that."""
    for s in range(cfg[C_SEATS]):
        if st[S_STATUS + s] == EMPTY:
            continue
        stack = st[S_STACKS + s]
        more = st[S_BUY_IN + s] - stack
        if stack == 0:
            if happens(stream, cfg[C_REBUY]):
                log_event(st, events, cursor, s, REBUY, more)
            else:
                leave_seat(st, events, cursor, s)
                continue
        elif stack < cfg[C_TOP_UP] and more > 0:
            log_event(st, events, cursor, s, TOP_UP, more)
        else:
            continue
        st[S_STACKS + s] += more
        st[S_BROUGHT + s] += more


@inlined
def has_enough(cfg: Ints, st: Ints, seat: int) -> bool:
    """Whether a player has won or lost as much as he means to."""
    won = st[S_STACKS + seat] - st[S_BROUGHT + seat]
    return (0 < cfg[C_STOP_WIN] <= won) or (0 < cfg[C_STOP_LOSS] <= -won)


@inlined
def draw_changes(
    cfg: Ints, st: Ints, streams: Words, seconds: int, events: Ints, cursor: Ints, pool: Ints,
    memories: Ints,
) -> None:  # fmt: skip
    """Let players leave, sit out, come back and arrive, after a hand that took so many seconds."""
    stream = streams[SESSION_STREAM]
    leaves = chance(cfg, C_DEPARTURE, seconds)
    sits_out = leaves + chance(cfg, C_SIT_OUT, seconds)
    returns = leaves + chance(cfg, C_RETURN, seconds)
    taken = 0
    for s in range(cfg[C_SEATS]):
        status = st[S_STATUS + s]
        if status == EMPTY:
            continue
        draw = np.int64(next_u32(stream))
        if draw < leaves or has_enough(cfg, st, s):
            leave_seat(st, events, cursor, s)
            continue
        taken += 1
        if status == OUT:
            if draw < returns:
                come_back(st, events, cursor, s, way_in(cfg, stream, st[S_OWED + s] // IS_NEW))
        elif draw < sits_out:
            sit_out(st, events, cursor, s)
    if taken < min(cfg[C_SEATS], cfg[C_POOL]) and happens(stream, chance(cfg, C_ARRIVAL, seconds)):
        arrive(cfg, st, streams, events, cursor, pool, memories)


@inlined
def next_stranger(cfg: Ints, st: Ints) -> int:
    """The first player of the pool who does not sit at the table."""
    player = 0
    while sits_here(cfg, st, player):
        player += 1
    return player


@inlined
def follow_schedule(
    cfg: Ints, st: Ints, schedule: Ints, events: Ints, cursor: Ints, pool: Ints, memories: Ints
) -> None:
    """Do what a schedule says for the next hand: rows of hand, seat, command, amount."""
    for i in range(schedule.shape[0]):
        if schedule[i, D_HAND] != st[S_HAND]:
            continue
        seat = schedule[i, D_SEAT]
        command = schedule[i, D_COMMAND]
        if command == DO_BUTTON:
            st[S_BUTTON] = seat
        elif command in (DO_SIT_POSTING, DO_SIT_WAITING):
            status = POSTING if command == DO_SIT_POSTING and may_post(cfg, 1) else WAITING
            player = next_stranger(cfg, st)
            amount = schedule[i, D_AMOUNT]
            take_seat(st, events, cursor, pool, memories, seat, player, amount, status)
        elif command == DO_SIT_OUT:
            sit_out(st, events, cursor, seat)
        elif command == DO_LEAVE:
            leave_seat(st, events, cursor, seat)
        else:
            posts = command == DO_RETURN_POSTING and may_post(cfg, st[S_OWED + seat] // IS_NEW)
            status = POSTING if posts else WAITING
            come_back(st, events, cursor, seat, status)
