"""Draw hands as profiles see them: places before the draw, discards, classes after it."""

from __future__ import annotations

import numpy as np
import pytest
from game_views import codes, holding

from railbird.simulate import layout as at
from railbird.simulate.bots.draw_hole import discards, rank_of_five
from railbird.simulate.bots.draw_strength import draw_class
from railbird.simulate.bots.game_place import draw_place
from railbird.simulate.bots.profile_params import (
    AIR,
    BEST_PAIR,
    BIG_HAND,
    MIDDLE_PAIR,
    MONSTER,
    TOP_PAIR,
    TWO_PAIR,
    WEAK_DRAW,
    WEAK_PAIR,
)
from railbird.simulate.codes import FIVE_CARD_DRAW
from railbird.simulate.evaluator import evaluate


def thrown(hand, *, keep_kicker=False):
    """Cards that are thrown away."""
    mask = discards(codes(hand), 0, keep_kicker)
    return "".join(hand[2 * i : 2 * i + 2] for i in range(5) if mask >> i & 1)


@pytest.mark.parametrize(
    ("hand", "away"),
    [
        ("AcKcQcJcTc", ""),
        ("9c9d9h9s2c", ""),
        ("9c9d9h2s2c", ""),
        ("Ac9c7c5c2c", ""),
        ("6c5d4h3s2c", ""),
        ("9c9d9hKs2c", "Ks2c"),
        ("9c2d9h2sKc", "Kc"),
        ("9c9dAh7s2c", "Ah7s2c"),
        ("2c9dAh7s2d", "9dAh7s"),
        ("Ac9c7c5c2d", "2d"),
        ("Ad9c7c5c2c", "Ad"),
        ("9c8d7h6sAc", "Ac"),
        ("9c8d7h6s9h", "8d7h6s"),  # a pair is worth more than an open straight
        ("AcKdQhJs9c", "QhJs9c"),  # not open
        ("AcKd7h4s2c", "7h4s2c"),
        ("AcQd7h4s2c", "Qd7h4s2c"),
        ("KcQd7h4s2c", "Qd7h4s2c"),
    ],
)
def test_what_is_thrown_away(hand, away):
    assert thrown(hand) == away


def test_a_kicker_may_stay_beside_a_pair():
    assert thrown("9c9dAh7s2c", keep_kicker=True) == "7s2c"
    assert thrown("9c9dQh7s2c", keep_kicker=True) == "Qh7s2c"
    assert thrown("9c9dAhAs2c", keep_kicker=True) == "2c"


def test_ranks_are_the_evaluator_s():
    for hand in ("AcKcQcJcTc", "9c9d9h2s2c", "KcQd7h4s2c"):
        assert rank_of_five(codes(hand), 0) == evaluate(hand)


FALLING = [
    "AcKcQcJcTc", "9c9d9h9s2c", "9c9d9h2s2c", "Ac9c7c5c2c", "6c5d4h3s2c", "AcAdAh3s2c",
    "9c9d9hKs2c", "AcAdKhKs2c", "AcAdKh3s2c", "KcKdAh3s2c", "QcQdAh3s2c", "JcJdAh3s2c",
    "2c2dAh4s3c",
    "AcKd7h4s2c", "AcQd7h4s2c", "KcQd7h4s2c", "8c7d5h4s2c",
]  # fmt: skip


def test_better_hands_have_better_places():
    places = [draw_place(codes(hand), 0) for hand in FALLING]
    assert places == sorted(places)
    assert len(set(places)) == len(places)


def test_draws_stand_among_the_pairs():
    flush = draw_place(codes("Kc9c7c5c2d"), 0)
    assert draw_place(codes("2c2dAh4s3c"), 0) > flush > draw_place(codes("QcQdAh3s2c"), 0)
    assert draw_place(codes("9c8c7c6cAd"), 0) < flush
    assert draw_place(codes("9c8d7h6sAd"), 0) > flush


def test_the_best_so_many_percent_are_so_many_of_all_hands():
    """20,000 hands: four standard errors of a share."""
    rng = np.random.default_rng(3)
    places = np.array([draw_place(rng.choice(52, 5, replace=False), 0) for _ in range(20_000)])
    for share in (0.02, 0.1, 0.2, 0.3, 0.5, 0.9):
        tolerance = 4 * (share * (1 - share) / len(places)) ** 0.5 + 0.004
        assert (places < share * 65536).mean() == pytest.approx(share, abs=tolerance)


def after_draw(hand, drawn=3):
    """An observation after the draw against one opponent who drew so many."""
    obs = holding(FIVE_CARD_DRAW, hand)
    obs[at.O_LIVE_MASK] = 0b101
    obs[at.O_DRAWN], obs[at.O_DRAWN + 1], obs[at.O_DRAWN + 2] = 0, 0, drawn
    return obs


@pytest.mark.parametrize(
    ("hand", "expected"),
    [
        ("9c9d9h2s2c", MONSTER),
        ("Ac9c7c5c2c", MONSTER),
        ("6c5d4h3s2c", BIG_HAND),
        ("2c2d2hKs9c", BIG_HAND),
        ("JcJd2h2s9c", TWO_PAIR),
        ("TcTd9h9sKc", BEST_PAIR),
        ("QcQd9h5sKc", TOP_PAIR),
        ("JcJd9h5sKc", MIDDLE_PAIR),
        ("9c9dAh5sKc", WEAK_PAIR),
        ("AcJd9h5s3c", WEAK_DRAW),
        ("Ac6d4h3s2c", WEAK_DRAW),
        ("KcQdJh9s8c", AIR),
    ],
)
def test_a_hand_after_the_draw_has_its_class(hand, expected):
    assert draw_class(after_draw(hand)) == expected


def test_who_stood_pat_has_something():
    for hand, against in (
        ("2c2d2hKs9c", [TOP_PAIR + 1, TWO_PAIR, BIG_HAND, BIG_HAND]),
        ("JcJd2h2s9c", [TOP_PAIR, BEST_PAIR, BEST_PAIR, TWO_PAIR]),
        ("QcQd9h5sKc", [WEAK_PAIR, MIDDLE_PAIR, MIDDLE_PAIR, TOP_PAIR]),
        ("9c9d9h2s2c", [MONSTER] * 4),
        ("KcQdJh9s8c", [AIR] * 4),
    ):
        assert [draw_class(after_draw(hand, drawn)) for drawn in range(4)] == against


def test_folded_opponents_do_not_count():
    obs = after_draw("JcJd2h2s9c", 3)
    assert obs[at.O_DRAWN + 1] == 0
    assert draw_class(obs) == TWO_PAIR
    obs[at.O_LIVE_MASK] = 0b111
    assert draw_class(obs) == TOP_PAIR
