"""From what a profile wants to what it may do: legal actions and legal amounts."""

from __future__ import annotations

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
from railbird.simulate.jit import jit
from railbird.simulate.layout import (
    O_CHIP,
    O_LEGAL,
    O_MAX_TO,
    O_MIN_TO,
    O_STACK,
    O_STREET_TOTAL,
)


@jit
def legal_amount(obs, wanted):
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


@jit
def check_or_fold(obs):
    """Check where that is free, else fold."""
    return (CHECK, 0) if obs[O_LEGAL] & CAN_CHECK else (FOLD, 0)


@jit
def check_or_call(obs):
    """Check where that is free, else call."""
    return (CALL, 0) if obs[O_LEGAL] & CAN_CALL else (CHECK, 0)


@jit
def raise_or_call(obs, wanted, commit):
    """Bet or raise to about `wanted`, all-in from the share `commit` of the stack on.

    Where no bet is legal it calls, or checks.
    """
    legal = obs[O_LEGAL]
    if legal & (CAN_BET | CAN_RAISE) == 0:
        return check_or_call(obs)
    stack = obs[O_STREET_TOTAL] + obs[O_STACK]
    if wanted >= commit * stack:
        wanted = stack
    amount = legal_amount(obs, wanted)
    if amount < 0:
        return check_or_call(obs)
    return (RAISE if legal & CAN_RAISE else BET), amount
