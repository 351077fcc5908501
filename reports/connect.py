"""A lake as SQL: DuckDB in memory, with the lake's views over its Parquet files.

Knows the SQL folder, not how a result is shown (`railbird.reports.render`).
"""

from __future__ import annotations

import contextlib
import re
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from railbird.errors import InputError
from railbird.lake.lake import LakeFolder
from railbird.lake.schema import TABLES
from railbird.reports.catalogue import find_report, sql_files
from railbird.reports.chosen_runs import pooled_runs
from railbird.reports.faults import explained
from railbird.reports.listing import (
    file_map,
    listed_files,
    quoted,
    quoted_glob,
    write_empty_lake,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Mapping, Sequence

    import duckdb
    import polars as pl

# What a view takes from another table, and what stands for it where no run keeps that table.
_MISSING = {
    "players": (
        "create or replace macro lake_starting_stacks(root) as table"
        " select null::varchar as run, null::bigint as hand_id, null::tinyint as seat,"
        " null::bigint as stack where false"
    ),
}

# Views with a row or more for each hand of a run.
HAND_VIEWS = ("hands", "players", "actions", "pots")
# Views that read no Parquet.
_MANIFEST_VIEWS = ("runs",)
_LARGEST_BIGINT = 2**63 - 1
# Views without the columns that are dear to plan or to join.
_PLAIN = {"actions": "lake_own_actions", "players": "lake_plain_players"}


class Lake:
    """The runs of a lake, to be asked in SQL.

    Views: hands, players, actions, pots, runs, sources, issues, events; a table that no run has
    kept is there, and empty. Times are in UTC. Runs and files are those that the manifests listed
    when the lake was opened; other files, of an unfinished run perhaps, are not looked at.

    Attributes:
        runs: names of the runs, sorted.
        kept: the tables that each run keeps.

    Args:
        path: the lake's folder.

    Raises:
        InputError: there is no lake, or there is no run in it.
        DamagedLakeError: a manifest or a file cannot be read, or is of another schema version.
    """

    def __init__(self, path: Path | str) -> None:
        """Open the lake; files are read when a question is asked."""
        import duckdb

        self.folder = LakeFolder.open(path)
        self.runs = self.folder.runs()
        if not self.runs:
            raise InputError(
                f"{self.folder.path}: no run in this lake yet; "
                f"make one with `railbird simulate --lake {self.folder.path}`"
            )
        self._root = quoted_glob(self.folder.path)
        self._files = listed_files(self.folder)
        self.kept = {
            run: frozenset(table for table, files in self._files.items() if files.get(run))
            for run in self.runs
        }
        self._con: duckdb.DuckDBPyConnection = duckdb.connect()
        self._con.execute("set timezone = 'UTC'")
        self._con.execute("set enable_progress_bar = false")
        # what does not fit in memory goes here, rather than into the folder the user stands in
        spill = Path(tempfile.gettempdir()) / "railbird-sql"
        self._con.execute(f"set temp_directory = {quoted(str(spill))}")
        for text in sql_files("schema").values():
            self._con.execute(text)
        self._list_files(self.runs)
        self._con.execute("set variable all_files = getvariable('lake_files')")
        for table, macro in _MISSING.items():
            if not self._has_files(table):
                self._con.execute(macro)
        for view in (*_MANIFEST_VIEWS, *TABLES):
            self._make_view(view)

    def sql(self, query: str, parameters: Mapping[str, object] | None = None) -> pl.DataFrame:
        """Return the result of a query over the views.

        Sums, which DuckDB widens to 128 bits, come back as 64-bit integers where they fit.

        Args:
            query: a select.
            parameters: values of the `$name`s in it.

        Raises:
            InputError: the query is wrong.
            DamagedLakeError: a file of the lake cannot be read.
        """
        return self._frame(query, "query", parameters)

    def report(
        self,
        name: str,
        where: str | None = None,
        by: str | Sequence[str] | None = None,
        runs: str | Sequence[str] | None = None,
        note: Callable[[str], None] | None = None,
    ) -> pl.DataFrame:
        """Return the result of a report.

        Args:
            name: name of the report; `railbird report --list` shows them.
            where: SQL condition on the view that the report reads.
            by: columns of that view to split by: a sequence, or names with commas between.
            runs: the runs it adds up; None for all but counterfactuals, and for all of them where
                every run has a row of its own.
            note: told which runs were left out.

        Raises:
            InputError: no such report, column or run, or the condition is wrong.
            DamagedLakeError: a file of the lake cannot be read.
        """
        report = find_report(name)
        columns = None
        if by is not None:
            text = by if isinstance(by, str) else ",".join(by)
            available = self.columns(report.source)
            for word in text.split(","):
                if word.strip().lower() not in (*available, *report.adds, *report.columns):
                    self._refuse_column_of_hands(word.strip().lower(), "--by", report.source)
            columns = report.split_by(text, available)
        if where is not None:
            self.check_condition(where, report.source, report.adds)
        each_has_a_row = runs is None and report.source == "runs"
        with self.only(self.runs if each_has_a_row else pooled_runs(self.folder, runs, note)):
            return self._frame(report.compose(where, columns), f"report {name}")

    def check(self) -> pl.DataFrame:
        """Return what is wrong: check, run, hand_id, problem; no row when all is well.

        Raises:
            DamagedLakeError: a file of the lake cannot be read.
        """
        from railbird.reports.check import run_checks

        return run_checks(self)

    @contextlib.contextmanager
    def slice(self, run: str, first: int, last: int) -> Iterator[None]:
        """Let hands, players, actions and pots be some hands of one run, held in memory.

        Actions have the columns of their own only. Players have no statistics and counters: these
        are in a view `player_statistics`, which unpacks them and is slow to plan. Of `runs` there
        are name and rake.

        Args:
            run: name of the run.
            first: id of the first hand.
            last: id of the last hand.
        """
        of_run = f"where run = {quoted(run)}"
        held = {
            view: f"from {self._plain(view)} {of_run} and hand_id between {first} and {last}"
            for view in HAND_VIEWS
        }
        held["runs"] = f"select run, rake from memory.main.runs {of_run}"  # noqa: S608
        with self._narrowed([run]), self.temporary("table", held):
            if not self._has_files("players"):
                yield
                return
            unpacked = {"player_statistics": f"from lake_players({self._root})"}
            try:
                # a temporary macro comes first, also where lake_players asks for it
                self._con.execute(
                    "create temp macro lake_plain_players(root) as table from temp.players"
                )
                with self.temporary("view", unpacked):
                    yield
            finally:
                self._con.execute("drop macro table if exists temp.lake_plain_players")

    @contextlib.contextmanager
    def tables(self, run: str, first: int, last: int) -> Iterator[None]:
        """Let hands, players and events be those of whole tables of one run.

        Hands and events are held in memory: over views of them DuckDB plans joins in time badly.

        Args:
            run: name of the run.
            first: id of a hand at the first table.
            last: id of a hand at the last table.
        """
        of_run = f"where run = {quoted(run)}"
        hands = f"{of_run} and hand_id between {first} and {last}"
        tables = f"{of_run} and table_id between {first >> 32} and {last >> 32}"
        held = {
            "hands": f"from memory.main.hands {hands}",
            "events": f"from memory.main.events {tables}",
        }
        with (
            self._narrowed([run]),
            self.temporary("table", held),
            self.temporary("view", {"players": f"from memory.main.players {hands}"}),
        ):
            yield

    @contextlib.contextmanager
    def only(self, runs: Collection[str], *, plain: bool = False) -> Iterator[None]:
        """Let every view be that of some runs, at least one.

        Args:
            runs: their names.
            plain: without the windows of actions and the statistics and counters of players.
        """
        if set(runs) >= set(self.runs) and not plain:
            yield
            return
        where = f"run in ({', '.join(quoted(run) for run in runs)})"
        shown = {
            view: f"from {self._plain(view) if plain else f'memory.main.{view}'} where {where}"
            for view in (*_MANIFEST_VIEWS, *TABLES)
        }
        with self._narrowed(runs), self.temporary("view", shown):
            yield

    @contextlib.contextmanager
    def _narrowed(self, runs: Collection[str]) -> Iterator[None]:
        """Open no files but those of some runs, of the tables that any of them keeps."""
        try:
            self._list_files(runs)
            yield
        finally:
            self._con.execute("set variable lake_files = getvariable('all_files')")

    @contextlib.contextmanager
    def temporary(self, kind: str, queries: Mapping[str, str]) -> Iterator[None]:
        """Put temporary tables or views, which come first, before views of the same names.

        Args:
            kind: "table" or "view".
            queries: name to query. There `memory.main.NAME` is a view of the lake; main alone
                would mean temp.main as well.
        """
        made = []
        try:
            for name, query in queries.items():
                self._rows(f"create temp {kind} {name} as {query}", name)
                made.append(name)
            yield
        finally:
            for name in reversed(made):
                self._con.execute(f"drop {kind} temp.{name}")

    def _plain(self, view: str) -> str:
        """Return where the rows of a view are to be had, without what is dear."""
        macro = _PLAIN.get(view)
        if macro is not None and self._has_files(view):
            return f"{macro}({self._root})"
        return f"memory.main.{view}"

    def put(self, name: str, frame: pl.DataFrame, query: str) -> None:
        """Make or replace a temporary table from a frame.

        Args:
            name: of the table.
            frame: what the query calls `frame`.
            query: a select over it.
        """
        self._con.register("frame", frame.to_arrow())
        try:
            self._rows(f"create or replace temp table {name} as {query}", name)
        finally:
            self._con.unregister("frame")

    def define(self, name: str, query: str) -> None:
        """Make or replace a temporary view; the query has no parameters."""
        self._rows(f"create or replace temp view {name} as {query}", name)

    def columns(self, view: str) -> list[str]:
        """Return the names of a view's columns, in order."""
        return [column for column, _ in self.types(view)]

    def types(self, view: str) -> list[tuple[str, str]]:
        """Return name and SQL type of a view's columns, in order."""
        return [(str(row[0]), str(row[1])) for row in self._rows(f"describe {view}", view)]

    def _rows(self, query: str, what: str) -> list[tuple[object, ...]]:
        import duckdb

        try:
            return self._con.execute(query).fetchall()
        except duckdb.Error as error:
            raise explained(error, what, self.folder, self._files) from error

    def _frame(
        self, query: str, what: str, parameters: Mapping[str, object] | None = None
    ) -> pl.DataFrame:
        import duckdb
        import polars as pl

        try:
            result = self._con.sql(query, params=None if parameters is None else dict(parameters))
            if result is None:
                raise InputError(f"{what}: gives no result; write a select")
            spans = [
                name
                for name, kind in zip(result.columns, result.types, strict=True)
                if "INTERVAL" in str(kind)
            ]
            if spans:
                raise InputError(
                    f"{what}: column {spans[0]} is an interval, which no result can hold; write it "
                    f"as seconds, epoch(...), or as text, (...)::varchar"
                )
            frame: pl.DataFrame = result.pl()
        except duckdb.Error as error:
            raise explained(error, what, self.folder, self._files) from error
        return frame.with_columns(
            pl.col(name).cast(pl.Int64)
            for name, dtype in frame.schema.items()
            if (dtype == pl.Int128 or dtype == pl.Decimal(38, 0)) and _fits(frame[name])
        )

    def check_condition(self, where: str, source: str, adds: Sequence[str]) -> None:
        """Bind a condition alone, so that a fault in it is not blamed on the report.

        Args:
            where: the condition.
            source: the view it speaks of.
            adds: columns that the report adds to the view.

        Raises:
            InputError: it is empty, no single condition, or wrong.
        """
        import duckdb

        if not re.sub(r"--[^\n]*", "", where).strip():
            raise InputError('--where: it is empty; write a condition, as in "dealt = 6"')
        extra = "".join(f", null::varchar as {name}" for name in adds)
        # the user's own SQL on the user's own machine: nothing to protect from
        table = f"(select *{extra} from {source}) as {source}"  # noqa: S608
        probe = f"select 1 from {table} where (\n{where}\n)"  # noqa: S608
        try:
            statements = self._con.extract_statements(probe)
            if len(statements) != 1:
                raise InputError('--where: one condition is needed, as in "dealt = 6"')
            self._con.execute(f"explain {probe}")
        except duckdb.Error as error:
            missing = re.search(r'Referenced column "([^"]*)" not found', str(error))
            if missing:
                self._refuse_column_of_hands(missing[1], "--where", source)
            raise explained(error, "--where", self.folder, self._files) from error

    def _refuse_column_of_hands(self, name: str, what: str, source: str) -> None:
        """Say how to ask for a column that hands have and the view `source` has not.

        Raises:
            InputError: it is such a column.
        """
        if name in self.columns("hands"):
            example = f"(run, hand_id) in (select run, hand_id from hands where {name} = ...)"  # noqa: S608
            raise InputError(
                f"{what}: no column '{name}' in {source}, only in hands; restrict with --where "
                f'"{example}"'
            )

    def _list_files(self, runs: Collection[str]) -> None:
        """Tell the views which files are those of some runs."""
        files = file_map(self.folder.path, self._files, runs)
        self._con.execute(f"set variable lake_files = {files}")

    def _make_view(self, view: str) -> None:
        if view in _MANIFEST_VIEWS or self._has_files(view):
            self._rows(f"create view {view} as from lake_{view}({self._root})", view)
        else:
            self._make_empty_table(view)

    def _has_files(self, table: str) -> bool:
        return bool(self._files[table])

    def _make_empty_table(self, view: str) -> None:
        """Make an empty table with the columns of a view."""
        with tempfile.TemporaryDirectory() as folder:
            write_empty_lake(Path(folder))
            root = quoted_glob(Path(folder))
            self._rows(f"create table {view} as from lake_{view}({root})", view)


def _fits(series: pl.Series) -> bool:
    largest, smallest = series.max(), series.min()
    if largest is None or smallest is None:
        return True
    return int(str(largest)) <= _LARGEST_BIGINT and int(str(smallest)) >= -_LARGEST_BIGINT - 1
