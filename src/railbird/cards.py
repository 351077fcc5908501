"""Cards as numbers and as text, one card at a time and a column at a time.

A card is an int 0..51 = rank * 4 + suit, rank 0 = '2' to 12 = 'A', suits in the order `cdhs`;
-1 is an unknown or absent card. Text is two characters a card, plain concatenation.
The column helpers return what the lake's writer takes; nothing here knows files or Arrow.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from railbird.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterable

    import numpy as np
    from numpy.typing import NDArray

RANKS = "23456789TJQKA"
SUITS = "cdhs"
DECK = tuple(rank + suit for rank in RANKS for suit in SUITS)
NO_CARD = -1

_NUMBER = {text: number for number, text in enumerate(DECK)}

# Two cards as dealt, in order: the code of (first, second) is hole_code(first, second).
HOLE_STRINGS: list[str] = [a + b for a in DECK for b in DECK if a != b]


def parse_cards(text: str) -> list[int]:
    """Return the cards of a text like 'AhKd' as numbers, in the order of the text.

    Spaces between cards are allowed; ranks may be lower case, suits must be.

    Raises:
        InputError: a character is no rank or suit, a card is cut off, or one comes twice.
    """
    plain = "".join(text.split())
    if len(plain) % 2:
        raise InputError(f"cards {text!r}: two characters a card are needed, as in 'AhKd'")
    cards: list[int] = []
    for start in range(0, len(plain), 2):
        name = plain[start].upper() + plain[start + 1]
        if name not in _NUMBER:
            raise InputError(
                f"cards {text!r}: {plain[start : start + 2]!r} is no card; "
                f"write a rank of {RANKS} and a suit of {SUITS}, as in 'AhKd'"
            )
        if _NUMBER[name] in cards:
            raise InputError(f"cards {text!r}: {name} comes twice; a deck holds one of each")
        cards.append(_NUMBER[name])
    return cards


def format_cards(cards: Iterable[int]) -> str:
    """Return cards as text, skipping absent ones (-1)."""
    return "".join(DECK[card] for card in cards if card != NO_CARD)


def hole_class(first: int, second: int) -> str:
    """Return the class of two hole cards, high rank first: '77', 'AKs' or 'T9o'.

    Raises:
        ValueError: the cards are the same or not in 0..51.
    """
    if first == second or not (0 <= first < 52 and 0 <= second < 52):
        raise ValueError(f"no two cards: {first}, {second}")
    high, low = max(first, second), min(first, second)
    ranks = RANKS[high >> 2] + RANKS[low >> 2]
    if high >> 2 == low >> 2:
        return ranks
    return ranks + ("s" if (high & 3) == (low & 3) else "o")


def hole_code(first: int, second: int) -> int:
    """Return the index in HOLE_STRINGS of two cards as dealt, -1 if either is absent.

    Compiled code computes the same: first * 51 + second - (second > first).
    """
    if first < 0 or second < 0:
        return NO_CARD
    return first * 51 + second - (second > first)


@dataclass(frozen=True, slots=True)
class TextColumn:
    """A column of strings of single-byte characters, as two buffers.

    Attributes:
        data: all strings, one after the other; uint8.
        offsets: int32, one more than there are rows; string i is data[offsets[i]:offsets[i + 1]].
        absent: bool, one for each row; True is NULL.
    """

    data: NDArray[np.uint8]
    offsets: NDArray[np.int32]
    absent: NDArray[np.bool_]

    def __len__(self) -> int:
        """Return the number of rows."""
        return len(self.absent)


def cards_column(cards: NDArray[np.integer]) -> TextColumn:
    """Return rows of cards as a column of text, NULL where a row has no card.

    Args:
        cards: integers of shape (rows, cards a row), -1 for absent cards.
    """
    import numpy as np

    pairs = np.array([list(name.encode()) for name in DECK], dtype=np.uint8).view(np.uint16)[:, 0]
    present = cards >= 0
    offsets = np.zeros(len(cards) + 1, dtype=np.int32)
    np.cumsum(present.sum(axis=1, dtype=np.int32) * 2, out=offsets[1:])
    data = pairs[cards[present]].view(np.uint8)
    return TextColumn(data, offsets, offsets[1:] == offsets[:-1])
