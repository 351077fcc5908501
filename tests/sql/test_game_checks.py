"""The checks on hands of Omaha, hi-lo and draw: they pass what was played, and find damage."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

import pytest
from game_damage import GAME_DAMAGE, Row, change

from railbird.reports.check import run_checks
from railbird.reports.connect import Lake
from railbird.simulate.job import Job, resolve
from railbird.simulate.runner import simulate

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

JOBS = (
    Job(game="omaha", betting="PL", hands=60, tables=2, bots="random", run="omaha"),
    Job(game="omaha", betting="NL", hole_cards=6, hands=60, tables=2, bots="random", run="six"),
    Job(game="omaha8", betting="FL", hands=200, tables=2, bots="random,always_call", run="hilo"),
    Job(game="draw", betting="FL", seats=9, hands=200, tables=2, bots="random,always_call",
        run="draw"),
    Job(game="draw", betting="NL", hands=60, tables=2, bots="random", run="draw-nl"),
)  # fmt: skip


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    lake: Path = tmp_path_factory.mktemp("games") / "lake"
    for job in JOBS:
        simulate(resolve(job), lake, job.run)
    return lake


@pytest.fixture
def copy(played: Path, tmp_path: Path) -> Path:
    return shutil.copytree(played, tmp_path / "lake")


def test_hands_of_every_game_pass_every_check(played: Path) -> None:
    assert Lake(played).check().rows() == []


@pytest.mark.parametrize(("check", "table", "run", "alter"), GAME_DAMAGE)
def test_a_check_finds_its_damage(
    copy: Path, check: str, table: str, run: str, alter: Callable[[list[Row]], object]
) -> None:
    change(copy, table, run, alter)
    found = run_checks(Lake(copy), only=[check])
    assert found.height > 0
    assert set(found["run"]) == {run}
