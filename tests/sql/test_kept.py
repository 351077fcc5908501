"""Runs that keep some tables only: each check sees the runs that keep what it reads."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

import pytest
from toy_lake import forget

from railbird.reports.catalogue import sql_files
from railbird.reports.check import needed_tables, run_checks, scope_of
from railbird.reports.connect import Lake
from railbird.reports.hand import show_hand

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

HAND_TEN = 1 << 32 | 10
OPTIONAL = ("players", "actions", "pots")
# Every `--keep` but the whole: hands are always kept.
LEFT_OUT = [left for n in (1, 2, 3) for left in combinations(OPTIONAL, n)]


@pytest.mark.parametrize("left_out", LEFT_OUT, ids="-".join)
def test_check_passes_whatever_is_kept(toy_copy: Path, left_out: tuple[str, ...]) -> None:
    for table in left_out:
        forget(toy_copy, table)
    assert Lake(toy_copy).check().rows() == []


@pytest.mark.parametrize("left_out", LEFT_OUT, ids="-".join)
def test_check_passes_on_a_mixed_lake(toy_copy: Path, left_out: tuple[str, ...]) -> None:
    for table in left_out:
        forget(toy_copy, table, "toy")
    begun: list[str] = []
    assert run_checks(Lake(toy_copy), begin=begun.append).rows() == []
    # the other run keeps everything, so nothing is left unchecked but what is about carried stacks
    checks = sql_files("checks").items()
    assert sorted(begun) == [name for name, text in checks if scope_of(text) != "tables"]


def test_the_runs_that_keep_a_table_are_still_checked(
    toy_copy: Path, alter_rows: Callable[..., None]
) -> None:
    forget(toy_copy, "actions", "toy")
    alter_rows(toy_copy, "players", "toy", lambda rows: rows[0].update(collected=9))
    alter_rows(toy_copy, "players", "raked", lambda rows: rows[0].update(counts_01=1))
    found = Lake(toy_copy).check()
    wrong = set(zip(found["check"], found["run"], strict=True))
    assert ("01_money_sums_to_zero", "toy") in wrong
    assert ("08_winnings_agree_with_the_manifest", "toy") in wrong
    assert ("07_counters_agree_with_actions", "raked") in wrong
    assert ("07_counters_agree_with_actions", "toy") not in wrong


def test_what_a_check_needs_is_read_from_it() -> None:
    needs = {name: needed_tables(text) for name, text in sql_files("checks").items()}
    assert needs["01_money_sums_to_zero"] == {"hands", "players"}
    assert needs["01_no_action_beyond_the_stack"] == {"actions", "players"}
    assert needs["02_pots_are_won_by_the_eligible"] == {"pots"}
    assert needs["06_carried_stacks_follow"] == {"hands", "players"}
    assert needs["07_showdowns_agree"] == {"hands", "players", "actions", "pots"}
    assert [name for name, tables in needs.items() if not tables] == [
        "08_rows_agree_with_the_manifest",
        "09_tournaments_pay_their_prize_money",
    ]


def test_a_hand_says_what_was_not_kept(toy_copy: Path) -> None:
    for table in OPTIONAL:
        forget(toy_copy, table, "raked")
    text = show_hand(Lake(toy_copy), HAND_TEN, "raked")
    assert text.splitlines()[2] == (
        "Run raked kept no players, actions or pots: what follows is without them."
    )
    assert "seat" not in text
    assert "\n\n\n" not in text
    assert text.splitlines()[-1] == "Pot 390, rake 5"


def test_a_hand_of_actions_without_players(toy_copy: Path) -> None:
    forget(toy_copy, "players", "raked")
    text = show_hand(Lake(toy_copy), HAND_TEN, "raked")
    assert "Run raked kept no players: what follows is without them." in text
    assert "posts the small blind 1" in text
    assert "shows " in text
    assert "\n\n\n" not in text
