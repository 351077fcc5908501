"""Who sits at a table, and the chips in front of him, from hand to hand.

What brings chips to the table or takes them away is a row of `events`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from railbird.simulate.jit import inlined
from railbird.simulate.layout import (
    C_CARRY,
    C_SEATS,
    C_SEED,
    C_STACK,
    C_TOP_UP,
    K_EVENTS,
    O_STACKS,
    S_BOT,
    S_HAND,
    S_MEMORY,
    S_PLAYERS,
    S_STACKS,
    S_TABLE,
    SESSION_STREAM,
)
from railbird.simulate.philox import PURPOSE_SESSION, below, open_stream

if TYPE_CHECKING:
    from railbird.simulate.arrays import Ints, Words

# What happens to a player's money between hands, by code; the index is what the kernel writes.
EVENTS = ("sit", "buy_in", "top_up", "rebuy", "cash_out", "sit_out", "return",
          "missed_big", "missed_small", "leave")  # fmt: skip
(SIT, BUY_IN, TOP_UP, REBUY, CASH_OUT, SIT_OUT, COME_BACK, MISSED_BIG, MISSED_SMALL,
 LEAVE) = range(len(EVENTS))  # fmt: skip


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
def clear_memories(cfg: Ints, memories: Ints) -> None:
    """Forget what the bots of the last table remembered."""
    for s in range(cfg[C_SEATS]):
        for i in range(memories.shape[1]):
            memories[s, i] = 0
