"""Hi-lo games: the low half of a pot, and who may muck.

Half of a pot goes to the best low hand of eight or better, if there is one; the odd chip, and what
is less than a chip, to the high half. Each half is split among its winners by itself. Only hi-lo
games come here, so nothing is inlined.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from railbird.lake.bits import WINNERS_SHIFT
from railbird.simulate.awards import add_award, clear_awards, pay_awards
from railbird.simulate.jit import jit
from railbird.simulate.layout import (
    C_CHIP,
    C_SEATS,
    S_ASKED_POT,
    S_LOW_RANK,
    S_N_POTS,
    S_POT_AMOUNT,
    S_POT_ELIGIBLE,
    S_POT_JACKPOT,
    S_POT_RAKE,
    S_POT_WINNERS,
    S_RANK,
    S_SHOWN,
)

if TYPE_CHECKING:
    from railbird.simulate.arrays import Ints


@jit
def best_lows(st: Ints, eligible: int, seats: int) -> int:
    """The winners of a low half: a mask of the eligible seats with the best low, 0 for none."""
    best = 1
    winners = 0
    for s in range(seats):
        if eligible >> s & 1:
            if st[S_LOW_RANK + s] > best:
                best = st[S_LOW_RANK + s]
                winners = 1 << s
            elif st[S_LOW_RANK + s] == best:
                winners |= 1 << s
    return winners


@jit
def add_halves(
    cfg: Ints, obs: Ints, st: Ints, everyone: int, high: int, low: int, amount: int
) -> None:
    """Add an amount to the weights of `everyone`, half of it for the low hands where there are any.

    The low half is in whole chips; the high half has the rest.
    """
    low_half = 0
    if low != 0:
        low_half = amount // (2 * cfg[C_CHIP]) * cfg[C_CHIP]
        add_award(cfg, obs, st, everyone, low, low_half)
    add_award(cfg, obs, st, everyone, high, amount - low_half)


def award_halves(cfg: Ints, rk: Ints, obs: Ints, st: Ints) -> None:  # noqa: ARG001
    """Pay the pot asked about less its drops, half of it to the best low hands; notes who won.

    Books the pot's rake on the winners in proportion to what each was awarded in all. A part.
    """
    pot = st[S_ASKED_POT]
    high = st[S_POT_WINNERS + pot]
    low = best_lows(st, st[S_POT_ELIGIBLE + pot], cfg[C_SEATS])
    st[S_POT_WINNERS + pot] |= low << WINNERS_SHIFT
    paid = st[S_POT_AMOUNT + pot] - st[S_POT_RAKE + pot] - st[S_POT_JACKPOT + pot]
    everyone = high | low
    clear_awards(st, everyone)
    add_halves(cfg, obs, st, everyone, high, low, paid)
    pay_awards(obs, st, pot, everyone, paid)


@jit
def is_beaten_both_ways(st: Ints, seat: int, seats: int) -> bool:
    """True when hands already shown beat `seat` for both halves of every pot he contests.

    Who has no low is beaten for the low half.
    """
    for k in range(st[S_N_POTS]):
        eligible = st[S_POT_ELIGIBLE + k]
        if eligible >> seat & 1 == 0 or eligible & (eligible - 1) == 0:
            continue
        high = False
        low = st[S_LOW_RANK + seat] == 0
        for s in range(seats):
            if st[S_SHOWN] >> s & 1 and eligible >> s & 1:
                high = high or st[S_RANK + s] > st[S_RANK + seat]
                low = low or st[S_LOW_RANK + s] > st[S_LOW_RANK + seat]
        if not (high and low):
            return False
    return True
