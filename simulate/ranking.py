"""What the live hands are worth at showdown, by game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from railbird.simulate.evaluator import CARD_BIT, CARD_KEY, hand_rank
from railbird.simulate.jit import inlined
from railbird.simulate.layout import (
    C_HI_LO,
    C_HOLE_CARDS,
    C_SEATS,
    MAX_HOLE,
    O_BOARD,
    O_LIVE_MASK,
    S_HOLE,
    S_LOW_RANK,
    S_RANK,
)
from railbird.simulate.omaha import board_row, flush_suit, low_mask, low_rank, omaha_rank

if TYPE_CHECKING:
    from railbird.simulate.arrays import Ints

# In the place of a recorded player's first card: unknown, and the best at the table.
WON_UNSEEN = -2
RANK_UNSEEN = 7463  # one above a royal flush


@inlined
def rank_hands(cfg: Ints, obs: Ints, st: Ints) -> None:
    """Rank the live hands on the full board; 0 for a hand whose cards are unknown.

    A record may say that unknown cards won (`WON_UNSEEN` in the place of the first).
    """
    key = 0
    bits = 0
    for i in range(5):
        card = obs[O_BOARD + i]
        key += CARD_KEY[card]
        bits |= CARD_BIT[card]
    for s in range(cfg[C_SEATS]):
        if obs[O_LIVE_MASK] >> s & 1:
            a = st[S_HOLE + s * MAX_HOLE]
            b = st[S_HOLE + s * MAX_HOLE + 1]
            if a >= 0 and b >= 0:
                st[S_RANK + s] = hand_rank(
                    key + CARD_KEY[a] + CARD_KEY[b], bits | CARD_BIT[a] | CARD_BIT[b]
                )
            elif a == WON_UNSEEN:
                st[S_RANK + s] = RANK_UNSEEN


@inlined
def are_known(st: Ints, first: int, n: int) -> bool:
    """True when none of a player's n cards from st[first] on is unknown."""
    least = 0
    for i in range(first, first + n):
        least = min(least, st[i])
    return least == 0


def rank_omaha_hands(cfg: Ints, rk: Ints, obs: Ints, st: Ints) -> None:  # noqa: ARG001
    """Rank the live hands, and their lows in a hi-lo game; 0 for unknown cards. A part."""
    key = 0
    bits = 0
    for i in range(O_BOARD, O_BOARD + 5):
        key += CARD_KEY[obs[i]]
        bits |= CARD_BIT[obs[i]]
    row = board_row(key)
    suit = flush_suit(key)
    lows = low_mask(obs, O_BOARD, 5)
    n = cfg[C_HOLE_CARDS]
    for s in range(cfg[C_SEATS]):
        if obs[O_LIVE_MASK] >> s & 1 == 0:
            continue
        first = S_HOLE + s * MAX_HOLE
        st[S_LOW_RANK + s] = 0
        if are_known(st, first, n):
            st[S_RANK + s] = omaha_rank(st, first, n, row, suit, bits)
            if cfg[C_HI_LO] == 1:
                st[S_LOW_RANK + s] = low_rank(lows, low_mask(st, first, n))
        elif st[first] == WON_UNSEEN:
            st[S_RANK + s] = RANK_UNSEEN


def rank_draw_hands(cfg: Ints, rk: Ints, obs: Ints, st: Ints) -> None:  # noqa: ARG001
    """Rank the five cards that each live player holds; 0 where one is unknown. A part."""
    for s in range(cfg[C_SEATS]):
        if obs[O_LIVE_MASK] >> s & 1 == 0:
            continue
        first = S_HOLE + s * MAX_HOLE
        if are_known(st, first, 5):
            key = 0
            bits = 0
            for i in range(first, first + 5):
                key += CARD_KEY[st[i]]
                bits |= CARD_BIT[st[i]]
            st[S_RANK + s] = hand_rank(key, bits)
        elif st[first] == WON_UNSEEN:
            st[S_RANK + s] = RANK_UNSEEN
