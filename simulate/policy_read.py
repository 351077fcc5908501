"""Reading a policy's text values: amounts, percentages, values by players, rows of steps."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal, DecimalException
from itertools import pairwise
from typing import TYPE_CHECKING

import msgspec

from railbird.errors import InputError
from railbird.money import parse_amount
from railbird.simulate.codes import MAX_SEATS
from railbird.simulate.policy_file import ByPlayers, Fault, Terms, ThresholdTerms, TierTerms
from railbird.simulate.rake_terms import MAX_STEPS, Step

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

Key = tuple[str | int, ...]


@dataclass(frozen=True, slots=True)
class Scale:
    """What text amounts are measured in: 10^money_exp of the currency, and the big blind in it."""

    money_exp: int
    big_blind: int


class Reader:
    """Reads text values; each method raises a Fault with the key it was given."""

    def __init__(self, where: Mapping[str, Key], scale: Scale) -> None:
        """Read terms that stand at these keys."""
        self.where, self.scale = where, scale

    def amount(self, text: str, key: Key) -> int:
        """An amount of the currency, or of big blinds ('3bb'), from 0."""
        plain = text.strip()
        try:
            if plain.lower().endswith("bb"):
                hundredths = parse_amount(plain[:-2], -4) * self.scale.big_blind
                amount, rest = divmod(hundredths, 10_000)
                if rest:
                    raise Fault(key, f"{name_of(key)} = {text!r}: no whole unit of money; round it")
            else:
                amount = parse_amount(plain, self.scale.money_exp)
        except InputError as error:
            raise Fault(key, f"{name_of(key)}: {error}") from None
        if amount < 0:
            raise Fault(key, f"{name_of(key)} = {text!r} is below zero; write an amount from 0 on")
        return amount

    def above_zero(self, text: str, key: Key) -> int:
        """An amount above zero."""
        amount = self.amount(text, key)
        if amount == 0:
            raise Fault(key, f"{name_of(key)} = {text!r} must be above zero")
        return amount

    def bps(self, text: str, key: Key) -> int:
        """A percentage in basis points."""
        return self.ratio(text, key, 100, "a percentage from 0 to 100", 10_000)

    def permille(self, text: str, key: Key) -> int:
        """A factor in thousandths."""
        return self.ratio(text, key, 1_000, "a factor from 0 to 10", 10_000)

    def ratio(self, text: str, key: Key, scale: int, wanted: str, most: int) -> int:
        """A number of at most so many decimals, in units of 1 / scale."""
        try:
            value = Decimal(text) * scale
        except DecimalException:  # no number, or one too large to multiply
            value = Decimal(-1)
        if not value.is_finite() or value != value.to_integral_value() or not 0 <= value <= most:
            decimals = len(str(scale)) - 1
            raise Fault(
                key, f"{name_of(key)} = {text!r} is not {wanted} with at most {decimals} decimals"
            )
        return int(value)

    def by_players(
        self, value: ByPlayers, name: str, convert: Callable[[str, Key], int]
    ) -> tuple[int, ...]:
        """Values for 0 to 10 players; those below the first band have its value."""
        key = self.where[name]
        bands = {"2": value} if isinstance(value, str) else value
        starts = [_band(text, key) for text in bands]
        if not starts or starts[0] != 2:
            raise Fault(key, f'{name}: a gap below the first band; the first is for "2" players')
        if any(a >= b for a, b in pairwise(starts)):
            raise Fault(key, f"{name}: bands overlap; write each once, in rising order")
        numbers = [convert(text, key) for text in bands.values()]
        found = [numbers[0]] * (MAX_SEATS + 1)
        for start, number in zip(starts, numbers, strict=True):
            found[start:] = [number] * (MAX_SEATS + 1 - start)
        return tuple(found)

    def rates(self, terms: Terms) -> tuple[tuple[int, ...], int]:
        """Basis points by players, and for all; the first is empty where all have the same."""
        if terms.percent is None:
            return (), 0
        rates = self.by_players(terms.percent, "percent", self.bps)
        return (() if len(set(rates)) == 1 else rates), max(rates)

    def steps(self, rows: tuple[ThresholdTerms, ...], key: Key) -> tuple[Step, ...]:
        """Thresholds, rising for each number of players."""
        found = [
            Step(
                *players_of(row.players, key), self.amount(row.pot, key), self.amount(row.take, key)
            )
            for row in rows
        ]
        return checked(found, key)

    def tiers(self, rows: tuple[TierTerms, ...], key: Key) -> tuple[tuple[Step, ...], int]:
        """Marginal tiers as changes of the rate, and the highest rate.

        Numbers of players with the same tiers share their steps.
        """
        rates = [
            Step(
                *players_of(row.players, key), self.amount(row.pot, key), self.bps(row.percent, key)
            )
            for row in rows
        ]
        checked(rates, key)
        changes: list[Step] = []
        for n in range(2, MAX_SEATS + 1):
            own = [s for s in rates if s.from_players <= n <= s.to_players]
            below = [0, *(s.amount for s in own)]
            new = [(s.pot, s.amount - b) for s, b in zip(own, below, strict=False)]
            last = [(s.pot, s.amount) for s in changes if s.to_players == n - 1]
            if new == last:
                changes = [
                    msgspec.structs.replace(s, to_players=n) if s.to_players == n - 1 else s
                    for s in changes
                ]
            else:
                changes += [Step(n, n, *pair) for pair in new]
        return checked(changes, key), max(s.amount for s in rates)


def name_of(key: Key) -> str:
    """A key as a message names it: `fees.time`."""
    return ".".join(str(word) for word in key if isinstance(word, str) and word != "schedules")


def _band(text: str, key: Key) -> int:
    if not text.isdecimal() or not 2 <= int(text) <= MAX_SEATS:
        raise Fault(key, f"{name_of(key)}: {text} players; bands must rise, from 2 to {MAX_SEATS}")
    return int(text)


def players_of(players: tuple[int, int], key: Key) -> tuple[int, int]:
    """A pair of numbers of players, checked."""
    if not 2 <= players[0] <= players[1] <= MAX_SEATS:
        raise Fault(key, f"players = {list(players)}: [least, most], from 2 to {MAX_SEATS}")
    return players


def checked(steps: list[Step], key: Key) -> tuple[Step, ...]:
    """Steps whose pots rise, for every number of players."""
    if not steps or len(steps) > MAX_STEPS:
        raise Fault(key, f"{name_of(key)}: from 1 to {MAX_STEPS} rows are possible")
    covered = set()
    for n in range(2, MAX_SEATS + 1):
        own = [s.pot for s in steps if s.from_players <= n <= s.to_players]
        if any(a >= b for a, b in pairwise(own)):
            raise Fault(key, f"{name_of(key)}: for {n} players the pots do not rise; sort the rows")
        if own:
            covered.add(n)
    missing = [n for n in range(2, MAX_SEATS + 1) if n not in covered]
    if missing:
        raise Fault(
            key, f"{name_of(key)}: a gap, no row is for {missing[0]} players; widen players"
        )
    return tuple(steps)
