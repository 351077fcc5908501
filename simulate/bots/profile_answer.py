"""From what a profile wants to what it may do: legal actions and legal amounts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from railbird.simulate.codes import (
    BET,
    CALL,
    CAN_BET,
    CAN_CALL,
    CAN_CHECK,
    CAN_RAISE,
    CHECK,
    FOLD,
    RAISE,
)
from railbird.simulate.jit import inlined
from railbird.simulate.layout import (
    O_CHIP,
    O_LEGAL,
    O_MAX_TO,
    O_MIN_TO,
    O_STACK,
    O_STREET_TOTAL,
)

if TYPE_CHECKING:
    from railbird.simulate.arrays import Ints


@inlined
def rounded(product: int) -> int:
    """A product with a factor in 1/65536, to the nearest whole number."""
    return (product + (1 << 15)) >> 16


@inlined
def legal_amount(obs: Ints, wanted: int) -> int:
    """Street total nearest to `wanted` that may be bet, in whole chips unless all-in; -1: none."""
    least, most, chip = obs[O_MIN_TO], obs[O_MAX_TO], obs[O_CHIP]
    if wanted >= most and most == obs[O_STREET_TOTAL] + obs[O_STACK]:
        return most
    amount = (min(max(wanted, least), most) + chip // 2) // chip * chip
    if amount > most:
        amount -= chip
    if amount < least:
        amount += chip
    if amount <= most:
        return amount
    return most if most == obs[O_STREET_TOTAL] + obs[O_STACK] else -1


@inlined
def check_or_fold(obs: Ints) -> tuple[int, int]:
    """Check where that is free, else fold."""
    return (CHECK, 0) if obs[O_LEGAL] & CAN_CHECK else (FOLD, 0)


@inlined
def check_or_call(obs: Ints) -> tuple[int, int]:
    """Check where that is free, else call."""
    return (CALL, 0) if obs[O_LEGAL] & CAN_CALL else (CHECK, 0)


@inlined
def raise_or_call(obs: Ints, wanted: int, commit: int) -> tuple[int, int]:
    """Bet or raise to about `wanted`, all-in from the share `commit` (in 1/65536) of the stack on.

    Where no bet is legal it calls, or checks.
    """
    legal = obs[O_LEGAL]
    if legal & (CAN_BET | CAN_RAISE) == 0:
        return check_or_call(obs)
    stack = obs[O_STREET_TOTAL] + obs[O_STACK]
    if wanted << 16 >= commit * stack:
        wanted = stack
    amount = legal_amount(obs, wanted)
    if amount < 0:
        return check_or_call(obs)
    return (RAISE if legal & CAN_RAISE else BET), amount
