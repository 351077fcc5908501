"""Observations as profiles see them, and what profiles answer, counted over all hands."""

from __future__ import annotations

from itertools import combinations

import numpy as np
from game_views import seat_stream

from railbird.cards import parse_cards
from railbird.simulate import layout as at
from railbird.simulate.bots import profiles
from railbird.simulate.codes import (
    BET,
    CALL,
    CAN_BET,
    CAN_CALL,
    CAN_CHECK,
    CAN_FOLD,
    CAN_RAISE,
    CHECK,
    FOLD,
    NO_LIMIT,
    POS_BB,
    POS_BTN,
    POS_CO,
    POS_SB,
    RAISE,
)

NAMES = profiles.profile_names()
BLIND = 200
HANDS = list(combinations(range(52), 2))


def observation(**fields):
    """An observation of a six-handed no-limit table; `fields` by name without O_."""
    obs = np.zeros(at.OBS_SIZE, np.int64)
    usual = {
        "BETTING": NO_LIMIT, "SEATS": 6, "SMALL_BLIND": BLIND // 2, "BIG_BLIND": BLIND,
        "CHIP": 1, "RAISE_CAP": -1, "DEALT": 6, "PLAYERS": 6, "POT": BLIND * 3 // 2,
        "BET_TO": BLIND, "AGGRESSOR": -1, "PREFLOP_RAISER": -1, "OPENER": -1,
        "LEGAL": CAN_FOLD | CAN_CALL | CAN_RAISE, "TO_CALL": BLIND, "MIN_TO": 2 * BLIND,
        "MAX_TO": 100 * BLIND, "STACK": 100 * BLIND,
    }  # fmt: skip
    for name, value in (usual | fields).items():
        obs[getattr(at, f"O_{name}")] = value
    obs[at.O_STACKS : at.O_STACKS + 10] = 100 * BLIND
    obs[at.O_AGGRESSOR_BY_STREET : at.O_AGGRESSOR_BY_STREET + 4] = -1
    return obs


def unopened(behind, dealt=6, stack=100 * BLIND):
    """First in with so many left to act."""
    place = {1: (POS_SB, -1), 2: (POS_BTN, 0), 3: (POS_CO, 1)}.get(behind, (POS_CO, behind - 2))
    if dealt == 2:
        place = (POS_BTN, 0)
    blind = BLIND // 2 if behind == 1 else 0
    return observation(
        DEALT=dealt, PLAYERS=behind + 1, BEHIND=behind, POSITION=place[0], FROM_BUTTON=place[1],
        STACK=stack - blind, MAX_TO=stack, STREET_TOTAL=blind, TO_CALL=BLIND - blind,
    )  # fmt: skip


def raised(size, opener=0, position=POS_BB, dealt=6, stack=100 * BLIND):
    """Facing one raise to `size` big blinds by seat 0, `opener` seats off the button."""
    own = {POS_BB: BLIND, POS_SB: BLIND // 2}.get(position, 0)
    raise_to = round(size * BLIND)
    obs = observation(
        DEALT=dealt, PLAYERS=2, POSITION=position, FROM_BUTTON=-2 if position == POS_BB else 0,
        RAISES=1, AGGRESSOR=0, OPENER=0, PREFLOP_RAISER=0, BET_TO=raise_to,
        POT=raise_to + BLIND * 3 // 2, STREET_TOTAL=own, STACK=stack - own, MAX_TO=stack,
        TO_CALL=min(raise_to, stack) - own, MIN_TO=min(2 * raise_to - BLIND, stack), SEAT=1,
    )  # fmt: skip
    if raise_to >= stack:
        obs[at.O_LEGAL] = CAN_FOLD | CAN_CALL
    obs[at.O_STREET_TOTALS] = raise_to
    obs[at.O_STACKS] = max(100 * BLIND - raise_to, 0)
    obs[at.O_FROM_BUTTONS] = opener
    return obs


def flop(board, bet=0.0, players=2, *, initiative=False):
    """On a flop with 6 big blinds in the pot, facing a bet of a share of the pot."""
    pot = 6 * BLIND
    obs = observation(
        STREET=1, PLAYERS=players, POT=round(pot * (1 + bet)), BET_TO=round(pot * bet),
        TO_CALL=round(pot * bet), RAISES=int(bet > 0), BOARD_CARDS=3, BEHIND=1,
        AGGRESSOR=0 if bet else -1, MIN_TO=BLIND, SEAT=1,
        LEGAL=CAN_FOLD | (CAN_CALL | CAN_RAISE if bet else CAN_CHECK | CAN_BET),
    )  # fmt: skip
    if bet:
        obs[at.O_MIN_TO] = 2 * obs[at.O_BET_TO]
    obs[at.O_AGGRESSOR_BY_STREET] = 1 if initiative else 0
    obs[at.O_BOARD : at.O_BOARD + 3] = parse_cards(board)
    return obs


def shares(decide, name, obs, response="0"):
    """How often a profile folds, checks, calls, bets and raises over all hands it may hold."""
    params = profiles.params_with_response(profiles.profile_bot(name).params, response)
    stream = seat_stream(1, 1, 1)
    memory = np.zeros(256, np.int64)
    counts = dict.fromkeys((FOLD, CHECK, CALL, BET, RAISE), 0)
    board = {int(card) for card in obs[at.O_BOARD : at.O_BOARD + obs[at.O_BOARD_CARDS]]}
    hands = [hand for hand in HANDS if not board & set(hand)]
    for first, second in hands:
        obs[at.O_HOLE], obs[at.O_HOLE + 1] = first, second
        action, _ = decide(obs, stream, memory, params)
        counts[action] += 1
    return {action: n / len(hands) for action, n in counts.items()}


def answer(decide, name, obs, cards, hand=1):
    """What a profile answers with these cards; `hand` chooses the random numbers."""
    obs[at.O_HOLE : at.O_HOLE + 2] = parse_cards(cards)
    stream = seat_stream(1, 1, hand)
    memory = np.zeros(256, np.int64)
    action, amount = decide(obs, stream, memory, profiles.profile_bot(name).params)
    return action, amount, stream
