"""Builds the evaluator's three tables and keeps them in `evaluator_tables.npz` beside this file.

The tables are small (about 60 KB packed) but take a third of a second to build, so they are
stored; a test builds them again and compares. After a change here run

    python -m railbird.simulate.evaluator_tables

A hand's *score* says what its best five cards are: category, then the ranks that decide, most
important first. The 7462 scores that five cards can have, sorted, give the ranks 1 .. 7462. All
of it follows from the rules of poker, none from another evaluator.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import numpy.typing as npt

Ints = npt.NDArray[np.int64]

RANKS = 13
ROWS = 8192
FILE = Path(__file__).with_suffix(".npz")

# One key per rank, so that the sum of five to seven keys tells the ranks of the cards: sums are
# distinct for all multisets of at most seven cards, four at most of a rank. Found from the left,
# each being the least integer that keeps them distinct.
RANK_KEYS: Ints = np.array(
    [1, 5, 24, 112, 521, 2247, 9244, 30823, 103066, 250154, 667453, 1526359, 3453520],
    dtype=np.int64,
)

HIGH_CARD, PAIR, TWO_PAIR, TRIPS, STRAIGHT, FLUSH, FULL_HOUSE, QUADS, STRAIGHT_FLUSH = range(9)
_CATEGORY_SHIFT = 20  # above five ranks of four bits each


def rank_multisets(sizes: tuple[int, ...]) -> Ints:
    """Return how many cards of each rank, int64[n, 13], for all hands of these sizes."""
    counts = np.zeros((1, RANKS), dtype=np.int64)
    for rank in range(RANKS):
        grown = []
        for copies in range(5):
            more = counts[counts.sum(axis=1) + copies <= max(sizes)]
            more[:, rank] = copies
            grown.append(more)
        counts = np.concatenate(grown)
    return counts[np.isin(counts.sum(axis=1), sizes)]


def _highest(n: int) -> Ints:
    """Return, for each set of ranks (13 bits), its n highest ranks, four bits each."""
    packed = np.zeros(1 << RANKS, dtype=np.int64)
    for mask in range(1 << RANKS):
        ranks = [rank for rank in range(RANKS) if mask >> rank & 1][::-1][:n]
        packed[mask] = sum(rank << 4 * (n - 1 - i) for i, rank in enumerate(ranks))
    return packed


def _straight_high() -> Ints:
    """Return, for each set of ranks, the top rank of its best straight, or 0 for none."""
    high = np.zeros(1 << RANKS, dtype=np.int64)
    masks = np.arange(1 << RANKS)
    wheel = 0b1_0000_0000_1111
    high[masks & wheel == wheel] = 3
    for top in range(4, RANKS):
        run = 0b11111 << top - 4
        high[masks & run == run] = top
    return high


def _scores(counts: Ints) -> Ints:
    """Score the best five cards of each row of rank counts, flushes apart."""
    one, two, three, five = (_highest(n) for n in (1, 2, 3, 5))
    held, paired, tripled, four = (
        (counts >= copies) @ (1 << np.arange(RANKS)) for copies in (1, 2, 3, 4)
    )
    top_trip = one[tripled]
    rest_of_trip = held & ~(1 << top_trip)
    full_of = paired & ~(1 << top_trip)
    top_pair = one[paired]
    second_pair = one[paired & ~(1 << top_pair)]
    straight = _straight_high()[held]
    # A lone pair's or trip's kickers come after it: shift it above them.
    hands = [
        (four > 0, QUADS, one[four] << 4 | one[held & ~(1 << one[four])]),
        ((tripled > 0) & (full_of > 0), FULL_HOUSE, top_trip << 4 | one[full_of]),
        (straight > 0, STRAIGHT, straight),
        (tripled > 0, TRIPS, top_trip << 8 | two[rest_of_trip]),
        (
            paired & (paired - 1) > 0,
            TWO_PAIR,
            top_pair << 8 | second_pair << 4 | one[held & ~(1 << top_pair) & ~(1 << second_pair)],
        ),
        (paired > 0, PAIR, top_pair << 12 | three[held & ~(1 << top_pair)]),
        (held > 0, HIGH_CARD, five[held]),
    ]
    return np.select(
        [found for found, _, _ in hands],
        [category << _CATEGORY_SHIFT | ranks for _, category, ranks in hands],
    )


def _flush_scores() -> tuple[Ints, Ints]:
    """Return all sets of at least five suited ranks, and the score of each."""
    masks = np.arange(1 << RANKS)
    masks = masks[np.bitwise_count(masks) >= 5]
    straight = _straight_high()[masks]
    return masks, np.where(
        straight > 0,
        STRAIGHT_FLUSH << _CATEGORY_SHIFT | straight,
        FLUSH << _CATEGORY_SHIFT | _highest(5)[masks],
    )


def _displace(sums: Ints) -> Ints:
    """Return one offset per row that lays all sums into one short array without a clash.

    Row displacement (Tarjan and Yao, "Storing a sparse table", CACM 22(11), 1979): a sum is
    column `sum // ROWS` of row `sum % ROWS`, and rows, fullest first, are slid to the first
    place where they fit between the others. Rows by low bits pack into 82,000 places; by high
    bits, where a row is dense, 8982 rows need 180,000 (measured).
    """
    rows, columns = sums % ROWS, sums // ROWS
    order = np.lexsort((columns, rows))
    starts = np.searchsorted(rows[order], np.arange(ROWS + 1))
    offsets = np.zeros(ROWS, dtype=np.int64)
    used = 0  # bit p is set when place p is taken
    for row in np.argsort(starts[:-1] - starts[1:], kind="stable"):
        places: list[int] = columns[order[starts[row] : starts[row + 1]]].tolist()
        blocked = 0
        for place in places:
            blocked |= used >> place
        offset = (~blocked & (blocked + 1)).bit_length() - 1
        used |= sum(1 << place for place in places) << offset
        offsets[row] = offset
    return offsets


def build() -> dict[str, npt.NDArray[np.uint16 | np.uint32]]:
    """Build the tables.

    Returns:
        `rank_of_suited`: uint16[8192], rank by the set of ranks held in the flush suit;
        `offset_of_row`: uint32[8192] and `rank_of_place`: uint16[n]: rank of a hand without
        flush at `sum // ROWS + offset_of_row[sum % ROWS]`, sum being that of its `RANK_KEYS`.
    """
    masks, flush_scores = _flush_scores()
    five_suited = flush_scores[np.bitwise_count(masks) == 5]
    ladder = np.unique(np.concatenate([_scores(rank_multisets((5,))), five_suited]))
    rank_of_suited = np.zeros(1 << RANKS, dtype=np.uint16)
    rank_of_suited[masks] = np.searchsorted(ladder, flush_scores) + 1

    counts = rank_multisets((5, 6, 7))
    sums = counts @ RANK_KEYS
    offsets = _displace(sums)
    places = sums // ROWS + offsets[sums % ROWS]
    rank_of_place = np.zeros(places.max() + 1, dtype=np.uint16)
    rank_of_place[places] = np.searchsorted(ladder, _scores(counts)) + 1
    return {
        "rank_of_suited": rank_of_suited,
        "offset_of_row": offsets.astype(np.uint32),
        "rank_of_place": rank_of_place,
    }


def load() -> dict[str, npt.NDArray[np.uint16 | np.uint32]]:
    """Read the stored tables, as `build` returns them."""
    with np.load(FILE) as tables:
        return {name: tables[name] for name in tables.files}


if __name__ == "__main__":
    np.savez_compressed(FILE, **build())  # type: ignore[arg-type]
