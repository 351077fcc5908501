"""Four simple bots: reference opponents, and the load of engine tests.

A bot is a function of the frozen signature (docs/bots.md): it reads an observation, may draw from
its stream and use its memory, and answers (action, amount), the amount being a street total.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from railbird.simulate.codes import (
    BET,
    CALL,
    CAN_BET,
    CAN_CALL,
    CAN_CHECK,
    CAN_DRAW,
    CAN_RAISE,
    CHECK,
    DRAW,
    FOLD,
    RAISE,
)
from railbird.simulate.layout import O_CHIP, O_LEGAL, O_MAX_TO, O_MIN_TO
from railbird.simulate.philox import below

if TYPE_CHECKING:
    from railbird.simulate.arrays import Ints, Words


def always_call(obs: Ints, stream: Words, memory: Ints, params: Ints) -> tuple[int, int]:  # noqa: ARG001
    """Check, or call anything."""
    if obs[O_LEGAL] & CAN_CHECK:
        return CHECK, 0
    return CALL, 0


def check_fold(obs: Ints, stream: Words, memory: Ints, params: Ints) -> tuple[int, int]:  # noqa: ARG001
    """Check, or fold to any bet."""
    if obs[O_LEGAL] & CAN_CHECK:
        return CHECK, 0
    return FOLD, 0


def always_raise(obs: Ints, stream: Words, memory: Ints, params: Ints) -> tuple[int, int]:  # noqa: ARG001
    """Bet or raise the minimum whenever it is allowed, else call, else check."""
    legal = obs[O_LEGAL]
    if legal & CAN_RAISE:
        return RAISE, obs[O_MIN_TO]
    if legal & CAN_BET:
        return BET, obs[O_MIN_TO]
    if legal & CAN_CALL:
        return CALL, 0
    return CHECK, 0


def random(obs: Ints, stream: Words, memory: Ints, params: Ints) -> tuple[int, int]:  # noqa: ARG001
    """Choose uniformly among the legal actions; bets are spread from the minimum to all-in.

    A third of the raises is the minimum, a third all-in, the rest lies between. It folds only
    when something is owed. In a draw each of the 32 choices of discards is as likely.
    """
    legal = obs[O_LEGAL]
    if legal & CAN_DRAW:
        return DRAW, int(below(stream, 32))
    actions = 2 if legal & CAN_CALL else 1
    if legal & (CAN_BET | CAN_RAISE):
        actions += 1
    choice = below(stream, actions)
    if choice == 0:
        return (CALL if legal & CAN_CALL else CHECK), 0
    if choice == 1 and legal & CAN_CALL:
        return FOLD, 0
    least, most = obs[O_MIN_TO], obs[O_MAX_TO]
    amount = least
    size = below(stream, 3)
    if size == 1:
        amount = most
    elif size == 2:
        amount = least + below(stream, min(most - least, 2_000_000_000) + 1)
        amount = max(least, amount // obs[O_CHIP] * obs[O_CHIP])
    return (RAISE if legal & CAN_RAISE else BET), amount
