"""Where a hand stands before the first bet in games other than hold'em, in compiled code.

The numbers are those of `game_orders.toml`; editing the file makes another engine hash, like
editing a source.
"""

from __future__ import annotations

import tomllib
from importlib.resources import files
from typing import TYPE_CHECKING

import numpy as np

from railbird.simulate.bots.draw_hole import class_before_draw, place_in_class, rank_of_five
from railbird.simulate.bots.omaha_hole import hole_points, place_of_points
from railbird.simulate.codes import FIVE_CARD_DRAW
from railbird.simulate.jit import jit
from railbird.simulate.layout import O_GAME, O_HI_LO, O_HOLE, O_HOLE_CARDS

if TYPE_CHECKING:
    from railbird.simulate.arrays import Ints

FEWEST_CARDS, CARD_COUNTS = 4, 3  # rows of the tables: 4, 5, 6 cards, then the same of hi-lo

with (files("railbird") / "simulate/bots/game_orders.toml").open("rb") as _file:
    _ORDERS = tomllib.load(_file)
_POINTS = np.array([row["points"] for row in _ORDERS["omaha"]], np.int64)
_PLACES = np.array([row["places"] for row in _ORDERS["omaha"]], np.int64)
_DRAW = np.array(_ORDERS["draw"]["classes"], np.int64)


@jit
def omaha_place(cards: Ints, at: int, n: int, hi_lo: int) -> int:
    """Place of n Omaha cards from cards[at] on: 0 the best of all hands, 65535 the worst."""
    row = n - FEWEST_CARDS + (CARD_COUNTS if hi_lo else 0)
    return place_of_points(hole_points(cards, at, n, _POINTS, row), _PLACES, row)


@jit
def draw_place(cards: Ints, at: int) -> int:
    """Place of the five cards from cards[at] on before the draw: 0 the best, 65535 the worst."""
    rank = rank_of_five(cards, at)
    return place_in_class(_DRAW, class_before_draw(cards, at, rank), rank)


@jit
def place_elsewhere(obs: Ints) -> int:
    """Place of the own hand among all hands of a game that is not hold'em."""
    if obs[O_GAME] == FIVE_CARD_DRAW:
        return draw_place(obs, O_HOLE)
    return omaha_place(obs, O_HOLE, obs[O_HOLE_CARDS], obs[O_HI_LO])
