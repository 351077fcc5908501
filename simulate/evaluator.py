"""Ranks hold'em hands of five, six or seven cards: 1 (seven-high) to 7462 (royal flush).

A hand is two integers: the sum of its cards' `CARD_KEY` and the union of their `CARD_BIT`. So a
board is summed once, and each player's hole cards cost two more additions:

    key = board_key + CARD_KEY[a] + CARD_KEY[b]
    bits = board_bits | CARD_BIT[a] | CARD_BIT[b]
    rank = hand_rank(key, bits)

The lower 32 bits of a key tell the ranks (see `evaluator_tables.RANK_KEYS`), four bits above
them for each suit count its cards. Cards are `rank * 4 + suit`, as everywhere in the engine.

Ranks are those of the 7462 classes of five-card hands, so equal ranks split the pot:

    1-1277 high card      4996-5853 three of a kind   7141-7296 full house
    1278-4137 pair        5854-5863 straight          7297-7452 four of a kind
    4138-4995 two pair    5864-7140 flush             7453-7462 straight flush
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
from numba import njit

from railbird.cards import parse_cards
from railbird.errors import InputError
from railbird.simulate import evaluator_tables
from railbird.simulate.jit import jit

Ints = npt.NDArray[np.int64]

CATEGORIES = (
    "high card",
    "pair",
    "two pair",
    "three of a kind",
    "straight",
    "flush",
    "full house",
    "four of a kind",
    "straight flush",
)
# The best rank of each category but the last.
CATEGORY_TOPS = (1277, 4137, 4995, 5853, 5863, 7140, 7296, 7452)
WORST_RANK, BEST_RANK = 1, 7462

_CARDS = np.arange(52)
CARD_KEY: Ints = evaluator_tables.RANK_KEYS[_CARDS // 4] + (1 << 32 + _CARDS % 4 * 4)
CARD_BIT: Ints = 1 << _CARDS % 4 * 13 + _CARDS // 4

_TABLES = evaluator_tables.load()
_RANK_OF_SUITED = _TABLES["rank_of_suited"]
_OFFSET_OF_ROW = _TABLES["offset_of_row"]
_RANK_OF_PLACE = _TABLES["rank_of_place"]

# Added to a key, three per suit turns a count of five or more into the suit's highest bit.
_SUIT_BIAS = 0x3333 << 32
_FLUSHES = 0x8888 << 32
_SUIT_MASK = (1 << 13) - 1
_ROW_MASK = np.uint64(evaluator_tables.ROWS - 1)
_ROW_BITS = np.uint64(evaluator_tables.ROWS.bit_length() - 1)
_SUM_MASK = np.uint64(0xFFFFFFFF)


@njit(forceinline=True)
def hand_rank(key: int, bits: int) -> np.int64:
    """Rank a hand of five to seven cards.

    Args:
        key: sum of the cards' `CARD_KEY`.
        bits: union of the cards' `CARD_BIT`.

    Returns:
        1 (worst) .. 7462 (best). Fewer than five or more than seven cards are not checked.
    """
    flushes = (key + _SUIT_BIAS) & _FLUSHES
    if flushes:
        return _suited_rank(flushes, bits)
    # Unsigned indices: numba tests signed ones for being negative.
    sums = np.uint64(key) & _SUM_MASK
    return np.int64(_RANK_OF_PLACE[(sums >> _ROW_BITS) + _OFFSET_OF_ROW[sums & _ROW_MASK]])


@jit
def _suited_rank(flushes: int, bits: int) -> np.int64:
    """Rank a hand with five or more cards of a suit: no other hand of seven beats its flush."""
    suit = 0
    while not flushes >> 35 + 4 * suit & 1:
        suit += 1
    return np.int64(_RANK_OF_SUITED[bits >> 13 * suit & _SUIT_MASK])


@jit
def rank_cards(cards: Ints, n: int) -> np.int64:
    """Rank the first n (five to seven) cards of an array."""
    key = 0
    bits = 0
    for i in range(n):
        key += CARD_KEY[cards[i]]
        bits |= CARD_BIT[cards[i]]
    return hand_rank(key, bits)


@jit
def category(rank: int) -> int:
    """Return 0 (high card) .. 8 (straight flush, the royal one too): an index of CATEGORIES."""
    found = 0
    for top in CATEGORY_TOPS:
        if rank > top:
            found += 1
    return found


def evaluate(cards: str) -> int:
    """Rank five to seven cards written one after another, such as "AhKdTs9c2h".

    Returns:
        1 (seven-high) .. 7462 (royal flush).

    Raises:
        InputError: one is no card, one comes twice, or they are not five to seven.
    """
    codes = parse_cards(cards)
    if not 5 <= len(codes) <= 7:
        raise InputError(f"cards {cards!r}: {len(codes)} cards; a hand has five to seven")
    return int(rank_cards(np.array(codes, dtype=np.int64), len(codes)))


@njit()
def count_all_sevens() -> Ints:
    """Rank all 133,784,560 seven-card hands.

    Returns:
        int64[7463]: how many hands have each rank (0 has none).
    """
    hands_of_rank = np.zeros(BEST_RANK + 1, dtype=np.int64)
    for a in range(6, 52):
        key_a, bits_a = CARD_KEY[a], CARD_BIT[a]
        for b in range(5, a):
            key_b, bits_b = key_a + CARD_KEY[b], bits_a | CARD_BIT[b]
            for c in range(4, b):
                key_c, bits_c = key_b + CARD_KEY[c], bits_b | CARD_BIT[c]
                for d in range(3, c):
                    key_d, bits_d = key_c + CARD_KEY[d], bits_c | CARD_BIT[d]
                    for e in range(2, d):
                        key_e, bits_e = key_d + CARD_KEY[e], bits_d | CARD_BIT[e]
                        for f in range(1, e):
                            key_f, bits_f = key_e + CARD_KEY[f], bits_e | CARD_BIT[f]
                            for g in range(f):
                                rank = hand_rank(key_f + CARD_KEY[g], bits_f | CARD_BIT[g])
                                hands_of_rank[rank] += 1
    return hands_of_rank
