"""Opening, listing, dropping, sweeping and verifying lakes; manifests."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import msgspec
import numpy as np
import pytest

from railbird.errors import DamagedLakeError, InputError
from railbird.lake.lake import LakeFolder
from railbird.lake.manifest import (
    Manifest,
    TableTotals,
    Timings,
    hash_recipe,
    load_manifest,
    merge_totals,
    save_manifest,
)
from railbird.lake.names import check_run_name
from railbird.lake.verify import Problem
from railbird.lake.writer import PartWriter

if TYPE_CHECKING:
    from pathlib import Path

CONSTANTS: dict[str, dict[str, Any]] = {
    "pots": {"pot_no": 0, "amount": 9, "rake": 1, "jackpot": 0, "eligible": 3, "winners": 1},
    "actions": {"seq": 0, "what": 0, "amount": 0, "to_call": 0},
}
PARTS = [np.arange(20), np.arange(20, 40)]


def make(root: Path, run: str = "r", parts: list[Any] | None = None) -> LakeFolder:
    lake = LakeFolder.create(root)
    with lake.begin(run, hash_recipe({"run": run})) as session:
        for number, ids in enumerate(PARTS if parts is None else parts):
            part = PartWriter(root, run, number, ["pots", "actions"], CONSTANTS)
            part.write("pots", {"hand_id": ids})
            part.write("actions", {"hand_id": np.repeat(ids, 3)})
            session.finish_part(number, part.close(), [TableTotals(0, len(ids), 9, 8, 1, 0, 0)])
        session.commit(
            Manifest(
                run=run,
                kind="simulate",
                recipe={"run": run},
                recipe_hash=session.recipe_hash,
                versions={},
                engine_hash="",
                bots={},
                registry_version=1,
                parts=session.parts(),
                tables=session.totals(),
                hands=sum(entry.hands for entry in session.totals()),
                timings=Timings("2026-01-01T00:00:00Z", "2026-01-01T00:00:01Z", 1.0),
            )
        )
    return lake


def test_a_lake_that_is_a_file(tmp_path: Path) -> None:
    path = tmp_path / "lake"
    path.write_text("")
    for method in (LakeFolder.open, LakeFolder.create):
        with pytest.raises(InputError) as error:
            method(path)
        assert str(error.value) == f"{path}: a file, not a folder; name a folder with --lake"


def test_a_lake_that_is_not_there(tmp_path: Path) -> None:
    path = tmp_path / "lake"
    with pytest.raises(InputError) as error:
        LakeFolder.open(path)
    assert str(error.value) == (
        f"{path}: no lake here; name one with --lake, "
        f"or make one with `railbird simulate --lake {path}`"
    )


def test_a_lake_below_a_missing_folder(tmp_path: Path) -> None:
    path = tmp_path / "no" / "lake"
    with pytest.raises(InputError) as error:
        LakeFolder.create(path)
    assert str(error.value) == (
        f"{path}: the folder {tmp_path}/no does not exist; make it first, or choose another --lake"
    )


def test_a_lake_that_may_not_be_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    LakeFolder.create(tmp_path)
    monkeypatch.setattr(os, "access", lambda *_: False)
    with pytest.raises(InputError) as error:
        LakeFolder.create(tmp_path)
    assert str(error.value) == (
        f"{tmp_path}/runs cannot be written (Permission denied); "
        "give yourself permission or choose another --lake"
    )


@pytest.mark.parametrize("name", ["a", "2026-01-01", "A_b-c.d", "9" * 80, "-x", "_"])
def test_names_of_runs(name: str) -> None:
    assert check_run_name(name) == name


@pytest.mark.parametrize("name", ["", ".", ".a", "a/b", "a b", "ü", "a" * 81, "a\n", "a=b", "*"])
def test_names_that_no_run_may_have(tmp_path: Path, name: str) -> None:
    with pytest.raises(InputError, match=r"use up to 80 letters, digits, '-', '_' and '\.'"):
        LakeFolder.create(tmp_path).begin(name, "")


def test_an_unknown_run_brings_the_nearest_name(tmp_path: Path) -> None:
    lake = make(tmp_path, "night-shift")
    with pytest.raises(InputError) as error:
        lake.read_manifest("nightshift")
    assert str(error.value) == f"{tmp_path}: no run nightshift; did you mean night-shift?"
    with pytest.raises(InputError) as error:
        lake.drop("x")
    assert str(error.value) == f"{tmp_path}: no run x; `railbird runs --lake {tmp_path}` lists all"


def test_only_manifests_count_as_runs(tmp_path: Path) -> None:
    lake = make(tmp_path, "b")
    make(tmp_path, "a")
    for name in (".hidden.json", "two words.json", "c.json.inprogress-c", "d.lock"):
        (tmp_path / "runs" / name).write_text("")
    (tmp_path / "pots/run=e").mkdir()
    assert lake.runs() == ["a", "b"]


def test_drop_removes_a_run_and_nothing_else(tmp_path: Path) -> None:
    lake = make(tmp_path, "a")
    make(tmp_path, "a.b")
    size = sum(entry["bytes"] for entry in lake.read_manifest("a").parts)
    assert lake.drop("a") == size
    assert lake.runs() == ["a.b"]
    assert lake.verify("a.b") == []
    assert not [path for path in tmp_path.rglob("*") if "run=a/" in f"{path}/"]


def test_sweep_removes_what_no_run_needs(tmp_path: Path) -> None:
    lake = make(tmp_path, "kept")
    make(tmp_path, "lost")
    (tmp_path / "runs/lost.json").unlink()
    orphans = [
        "pots/run=gone/part-00000.parquet.inprogress-gone",
        "pots/run=kept/part-00009.parquet",
        "pots/run=kept/part-00001.parquet.inprogress-kept",
        "runs/gone.parts/part-00000.json",
        "runs/kept.json.inprogress-kept",
    ]
    for name in orphans:
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("")
    (tmp_path / "runs/stale.lock").write_text("")
    (tmp_path / "notes.txt").write_text("mine")
    tables = ("pots", "actions")
    lost = [f"{table}/run=lost/part-0000{k}.parquet" for table in tables for k in (0, 1)]
    assert sorted(lake.sweep()) == sorted(orphans + lost)
    assert lake.sweep() == []
    assert lake.verify("kept") == []
    assert lake.runs() == ["kept"]
    assert sorted(path.name for path in (tmp_path / "runs").iterdir()) == ["kept.json"]
    assert (tmp_path / "notes.txt").exists()


def test_sweep_leaves_a_run_with_a_damaged_manifest_alone(tmp_path: Path) -> None:
    lake = make(tmp_path)
    before = sorted(tmp_path.rglob("*"))
    (tmp_path / "runs/r.json").write_text("{")
    assert lake.sweep() == []
    assert sorted(tmp_path.rglob("*")) == before


PART = "pots/run=r/part-00001.parquet"


def test_verify_finds_a_missing_part(tmp_path: Path) -> None:
    lake = make(tmp_path)
    (tmp_path / PART).unlink()
    assert lake.verify("r") == [Problem("r", PART, "is missing")]


def test_verify_finds_a_truncated_part(tmp_path: Path) -> None:
    lake = make(tmp_path)
    content = (tmp_path / PART).read_bytes()
    (tmp_path / PART).write_bytes(content[:-7])
    message = f"has {len(content) - 7} bytes, the manifest says {len(content)}"
    assert lake.verify("r") == [Problem("r", PART, message)]


def test_verify_finds_any_flipped_bit(tmp_path: Path) -> None:
    lake = make(tmp_path)
    content = (tmp_path / PART).read_bytes()
    for place in range(0, len(content), 97):
        flipped = bytearray(content)
        flipped[place] ^= 1 << place % 8
        (tmp_path / PART).write_bytes(flipped)
        (problem,) = lake.verify("r")
        assert problem.file == PART
        assert problem.message.startswith("has sha256 ")


def test_verify_finds_a_file_that_readers_see_and_the_manifest_does_not_list(
    tmp_path: Path,
) -> None:
    lake = make(tmp_path)
    name = "actions/run=r/part-00005.parquet"
    (tmp_path / name).write_bytes(b"")
    message = "is not in the manifest; `railbird check --sweep` removes it"
    assert lake.verify("r") == [Problem("r", name, message)]


def test_verify_reads_what_the_checksums_vouch_for(tmp_path: Path) -> None:
    """A part that was no Parquet file when it was hashed is a finding, not a traceback."""
    lake = make(tmp_path)
    manifest = lake.read_manifest("r")
    entry = next(entry for entry in manifest.parts if entry["file"] == PART)
    content = (tmp_path / PART).read_bytes()
    for harmed in (b"", b"PAR1", content[:40] + bytes(len(content) - 44) + b"PAR1"):
        (tmp_path / PART).write_bytes(harmed)
        entry["bytes"], entry["sha256"] = len(harmed), hashlib.sha256(harmed).hexdigest()
        save_manifest(tmp_path / "runs/r.json", manifest)
        (problem,) = lake.verify("r")
        assert problem.message.startswith("cannot be read as Parquet (")


def test_verify_finds_wrong_counts(tmp_path: Path) -> None:
    lake = make(tmp_path)
    manifest = lake.read_manifest("r")
    manifest.parts[0]["rows"] = 21
    save_manifest(tmp_path / "runs/r.json", msgspec.structs.replace(manifest, hands=41))
    assert [problem.message for problem in lake.verify("r")] == [
        "has 20 rows, the manifest says 21",
        "says 41 hands, its tables add up to 40",
    ]


def test_verify_refuses_paths_that_lead_elsewhere(tmp_path: Path) -> None:
    lake = make(tmp_path / "lake")
    manifest = lake.read_manifest("r")
    manifest.parts[0]["file"] = "pots/run=r/../../../secret"
    save_manifest(tmp_path / "lake/runs/r.json", manifest)
    problems = lake.verify("r")
    assert problems[0].message == "is no file of table pots; the manifest was altered"


@pytest.mark.parametrize(
    ("parts", "message"),
    [
        ([[1, 3, 2]], "hand_id 2 comes after 3: not in ascending order"),
        ([[1, 2], [2, 3]], "hand_id 2 comes after 2: not in ascending order"),
        ([[5, 6], [1, 2]], "hand_id 1 comes after 6: not in ascending order"),
    ],
)
def test_verify_finds_hands_out_of_order(
    tmp_path: Path, parts: list[list[int]], message: str
) -> None:
    lake = make(tmp_path, parts=[np.array(ids) for ids in parts])
    assert {problem.message for problem in lake.verify("r")} == {message}


def test_a_manifest_survives_the_way_to_disk_and_back(tmp_path: Path) -> None:
    manifest = make(tmp_path).read_manifest("r")
    path = tmp_path / "runs/r.json"
    content = path.read_bytes()
    assert manifest.to_json() == content
    keys = [line.split('"')[1] for line in content.decode().splitlines() if line.startswith('  "')]
    assert keys == sorted(keys)
    save_manifest(path, load_manifest(path))
    assert path.read_bytes() == content


def test_timings_are_not_hashed(tmp_path: Path) -> None:
    manifest = make(tmp_path).read_manifest("r")
    later = msgspec.structs.replace(manifest, timings=Timings("x", "y", 2.0))
    assert later.digest() == manifest.digest()
    assert msgspec.structs.replace(manifest, hands=1).digest() != manifest.digest()
    assert hash_recipe({"a": 1, "b": 2}) == hash_recipe({"b": 2, "a": 1})


def test_totals_of_a_table_in_many_parts_are_added() -> None:
    totals = [TableTotals(2, 1, 2, 3, 4, 5, 6), TableTotals(1, *[1] * 6)]
    totals += [TableTotals(2, *[10] * 6)]
    assert merge_totals(totals) == [
        TableTotals(1, *[1] * 6),
        TableTotals(2, 11, 12, 13, 14, 15, 16),
    ]


REMEDY = "restore the file, or remove it and run `railbird check --sweep --lake {root}`"


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", f"not a manifest (Input data was truncated); {REMEDY}"),
        (b"[]", f"not a manifest (Expected `object`, got `array`); {REMEDY}"),
        (b"\xff", f"not a manifest (JSON is malformed: invalid character (byte 0)); {REMEDY}"),
        (
            b'{"schema_version": 1}',
            f"not a manifest (Object missing required field `run`); {REMEDY}",
        ),
        (
            b'{"schema_version": 99}',
            "schema version 99 is newer than this Railbird's 1; upgrade Railbird",
        ),
    ],
)
def test_a_damaged_manifest_is_one_line(tmp_path: Path, content: bytes, message: str) -> None:
    lake = make(tmp_path)
    path = tmp_path / "runs/r.json"
    path.write_bytes(content)
    with pytest.raises(DamagedLakeError) as error:
        lake.read_manifest("r")
    assert str(error.value) == f"{path}: {message}".replace("{root}", str(tmp_path))
    assert lake.runs() == ["r"]
    assert lake.find_recipe("x") is None


def test_a_renamed_manifest_is_noticed(tmp_path: Path) -> None:
    lake = make(tmp_path)
    (tmp_path / "runs/r.json").rename(tmp_path / "runs/s.json")
    with pytest.raises(DamagedLakeError, match="the manifest of run 'r' under another name"):
        lake.read_manifest("s")


def test_finding_and_dropping_runs_needs_neither_arrow_nor_numba() -> None:
    code = (
        "import sys, railbird.lake.lake; "
        "print(sorted({'pyarrow', 'numba', 'polars'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
