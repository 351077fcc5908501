"""How good four to six Omaha cards are before the flop: points, and their place among all hands.

The points are a sum of what the cards have (high cards, pairs, suits, connected ranks, in hi-lo low
ranks), weighted as `game_orders.toml` says; its other numbers turn points into a place. Both are
made by `game_orders.py`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from railbird.simulate.jit import jit

if TYPE_CHECKING:
    from railbird.simulate.arrays import Ints

# where each weight lives in a row
W_RANK = 0  # by rank: held at all
W_PAIR = 13  # by rank: held twice or more
W_TRIPS = 26  # a rank held three times, and each card beyond
W_SUITED = 27  # by the highest rank of a suit held twice or more
W_THIRD = 40  # each card beyond two of a suit
W_RUN = 41  # runs of five ranks with two, three, four or more different ones of the hand
W_LOWS = 44  # hi-lo: pairs of low ranks A2 A3 A4 A5 23 24 25 34 35 45
W_LOW_COUNT = 54  # hi-lo: three, four or more different ranks from ace to eight
WEIGHTS = 56
QUANTILES = 129

_ACE, _WHEEL = 12, 1 << 12 | 15
_RUNS = np.array([_WHEEL, *[31 << low for low in range(9)]], np.int64)
_COUNT = np.array([mask.bit_count() for mask in range(1 << 13)], np.uint8)
_TOP = np.array([max(mask.bit_length() - 1, 0) for mask in range(1 << 13)], np.uint8)
# the low ranks of a hand as five bits, ace to five; two of them as an index of W_LOWS
_LOW_PAIRS = np.array([
    a_bit | b_bit for a, a_bit in enumerate((1, 2, 4, 8, 16)) for b_bit in (1, 2, 4, 8, 16)[a + 1 :]
], np.int64)  # fmt: skip
_EIGHT_LOW = 255


@jit
def suit_points(suit: int, weights: Ints, row: int) -> int:
    """Points of the cards of one suit, given as a set of ranks."""
    held = int(np.int64(_COUNT[suit]))
    if held < 2:
        return 0
    return weights[row, W_SUITED + int(np.int64(_TOP[suit]))] + (held - 2) * weights[row, W_THIRD]


@jit
def run_points(ranks: int, weights: Ints, row: int) -> int:
    """Points of connected ranks: how many runs of five hold two, three, four of the hand's."""
    points = 0
    for run in _RUNS:
        held = int(np.int64(_COUNT[ranks & run]))
        if held >= 2:
            points += weights[row, W_RUN + min(held, 4) - 2]
    return points


@jit
def low_points(ranks: int, weights: Ints, row: int) -> int:
    """Points of low ranks, for games in which a low hand takes half the pot."""
    low = ranks << 1 & _EIGHT_LOW | ranks >> _ACE
    points = 0
    for i in range(10):
        if low & _LOW_PAIRS[i] == _LOW_PAIRS[i]:
            points += weights[row, W_LOWS + i]
    held = int(np.int64(_COUNT[low]))
    if held >= 3:
        points += weights[row, W_LOW_COUNT + min(held, 4) - 3]
    return points


@jit
def hole_points(cards: Ints, at: int, n: int, weights: Ints, row: int) -> int:
    """Points of n cards from cards[at] on.

    Args:
        cards: holds the cards, rank * 4 + suit.
        at: index of the first.
        n: how many, 4 to 6.
        weights: rows of WEIGHTS numbers.
        row: which of them.
    """
    once = twice = more = 0
    points = 0
    for i in range(n):
        bit = 1 << (cards[at + i] >> 2)
        points += weights[row, W_TRIPS] * ((twice & bit) != 0)
        more |= twice & bit
        twice |= once & bit
        once |= bit
    for suit in range(4):
        held = 0
        for i in range(n):
            if cards[at + i] & 3 == suit:
                held |= 1 << (cards[at + i] >> 2)
        points += suit_points(held, weights, row)
    for rank in range(13):
        if once >> rank & 1:
            points += weights[row, W_RANK + rank]
            if twice >> rank & 1:
                points += weights[row, W_PAIR + rank]
    return points + run_points(once, weights, row) + low_points(once, weights, row)


@jit
def place_of_points(points: int, quantiles: Ints, row: int) -> int:
    """Place among all hands, 0 the best, 65535 the worst, from points; straight between quantiles.

    `quantiles` holds, for each row, the points at equal shares of all hands, falling.
    """
    low, high = 0, QUANTILES - 1
    if points >= quantiles[row, low]:
        return 0
    if points <= quantiles[row, high]:
        return 65535
    while high - low > 1:
        middle = (low + high) // 2
        if points >= quantiles[row, middle]:
            high = middle
        else:
            low = middle
    width = max(quantiles[row, low] - quantiles[row, high], 1)
    part = (quantiles[row, low] - points) * 65536 // width
    return min((low * 65536 + part) // (QUANTILES - 1), 65535)
