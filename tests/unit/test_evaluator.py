"""Hand ranks: the known frequencies, an outside evaluator, and every boundary of the categories."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from numba import njit
from phevaluator import evaluate_cards

from railbird.cards import parse_cards
from railbird.errors import InputError
from railbird.simulate import evaluator_tables
from railbird.simulate.evaluator import (
    BEST_RANK,
    CARD_BIT,
    CARD_KEY,
    CATEGORIES,
    CATEGORY_TOPS,
    WORST_RANK,
    category,
    count_all_sevens,
    evaluate,
    hand_rank,
    rank_cards,
)

# Hands by category, straight flush first as books print them. Sevens: 4,324 royal flushes and
# 37,260 other straight flushes.
KNOWN_FREQUENCIES = {
    5: (40, 624, 3744, 5108, 10200, 54912, 123552, 1098240, 1302540),
    6: (1844, 14664, 165984, 205792, 361620, 732160, 2532816, 9730740, 6612900),
    7: (41584, 224848, 3473184, 4047644, 6180020, 6461620, 31433400, 58627800, 23294460),
}


@njit
def count_all_fives():
    counts = np.zeros(BEST_RANK + 1, dtype=np.int64)
    for a in range(52):
        for b in range(a):
            for c in range(b):
                for d in range(c):
                    key = CARD_KEY[a] + CARD_KEY[b] + CARD_KEY[c] + CARD_KEY[d]
                    bits = CARD_BIT[a] | CARD_BIT[b] | CARD_BIT[c] | CARD_BIT[d]
                    for e in range(d):
                        counts[hand_rank(key + CARD_KEY[e], bits | CARD_BIT[e])] += 1
    return counts


@njit
def count_all_sixes():
    counts = np.zeros(BEST_RANK + 1, dtype=np.int64)
    cards = np.zeros(6, dtype=np.int64)
    for a in range(52):
        for b in range(a):
            for c in range(b):
                for d in range(c):
                    for e in range(d):
                        for f in range(e):
                            cards[:] = a, b, c, d, e, f
                            counts[rank_cards(cards, 6)] += 1
    return counts


@njit
def rank_all(hands):
    n, size = hands.shape
    ranks = np.empty(n, dtype=np.int64)
    for i in range(n):
        ranks[i] = rank_cards(hands[i], size)
    return ranks


def random_hands(n, size, seed):
    """Deal n hands of so many different cards, int64[n, size]."""
    deck = np.random.default_rng(seed).random((n, 52), dtype=np.float32)
    return np.argpartition(deck, size, axis=1)[:, :size]


COUNTERS = {5: count_all_fives, 6: count_all_sixes, 7: count_all_sevens}


@pytest.mark.parametrize("size", [5, 6, 7])
def test_all_hands_have_the_known_frequencies(size):
    counts = COUNTERS[size]()
    edges = [0, *CATEGORY_TOPS, BEST_RANK]
    by_category = [int(counts[low + 1 : high + 1].sum()) for low, high in itertools.pairwise(edges)]
    assert tuple(reversed(by_category)) == KNOWN_FREQUENCIES[size]
    assert counts[0] == 0
    assert counts[BEST_RANK] == {5: 4, 6: 188, 7: 4324}[size]
    if size == 5:
        assert (counts > 0).sum() == 7462
    if size == 7:
        assert counts.sum() == 133_784_560
        assert (counts > 0).sum() == 4824


@pytest.mark.parametrize(("n", "size"), [(100_000, 5), (100_000, 6), (1_000_000, 7)])
def test_phevaluator_ranks_the_same(n, size):
    hands = random_hands(n, size, seed=size)
    # Cards are numbered alike there; ranks run from 1, the best, to 7462.
    theirs = [7463 - evaluate_cards(*hand) for hand in hands.tolist()]
    assert (rank_all(hands) == theirs).all()


def test_seven_cards_rank_as_the_best_five_of_them():
    hands = random_hands(20_000, 7, seed=77)
    fives = [rank_all(hands[:, list(five)]) for five in itertools.combinations(range(7), 5)]
    assert (rank_all(hands) == np.max(fives, axis=0)).all()


def test_the_order_of_cards_does_not_matter():
    cards = random_hands(1, 7, seed=3)[0]
    assert len({rank_cards(np.array(p), 7) for p in itertools.permutations(cards)}) == 1


def test_a_longer_array_is_read_to_n_only():
    cards = np.array([*parse_cards("AhKhQhJhTh"), -1, -1])
    assert rank_cards(cards, 5) == BEST_RANK


# The worst and the best hand of each category, from the worst category on.
@pytest.mark.parametrize(
    ("number", "worst", "best"),
    [
        (0, "7c5d4h3s2c", "AcKdQhJs9c"),
        (1, "2c2d5h4s3c", "AcAdKhQsJc"),
        (2, "3c3d2h2s4c", "AcAdKhKsQc"),
        (3, "2c2d2h4s3c", "AcAdAhKsQc"),
        (4, "5c4d3h2sAc", "AcKdQhJsTc"),
        (5, "7c5c4c3c2c", "AcKcQcJc9c"),
        (6, "2c2d2h3s3c", "AcAdAhKsKc"),
        (7, "2c2d2h2s3c", "AcAdAhAsKc"),
        (8, "5c4c3c2cAc", "AcKcQcJcTc"),
    ],
)
def test_where_categories_begin_and_end(number, worst, best):
    edges = [0, *CATEGORY_TOPS, BEST_RANK]
    assert evaluate(worst) == edges[number] + 1
    assert evaluate(best) == edges[number + 1]
    assert category(edges[number] + 1) == category(edges[number + 1]) == number
    assert len(CATEGORIES) == 9


@pytest.mark.parametrize(
    ("cards", "name"),
    [
        ("AhAdAcKsKdKh2c", "full house"),  # two sets of three
        ("AhAdKsKd2c2hQs", "two pair"),  # the queen plays, not the third pair
        ("Ah2h3h4h5h6c7d", "straight flush"),  # the wheel counts, above the longer straight
        ("AhKhQhJh9hTc8c", "flush"),  # a flush and a straight, but not together
        ("KhAh2c3d4s", "high card"),  # a straight does not go round the corner
        ("9c9d9h9sAcAdAh", "four of a kind"),
    ],
)
def test_hands_that_are_easily_misread(cards, name):
    assert CATEGORIES[category(evaluate(cards))] == name


def test_ties_and_kickers():
    assert evaluate("AhAdKsKd2c2hQs") == evaluate("AhAdKsKdQs")
    assert evaluate("AhKdQs9c2h7d3c") == evaluate("AsKcQd9h7s")
    assert evaluate("AhAdAcKsKdKh2c") == evaluate("AhAdAcKsKd")
    assert evaluate("9c9d9h9sAcAdAh") == evaluate("9c9d9h9sAs")
    assert WORST_RANK == 1


@pytest.mark.parametrize(
    ("cards", "message"),
    [
        ("AhKdQs9c", "cards 'AhKdQs9c': 4 cards; a hand has five to seven"),
        ("", "cards '': 0 cards; a hand has five to seven"),
    ],
)
def test_too_few_cards_are_refused(cards, message):
    with pytest.raises(InputError) as error:
        evaluate(cards)
    assert str(error.value) == message


@pytest.mark.parametrize("cards", ["AhAhKdQs9c", "AhKdQs9cXx", "AhKdQs9c2", "2c3c4c5c6c7c8c9c"])
def test_what_is_no_hand_is_refused(cards):
    with pytest.raises(InputError):
        evaluate(cards)


def test_the_rank_keys_tell_all_hands_apart():
    sums = evaluator_tables.rank_multisets((0, 1, 2, 3, 4, 5, 6, 7)) @ evaluator_tables.RANK_KEYS
    assert len(np.unique(sums)) == len(sums) == 76_155
    assert sums.max() < 2**32


def test_each_rank_key_is_the_least_that_will_do():
    # The first seven by trying every integer; the search for all takes 20 seconds compiled.
    sums = {(0, 0)}
    for key in evaluator_tables.RANK_KEYS[:7].tolist():
        clash = {
            (high - low) / copies
            for high, _ in sums
            for low, size in sums
            for copies in range(1, 5)
            if size + copies <= 7
        }
        assert key == next(k for k in itertools.count(1) if k not in clash)
        sums |= {(s + c * key, n + c) for s, n in sums for c in range(1, 5) if n + c <= 7}


def test_the_stored_tables_are_what_is_built():
    stored, built = evaluator_tables.load(), evaluator_tables.build()
    assert stored.keys() == built.keys()
    for name, table in built.items():
        assert stored[name].dtype == table.dtype
        np.testing.assert_array_equal(stored[name], table)


def test_the_evaluator_works_in_kernels_without_reference_counts():
    @njit(_nrt=False)
    def rank_twice(key, bits):
        return category(hand_rank(key, bits)) * 10_000 + hand_rank(key, bits)

    cards = parse_cards("AhKhQhJhTh2c2d")
    key = int(CARD_KEY[cards].sum())
    bits = int(np.bitwise_or.reduce(CARD_BIT[cards]))
    assert rank_twice(key, bits) == 8 * 10_000 + BEST_RANK
