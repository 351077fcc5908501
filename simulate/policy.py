"""Rake policies: data read from TOML, turned into the engine's numbers.

This version knows one mechanism, a percentage with caps by players dealt (mechanisms 1, 2, 7, 11
and 13 of docs/rake.md); `kind` is where others will be told apart.
"""

from __future__ import annotations

from decimal import Decimal, InvalidOperation
from typing import TYPE_CHECKING, Literal

import msgspec
import numpy as np

from railbird.errors import InputError
from railbird.money import parse_amount
from railbird.simulate import layout
from railbird.simulate.codes import MAX_SEATS
from railbird.simulate.named import built_in, find

if TYPE_CHECKING:
    from railbird.simulate.arrays import Ints

ROUNDINGS = ("half_even", "floor", "half_up", "ceiling")


class Cap(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Cap of the rake from so many players dealt in on; an amount of the currency, as text."""

    from_players: int
    cap: str


class Policy(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A rake policy as its file says it; amounts and percentages are text, never floats."""

    name: str
    title: str = ""
    kind: Literal["percent"] = "percent"
    as_of: str = ""
    source: str = ""
    currency: str = "any"
    percent: str = "0"
    rounding: Literal["half_even", "floor", "half_up", "ceiling"] = "half_even"
    unit: str = "0.01"
    no_flop_no_drop: bool = True
    caps: tuple[Cap, ...] = ()


class Rake(msgspec.Struct, frozen=True):
    """A policy in numbers: basis points, smallest units; what the manifest keeps.

    `caps` has 11 entries, by players dealt (0 to 10); -1 means no cap.
    """

    name: str
    bps: int = 0
    rounding: str = "half_even"
    unit: int = 1
    no_flop_no_drop: bool = True
    caps: tuple[int, ...] = (-1,) * (MAX_SEATS + 1)


def policy_names() -> list[str]:
    """Names of the policies that are built in, sorted."""
    return built_in("policies")


def find_policy(name: str) -> Policy:
    """Read a policy by its built-in name or from a TOML file.

    Raises:
        InputError: no such policy, or its file is wrong.
    """
    return find(name, Policy, "policies", "rake policy")


def _basis_points(policy: Policy) -> int:
    try:
        bps = Decimal(policy.percent) * 100
    except InvalidOperation:
        bps = Decimal(-1)
    if bps != bps.to_integral_value() or not 0 <= bps <= 10_000:
        raise InputError(
            f"rake policy {policy.name}: percent = {policy.percent!r} is not a percentage from 0 "
            "to 100 with at most two decimals"
        )
    return int(bps)


def rake_of_policy(policy: Policy, money_exp: int, currency: str | None = None) -> Rake:
    """Turn a policy into numbers for a currency (None: any) whose unit is 10^money_exp.

    Raises:
        InputError: a percentage, cap or unit makes no sense.
    """
    if policy.currency != "any" and currency not in (None, policy.currency):
        raise InputError(
            f"rake policy {policy.name}: it is in {policy.currency}, the table plays in "
            f"{currency}; choose another --rake or --room"
        )
    caps = [-1] * (MAX_SEATS + 1)
    last = 1
    for band in policy.caps:
        if not last < band.from_players <= MAX_SEATS:
            raise InputError(
                f"rake policy {policy.name}: caps.from_players = {band.from_players}; bands must "
                f"rise, from 2 to {MAX_SEATS}"
            )
        last = band.from_players
        cap = parse_amount(band.cap, money_exp)
        if cap < 0:
            raise InputError(f"rake policy {policy.name}: cap {band.cap} is below zero")
        caps[last:] = [cap] * (MAX_SEATS + 1 - last)
    unit = parse_amount(policy.unit, money_exp)
    if unit <= 0:
        raise InputError(f"rake policy {policy.name}: unit {policy.unit!r} must be above zero")
    return Rake(
        policy.name, _basis_points(policy), policy.rounding, unit, policy.no_flop_no_drop,
        tuple(caps),
    )  # fmt: skip


def rake_config(rake: Rake) -> Ints:
    """Turn a rake into the engine's `rk` array (int64[RAKE_SIZE])."""
    rk = np.zeros(layout.RAKE_SIZE, np.int64)
    rk[layout.R_BPS] = rake.bps
    rk[layout.R_ROUNDING] = ROUNDINGS.index(rake.rounding)
    rk[layout.R_NO_FLOP_NO_DROP] = rake.no_flop_no_drop
    rk[layout.R_UNIT] = rake.unit
    rk[layout.R_CAPS : layout.R_CAPS + MAX_SEATS + 1] = rake.caps
    return rk
