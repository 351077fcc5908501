"""Who shows, who mucks and who wins, for the reference table."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING

from phevaluator import evaluate_cards

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from reference.hand import Hand, Pot

WORST_CLASS = 7463  # phevaluator counts 7462 classes from 1, the best
ACE = 12
# The 56 low hands, the worst (8-7-6-5-4) first: the highest card decides, then the next, and an
# ace is one. Straights and flushes do not count against a low hand.
LOW_HANDS = sorted(tuple(sorted(c, reverse=True)) for c in combinations(range(1, 9), 5))[::-1]


@dataclass(frozen=True)
class Strengths:
    """Ranks by seat: `high` from 1, the worst, to 7462; `low` from 1 to 56, where there is one."""

    high: dict[int, int]
    low: dict[int, int]


def strengths(hand: Hand, held: Mapping[int, tuple[int, ...]], live: Sequence[int]) -> Strengths:
    """Rank what each live seat holds at the showdown, with the board."""
    high: dict[int, int] = {}
    low: dict[int, int] = {}
    for seat in live:
        assert held[seat], f"seat {seat} reaches the showdown without cards"
        high[seat] = max(map(high_rank, playable(hand, held[seat])))
        if hand.game == "omaha8" and (rank := max(map(low_rank, playable(hand, held[seat])))):
            low[seat] = rank
    return Strengths(high, low)


def playable(hand: Hand, held: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """Yield the sets of cards that a player may make his hand of.

    Hold'em: any five of all seven, which the evaluator picks. Omaha: exactly two of his own with
    exactly three of the board. Five card draw: the five that he holds.
    """
    if hand.game not in ("omaha", "omaha8"):
        yield (*held, *hand.board)
        return
    for own in combinations(held, 2):
        for board in combinations(hand.board, 3):
            yield (*own, *board)


def high_rank(cards: tuple[int, ...]) -> int:
    """Return 1 for the worst hand to 7462 for the best."""
    return WORST_CLASS - evaluate_cards(*cards)


def low_rank(five: tuple[int, ...]) -> int:
    """Return 1 for 8-7-6-5-4 to 56 for 5-4-3-2-A; 0 when five cards are no low hand."""
    values = {1 if card >> 2 == ACE else (card >> 2) + 2 for card in five}
    if len(values) < 5 or max(values) > 8:
        return 0
    return LOW_HANDS.index(tuple(sorted(values, reverse=True))) + 1


def winners_of(pot: Pot, ranks: Strengths, seats: Sequence[int]) -> tuple[list[int], list[int]]:
    """Return the winners of a pot and of its low half, both from the left of the button.

    The low half has none where nobody in the pot has a low hand, or nobody contests it.
    """
    rivals = [seat for seat in seats if seat in pot.eligible]
    best = max(ranks.high[seat] for seat in rivals)
    lows = [seat for seat in rivals if seat in ranks.low and len(rivals) > 1]
    lowest = max((ranks.low[seat] for seat in lows), default=0)
    return (
        [seat for seat in rivals if ranks.high[seat] == best],
        [seat for seat in lows if ranks.low[seat] == lowest],
    )


def show_or_muck(
    pots: Sequence[Pot],
    ranks: Strengths,
    seats: Sequence[int],
    first: int | None,
    must_show: set[int],
    thrower: int | None = None,
) -> list[tuple[int, str]]:
    """Return (seat, 'show' or 'muck') in the order in which the hands are turned up.

    Side pots come before the main pot. In each, the last aggressor of the last betting round
    (`first`) leads, else the first left of the button. A player may muck only when he is beaten,
    by hands already shown, in every pot that he contests with anybody, and for the low half, too.
    A bettor who may throw a beaten hand away (`thrower`) lets the others show before he does.
    """
    contested = [pot for pot in pots if len(pot.eligible) > 1]
    shown: list[int] = []
    order: list[tuple[int, str]] = []

    def is_beaten(seat: int, pot: Pot, by: Sequence[int]) -> bool:
        rivals = [other for other in by if other in pot.eligible]
        low = ranks.low.get(seat, 0)
        return any(ranks.high[other] > ranks.high[seat] for other in rivals) and (
            low == 0 or any(ranks.low.get(other, 0) > low for other in rivals)
        )

    def is_beaten_everywhere(seat: int, by: Sequence[int]) -> bool:
        return all(is_beaten(seat, pot, by) for pot in contested if seat in pot.eligible)

    if thrower is None or thrower in must_show or not is_beaten_everywhere(thrower, seats):
        thrower = None
    for pot in reversed(contested):
        ring = list(seats)
        if first in pot.eligible:
            start = ring.index(first)
            ring = ring[start:] + ring[:start]
        for seat in ring:
            if seat not in pot.eligible or any(seat == done for done, _ in order):
                continue
            if seat == thrower:
                continue
            if is_beaten_everywhere(seat, shown) and seat not in must_show:
                order.append((seat, "muck"))
            else:
                order.append((seat, "show"))
                shown.append(seat)
    if thrower is not None:
        order.append((thrower, "muck"))
    return order
