"""Run the checks of `sql/checks`: each is a query that must return no row.

A check sees the runs that keep every table it reads, found from its `from` and `join`;
`stack_before` comes from `players`. So no check has to mind what a run left out. One that is about
what is kept says `-- every run` in its header, and sees them all.

Checks that read `actions` sort every action of every hand, so they get the hands in slices, which
bounds their memory and unpacks each slice once for all of them. Checks that follow players from
hand to hand say `-- table by table` in their header and get slices of whole tables, with the
events of these.
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

# What is never cut: some hands of a table, or where tables stay whole, one with carried stacks.
_BLOCKS = """
select run, count(*) as n, min(hand_id) as first, max(hand_id) as last
from hands
where stacks_mode = 'carry' or not $carried
group by run, table_id, hand_no // $uncut
order by run, first
"""
_SOME_HANDS = 1 << 14
_WHOLE_TABLE = 1 << 32

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
_TABLE_BY_TABLE = re.compile(r"^-- table by table\b", re.MULTILINE)
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
    by_table = [name for name, text in chosen.items() if _TABLE_BY_TABLE.search(text)]
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

    def run_all(names: Sequence[str], run_of_slice: str) -> None:
        for name in [name for name in names if needs[name] <= lake.kept[run_of_slice]]:
            _tell(begin, name, begun)
            run(name)

    begun: set[str] = set()
    for name in [name for name in chosen if name not in (*sliced, *by_table)]:
        runs = [of for of, tables in lake.kept.items() if needs[name] <= tables]
        if runs:
            _tell(begin, name, begun)
            with lake.only(runs):
                run(name)
    for tables in _slices(lake, _runs_for(lake, by_table, needs), _WHOLE_TABLE):
        with lake.tables(*tables):
            run_all(by_table, tables[0])
    for hands in _slices(lake, _runs_for(lake, sliced, needs), _SOME_HANDS):
        with lake.slice(*hands):
            run_all(sliced, hands[0])
    frames = [pl.DataFrame(schema=_SCHEMA)]
    return pl.concat([*frames, *(frame for name in chosen for frame in found[name])])


def _tell(begin: Callable[[str], None] | None, name: str, begun: set[str]) -> None:
    if begin is not None and name not in begun:
        begin(name)
    begun.add(name)


def _runs_for(lake: Lake, names: Sequence[str], needs: dict[str, frozenset[str]]) -> list[str]:
    """Return the runs that keep what any of some checks reads."""
    return [run for run, kept in lake.kept.items() if any(needs[name] <= kept for name in names)]


def _slices(lake: Lake, runs: Sequence[str], uncut: int) -> Iterator[tuple[str, int, int]]:
    """Yield run, first and last hand id of slices of about SLICE hands of some runs.

    A table is cut at multiples of `uncut` hands only; _WHOLE_TABLE leaves out what is not carried.
    """
    if not runs:
        return
    with lake.only(runs):
        blocks = lake.sql(_BLOCKS, {"uncut": uncut, "carried": uncut == _WHOLE_TABLE}).rows()
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
