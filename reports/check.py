"""Run the checks of `sql/checks`: each is a query that must return no row.

A check sees the runs that keep every table it reads, found from its `from` and `join`. So no check
has to mind what a run left out. Checks get one run at a time, and of that some hands in memory,
players, actions and pots with them: this bounds the memory, and what several checks read is
unpacked and added up once for all of them (`sql/checks/shared`). A line of a check's header asks
for more:

    -- table by table   whole tables of one run, with their events: for what goes from hand to hand
    -- whole runs       all of every run: for what is added up over runs
    -- every run        the same, and runs that left out what it reads: for what is kept
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Literal, TypeAlias

import polars as pl

from railbird.reports.catalogue import sql_files
from railbird.reports.connect import HAND_VIEWS
from railbird.reports.slices import hand_slices, table_slices

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from railbird.reports.connect import Lake
    from railbird.reports.slices import Slice

# Rows of one check that are worth showing; a broken lake breaks every hand.
ROWS_A_CHECK = 20

Scope: TypeAlias = Literal["runs", "tables", "hands"]
# Called with what is gone through, how much of that is done, and how much there is: checks of whole
# runs, else hands.
Progress: TypeAlias = "Callable[[Scope, int, int], None]"

_SCHEMA: dict[str, pl.DataType] = {
    "check": pl.String(),
    "run": pl.String(),
    "hand_id": pl.Int64(),
    "problem": pl.String(),
}
_READS = re.compile(r"\b(?:from|join) (\w+)")
_EVERY_RUN = re.compile(r"^-- every run\b", re.MULTILINE)
_WHOLE_RUNS = re.compile(r"^-- (?:whole runs|every run)\b", re.MULTILINE)
_TABLE_BY_TABLE = re.compile(r"^-- table by table\b", re.MULTILINE)


def check_names() -> list[str]:
    """Return the names of all checks, in order."""
    return list(sql_files("checks"))


def scope_of(text: str) -> Scope:
    """Return what a check is given at a time."""
    if _WHOLE_RUNS.search(text):
        return "runs"
    return "tables" if _TABLE_BY_TABLE.search(text) else "hands"


def shared_relations(texts: Iterable[str]) -> dict[str, str]:
    """Return the relations of `sql/checks/shared` that some checks read: name to query."""
    read = set().union(*(_read(text) for text in texts))
    return {name: text for name, text in sql_files("checks/shared").items() if name in read}


def needed_tables(text: str) -> frozenset[str]:
    """Return the tables that a run must keep for a check to be about it."""
    if _EVERY_RUN.search(text):
        return frozenset()
    read = set().union(*(_read(one) for one in (text, *shared_relations([text]).values())))
    if "player_statistics" in read:
        read.add("players")
    return frozenset(read & set(HAND_VIEWS))


def _read(text: str) -> set[str]:
    """Return what a query reads; comments don't count."""
    query = "\n".join(line.partition("--")[0] for line in text.splitlines())
    return set(_READS.findall(query))


def run_checks(
    lake: Lake,
    *,
    only: Sequence[str] | None = None,
    rows_a_check: int = ROWS_A_CHECK,
    begin: Callable[[str], None] | None = None,
    progress: Progress | None = None,
) -> pl.DataFrame:
    """Return what the checks find: check, run, hand_id, problem; no row when all is well.

    Args:
        lake: the lake.
        only: names of the checks to run; all unless told otherwise.
        rows_a_check: at most so many rows of each check.
        begin: called with the name of each check before it runs.
        progress: called before each check of whole runs and each slice of hands, and at the end.

    Raises:
        DamagedLakeError: a file of the lake cannot be read.
    """
    chosen = {n: text for n, text in sql_files("checks").items() if only is None or n in only}
    checker = _Checker(lake, chosen, rows_a_check, begin, progress)
    checker.whole_runs()
    checker.slices("tables", table_slices(lake, checker.runs_for("tables")))
    checker.slices("hands", hand_slices(lake, checker.runs_for("hands")))
    return checker.result()


class _Checker:
    """What has been found so far, and who is told.

    Args:
        lake: the lake.
        chosen: names of the checks to their queries.
        rows_a_check: at most so many rows of each check.
        begin: see run_checks.
        progress: see run_checks.
    """

    def __init__(
        self,
        lake: Lake,
        chosen: dict[str, str],
        rows_a_check: int,
        begin: Callable[[str], None] | None,
        progress: Progress | None,
    ) -> None:
        """Nothing is found yet."""
        self._lake = lake
        self._chosen = chosen
        self._rows = rows_a_check
        self._begin = begin
        self._progress = progress
        self._begun: set[str] = set()
        self._needs = {name: needed_tables(text) for name, text in chosen.items()}
        self._found: dict[str, list[pl.DataFrame]] = {name: [] for name in chosen}

    def runs_for(self, scope: Scope) -> list[str]:
        """Return the runs that keep what any check of a scope reads."""
        needs = [self._needs[name] for name in self._of_scope(scope)]
        return [run for run, kept in self._lake.kept.items() if any(of <= kept for of in needs)]

    def whole_runs(self) -> None:
        """Run the checks that see all of every run that they are about."""
        names = self._of_scope("runs")
        for done, name in enumerate(names):
            self._tell("runs", done, len(names))
            runs = [run for run, kept in self._lake.kept.items() if self._needs[name] <= kept]
            shared = shared_relations([self._chosen[name]])
            if runs:
                with (
                    self._lake.only(runs, plain=True),
                    self._lake.temporary("view", shared),
                ):
                    self._run(name, None)
        self._tell("runs", len(names), len(names))

    def slices(self, scope: Scope, slices: Sequence[Slice]) -> None:
        """Run the checks of a scope on one slice after another."""
        total = sum(part.hands for part in slices)
        done = 0
        for part in slices:
            self._tell(scope, done, total)
            kept = self._lake.kept[part.run]
            names = [name for name in self._of_scope(scope) if self._needs[name] <= kept]
            shared = shared_relations(self._chosen[name] for name in names)
            shown = self._lake.slice if scope == "hands" else self._lake.tables
            with shown(part.run, part.first, part.last), self._lake.temporary("table", shared):
                for name in names:
                    self._run(name, part.run)
            done += part.hands
        self._tell(scope, total, total)

    def result(self) -> pl.DataFrame:
        """Return all that was found, check by check."""
        frames = [frame for of_check in self._found.values() for frame in of_check]
        return pl.concat([pl.DataFrame(schema=_SCHEMA), *frames])

    def _of_scope(self, scope: Scope) -> list[str]:
        return [name for name, text in self._chosen.items() if scope_of(text) == scope]

    def _run(self, name: str, run: str | None) -> None:
        """Run one check on what the lake shows; `run` is for checks that see one and do not say."""
        if self._begin is not None and name not in self._begun:
            self._begin(name)
        self._begun.add(name)
        left = self._rows - sum(frame.height for frame in self._found[name])
        rows = self._lake.sql(f"from (\n{self._chosen[name].rstrip()}\n) limit {max(left, 0)}")
        if not rows.height:
            return
        if run is not None:
            rows = rows.with_columns(pl.lit(run).alias("run"))
        rows = rows.select(pl.lit(name).alias("check"), "run", "hand_id", "problem")
        self._found[name].append(rows.cast(pl.Schema(_SCHEMA)))

    def _tell(self, scope: Scope, done: int, total: int) -> None:
        if self._progress is not None and total:
            self._progress(scope, done, total)
