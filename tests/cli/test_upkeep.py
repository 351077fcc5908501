"""`railbird check`, `runs` and `drop`, and what a damaged lake says."""

from __future__ import annotations

import io
import shutil

import pytest

from railbird.cli.upkeep import _Parts
from railbird.console import Console
from railbird.reports.catalogue import sql_files
from railbird.reports.check import scope_of


@pytest.fixture
def own_lake(lake, tmp_path):
    """Return a copy of the lake that a test may damage."""
    return shutil.copytree(lake, tmp_path / "own")


def part_of(lake, table: str, run: str = "first"):
    return lake / table / f"run={run}" / "part-00000.parquet"


def test_check_finds_nothing(railbird, lake):
    done = railbird("check", "--lake", lake)
    assert (done.code, done.out) == (0, "")
    *said, last = done.err.splitlines()
    parts = ["files against their manifests", "whole runs", "hands"]
    # on a busy machine there may be lines of progress, too
    assert [line for line in said if ": " not in line] == [f"checking {part}" for part in parts]
    # the files, and every check but what is about carried stacks
    n = 1 + sum(scope_of(text) != "tables" for text in sql_files("checks").values())
    assert last.startswith(f"all is well: {n} checks found nothing in ")
    assert railbird("check", "--lake", lake, "--quiet").err == ""


def test_a_check_shows_each_part_and_what_is_left():
    class Terminal(io.StringIO):
        def isatty(self):
            return True

    now = iter(range(100))
    stream = Terminal()
    with _Parts(Console(stream=stream, clock=lambda: float(next(now)))) as parts:
        parts.show("files", 0, 2_000_000)
        parts.show("files", 1_000_000, 2_000_000)
        parts.show("hands", 0, 500)
        parts.show("hands", 100, 500)
    shown = stream.getvalue()
    assert shown.index("checking files against their manifests") < shown.index("checking hands")
    assert "1.0 MB of 2.0 MB, 1.0 MB/s, 1.0 s left" in shown
    assert "100 of 500 hands, 100 hands/s, 4.0 s left" in shown


def test_check_of_an_altered_file(railbird, own_lake):
    part = part_of(own_lake, "players")
    content = bytearray(part.read_bytes())
    content[100] ^= 1
    part.write_bytes(content)
    done = railbird("check", "--lake", own_lake, "--quiet")
    assert done.code == 3
    assert done.out.splitlines()[2].startswith(
        "files  first        -  players/run=first/part-00000.parquet has sha256 "
    )
    assert done.err == (
        f"railbird check: {own_lake}: 1 file is not as its manifest says; "
        "restore it, or drop the run and make it again\n"
    )


def test_a_truncated_part_is_a_damaged_lake(railbird, own_lake):
    part = part_of(own_lake, "hands")
    part.write_bytes(part.read_bytes()[:-20])
    for arguments in (["report", "rake"], ["sql", "select sum(pot) from hands"]):
        done = railbird(*arguments, "--lake", own_lake)
        assert (done.code, done.out) == (3, "")
        assert done.err.startswith(f"railbird {arguments[0]}: {own_lake}: ")
        assert done.err.endswith(
            f"; `railbird check --lake {own_lake}` says which files are damaged\n"
        )
        assert done.err.count("\n") == 1
    done = railbird("check", "--lake", own_lake, "--quiet")
    assert done.code == 3
    assert "hands/run=first/part-00000.parquet has " in done.out


def test_a_missing_part_is_a_damaged_lake(railbird, own_lake):
    part_of(own_lake, "pots").unlink()
    done = railbird("check", "--lake", own_lake, "--quiet")
    assert done.code == 3
    assert done.out.splitlines()[2] == (
        "files  first        -  pots/run=first/part-00000.parquet is missing"
    )


def test_a_damaged_manifest(railbird, own_lake):
    manifest = own_lake / "runs" / "first.json"
    manifest.write_text(manifest.read_text()[:100])
    for command in ("check", "runs"):
        done = railbird(command, "--lake", own_lake)
        assert (done.code, done.out) == (3, "")
        assert str(manifest) in done.err
        assert done.err.splitlines()[-1].startswith(f"railbird {command}: ")


def test_a_failed_check_shows_its_rows(railbird, lake, monkeypatch):
    wrong = {"09_never": "select run, hand_id, 'it is so' as problem from hands where hand_no = 3"}
    monkeypatch.setattr("railbird.reports.check.sql_files", lambda _folder: wrong)
    done = railbird("check", "--lake", lake, "--quiet")
    assert done.code == 1
    assert "09_never" in done.out
    assert "it is so" in done.out
    assert done.err == f"railbird check: {lake}: 09_never failed; see the rows above\n"


def test_sweep_removes_what_no_run_needs(railbird, own_lake):
    orphan = own_lake / "hands" / "run=killed" / "part-00000.parquet"
    orphan.parent.mkdir()
    orphan.write_bytes(b"")
    done = railbird("check", "--lake", own_lake, "--sweep")
    assert done.code == 0
    assert done.err.startswith("swept 1 file\n")
    assert not orphan.exists()


def test_files_that_no_run_needs_are_named_and_block_nothing(railbird, own_lake):
    orphan = own_lake / "players" / "run=killed" / "part-00000.parquet"
    orphan.parent.mkdir()
    orphan.write_bytes(b"torn")
    assert railbird("report", "positions", "--lake", own_lake).code == 0
    done = railbird("check", "--lake", own_lake)
    assert (done.code, done.out) == (0, "")
    assert done.err.splitlines()[0] == (
        "players/run=killed/part-00000.parquet: of run killed, which has no manifest, so nothing "
        f"reads it; finish the run, or `railbird check --sweep --lake {own_lake}` removes it"
    )


def test_runs(railbird, lake):
    done = railbird("runs", "--lake", lake, "--format", "csv")
    assert (done.code, done.err) == (0, "")
    header, *rows = [line.split(",") for line in done.out.splitlines()]
    assert [dict(zip(header, row, strict=True))["run"] for row in rows] == ["first", "limit"]


def test_drop(railbird, own_lake):
    done = railbird("drop", "first", "--lake", own_lake)
    assert (done.code, done.out) == (0, "")
    assert done.err.startswith("dropped run first, ")
    assert not list(own_lake.rglob("*first*"))
    again = railbird("drop", "first", "--lake", own_lake)
    assert (again.code, again.out) == (2, "")
    assert again.err == (
        f"railbird drop: {own_lake}: no run first; `railbird runs --lake {own_lake}` lists all\n"
    )


def test_drop_names_the_nearest(railbird, own_lake):
    done = railbird("drop", "frist", "--lake", own_lake)
    assert done.err == f"railbird drop: {own_lake}: no run frist; did you mean first?\n"


def test_a_lake_without_runs(railbird, own_lake):
    railbird("drop", "first", "--lake", own_lake)
    railbird("drop", "limit", "--lake", own_lake)
    done = railbird("report", "rake", "--lake", own_lake)
    assert (done.code, done.out) == (2, "")
    assert done.err == (
        f"railbird report: {own_lake}: no run in this lake yet; "
        f"make one with `railbird simulate --lake {own_lake}`\n"
    )
    assert railbird("check", "--lake", own_lake).code == 0
