"""Five card draw before the draw: what a hand may become, its place among all, what to discard."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from railbird.simulate.evaluator import CARD_BIT, CARD_KEY, CATEGORY_TOPS, hand_rank
from railbird.simulate.jit import jit

if TYPE_CHECKING:
    from railbird.simulate.arrays import Ints

# Classes before the draw: pat hands from straight flush to straight, three of a kind, two pair and
# a pair by rank, four to a straight flush, to a flush, to an open straight, and high cards.
PAT, TRIPS, PAIRS_OF_TWO, PAIR, DRAW, HIGH = 0, 5, 18, 31, 44, 47
STRAIGHT_FLUSH_DRAW, FLUSH_DRAW, STRAIGHT_DRAW = DRAW, DRAW + 1, DRAW + 2
DRAW_CLASSES = HIGH + 13
HAND = 5
HIGH_CARD_TOP, PAIR_TOP, TWO_PAIR_TOP, TRIPS_TOP = CATEGORY_TOPS[:4]
_ACE, _KING = 12, 11
_OPEN_RUNS = np.array([15 << low for low in range(9)], np.int64)  # 2345 ... TJQK


@jit
def rank_of_five(cards: Ints, at: int) -> int:
    """Rank of the five cards from cards[at] on, 1 (worst) to 7462."""
    key = 0
    bits = 0
    for i in range(HAND):
        key += CARD_KEY[cards[at + i]]
        bits |= CARD_BIT[cards[at + i]]
    return int(hand_rank(key, bits))


@jit
def odd_cards(cards: Ints, at: int) -> int:
    """Mask of the cards whose rank is held once."""
    mask = 0
    for i in range(HAND):
        alone = True
        for j in range(HAND):
            if i != j and cards[at + i] >> 2 == cards[at + j] >> 2:
                alone = False
        if alone:
            mask |= 1 << i
    return mask


@jit
def flush_discard(cards: Ints, at: int) -> int:
    """Mask of the card that is not of the suit of the four others; 0: there are no such four."""
    for i in range(HAND):
        suit = cards[at + (i + 1) % HAND] & 3
        others = 0
        for j in range(HAND):
            others += j != i and cards[at + j] & 3 == suit
        if others == HAND - 1:
            return 1 << i
    return 0


@jit
def straight_discard(cards: Ints, at: int) -> int:
    """Mask of the card without which four different ranks lie in an open row; 0: none do."""
    for i in range(HAND):
        ranks = 0
        for j in range(HAND):
            if j != i:
                ranks |= 1 << (cards[at + j] >> 2)
        for run in _OPEN_RUNS:
            if ranks == run:
                return 1 << i
    return 0


@jit
def highest_rank(cards: Ints, at: int, among: int) -> int:
    """Highest rank among the cards of a mask, -1 for none."""
    best = -1
    for i in range(HAND):
        if among >> i & 1:
            best = max(best, cards[at + i] >> 2)
    return best


@jit
def class_before_draw(cards: Ints, at: int, rank: int) -> int:
    """Class of the five cards from cards[at] on, which have this rank."""
    if rank > TRIPS_TOP:
        above = 0
        for top in CATEGORY_TOPS[4:]:
            above += rank > top
        return PAT + 4 - above
    if rank > HIGH_CARD_TOP:
        held_more = odd_cards(cards, at) ^ 31
        top = highest_rank(cards, at, held_more)
        if rank > TWO_PAIR_TOP:
            return TRIPS + _ACE - top
        return (PAIRS_OF_TWO if rank > PAIR_TOP else PAIR) + _ACE - top
    flush, straight = flush_discard(cards, at), straight_discard(cards, at)
    if flush:
        return STRAIGHT_FLUSH_DRAW if flush == straight else FLUSH_DRAW
    return STRAIGHT_DRAW if straight else HIGH + _ACE - highest_rank(cards, at, 31)


@jit
def place_in_class(places: Ints, found: int, rank: int) -> int:
    """Place of a hand, 0 the best: inside its class by rank.

    `places` has by class the place of its best hand, how many places it takes, its worst rank and
    its best.
    """
    worst, best = places[found, 2], places[found, 3]
    part = (best - min(max(rank, worst), best)) * places[found, 1] // (best - worst + 1)
    return min(places[found, 0] + part, 65535)


@jit
def keep_highest(cards: Ints, at: int, among: int) -> int:
    """Discard a mask of cards but for the highest of them."""
    top = highest_rank(cards, at, among)
    for i in range(HAND):
        if among >> i & 1 and cards[at + i] >> 2 == top:
            return among & ~(1 << i)
    return among


@jit
def discards(cards: Ints, at: int, keep_kicker: bool) -> int:  # noqa: FBT001
    """Mask of the cards to throw away; 0: stand pat.

    Draws two to three of a kind, one to two pair, three to a pair (two beside an ace or king, where
    `keep_kicker`), one to four of a suit or an open row of four, else to an ace and king, or to the
    highest card.
    """
    rank = rank_of_five(cards, at)
    if rank > TRIPS_TOP:
        return 0
    odd = odd_cards(cards, at)
    if rank > HIGH_CARD_TOP:
        one_pair = rank <= PAIR_TOP
        if one_pair and keep_kicker and highest_rank(cards, at, odd) >= _KING:
            return keep_highest(cards, at, odd)
        return odd
    one = flush_discard(cards, at)
    if one == 0:
        one = straight_discard(cards, at)
    if one:
        return one
    rest = keep_highest(cards, at, odd)
    if highest_rank(cards, at, odd) == _ACE and highest_rank(cards, at, rest) == _KING:
        return keep_highest(cards, at, rest)
    return rest
