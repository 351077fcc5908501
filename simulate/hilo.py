"""Hi-lo games: the low half of a pot, and who may muck.

Half of a pot goes to the best low hand of eight or better, if there is one; the odd chip, and what
is less than a chip, to the high half. Each half is split among its winners by itself. Only hi-lo
games come here, so nothing is inlined.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from railbird.lake.bits import WINNERS_SHIFT
from railbird.simulate.betting import count_bits, next_seat
from railbird.simulate.jit import jit
from railbird.simulate.layout import (
    C_CHIP,
    C_SEATS,
    O_BUTTON,
    S_COLLECTED,
    S_LOW_RANK,
    S_N_POTS,
    S_POT_AMOUNT,
    S_POT_ELIGIBLE,
    S_POT_JACKPOT,
    S_POT_RAKE,
    S_POT_WINNERS,
    S_RAKE_WINNER,
    S_RANK,
    S_SHARES,
    S_SHOWN,
    S_WEIGHTS,
)
from railbird.simulate.rake import share_out

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
def add_half(cfg: Ints, obs: Ints, st: Ints, everyone: int, winners: int, amount: int) -> None:
    """Split one half among its winners; adds to the weights, which stand for `everyone` in order.

    Odd chips go one each to the first left of the button, what is less than a chip to the first.
    """
    chip = cfg[C_CHIP]
    n = count_bits(winners)
    share = amount // n // chip * chip
    odd = (amount - share * n) // chip
    residue = amount - share * n - odd * chip
    seat = obs[O_BUTTON]
    for i in range(count_bits(everyone)):
        seat = next_seat(everyone, seat)
        if winners >> seat & 1:
            extra = chip if odd > 0 else 0
            odd -= 1
            st[S_WEIGHTS + i] += share + extra + residue
            residue = 0


@jit
def award_halves(cfg: Ints, obs: Ints, st: Ints, pot: int) -> None:
    """Pay a pot less its drops, half of it to the best low hands, and note these as winners.

    Books the pot's rake on the winners in proportion to what each was awarded in all.
    """
    high = st[S_POT_WINNERS + pot]
    low = best_lows(st, st[S_POT_ELIGIBLE + pot], cfg[C_SEATS])
    st[S_POT_WINNERS + pot] |= low << WINNERS_SHIFT
    paid = st[S_POT_AMOUNT + pot] - st[S_POT_RAKE + pot] - st[S_POT_JACKPOT + pot]
    everyone = high | low
    n = count_bits(everyone)
    for i in range(n):
        st[S_WEIGHTS + i] = 0
    low_half = 0
    if low != 0:
        low_half = paid // (2 * cfg[C_CHIP]) * cfg[C_CHIP]
        add_half(cfg, obs, st, everyone, low, low_half)
    add_half(cfg, obs, st, everyone, high, paid - low_half)
    seat = obs[O_BUTTON]
    for i in range(n):
        seat = next_seat(everyone, seat)
        st[S_COLLECTED + seat] += st[S_WEIGHTS + i]
        if paid == 0:
            st[S_WEIGHTS + i] = 1  # the rake took it all: the winners paid it evenly
    share_out(st, st[S_POT_RAKE + pot], n)
    for i in range(n):
        seat = next_seat(everyone, seat)
        st[S_RAKE_WINNER + seat] += st[S_SHARES + i]


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
