"""Cards in the engine's rows as columns of the lake, by game.

Hold'em's two cards are codes of a short list of texts. Other games' cards are six bits each, and
hardly repeat: they are written out.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from railbird.cards import HOLE_STRINGS, NO_CARD, cards_column, format_cards
from railbird.lake.bits import (
    CARD_BITS,
    HAND_BITS,
    LOW_RANK_SHIFT,
    NO_CARD_BITS,
    NO_HAND,
    OUTCOME_SHOWDOWN,
    RANK_MASK,
)
from railbird.simulate.codes import HI_LO_GAMES

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from railbird.cards import TextColumn
    from railbird.simulate.arrays import Ints

# Places of a packed set of cards shown or discarded.
_PLACES = 6
_SHIFTS = range(0, HAND_BITS, CARD_BITS)
_CARDS_BY_STREET = np.array([0, 3, 4, 5])


def set_board(columns: dict[str, Any], game: str) -> None:
    """Turn the packed boards of `hands` into text; draw games have none."""
    packed = columns.pop("board")
    if game != "draw":
        columns["board"] = cards_column(unpack_boards(packed, columns["last_street"]))


def boards_column(columns: dict[str, Any]) -> list[list[str] | None]:
    """Return every board of the hands that were given several, None for the others.

    Args:
        columns: of the rows of `hands`, as the engine made them: its boards after the first are
            five cards each, the second lowest; 0 where there are none.
    """
    first = _unpacked(columns["board"], 5)
    boards: list[list[str] | None] = [None] * len(first)
    several = np.flatnonzero(columns["more_boards"])
    for row, packed in zip(several.tolist(), columns["more_boards"][several].tolist(), strict=True):
        more = [board for board in (packed & NO_HAND, packed >> HAND_BITS) if board]
        cards = [[board >> shift & NO_CARD_BITS for shift in _SHIFTS] for board in more]
        boards[row] = [format_cards(board) for board in (first[row].tolist(), *cards)]
    return boards


def unpack_boards(packed: Ints, last_street: Ints) -> Ints:
    """Boards as int64[hands, 5], -1 where no card was dealt."""
    boards = _unpacked(packed, 5)
    boards[np.arange(5) >= _CARDS_BY_STREET[last_street][:, None]] = NO_CARD
    return boards


def set_hands(columns: dict[str, Any], game: str, hole_cards: int) -> None:
    """Turn the packed hands and ranks of `players` into text and numbers; NULL where unknown.

    Args:
        columns: of the rows, as the engine made them; changed.
        game: whose hands they are.
        hole_cards: how many cards a player is dealt.
    """
    packed, ranks = columns["hole"], columns["hand_rank"]
    unranked = columns["outcome"] & OUTCOME_SHOWDOWN == 0
    if game == "holdem":
        columns["hole"] = (packed, HOLE_STRINGS)
        unknown = packed < 0
    elif game == "draw":
        final = _hands(packed >> HAND_BITS, hole_cards)
        columns["hole"] = cards_column(_hands(packed & NO_HAND, hole_cards))
        columns["final_hand"] = cards_column(final)
        unknown = final[:, 0] < 0
    else:
        columns["hole"] = cards_column(_hands(packed, hole_cards))
        unknown = packed < 0
    if game in HI_LO_GAMES:
        low = ranks >> LOW_RANK_SHIFT
        columns["low_rank"] = (low, unranked | (low == 0))
        ranks = ranks & RANK_MASK
    columns["hand_rank"] = (ranks, unranked | unknown)


def shown_column(packed: Ints, game: str) -> tuple[Ints, list[str]] | TextColumn:
    """Cards shown or discarded as text; NULL where there are none."""
    if game == "holdem":
        return packed, HOLE_STRINGS
    cards = _unpacked(packed, _PLACES)
    cards[(packed[:, None] < 0) | (cards == NO_CARD_BITS)] = NO_CARD
    return cards_column(cards)


def _hands(packed: Ints, n: int) -> Ints:
    """Hands of n cards as int64[rows, n], -1 in all places where one card is unknown."""
    cards = _unpacked(packed, n)
    cards[(packed < 0) | (cards == NO_CARD_BITS).any(axis=1)] = NO_CARD
    return cards


def _unpacked(packed: NDArray[np.int64], n: int) -> Ints:
    return packed[:, None] >> np.arange(0, CARD_BITS * n, CARD_BITS) & NO_CARD_BITS
