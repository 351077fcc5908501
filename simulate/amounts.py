"""Amounts of a job, as a person writes them: 100bb, 200, 2.50."""

from __future__ import annotations

from typing import TYPE_CHECKING

from railbird.errors import InputError
from railbird.money import format_amount, parse_amount

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
    try:
        if text.lower().endswith("bb"):
            amount, rest = divmod(parse_amount(text[:-2].strip(), -4) * big_blind, 10_000)
        else:
            amount = parse_amount(text, MONEY_EXP)
    except InputError as error:
        raise InputError(f"{key} = {text!r}: write it as 100bb or 200 ({error})") from None
    if rest:
        raise InputError(f"{key} = {text!r}: no whole number of the smallest unit; round it")
    if amount < 0:
        raise InputError(f"{key} = {text!r}: below zero")
    return amount


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
