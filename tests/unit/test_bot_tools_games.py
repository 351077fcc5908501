"""What bots may call in Omaha and draw: ranks, lows, equities, discards."""

from __future__ import annotations

import numpy as np
import pytest
from game_views import holding, seat_stream

from railbird.cards import parse_cards
from railbird.simulate import layout as at
from railbird.simulate.bots import tools, tools_games
from railbird.simulate.codes import (
    CAN_CALL,
    CAN_CHECK,
    CAN_DRAW,
    CAN_FOLD,
    CHECK,
    DRAW,
    FIVE_CARD_DRAW,
    FOLD,
    OMAHA,
    OMAHA8,
)
from railbird.simulate.evaluator import evaluate
from railbird.simulate.omaha import evaluate_omaha


def test_made_ranks_are_those_of_the_game():
    hole, board = "Ks8cJs5c", "3s5hQsQd9h"
    assert tools.made_rank(holding(OMAHA, hole, board)) == evaluate_omaha(hole, board)[0]
    assert tools.made_rank(holding(OMAHA, hole)) == 0
    # four of a kind on the board are three for Omaha
    assert tools.category(tools.made_rank(holding(OMAHA, "AcKd3h2s", "9c9d9h9sTd"))) == 3
    pat = "6c5d4h3s2c"
    assert tools.made_rank(holding(FIVE_CARD_DRAW, pat)) == evaluate(pat)


def test_made_lows_are_those_of_hi_lo_only():
    hole, board = "Ac2dKhKs", "3c4d5hKdQd"
    assert tools.made_low(holding(OMAHA8, hole, board)) == 56
    assert tools.made_low(holding(OMAHA, hole, board)) == 0
    assert tools.made_low(holding(OMAHA8, hole)) == 0


def test_the_best_hand_wins_everything_where_no_low_is_possible():
    for game in (OMAHA, OMAHA8):
        royal = holding(game, "AhKh5c5d", "QhJhTh2c3d", 6)
        assert tools.equity(royal, seat_stream(), 40) == 1.0


def test_the_low_half_counts():
    """The wheel and nothing else: at least a quarter, seldom more than half."""
    found = tools.equity(holding(OMAHA8, "Ac2dTs9h", "3c4hKd8sKh", 3), seat_stream(), 500)
    assert 0.25 < found < 0.6
    assert tools.equity(holding(OMAHA, "Ac2dTs9h", "3c4hKd8sKh", 3), seat_stream(), 500) < 0.15


def test_a_pat_royal_flush_wins_and_draws_nothing():
    assert tools.equity(holding(FIVE_CARD_DRAW, "AcKcQcJcTc", players=6), seat_stream(), 50) == 1.0


def test_who_has_drawn_keeps_what_he_has():
    """A pair of deuces improves before its draw, and not after it."""
    before = holding(FIVE_CARD_DRAW, "2c2d9h7s5c")
    after = before.copy()
    after[at.O_DRAWN] = 3
    assert (
        tools.equity(before, seat_stream(), 4_000)
        > tools.equity(after, seat_stream(), 4_000) + 0.05
    )


@pytest.mark.parametrize("players", [2, 6, 9])
@pytest.mark.parametrize(("game", "cards"), [(OMAHA, 4), (OMAHA8, 5), (FIVE_CARD_DRAW, 5)])
def test_random_hands_share_the_pot_evenly(game, cards, players):
    """400 hands of 40 deals: a standard error below 0.02 for two players, less for more."""
    rng = np.random.default_rng(5)
    words = seat_stream(2)
    if players * cards + 5 > 52:
        players = (52 - 5) // cards
    shares = []
    for _ in range(400):
        obs = holding(game, "AcAdAhAs" if cards == 4 else "AcAdAhAsKs", players=players)
        obs[at.O_HOLE : at.O_HOLE + cards] = rng.choice(52, cards, replace=False)
        shares.append(tools.equity(obs, words, 40))
    tolerance = 4 * np.std(shares) / 20
    assert np.mean(shares) == pytest.approx(1 / players, abs=tolerance)
    assert tolerance < 0.06


def test_draw_or_stand_answers_the_drawing_turn_and_nothing_else():
    obs = holding(FIVE_CARD_DRAW, "9c9dAh7s2c")
    obs[at.O_LEGAL] = CAN_DRAW | CAN_CHECK
    assert tools.draw_or_stand(obs) == (DRAW, 0b11100)
    obs[at.O_HOLE : at.O_HOLE + 5] = parse_cards("6c5d4h3s2c")
    assert tools.draw_or_stand(obs) == (CHECK, 0)
    obs[at.O_LEGAL] = CAN_FOLD | CAN_CALL
    assert tools.draw_or_stand(obs) == (FOLD, 0)


@pytest.mark.parametrize("name", ["omaha_share", "draw_share"])
def test_equities_allocate_nothing(name):
    game = OMAHA8 if name == "omaha_share" else FIVE_CARD_DRAW
    function = getattr(tools_games, name)
    function(holding(game, "AcKdQh7s2c"), seat_stream(), 1)
    code = "".join(function.inspect_llvm().values())
    assert code
    assert "NRT_Allocate" not in code
    assert "NRT_MemInfo_alloc" not in code
