"""What a bot may call: the rank of its hand, its chances, and answers that are always legal.

Compiled functions for decision functions (docs/bots.md); nothing here allocates. Cards that are
visible to the player are his own and the board; everything else is equally likely. All of them
know every game.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from railbird.simulate.bots.draw_hole import discards, rank_of_five
from railbird.simulate.bots.omaha_strength import best_high, best_low
from railbird.simulate.bots.profile_answer import check_or_call, check_or_fold, legal_amount
from railbird.simulate.bots.tools_games import draw_share, omaha_share, unseen
from railbird.simulate.codes import (
    BET,
    CAN_BET,
    CAN_DRAW,
    CAN_RAISE,
    CHECK,
    DRAW,
    FIVE_CARD_DRAW,
    HOLDEM,
    RAISE,
)
from railbird.simulate.evaluator import CARD_BIT, CARD_KEY, category, hand_rank
from railbird.simulate.jit import jit
from railbird.simulate.layout import (
    O_BOARD,
    O_BOARD_CARDS,
    O_GAME,
    O_HI_LO,
    O_HOLE,
    O_HOLE_CARDS,
    O_LEGAL,
    O_PLAYERS,
)
from railbird.simulate.philox import below, uniform

if TYPE_CHECKING:
    from railbird.simulate.arrays import Ints, Words

# all that docs/bots.md offers
__all__ = (
    "below",
    "category",
    "check_or_call",
    "check_or_fold",
    "draw_or_stand",
    "equity",
    "made_low",
    "made_rank",
    "pot_odds",
    "raise_to",
    "uniform",
)


@jit
def made_rank(obs: Ints) -> int:
    """Rank of the player's best five cards, 1 (worst) to 7462; 0 before the flop.

    In Omaha of two of his cards and three of the board; in draw of his five, before the draw, too.
    """
    if obs[O_GAME] == FIVE_CARD_DRAW:
        return rank_of_five(obs, O_HOLE)
    if obs[O_BOARD_CARDS] < 3:
        return 0
    if obs[O_GAME] != HOLDEM:
        return best_high(obs, O_HOLE, obs[O_HOLE_CARDS], obs, O_BOARD, obs[O_BOARD_CARDS])
    key, bits, _ = _visible(obs)
    return int(hand_rank(key, bits))


@jit
def made_low(obs: Ints) -> int:
    """Rank of the player's low hand, 1 (8-7-6-5-4) to 56 (5-4-3-2-A); 0: none, or no such game."""
    if obs[O_HI_LO] == 0 or obs[O_BOARD_CARDS] < 3:
        return 0
    return best_low(obs, O_HOLE, obs[O_HOLE_CARDS], obs, O_BOARD, obs[O_BOARD_CARDS])


@jit
def draw_or_stand(obs: Ints) -> tuple[int, int]:
    """An answer to the drawing turn: discard as is usual, or stand pat; elsewhere check or fold.

    Draws two to three of a kind, one to two pair, three to a pair, one to four of a suit or an open
    row of four; else keeps an ace and king, or the highest card.
    """
    if obs[O_LEGAL] & CAN_DRAW == 0:
        return check_or_fold(obs)
    mask = discards(obs, O_HOLE, False)  # noqa: FBT003
    return (DRAW, mask) if mask else (CHECK, 0)


@jit
def pot_odds(to_call: int, pot: int) -> float:
    """Share of the pot after a call that the call pays: the equity at which calling breaks even."""
    return to_call / (pot + to_call) if to_call > 0 else 0.0


@jit
def equity(obs: Ints, stream: Words, samples: int) -> float:
    """Share of the pot that the player wins at showdown against random hands, 0 to 1.

    Against one opponent on the river of hold'em it is exact and draws nothing (990 hands, about
    2 us); otherwise it is the mean of `samples` deals (at least one) drawn from the player's own
    stream, with a standard error below 0.5 / sqrt(samples). Opponents are all players who have not
    folded; a pot that k players split counts 1/k, side pots are not looked at.
    """
    opponents = obs[O_PLAYERS] - 1
    if opponents < 1:
        return 1.0
    if obs[O_GAME] == HOLDEM and obs[O_BOARD_CARDS] == 5 and opponents == 1:
        return _river_equity(obs)
    deals = max(samples, 1)
    won = 0.0
    for _ in range(deals):
        won += _share(obs, stream, opponents)
    return won / deals


@jit
def _share(obs: Ints, stream: Words, opponents: int) -> float:
    """The player's share of the pot in one deal."""
    if obs[O_GAME] == HOLDEM:
        return _sampled_share(obs, stream, opponents)
    if obs[O_GAME] == FIVE_CARD_DRAW:
        return draw_share(obs, stream, opponents)
    return omaha_share(obs, stream, opponents)


@jit
def raise_to(obs: Ints, wanted: float) -> tuple[int, int]:
    """Bet or raise to the legal street total nearest to `wanted`; call or check if none is legal.

    The amount is made to fit the bounds and the chip, so the answer is always legal.
    """
    legal = obs[O_LEGAL]
    if legal & (CAN_BET | CAN_RAISE) == 0:
        return check_or_call(obs)
    amount = legal_amount(obs, int(wanted))
    if amount < 0:
        return check_or_call(obs)
    return (RAISE if legal & CAN_RAISE else BET), amount


@jit
def _visible(obs: Ints) -> tuple[int, int, int]:
    """Key and bits of the player's cards with the board, and a mask of all visible cards."""
    key = 0
    bits = 0
    seen = 0
    for i in range(2):
        card = obs[O_HOLE + i]
        key += CARD_KEY[card]
        bits |= CARD_BIT[card]
        seen |= 1 << card
    for i in range(obs[O_BOARD_CARDS]):
        card = obs[O_BOARD + i]
        key += CARD_KEY[card]
        bits |= CARD_BIT[card]
        seen |= 1 << card
    return key, bits, seen


@jit
def _river_equity(obs: Ints) -> float:
    """Enumerate the 990 hands of one opponent."""
    key, bits, seen = _visible(obs)
    own = hand_rank(key, bits)
    board_key = key - CARD_KEY[obs[O_HOLE]] - CARD_KEY[obs[O_HOLE + 1]]
    board_bits = bits & ~CARD_BIT[obs[O_HOLE]] & ~CARD_BIT[obs[O_HOLE + 1]]
    halves = 0
    hands = 0
    for a in range(51):
        if seen >> a & 1:
            continue
        for b in range(a + 1, 52):
            if seen >> b & 1:
                continue
            rank = hand_rank(
                board_key + CARD_KEY[a] + CARD_KEY[b], board_bits | CARD_BIT[a] | CARD_BIT[b]
            )
            hands += 1
            if rank < own:
                halves += 2
            elif rank == own:
                halves += 1
    return halves / (2 * hands)


@jit
def _sampled_share(obs: Ints, stream: Words, opponents: int) -> float:
    """Deal the rest of the board and the opponents' hands once; the player's share of the pot."""
    key, bits, seen = _visible(obs)
    board_key = key - CARD_KEY[obs[O_HOLE]] - CARD_KEY[obs[O_HOLE + 1]]
    board_bits = bits & ~CARD_BIT[obs[O_HOLE]] & ~CARD_BIT[obs[O_HOLE + 1]]
    for _ in range(5 - obs[O_BOARD_CARDS]):
        card = unseen(stream, seen)
        seen |= 1 << card
        board_key += CARD_KEY[card]
        board_bits |= CARD_BIT[card]
    own_key = board_key + CARD_KEY[obs[O_HOLE]] + CARD_KEY[obs[O_HOLE + 1]]
    own = hand_rank(own_key, board_bits | CARD_BIT[obs[O_HOLE]] | CARD_BIT[obs[O_HOLE + 1]])
    ties = 1
    for _ in range(opponents):
        a = unseen(stream, seen)
        seen |= 1 << a
        b = unseen(stream, seen)
        seen |= 1 << b
        rank = hand_rank(
            board_key + CARD_KEY[a] + CARD_KEY[b], board_bits | CARD_BIT[a] | CARD_BIT[b]
        )
        if rank > own:
            return 0.0
        if rank == own:
            ties += 1
    return 1.0 / ties
