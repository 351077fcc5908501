"""The program itself: imports, help, misspelt commands and options, streams, exit codes."""

from __future__ import annotations

import errno
import json
import os
import subprocess
import sys

import pytest

from railbird import __version__
from railbird.cli import app, output
from railbird.errors import DamagedLakeError, InputError, RailbirdError

HEAVY = ("numba", "numpy", "polars", "pyarrow", "duckdb", "rich")


@pytest.mark.parametrize(
    "statement",
    [
        "import railbird",
        "from railbird.cli.app import run; run(['--help'])",
        "from railbird.cli.app import run; run(['simulate', '--help'])",
        "from railbird.cli.app import run; run(['report', '--help'])",
        "from railbird.cli.app import run; run(['simulat'])",
    ],
)
def test_help_imports_nothing_heavy(statement):
    code = f"{statement}\nimport sys, json\nprint(json.dumps(sorted(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = json.loads(done.stdout.splitlines()[-1])
    assert [name for name in HEAVY if name in loaded] == []


def test_version(railbird):
    assert railbird("--version").out == f"railbird {__version__}\n"


def test_no_command_shows_help_on_stderr(railbird):
    done = railbird()
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith("Usage: railbird [OPTIONS] [COMMAND] [ARGS]...\n")


@pytest.mark.parametrize("name", sorted(app.railbird.commands))
def test_every_command_shows_an_example(railbird, name):
    done = railbird(name, "--help")
    assert (done.code, done.err) == (0, "")
    assert f"  Example:\n      railbird {name}" in done.out


def test_every_command_stands_in_one_section():
    listed = [name for _, names in app.SECTIONS for name in names]
    assert sorted(listed) == sorted(app.railbird.commands)


MISTAKES = [
    (["simulat"], "railbird: no command 'simulat'; did you mean 'simulate'?"),
    (["simulate", "--hand", "3"], "railbird simulate: no option --hand; did you mean '--hands'?"),
    (["bots", "--bogus"], "railbird bots: no option --bogus; known: --help"),
    (
        ["simulate", "--seats", "x"],
        (
            "railbird simulate: invalid value for '--seats': 'x' is not a valid integer; "
            "see 'railbird simulate --help'"
        ),
    ),
    (
        ["simulate", "--game", "holdm"],
        "railbird simulate: unknown game 'holdm'; did you mean 'holdem'?",
    ),
    (
        ["runs"],
        "railbird runs: missing option '--lake'; see 'railbird runs --help'",
    ),
    (
        ["runs", "--lake"],
        "railbird runs: option '--lake' requires an argument; see 'railbird runs --help'",
    ),
    (
        ["runs", "--lake", "x", "--format", "xls"],
        "railbird runs: unknown format 'xls'; known: table, csv, json, parquet, markdown",
    ),
    (["bots", "tset"], "railbird bots: no command 'tset'; did you mean 'test'?"),
    (
        ["rooms", "x"],
        "railbird rooms: no command 'x'; to print one: railbird rooms show x",
    ),
]


@pytest.mark.parametrize(("arguments", "message"), MISTAKES)
def test_mistake(railbird, arguments, message):
    done = railbird(*arguments)
    assert (done.code, done.out, done.err) == (2, "", f"{message}\n")


FAULTS = [
    (InputError("what; remedy"), 2, "what; remedy"),
    (DamagedLakeError("what; remedy"), 3, "what; remedy"),
    (RailbirdError("what"), 2, "what"),
    (KeyboardInterrupt(), 130, "interrupted"),
    (
        OSError(errno.ENOSPC, "No space left on device", "lake/hands"),
        2,
        "lake/hands: disk full; free some space and run the same command again",
    ),
    (
        PermissionError(errno.EACCES, "Permission denied", "lake"),
        2,
        "lake: no permission; check who owns the folder, or choose another one",
    ),
    (
        OSError(errno.EROFS, "Read-only file system", "lake"),
        2,
        "lake: read-only file system; choose another folder",
    ),
    (FileNotFoundError(errno.ENOENT, "No such file", "x"), 2, "x: no such file; check the path"),
    (MemoryError(), 2, "out of memory; close other programs or ask for less"),
]


@pytest.mark.parametrize(("error", "code", "message"), FAULTS)
def test_fault_is_one_line(railbird, monkeypatch, error, code, message):
    def fail(_context):
        raise error

    monkeypatch.setattr(app.railbird.commands["bots"], "invoke", fail)
    done = railbird("bots")
    assert (done.code, done.out, done.err) == (code, "", f"railbird bots: {message}\n")


def test_a_defect_shows_its_traceback(railbird, monkeypatch):
    def fail(_context):
        raise ZeroDivisionError

    monkeypatch.setattr(app.railbird.commands["bots"], "invoke", fail)
    done = railbird("bots")
    assert done.code == app.DEFECT
    assert done.err.startswith("Traceback (most recent call last):\n")
    assert done.err.endswith("railbird bots: a defect in Railbird; please report the lines above\n")


@pytest.mark.parametrize("name", ["bots", "--help"])
def test_reader_gone(railbird_process, name):
    read, write = os.pipe()
    os.close(read)
    process = railbird_process(name, stdout=write)
    os.close(write)
    _, err = process.communicate(timeout=60)
    assert (process.returncode, err) == (app.READER_GONE, "")


def test_full_disk_on_stdout(railbird_process):
    with open("/dev/full", "w") as full:  # noqa: PTH123
        process = railbird_process("bots", stdout=full)
        _, err = process.communicate(timeout=60)
    assert process.returncode == 2
    assert err == ("railbird bots: disk full; free some space and run the same command again\n")


def test_output_file_appears_whole(tmp_path):
    target = tmp_path / "a.csv"
    output.deliver("x\n", target)
    assert [path.name for path in tmp_path.iterdir()] == ["a.csv"]
    assert target.read_text() == "x\n"


def test_output_into_a_missing_folder(tmp_path):
    with pytest.raises(FileNotFoundError) as caught:
        output.deliver("x\n", tmp_path / "no" / "a.csv")
    assert caught.value.filename == str(tmp_path / "no" / "a.csv")
