"""Files that no manifest lists are not looked at, and files of other columns are named."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING, Any

import duckdb
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from toy_lake import forget

from railbird.errors import DamagedLakeError
from railbird.lake.lake import LakeFolder
from railbird.lake.names import part_file
from railbird.lake.session import RunLock
from railbird.reports.catalogue import reports, sql_files
from railbird.reports.connect import Lake

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

VIEWS = ("hands", "players", "actions", "pots")
GHOST = "players/run=ghost/part-00000.parquet"


def _answers(lake: Lake) -> list[list[tuple[Any, ...]]]:
    views = [lake.sql(f"from {view} order by all").rows() for view in VIEWS]
    return views + [lake.report(report.name).rows() for report in reports()]


def _leave(lake: Path, table: str, content: bytes) -> Path:
    file = lake / part_file(table, "ghost", 0)
    file.parent.mkdir()
    file.write_bytes(content)
    return file


@pytest.mark.parametrize("content", [b"", b"no parquet at all", b"PAR1 torn off"])
@pytest.mark.parametrize("table", VIEWS)
def test_a_torn_file_of_an_unfinished_run_blocks_nothing(
    toy_path: Path, toy_copy: Path, table: str, content: bytes
) -> None:
    _leave(toy_copy, table, content)
    lake = Lake(toy_copy)
    assert _answers(lake) == _answers(Lake(toy_path))
    assert lake.check().rows() == []


def test_a_file_that_its_manifest_does_not_list_doubles_nothing(
    toy_path: Path, toy_copy: Path
) -> None:
    for table in VIEWS:
        first = toy_copy / part_file(table, "toy", 0)
        shutil.copy(first, toy_copy / part_file(table, "toy", 1))
    assert _answers(Lake(toy_copy)) == _answers(Lake(toy_path))
    found = LakeFolder(toy_copy).verify("toy")
    assert {problem.file for problem in found} == {part_file(table, "toy", 1) for table in VIEWS}


def test_orphans_are_named_and_swept(toy_copy: Path) -> None:
    folder = LakeFolder(toy_copy)
    reason = (
        "of run ghost, which has no manifest, so nothing reads it; "
        f"finish the run, or `railbird check --sweep --lake {toy_copy}` removes it"
    )
    assert folder.orphans() == []
    _leave(toy_copy, "players", b"")
    assert folder.orphans() == [
        f"{GHOST}: {reason}",
    ]
    _leave(toy_copy, "pots", b"")
    assert folder.orphans()[0].startswith(f"{GHOST} and 1 more: of run ghost, ")
    assert folder.sweep() == [GHOST, "pots/run=ghost/part-00000.parquet"]
    assert folder.orphans() == []


def test_a_run_that_is_being_written_has_no_orphans(toy_copy: Path) -> None:
    _leave(toy_copy, "players", b"")
    lock = RunLock(toy_copy, "ghost")
    assert LakeFolder(toy_copy).orphans() == []
    lock.release()
    assert len(LakeFolder(toy_copy).orphans()) == 1
    (toy_copy / "runs" / "ghost.lock").write_text("")
    assert len(LakeFolder(toy_copy).orphans()) == 1


def test_a_run_that_is_finished_meanwhile_is_not_half_there(toy_path: Path, toy_copy: Path) -> None:
    manifest = toy_copy / "runs" / "raked.json"
    content = manifest.read_bytes()
    manifest.unlink()
    lake = Lake(toy_copy)
    manifest.write_bytes(content)
    assert lake.sql("select run from runs")["run"].to_list() == ["toy"]
    assert lake.check().rows() == []
    assert Lake(toy_path).runs == ["raked", "toy"]


def test_a_missing_file_is_a_damaged_lake(toy_copy: Path) -> None:
    (toy_copy / part_file("hands", "toy", 0)).unlink()
    with pytest.raises(DamagedLakeError, match=r"hands/run=toy/part-00000\.parquet") as caught:
        Lake(toy_copy).report("rake")
    assert "\n" not in str(caught.value)


def test_a_manifest_that_lists_a_file_elsewhere(toy_copy: Path) -> None:
    manifest = toy_copy / "runs" / "toy.json"
    manifest.write_text(manifest.read_text().replace("hands/run=toy/", "hands/run=raked/"))
    with pytest.raises(DamagedLakeError) as caught:
        Lake(toy_copy)
    assert str(caught.value) == (
        f"{manifest}: hands/run=raked/part-00000.parquet is no file of this run; "
        "restore the manifest, or drop the run and make it again"
    )


def _without(column: str) -> Callable[[pa.Table], pa.Table]:
    return lambda table: table.drop_columns([column])


def _as_text(column: str) -> Callable[[pa.Table], pa.Table]:
    def alter(table: pa.Table) -> pa.Table:
        place = table.schema.get_field_index(column)
        return table.set_column(place, column, pa.array(["a lot"] * table.num_rows))

    return alter


@pytest.mark.parametrize(("alter", "runs"), [(_without("pot"), 1), (_as_text("pot"), 2)])
def test_files_of_another_schema_version_are_one_line_that_names_the_run(
    toy_copy: Path, alter: Callable[[pa.Table], pa.Table], runs: int
) -> None:
    file = toy_copy / part_file("hands", "raked", 0)
    pq.write_table(alter(pq.read_table(file, partitioning=None)), file)
    if runs == 1:
        forget(toy_copy, "hands", "toy")
    with pytest.raises(DamagedLakeError) as caught:
        Lake(toy_copy).report("rake")
    assert str(caught.value) == (
        f"{toy_copy}: run raked cannot be read: column pot of hands/run=raked/part-00000.parquet "
        "is not that of schema version 1 (its manifest says 1); "
        "drop the run and make it again with this Railbird"
    )


def test_a_newer_schema_version_names_the_run(toy_copy: Path) -> None:
    manifest = toy_copy / "runs" / "raked.json"
    manifest.write_text(manifest.read_text().replace('"schema_version": 1', '"schema_version": 99'))
    with pytest.raises(DamagedLakeError, match=r"raked\.json: schema version 99 is newer"):
        Lake(toy_copy)


def test_any_duckdb_shell_can_keep_to_the_listed_files(toy_path: Path, toy_copy: Path) -> None:
    _leave(toy_copy, "players", b"torn")
    con = duckdb.connect()
    for text in sql_files("schema").values():
        con.execute(text)
    con.execute(f"create view runs as from lake_runs('{toy_copy}')")
    con.execute(
        "set variable lake_files = (select map_from_entries(list((name, files))) from"  # noqa: S608
        f" (select part.table as name, list('{toy_copy}/' || part.file) as files"
        " from (select unnest(parts) as part from runs) group by all))"
    )
    rows = con.execute(f"select count(*) from lake_players('{toy_copy}')").fetchone()  # noqa: S608
    assert rows == (Lake(toy_path).sql("select count(*) as n from players").item(),)
