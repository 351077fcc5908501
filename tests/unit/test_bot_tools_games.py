"""What bots may call in Omaha and draw: ranks, lows, equities, discards."""

from __future__ import annotations

import numpy as np
import pytest

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
from railbird.simulate.philox import STREAM_SIZE, open_stream


def observation(game, hole, board="", players=2):
    obs = np.full(at.OBS_SIZE, -1, np.int64)
    own, there = parse_cards(hole), parse_cards(board)
    obs[at.O_GAME], obs[at.O_HI_LO] = game, int(game == OMAHA8)
    obs[at.O_HOLE : at.O_HOLE + len(own)] = own
    obs[at.O_HOLE_CARDS] = len(own)
    obs[at.O_BOARD : at.O_BOARD + len(there)] = there
    obs[at.O_BOARD_CARDS], obs[at.O_PLAYERS], obs[at.O_SEAT] = len(there), players, 0
    return obs


def stream(seed=1):
    words = np.zeros(STREAM_SIZE, np.uint64)
    open_stream(words, seed, 0, 0, 1)
    return words


def test_made_ranks_are_those_of_the_game():
    hole, board = "Ks8cJs5c", "3s5hQsQd9h"
    assert tools.made_rank(observation(OMAHA, hole, board)) == evaluate_omaha(hole, board)[0]
    assert tools.made_rank(observation(OMAHA, hole)) == 0
    # four of a kind on the board are three for Omaha
    assert tools.category(tools.made_rank(observation(OMAHA, "AcKd3h2s", "9c9d9h9sTd"))) == 3
    pat = "6c5d4h3s2c"
    assert tools.made_rank(observation(FIVE_CARD_DRAW, pat)) == evaluate(pat)


def test_made_lows_are_those_of_hi_lo_only():
    hole, board = "Ac2dKhKs", "3c4d5hKdQd"
    assert tools.made_low(observation(OMAHA8, hole, board)) == 56
    assert tools.made_low(observation(OMAHA, hole, board)) == 0
    assert tools.made_low(observation(OMAHA8, hole)) == 0


def test_the_best_hand_wins_everything_where_no_low_is_possible():
    for game in (OMAHA, OMAHA8):
        royal = observation(game, "AhKh5c5d", "QhJhTh2c3d", 6)
        assert tools.equity(royal, stream(), 40) == 1.0


def test_the_low_half_counts():
    """The wheel and nothing else: at least a quarter, seldom more than half."""
    found = tools.equity(observation(OMAHA8, "Ac2dTs9h", "3c4hKd8sKh", 3), stream(), 500)
    assert 0.25 < found < 0.6
    assert tools.equity(observation(OMAHA, "Ac2dTs9h", "3c4hKd8sKh", 3), stream(), 500) < 0.15


def test_a_pat_royal_flush_wins_and_draws_nothing():
    assert tools.equity(observation(FIVE_CARD_DRAW, "AcKcQcJcTc", players=6), stream(), 50) == 1.0


def test_who_has_drawn_keeps_what_he_has():
    """A pair of deuces improves before its draw, and not after it."""
    before = observation(FIVE_CARD_DRAW, "2c2d9h7s5c")
    after = before.copy()
    after[at.O_DRAWN] = 3
    assert tools.equity(before, stream(), 4_000) > tools.equity(after, stream(), 4_000) + 0.05


@pytest.mark.parametrize("players", [2, 6, 9])
@pytest.mark.parametrize(("game", "cards"), [(OMAHA, 4), (OMAHA8, 5), (FIVE_CARD_DRAW, 5)])
def test_random_hands_share_the_pot_evenly(game, cards, players):
    """400 hands of 40 deals: a standard error below 0.02 for two players, less for more."""
    rng = np.random.default_rng(5)
    words = stream(2)
    if players * cards + 5 > 52:
        players = (52 - 5) // cards
    shares = []
    for _ in range(400):
        obs = observation(game, "AcAdAhAs" if cards == 4 else "AcAdAhAsKs", players=players)
        obs[at.O_HOLE : at.O_HOLE + cards] = rng.choice(52, cards, replace=False)
        shares.append(tools.equity(obs, words, 40))
    tolerance = 4 * np.std(shares) / 20
    assert np.mean(shares) == pytest.approx(1 / players, abs=tolerance)
    assert tolerance < 0.06


def test_draw_or_stand_answers_the_drawing_turn_and_nothing_else():
    obs = observation(FIVE_CARD_DRAW, "9c9dAh7s2c")
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
    function(observation(game, "AcKdQh7s2c"), stream(), 1)
    code = "".join(function.inspect_llvm().values())
    assert code
    assert "NRT_Allocate" not in code
    assert "NRT_MemInfo_alloc" not in code
