"""What a hand is worth on its board, as one of ten classes (see `profile_params`).

A pair is told by how many ranks of the board are above it, so the pair that lies on the board
counts for nobody. Draws count where a hole card takes part and a card is still to come.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from railbird.simulate.bots.profile_params import (
    AIR,
    BEST_PAIR,
    BIG_HAND,
    MIDDLE_PAIR,
    MONSTER,
    STRONG_DRAW,
    TOP_PAIR,
    TWO_PAIR,
    WEAK_DRAW,
    WEAK_PAIR,
)
from railbird.simulate.evaluator import CARD_BIT, CARD_KEY, CATEGORY_TOPS, hand_rank
from railbird.simulate.jit import inlined
from railbird.simulate.layout import O_BOARD, O_BOARD_CARDS, O_HOLE

if TYPE_CHECKING:
    import numpy.typing as npt

    from railbird.simulate.arrays import Ints

_RANKS = (1 << 13) - 1
_ACE, _QUEEN, _JACK = 12, 10, 9
HIGH_CARD_TOP, PAIR_TOP, TWO_PAIR_TOP, TRIPS_TOP, STRAIGHT_TOP, FLUSH_TOP = CATEGORY_TOPS[:6]
QUADS_TOP = CATEGORY_TOPS[7]

# In the cards' keys, four bits a suit from bit 32 on count its cards; adding this turns a count
# of at least four (three) into the highest of the four bits.
_FOUR_OF_SUIT = 0x4444
_THREE_OF_SUIT = 0x5555
_SUIT_FLAGS = 0x8888


def _rank_facts() -> npt.NDArray[np.int16]:
    """How many ranks a set holds (low four bits), and how many would complete a straight (above).

    Indexed by the set of ranks; a set that has a straight is not asked about the second.
    """
    sets = np.arange(_RANKS + 1)
    rows = [sum(1 << (top - i) % 13 for i in range(5)) for top in range(3, 13)]
    members = sum((sets >> rank) & 1 for rank in range(13))
    outs = np.zeros(_RANKS + 1, np.int64)
    for rank in range(13):
        completed = np.zeros(_RANKS + 1, bool)
        for row in rows:
            completed |= (row >> rank & 1 == 1) & (sets & row == row & ~(1 << rank))
        outs += completed
    return (members | outs << 4).astype(np.int16)


_FACTS = _rank_facts()


@inlined
def ranks_of(bits: int) -> int:
    """Set of ranks of a set of cards."""
    return (bits | bits >> 13 | bits >> 26 | bits >> 39) & _RANKS


@inlined
def ranks_above(board_ranks: int, rank: int) -> int:
    """How many different ranks of the board lie above a rank."""
    return _FACTS[board_ranks >> (rank + 1)] & 15


@inlined
def pair_class(board_ranks: int, first: int, second: int) -> int:
    """Class of one pair made with a hole card, or of a pocket pair; -1 when neither."""
    if first == second:
        above = ranks_above(board_ranks, first)
        return BEST_PAIR if above == 0 else (MIDDLE_PAIR if above == 1 else WEAK_PAIR)
    paired, kicker = max(first, second), min(first, second)
    if board_ranks >> paired & 1 == 0:
        if board_ranks >> kicker & 1 == 0:
            return -1
        paired, kicker = kicker, paired
    above = ranks_above(board_ranks, paired)
    if above == 0:
        return BEST_PAIR if kicker >= _JACK else TOP_PAIR
    return MIDDLE_PAIR if above == 1 else WEAK_PAIR


@inlined
def draw_class(
    board_key: int, key: int, board_ranks: int, ranks: int, first: int, second: int, cards: int
) -> int:
    """Class of a hand that has made nothing of its own."""
    if cards == 5:
        return WEAK_DRAW if max(first, second) == _ACE else AIR
    fours = (key >> 32) + _FOUR_OF_SUIT & ~((board_key >> 32) + _FOUR_OF_SUIT) & _SUIT_FLAGS
    if fours:
        return STRONG_DRAW
    outs = (_FACTS[ranks] >> 4) - (_FACTS[board_ranks] >> 4)
    if outs >= 2:
        return STRONG_DRAW
    if outs == 1 or ranks_above(board_ranks, min(first, second)) == 0:
        return WEAK_DRAW
    return AIR


@inlined
def lowered_by_board(found: int, board_key: int, board_ranks: int) -> int:
    """Class of a pair to a straight on a board where straights or flushes are near."""
    suits = board_key >> 32
    if suits + _FOUR_OF_SUIT & _SUIT_FLAGS:
        return max(found - 2, WEAK_PAIR)
    if suits + _THREE_OF_SUIT & _SUIT_FLAGS or _FACTS[board_ranks] >> 4:
        return max(found - 1, WEAK_PAIR)
    return found


@inlined
def flush_class(board_key: int, first_card: int, second_card: int) -> int:
    """Class of a flush: four of it on the board make the hole card's rank count."""
    suits = (board_key >> 32) + _FOUR_OF_SUIT & _SUIT_FLAGS
    if suits == 0:
        return BIG_HAND
    best = -1
    for card in (first_card, second_card):
        if suits >> (4 * (card & 3) + 3) & 1:
            best = max(best, card >> 2)
    return BIG_HAND if best >= _QUEEN else (BEST_PAIR if best >= 0 else WEAK_PAIR)


@inlined
def made_class(rank: int, board_ranks: int, first: int, second: int) -> int:
    """Class of two pair or trips."""
    own = pair_class(board_ranks, first, second)
    if rank > TWO_PAIR_TOP:
        return BIG_HAND if own >= 0 else -1
    if first != second and board_ranks >> first & 1 and board_ranks >> second & 1:
        return TWO_PAIR
    return own


@inlined
def strong_class(
    rank: int, board_ranks: int, board_key: int, first_card: int, second_card: int
) -> int:
    """Class of a straight or better that is not on the board alone."""
    if rank <= STRAIGHT_TOP:
        return lowered_by_board(BIG_HAND, board_key, board_ranks)
    if rank <= FLUSH_TOP:
        return flush_class(board_key, first_card, second_card)
    if rank <= QUADS_TOP and pair_class(board_ranks, first_card >> 2, second_card >> 2) < 0:
        return WEAK_PAIR  # four of a kind on the board
    return MONSTER


@inlined
def hand_class(obs: Ints) -> int:
    """Class of the own hand on the flop, turn or river."""
    cards = obs[O_BOARD_CARDS]
    board_key = 0
    board_bits = 0
    for i in range(cards):
        board_key += CARD_KEY[obs[O_BOARD + i]]
        board_bits |= CARD_BIT[obs[O_BOARD + i]]
    first_card, second_card = obs[O_HOLE], obs[O_HOLE + 1]
    key = board_key + CARD_KEY[first_card] + CARD_KEY[second_card]
    bits = board_bits | CARD_BIT[first_card] | CARD_BIT[second_card]
    rank = int(hand_rank(key, bits))
    board_ranks = ranks_of(board_bits)
    if rank > TRIPS_TOP:
        if cards == 5 and rank == hand_rank(board_key, board_bits):
            return WEAK_PAIR
        return strong_class(rank, board_ranks, board_key, first_card, second_card)
    first, second = first_card >> 2, second_card >> 2
    found = -1
    if rank > PAIR_TOP:
        found = made_class(rank, board_ranks, first, second)
    elif rank > HIGH_CARD_TOP:
        found = pair_class(board_ranks, first, second)
    if found < 0:
        return draw_class(board_key, key, board_ranks, ranks_of(bits), first, second, cards)
    return lowered_by_board(found, board_key, board_ranks)
