"""`railbird simulate`: whole messages for each mistake, words on stderr, runs and their repeats."""

from __future__ import annotations

import errno
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import msgspec
import pytest

from railbird import console
from railbird.cli.simulate import simulate
from railbird.simulate.job import Job

SMALL = ("--hands", "2k", "--bots", "random")


def refused(done, message: str, code: int = 2) -> None:
    assert (done.code, done.out, done.err) == (code, "", f"railbird simulate: {message}\n")


def test_every_job_key_is_a_flag():
    flags = {option.name for option in simulate.params}
    assert {field.name for field in msgspec.structs.fields(Job)} <= flags


def test_help_states_the_defaults_of_a_job():
    pages = {
        option.name: option.help or "" for option in simulate.params if hasattr(option, "help")
    }
    job = Job()
    for key in ("room", "game", "stakes", "ante_kind", "stacks", "seed", "keep"):
        assert f"[default: {getattr(job, key)}]" in pages[key]
    assert job.hands == 1_000_000
    assert "[default: 1M]" in pages["hands"]


BAD_JOBS = [
    ("hadns = 10\n", "line 1: unknown key 'hadns'; did you mean 'hands'?"),
    (
        'hands = 10\nbetting = "LN"\n',
        'line 2: betting is "LN"; known: FL, NL, PL',
    ),
    ("seats = true\n", "line 1: seats is true; it must be a whole number"),
    ("ante = 0.5\n", "line 1: ante is 0.5; it must be a whole number or a text in quotes"),
    (
        "hands = \n",
        "line 1: not valid TOML (invalid value); correct the line",
    ),
]


@pytest.mark.parametrize(("text", "message"), BAD_JOBS)
def test_bad_job_file(railbird, tmp_path, text, message):
    job = tmp_path / "job.toml"
    job.write_text(text)
    refused(railbird("simulate", job, "--lake", tmp_path / "lake"), f"{job}, {message}")
    assert not (tmp_path / "lake").exists()


def test_missing_job_file(railbird, tmp_path):
    job = tmp_path / "job.toml"
    refused(railbird("simulate", job, "--lake", "x"), f"{job}: no such job file; check the path")


BAD_FLAGS = [
    (
        ["--seats", "11"],
        "seats = 11: room standard seats 2 to 10; lower or raise --seats",
    ),
    (["--stakes", "0/2"], "stakes = '0/2': blinds and limits must be above zero; raise them"),
    (["--stakes", "1/0"], "stakes = '1/0': blinds and limits must be above zero; raise them"),
    (["--stakes", "2/1"], "stakes = '2/1': the first amount may not be the larger one; swap them"),
    (["--stakes", "1/x"], "stakes = '1/x': amount 'x': not a number; write it as 2 or 2.50"),
    (["--ante", "x"], "ante = 'x': no amount; write it as 100bb or 200"),
    (["--stakes", "2"], "stakes = '2': write two amounts, as 1/2 or 0.25/0.50"),
    (
        ["--stack", "1"],
        ("stack = 1: the buy-in is below the room's minimum of 1 big blind (2.00); raise --stack"),
    ),
    (
        ["--room", "pacific", "--stakes", "5/10", "--stack", "45"],
        (
            "stack = 45: the buy-in is below the room's minimum of 10 big blinds (50.00); "
            "raise --stack"
        ),
    ),
    (["--bots", "randm"], "unknown bot 'randm'; did you mean 'random'? (see 'railbird bots')"),
    (
        ["--room", "pasific"],
        (
            "unknown room 'pasific'; did you mean 'pacific'? "
            "(see 'railbird rooms', or give a .toml file)"
        ),
    ),
    (
        ["--rake", "five-percnt"],
        (
            "unknown rake policy 'five-percnt'; did you mean 'five-percent'? "
            "(see 'railbird policies', or give a .toml file)"
        ),
    ),
    (["--rake", "my/rake.toml"], "my/rake.toml: no such rake policy file; check the path"),
    (["--betting", "nl"], "unknown betting 'nl'; did you mean 'NL'?"),
    (["--hands", "many"], "hands = 'many': write it as 1000000, 1_000_000, 10k, 2.5M or 1G"),
    (["--hands", "0"], "hands = 0: at least 1 is needed; raise --hands"),
    (
        ["--hands", "1000G"],
        (
            "hands = 1000G: at most 100,000,000,000 is possible in a run; lower --hands, and play "
            "several runs with other seeds"
        ),
    ),
    (
        ["--tables", "3000"],
        (
            "tables = 3000: from 1 to the number of hands (2000) is possible; "
            "change --tables or --hands"
        ),
    ),
    (
        ["--hands", "4G", "--tables", "2000000000"],
        "tables = 2000000000: from 1 to 1,000,000 is possible; change --tables or --hands",
    ),
    (["--seed", "-1"], "seed = -1: from 0 to 2^63 - 1 is possible"),
    (
        ["--keep", "hands,player"],
        ("keep = 'hands,player': unknown table 'player'; choose of hands, players, actions, pots"),
    ),
    (["--keep", "pots"], "keep = 'pots': hands cannot be left out; add it"),
    (
        ["--run", "a/b"],
        ("run name 'a/b': use up to 80 letters, digits, '-', '_' and '.', and no '.' at the start"),
    ),
    (
        ["--threads", "0"],
        (
            "invalid value for '--threads': 0 is not in the range x>=1; "
            "see 'railbird simulate --help'"
        ),
    ),
]


@pytest.mark.parametrize(("flags", "message"), BAD_FLAGS)
def test_bad_flag(railbird, tmp_path, flags, message):
    lake = tmp_path / "lake"
    refused(railbird("simulate", *SMALL, "--lake", lake, *flags), message)
    assert not list(lake.rglob("*.parquet"))


def test_no_lake(railbird):
    refused(railbird("simulate", *SMALL), "no lake named; say where the hands go with --lake DIR")


def test_lake_is_a_file(railbird, tmp_path):
    lake = tmp_path / "lake"
    lake.write_text("")
    refused(
        railbird("simulate", *SMALL, "--lake", lake),
        f"{lake}: a file, not a folder; name a folder with --lake",
    )


def test_lake_in_a_missing_folder(railbird, tmp_path):
    lake = tmp_path / "no" / "lake"
    refused(
        railbird("simulate", *SMALL, "--lake", lake),
        (
            f"{lake}: the folder {lake.parent} does not exist; "
            "make it first, or choose another --lake"
        ),
    )


NOBODY = """
import os, sys
from railbird.cli.app import run
assert run(["simulate", "--hands", "1", "--bots", "random", "--lake", sys.argv[1], "-q"]) == 0
if os.geteuid() == 0:  # root may write everywhere
    os.setgid(65534)
    os.setuid(65534)
sys.exit(run(["simulate", "--hands", "1", "--bots", "random", "--lake", sys.argv[2]]))
"""


def test_no_permission():
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)
        lake = Path(folder) / "lake"
        lake.mkdir(mode=0o555)
        done = subprocess.run(
            [sys.executable, "-c", NOBODY, f"{folder}/mine", str(lake)],
            capture_output=True,
            text=True,
            check=False,
        )
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == (
        f"railbird simulate: {lake} cannot be written (Permission denied); "
        "give yourself permission or choose another --lake\n"
    )


def test_full_disk(railbird, tmp_path, monkeypatch):
    def full(_descriptor):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    lake = tmp_path / "lake"
    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", full)
        done = railbird("simulate", *SMALL, "--lake", lake, "--run", "first", "--quiet")
    refused(
        done,
        (
            f"no space left in {lake}/hands/run=first; finished parts are kept; "
            "free space and run the same command again"
        ),
    )
    again = railbird("simulate", *SMALL, "--lake", lake, "--run", "first", "--quiet")
    assert (again.code, again.out, again.err) == (0, "", "")


def test_quiet_is_quiet_and_a_second_run_is_a_no_op(railbird, tmp_path):
    lake = tmp_path / "lake"
    first = railbird("simulate", *SMALL, "--lake", lake, "--run", "first", "--quiet")
    assert (first.code, first.out, first.err) == (0, "", "")
    files = sorted(path for path in lake.rglob("*") if path.is_file())
    before = [(path.stat().st_size, path.stat().st_mtime_ns) for path in files]
    again = railbird("simulate", *SMALL, "--lake", lake, "--run", "other")
    assert (again.code, again.out) == (0, "")
    assert again.err == f"{lake} holds this run already as first; nothing to do\n"
    assert files == sorted(path for path in lake.rglob("*") if path.is_file())
    assert before == [(path.stat().st_size, path.stat().st_mtime_ns) for path in files]


def test_words_of_a_run(railbird, tmp_path, monkeypatch):
    monkeypatch.setattr(console, "PLAIN_INTERVAL", 0.0)
    done = railbird("simulate", *SMALL, "--hands", "70k", "--lake", tmp_path / "lake", "--run", "a")
    assert (done.code, done.out) == (0, "")
    lines = done.err.splitlines()
    assert lines[-2].startswith("playing: 70,000 of 70,000 hands, ")
    assert lines[-2].endswith(" hands/s")
    assert lines[-1].startswith(f"played 70,000 hands into {tmp_path}/lake as run a in ")


def test_name_taken_by_another_recipe(railbird, tmp_path):
    lake = tmp_path / "lake"
    railbird("simulate", *SMALL, "--lake", lake, "--run", "first")
    refused(
        railbird("simulate", *SMALL, "--seed", "2", "--lake", lake, "--run", "first"),
        (
            f"run first exists already in {lake}; "
            f"choose another --run, or `railbird drop first --lake {lake}` first"
        ),
    )


def test_flags_win_over_the_file(railbird, tmp_path):
    job = tmp_path / "job.toml"
    job.write_text(f'hands = "1k"\nbots = "random"\nseats = 4\nlake = "{tmp_path}/lake"\n')
    done = railbird("simulate", job, "--seats", "3", "--run", "first", "--quiet")
    assert (done.code, done.err) == (0, "")
    recipe = json.loads((tmp_path / "lake" / "runs" / "first.json").read_text())["recipe"]
    assert (recipe["hands"], recipe["table"]["seats"]) == (1000, 3)


def test_dry_run_writes_nothing(railbird, tmp_path):
    done = railbird("simulate", *SMALL, "--dry-run", "--lake", tmp_path / "lake")
    assert done.code == 0
    assert done.out.startswith("2,000 hands at 2 tables: about ")
    assert not (tmp_path / "lake").exists()


def test_replay_makes_the_same_bytes(railbird, tmp_path):
    railbird("simulate", *SMALL, "--lake", tmp_path / "a", "--run", "first")
    manifest = tmp_path / "a" / "runs" / "first.json"
    done = railbird("simulate", "--replay", manifest, "--lake", tmp_path / "b", "--quiet")
    assert (done.code, done.out, done.err) == (0, "", "")
    parts = sorted(path.relative_to(tmp_path / "a") for path in (tmp_path / "a").rglob("*.parquet"))
    assert len(parts) == 4
    for part in parts:
        assert (tmp_path / "a" / part).read_bytes() == (tmp_path / "b" / part).read_bytes()


def test_replay_takes_no_other_flag(railbird, tmp_path):
    refused(
        railbird("simulate", "--replay", "x.json", "--seats", "3", "--lake", tmp_path),
        "--replay takes the recipe from the manifest; leave out --seats",
    )
    refused(
        railbird("simulate", "--replay", "x.json", "--lake", tmp_path / "lake"),
        "x.json: no such manifest; runs keep theirs in LAKE/runs/",
    )


def test_ctrl_c_keeps_finished_parts(railbird, railbird_process, tmp_path):
    lake = tmp_path / "lake"
    job = ("simulate", "--hands", "1.5M", "--bots", "random", "--keep", "hands", "--lake", lake)
    job = (*job, "--run", "long", "--threads", "1")
    process = railbird_process(*job)
    receipts = lake / "runs" / "long.parts"
    deadline = time.monotonic() + 120
    while not list(receipts.glob("part-*.json")) and time.monotonic() < deadline:
        time.sleep(0.02)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert (process.returncode, out) == (130, "")
    assert err.splitlines()[-1] == (
        "railbird simulate: interrupted; finished parts are kept, "
        "run the same command again to go on"
    )
    assert not (lake / "runs" / "long.json").exists()
    again = railbird(*job)
    assert again.code == 0
    assert " kept from before\n" in again.err
