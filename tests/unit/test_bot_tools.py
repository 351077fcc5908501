"""What bots may call: ranks and equities, against enumeration and known figures."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from railbird.cards import parse_cards
from railbird.simulate import layout as at
from railbird.simulate.bots import tools
from railbird.simulate.evaluator import evaluate
from railbird.simulate.philox import STREAM_SIZE, open_stream


def observation(hole, board, players=2):
    obs = np.full(at.OBS_SIZE, -1, np.int64)
    obs[at.O_HOLE : at.O_HOLE + 2] = parse_cards(hole)
    cards = parse_cards(board) if board else []
    obs[at.O_BOARD : at.O_BOARD + len(cards)] = cards
    obs[at.O_BOARD_CARDS] = len(cards)
    obs[at.O_PLAYERS] = players
    return obs


def stream(seed=1):
    words = np.zeros(STREAM_SIZE, np.uint64)
    open_stream(words, seed, 0, 0, 1)
    return words


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
    assert tools.equity(observation(hole, board), stream(), 1) == sum(halves) / (2 * 990)


@pytest.mark.parametrize(
    ("hole", "players", "known"),
    [("AhAd", 2, 0.852), ("7c2d", 2, 0.346), ("AhKh", 2, 0.670), ("AhAd", 4, 0.639)],
)
def test_sampled_equity_is_near_the_known_figure(hole, players, known):
    """20,000 samples: a standard error of at most 0.0036, and four of them allowed."""
    found = tools.equity(observation(hole, "", players), stream(), 20_000)
    assert found == pytest.approx(known, abs=0.0145)


def test_nobody_left_is_certain_and_a_free_call_costs_nothing():
    assert tools.equity(observation("7c2d", "", 1), stream(), 10) == 1.0
    assert tools.pot_odds(0, 100) == 0.0
    assert tools.pot_odds(50, 100) == pytest.approx(1 / 3)
