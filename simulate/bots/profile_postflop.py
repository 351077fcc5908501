"""How a profile plays after the flop: frequencies by class of hand, folds by price."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from railbird.simulate.bots.profile_answer import (
    check_or_call,
    check_or_fold,
    raise_or_call,
    rounded,
)
from railbird.simulate.bots.profile_params import (
    BEST_PAIR,
    BIG_HAND,
    CLASSES,
    ONE,
    P_BET_FREE,
    P_BET_INITIATIVE,
    P_COMMIT_POSTFLOP,
    P_CROWD_BLUFF,
    P_CROWD_FOLD,
    P_CROWD_VALUE,
    P_FOLD_AT,
    P_HEADS_UP_STAYS,
    P_RAISE,
    P_RAISE_OF_POT,
    P_RERAISE_KEEPS,
    P_RESPECT,
    P_SIZE_OF_POT,
    P_SIZE_WEIGHT,
    P_SOFTNESS,
    P_STAB,
    SIZES,
    WEAK_PAIR,
)
from railbird.simulate.bots.profile_rake import answers_rake, price_after_rake
from railbird.simulate.bots.profile_strength import hand_class
from railbird.simulate.codes import CAN_BET, CAN_CHECK, CAN_RAISE
from railbird.simulate.jit import inlined
from railbird.simulate.layout import (
    O_AGGRESSOR_BY_STREET,
    O_BEHIND,
    O_BET_TO,
    O_DEALT,
    O_LEGAL,
    O_PLAYERS,
    O_POT,
    O_RAISES,
    O_SEAT,
    O_STREET,
    O_TO_CALL,
)
from railbird.simulate.philox import next_u32

if TYPE_CHECKING:
    from collections.abc import Callable

    from railbird.simulate.arrays import Ints, Words

ClassOf: TypeAlias = "Callable[[Ints], int]"

_HALF_WORD = 0xFFFF


@inlined
def has_initiative(obs: Ints) -> bool:
    """True for who bet or raised last on the streets before this one."""
    street = obs[O_STREET] - 1
    while street >= 0:
        aggressor = obs[O_AGGRESSOR_BY_STREET + street]
        if aggressor >= 0:
            return aggressor == obs[O_SEAT]
        street -= 1
    return False


@inlined
def power(share: int, times: int) -> int:
    """`share` (in 1/65536) multiplied with itself, 1 for no times."""
    product = ONE
    for _ in range(times):
        product = product * share >> 16
    return product


@inlined
def bet_size(obs: Ints, params: Ints, draw: int) -> int:
    """Street total of a bet: a share of the pot, drawn by the profile's weights."""
    i = 0
    while i < SIZES - 1 and draw >= params[P_SIZE_WEIGHT + i]:
        i += 1
    return rounded(obs[O_POT] * params[P_SIZE_OF_POT + i])


@inlined
def bet_or_check(obs: Ints, params: Ints, found: int, cell: int, draw: int) -> tuple[int, int]:
    """Nobody has bet: bet with the class's frequency, less often into a crowd."""
    if obs[O_LEGAL] & (CAN_BET | CAN_RAISE) == 0:
        return check_or_call(obs)
    if has_initiative(obs):
        chance = params[P_BET_INITIATIVE + cell]
    else:
        chance = params[P_BET_FREE + cell]
        if obs[O_BEHIND] == 0:
            chance = chance * params[P_STAB] >> 16
    if found < BEST_PAIR:
        crowd = params[P_CROWD_BLUFF if found < WEAK_PAIR else P_CROWD_VALUE]
        chance = chance * power(crowd, obs[O_PLAYERS] - 2) >> 16
    if draw >> 16 >= chance:
        return check_or_call(obs)
    wanted = bet_size(obs, params, draw & _HALF_WORD)
    return raise_or_call(obs, wanted, params[P_COMMIT_POSTFLOP])


@inlined
def folds(obs: Ints, params: Ints, cell: int, draw: int) -> bool:
    """True when the price is too high for the class.

    The price is the share of the final pot that a call pays. Half of the class goes at the
    profile's price, which falls with opponents and raises; around it lies a soft band.
    """
    if answers_rake(obs, params):
        price = price_after_rake(obs, params)
    else:
        price = obs[O_TO_CALL] * ONE // (obs[O_POT] + obs[O_TO_CALL])
    limit = params[P_FOLD_AT + cell]
    limit -= params[P_CROWD_FOLD] * (obs[O_PLAYERS] - 2)
    limit -= params[P_RESPECT] * (obs[O_RAISES] - 1)
    if obs[O_DEALT] == 2:
        limit += params[P_HEADS_UP_STAYS]
    return price > limit + ((draw - (ONE >> 1)) * params[P_SOFTNESS] >> 15)


@inlined
def answer_bet(obs: Ints, params: Ints, found: int, cell: int, draw: int) -> tuple[int, int]:
    """Somebody has bet: raise with the class's frequency, else call or fold by the price."""
    chance = params[P_RAISE + cell]
    if found < BIG_HAND:
        chance = chance * power(params[P_RERAISE_KEEPS], obs[O_RAISES] - 1) >> 16
    if draw >> 16 < chance and obs[O_LEGAL] & CAN_RAISE:
        pot = obs[O_POT] + obs[O_TO_CALL]
        wanted = obs[O_BET_TO] + rounded(pot * params[P_RAISE_OF_POT])
        return raise_or_call(obs, wanted, params[P_COMMIT_POSTFLOP])
    if folds(obs, params, cell, draw & _HALF_WORD):
        return check_or_fold(obs)
    return check_or_call(obs)


@inlined
def answer_postflop(
    obs: Ints, stream: Words, params: Ints, class_of: ClassOf, row: int
) -> tuple[int, int]:
    """Answer a decision in a later round, by the class of the hand and a row of the tables."""
    found = class_of(obs)
    cell = row * CLASSES + found
    draw = int(np.int64(next_u32(stream)))
    if obs[O_LEGAL] & CAN_CHECK:
        return bet_or_check(obs, params, found, cell, draw)
    return answer_bet(obs, params, found, cell, draw)


@inlined
def decide_postflop(obs: Ints, stream: Words, params: Ints) -> tuple[int, int]:
    """Answer a decision after the flop in hold'em: (action, street total)."""
    return answer_postflop(obs, stream, params, hand_class, obs[O_STREET] - 1)
