"""Run the checks of `sql/checks`: each is a query that must return no row.

Checks that read `actions` sort every action of every hand, so they get the hands in slices, which
bounds their memory and unpacks each slice once for all of them.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import polars as pl

from railbird.reports.catalogue import sql_files

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from railbird.reports.connect import Lake

# Rows of one check that are worth showing; a broken lake breaks every hand.
ROWS_A_CHECK = 20
# Hands in a slice: about 0.5 GB of unpacked rows, sorts included.
SLICE = 1 << 17

_BLOCKS = """
select run, count(*) as n, min(hand_id) as first, max(hand_id) as last
from hands
group by run, table_id, hand_no // 16384
order by run, first
"""

_SCHEMA: dict[str, pl.DataType] = {
    "check": pl.String(),
    "run": pl.String(),
    "hand_id": pl.Int64(),
    "problem": pl.String(),
}
# Whole runs are compared with their manifests, whatever the check reads.
_OF_WHOLE_RUNS = "08_"
_READS_ACTIONS = re.compile(r"\b(from|join) actions\b")


def check_names() -> list[str]:
    """Return the names of all checks, in order."""
    return list(sql_files("checks"))


def run_checks(
    lake: Lake,
    *,
    only: Sequence[str] | None = None,
    rows_a_check: int = ROWS_A_CHECK,
    begin: Callable[[str], None] | None = None,
) -> pl.DataFrame:
    """Return what the checks find: check, run, hand_id, problem; no row when all is well.

    Args:
        lake: the lake.
        only: names of the checks to run; all unless told otherwise.
        rows_a_check: at most so many rows of each check.
        begin: called with the name of each check before it runs.

    Raises:
        DamagedLakeError: a file of the lake cannot be read.
    """
    chosen = {n: text for n, text in sql_files("checks").items() if only is None or n in only}
    sliced = [
        name
        for name, text in chosen.items()
        if _READS_ACTIONS.search(text) and not name.startswith(_OF_WHOLE_RUNS)
    ]
    found: dict[str, list[pl.DataFrame]] = {name: [] for name in chosen}

    def run(name: str) -> None:
        left = rows_a_check - sum(frame.height for frame in found[name])
        text = chosen[name].rstrip()
        rows = lake.sql(f"from (\n{text}\n) limit {left}") if left else None
        if rows is not None and rows.height:
            rows = rows.select(pl.lit(name).alias("check"), "run", "hand_id", "problem")
            found[name].append(rows.cast(pl.Schema(_SCHEMA)))

    begun: set[str] = set()
    for name in [name for name in chosen if name not in sliced]:
        _tell(begin, name, begun)
        run(name)
    for hands in _slices(lake) if sliced else ():
        with lake.slice(*hands):
            for name in sliced:
                _tell(begin, name, begun)
                run(name)
    frames = [pl.DataFrame(schema=_SCHEMA)]
    return pl.concat([*frames, *(frame for name in chosen for frame in found[name])])


def _tell(begin: Callable[[str], None] | None, name: str, begun: set[str]) -> None:
    if begin is not None and name not in begun:
        begin(name)
    begun.add(name)


def _slices(lake: Lake) -> Iterator[tuple[str, int, int]]:
    """Yield run, first and last hand id of slices of about SLICE hands."""
    blocks = lake.sql(_BLOCKS).rows()
    taken = 0
    start: tuple[str, int] | None = None
    end = 0
    for run, n, first, last in blocks:
        if start is not None and (run != start[0] or taken + n > SLICE):
            yield *start, end
            start = None
        if start is None:
            start, taken = (run, first), 0
        taken += n
        end = last
    if start is not None:
        yield *start, end
