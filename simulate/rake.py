"""The rake of a pot, one capped percentage, and how an amount is shared out (docs/rake.md).

`house.py` has the other mechanisms.

Everything is integers in the smallest unit of the currency. Shares of a hand sum exactly to its
rake: floors first, then one unit each to the largest remainders, ties to the earlier entry.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from railbird.simulate.jit import inlined
from railbird.simulate.layout import (
    R_BPS,
    R_CAPS,
    R_NO_FLOP_NO_DROP,
    R_ROUNDING,
    R_UNIT,
    S_SHARES,
    S_WEIGHTS,
)

if TYPE_CHECKING:
    from railbird.simulate.arrays import Ints

HALF_EVEN, FLOOR, HALF_UP, CEILING, CARRY = range(5)
# products of two numbers below this fit into 63 bits
MANY = 3_000_000_000


@inlined
def round_share(pot: int, bps: int, unit: int, rounding: int) -> int:
    """`pot` x `bps` / 10000, rounded to a multiple of `unit`; integers throughout."""
    den = 10_000 * unit
    whole = pot // den
    part = (pot - whole * den) * bps  # so that no product comes near 64 bits
    q = whole * bps + part // den
    r = part % den
    up = (
        (rounding == HALF_EVEN and (2 * r > den or (2 * r == den and q % 2 == 1)))
        or (rounding == HALF_UP and 2 * r >= den)
        or (rounding == CEILING and r > 0)
    )
    return (q + 1 if up else q) * unit


@inlined
def rake_of(rk: Ints, pot: int, dealt: int, last_street: int) -> int:
    """Rake of a pot (uncalled bet returned) with `dealt` players dealt in, by a plain policy."""
    if rk[R_BPS] == 0 or (rk[R_NO_FLOP_NO_DROP] == 1 and last_street == 0):
        return 0
    rake = round_share(pot, rk[R_BPS], rk[R_UNIT], rk[R_ROUNDING])
    cap = rk[R_CAPS + dealt]
    if cap >= 0:
        rake = min(rake, cap)
    return min(rake, pot)


@inlined
def proportion(amount: int, weight: int, total: int) -> int:
    """`amount` x `weight` / `total`, rounded down; exact also where the product has 128 bits."""
    if amount < MANY and weight < MANY:
        return amount * weight // total
    share = amount // total * weight
    rest = amount % total
    quotient = 0
    left = 0
    for bit in range(61, -1, -1):  # long multiplication, reduced at every step
        quotient *= 2
        left *= 2
        if left >= total:
            left -= total
            quotient += 1
        if weight >> bit & 1:
            left += rest
            if left >= total:
                left -= total
                quotient += 1
    return share + quotient


@inlined
def share_out(st: Ints, amount: int, n: int) -> None:
    """Split `amount` by the first `n` weights into the first `n` shares, exactly.

    Largest remainder; equal remainders go to the earlier entry. All weights 0: all shares 0.
    """
    total = 0
    for i in range(n):
        total += st[S_WEIGHTS + i]
        st[S_SHARES + i] = 0
    if amount == 0 or total == 0:
        return
    left = amount
    for i in range(n):
        share = proportion(amount, st[S_WEIGHTS + i], total)
        st[S_SHARES + i] = share
        left -= share
    taken = 0
    while left > 0:
        best = -1
        best_rest = -1
        for i in range(n):
            # both products may wrap at 64 bits; what is left is below `total` and comes out right
            rest = amount * st[S_WEIGHTS + i] - st[S_SHARES + i] * total
            if taken >> i & 1 == 0 and rest > best_rest:
                best_rest = rest
                best = i
        st[S_SHARES + best] += 1
        taken |= 1 << best
        left -= 1
