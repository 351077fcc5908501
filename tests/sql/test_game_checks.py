"""The checks on hands of Omaha, hi-lo and draw: they pass what was played, and find damage."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

import pytest
from game_damage import BOARD_DAMAGE, GAME_DAMAGE, Row, add, change, set_where
from scripted import changed

from railbird.reports.check import run_checks
from railbird.reports.connect import Lake
from railbird.reports.hand import show_hand
from railbird.simulate.job import Job, resolve
from railbird.simulate.room import find_room
from railbird.simulate.room_text import as_toml
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


@pytest.fixture(scope="module")
def several_boards(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A lake of a room that deals three boards, and has players ask to see what others mucked."""
    folder = tmp_path_factory.mktemp("boards")
    room = find_room("standard")
    games = {game: bettings for game, bettings in room.games.items() if game != "draw"}
    few = {"deal__boards": 3, "showdown__throw_away": True, "showdown__ask_to_see": 50}
    room = changed(room, name="boards", games=games, game_max_players={}, **few)
    (folder / "boards.toml").write_text(as_toml(room))
    lake: Path = folder / "lake"
    for game in ("holdem", "omaha8"):
        job = Job(
            room=str(folder / "boards.toml"), game=game, betting="NL", hands=400, tables=2,
            stack="15bb", stacks="carry", bots="random", run=game,
        )  # fmt: skip
        simulate(resolve(job), lake, job.run)
    return lake


def test_hands_of_several_boards_pass_every_check(several_boards: Path) -> None:
    assert Lake(several_boards).check().rows() == []


def test_boards_lists_them_all_where_several_were_dealt(several_boards: Path) -> None:
    lake = Lake(several_boards)
    hands = lake.sql("select board, boards from hands where boards is not null")
    assert hands.height > 200
    assert all(len(boards) == 3 and boards[0] == board for board, boards in hands.rows())
    unranked = "select count(*) from players where won and showdown and hand_rank is null"
    assert lake.sql(unranked).item() == 0


def test_a_hand_is_shown_with_every_board_and_who_won_on_it(several_boards: Path) -> None:
    lake = Lake(several_boards)
    query = """
        select hand_id, boards, winners from hands join pots using (run, hand_id)
        where run = 'holdem' and len(winners) = 3 and hands.pot = pots.amount
        and bit_count(winners[1]) = 1 and winners[1] <> winners[2] and winners[2] = winners[3]
    """
    hand_id, boards, winners = lake.sql(query).row(0)
    players = "select seat, player from players where run = 'holdem' and hand_id = $hand"
    names = dict(lake.sql(players, {"hand": hand_id}).rows())
    text = show_hand(lake, hand_id, "holdem")
    for number, (board, mask) in enumerate(zip(boards, winners, strict=True), 1):
        cards = " ".join(board[i : i + 2] for i in range(0, 10, 2))
        assert f"  board {number}, {cards}: {names[mask.bit_length() - 1]}\n" in text


@pytest.mark.parametrize(("check", "table", "run", "alter"), BOARD_DAMAGE)
def test_a_check_finds_damaged_boards(
    several_boards: Path,
    tmp_path: Path,
    check: str,
    table: str,
    run: str,
    alter: Callable[[list[Row]], object],
) -> None:
    copy = shutil.copytree(several_boards, tmp_path / "lake")
    change(copy, table, run, alter)
    found = run_checks(Lake(copy), only=[check])
    assert found.height > 0
    assert set(found["run"]) == {run}


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


def is_action(code: int, *, least: int = 1) -> Callable[[Row], bool]:
    """Hold of the rows of an action that moves at least so much."""
    return lambda row: row["what"] & 15 == code and row["amount"] >= least


CALL, BET, RAISE = 8, 9, 10
ALL_IN = 1 << 15


def flip_all_in(rows: list[Row]) -> None:
    next(filter(is_action(CALL), rows))["what"] ^= ALL_IN


# run, damage, what it breaks; fixed limit may not be raised by more, no limit not by less
SIZES = [
    ("hilo", add("amount", 1, is_action(CALL)), "is not the price"),
    ("hilo", flip_all_in, "all-in is wrong"),
    ("hilo", add("amount", 1, is_action(RAISE)), "is above the limit"),
    ("omaha", add("amount", 10**6, is_action(RAISE)), "is above the pot"),
    ("six", set_where("amount", 1, is_action(BET, least=2)), "is below the least raise"),
]


@pytest.mark.parametrize(("run", "alter", "fault"), SIZES, ids=[fault for *_, fault in SIZES])
def test_every_rule_of_sizes_finds_its_damage(
    copy: Path, run: str, alter: Callable[[list[Row]], object], fault: str
) -> None:
    change(copy, "actions", run, alter)
    found = run_checks(Lake(copy), only=["06_bets_are_of_a_legal_size"])
    assert set(found["run"]) == {run}
    assert any(problem.endswith(f": {fault}") for problem in found["problem"])


def make_a_bet_of_a_raise(rows: list[Row]) -> None:
    next(filter(is_action(RAISE), rows))["what"] -= RAISE - BET


def test_a_bet_into_a_bet_is_found(copy: Path) -> None:
    change(copy, "actions", "hilo", make_a_bet_of_a_raise)
    found = run_checks(Lake(copy), only=["06_bets_are_of_a_legal_size"])
    assert found["problem"][0].endswith(": is a raise")
