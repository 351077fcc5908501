"""Cards as bots see them in every game: codes, observations of a hand and its board, streams."""

from __future__ import annotations

from functools import cache

import numpy as np

from railbird.cards import parse_cards
from railbird.simulate import layout as at
from railbird.simulate.bots.profiles import profile_bot
from railbird.simulate.codes import OMAHA8
from railbird.simulate.kernel import compile_bot
from railbird.simulate.philox import PURPOSE_SEAT, STREAM_SIZE, open_stream


def codes(text):
    """Card codes, int64, of a text such as AcKd."""
    return np.array(parse_cards(text), np.int64)


def holding(game, hole, board="", players=2):
    """An observation of these cards in seat 0; what a test does not set is -1."""
    obs = np.full(at.OBS_SIZE, -1, np.int64)
    own, there = codes(hole), codes(board)
    obs[at.O_GAME], obs[at.O_HI_LO] = game, int(game == OMAHA8)
    obs[at.O_HOLE : at.O_HOLE + len(own)] = own
    obs[at.O_HOLE_CARDS] = len(own)
    obs[at.O_BOARD : at.O_BOARD + len(there)] = there
    obs[at.O_BOARD_CARDS], obs[at.O_PLAYERS], obs[at.O_SEAT] = len(there), players, 0
    return obs


def seat_stream(seed=1, table=0, hand=0):
    """The random numbers of a seat in one hand."""
    words = np.zeros(STREAM_SIZE, np.uint64)
    open_stream(words, seed, table, hand, PURPOSE_SEAT)
    return words


@cache
def compiled_profile():
    """The compiled decision function of all profiles in hold'em."""
    return compile_bot(profile_bot("tag").function)
