"""Omaha: exactly two hole cards with exactly three of the board."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

from railbird.cards import format_cards, parse_cards
from railbird.errors import InputError
from railbird.simulate import omaha_tables
from railbird.simulate.evaluator import evaluate, rank_cards
from railbird.simulate.omaha import evaluate_omaha


def high(hole: str, board: str) -> int:
    return evaluate_omaha(hole, board)[0]


def low(hole: str, board: str) -> int:
    return evaluate_omaha(hole, board)[1]


def naive(hole: list[int], board: list[int]) -> tuple[int, int]:
    """Rank every two hole cards with every three of the board."""
    best = worst_low = 0
    lows = sorted((set(low) for low in combinations(range(8), 5)), key=sorted_down, reverse=True)
    for two in combinations(hole, 2):
        for three in combinations(board, 3):
            best = max(best, int(rank_cards(np.array(two + three), 5)))
            ranks = {0 if card >> 2 == 12 else (card >> 2) + 1 for card in two + three}
            if ranks in lows:
                worst_low = max(worst_low, lows.index(ranks) + 1)
    return best, worst_low


def sorted_down(ranks: set[int]) -> list[int]:
    return sorted(ranks, reverse=True)


def test_tables_on_disk_are_what_the_rules_say():
    stored = omaha_tables.load()
    for name, table in omaha_tables.build().items():
        assert (stored[name] == table).all(), name


@pytest.mark.parametrize("n", [4, 5, 6])
def test_ranks_equal_those_of_all_pairs_with_all_triples(n):
    dice = np.random.default_rng(n)
    # whole decks, decks of one suit and of low cards only: flushes, full houses, lows
    decks = (np.arange(52), np.arange(13) * 4 + 1, np.arange(28))
    for i in range(400):
        cards = dice.permutation(decks[i % 3])[: n + 5].tolist()
        hole, board = cards[:n], cards[n:]
        assert evaluate_omaha(format_cards(hole), format_cards(board)) == naive(hole, board)


def test_exactly_two_hole_cards_with_exactly_three_of_the_board():
    # four of a suit in the hole, two on the board: no flush
    assert high("AhKh9h2h", "QhJh5s4s3c") < evaluate("AhKhQhJh9h")
    # trips in the hole are a pair: two of them play
    assert high("AcAdAhKs", "QsJh8d5c2d") == evaluate("AcAdQsJh8d")


def test_the_board_cannot_be_played():
    royal = "AsKsQsJsTs"
    assert high("2c2d3h3c", royal) == evaluate("3h3cAsKsQs")
    assert evaluate(royal) == 7462


def test_one_hole_card_makes_no_flush_with_four_on_the_board():
    assert high("Ah9c8c2d", "KhQhJh5h3s") == evaluate("Ah9cKhQhJh")


def test_21_queens_and_fives_with_a_king():
    assert high("Ks8cJs5c", "3s5hQsQd9h") == evaluate("QsQd5h5cKs")


def test_a_flush_loses_to_the_full_house_of_other_cards():
    assert high("9s9d2h3h", "9hQhJhQdQc") == evaluate("9s9dQhQdQc")


@pytest.mark.parametrize(
    ("hole", "board", "rank"),
    [
        ("Ah2hKsKd", "3c4d5hKcQs", 56),  # the wheel
        ("8h7hKsKd", "4c5d6hKcQs", 1),  # eight-seven is the worst that qualifies
        ("9h7hKsKd", "4c5d6hKcQs", 0),  # nine does not qualify
        ("Ah2hKsKd", "3c4dKcQsJs", 0),  # three low cards on the board are needed
        ("Ah2hKsKd", "2c3d4hQcKh", 0),  # the deuce counts once: A-2-3-4 is no low
        ("AhAd2hKd", "3c4d8hQcKh", 52),  # 8-4-3-2-A: the ace counts once
    ],
)
def test_low_hands_are_eight_or_better(hole, board, rank):
    known = {56: (4, 3, 2, 1, 0), 1: (7, 6, 5, 4, 3), 52: (7, 3, 2, 1, 0)}
    if rank == 52:  # counted, not remembered
        lows = sorted(
            (tuple(sorted(c, reverse=True)) for c in combinations(range(8), 5)), reverse=True
        )
        rank = lows.index(known[52]) + 1
    assert low(hole, board) == rank


def test_wrong_cards_are_refused():
    for hole, board in (
        ("AhKh", "2c3c4c5c6c"),
        ("AhKhQhJh", "2c3c4c5c"),
        ("AhAhQhJh", "2c3c4c5c6c"),
    ):
        with pytest.raises(InputError):
            evaluate_omaha(hole, board)
    assert len(parse_cards("AhKhQhJh")) == 4
