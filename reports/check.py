"""Run the checks of `sql/checks`: each is a query that must return no row.

A check sees the runs that keep every table it reads, found from its `from` and `join`;
`stack_before` comes from `players`. So no check has to mind what a run left out. One that is about
what is kept says `-- every run` in its header, and sees them all.

Checks that read `actions` sort every action of every hand, so they get the hands in slices, which
bounds their memory and unpacks each slice once for all of them.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import polars as pl

from railbird.reports.catalogue import sql_files
from railbird.reports.connect import HAND_VIEWS

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
_READS = re.compile(rf"\b(?:from|join) ({'|'.join(HAND_VIEWS)})\b")
_EVERY_RUN = re.compile(r"^-- every run\b", re.MULTILINE)
# What a column of `actions` takes from another table.
_BORROWED = {"stack_before": "players"}


def check_names() -> list[str]:
    """Return the names of all checks, in order."""
    return list(sql_files("checks"))


def needed_tables(text: str) -> frozenset[str]:
    """Return the tables that a run must keep for a check to be about it."""
    if _EVERY_RUN.search(text):
        return frozenset()
    query = "\n".join(line.partition("--")[0] for line in text.splitlines())
    borrowed = {table for column, table in _BORROWED.items() if column in query}
    return frozenset(_READS.findall(query)) | borrowed


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
    needs = {name: needed_tables(text) for name, text in chosen.items()}
    sliced = [
        name for name in chosen if "actions" in needs[name] and not name.startswith(_OF_WHOLE_RUNS)
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
        runs = [of for of, tables in lake.kept.items() if needs[name] <= tables]
        if runs:
            _tell(begin, name, begun)
            with lake.only(runs):
                run(name)
    checked = [of for of in lake.kept if any(needs[name] <= lake.kept[of] for name in sliced)]
    for hands in _slices(lake, checked):
        with lake.slice(*hands):
            for name in [name for name in sliced if needs[name] <= lake.kept[hands[0]]]:
                _tell(begin, name, begun)
                run(name)
    frames = [pl.DataFrame(schema=_SCHEMA)]
    return pl.concat([*frames, *(frame for name in chosen for frame in found[name])])


def _tell(begin: Callable[[str], None] | None, name: str, begun: set[str]) -> None:
    if begin is not None and name not in begun:
        begin(name)
    begun.add(name)


def _slices(lake: Lake, runs: Sequence[str]) -> Iterator[tuple[str, int, int]]:
    """Yield run, first and last hand id of slices of about SLICE hands of some runs."""
    if not runs:
        return
    with lake.only(runs):
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
