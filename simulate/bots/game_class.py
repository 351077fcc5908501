"""What a hand is worth after the first round in games other than hold'em."""

from __future__ import annotations

from typing import TYPE_CHECKING

from railbird.simulate.bots.draw_strength import draw_class
from railbird.simulate.bots.omaha_strength import omaha_class
from railbird.simulate.codes import FIVE_CARD_DRAW
from railbird.simulate.jit import jit
from railbird.simulate.layout import O_GAME, O_STREET

if TYPE_CHECKING:
    from railbird.simulate.arrays import Ints

RIVER_ROW = 2


@jit
def class_elsewhere(obs: Ints) -> int:
    """Class of the own hand in a game that is not hold'em."""
    return draw_class(obs) if obs[O_GAME] == FIVE_CARD_DRAW else omaha_class(obs)


@jit
def street_row(obs: Ints) -> int:
    """Row of the tables by street: after the draw no card is to come, as on the river."""
    return RIVER_ROW if obs[O_GAME] == FIVE_CARD_DRAW else obs[O_STREET] - 1
