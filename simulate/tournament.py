"""A sit-and-go as the table's driver plays it: levels, who is out, who gets which prize.

A tournament is a session in which nobody comes, goes or buys in again (`session.py`); this module
is what it has besides. Sources: docs/tournaments.md.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from railbird.simulate.betting import next_seat
from railbird.simulate.booking import show_table
from railbird.simulate.jit import inlined
from railbird.simulate.layout import (
    C_ANTE,
    C_BIG_BET,
    C_BIG_BLIND,
    C_LEVEL_HANDS,
    C_LEVEL_SECONDS,
    C_PRIZES,
    C_SEATS,
    C_SMALL_BET,
    C_SMALL_BLIND,
    K_RESULTS,
    O_LEVEL,
    O_STACKS,
    S_BUTTON,
    S_DEALT_MASK,
    S_HAND,
    S_LEVEL,
    S_PLAYERS,
    S_STACKS,
    S_STARTED,
    S_TABLE,
)

if TYPE_CHECKING:
    from railbird.simulate.arrays import Ints

# columns of the levels
L_SMALL_BLIND, L_BIG_BLIND, L_ANTE, L_SMALL_BET, L_BIG_BET = range(5)


@inlined
def set_level(cfg: Ints, rk: Ints, obs: Ints, st: Ints, levels: Ints) -> None:
    """Play the next hand at the level that its number, or its time, has reached."""
    if cfg[C_LEVEL_HANDS] > 0:
        level = st[S_HAND] // cfg[C_LEVEL_HANDS]
    else:
        level = st[S_STARTED] // cfg[C_LEVEL_SECONDS]
    level = min(level, levels.shape[0] - 1)
    st[S_LEVEL] = level + 1
    cfg[C_SMALL_BLIND] = levels[level, L_SMALL_BLIND]
    cfg[C_BIG_BLIND] = levels[level, L_BIG_BLIND]
    cfg[C_ANTE] = levels[level, L_ANTE]
    cfg[C_SMALL_BET] = levels[level, L_SMALL_BET]
    cfg[C_BIG_BET] = levels[level, L_BIG_BET]
    show_table(cfg, rk, obs)
    obs[O_LEVEL] = level + 1


@inlined
def write_result(st: Ints, results: Ints, cursor: Ints, seat: int, place: int, prize: int) -> None:
    """Append one row of `tournaments`."""
    row = cursor[K_RESULTS]
    results[0, row] = st[S_TABLE]
    results[1, row] = st[S_PLAYERS + seat]
    results[2, row] = place
    results[3, row] = prize
    cursor[K_RESULTS] = row + 1


@inlined
def same_rank(cfg: Ints, st: Ints, broke: int, seat: int) -> int:
    """Mask of those who went broke from the same stack as `seat` did."""
    mask = 0
    for s in range(cfg[C_SEATS]):
        if broke >> s & 1 and st[S_STACKS + s] == st[S_STACKS + seat]:
            mask |= 1 << s
    return mask


@inlined
def share_places(cfg: Ints, st: Ints, results: Ints, cursor: Ints, equals: int, best: int) -> None:
    """Give players of one rank the prizes of their places, in equal parts; `best` is the first.

    All have the first of the places. Odd units go to the first left of the button.
    """
    n = 0
    money = 0
    for s in range(cfg[C_SEATS]):
        if equals >> s & 1:
            money += cfg[C_PRIZES + best - 1 + n]
            n += 1
    seat = st[S_BUTTON]
    for i in range(n):
        seat = next_seat(equals, seat)
        prize = money // n + (1 if i < money % n else 0)
        write_result(st, results, cursor, seat, best, prize)


@inlined
def rank_the_broke(cfg: Ints, obs: Ints, st: Ints, results: Ints, cursor: Ints) -> None:
    """Place those whom the last hand broke: by their stacks at its start, behind all others.

    `S_STACKS` are those at the start of the hand, the observation has those after it.
    """
    broke = 0
    left = 0
    for s in range(cfg[C_SEATS]):
        if st[S_DEALT_MASK] >> s & 1:
            if obs[O_STACKS + s] == 0:
                broke |= 1 << s
            else:
                left += 1
    while broke != 0:
        largest = next_seat(broke, st[S_BUTTON])
        for s in range(cfg[C_SEATS]):
            if broke >> s & 1 and st[S_STACKS + s] > st[S_STACKS + largest]:
                largest = s
        equals = same_rank(cfg, st, broke, largest)
        share_places(cfg, st, results, cursor, equals, left + 1)
        broke &= ~equals
        while equals != 0:
            equals &= equals - 1
            left += 1


@inlined
def crown(cfg: Ints, st: Ints, results: Ints, cursor: Ints, last: int) -> None:
    """Give the last player the first place."""
    write_result(st, results, cursor, last, 1, cfg[C_PRIZES])
