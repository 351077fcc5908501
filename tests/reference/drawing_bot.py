"""A bot for the tests: mostly calls, and draws any cards of any game that has a draw."""

from __future__ import annotations

from railbird.simulate.codes import (
    BET,
    CALL,
    CAN_BET,
    CAN_CALL,
    CAN_DRAW,
    CAN_RAISE,
    CHECK,
    DRAW,
    FOLD,
    RAISE,
)
from railbird.simulate.layout import O_LEGAL, O_MAX_TO, O_MIN_TO
from railbird.simulate.philox import below


def decide(obs, stream, memory, params):  # noqa: ARG001
    """Fold an eighth, raise a quarter of the time; draw, with one in four standing pat."""
    legal = obs[O_LEGAL]
    if legal & CAN_DRAW:
        if below(stream, 4) == 0:
            return CHECK, 0
        return DRAW, below(stream, 32)
    choice = below(stream, 8)
    if choice == 0 and legal & CAN_CALL:
        return FOLD, 0
    if choice <= 2 and legal & (CAN_BET | CAN_RAISE):
        amount = obs[O_MAX_TO] if below(stream, 6) == 0 else obs[O_MIN_TO]
        return (RAISE if legal & CAN_RAISE else BET), amount
    return (CALL if legal & CAN_CALL else CHECK), 0
