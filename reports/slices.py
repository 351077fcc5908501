"""Cut the hands of runs into slices that fit in memory.

A slice is all of one run from one hand id to another, both included. Those of a run leave no id
out, so that a row without its hand lies in one of them, too.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from railbird.reports.connect import Lake

# Players dealt in, of all hands of a slice: about 1 GB of unpacked rows, sorts included.
SLICE = 1 << 20
LAST_HAND_NO = (1 << 32) - 1
_LAST_ID = (1 << 63) - 1

# What is never cut: some hands of a table, or a whole one.
_BLOCKS = """
select run, count(*) as hands, sum(dealt)::bigint as dealt, min(hand_id) as first
from hands
where stacks_mode = 'carry' or not $carried
group by run, table_id, hand_no // $uncut
order by run, first
"""
_SOME_HANDS = 1 << 13
_WHOLE_TABLE = 1 << 32


@dataclass(frozen=True, slots=True)
class Slice:
    """Some hands of a run.

    Attributes:
        run: its name.
        first: the smallest hand id that belongs here.
        last: the largest.
        hands: how many there are.
    """

    run: str
    first: int
    last: int
    hands: int


def hand_slices(lake: Lake, runs: Sequence[str]) -> list[Slice]:
    """Return slices of about SLICE players dealt in, of all hands of some runs."""
    return _slices(lake, runs, _SOME_HANDS, carried=False)


def table_slices(lake: Lake, runs: Sequence[str]) -> list[Slice]:
    """Return slices of whole tables, of some runs' hands with carried stacks."""
    return [
        Slice(part.run, part.first >> 32 << 32, part.last | LAST_HAND_NO, part.hands)
        for part in _slices(lake, runs, _WHOLE_TABLE, carried=True)
    ]


def _slices(lake: Lake, runs: Sequence[str], uncut: int, *, carried: bool) -> list[Slice]:
    """Return slices that are cut at multiples of `uncut` hands of a table only."""
    if not runs:
        return []
    with lake.only(runs):
        blocks = lake.sql(_BLOCKS, {"uncut": uncut, "carried": carried}).rows()
    begun: list[tuple[str, int]] = []  # run and first id of each slice
    hands: list[int] = []
    players = 0
    for run, n, dealt, first in blocks:
        is_new = not begun or begun[-1][0] != run
        if is_new or players + dealt > SLICE:
            begun.append((run, 0 if is_new else first))
            hands.append(0)
            players = 0
        players += dealt
        hands[-1] += n
    following = [*begun, ("", 0)][1:]
    return [
        Slice(run, first, after[1] - 1 if after[0] == run else _LAST_ID, n)
        for (run, first), after, n in zip(begun, following, hands, strict=True)
    ]
