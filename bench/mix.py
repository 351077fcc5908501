"""MIX, the policy on which engines are compared, for the engine and for PokerKit.

One draw u a decision: u < .08 a minimum raise where it is legal, else u < .50 a fold when facing
a bet, else check or call. A correct engine needs 16.9 decisions a hand for it, six-handed with
100 big blinds. Asked for discards it draws the same single u, and stands pat.
"""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import numpy as np

from railbird.simulate.bots.catalogue import Bot
from railbird.simulate.codes import BET, CALL, CAN_BET, CAN_CALL, CAN_RAISE, CHECK, FOLD, RAISE
from railbird.simulate.layout import O_LEGAL, O_MIN_TO
from railbird.simulate.philox import uniform

if TYPE_CHECKING:
    from pokerkit import State

    from railbird.simulate.arrays import Ints, Words


def decide_mix(obs: Ints, stream: Words, memory: Ints, params: Ints) -> tuple[int, int]:  # noqa: ARG001
    """Answer by the MIX policy."""
    u = uniform(stream)
    legal = obs[O_LEGAL]
    if u < 0.08 and legal & (CAN_BET | CAN_RAISE):
        return (RAISE if legal & CAN_RAISE else BET), obs[O_MIN_TO]
    if u < 0.50 and legal & CAN_CALL:
        return FOLD, 0
    return (CALL if legal & CAN_CALL else CHECK), 0


MIX = Bot("mix", "the MIX policy", decide_mix, np.zeros(1, np.int64), "mix", "bench")


def pokerkit_hand(dice: random.Random) -> State:
    """Play one hand of MIX with PokerKit and return its final state."""
    from pokerkit import Automation, NoLimitTexasHoldem

    state = NoLimitTexasHoldem.create_state(
        tuple(Automation),
        True,  # noqa: FBT003
        0,
        (1, 2),
        2,
        (200,) * 6,
        6,
    )
    while state.status:
        u = dice.random()
        if u < 0.08 and state.can_complete_bet_or_raise_to():
            state.complete_bet_or_raise_to()
        elif u < 0.50 and state.checking_or_calling_amount and state.can_fold():
            state.fold()
        else:
            state.check_or_call()
    return state


def pokerkit_phh(hands: int, seed: int) -> tuple[int, int]:
    """Play hands with PokerKit and write them as PHH text; returns bytes and decisions."""
    from pokerkit import HandHistory, NoLimitTexasHoldem

    game = NoLimitTexasHoldem((), True, 0, (1, 2), 2)  # noqa: FBT003
    dice = random.Random(seed)  # noqa: S311
    size = decisions = 0
    for _ in range(hands):
        state = pokerkit_hand(dice)
        history = HandHistory.from_game_state(game, state)
        decisions += sum(" f" in a or " cc" in a or " cbr" in a for a in history.actions)
        size += len(history.dumps())
    return size, decisions
