"""A run is the same bytes for any number of threads, again from its manifest, and after a kill."""

from __future__ import annotations

import json
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import msgspec
import numpy as np
import pytest

from railbird.errors import CheckFailedError, DamagedLakeError, InputError
from railbird.lake.lake import LakeFolder
from railbird.lake.manifest import hash_recipe
from railbird.lake.session import RunSession
from railbird.reports.connect import Lake
from railbird.simulate.job import Job, resolve
from railbird.simulate.plan import plan
from railbird.simulate.runner import replay_manifest, simulate

MIX = "random,always_call,check_fold,always_raise"


def recipe(**changes):
    job = {"hands": 6_000, "bots": MIX, "tables": 24, "stack": "20bb"} | changes
    made = resolve(Job(**job))
    return msgspec.structs.replace(made, part_hands=1_000, chunk_hands=300)


def sums(lake: Path, run: str) -> dict[str, str]:
    manifest = json.loads((lake / "runs" / f"{run}.json").read_text())
    return {part["file"].replace(run, "RUN"): part["sha256"] for part in manifest["parts"]}


@pytest.mark.parametrize("stacks", ["reset", "carry"])
def test_threads_never_change_a_byte(tmp_path, stacks):
    made = recipe(stacks=stacks, hands=9_000, tables=36, bots="tag,lag,station,random")
    names = [simulate(made, tmp_path / str(threads), threads=threads).run for threads in (1, 2, 7)]
    first, *others = [
        sums(tmp_path / str(t), name) for t, name in zip((1, 2, 7), names, strict=True)
    ]
    assert len(first) == 9 * (5 if stacks == "carry" else 4)
    assert all(other == first for other in others)


def test_replay_of_a_manifest_makes_the_same_bytes(tmp_path):
    run = simulate(recipe(), tmp_path / "a", "first").run
    manifest = tmp_path / "a" / "runs" / "first.json"
    again = replay_manifest(manifest, tmp_path / "b")
    assert again.run == "first"
    assert sums(tmp_path / "b", "first") == sums(tmp_path / "a", run)


def test_replay_refuses_another_engine(tmp_path):
    simulate(recipe(hands=100, tables=1), tmp_path, "first")
    path = tmp_path / "runs" / "first.json"
    manifest = json.loads(path.read_text())
    manifest["recipe"]["engine_hash"] = "0" * 64
    manifest["recipe_hash"] = hash_recipe(manifest["recipe"])
    path.write_text(json.dumps(manifest))
    with pytest.raises(InputError, match="was played by another engine"):
        replay_manifest(path, tmp_path / "b")


def test_replay_of_a_manifest_in_this_folder_works(tmp_path, monkeypatch):
    simulate(recipe(hands=100, tables=1), tmp_path / "a", "first")
    (tmp_path / "first.json").write_bytes((tmp_path / "a" / "runs" / "first.json").read_bytes())
    monkeypatch.chdir(tmp_path)
    assert replay_manifest(Path("first.json"), tmp_path / "b").run == "first"


def test_replay_refuses_an_edited_recipe(tmp_path):
    simulate(recipe(hands=100, tables=1), tmp_path, "first")
    path = tmp_path / "runs" / "first.json"
    path.write_text(path.read_text().replace('"seed": 1', '"seed": 2'))
    with pytest.raises(DamagedLakeError, match="its recipe has been edited"):
        replay_manifest(path, tmp_path / "b")


def test_replay_says_when_the_bytes_are_others(tmp_path):
    simulate(recipe(hands=100, tables=1), tmp_path, "first")
    path = tmp_path / "runs" / "first.json"
    manifest = json.loads(path.read_text())
    text = path.read_text().replace(manifest["parts"][0]["sha256"], "0" * 64)
    path.write_text(text)
    with pytest.raises(CheckFailedError, match="the same hands, but other bytes"):
        replay_manifest(path, tmp_path / "b")


def test_the_same_recipe_again_is_no_new_run(tmp_path):
    made = recipe(hands=500, tables=2)
    first = simulate(made, tmp_path)
    again = simulate(made, tmp_path)
    assert (again.run, again.already_there) == (first.run, True)
    assert len(LakeFolder.open(tmp_path).runs()) == 1


def test_a_run_killed_after_its_last_part_needs_only_its_manifest(tmp_path, monkeypatch):
    """Nothing is played again, the bytes are those of a run that was left in peace."""
    simulate(recipe(), tmp_path / "whole", "killed")
    with monkeypatch.context() as patched:
        patched.setattr(RunSession, "commit", lambda session, _: session.close())
        simulate(recipe(), tmp_path / "lake", "killed")
    assert not LakeFolder.open(tmp_path / "lake").has_run("killed")
    said = []
    result = simulate(recipe(), tmp_path / "lake", "killed", progress=lambda *at: said.append(at))
    assert (result.resumed_parts, said) == (6, [])
    assert sums(tmp_path / "lake", "killed") == sums(tmp_path / "whole", "killed")


def test_a_run_name_that_is_taken_is_refused(tmp_path):
    simulate(recipe(hands=100, tables=1), tmp_path, "mine")
    with pytest.raises(InputError, match="mine exists already"):
        simulate(recipe(hands=100, tables=1, seed=2), tmp_path, "mine")


def test_parts_hold_whole_tables_or_ranges_of_a_long_one():
    whole = plan(recipe())
    assert [part.hands for part in whole] == [1_000] * 6
    long = plan(recipe(tables=1))
    assert [part.segments.tolist() for part in long][:2] == [[[0, 0, 1000]], [[0, 1000, 2000]]]
    carried = plan(recipe(tables=1, stacks="carry"))
    assert [part.hands for part in carried] == [6_000]


def test_a_range_of_a_reset_table_is_the_same_hands_as_the_whole():
    """Hand n is a function of the seed, the recipe and n: the cut into parts does not matter."""
    from railbird.simulate.play import Engine

    made = recipe(hands=600, tables=1)
    engine = Engine(made)

    def played(first, last):
        pieces = engine.chunks(np.array([[0, first, last]], np.int64))
        return np.concatenate([rows.players.copy() for rows, _ in pieces], axis=1)

    assert (played(0, 600)[:, 250 * 6 : 400 * 6] == played(250, 400)).all()


PROGRAM = """
import sys
from pathlib import Path
sys.path.insert(0, sys.argv[2])
from unit.test_run import killed_recipe
from railbird.simulate.runner import simulate
said = []
def progress(done, total):
    if not said:
        said.append(print("go", flush=True))
simulate(killed_recipe(), Path(sys.argv[1]), "killed", threads=2, progress=progress)
if not said:  # the attempt before had played every part, and was killed before it said so
    print("go", flush=True)
"""


def killed_recipe():
    return msgspec.structs.replace(recipe(hands=120_000, tables=480), part_hands=4_000)


def started(lake):
    """Start the run in a process of its own, and come back when it begins to play."""
    tests = str(Path(__file__).parents[1])
    command = [sys.executable, "-c", PROGRAM, str(lake), tests]
    process = subprocess.Popen(command, stdout=subprocess.PIPE)
    assert process.stdout is not None
    assert process.stdout.readline() == b"go\n"
    return process


@pytest.mark.slow
def test_killed_at_any_moment_and_started_again_makes_the_same_bytes(tmp_path):
    """SIGKILL at twenty moments of play; nothing is visible in between, the bytes are the same.

    A small run beside it is all that the views show while the killed one is not finished.
    """
    begin = time.perf_counter()
    with started(tmp_path / "whole") as process:
        begin = time.perf_counter()
        assert process.wait() == 0
    length = time.perf_counter() - begin
    expected = sums(tmp_path / "whole", "killed")
    assert len(expected) == 30 * 4
    dice = random.Random(20)  # noqa: S311
    lake = tmp_path / "lake"
    simulate(recipe(hands=100, tables=1), lake, "beside")
    kills = with_receipts = unfinished = 0
    while kills < 20:
        with started(lake) as process:
            # seldom beyond a third of the run, so that attempts add up slowly
            time.sleep(dice.random() * length / 3)
            process.send_signal(signal.SIGKILL)
            killed = process.wait() == -signal.SIGKILL
        if LakeFolder.open(lake).has_run("killed"):  # it was done, killed or not: all of it
            assert sums(lake, "killed") == expected
            LakeFolder.open(lake).drop("killed")
            continue
        assert killed
        kills += 1
        with_receipts += any((lake / "runs").glob("killed.parts/*.json"))
        unfinished += any(lake.glob("*/run=killed/*.inprogress-*"))
        assert Lake(lake).sql("select run, count(*) as n from hands group by run").rows() == [
            ("beside", 100)
        ]
    assert with_receipts >= 5
    assert unfinished >= 5
    simulate(killed_recipe(), lake, "killed", threads=2)
    assert sums(lake, "killed") == expected
    assert LakeFolder.open(lake).sweep() == []
