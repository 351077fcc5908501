"""What players may do at showdown where the room says so: throw a hand away, ask to see one.

Rules: docs/rules.md, pots and showdown. Whatever they do, the best hand wins. Only rooms that have
one of the two come here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from railbird.lake.bits import WHAT_ACTION_MASK, WHAT_SEAT_MASK, WHAT_SEAT_SHIFT
from railbird.simulate.codes import MUCK, SHOW
from railbird.simulate.jit import jit
from railbird.simulate.layout import (
    C_ALL_SHOW,
    C_ASK_TO_SEE,
    C_SEED,
    C_THROW_AWAY,
    O_ALL_IN_MASK,
    O_LIVE_MASK,
    O_STREET,
    S_DECISION_STREET,
    S_HAND,
    S_LAST_AGGRESSOR,
    S_LAST_BET_STREET,
    S_MUCKED,
    S_ROW,
    S_SHOWN,
    S_TABLE,
)
from railbird.simulate.philox import PURPOSE_SHOWDOWN, below, open_stream
from railbird.simulate.record import log_row, shown_code
from railbird.simulate.settle import may_win, show_down

if TYPE_CHECKING:
    from railbird.simulate.arrays import Ints, Words


def show_at_will(
    cfg: Ints, rk: Ints, obs: Ints, st: Ints, streams: Words, bots: Ints, memories: Ints,  # noqa: ARG001
    params: Ints, out: Ints,  # noqa: ARG001
) -> None:  # fmt: skip
    """Show down; a beaten bettor throws his hand away, mucked hands may be asked for. A part."""
    thrower = beaten_bettor(cfg, obs, st) if cfg[C_THROW_AWAY] == 1 else -1
    first = st[S_ROW]
    if thrower >= 0:
        st[S_MUCKED] |= 1 << thrower  # nobody waits for him
    show_down(cfg, obs, st, out)
    if thrower >= 0:
        log_row(obs, st, out, thrower, MUCK, 0, 0, 0, -1)
    if cfg[C_ASK_TO_SEE] > 0:
        open_stream(streams[0], cfg[C_SEED], st[S_TABLE], st[S_HAND], PURPOSE_SHOWDOWN)
        ask_to_see(cfg, obs, st, streams[0], out, first)


@jit
def beaten_bettor(cfg: Ints, obs: Ints, st: Ints) -> int:
    """The last to bet or raise on the last round, if he may muck once the others have shown.

    -1 where there was no bet, where he is all-in, or where all hands are tabled.
    """
    tabled = st[S_DECISION_STREET] < obs[O_STREET] or cfg[C_ALL_SHOW] == 1
    if tabled or st[S_LAST_BET_STREET] != st[S_DECISION_STREET]:
        return -1
    seat = st[S_LAST_AGGRESSOR]
    if (obs[O_LIVE_MASK] & ~obs[O_ALL_IN_MASK]) >> seat & 1 == 0:
        return -1
    st[S_SHOWN] = obs[O_LIVE_MASK] & ~(1 << seat)
    beaten = not may_win(cfg, st, seat)
    st[S_SHOWN] = 0
    return seat if beaten else -1


@jit
def ask_to_see(cfg: Ints, obs: Ints, st: Ints, stream: Words, out: Ints, first: int) -> None:
    """Turn mucked hands, logged from row `first` on, into shown ones, so many in a hundred.

    A record's unknown cards cannot be shown.
    """
    for row in range(first, st[S_ROW]):
        what = out[2, row]
        if what & WHAT_ACTION_MASK != MUCK or below(stream, 100) >= cfg[C_ASK_TO_SEE]:
            continue
        seat = what >> WHAT_SEAT_SHIFT & WHAT_SEAT_MASK
        cards = shown_code(obs, st, seat)
        if cards >= 0:
            out[2, row] = what - MUCK + SHOW
            out[5, row] = cards
            st[S_MUCKED] &= ~(1 << seat)
            st[S_SHOWN] |= 1 << seat
