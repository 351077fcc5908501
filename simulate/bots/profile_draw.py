"""How a profile draws: by what it holds, with a kicker or a false pat hand now and then."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from railbird.simulate.bots.draw_hole import discards, rank_of_five
from railbird.simulate.bots.profile_params import P_KEEP_KICKER, P_SNOW
from railbird.simulate.codes import CHECK, DRAW
from railbird.simulate.evaluator import CATEGORY_TOPS
from railbird.simulate.jit import jit
from railbird.simulate.layout import O_AGGRESSOR_BY_STREET, O_HOLE, O_SEAT
from railbird.simulate.philox import next_u32

if TYPE_CHECKING:
    from railbird.simulate.arrays import Ints, Words

_HALF_WORD = 0xFFFF
HIGH_CARD_TOP = CATEGORY_TOPS[0]


@jit
def decide_draw(obs: Ints, stream: Words, params: Ints) -> tuple[int, int]:
    """Answer the drawing turn: discard a mask of cards, or stand pat.

    Who raised last and has nothing stands pat with the profile's frequency, to bet after the draw.
    """
    draw = int(np.int64(next_u32(stream)))
    mask = discards(obs, O_HOLE, (draw & _HALF_WORD) < params[P_KEEP_KICKER])
    raised = obs[O_AGGRESSOR_BY_STREET] == obs[O_SEAT]
    snows = raised and draw >> 16 < params[P_SNOW]
    if mask == 0 or (snows and rank_of_five(obs, O_HOLE) <= HIGH_CARD_TOP):
        return CHECK, 0
    return DRAW, mask
