"""Who gets which card of one shuffled deck, as a room deals: for the reference table."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from reference.hand import DealOrder, Hand

STREETS = ("flop", "turn", "river")
BOARD = (3, 1, 1)


def dealt(hand: Hand, deck: Sequence[int], order: DealOrder, hole_cards: int) -> Hand:
    """Return the hand with hole cards and board, or stub, from the top of the deck."""
    cards = list(deck)
    holes: dict[int, list[int]] = {seat: [] for seat in hand.seats}
    ring = list(hand.seats)
    if order.first_card == "left_of_big_blind":
        big_blind = next(seat for seat, kind, _ in hand.posts if kind == "bb")
        start = ring.index(big_blind) + 1
        ring = ring[start:] + ring[:start]
    if order.one_at_a_time:
        for _ in range(hole_cards):
            for seat in ring:
                holes[seat].append(cards.pop(0))
    else:
        for seat in ring:
            holes[seat] = [cards.pop(0) for _ in range(hole_cards)]
    by_seat = tuple(tuple(holes[s]) if s in holes else None for s in range(len(hand.stacks)))
    if hand.game == "draw":
        burnt = tuple(cards.pop(0) for street in ("flop",) if street in order.burn)
        hand = replace(hand, stub=tuple(cards), burnt=burnt)
        return replace(hand, deck=tuple(deck), order=order, holes=by_seat, board=())
    board: list[int] = []
    for street, count in zip(STREETS, BOARD, strict=True):
        if street in order.burn:
            cards.pop(0)
        board += [cards.pop(0) for _ in range(count)]
    hand = replace(hand, stub=tuple(cards), board=tuple(board))
    return replace(hand, deck=tuple(deck), order=order, holes=by_seat)


def further_boards(hand: Hand, street: int) -> list[tuple[int, ...]]:
    """Return the boards after the first, when no betting is possible after a street.

    What was still to come is dealt again from what is left of the deck, burns and all.
    """
    cards = list(hand.stub)
    boards = []
    for _ in range(hand.boards - 1):
        board = list(hand.board[: sum(BOARD[:street])])
        for name, count in list(zip(STREETS, BOARD, strict=True))[street:]:
            if name in hand.order.burn:
                cards.pop(0)
            board += [cards.pop(0) for _ in range(count)]
        boards.append(tuple(board))
    return boards
