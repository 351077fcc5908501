"""The draw of five card draw: discards, the stub, and what comes back when it is too short.

Cards come from the stub. Where it has too few for a player, burnt cards, folded hands and what
other players have discarded are shuffled into it; nobody can be dealt what he has discarded.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from reference.hand import Hand, IllegalActionError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    # what is left of the stub and what is out of play: how they come
    Shuffle = Callable[[Sequence[int], Sequence[int]], Sequence[int]]

HAND_SIZE = 5


class Exchange:
    """The hands of one draw, and the cards that are out of play.

    Without `shuffle`, cards come in the order of `hand.again` once the stub was too short; it is
    checked that they can.
    """

    def __init__(self, hand: Hand, shuffle: Shuffle | None = None) -> None:
        self.held = {seat: hand.holes[seat] or () for seat in hand.seats}
        self.drew: set[int] = set()
        self.stub = list(hand.stub)
        self.burnt = list(hand.burnt)
        self.discarded: list[int] = []
        self.mucked: set[int] = set()  # folded hands that came back
        self.script = list(hand.again)
        self.shuffle = shuffle
        self.was_short = False
        self.again: list[int] = []  # dealt after the stub was too short

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
        if len(discards) > len(self.stub):
            self._shuffle_in(folded)
        for place in places:
            held[place] = self._next_card()
        self.held[seat] = tuple(held)
        self.discarded += discards  # only now: they cannot come back to him
        self.drew.add(seat)
        return discards

    def _next_card(self) -> int:
        if not self.was_short:
            return self.stub.pop(0)
        card = self.stub[0] if self.shuffle is not None else self.script.pop(0)
        if card not in self.stub:
            raise IllegalActionError(f"card {card} cannot come now")
        self.stub.remove(card)
        self.again.append(card)
        return card

    def _shuffle_in(self, folded: set[int]) -> None:
        """Shuffle everything that is out of play into the stub."""
        pile = self.burnt + self.discarded
        for seat in folded - self.mucked:
            pile += self.held[seat]
        self.mucked |= folded
        self.burnt, self.discarded = [], []
        shuffle = self.shuffle or (lambda rest, others: [*rest, *others])
        self.stub = list(shuffle(self.stub, pile))
        self.was_short = True


class DeckOrder:
    """The order in which a fixed deck goes on: what is left of it, then round from its top."""

    def __init__(self, deck: Sequence[int]) -> None:
        self.deck = list(deck)

    def __call__(self, rest: Sequence[int], others: Sequence[int]) -> list[int]:
        at = len(self.deck) - len(rest)
        ring = self.deck[at:] + self.deck[:at]
        free = {*rest, *others}
        stub = [card for card in ring if card in free]
        self.deck = [card for card in ring if card not in free] + stub
        return stub
