"""Builds the tables that rank Omaha hands, and keeps them in `omaha_tables.npz` beside this file.

They follow from the evaluator's tables and from the rule alone: exactly two hole cards with
exactly three of the board. After a change here, or in `evaluator_tables.py`, run

    python -m railbird.simulate.omaha_tables

A test builds them again and compares.
"""

from __future__ import annotations

from itertools import combinations, combinations_with_replacement
from pathlib import Path

import numpy as np
import numpy.typing as npt

from railbird.simulate import evaluator_tables as sevens

Ints = npt.NDArray[np.int64]
Table = npt.NDArray[np.uint8 | np.uint16]

FILE = Path(__file__).with_suffix(".npz")
RANKS = sevens.RANKS
PAIRS = RANKS * (RANKS + 1) // 2  # two ranks, in no order
LOW_RANKS = 8  # ace to eight: bits 0 to 7 of a mask
BEST_LOW = 56


def _pair_numbers() -> Ints:
    """Return the number of each two ranks, int64[13, 13], symmetric."""
    numbers = np.zeros((RANKS, RANKS), np.int64)
    for number, (a, b) in enumerate(combinations_with_replacement(range(RANKS), 2)):
        numbers[a, b] = numbers[b, a] = number
    return numbers


def _places(tables: dict[str, npt.NDArray[np.uint16 | np.uint32]], sums: Ints) -> Ints:
    """Return where the evaluator keeps hands of these key sums."""
    return sums // sevens.ROWS + tables["offset_of_row"][sums % sevens.ROWS]


def _best_of_boards(
    tables: dict[str, npt.NDArray[np.uint16 | np.uint32]], boards: Ints
) -> npt.NDArray[np.uint16]:
    """Return the best rank without flush of each two hole ranks, uint16[boards, PAIRS].

    Args:
        tables: the evaluator's.
        boards: ranks of the five cards, int64[boards, 5].
    """
    triples = boards[:, np.array(list(combinations(range(5), 3)))]
    sums = sevens.RANK_KEYS[triples].sum(axis=2)
    rank_of_place = tables["rank_of_place"]
    best = np.zeros((len(boards), PAIRS), np.uint16)
    for (a, b), number in np.ndenumerate(_pair_numbers()):
        places = _places(tables, sums + sevens.RANK_KEYS[a] + sevens.RANK_KEYS[b])
        # five of a rank are no hand: their place is another's, or none
        possible = ((triples == a).sum(axis=2) < 3) | (a != b)
        ranks = np.where(possible, rank_of_place[np.where(possible, places, 0)], 0)
        best[:, number] = ranks.max(axis=1)
    return best


def _best_lows() -> npt.NDArray[np.uint8]:
    """Return the low rank by low ranks on the board and in the hole, uint8[256, 256]; 0: none.

    A low is five different ranks of eight and below; the highest decides, then the next.
    """
    board, hole = np.meshgrid(np.arange(256), np.arange(256), indexing="ij")
    best = np.zeros((256, 256), np.uint8)
    # a mask is the larger, the worse the low
    lows = [mask for mask in range(255, -1, -1) if mask.bit_count() == 5]
    for rank, low in enumerate(lows, start=1):
        made = (
            (low & ~(board | hole) == 0)
            & (np.bitwise_count(low & board) >= 3)
            & (np.bitwise_count(low & hole) >= 2)
            & (np.bitwise_count(low & ~board) <= 2)
        )
        best[made] = rank
    return best


def build() -> dict[str, Table]:
    """Build the tables.

    Returns:
        `pair_number`: uint8[169], number of two ranks at `a * 13 + b`;
        `board_of_place`: uint16[n], number of the board whose five cards the evaluator keeps at
        that place of `rank_of_place`;
        `rank_of_pair`: uint16[6175 * 91], best rank without flush at `board * 91 + pair`;
        `low_of_masks`: uint8[65536], low rank at `board's low ranks << 8 | hole's low ranks`.
    """
    tables = sevens.load()
    counts = sevens.rank_multisets((5,))
    ranks = np.broadcast_to(np.arange(RANKS), counts.shape)
    boards = np.repeat(ranks.ravel(), counts.ravel()).reshape(-1, 5)
    board_of_place = np.zeros(len(tables["rank_of_place"]), np.uint16)
    board_of_place[_places(tables, counts @ sevens.RANK_KEYS)] = np.arange(len(boards))
    return {
        "pair_number": _pair_numbers().ravel().astype(np.uint8),
        "board_of_place": board_of_place,
        "rank_of_pair": _best_of_boards(tables, boards).ravel(),
        "low_of_masks": _best_lows().ravel(),
    }


def load() -> dict[str, Table]:
    """Read the stored tables, as `build` returns them."""
    with np.load(FILE) as tables:
        return {name: tables[name] for name in tables.files}


if __name__ == "__main__":
    np.savez_compressed(FILE, **build())  # type: ignore[arg-type]
