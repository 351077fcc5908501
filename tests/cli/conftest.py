"""Run the command line inside the test's process and compare whole outputs."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING

import pytest

from railbird.cli.app import run

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


@dataclass(frozen=True)
class Outcome:
    """What one command did."""

    code: int
    out: str
    err: str


@pytest.fixture
def railbird(capsys) -> Callable[..., Outcome]:
    """Return a function that runs one command line and tells its outcome."""

    def call(*arguments: object) -> Outcome:
        capsys.readouterr()
        code = run([str(argument) for argument in arguments])
        said = capsys.readouterr()
        return Outcome(code, said.out, said.err)

    return call


@pytest.fixture
def railbird_process(tmp_path) -> Callable[..., subprocess.Popen[str]]:
    """Return a function that starts one command line as a process of its own."""

    def start(*arguments: object, **options: object) -> subprocess.Popen[str]:
        return subprocess.Popen(
            [sys.executable, "-m", "railbird", *map(str, arguments)],
            stdout=options.get("stdout", subprocess.PIPE),
            stderr=subprocess.PIPE,
            text=True,
            cwd=tmp_path,
            env=os.environ | {"COLUMNS": "100"},
        )

    return start


@pytest.fixture(scope="session")
def lake(tmp_path_factory) -> Path:
    """Return a lake with two small runs, `first` (no-limit) and `limit`; don't write to it."""
    folder = tmp_path_factory.mktemp("lakes") / "lake"
    common = ["simulate", "--bots", "random", "--lake", str(folder), "--quiet"]
    assert run([*common, "--hands", "2k", "--run", "first"]) == 0
    assert run([*common, "--hands", "1k", "--run", "limit", "--betting", "FL", "--seats", "4"]) == 0
    return folder
