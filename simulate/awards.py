"""How what a pot pays is split among its winners, and its rake booked on them.

A split pot is rare, and both halves of a hi-lo pot come here, so nothing is inlined.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from railbird.simulate.betting import count_bits, next_seat
from railbird.simulate.jit import jit
from railbird.simulate.layout import (
    C_CHIP,
    O_BUTTON,
    S_COLLECTED,
    S_POT_RAKE,
    S_RAKE_WINNER,
    S_SHARES,
    S_WEIGHTS,
)
from railbird.simulate.rake import share_out

if TYPE_CHECKING:
    from railbird.simulate.arrays import Ints


@jit
def add_award(cfg: Ints, obs: Ints, st: Ints, everyone: int, winners: int, amount: int) -> None:
    """Split an amount among its winners; adds to the weights, which stand for `everyone` in order.

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
def clear_awards(st: Ints, everyone: int) -> None:
    """Set the weights to nothing for everyone who wins a part of the pot."""
    for i in range(count_bits(everyone)):
        st[S_WEIGHTS + i] = 0


@jit
def pay_awards(obs: Ints, st: Ints, pot: int, everyone: int, paid: int) -> None:
    """Pay the weights, `paid` together, to `everyone` in order, and book the rake by them."""
    n = count_bits(everyone)
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
