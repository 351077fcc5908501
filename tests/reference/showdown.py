"""Who shows, who mucks and who wins, for the reference table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from phevaluator import evaluate_cards

if TYPE_CHECKING:
    from collections.abc import Sequence

    from reference.hand import Hand, Pot

WORST_CLASS = 7463  # phevaluator counts 7462 classes from 1, the best


def rank_hands(hand: Hand, live: Sequence[int]) -> dict[int, int]:
    """Return the rank of each live seat, 1 the worst hand to 7462 the best."""
    ranks = {}
    for seat in live:
        hole = hand.holes[seat]
        assert hole is not None, f"seat {seat} reaches the showdown without cards"
        ranks[seat] = WORST_CLASS - evaluate_cards(*hole, *hand.board)
    return ranks


def winners_of(pot: Pot, ranks: dict[int, int], seats: Sequence[int]) -> list[int]:
    """Return the winners of a pot, from the left of the button."""
    best = max(ranks[seat] for seat in pot.eligible)
    return [seat for seat in seats if seat in pot.eligible and ranks[seat] == best]


def show_or_muck(
    pots: Sequence[Pot],
    ranks: dict[int, int],
    seats: Sequence[int],
    first: int | None,
    must_show: set[int],
) -> list[tuple[int, str]]:
    """Return (seat, 'show' or 'muck') in the order in which the hands are turned up.

    Side pots come before the main pot. In each, the last aggressor of the last betting round
    (`first`) leads, else the first left of the button. A player may muck only when he is beaten,
    by hands already shown, in every pot that he contests with anybody.
    """
    contested = [pot for pot in pots if len(pot.eligible) > 1]
    shown: list[int] = []
    order: list[tuple[int, str]] = []
    for pot in reversed(contested):
        ring = list(seats)
        if first in pot.eligible:
            start = ring.index(first)
            ring = ring[start:] + ring[:start]
        for seat in ring:
            if seat not in pot.eligible or any(seat == done for done, _ in order):
                continue
            beaten = all(
                any(other in its.eligible and ranks[other] > ranks[seat] for other in shown)
                for its in contested
                if seat in its.eligible
            )
            if beaten and seat not in must_show:
                order.append((seat, "muck"))
            else:
                order.append((seat, "show"))
                shown.append(seat)
    return order
