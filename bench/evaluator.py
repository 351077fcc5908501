"""How fast hands are ranked: six hands on one board, all sevens, and a naive kernel beside them.

    python bench/evaluator.py

Each figure is the best of several runs after compiling; one thread.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import numpy as np
from numba import njit

from railbird.simulate.evaluator import (
    CARD_BIT,
    CARD_KEY,
    Ints,
    count_all_sevens,
    hand_rank,
    rank_cards,
)
from railbird.simulate.jit import jit

if TYPE_CHECKING:
    from collections.abc import Callable

DEALS = 200_000
SEATS = 6
ALL_SEVENS = 133_784_560


@jit
def rank_showdowns(deals: Ints, ranks: Ints) -> None:
    """Rank six hands a board: deals[i] is five board cards, then two for each seat."""
    for i in range(deals.shape[0]):
        board_key = 0
        board_bits = 0
        for k in range(5):
            board_key += CARD_KEY[deals[i, k]]
            board_bits |= CARD_BIT[deals[i, k]]
        for seat in range(SEATS):
            a = deals[i, 5 + 2 * seat]
            b = deals[i, 6 + 2 * seat]
            key = board_key + CARD_KEY[a] + CARD_KEY[b]
            ranks[i, seat] = hand_rank(key, board_bits | CARD_BIT[a] | CARD_BIT[b])


@jit
def rank_rows(hands: Ints, ranks: Ints) -> None:
    """Rank each row of seven cards from scratch."""
    for i in range(hands.shape[0]):
        ranks[i] = rank_cards(hands[i], 7)


@jit
def _top(mask: int, n: int) -> int:
    """Return the n highest ranks of a set, four bits each."""
    packed = 0
    rank = 12
    while n > 0:
        if mask >> rank & 1:
            packed = packed << 4 | rank
            n -= 1
        rank -= 1
    return packed


@jit
def _straight(mask: int) -> int:
    """Return the top rank of a set's best straight, 0 for none."""
    runs = mask & mask << 1 & mask << 2 & mask << 3 & mask << 4
    if runs:
        return _top(runs, 1)
    return 3 if mask & 0b1_0000_0000_1111 == 0b1_0000_0000_1111 else 0


@jit
def _naive_score(cards: Ints, suits: Ints) -> int:
    """Score seven cards with sets of ranks and no tables, as one would write it first."""
    suits[:] = 0
    suit_counts = 0x3333  # four bits a suit: the fifth card sets the highest
    one = two = three = four = 0
    for k in range(7):
        bit = 1 << (cards[k] >> 2)
        suit = cards[k] & 3
        suits[suit] |= bit
        suit_counts += 1 << 4 * suit
        four |= three & bit
        three |= two & bit
        two |= one & bit
        one |= bit
    if suit_counts & 0x8888:
        suit = 0
        while not suit_counts >> 4 * suit & 8:
            suit += 1
        straight = _straight(suits[suit])
        return 8 << 20 | straight if straight else 5 << 20 | _top(suits[suit], 5)
    if four:
        quad = _top(four, 1)
        return 7 << 20 | quad << 4 | _top(one & ~(1 << quad), 1)
    straight = 0 if three and two & (two - 1) else _straight(one)
    return 4 << 20 | straight if straight else _naive_pairs(one, two, three)


@jit
def _naive_pairs(one: int, two: int, three: int) -> int:
    """Score a hand without straight, flush and four of a kind by its repeated ranks."""
    if three:
        trip = _top(three, 1)
        others = two & ~(1 << trip)
        if others:
            return 6 << 20 | trip << 4 | _top(others, 1)
        return 3 << 20 | trip << 8 | _top(one & ~(1 << trip), 2)
    if two & (two - 1):
        pairs = _top(two, 2)
        rest = one & ~(1 << (pairs >> 4)) & ~(1 << (pairs & 15))
        return 2 << 20 | pairs << 4 | _top(rest, 1)
    if two:
        pair = _top(two, 1)
        return 1 << 20 | pair << 12 | _top(one & ~(1 << pair), 3)
    return _top(one, 5)


@njit()
def score_rows_naively(hands: Ints, scores: Ints) -> None:
    """Score each row of seven cards without tables."""
    suits = np.zeros(4, dtype=np.int64)
    for i in range(hands.shape[0]):
        scores[i] = _naive_score(hands[i], suits)


def best_seconds(work: Callable[[], object], runs: int) -> float:
    """Return the shortest of several runs, the first of all (compiling) not counted."""
    work()
    taken = []
    for _ in range(runs):
        start = time.perf_counter()
        work()
        taken.append(time.perf_counter() - start)
    return min(taken)


def run() -> list[tuple[str, float, str]]:
    """Measure; return (what, figure, unit) rows."""
    shuffled = np.random.default_rng(1).random((DEALS, 52), dtype=np.float32)
    deals = np.argsort(shuffled, axis=1)[:, : 5 + 2 * SEATS].copy()
    sevens = deals[:, :7].copy()
    showdown_ranks = np.zeros((DEALS, SEATS), dtype=np.int64)
    ranks, scores = np.zeros(DEALS, dtype=np.int64), np.zeros(DEALS, dtype=np.int64)

    showdowns = DEALS * SEATS / best_seconds(lambda: rank_showdowns(deals, showdown_ranks), 20)
    rows = DEALS / best_seconds(lambda: rank_rows(sevens, ranks), 20)
    naive = DEALS / best_seconds(lambda: score_rows_naively(sevens, scores), 10)
    everything = best_seconds(count_all_sevens, 3)

    if not (np.diff(ranks[np.argsort(scores, kind="stable")]) >= 0).all():
        raise AssertionError("the naive kernel orders hands otherwise")
    if not (ranks == showdown_ranks[:, 0]).all():
        raise AssertionError("a hand ranks otherwise on a board summed before")
    return [
        ("six hands on one board", showdowns / 1e6, "million hands/s"),
        ("rows of seven cards", rows / 1e6, "million hands/s"),
        ("rows of seven cards, naive kernel", naive / 1e6, "million hands/s"),
        ("six hands on one board, over naive", showdowns / naive, "x"),
        ("all 133,784,560 seven-card hands", everything, "s"),
        ("all 133,784,560 seven-card hands", ALL_SEVENS / everything / 1e6, "million hands/s"),
    ]


if __name__ == "__main__":
    for what, figure, unit in run():
        print(f"{what:40} {figure:10.2f} {unit}")
