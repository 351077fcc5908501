"""What an Omaha hand is worth on its board, as one of the ten classes of hold'em's.

Two hole cards and three of the board, exactly. In Omaha somebody often has the best possible hand,
so a class follows from how near a hand is to it: the best flush, straight or low is worth a class
or two more than others, and boards with a pair or three of a suit devalue what they beat.
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
from railbird.simulate.jit import jit
from railbird.simulate.layout import O_BOARD, O_BOARD_CARDS, O_HI_LO, O_HOLE, O_HOLE_CARDS
from railbird.simulate.omaha import low_mask, low_rank

if TYPE_CHECKING:
    from railbird.simulate.arrays import Ints

HIGH_CARD_TOP, PAIR_TOP, TWO_PAIR_TOP, TRIPS_TOP, STRAIGHT_TOP, FLUSH_TOP = CATEGORY_TOPS[:6]
FULL_HOUSE_TOP = CATEGORY_TOPS[6]
_RANKS = (1 << 13) - 1
_RUNS = np.array([1 << 12 | 15, *[31 << low for low in range(9)]], np.int64)
_COUNT = np.array([mask.bit_count() for mask in range(1 << 13)], np.uint8)
_ALL_LOW = 255
# how many trips, and how many full houses, there are of each rank
_OF_TRIPS, _OF_FULL_HOUSE = 66, 12


@jit
def best_high(cards: Ints, at: int, n: int, board: Ints, board_at: int, board_n: int) -> int:
    """Best rank of two of the n cards from cards[at] on with three of the board's.

    Args:
        cards: holds the hole cards.
        at: index of the first.
        n: how many.
        board: holds the board.
        board_at: index of its first card.
        board_n: how many are there, 3 to 5.

    Returns:
        1 (worst) to 7462.
    """
    best = 0
    for a in range(2, board_n):
        for b in range(1, a):
            key_b = CARD_KEY[board[board_at + a]] + CARD_KEY[board[board_at + b]]
            bits_b = CARD_BIT[board[board_at + a]] | CARD_BIT[board[board_at + b]]
            for c in range(b):
                key = key_b + CARD_KEY[board[board_at + c]]
                bits = bits_b | CARD_BIT[board[board_at + c]]
                for i in range(1, n):
                    key_i = key + CARD_KEY[cards[at + i]]
                    bits_i = bits | CARD_BIT[cards[at + i]]
                    for j in range(i):
                        rank = hand_rank(
                            key_i + CARD_KEY[cards[at + j]], bits_i | CARD_BIT[cards[at + j]]
                        )
                        best = max(best, int(rank))
    return best


@jit
def best_low(cards: Ints, at: int, n: int, board: Ints, board_at: int, board_n: int) -> int:
    """Low rank of two of the n cards with three of the board's: 1 to 56 (best), 0 for none."""
    return int(low_rank(low_mask(board, board_at, board_n), low_mask(cards, at, n)))


@jit
def ranks_held(cards: Ints, at: int, n: int, times: int) -> int:
    """Set of the ranks that are held so many times or more."""
    once = twice = thrice = 0
    for i in range(n):
        bit = 1 << (cards[at + i] >> 2)
        thrice |= twice & bit
        twice |= once & bit
        once |= bit
    return once if times == 1 else (twice if times == 2 else thrice)


@jit
def suit_held(cards: Ints, at: int, n: int, suit: int) -> int:
    """Set of the ranks that are held in a suit."""
    ranks = 0
    for i in range(n):
        if cards[at + i] & 3 == suit:
            ranks |= 1 << (cards[at + i] >> 2)
    return ranks


@jit
def members(ranks: int) -> int:
    """Number of ranks in a set."""
    return int(np.int64(_COUNT[ranks]))


@jit
def above(ranks: int, rank: int) -> int:
    """How many ranks of a set are above a rank."""
    return int(np.int64(_COUNT[ranks >> rank + 1]))


@jit
def top_of(ranks: int) -> int:
    """Highest rank of a set, -1 for the empty one."""
    top = -1
    while ranks:
        ranks >>= 1
        top += 1
    return top


@jit
def best_suited(obs: Ints, board_count: int) -> int:
    """How many better flushes there are to a suit of which the board has so many cards.

    Counted are the ranks above the best own card that neither the board nor the player has; -1
    where he has no two cards of such a suit.
    """
    found = -1
    for suit in range(4):
        board = suit_held(obs, O_BOARD, obs[O_BOARD_CARDS], suit)
        own = suit_held(obs, O_HOLE, obs[O_HOLE_CARDS], suit)
        enough = members(board) >= 3 if board_count == 3 else members(board) == board_count
        if enough and members(own) >= 2:
            better = above(_RANKS & ~board, top_of(own))
            found = better if found < 0 else min(found, better)
    return found


@jit
def flush_is_near(obs: Ints) -> bool:
    """True when three cards of a suit lie on the board."""
    near = False
    for suit in range(4):
        near |= members(suit_held(obs, O_BOARD, obs[O_BOARD_CARDS], suit)) >= 3
    return near


@jit
def best_straight(board: int) -> int:
    """Number of the best straight that two cards make with the board (0: five-high); -1: none."""
    best = -1
    for i in range(10):
        if members(board & _RUNS[i]) >= 3:
            best = i
    return best


@jit
def straight_outs(board: int, own: int) -> int:
    """How many ranks, coming next, would make a straight of two own cards with three others."""
    outs = 0
    for rank in range(13):
        there = board | 1 << rank
        for run in _RUNS:
            made = run & ~there & ~own == 0 and members(run & there) >= 3
            if made and run >> rank & 1 and members(run & own) >= 2:
                outs += 1
                break
    return outs


@jit
def draw_points(obs: Ints, board: int, own: int, rank: int, near: bool) -> int:  # noqa: FBT001
    """What may still come: 2 for the best flush draw or a wrap, 1 for others; with low draws."""
    points = 0
    flush = best_suited(obs, 2)
    if flush >= 0 and rank <= STRAIGHT_TOP:
        points += 2 if flush == 0 else 1
    if rank <= TRIPS_TOP:
        outs = straight_outs(board, own)
        points += max((2 if outs >= 3 else (1 if outs == 2 else 0)) - near, 0)
    if obs[O_HI_LO]:
        lows = low_mask(obs, O_BOARD, obs[O_BOARD_CARDS])
        if members(lows) == 2:
            missing = _ALL_LOW & ~lows
            first = missing & -missing
            second = (missing ^ first) & -(missing ^ first)
            held = low_mask(obs, O_HOLE, obs[O_HOLE_CARDS])
            if held & first and held & second:
                points += 2 if members(held & ~lows) >= 3 else 1
    return points


@jit
def own_pair(obs: Ints, board: int, own: int) -> int:
    """Best rank that the player pairs, by a pocket pair or with one card of the board; -1: none."""
    pockets = ranks_held(obs, O_HOLE, obs[O_HOLE_CARDS], 2)
    paired = ranks_held(obs, O_BOARD, obs[O_BOARD_CARDS], 2)
    return top_of(pockets | own & board & ~paired)


@jit
def pair_class(obs: Ints, board: int, own: int) -> int:
    """Class of one pair of the player's own: an overpair is better than the best card paired."""
    pair = own_pair(obs, board, own)
    if pair < 0:
        return AIR
    higher = above(board, pair)
    if higher == 0:
        return MIDDLE_PAIR if board >> pair & 1 == 0 else WEAK_PAIR
    return WEAK_PAIR if higher == 1 else AIR


@jit
def two_pair_class(obs: Ints, board: int, own: int, danger: int) -> int:
    """Class of two pair; one that lies on the board is nobody's."""
    if ranks_held(obs, O_BOARD, obs[O_BOARD_CARDS], 2):
        return pair_class(obs, board, own)
    hits = own & board
    top = top_of(hits)
    best_two = above(board, top) == 0 and above(board, top_of(hits ^ 1 << top)) == 1
    return max((TWO_PAIR if best_two else BEST_PAIR) - danger, WEAK_PAIR)


@jit
def trips_class(obs: Ints, board: int, rank: int, danger: int) -> int:
    """Class of three of a kind: a set is better than trips with the board's pair."""
    trips = (rank - TWO_PAIR_TOP - 1) // _OF_TRIPS
    if ranks_held(obs, O_BOARD, obs[O_BOARD_CARDS], 3) >> trips & 1:
        return WEAK_PAIR
    is_set = ranks_held(obs, O_HOLE, obs[O_HOLE_CARDS], 2) >> trips & 1
    found = BIG_HAND if is_set and above(board, trips) <= 1 else TWO_PAIR
    return max(found - danger, MIDDLE_PAIR)


@jit
def straight_class(obs: Ints, board: int, rank: int, near: bool) -> int:  # noqa: FBT001
    """Class of a straight: the best one on a harmless board is as good as the nuts."""
    paired = ranks_held(obs, O_BOARD, obs[O_BOARD_CARDS], 2) != 0
    best = rank - TRIPS_TOP - 1 == best_straight(board)
    if best and not near and not paired:
        return MONSTER
    return (BIG_HAND if best else TWO_PAIR) - (2 if near else 0) - (1 if paired else 0)


@jit
def flush_class(obs: Ints) -> int:
    """Class of a flush by how many better ones there are."""
    better = best_suited(obs, 3)
    paired = ranks_held(obs, O_BOARD, obs[O_BOARD_CARDS], 2) != 0
    if better == 0:
        found = MONSTER
    elif better == 1:
        found = BIG_HAND
    else:
        found = TWO_PAIR if better <= 3 else BEST_PAIR
    return found - (1 if paired else 0)


@jit
def full_house_class(obs: Ints, rank: int) -> int:
    """Class of a full house or better: trips below the board's pair lose to many others."""
    trips = (rank - FLUSH_TOP - 1) // _OF_FULL_HOUSE
    pairs = ranks_held(obs, O_BOARD, obs[O_BOARD_CARDS], 2)
    return MONSTER if rank > FULL_HOUSE_TOP or trips >= top_of(pairs) else BIG_HAND


@jit
def high_class(obs: Ints, board: int, own: int, rank: int, near: bool) -> int:  # noqa: FBT001
    """Class of the high hand, draws not counted."""
    danger = (2 if near else 0) + (1 if best_straight(board) >= 0 else 0)
    if rank > STRAIGHT_TOP:
        return flush_class(obs) if rank <= FLUSH_TOP else full_house_class(obs, rank)
    if rank > TRIPS_TOP:
        return straight_class(obs, board, rank, near)
    if rank > TWO_PAIR_TOP:
        return trips_class(obs, board, rank, danger)
    if rank > PAIR_TOP:
        return two_pair_class(obs, board, own, danger)
    return pair_class(obs, board, own) if rank > HIGH_CARD_TOP else AIR


@jit
def with_draws(found: int, points: int) -> int:
    """Class of a hand with what may still come."""
    if points >= 2:
        if found < WEAK_PAIR:
            return STRONG_DRAW
        return max(min(found + 2, BEST_PAIR), min(found + 1, BIG_HAND), found)
    if points == 1 and found <= WEAK_PAIR:
        return WEAK_DRAW if found < WEAK_PAIR else MIDDLE_PAIR
    return found


@jit
def with_low(obs: Ints, found: int) -> int:
    """Class of a hand where a low one takes half: the best low stays in, no low plays for half."""
    board = low_mask(obs, O_BOARD, obs[O_BOARD_CARDS])
    best = low_rank(board, _ALL_LOW)
    if best == 0:
        return found
    own = low_rank(board, low_mask(obs, O_HOLE, obs[O_HOLE_CARDS]))
    if own == best:
        return max(min(found + 1, MONSTER), BEST_PAIR)
    if own > 0:
        return max(found, TOP_PAIR if best - own <= 2 else MIDDLE_PAIR)
    return found - 1 if WEAK_PAIR < found < MONSTER else found


@jit
def omaha_class(obs: Ints) -> int:
    """Class of the own Omaha hand on the flop, turn or river."""
    n, cards = obs[O_HOLE_CARDS], obs[O_BOARD_CARDS]
    board, own = ranks_held(obs, O_BOARD, cards, 1), ranks_held(obs, O_HOLE, n, 1)
    rank = best_high(obs, O_HOLE, n, obs, O_BOARD, cards)
    near = flush_is_near(obs)
    found = high_class(obs, board, own, rank, near)
    if obs[O_HI_LO]:
        found = with_low(obs, found)
    if cards < 5:
        found = with_draws(found, draw_points(obs, board, own, rank, near))
    return found
