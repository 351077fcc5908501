"""Ranks Omaha hands: exactly two of four to six hole cards with exactly three of the board.

Measured on random boards, one core, in the time of a hand with four / five / six hole cards:

    all pairs with all triples, `hand_rank` of each five       350 / 570 / 630 ns
    triples summed once a showdown, flushes apart              180 / 250 / 265 ns
    the same, each two ranks looked for once a showdown        155 / 230 / 270 ns
    a row of best ranks by board, a place for each two ranks    22 /  33 /  30 ns

The last is what stands here; a hand of hold'em takes 11 ns. The row leaves flushes out: only one
suit can have three cards on the board, and few hands hold two of it.

Low hands (eight or better) need one look-up: by the low ranks on the board and those in the hole.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from railbird.cards import parse_cards
from railbird.errors import InputError
from railbird.simulate import evaluator_tables, omaha_tables
from railbird.simulate.evaluator import CARD_BIT, CARD_KEY
from railbird.simulate.jit import inlined, jit

if TYPE_CHECKING:
    from railbird.simulate.arrays import Ints

_SEVENS = evaluator_tables.load()
_RANK_OF_SUITED = _SEVENS["rank_of_suited"]
_OFFSET_OF_ROW = _SEVENS["offset_of_row"]
_TABLES = omaha_tables.load()
_HALF = omaha_tables.PAIRS * 3_000
_PAIR_NUMBER = _TABLES["pair_number"]
_BOARD_OF_PLACE = _TABLES["board_of_place"]
# In two halves: numba keeps no compiled code that holds an array of more than a million bytes.
_LOWER_HALF, _UPPER_HALF = np.split(_TABLES["rank_of_pair"], [_HALF])
_LOW_OF_MASKS = _TABLES["low_of_masks"]

_ROW_MASK = np.uint64(evaluator_tables.ROWS - 1)
_ROW_BITS = np.uint64(evaluator_tables.ROWS.bit_length() - 1)
_SUM_MASK = np.uint64(0xFFFFFFFF)
_PAIRS = np.uint64(omaha_tables.PAIRS)
_RANKS = np.uint64(omaha_tables.RANKS)
# Added to a key, five per suit turns a count of three or more into the suit's highest bit.
_SUIT_BIAS = 0x5555 << 32
_SUITS_OF_THREE = 0x8888 << 32
_SUIT_MASK = (1 << 13) - 1
BOARD_CARDS = 5
# Bit of a card's rank in a mask of low ranks: ace 0, deuce 1 ... eight 7; 0 for higher ranks.
LOW_BIT: Ints = np.array(
    [1 << rank + 1 if rank < 7 else int(rank == 12) for rank in range(13) for _ in range(4)],
    np.int64,
)


@inlined
def board_row(key: int) -> np.uint64:
    """Return the row of best ranks of a board, from the sum of its cards' `CARD_KEY`."""
    sums = np.uint64(key) & _SUM_MASK
    place = (sums >> _ROW_BITS) + _OFFSET_OF_ROW[sums & _ROW_MASK]
    return np.uint64(_BOARD_OF_PLACE[place]) * _PAIRS


@inlined
def flush_suit(key: int) -> int:
    """Return the suit with three cards or more on the board, -1 if there is none."""
    flushes = (key + _SUIT_BIAS) & _SUITS_OF_THREE
    if flushes == 0:
        return -1
    suit = 0
    while not flushes >> 35 + 4 * suit & 1:
        suit += 1
    return suit


@inlined
def suited_with_pair(board: int, pair: int) -> np.int64:
    """Rank the best of a pair's ranks with three of a suit's board cards."""
    best = np.int64(0)
    first = board
    while first:
        a = first & -first
        first ^= a
        second = first
        while second:
            b = second & -second
            second ^= b
            third = second
            while third:
                c = third & -third
                third ^= c
                best = max(best, np.int64(_RANK_OF_SUITED[np.uint64(pair | a | b | c)]))
    return best


@jit
def flush_rank(board: int, hole: int) -> np.int64:
    """Rank the best flush of two cards of `hole` with three of `board`: masks of one suit's ranks.

    Returns:
        1 (worst) .. 7462 (best); 0 where there is no flush.
    """
    best = np.int64(0)
    first = hole
    while first:
        a = first & -first
        first ^= a
        second = first
        while second:
            b = second & -second
            second ^= b
            best = max(best, suited_with_pair(board, a | b))
    return best


@inlined
def best_pair(ranks: omaha_tables.Table, row: np.uint64, cards: Ints, at: int, n: int) -> np.int64:
    """Rank the best hand without flush of the n hole cards from cards[at] on, on a board's row."""
    best = np.int64(0)
    for i in range(1, n):
        first = np.uint64(cards[at + i] >> 2) * _RANKS
        for j in range(i):
            pair = np.uint64(_PAIR_NUMBER[first + np.uint64(cards[at + j] >> 2)])
            best = max(best, np.int64(ranks[row + pair]))
    return best


@jit
def omaha_rank(cards: Ints, at: int, n: int, row: np.uint64, suit: int, board: int) -> np.int64:
    """Rank a hand on a board that is prepared.

    Args:
        cards: holds the hole cards from `at` on.
        at: index of the first.
        n: how many they are.
        row: `board_row` of the board's key.
        suit: `flush_suit` of the board's key.
        board: union of the board cards' `CARD_BIT`.

    Returns:
        1 (worst) .. 7462 (best).
    """
    if row < np.uint64(_HALF):
        best = best_pair(_LOWER_HALF, row, cards, at, n)
    else:
        best = best_pair(_UPPER_HALF, row - np.uint64(_HALF), cards, at, n)
    if suit >= 0:
        held = 0
        for i in range(at, at + n):
            held |= CARD_BIT[cards[i]]
        held = held >> 13 * suit & _SUIT_MASK
        if held & (held - 1):
            best = max(best, flush_rank(board >> 13 * suit & _SUIT_MASK, held))
    return best


@inlined
def low_mask(cards: Ints, at: int, n: int) -> int:
    """Return the low ranks among n cards from cards[at] on."""
    mask = 0
    for i in range(at, at + n):
        mask |= LOW_BIT[cards[i]]
    return mask


@inlined
def low_rank(board: int, hole: int) -> np.int64:
    """Rank a low hand from two masks of low ranks: 1 (8-7-6-5-4) .. 56 (the wheel), 0 for none."""
    return np.int64(_LOW_OF_MASKS[np.uint64(board << 8 | hole)])


def evaluate_omaha(hole: str, board: str) -> tuple[int, int]:
    """Rank Omaha cards written one after another, such as "Ks8cJs5c" on "3s5hQsQd9h".

    Returns:
        High rank, 1 (worst) to 7462 (royal flush), and low rank, 1 (8-7-6-5-4) to 56 (the wheel)
        or 0 where no low qualifies.

    Raises:
        InputError: one is no card, one comes twice, the board has not five, or the hole not four
            to six cards.
    """
    codes = parse_cards(hole + board)
    n = len(codes) - BOARD_CARDS
    if len(parse_cards(board)) != BOARD_CARDS or not 4 <= n <= 6:
        raise InputError(
            f"cards {hole!r} on {board!r}: Omaha has four to six hole cards and five on the board"
        )
    cards = np.array(codes, np.int64)
    key, bits = int(CARD_KEY[cards[n:]].sum()), int(np.bitwise_or.reduce(CARD_BIT[cards[n:]]))
    high = omaha_rank(cards, 0, n, board_row(key), flush_suit(key), bits)
    return int(high), int(low_rank(low_mask(cards, n, BOARD_CARDS), low_mask(cards, 0, n)))
