"""Where button and blinds go from hand to hand as players leave: the reference's own rules.

Dead button: the big blind goes to the next player; the small blind is due where the big blind was,
and the button stands where the small blind was due, whether or not anybody sits there. Moving
button: the next player has it, the blinds are the next two. Heads-up the button posts the small
blind, and nobody posts the big blind twice running.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Set as AbstractSet


@dataclass(frozen=True)
class Places:
    """Seats of one hand; nobody may sit at the first two."""

    button: int
    small_blind_due: int
    big_blind: int

    def after(self, left: AbstractSet[int], seats: int, rule: str) -> Places:
        """Return the places of the next hand, for those who are left."""

        def next_player(seat: int) -> int:
            ring = ((seat + i) % seats for i in range(1, seats + 1))
            return next(place for place in ring if place in left)

        if len(left) == 2:
            big_blind = next_player(self.big_blind)
            button = next_player(big_blind)
            return Places(button, button, big_blind)
        if rule == "dead":
            return Places(self.small_blind_due, self.big_blind, next_player(self.big_blind))
        button = next_player(self.button)
        small_blind = next_player(button)
        return Places(button, small_blind, next_player(small_blind))

    def posts(self, left: AbstractSet[int]) -> tuple[int, int | None, int]:
        """Return button, the seat that posts the small blind, if any, and the big blind."""
        small_blind = self.small_blind_due if self.small_blind_due in left else None
        return self.button, small_blind, self.big_blind
