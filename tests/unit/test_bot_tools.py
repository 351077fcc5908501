"""What bots may call: ranks and equities, against enumeration and known figures."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from game_views import holding, seat_stream

from railbird.simulate import layout as at
from railbird.simulate.bots import tools
from railbird.simulate.codes import BET, CALL, CHECK, HOLDEM, RAISE
from railbird.simulate.evaluator import evaluate


def observation(hole, board, players=2):
    return holding(HOLDEM, hole, board, players)


@pytest.mark.parametrize("board", ["Kd7c2h", "Kd7c2hAs", "Kd7c2hAsAd"])
def test_made_rank_is_the_evaluator_on_own_cards_and_board(board):
    assert tools.made_rank(observation("AhKs", board)) == evaluate("AhKs" + board)


def test_equity_on_the_river_against_one_is_exact():
    hole, board = "JhTh", "9h8h2cKdJc"
    own = evaluate(hole + board)
    from railbird.cards import DECK

    rest = [card for card in DECK if card not in {hole[:2], hole[2:]} and card not in
            {board[i : i + 2] for i in range(0, 10, 2)}]  # fmt: skip
    halves = [
        2 * (rank < own) + (rank == own)
        for a, b in itertools.combinations(rest, 2)
        for rank in [evaluate(a + b + board)]
    ]
    assert len(halves) == 990
    assert tools.equity(observation(hole, board), seat_stream(), 1) == sum(halves) / (2 * 990)


@pytest.mark.parametrize(
    ("hole", "players", "known"),
    [("AhAd", 2, 0.852), ("7c2d", 2, 0.346), ("AhKh", 2, 0.670), ("AhAd", 4, 0.639)],
)
def test_sampled_equity_is_near_the_known_figure(hole, players, known):
    """20,000 samples: a standard error of at most 0.0036, and four of them allowed."""
    found = tools.equity(observation(hole, "", players), seat_stream(), 20_000)
    assert found == pytest.approx(known, abs=0.0145)


def test_nobody_left_is_certain_and_a_free_call_costs_nothing():
    assert tools.equity(observation("7c2d", "", 1), seat_stream(), 10) == 1.0
    assert tools.pot_odds(0, 100) == 0.0
    assert tools.pot_odds(50, 100) == pytest.approx(1 / 3)


def test_equity_of_ten_players_is_a_tenth_on_average():
    """Ten random hands share one pot; 400 deals of 40: four standard errors are 0.0095."""
    rng = np.random.default_rng(5)
    words = seat_stream(2)
    shares = []
    for _ in range(400):
        obs = observation("AhAd", "", 10)
        obs[at.O_HOLE : at.O_HOLE + 2] = rng.choice(52, 2, replace=False)
        shares.append(tools.equity(obs, words, 40))
    assert np.mean(shares) == pytest.approx(0.1, abs=0.0095)


def test_equity_on_the_river_against_nine_is_sampled():
    royal = observation("AhKh", "QhJhTh2c2d", 10)
    words = seat_stream()
    before = words.copy()
    assert tools.equity(royal, words, 30) == 1.0
    assert (words != before).any()
    board = observation("2c3d", "AhKhQhJhTh", 10)
    assert tools.equity(board, words, 30) == pytest.approx(0.1)


def test_exact_equity_draws_nothing_and_no_samples_are_one():
    words = seat_stream()
    before = words.copy()
    tools.equity(observation("JhTh", "9h8h2cKdJc"), words, 100)
    assert (words == before).all()
    one, none = seat_stream(), seat_stream()
    obs = observation("JhTh", "9h8h2c")
    assert tools.equity(obs, one, 1) == tools.equity(obs, none, 0)
    assert (one == none).all()


def test_a_decision_s_equity_is_its_stream_s():
    obs = observation("JhTh", "9h8h2c", 3)
    assert tools.equity(obs, seat_stream(3), 50) == tools.equity(obs, seat_stream(3), 50)
    assert tools.equity(obs, seat_stream(3), 50) != tools.equity(obs, seat_stream(4), 50)


def test_before_the_flop_nothing_is_made():
    assert tools.made_rank(observation("AhAd", "")) == 0
    assert tools.category(tools.made_rank(observation("AhAd", "AcAs2d"))) == 7


@pytest.mark.parametrize("name", ["made_rank", "pot_odds", "equity", "raise_to"])
def test_tools_allocate_nothing(name):
    function = getattr(tools, name)
    tools.equity(observation("AhAd", ""), seat_stream(), 1)
    tools.made_rank(observation("AhAd", ""))
    tools.pot_odds(1, 2)
    tools.raise_to(facing(), 10)
    code = "".join(function.inspect_llvm().values())
    assert code
    assert "NRT_Allocate" not in code
    assert "NRT_MemInfo_alloc" not in code


def facing(legal=1 | 4 | 16, least=400, most=20_000, chip=100):
    """Facing a bet of 200 with 20,000 behind."""
    obs = observation("AhAd", "")
    obs[at.O_LEGAL], obs[at.O_MIN_TO], obs[at.O_MAX_TO] = legal, least, most
    obs[at.O_CHIP], obs[at.O_STACK], obs[at.O_STREET_TOTAL] = chip, 20_000, 0
    return obs


@pytest.mark.parametrize(
    ("wanted", "answer"),
    [(0, 400), (-5, 400), (449, 400), (450, 500), (777.7, 800), (19_999, 20_000), (10**12, 20_000)],
)
def test_a_raise_fits_bounds_and_chip(wanted, answer):
    assert tools.raise_to(facing(), wanted) == (RAISE, answer)


def test_where_no_raise_is_legal_it_calls_or_checks():
    assert tools.raise_to(facing(1 | 4, 0, 0), 500) == (CALL, 0)
    assert tools.raise_to(facing(1 | 2, 0, 0), 500) == (CHECK, 0)
    assert tools.raise_to(facing(1 | 2 | 8), 500) == (BET, 500)
    assert tools.raise_to(facing(1 | 4 | 16, 450, 450), 9_000) == (CALL, 0)  # off the chip
    assert tools.raise_to(facing(1 | 4 | 16, 400, 400), 9_000) == (RAISE, 400)
