"""Every check passes on good hands and finds the damage that it is there for."""

from __future__ import annotations

import json
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import pytest
from game_damage import BOARD_DAMAGE, GAME_DAMAGE, change

from railbird.registry import preflop_bit
from railbird.reports.catalogue import sql_files
from railbird.reports.check import check_names, run_checks, scope_of, shared_relations
from railbird.reports.connect import Lake
from railbird.reports.slices import hand_slices

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

Row = dict[str, Any]

HAND_TEN = 1 << 32 | 10


def _set(column: str, value: object, *, row: int = 0) -> Callable[[list[Row]], object]:
    return lambda rows: rows[row].__setitem__(column, value)


def _add(column: str, value: int, *, row: int = 0) -> Callable[[list[Row]], object]:
    return lambda rows: rows[row].__setitem__(column, rows[row][column] + value)


def _toggle(column: str, bits: int, *, row: int = 0) -> Callable[[list[Row]], object]:
    return lambda rows: rows[row].__setitem__(column, rows[row][column] ^ bits)


def _drop(row: int) -> Callable[[list[Row]], object]:
    return lambda rows: rows.pop(row)


def _carry(rows: list[Row]) -> None:
    for row in rows:
        row["stacks_mode"] = "carry"


def _turn_ranks(rows: list[Row]) -> None:
    for row in rows:
        if row["hand_rank"] is not None:
            row["hand_rank"] = 7463 - row["hand_rank"]


# check, table, run, damage; rows are in the order in which the toy lake writes them
DAMAGE = [
    ("01_money_sums_to_zero", "hands", "toy", _add("rake", 1)),
    ("01_events_make_the_rake", "hands", "raked", _carry),
    ("01_no_action_beyond_the_stack", "players", "toy", _set("stack", 1, row=1)),
    ("01_stacks_are_enough", "players", "toy", _set("stack", 0, row=1)),
    ("02_actions_make_the_investment", "actions", "toy", _add("amount", 1)),
    ("02_pot_is_what_was_put_in", "players", "toy", _add("collected", 1)),
    ("02_pots_go_to_the_best_hands", "players", "toy", _turn_ranks),
    ("02_pots_make_the_pot", "pots", "toy", _add("amount", 1)),
    ("02_pots_make_the_pot", "hands", "toy", _drop(0)),
    ("02_pots_are_won_by_the_eligible", "pots", "toy", _set("winners", 1, row=1)),
    ("02_pots_are_won_by_the_eligible", "pots", "toy", _set("winners", 0)),
    ("03_as_many_cards_as_the_street_needs", "hands", "toy", _set("board", "Jc8d5h")),
    ("03_as_many_cards_as_the_street_needs", "players", "toy", _set("hole", "AsAh9d")),
    ("03_no_card_twice", "players", "toy", _set("hole", "AsJc", row=13)),
    ("03_no_card_twice", "players", "toy", _set("hole", "AsXc", row=13)),
    ("04_fees_follow_the_policy", "players", "raked", _set("fees", 1)),
    ("04_jackpot_follows_its_policy", "hands", "raked", _set("jackpot", 1)),
    ("04_pots_are_raked_as_the_policy_allots", "pots", "raked", _set("rake", 4)),
    ("04_rake_follows_its_policy", "hands", "raked", _set("rake", 4)),
    ("05_attributions_follow_their_weights", "players", "raked", _set("rake_weighted", 3)),
    ("05_attributions_sum_to_the_rake", "players", "raked", _add("rake_dealt", -1)),
    ("05_winners_bear_the_rake", "players", "raked", _set("rake_winner", 1, row=1)),
    ("06_actions_are_legal", "actions", "toy", _toggle("what", 1 << 10, row=2)),
    ("06_bets_are_of_a_legal_size", "actions", "raked", _set("amount", 10, row=4)),
    ("06_carried_stacks_follow", "hands", "toy", _carry),
    ("06_nobody_acts_out_of_the_hand", "actions", "toy", _toggle("what", 1 << 6, row=3)),
    ("06_nobody_acts_out_of_the_hand", "actions", "toy", _toggle("what", 7 << 6, row=2)),
    ("06_stacks_come_from_events", "hands", "toy", _carry),
    ("07_counters_agree_with_actions", "players", "toy", _add("counts_01", 1)),
    ("07_done_implies_opportunity", "players", "toy", _toggle("preflop_opp", 1, row=6)),
    ("07_flags_from_actions", "players", "toy", _toggle("preflop_opp", preflop_bit("f4b"))),
    ("07_red_and_blue_make_the_net", "players", "toy", _set("outcome", None)),
    ("07_showdowns_agree", "players", "toy", _toggle("outcome", 1)),
    ("07_showdowns_agree", "hands", "toy", _add("flop_players", 1, row=2)),
    ("08_every_row_has_its_hand", "players", "toy", _drop(0)),
    ("08_every_row_has_its_hand", "hands", "toy", _drop(0)),
    ("08_rows_agree_with_the_manifest", "actions", "toy", _drop(0)),
    ("08_totals_agree_with_the_manifest", "hands", "toy", _add("pot", 1)),
    ("08_winnings_agree_with_the_manifest", "players", "toy", _add("collected", 1)),
]  # fmt: skip


def test_good_hands_pass_every_check(toy_path: Path) -> None:
    assert Lake(toy_path).check().rows() == []


@pytest.mark.parametrize(("check", "table", "run", "alter"), DAMAGE)
def test_a_check_finds_its_damage(
    toy_copy: Path, check: str, table: str, run: str, alter: Callable[[list[Row]], object]
) -> None:
    change(toy_copy, table, run, alter)
    found = run_checks(Lake(toy_copy), only=[check])
    assert found.height > 0
    assert set(found["run"]) == {run}


def test_every_check_has_its_damage() -> None:
    of_sessions = {"06_events_agree_with_the_deal"}  # tests/unit/test_session_runs.py
    of_tournaments = {  # tests/unit/test_tournaments.py
        "09_places_follow_from_the_chips", "09_tournaments_pay_their_prize_money",
    }  # fmt: skip
    damaged = {check for check, *_ in (*DAMAGE, *GAME_DAMAGE, *BOARD_DAMAGE)}
    assert damaged | of_sessions | of_tournaments == set(check_names())


@pytest.mark.parametrize("suffix", ["_opp", ""])
@pytest.mark.parametrize("id_", ["vpip", "rfi", "limp_raise", "b3", "squeeze", "steal", "cold_b4"])
def test_each_flag_is_derived_again(toy_copy: Path, id_: str, suffix: str) -> None:
    column = "preflop_opp" if suffix else "preflop_done"
    change(toy_copy, "players", "toy", _toggle(column, preflop_bit(id_), row=4))
    found = run_checks(Lake(toy_copy), only=["07_flags_from_actions"])
    assert found["problem"].to_list() == [f"seat 0 (SB): not as the actions say: {id_}{suffix}"]


def test_problems_name_run_and_hand(toy_copy: Path) -> None:
    change(toy_copy, "hands", "raked", _set("rake", 4))
    found = run_checks(Lake(toy_copy), only=["04_rake_follows_its_policy"])
    assert found.row(0, named=True) == {
        "check": "04_rake_follows_its_policy",
        "run": "raked",
        "hand_id": HAND_TEN,
        "problem": "rake 4 of pot 390, 4 dealt, last street 3; the policy says 5",
    }


def test_at_most_so_many_rows_a_check(toy_copy: Path) -> None:
    def double(rows: list[Row]) -> None:
        for row in rows:
            row["stack"] = -1

    change(toy_copy, "players", "toy", double)
    begun: list[str] = []
    found = run_checks(
        Lake(toy_copy), only=["01_stacks_are_enough"], rows_a_check=3, begin=begun.append
    )
    assert found.height == 3
    assert begun == ["01_stacks_are_enough"]


@pytest.mark.parametrize(
    ("rounding", "pot", "rake"),
    [  # 4.5 % of 1100 and 1300
        ("half_even", 1100, 50), ("half_even", 1300, 58), ("floor", 1100, 49),
        ("half_up", 1300, 59), ("ceiling", 1300, 59),
    ],
)  # fmt: skip
def test_rounding_of_the_rake(toy_copy: Path, rounding: str, pot: int, rake: int) -> None:
    manifest = toy_copy / "runs" / "raked.json"
    content = json.loads(manifest.read_text())
    policy = {"bps": 450, "rounding": rounding, "caps": [-1] * 11}
    content["recipe"]["rake"] |= policy
    manifest.write_text(json.dumps(content))

    def found(taken: int) -> list[str]:
        def alter(rows: list[Row]) -> None:
            rows[0] |= {"pot": pot, "rake": taken}

        change(toy_copy, "hands", "raked", alter)
        return run_checks(Lake(toy_copy), only=["04_rake_follows_its_policy"])["check"].to_list()

    assert found(rake) == []
    assert len(found(rake + 1)) == 1
    assert len(found(rake - 1)) == 1


def _take_everything(path: Path) -> None:
    """Let the rake take the hand of run `raked` whole, as 100 % would."""
    won: dict[int, int] = {}

    def of_pots(rows: list[Row]) -> None:
        for row in rows:
            seat = row["winners"].bit_length() - 1
            won[seat] = won.get(seat, 0) + row["amount"]
            row["rake"] = row["amount"]

    def of_players(rows: list[Row]) -> None:
        for row, share in zip(rows, (98, 98, 97, 97), strict=True):
            row |= {"collected": 0, "rake_dealt": share, "rake_contributed": share}
            row |= {"rake_weighted": row["invested"], "rake_winner": won.get(row["seat"], 0)}

    change(path, "pots", "raked", of_pots)
    change(path, "players", "raked", of_players)
    change(path, "hands", "raked", _set("rake", 390))


OF_RAKE = [
    "01_money_sums_to_zero", "02_pot_is_what_was_put_in", "02_pots_make_the_pot",
    "02_pots_are_won_by_the_eligible", "05_attributions_follow_their_weights",
    "05_attributions_sum_to_the_rake", "05_winners_bear_the_rake", "07_showdowns_agree",
]  # fmt: skip


def test_a_rake_that_takes_the_pot_is_no_fault(toy_copy: Path) -> None:
    _take_everything(toy_copy)
    assert run_checks(Lake(toy_copy), only=OF_RAKE).rows() == []


def test_a_loser_who_bears_a_pot_taken_whole_is_found(toy_copy: Path) -> None:
    _take_everything(toy_copy)
    change(toy_copy, "players", "raked", _set("rake_winner", 1, row=1))
    found = run_checks(Lake(toy_copy), only=["05_winners_bear_the_rake"])
    assert found["problem"].to_list() == ["seat 1: bears 1 as a winner, collected 0"]


def test_a_winner_who_gets_nothing_of_a_paying_pot_is_found(toy_copy: Path) -> None:
    change(toy_copy, "players", "raked", _set("collected", 0))
    found = run_checks(Lake(toy_copy), only=["07_showdowns_agree"])
    assert found["problem"].to_list() == ["seat 0: not as the actions say: won nothing"]


def test_slices_of_hands_leave_no_id_out(toy_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("railbird.reports.slices.SLICE", 1)
    lake = Lake(toy_path)
    slices = hand_slices(lake, lake.runs)
    assert len(slices) > len(lake.runs)
    for run in lake.runs:
        of_run = [part for part in slices if part.run == run]
        assert of_run[0].first == 0
        assert of_run[-1].last == 2**63 - 1
        assert all(one.last + 1 == after.first for one, after in pairwise(of_run))
        rows = lake.sql("select count(*) from hands where run = $run", {"run": run})
        assert sum(part.hands for part in of_run) == rows.item()


def test_rows_without_their_hand_are_found(toy_copy: Path) -> None:
    change(toy_copy, "hands", "toy", _drop(-1))
    names = ["02_pots_make_the_pot", "08_every_row_has_its_hand"]
    found = run_checks(Lake(toy_copy), only=names)
    assert found["check"].to_list() == names
    assert set(found["hand_id"]) == {1 << 32 | 14}


def test_how_far_the_checks_are(toy_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("railbird.reports.slices.SLICE", 1)
    told: list[tuple[str, int, int]] = []
    lake = Lake(toy_path)
    run_checks(lake, progress=lambda *words: told.append(words))
    hands = lake.sql("select count(*) from hands").item()
    whole = sum(scope_of(text) == "runs" for text in sql_files("checks").values())
    assert [words for words in told if words[0] == "runs"] == [
        ("runs", done, whole) for done in range(whole + 1)
    ]
    assert told[whole + 1] == ("hands", 0, hands)
    assert told[-1] == ("hands", hands, hands)
    assert [done for _, done, _ in told[whole + 1 :]] == sorted(
        done for _, done, _ in told[whole + 1 :]
    )


def test_what_checks_share_is_read_by_some() -> None:
    assert list(shared_relations(sql_files("checks").values())) == list(sql_files("checks/shared"))


def test_every_slice_of_hands_is_checked(toy_copy: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("railbird.reports.slices.SLICE", 1)
    name = "07_counters_agree_with_actions"
    change(toy_copy, "players", "toy", _add("counts_01", 1))
    change(toy_copy, "players", "toy", _add("counts_01", 1, row=-1))
    change(toy_copy, "players", "raked", _add("counts_01", 1))
    begun: list[str] = []
    found = run_checks(Lake(toy_copy), only=[name], begin=begun.append)
    assert found["run"].to_list() == ["raked", "toy", "toy"]
    assert found["hand_id"].to_list() == [HAND_TEN, 1, 1 << 32 | 14]
    assert begun == [name]
