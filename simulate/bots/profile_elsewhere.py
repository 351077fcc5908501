"""How a profile plays Omaha, hi-lo and five card draw: hold'em's rules on other features of a hand.

A function of its own, so that hold'em's stays as small as it was (`profiles.bot_in_game`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from railbird.simulate.bots.draw_strength import draw_class
from railbird.simulate.bots.game_place import place_elsewhere
from railbird.simulate.bots.omaha_strength import omaha_class
from railbird.simulate.bots.profile_draw import decide_draw
from railbird.simulate.bots.profile_postflop import answer_postflop
from railbird.simulate.bots.profile_preflop import answer_preflop
from railbird.simulate.codes import CAN_DRAW, FIVE_CARD_DRAW, PREFLOP
from railbird.simulate.jit import jit
from railbird.simulate.layout import O_GAME, O_LEGAL, O_STREET

if TYPE_CHECKING:
    from railbird.simulate.arrays import Ints, Words

_RIVER_ROW = 2


@jit
def place_in_game(obs: Ints, params: Ints, order: int) -> int:  # noqa: ARG001
    """Place of the own hand; these games have one order for raises and calls."""
    return place_elsewhere(obs)


@jit
def class_in_game(obs: Ints) -> int:
    """Class of the own hand in a later round."""
    return draw_class(obs) if obs[O_GAME] == FIVE_CARD_DRAW else omaha_class(obs)


def decide_elsewhere(
    obs: Ints,
    stream: Words,
    memory: Ints,  # noqa: ARG001
    params: Ints,
) -> tuple[int, int]:
    """Play a game that is not hold'em as the profile whose parameters these are."""
    if obs[O_LEGAL] & CAN_DRAW:
        return decide_draw(obs, stream, params)
    if obs[O_STREET] == PREFLOP:
        return answer_preflop(obs, stream, params, place_in_game)
    # after the draw no card is to come, as on the river
    row = _RIVER_ROW if obs[O_GAME] == FIVE_CARD_DRAW else obs[O_STREET] - 1
    return answer_postflop(obs, stream, params, class_in_game, row)
