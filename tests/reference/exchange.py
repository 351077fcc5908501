"""The draw of five card draw: discards, the stub, and what comes back when it is too short.

Cards come from the stub. When it is used up, the burnt cards, the folded hands and what other
players have discarded are shuffled and dealt on; nobody can be dealt what he has discarded.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from reference.hand import Hand, IllegalActionError

if TYPE_CHECKING:
    from collections.abc import Callable

HAND_SIZE = 5


class Exchange:
    """The hands of one draw, and the cards that are out of play.

    Without `shuffle`, cards that come back do so in the order of `hand.again`, which is checked.
    """

    def __init__(self, hand: Hand, shuffle: Callable[[list[int]], list[int]] | None = None) -> None:
        self.held = {seat: hand.holes[seat] or () for seat in hand.seats}
        self.stub = list(hand.stub)
        self.burnt = list(hand.burnt)
        self.discarded: dict[int, list[int]] = {seat: [] for seat in hand.seats}
        self.mucked: set[int] = set()  # folded hands that came back
        self.script = list(hand.again)
        self.shuffle = shuffle
        self.again: list[int] = []  # came back and was dealt
        self.pile: list[int] = []  # came back and was not dealt yet

    def draw(self, seat: int, mask: int, folded: set[int]) -> tuple[int, ...]:
        """Replace a player's discards, each in its place, and return them.

        Raises:
            IllegalActionError: he has no such card; or the script deals a card that cannot come.
        """
        if not 0 <= mask < 1 << HAND_SIZE:
            raise IllegalActionError(f"seat {seat} has no such cards to discard: {mask}")
        held = list(self.held[seat])
        places = [i for i in range(HAND_SIZE) if mask >> i & 1]
        discards = tuple(held[i] for i in places)
        for place in places:
            held[place] = self._next_card(folded)
        self.held[seat] = tuple(held)
        self.discarded[seat] += discards  # only now: they cannot come back to him
        return discards

    def _next_card(self, folded: set[int]) -> int:
        if self.stub:
            return self.stub.pop(0)
        if not self.pile:
            self.pile = self._gather(folded)
            if self.shuffle is not None:
                self.pile = self.shuffle(self.pile)
        card = self.pile[0] if self.shuffle is not None else self.script.pop(0)
        if card not in self.pile:
            raise IllegalActionError(f"card {card} cannot come back now")
        self.pile.remove(card)
        self.again.append(card)
        return card

    def _gather(self, folded: set[int]) -> list[int]:
        """Take together everything that is out of play."""
        cards, self.burnt = self.burnt, []
        for seat, held in self.held.items():
            if seat in folded - self.mucked:
                cards += held
                self.mucked.add(seat)
            cards += self.discarded[seat]
            self.discarded[seat] = []
        return cards
