"""A deck that is shuffled only as far as it is dealt.

Fisher and Yates from the front: the card at position k is chosen, uniformly among those not yet
dealt, at the moment it is needed. A hand that ends before the flop pays for its hole cards only,
and the k-th card of a hand is the same whatever was done between draws.

The deck is 52 words of a larger int64 array, from `offset` on. Cards are `rank * 4 + suit`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from numba import njit

from railbird.simulate.jit import jit
from railbird.simulate.philox import below

if TYPE_CHECKING:
    from railbird.simulate.arrays import Ints, Words

DECK_SIZE = 52


@jit
def new_deck(state: Ints, offset: int) -> None:
    """Write the cards 0 .. 51 in order to state[offset : offset + 52]."""
    for card in range(DECK_SIZE):
        state[offset + card] = card


@njit(forceinline=True)
def draw(state: Ints, offset: int, stream: Words, k: int) -> int:
    """Deal the k-th card (from 0): a uniform one of those at positions k .. 51.

    Draw k = 0, 1, 2, … in turn: positions before k hold the cards already dealt, in order.
    """
    return draw_among(state, offset, stream, k, DECK_SIZE)


@njit(forceinline=True)
def draw_among(state: Ints, offset: int, stream: Words, k: int, size: int) -> int:
    """Deal the k-th card of a stub of `size` cards, for decks made anew from discards."""
    chosen = offset + k + below(stream, size - k)
    card: int = state[chosen]
    state[chosen] = state[offset + k]
    state[offset + k] = card
    return card
