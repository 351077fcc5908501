"""Is every card equally likely at every place, whatever came before it?

Each statistic is chi-square distributed if dealing is fair. A test fails below 0.01 % or above
99.99 %: two times in ten thousand for a fair deck, and never by chance from run to run, since
seeds are fixed. The last tests show that a wrong shuffle and a biased integer would not pass.
"""

from __future__ import annotations

import numpy as np
import pytest
from numba import njit
from scipy.stats import chi2

from railbird.simulate.deck import draw, new_deck
from railbird.simulate.philox import (
    PURPOSE_DECK,
    PURPOSE_SEAT,
    STREAM_SIZE,
    below,
    next_u32,
    open_stream,
    uniform,
)

pytestmark = pytest.mark.statistical

SEED = 20240607
ALPHA = 1e-4
HANDS = 1_000_000


def tail(statistic, freedom):
    """The chance of so large a statistic from a fair deck."""
    return float(chi2.sf(statistic, freedom))


def is_fair(statistic, freedom):
    return ALPHA < tail(statistic, freedom) < 1 - ALPHA


def equal_cells(counts):
    """Chi-square of equally likely cells, and its degrees of freedom."""
    expected = counts.sum() / counts.size
    return ((counts - expected) ** 2).sum() / expected, counts.size - 1


@njit
def deal_hands(hands, n_cards, seed, table):
    """Return the first cards of many hands, int64[hands, n_cards]."""
    dealt = np.empty((hands, n_cards), dtype=np.int64)
    deck = np.empty(52, dtype=np.int64)
    stream = np.empty(STREAM_SIZE, dtype=np.uint64)
    for hand in range(hands):
        open_stream(stream, seed, table, hand, PURPOSE_DECK)
        new_deck(deck, 0)
        for k in range(n_cards):
            dealt[hand, k] = draw(deck, 0, stream, k)
    return dealt


@njit
def deal_hands_naively(hands, seed):
    """The classic mistake: swap every place with any place."""
    dealt = np.empty((hands, 52), dtype=np.int64)
    stream = np.empty(STREAM_SIZE, dtype=np.uint64)
    for hand in range(hands):
        open_stream(stream, seed, 0, hand, PURPOSE_DECK)
        new_deck(dealt[hand], 0)
        for k in range(52):
            other = below(stream, 52)
            card = dealt[hand, other]
            dealt[hand, other] = dealt[hand, k]
            dealt[hand, k] = card
    return dealt


@pytest.fixture(scope="module")
def hands():
    return deal_hands(HANDS, 5, SEED, 0)


def card_by_place(dealt):
    """Chi-square of card by place, over whole decks.

    Each deck puts one card at each place, so all 52 row and column sums are fixed and the cells
    covary: the sum of squares, times 51/52, has 51 * 51 degrees of freedom.
    """
    cells = np.bincount((dealt * 52 + np.arange(52)).ravel(), minlength=2704)
    statistic, _ = equal_cells(cells)
    return statistic * 51 / 52, 51 * 51


def test_every_card_at_every_place():
    assert is_fair(*card_by_place(deal_hands(200_000, 52, SEED, 1)))


@pytest.mark.parametrize(("first", "second"), [(0, 1), (1, 2), (0, 4), (3, 4)])
def test_every_ordered_pair_of_cards(hands, first, second):
    cells = np.bincount(hands[:, first] * 52 + hands[:, second], minlength=2704).reshape(52, 52)
    assert not np.diag(cells).any()
    assert is_fair(*equal_cells(cells[~np.eye(52, dtype=bool)]))


def test_every_pair_of_hole_cards(hands):
    low, high = np.sort(hands[:, :2], axis=1).T
    cells = np.bincount(low * 52 + high, minlength=2704).reshape(52, 52)
    assert is_fair(*equal_cells(cells[np.triu_indices(52, k=1)]))


def test_every_suit_pattern_of_three_cards(hands):
    cells = np.bincount((hands[:, :3] % 4) @ [16, 4, 1], minlength=64)
    # A pattern's chance follows from how many suits it has: 13 cards of each, 12 after one.
    chance = np.array([13 * 12 * 11, 13 * 12 * 13, 13 * 13 * 13]) / (52 * 51 * 50)
    suits = np.array([len({i // 16, i // 4 % 4, i % 4}) for i in range(64)])
    expected = chance[suits - 1] * len(hands)
    assert expected.sum() == pytest.approx(len(hands))
    assert is_fair(((cells - expected) ** 2 / expected).sum(), 63)


@pytest.mark.parametrize("lag", [1, 2, 7])
def test_hands_do_not_foretell_later_hands(hands, lag):
    cells = np.bincount(hands[:-lag, 0] * 52 + hands[lag:, 0], minlength=2704)
    assert is_fair(*equal_cells(cells))


@pytest.mark.parametrize(("seed", "table"), [(SEED, 1), (SEED + 1, 0), (SEED + 2**32, 0)])
def test_neighbouring_tables_and_seeds_do_not_foretell_each_other(hands, seed, table):
    others = deal_hands(HANDS, 1, seed, table)[:, 0]
    assert is_fair(*equal_cells(np.bincount(hands[:, 0] * 52 + others, minlength=2704)))


def test_a_seat_cannot_see_the_deck(hands):
    @njit
    def first_words(n):
        words = np.empty(n, dtype=np.int64)
        stream = np.empty(STREAM_SIZE, dtype=np.uint64)
        for hand in range(n):
            open_stream(stream, SEED, 0, hand, PURPOSE_SEAT)
            words[hand] = np.int64(uniform(stream) * 52)
        return words

    assert is_fair(*equal_cells(np.bincount(hands[:, 0] * 52 + first_words(HANDS), minlength=2704)))


@njit
def counts_below(draws, n, cells, by_remainder):
    """How often each of `cells` equal shares of 0 .. n - 1 is drawn, rightly or by remainder."""
    counts = np.zeros(cells, dtype=np.int64)
    stream = np.empty(STREAM_SIZE, dtype=np.uint64)
    open_stream(stream, SEED, 0, 0, PURPOSE_DECK)
    for _ in range(draws):
        value = np.int64(next_u32(stream)) % n if by_remainder else below(stream, n)
        counts[value // (n // cells)] += 1
    return counts


@pytest.mark.parametrize(
    ("n", "cells"), [(52, 52), (51, 51), (7, 7), (3 * 2**30, 3), (3 * 2**30, 96)]
)
def test_integers_are_equally_likely(n, cells):
    assert is_fair(*equal_cells(counts_below(HANDS, n, cells, by_remainder=False)))


def test_a_remainder_would_be_caught():
    assert tail(*equal_cells(counts_below(HANDS, 3 * 2**30, 3, by_remainder=True))) < 1e-12


def test_a_wrong_shuffle_would_be_caught():
    assert tail(*card_by_place(deal_hands_naively(200_000, SEED))) < 1e-12
