"""Amounts and counts of a job, as a person writes them: 100bb, 200, 2.50; 10k.

Faults name the key.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from railbird.errors import InputError
from railbird.money import format_amount, parse_amount, parse_count

if TYPE_CHECKING:
    from railbird.simulate.room import Room

MONEY_EXP = -2


def chips(key: str, value: int | str, big_blind: int) -> int:
    """Return an amount ('200', '2.50') or a number of big blinds ('100bb') in the smallest unit.

    Raises:
        InputError: it is no amount, or below zero.
    """
    text = str(value).strip()
    rest = 0
    in_blinds = text.lower().endswith("bb")
    number = text[:-2].strip() if in_blinds else text
    try:
        amount = parse_amount(number, -4 if in_blinds else MONEY_EXP)
    except InputError as error:
        reason = _reason(error, "amount", number)
        if reason.startswith("not a number"):
            reason = "no amount; write it as 100bb or 200"
        raise InputError(f"{key} = {text!r}: {reason}") from None
    if in_blinds:
        amount, rest = divmod(amount * big_blind, 10_000)
    if rest:
        raise InputError(f"{key} = {text!r}: no whole number of the smallest unit; round it")
    if amount < 0:
        raise InputError(f"{key} = {text!r}: below zero; write 0 or more")
    return amount


def money(key: str, value: int | str) -> int:
    """Return an amount of money in the smallest unit.

    Raises:
        InputError: it is no amount.
    """
    try:
        return parse_amount(str(value), MONEY_EXP)
    except InputError as error:
        raise InputError(f"{key} = {value!r}: {_reason(error, 'amount', str(value))}") from None


def counted(key: str, value: int | str) -> int:
    """Return a count such as 1_000_000, '10k' or '2.5M'.

    Raises:
        InputError: it is no count.
    """
    try:
        return parse_count(str(value))
    except InputError as error:
        raise InputError(f"{key} = {value!r}: {_reason(error, 'count', str(value))}") from None


def _reason(error: InputError, what: str, text: str) -> str:
    """What is wrong, without the words that name the text: the key does that better."""
    return str(error).removeprefix(f"{what} {text!r}: ")


def buy_in(key: str, value: int | str, room: Room, big_blind: int) -> int:
    """Return a buy-in in the smallest unit.

    Raises:
        InputError: it is no amount, or outside the room's limits.
    """
    stack = chips(key, value, big_blind)
    least, most = room.seating.min_buy_in, room.seating.max_buy_in
    for limit, word, is_out, remedy in (
        (least, "below the room's minimum", stack < least * big_blind, "raise"),
        (most, "above the room's maximum", 0 < most * big_blind < stack, "lower"),
    ):
        if is_out:
            raise InputError(
                f"{key} = {value}: the buy-in is {word} of {limit} big "
                f"blind{'s' if limit > 1 else ''} ({format_amount(limit * big_blind)}); "
                f"{remedy} {'--stack' if key == 'stack' else key}"
            )
    return stack
