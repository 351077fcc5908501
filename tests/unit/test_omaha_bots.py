"""Omaha hands as profiles see them: places before the flop, classes on a board."""

from __future__ import annotations

import itertools
import tomllib

import numpy as np
import pytest
from game_views import codes, holding

from railbird.cards import DECK, parse_cards
from railbird.simulate.bots import omaha_hole
from railbird.simulate.bots.game_orders import FILE
from railbird.simulate.bots.game_place import omaha_place, place_elsewhere
from railbird.simulate.bots.omaha_strength import best_high, best_low, omaha_class, straight_outs
from railbird.simulate.bots.profile_params import (
    AIR,
    BEST_PAIR,
    BIG_HAND,
    MIDDLE_PAIR,
    MONSTER,
    STRONG_DRAW,
    TOP_PAIR,
    TWO_PAIR,
    WEAK_DRAW,
    WEAK_PAIR,
)
from railbird.simulate.codes import OMAHA, OMAHA8
from railbird.simulate.evaluator import evaluate


def observation(hole, board="", *, hi_lo=False):
    return holding(OMAHA8 if hi_lo else OMAHA, hole, board)


def percent(hole, *, hi_lo=False):
    """Share of hands that are better, %."""
    return place_elsewhere(observation(hole, hi_lo=hi_lo)) * 100 / 65536


# ---------------------------------------------------------------- before the flop


@pytest.mark.parametrize(
    "falling",
    [
        ["AcAdKcKd", "AcAdKhKs", "AcAd7h2s", "Kc9d7h2s", "9c9d9h2s"],
        ["AcAdJcTd", "JcTd9c8d", "JcTd9h8s", "JcTd9h2s"],
        ["AcAdKcKdQh", "AcAdKhQs2h", "Kc9d7h2s2c"],
        ["AcAdKcKdQhJh", "JcTd9h8s7h6s", "2c2d2h7s7d9c"],
    ],
)
def test_better_omaha_cards_have_better_places(falling):
    places = [percent(hole) for hole in falling]
    assert places == sorted(places)
    assert len(set(places)) == len(places)


def test_hi_lo_prefers_what_plays_both_ways():
    assert percent("AcAd2c3d", hi_lo=True) < 0.1
    assert percent("Ac2c3d4h", hi_lo=True) < 5 < percent("Ac2c3d4h")
    assert percent("9c9dTcTd", hi_lo=True) > percent("9c9dTcTd")


def test_places_do_not_depend_on_the_order_of_cards_nor_on_suits():
    hole = ("As", "Kd", "7s", "2c")
    found = {percent("".join(cards)) for cards in itertools.permutations(hole)}
    assert found == {percent("AcKh7c2d")}


@pytest.mark.parametrize("hi_lo", [False, True])
@pytest.mark.parametrize("n", [4, 5, 6])
def test_the_best_so_many_percent_are_so_many_of_all_hands(n, hi_lo):
    """20,000 hands: a share of 10 % has a standard error of 0.21 points, four are allowed."""
    rng = np.random.default_rng(n)
    places = np.array(
        [omaha_place(rng.choice(52, n, replace=False), 0, n, hi_lo) for _ in range(20_000)]
    )
    for share in (0.02, 0.1, 0.3, 0.6, 0.9):
        tolerance = 4 * (share * (1 - share) / len(places)) ** 0.5 + 0.002
        assert (places < share * 65536).mean() == pytest.approx(share, abs=tolerance)
    assert places.min() >= 0
    assert places.max() <= 65535


def test_points_are_sums_of_what_the_file_weighs():
    with FILE.open("rb") as file:
        row = tomllib.load(file)["omaha"][0]["points"]
    weights = np.array([row], np.int64)

    def points(hole):
        return omaha_hole.hole_points(codes(hole), 0, 4, weights, 0)

    ace, king = omaha_hole.W_SUITED + 12, omaha_hole.W_SUITED + 11
    assert points("AcKc7h2s") - points("AcKd7h2s") == row[ace]
    assert points("AcKcAdKd") - points("AcKhAdKs") == 2 * row[ace]
    assert points("Ac7cKd2d") - points("Ac7hKd2s") == row[ace] + row[king]
    assert points("AcKc7c2s") - points("AcKd7h2s") == row[ace] + row[omaha_hole.W_THIRD]


# ---------------------------------------------------------------- ranks


@pytest.mark.parametrize("cards", [4, 5, 6])
@pytest.mark.parametrize("there", [3, 4, 5])
def test_the_best_hand_is_of_two_and_three_exactly(cards, there):
    rng = np.random.default_rng(10 * cards + there)
    for _ in range(40):
        dealt = [DECK[i] for i in rng.choice(52, cards + there, replace=False)]
        hole, board = dealt[:cards], dealt[cards:]
        expected = max(
            evaluate("".join((*two, *three)))
            for two in itertools.combinations(hole, 2)
            for three in itertools.combinations(board, 3)
        )
        found = best_high(codes("".join(hole)), 0, cards, codes("".join(board)), 0, there)
        assert found == expected


def test_lows_are_of_two_and_three_exactly():
    assert best_low(codes("Ac2d9hKs"), 0, 4, codes("3c4d5hKdQd"), 0, 5) == 56
    assert best_low(codes("AcKd9hKs"), 0, 4, codes("2c3c4d5hQd"), 0, 5) == 0
    assert best_low(codes("Ac2d9hKs"), 0, 4, codes("8c7d6hKdQd"), 0, 5) > 0


# ---------------------------------------------------------------- classes

HIGH = [
    ("AcKd7h2s", "Qc9s5d", AIR),
    ("JdTh3h2s", "Qc9s5d", WEAK_DRAW),  # two ranks for a straight
    ("KcJdTh8s", "Qc9s5d", STRONG_DRAW),  # a wrap
    ("Ac3cTh7s", "Qc9c5d", STRONG_DRAW),  # the best flush draw
    ("8c3cAh7s", "Qc9c5d", WEAK_DRAW),  # a worse one
    ("AcAd7h2s", "Qc9s5d", MIDDLE_PAIR),  # an overpair is little in Omaha
    ("QdKh7h2s", "Qc9s5d", WEAK_PAIR),
    ("5cKh7h2s", "Qc9s5d", AIR),
    ("AcAd3c2s", "Qc9c5d", BEST_PAIR),  # an overpair and the best flush draw
    ("QdQh7h2s", "Qc9s5d", BIG_HAND),
    ("5c5h7h2s", "Qc9s5d", TWO_PAIR),  # the lowest set
    ("Qd9h7h2s", "Qc9s5d", TWO_PAIR),
    ("Qd5h7h2s", "Qc9s5d", BEST_PAIR),
    ("KcJdTh2s", "Qc9s5d", STRONG_DRAW),
    ("KcJdTh2s", "Qc9s8d", MONSTER),  # the best straight, no flush, no pair
    ("JdTh4h2s", "Qc9s8d", MONSTER),
    ("5d7hKhKs", "8c9s6d", TWO_PAIR),  # the second-best
    ("JdTh4h2s", "Qc9s8dQd", TWO_PAIR),
    ("JdTh4h2s", "Qc9c8c", BEST_PAIR),
    ("Ac3cTh7s", "Qc9c5c", MONSTER),
    ("Kc3cTh7s", "Qc9c5c", BIG_HAND),
    ("Jc3cTh7s", "Qc9c5c", TWO_PAIR),
    ("4c3cTh7s", "Qc9c5c", BEST_PAIR),
    ("Ac3cTh7s", "Qc9c5cQd", BIG_HAND),
    ("AcKdTh7s", "Qc9c5c", AIR),  # one of the suit is none
    ("QdQh7h2s", "Qc9s9d", MONSTER),
    ("5d5h7h2s", "QcQs5c", BIG_HAND),
    ("Qd9h7h2s", "QcQs9d", MONSTER),
    ("9c9d9h2s", "QcQdQs", MONSTER),
    ("AcKd9h2s", "QcQdQs", WEAK_PAIR),  # three of a kind for everybody
    ("AcKd9h2s", "QcQs5d", AIR),  # the pair is the board's
]


@pytest.mark.parametrize(("hole", "board", "expected"), HIGH)
def test_a_hand_has_its_class(hole, board, expected):
    assert omaha_class(observation(hole, board)) == expected


def test_the_best_low_stays_in_and_no_low_plays_for_half():
    assert omaha_class(observation("Ac2dKhJs", "8c7s3d9hQc", hi_lo=True)) == BEST_PAIR
    assert omaha_class(observation("Ac4dKhKs", "8c7s3d9hQc", hi_lo=True)) == TOP_PAIR
    assert omaha_class(observation("5c6dKhJs", "8c7s3dQh2c", hi_lo=True)) == MIDDLE_PAIR
    board = "8c5s3dKdQc"
    assert omaha_class(observation("KsQh9h9s", board)) == TWO_PAIR
    assert omaha_class(observation("KsQh9h9s", board, hi_lo=True)) == BEST_PAIR
    assert omaha_class(observation("KsQhAh2s", board, hi_lo=True)) == BIG_HAND
    without_low = "8c5sTdKdQc"
    for hole in ("KhQh4h4s", "Ac2d3h4s"):
        high = omaha_class(observation(hole, without_low))
        assert omaha_class(observation(hole, without_low, hi_lo=True)) == high


def test_low_draws_count_with_two_low_cards_on_the_flop():
    assert omaha_class(observation("Ac2d9hTs", "8c7dKh", hi_lo=True)) >= WEAK_DRAW
    assert omaha_class(observation("Ac2d3hTs", "8c7dKh", hi_lo=True)) == STRONG_DRAW
    assert omaha_class(observation("Ac2d3hTs", "8c7dKh")) == AIR


def test_outs_to_a_straight_are_counted_by_rank():
    def ranks(text):
        return sum({1 << code // 4 for code in parse_cards(text)})

    assert straight_outs(ranks("Qc9s2d"), ranks("KcJdTh8s")) == 4  # any of K J T 8, and none else
    assert straight_outs(ranks("Jc9s2d"), ranks("8cTd4h3s")) == 2
    assert straight_outs(ranks("Kc7s2d"), ranks("AcAdJh9s")) == 0
