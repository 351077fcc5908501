"""A decision in words, for messages: what a player saw, and what he answered."""

from __future__ import annotations

from typing import TYPE_CHECKING

from railbird.cards import format_cards
from railbird.simulate import layout as at
from railbird.simulate.codes import ACTIONS, BET, DRAW, FOLD, RAISE, STREETS

if TYPE_CHECKING:
    from railbird.simulate.arrays import Ints

CHOICES = ACTIONS[FOLD : DRAW + 1]


def answer_text(action: int, amount: int) -> str:
    """An answer in words: `call`, `raise to 400`, `draw 5` (the mask), `action 17`."""
    if not 0 <= action < len(ACTIONS):
        return f"action {action}"
    if action == DRAW:
        return f"draw {amount}"
    return f"{ACTIONS[action]} to {amount}" if action in {BET, RAISE} else ACTIONS[action]


def fault_text(obs: Ints, action: int, amount: int, why: int) -> str:
    """Why an answer is illegal, in words; `why` is a code of layout.py."""
    answer = answer_text(action, amount)
    match why:
        case at.BELOW_MINIMUM:
            return f"illegal amount: {answer} is below the minimum of {obs[at.O_MIN_TO]}"
        case at.ABOVE_MAXIMUM:
            return f"illegal amount: {answer} is above the maximum of {obs[at.O_MAX_TO]}"
        case at.OFF_CHIP:
            return f"amount off the chip: {answer} is no multiple of {obs[at.O_CHIP]}"
        case at.WRONG_DISCARDS:
            return f"illegal discards: {answer} is no mask of five cards (0 to 31)"
    return f"illegal action: {answer} is not allowed here"


def situation_text(obs: Ints) -> str:
    """What the player saw: cards, board, pot, what is legal at what price."""
    hole = format_cards(obs[at.O_HOLE : at.O_HOLE + at.MAX_HOLE].tolist())
    board = format_cards(obs[at.O_BOARD : at.O_BOARD + 5].tolist())
    legal = [name for bit, name in enumerate(CHOICES) if int(obs[at.O_LEGAL]) >> bit & 1]
    words = f"{hole} on {board or 'no board'}, pot {obs[at.O_POT]}, legal {'/'.join(legal)}, "
    words += f"to call {obs[at.O_TO_CALL]}, stack {obs[at.O_STACK]}"
    if obs[at.O_MAX_TO]:
        words += f", bets from {obs[at.O_MIN_TO]} to {obs[at.O_MAX_TO]} in chips of "
        words += f"{obs[at.O_CHIP]}"
    return words


def place_text(obs: Ints) -> str:
    """Hand, seat and street of the decision."""
    return f"hand {obs[at.O_HAND]}, seat {obs[at.O_SEAT]}, {STREETS[int(obs[at.O_STREET])]}"
