"""Equity in Omaha and five card draw, for `tools.equity`: hands are dealt from a decision's stream.

Opponents have any cards; in draw everybody who has still to draw discards as `draw_hole.discards`
says, and cards that an opponent throws away may come again.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

from railbird.simulate.bots.draw_hole import discards, rank_of_five
from railbird.simulate.evaluator import CARD_BIT, CARD_KEY, hand_rank
from railbird.simulate.jit import jit
from railbird.simulate.layout import (
    O_BOARD,
    O_BOARD_CARDS,
    O_DRAWN,
    O_HI_LO,
    O_HOLE,
    O_HOLE_CARDS,
    O_SEAT,
)
from railbird.simulate.omaha import LOW_BIT, board_row, flush_suit, low_mask, low_rank, omaha_rank
from railbird.simulate.philox import below

if TYPE_CHECKING:
    from railbird.simulate.arrays import Ints, Words

# six numbers that are read as an array is: nothing may be allocated here
Hand: TypeAlias = Any
MANY = 8


@jit
def unseen(stream: Words, seen: int) -> int:
    """A uniform card that is not in the mask."""
    card = int(below(stream, 52))
    while seen >> card & 1:
        card = int(below(stream, 52))
    return card


@jit
def visible_cards(obs: Ints) -> int:
    """Mask of the player's cards and the board."""
    seen = 0
    for i in range(obs[O_HOLE_CARDS]):
        seen |= 1 << obs[O_HOLE + i]
    for i in range(obs[O_BOARD_CARDS]):
        seen |= 1 << obs[O_BOARD + i]
    return seen


@jit
def dealt_hand(stream: Words, seen: int, n: int) -> tuple[Hand, int]:
    """Four to six cards that are not in the mask, -1 beyond; and the mask with them."""
    a = unseen(stream, seen)
    seen |= 1 << a
    b = unseen(stream, seen)
    seen |= 1 << b
    c = unseen(stream, seen)
    seen |= 1 << c
    d = unseen(stream, seen)
    seen |= 1 << d
    e = f = -1
    if n > 4:
        e = unseen(stream, seen)
        seen |= 1 << e
    if n > 5:
        f = unseen(stream, seen)
        seen |= 1 << f
    return (a, b, c, d, e, f), seen


@jit
def omaha_share(obs: Ints, stream: Words, opponents: int) -> float:
    """Deal the rest of the board and the opponents' hands once; the player's share of the pot."""
    n = obs[O_HOLE_CARDS]
    seen = visible_cards(obs)
    key = bits = lows = 0
    for i in range(5):
        card = obs[O_BOARD + i] if i < obs[O_BOARD_CARDS] else unseen(stream, seen)
        seen |= 1 << card
        key += CARD_KEY[card]
        bits |= CARD_BIT[card]
        lows |= LOW_BIT[card]
    row, suit = board_row(key), flush_suit(key)
    own = best = omaha_rank(obs, O_HOLE, n, row, suit, bits)
    own_low = low_rank(lows, low_mask(obs, O_HOLE, n)) if obs[O_HI_LO] else 0
    best_low = own_low
    ties = low_ties = 1
    for _ in range(opponents):
        hand, seen = dealt_hand(stream, seen, n)
        rank = omaha_rank(hand, 0, n, row, suit, bits)
        ties = 1 if rank > best else ties + (rank == best)
        best = max(best, rank)
        if obs[O_HI_LO]:
            low = low_rank(lows, low_mask(hand, 0, n))
            low_ties = 1 if low > best_low else low_ties + (low == best_low)
            best_low = max(best_low, low)
    high_share = 1.0 / ties if own == best else 0.0
    if best_low == 0:
        return high_share
    return (high_share + (1.0 / low_ties if own_low == best_low else 0.0)) / 2.0


@jit
def rank_after_draw(hand: Hand, stream: Words, seen: int) -> tuple[int, int]:
    """Rank of a hand that draws once more, and the mask of visible cards with what it drew."""
    mask = discards(hand, 0, False)  # noqa: FBT003
    key = bits = 0
    for i in range(5):
        card = hand[i]
        if mask >> i & 1:
            card = unseen(stream, seen)
            seen |= 1 << card
        key += CARD_KEY[card]
        bits |= CARD_BIT[card]
    return int(hand_rank(key, bits)), seen


@jit
def put_back(hand: Hand, seen: int) -> int:
    """The mask of visible cards without those that a hand throws away."""
    mask = discards(hand, 0, False)  # noqa: FBT003
    for i in range(5):
        if mask >> i & 1:
            seen &= ~(1 << hand[i])
    return seen


@jit
def draw_share(obs: Ints, stream: Words, opponents: int) -> float:
    """Deal the opponents' hands, and let all draw who have not, once; the player's share."""
    seen = visible_cards(obs)
    if obs[O_DRAWN + obs[O_SEAT]] >= 0:
        own = rank_of_five(obs, O_HOLE)
    else:
        hand = (
            obs[O_HOLE], obs[O_HOLE + 1], obs[O_HOLE + 2], obs[O_HOLE + 3], obs[O_HOLE + 4], -1,
        )  # fmt: skip
        own, after = rank_after_draw(hand, stream, seen)
        # at a table of nine the deck is too short to leave out what the player throws away
        seen = after if opponents < MANY else put_back(hand, after)
    ties = 1
    for _ in range(opponents):
        hand, dealt = dealt_hand(stream, seen, 5)
        rank, after = rank_after_draw(hand, stream, dealt)
        if rank > own:
            return 0.0
        ties += rank == own
        seen = put_back(hand, after)
    return 1.0 / ties
