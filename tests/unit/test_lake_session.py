"""Runs are written part by part; a kill at any moment loses and shows nothing."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest

from railbird.errors import InputError
from railbird.lake.lake import LakeFolder
from railbird.lake.manifest import Manifest, TableTotals, Timings, hash_recipe

if TYPE_CHECKING:
    from collections.abc import Iterator

    from railbird.lake.session import RunSession

RECIPE = {"seed": 1, "hands": 30}
HASH = hash_recipe(RECIPE)
POTS = {"pot_no": 0, "amount": 10, "rake": 1, "jackpot": 0, "eligible": 3, "winners": 1}


def play_part(session: RunSession, part_no: int, hands: int = 10) -> None:
    with session.writer(part_no, ["pots"], {"pots": POTS}) as part:
        part.write("pots", {"hand_id": np.arange(hands) + 100 * part_no})
        entries = part.close()
    totals = TableTotals(1, hands, 10 * hands, 9 * hands, hands, 0, 0)
    session.finish_part(part_no, entries, [totals])


def manifest(session: RunSession) -> Manifest:
    totals = session.totals()
    return Manifest(
        run=session.run,
        kind="simulate",
        recipe=RECIPE,
        recipe_hash=session.recipe_hash,
        versions={"railbird": "0"},
        engine_hash="e",
        bots={},
        registry_version=1,
        parts=session.parts(),
        tables=totals,
        hands=sum(entry.hands for entry in totals),
        timings=Timings("", "", 0.0),
    )


def play(root: Path, run: str = "r", parts: int = 3) -> list[int]:
    """Play what is missing of a run; return the parts that were."""
    lake = LakeFolder.create(root)
    with lake.begin(run, HASH) as session:
        missing = [number for number in range(parts) if number not in session.finished]
        for number in missing:
            play_part(session, number)
        session.commit(manifest(session))
    return missing


def names(root: Path) -> list[str]:
    return sorted(p.relative_to(root).as_posix() for p in root.rglob("*") if p.is_file())


COMPLETE = [*(f"pots/run=r/part-0000{number}.parquet" for number in range(3)), "runs/r.json"]


def test_a_run_leaves_its_files_and_its_manifest(tmp_path: Path) -> None:
    assert play(tmp_path / "lake") == [0, 1, 2]
    assert names(tmp_path / "lake") == COMPLETE
    lake = LakeFolder.open(tmp_path / "lake")
    assert lake.runs() == ["r"]
    assert lake.read_manifest("r").hands == 30
    assert lake.verify("r") == []
    assert lake.find_recipe(HASH) == "r"
    assert lake.find_recipe("else") is None


def test_the_order_of_parts_does_not_show(tmp_path: Path) -> None:
    play(tmp_path / "a")
    lake = LakeFolder.create(tmp_path / "b")
    with lake.begin("r", HASH) as session:
        for number in (2, 0, 1):
            play_part(session, number)
        session.commit(manifest(session))
    for name in COMPLETE:
        assert (tmp_path / "a" / name).read_bytes() == (tmp_path / "b" / name).read_bytes()


def test_an_interrupted_run_continues_with_what_is_missing(tmp_path: Path) -> None:
    lake = LakeFolder.create(tmp_path)

    def attempt() -> None:
        with lake.begin("r", HASH) as session:
            play_part(session, 1)
            with session.writer(0, ["pots"], {"pots": POTS}) as part:
                part.write("pots", {"hand_id": np.arange(3)})
                raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        attempt()
    assert lake.runs() == []
    assert names(tmp_path) == ["pots/run=r/part-00001.parquet", "runs/r.parts/part-00001.json"]
    assert play(tmp_path) == [0, 2]
    assert names(tmp_path) == COMPLETE


def test_another_recipe_starts_afresh(tmp_path: Path) -> None:
    lake = LakeFolder.create(tmp_path)
    with lake.begin("r", "other") as session:
        play_part(session, 0)
        play_part(session, 7)
    assert play(tmp_path) == [0, 1, 2]
    assert names(tmp_path) == COMPLETE


@pytest.mark.parametrize("harm", ["file missing", "file cut", "receipt cut", "receipt empty"])
def test_a_damaged_part_is_done_again(tmp_path: Path, harm: str) -> None:
    lake = LakeFolder.create(tmp_path)
    with lake.begin("r", HASH) as session:
        play_part(session, 0)
        play_part(session, 1)
    file = tmp_path / "pots/run=r/part-00001.parquet"
    receipt = tmp_path / "runs/r.parts/part-00001.json"
    if harm == "file missing":
        file.unlink()
    elif harm == "file cut":
        file.write_bytes(file.read_bytes()[:-1])
    else:
        receipt.write_bytes(receipt.read_bytes()[: 40 if harm == "receipt cut" else 0])
    assert play(tmp_path) == [1, 2]
    assert lake.verify("r") == []


KILLED_AT_EVERY_STEP = """
import os, pathlib, sys
sys.path.insert(0, {here!r})
from test_lake_session import COMPLETE, LakeFolder, names, play

steps = 0

def deadly(function, last):
    def call(*args, **kwargs):
        global steps
        steps += 1
        if steps == last:
            os._exit(9)
        return function(*args, **kwargs)
    return call

root = pathlib.Path({root!r})
play(root / "whole")
expected = [(root / "whole" / name).read_bytes() for name in COMPLETE]
step, survived = 0, False
while not survived:
    step += 1
    lake = root / str(step)
    child = os.fork()
    if not child:
        os.fsync = deadly(os.fsync, step)
        for name in ("rename", "unlink", "mkdir", "rmdir", "open"):
            setattr(pathlib.Path, name, deadly(getattr(pathlib.Path, name), step))
        play(lake)
        os._exit(0)
    survived = os.waitpid(child, 0)[1] == 0
    if (lake / "runs").is_dir() and LakeFolder.open(lake).runs():
        assert LakeFolder.open(lake).verify("r") == [], step
        LakeFolder.open(lake).sweep()
    else:
        done = len(list((lake / "runs" / "r.parts").glob("*.json")))
        assert len(play(lake)) == 3 - done, step
    assert names(lake) == COMPLETE, (step, names(lake))
    assert [(lake / name).read_bytes() for name in COMPLETE] == expected, step
print(step)
"""


def test_a_kill_at_any_step_costs_at_most_the_part_at_hand(tmp_path: Path) -> None:
    script = KILLED_AT_EVERY_STEP.format(here=str(Path(__file__).parent), root=str(tmp_path))
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) > 40  # as many moments were tried


HOLD_THE_LOCK = """
import sys
from railbird.lake.lake import LakeFolder
session = LakeFolder.create(sys.argv[1]).begin("r", "hash")
print("held", flush=True)
sys.stdin.read()
"""


@pytest.fixture
def holder(tmp_path: Path) -> Iterator[subprocess.Popen[str]]:
    """Another process that holds the lock of run r until its input is closed or it is killed."""
    process = subprocess.Popen(
        [sys.executable, "-c", HOLD_THE_LOCK, str(tmp_path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "held\n"
    yield process
    process.kill()
    process.communicate()


def test_one_process_writes_a_run_at_a_time(tmp_path: Path, holder: subprocess.Popen[str]) -> None:
    lake = LakeFolder.create(tmp_path)
    with pytest.raises(InputError) as error:
        lake.begin("r", HASH)
    assert str(error.value) == (
        f"run r is being written by another process ({tmp_path}/runs/r.lock is locked); "
        "wait for it, or give this run another name with --run"
    )
    play(tmp_path, "other")  # runs do not wait for each other
    assert lake.sweep() == []  # what is being written is nobody's to sweep
    holder.kill()
    holder.wait()
    assert (tmp_path / "runs/r.lock").exists()  # left behind, and no obstacle
    assert play(tmp_path) == [0, 1, 2]


def test_a_run_that_exists_is_not_written_again(tmp_path: Path) -> None:
    play(tmp_path)
    with pytest.raises(InputError) as error:
        play(tmp_path)
    assert str(error.value) == (
        f"run r exists already in {tmp_path}; "
        f"choose another --run, or `railbird drop r --lake {tmp_path}` first"
    )
    assert names(tmp_path) == COMPLETE


def test_a_manifest_must_be_of_this_run(tmp_path: Path) -> None:
    with LakeFolder.create(tmp_path).begin("r", HASH) as session:
        play_part(session, 0)
        good = manifest(session)
        play_part(session, 1)
        with pytest.raises(ValueError, match="does not list the finished parts"):
            session.commit(good)
        session.run = "s"
        with pytest.raises(ValueError, match="a manifest of r, not of s"):
            session.commit(good)


@pytest.mark.parametrize("stage", ["receipt", "manifest"])
def test_a_full_disk_keeps_what_is_finished(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, stage: str
) -> None:
    lake = LakeFolder.create(tmp_path)

    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, "full")

    def attempt() -> None:
        with lake.begin("r", HASH) as session:
            play_part(session, 0)
            if stage == "receipt":
                monkeypatch.setattr(os, "fsync", full)
            play_part(session, 1)
            play_part(session, 2)
            monkeypatch.setattr(os, "fsync", full)
            session.commit(manifest(session))

    with pytest.raises(InputError, match=r"^no space left in .*run the same command again$"):
        attempt()
    monkeypatch.undo()
    assert not [name for name in names(tmp_path) if "inprogress" in name or ".json." in name]
    assert lake.runs() == []
    assert play(tmp_path) == ([1, 2] if stage == "receipt" else [])
    assert names(tmp_path) == COMPLETE
