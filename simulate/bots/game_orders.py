"""Makes `game_orders.toml`: how good hands of Omaha and draw are before the first bet.

Omaha: hands are dealt and played out many times against three random hands; their shares of the pot
are explained, by least squares, by what they have (`omaha_hole.hole_points`), and the quantiles of
the points of fresh hands are kept. Draw: the same against three random hands that all discard as
`draw_hole.discards` says; classes are put in the order of their mean share. After a change run

    python -m railbird.simulate.bots.game_orders

which takes a few minutes. Seeds are fixed; the last digit of a weight depends on the linear algebra
library, so the file is what counts and is not made again elsewhere.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numba import njit

from railbird.simulate.bots import draw_hole, omaha_hole
from railbird.simulate.bots.omaha_strength import best_high, best_low
from railbird.simulate.philox import STREAM_SIZE, below, open_stream

if TYPE_CHECKING:
    from railbird.simulate.arrays import Ints, Words

FILE = Path(__file__).with_suffix(".toml")
HANDS, DEALS, FRESH = 20_000, 150, 200_000
DRAW_HANDS = 2_000_000
OPPONENTS = 3
POINTS = 10_000  # of a whole pot
SEED = 1


@njit()
def deal(deck: Ints, stream: Words, first: int, count: int) -> None:
    """Put `count` random cards of the deck, from `first` on, at deck[first:first + count]."""
    for i in range(first, first + count):
        other = i + below(stream, 52 - i)
        deck[i], deck[other] = deck[other], deck[i]


@njit()
def omaha_share(deck: Ints, n: int, hi_lo: int) -> float:
    """Share of the pot of the first n cards against the next hands of n, the board behind them."""
    board = (OPPONENTS + 1) * n
    best = low = 0
    ties = low_ties = 0
    own = own_low = 0
    for i in range(OPPONENTS + 1):
        rank = best_high(deck, i * n, n, deck, board, 5)
        found = best_low(deck, i * n, n, deck, board, 5) if hi_lo else 0
        if i == 0:
            own, own_low = rank, found
        ties = 1 if rank > best else ties + (rank == best)
        best = max(best, rank)
        low_ties = 1 if found > low else low_ties + (found == low)
        low = max(low, found)
    high_share = 1 / ties if own == best else 0.0
    if low == 0:
        return high_share
    return (high_share + (1 / low_ties if own_low == low else 0.0)) / 2


@njit()
def omaha_sample(n: int, hi_lo: int, hands: int, deals: int, stream: Words) -> tuple[Any, Any]:
    """Deal hands; their cards, int64[hands, n], and their mean shares, float64[hands]."""
    cards = np.zeros((hands, n), np.int64)
    shares = np.zeros(hands)
    deck = np.arange(52)
    for hand in range(hands):
        deal(deck, stream, 0, n)
        cards[hand] = deck[:n]
        for _ in range(deals):
            deal(deck, stream, n, OPPONENTS * n + 5)
            shares[hand] += omaha_share(deck, n, hi_lo)
        if deals:
            shares[hand] /= deals
    return cards, shares


@njit()
def features(cards: Ints) -> Ints:
    """What each hand has, int64[hands, WEIGHTS]: its points with one weight 1 and no other."""
    found = np.zeros((len(cards), omaha_hole.WEIGHTS), np.int64)
    ones = np.eye(omaha_hole.WEIGHTS).astype(np.int64)
    for hand in range(len(cards)):
        for weight in range(omaha_hole.WEIGHTS):
            found[hand, weight] = omaha_hole.hole_points(
                cards[hand], 0, cards.shape[1], ones, weight
            )
    return found


def omaha_row(n: int, stream: Words, *, hi_lo: bool) -> dict[str, list[int]]:
    """Fit the weights of one game, and find the quantiles of its points."""
    cards, shares = omaha_sample(n, int(hi_lo), HANDS, DEALS, stream)
    has = features(cards)
    used = np.flatnonzero(has.any(axis=0) & (hi_lo | (np.arange(has.shape[1]) < omaha_hole.W_LOWS)))
    fitted, *_ = np.linalg.lstsq(has[:, used].astype(float), shares, rcond=None)
    weights = np.zeros((1, omaha_hole.WEIGHTS), np.int64)
    weights[0, used] = np.round(fitted * POINTS)
    alike = np.corrcoef(has @ weights[0], shares)[0, 1]
    print(f"{n} cards, hi-lo {hi_lo}: correlation {alike:.3f}", file=sys.stderr)  # noqa: T201
    fresh, _ = omaha_sample(n, int(hi_lo), FRESH, 0, stream)
    points = features(fresh) @ weights[0]
    steps = np.linspace(100, 0, omaha_hole.QUANTILES)
    return {
        "points": weights[0].tolist(),
        "places": np.round(np.percentile(points, steps)).astype(int).tolist(),
    }


@njit()
def draw_shares(hands: int, stream: Words) -> tuple[Any, Any]:
    """Play draw hands out; by class: shares won and hands, float64[DRAW_CLASSES, 2], and ranks.

    The second holds the worst and best rank of each class before the draw.
    """
    sums = np.zeros((draw_hole.DRAW_CLASSES, 2))
    ranks = np.zeros((draw_hole.DRAW_CLASSES, 2), np.int64)
    ranks[:, 0] = 7462
    deck = np.arange(52)
    players = OPPONENTS + 1
    final = np.zeros(players, np.int64)
    found = np.zeros(players, np.int64)
    for _ in range(hands):
        deal(deck, stream, 0, 10 * players)
        drawn = 5 * players
        for i in range(players):
            rank = draw_hole.rank_of_five(deck, 5 * i)
            found[i] = draw_hole.class_before_draw(deck, 5 * i, rank)
            ranks[found[i], 0] = min(ranks[found[i], 0], rank)
            ranks[found[i], 1] = max(ranks[found[i], 1], rank)
            mask = draw_hole.discards(deck, 5 * i, False)  # noqa: FBT003
            for card in range(5):
                if mask >> card & 1:
                    deck[5 * i + card], deck[drawn] = deck[drawn], deck[5 * i + card]
                    drawn += 1
            final[i] = draw_hole.rank_of_five(deck, 5 * i)
        best = final.max()
        winners = (final == best).sum()
        for i in range(players):
            sums[found[i], 0] += (final[i] == best) / winners
            sums[found[i], 1] += 1
    return sums, ranks


def draw_rows(stream: Words) -> list[list[int]]:
    """Place, places, worst and best rank of each class before the draw."""
    sums, ranks = draw_shares(DRAW_HANDS, stream)
    counts = sums[:, 1]
    order = np.argsort(-sums[:, 0] / np.maximum(counts, 1), kind="stable")
    ends = np.cumsum(counts[order]) / counts.sum() * 65536
    rows = np.zeros((draw_hole.DRAW_CLASSES, 4), np.int64)
    starts = np.round(np.concatenate([[0], ends[:-1]])).astype(np.int64)
    rows[order, 0] = starts
    rows[order, 1] = np.round(ends).astype(np.int64) - starts
    rows[:, 2:] = ranks
    rows[counts == 0, 2:] = 1
    built: list[list[int]] = rows.tolist()
    return built


def wrapped(numbers: list[int], width: int = 96) -> str:
    """Return a TOML list over several lines."""
    lines = [""]
    for number in numbers:
        word = f"{number}, "
        if len(lines[-1]) + len(word) > width:
            lines.append("")
        lines[-1] += word
    return "[\n    " + "\n    ".join(line.rstrip() for line in lines) + "\n]"


def main() -> None:
    """Write the file."""
    stream = np.zeros(STREAM_SIZE, np.uint64)
    open_stream(stream, SEED, 0, 0, 0)
    text = (
        "# Made by game_orders.py, which says how. A row for Omaha with 4, 5 and 6 cards, and for\n"
        "# hi-lo with as many: points of what a hand has, in 1/10000 of a pot against three\n"
        "# random hands, and the points at the best 0/128, 1/128 ... 128/128 of all hands.\n"
    )
    for hi_lo in (False, True):
        for n in (4, 5, 6):
            row = omaha_row(n, stream, hi_lo=hi_lo)
            text += f"\n[[omaha]]  # {n} cards{', hi-lo' if hi_lo else ''}\n"
            text += "".join(f"{key} = {wrapped(numbers)}\n" for key, numbers in row.items())
    text += (
        "\n# Classes of draw hands: place of the best hand, places, worst and best rank.\n[draw]\n"
    )
    rows = ",\n    ".join(str(row) for row in draw_rows(stream))
    FILE.write_text(f"{text}classes = [\n    {rows},\n]\n", encoding="utf-8")


if __name__ == "__main__":
    main()
