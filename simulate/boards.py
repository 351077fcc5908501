"""Several boards: what is still to come is dealt again to players who are all-in.

Rules: docs/rules.md, pots and showdown. All boards come from one deck without replacement, the
first one first, each with its own burnt cards. Every pot is split equally among the boards, odd
chips to the first, and each part as any pot is. Only rooms that deal several boards come here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from railbird.lake.bits import CARD_BITS, HAND_BITS, NO_CARD_BITS, NO_HAND, WINNERS_MASK
from railbird.lake.bits import WINNERS_SHIFT as NEXT_AWARD
from railbird.simulate.awards import clear_awards, pay_awards
from railbird.simulate.calls import work_out
from railbird.simulate.codes import HOLDEM, PREFLOP, RIVER
from railbird.simulate.deal import deal_board
from railbird.simulate.hilo import add_halves, best_lows
from railbird.simulate.jit import jit
from railbird.simulate.layout import (
    C_BOARDS,
    C_CHIP,
    C_HI_LO,
    C_SEATS,
    DEAL_KNOWN,
    O_BOARD,
    O_BOARD_CARDS,
    O_GAME,
    PART_RANK_OMAHA,
    S_CONTESTED_WINNERS,
    S_DEAL_MODE,
    S_DECISION_STREET,
    S_MORE_BOARDS,
    S_N_POTS,
    S_PARTS,
    S_POT_AMOUNT,
    S_POT_ELIGIBLE,
    S_POT_JACKPOT,
    S_POT_RAKE,
    S_POT_WINNERS,
)
from railbird.simulate.ranking import rank_hands
from railbird.simulate.settle import award, best_of

if TYPE_CHECKING:
    from railbird.simulate.arrays import Ints, Words


@jit
def packed_board(obs: Ints) -> int:
    """The board's five cards, six bits a card, the first lowest."""
    packed = 0
    for i in range(4, -1, -1):
        packed = packed << CARD_BITS | obs[O_BOARD + i]
    return packed


@jit
def lay_board(obs: Ints, packed: int) -> None:
    """Put five cards on the board."""
    for i in range(5):
        obs[O_BOARD + i] = packed >> CARD_BITS * i & NO_CARD_BITS


def deal_boards(
    cfg: Ints, rk: Ints, obs: Ints, st: Ints, streams: Words, bots: Ints, memories: Ints,  # noqa: ARG001
    params: Ints, out: Ints,  # noqa: ARG001
) -> None:  # fmt: skip
    """Deal the boards after the first, from the street after the last decision on.

    A record knows one board, and is replayed with that. A part.
    """
    if st[S_DEAL_MODE] == DEAL_KNOWN:
        return
    first = packed_board(obs)
    street = st[S_DECISION_STREET]
    more = 0
    for n in range(cfg[C_BOARDS] - 1):
        obs[O_BOARD_CARDS] = 0 if street == PREFLOP else street + 2
        for later in range(street + 1, RIVER + 1):
            deal_board(cfg, obs, st, streams[0], later)
        more |= packed_board(obs) << HAND_BITS * n
    st[S_MORE_BOARDS] = more
    lay_board(obs, first)


@jit
def find_winners(cfg: Ints, rk: Ints, obs: Ints, st: Ints) -> None:
    """Note the winners of every pot, board by board; ranks that stay are those on the first."""
    seats = cfg[C_SEATS]
    awards = 1 + cfg[C_HI_LO]
    first = packed_board(obs)
    for k in range(st[S_N_POTS]):
        st[S_POT_WINNERS + k] = 0
    for n in range(cfg[C_BOARDS] - 1, -1, -1):
        lay_board(obs, st[S_MORE_BOARDS] >> HAND_BITS * (n - 1) & NO_HAND if n > 0 else first)
        if obs[O_GAME] == HOLDEM:
            rank_hands(cfg, obs, st)
        else:
            work_out(st[S_PARTS + PART_RANK_OMAHA], cfg, rk, obs, st)
        for k in range(st[S_N_POTS]):
            eligible = st[S_POT_ELIGIBLE + k]
            if eligible & (eligible - 1) == 0:
                st[S_POT_WINNERS + k] = eligible
                continue
            winners = best_of(st, eligible, seats)
            if cfg[C_HI_LO] == 1:
                winners |= best_lows(st, eligible, seats) << NEXT_AWARD
            st[S_POT_WINNERS + k] |= winners << NEXT_AWARD * awards * n


def award_boards(cfg: Ints, rk: Ints, obs: Ints, st: Ints) -> None:
    """Pay every pot less its drops, an equal part for each board, and book its rake. A part."""
    find_winners(cfg, rk, obs, st)
    for k in range(st[S_N_POTS]):
        eligible = st[S_POT_ELIGIBLE + k]
        if eligible & (eligible - 1) == 0:
            award(cfg, obs, st, k)
            continue
        everyone = 0
        for n in range(cfg[C_BOARDS] * (1 + cfg[C_HI_LO])):
            everyone |= st[S_POT_WINNERS + k] >> NEXT_AWARD * n & WINNERS_MASK
        st[S_CONTESTED_WINNERS] |= everyone
        clear_awards(st, everyone)
        paid = st[S_POT_AMOUNT + k] - st[S_POT_RAKE + k] - st[S_POT_JACKPOT + k]
        add_parts(cfg, obs, st, k, everyone, paid)
        pay_awards(obs, st, k, everyone, paid)


@jit
def add_parts(cfg: Ints, obs: Ints, st: Ints, pot: int, everyone: int, paid: int) -> None:
    """Add each board's part of a pot to what its winners get, half of it for the low hands.

    Odd chips go one each to the first boards, what is less than a chip to the very first.
    """
    chip = cfg[C_CHIP]
    boards = cfg[C_BOARDS]
    share = paid // boards // chip * chip
    odd = (paid - share * boards) // chip
    winners = st[S_POT_WINNERS + pot]
    for n in range(boards):
        part = share + (chip if n < odd else 0)
        if n == 0:
            part += paid - share * boards - odd * chip
        high = winners & WINNERS_MASK
        low = 0
        winners >>= NEXT_AWARD
        if cfg[C_HI_LO] == 1:
            low = winners & WINNERS_MASK
            winners >>= NEXT_AWARD
        add_halves(cfg, obs, st, everyone, high, low, part)
