"""The engine's Omaha and low ranks, against phevaluator and against trying every combination."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from numba import njit
from phevaluator import evaluate_omaha_cards
from reference.hand import Hand
from reference.showdown import LOW_HANDS, high_rank, low_rank, playable

from railbird.simulate import omaha
from railbird.simulate.evaluator import CARD_BIT, CARD_KEY

if TYPE_CHECKING:
    Ints = np.ndarray[Any, np.dtype[np.int64]]

BOARD = 5


@njit
def rank_all(hands: Ints) -> tuple[Ints, Ints]:  # the first five cards of a row are the board
    count, size = hands.shape
    high, low = np.empty(count, np.int64), np.empty(count, np.int64)
    for i in range(count):
        cards = hands[i]
        key, bits = 0, 0
        for card in cards[:BOARD]:
            key += CARD_KEY[card]
            bits |= CARD_BIT[card]
        hole = size - BOARD
        row, suit = omaha.board_row(key), omaha.flush_suit(key)
        high[i] = omaha.omaha_rank(cards, BOARD, hole, row, suit, bits)
        board_lows, own_lows = omaha.low_mask(cards, 0, BOARD), omaha.low_mask(cards, BOARD, hole)
        low[i] = omaha.low_rank(board_lows, own_lows)
    return high, low


def random_hands(count: int, hole: int, seed: int) -> Ints:
    """Deal so many boards with a hand each, int64[count, 5 + hole]."""
    deck = np.random.default_rng(seed).random((count, 52), dtype=np.float32)
    return np.argpartition(deck, BOARD + hole, axis=1)[:, : BOARD + hole]


def few_suits(count: int, hole: int, seed: int) -> Ints:
    """As `random_hands`, of two suits only: flushes and straight flushes everywhere."""
    deck = np.random.default_rng(seed).random((count, 26), dtype=np.float32)
    cards = np.argpartition(deck, BOARD + hole, axis=1)[:, : BOARD + hole]
    return cards // 2 * 4 + cards % 2


def few_ranks(count: int, hole: int, seed: int) -> Ints:
    """As `random_hands`, of five ranks only: full houses and fours of a kind everywhere."""
    deck = np.random.default_rng(seed).random((count, 20), dtype=np.float32)
    cards = np.argpartition(deck, BOARD + hole, axis=1)[:, : BOARD + hole]
    ranks = np.random.default_rng(seed + 1).permuted(np.tile(np.arange(13), (count, 1)), axis=1)[
        :, :5
    ]
    return np.take_along_axis(ranks, cards // 4, axis=1) * 4 + cards % 4


def test_phevaluator_ranks_the_same() -> None:
    parts = random_hands(200_000, 4, 4), few_suits(20_000, 4, 5), few_ranks(20_000, 4, 6)
    hands = np.concatenate(parts)
    theirs = [7463 - evaluate_omaha_cards(*hand) for hand in hands.tolist()]
    assert (rank_all(hands)[0] == theirs).all()


@pytest.mark.parametrize("hole", [4, 5, 6])
def test_the_best_of_all_combinations(hole: int) -> None:
    parts = random_hands(1_500, hole, 7), few_suits(700, hole, 8), few_ranks(700, hole, 9)
    hands = np.concatenate(parts)
    high, low = rank_all(hands)
    for cards, its_high, its_low in zip(hands.tolist(), high, low, strict=True):
        table = omaha8(tuple(cards[:BOARD]))
        fives = list(playable(table, tuple(cards[BOARD:])))
        assert its_high == max(map(high_rank, fives)), cards
        assert its_low == max(map(low_rank, fives)), cards


def omaha8(board: tuple[int, ...]) -> Hand:
    """Return a table with nothing but a board."""
    return Hand("FL", (1, 1), 0, 1, 2, (), (None, None), board, game="omaha8")


def test_every_low_hand() -> None:
    """All sets of low ranks on a board and in a hand: the best two with three others."""
    rank_of = {sum(1 << value - 1 for value in low): i for i, low in enumerate(LOW_HANDS, 1)}
    masks = {n: [sum(1 << i for i in c) for c in combinations(range(8), n)] for n in range(7)}
    pairs = {m: [p for p in masks[2] if p & m == p] for n in range(7) for m in masks[n]}
    triples = {m: [t for t in masks[3] if t & m == t] for n in range(6) for m in masks[n]}
    for board, threes in triples.items():
        for hole, twos in pairs.items():
            best = max((rank_of.get(t | p, 0) for t in threes for p in twos), default=0)
            assert omaha.low_rank.py_func(board, hole) == best, (board, hole)
