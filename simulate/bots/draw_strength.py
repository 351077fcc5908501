"""What a draw hand is worth after the draw, as one of the ten classes of hold'em's."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from railbird.simulate.bots.draw_hole import rank_of_five
from railbird.simulate.bots.profile_params import (
    AIR,
    BEST_PAIR,
    BIG_HAND,
    MIDDLE_PAIR,
    MONSTER,
    TOP_PAIR,
    TWO_PAIR,
    WEAK_DRAW,
    WEAK_PAIR,
)
from railbird.simulate.codes import MAX_SEATS
from railbird.simulate.evaluator import CATEGORY_TOPS
from railbird.simulate.jit import jit
from railbird.simulate.layout import O_DRAWN, O_HOLE, O_LIVE_MASK, O_SEAT

if TYPE_CHECKING:
    from railbird.simulate.arrays import Ints

HIGH_CARD_TOP, PAIR_TOP, TWO_PAIR_TOP, TRIPS_TOP, STRAIGHT_TOP = CATEGORY_TOPS[:5]
_OF_PAIR = 220  # ranks of one pair
_TEN, _JACK, _QUEEN = 8, 9, 10
ACE_HIGH = 785  # the worst rank of an ace-high hand
# the worst rank of each class, rising; two pair of jacks and better is more than others
_WORST_OF_CLASS = np.array([
    (ACE_HIGH, WEAK_DRAW),
    (HIGH_CARD_TOP + 1, WEAK_PAIR),
    (HIGH_CARD_TOP + 1 + _OF_PAIR * _TEN, MIDDLE_PAIR),
    (HIGH_CARD_TOP + 1 + _OF_PAIR * _QUEEN, TOP_PAIR),
    (PAIR_TOP + 1, BEST_PAIR),
    (PAIR_TOP + 1 + 11 * _JACK * (_JACK - 1) // 2, TWO_PAIR),
    (TWO_PAIR_TOP + 1, BIG_HAND),
    (STRAIGHT_TOP + 1, MONSTER),
], np.int64)  # fmt: skip


@jit
def fewest_drawn(obs: Ints) -> int:
    """Fewest cards that a live opponent drew: 0 pat, 1 two pair or a draw, 2 trips, 3 a pair."""
    fewest = 5
    for seat in range(MAX_SEATS):
        if seat != obs[O_SEAT] and obs[O_LIVE_MASK] >> seat & 1 and obs[O_DRAWN + seat] >= 0:
            fewest = min(fewest, obs[O_DRAWN + seat])
    return fewest


@jit
def class_of_rank(rank: int) -> int:
    """Class of five cards by their rank alone."""
    found = AIR
    for i in range(len(_WORST_OF_CLASS)):
        if rank >= _WORST_OF_CLASS[i, 0]:
            found = _WORST_OF_CLASS[i, 1]
    return found


@jit
def class_against(found: int, fewest: int) -> int:
    """Class of a hand against an opponent who drew so few cards: pat hands beat what is not one."""
    if found < WEAK_PAIR or found == MONSTER:
        return found
    if fewest == 0:
        return max(found - 2, WEAK_PAIR)
    if fewest == 1 or (fewest == 2 and found < BIG_HAND):
        return max(found - 1, WEAK_PAIR)
    return found


@jit
def draw_class(obs: Ints) -> int:
    """Class of the own five cards after the draw."""
    return class_against(class_of_rank(rank_of_five(obs, O_HOLE)), fewest_drawn(obs))
