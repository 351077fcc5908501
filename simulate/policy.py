"""Rake policies: data read from TOML; the schedule for a table, turned into the engine's numbers.

The front door: `policy_file.py` says what a file may hold, `policy_build.py` turns text into
numbers, `rake_terms.py` is what comes out. docs/policies.md describes every key.
"""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING

from railbird.errors import InputError
from railbird.simulate.named import built_in, find, place_of
from railbird.simulate.policy_build import build
from railbird.simulate.policy_file import (
    Fault,
    Policy,
    Schedule,
    check_ranges,
    pick,
    schedules_of,
    starts_at,
    terms_of,
)
from railbird.simulate.policy_read import Scale
from railbird.simulate.rake_terms import ROUNDINGS, Rake, rake_config
from railbird.tomlfile import key_lines, line_of

if TYPE_CHECKING:
    from railbird.simulate.room import Table

__all__ = [
    "ROUNDINGS", "Policy", "Rake", "find_policy", "policy_names", "rake_config", "rake_of_policy",
    "schedule_label",
]  # fmt: skip

# at which amounts are read while only the file is checked: finer than any currency's
_CHECK_EXP = -8


def policy_names() -> list[str]:
    """Names of the policies that are built in, sorted."""
    return built_in("policies")


def find_policy(name: str) -> Policy:
    """Read a policy by its built-in name or from a TOML file, and check all of it.

    Raises:
        InputError: no such policy, or its file is wrong; one line with file, line and remedy.
    """
    policy = find(name, Policy, "policies", "rake policy")
    try:
        check_ranges(policy)
        for index, schedule in enumerate(schedules_of(policy)):
            big_blind = starts_at(schedule, schedule.betting[0]) or Decimal(1)
            units = int(big_blind.scaleb(-_CHECK_EXP))
            build(policy.name, *terms_of(policy, index), Scale(_CHECK_EXP, units))
    except Fault as fault:
        path = place_of(name, "policies")
        line = line_of(fault.key, key_lines(path.read_text(encoding="utf-8")))
        raise InputError(f"{path}{f', line {line}' if line else ''}: {fault}") from None
    return policy


def rake_of_policy(
    policy: Policy, money_exp: int, currency: str | None = None, table: Table | None = None
) -> Rake:
    """Pick the schedule for a table, in numbers of a currency whose unit is 10^money_exp.

    Args:
        policy: what `find_policy` read.
        money_exp: exponent of the smallest unit.
        currency: None where it does not matter.
        table: game, betting, stakes and seats; None for a policy that has one schedule for all.

    Raises:
        InputError: it is in another currency, has no schedule for the table, or an amount is finer
            than the smallest unit.
    """
    if policy.currency != "any" and currency not in (None, policy.currency):
        raise InputError(
            f"rake policy {policy.name}: it is in {policy.currency}, the table plays in "
            f"{currency}; choose another --rake or --room"
        )
    index = 0 if table is None else _pick(policy, table, money_exp)
    big_blind = 0 if table is None else table.big_blind
    try:
        return build(policy.name, *terms_of(policy, index), Scale(money_exp, big_blind))
    except Fault as fault:
        raise InputError(f"rake policy {policy.name}: {fault}") from None


def _pick(policy: Policy, table: Table, money_exp: int) -> int:
    # the lower limit of a fixed-limit table is its big blind
    stake = Decimal(table.big_blind).scaleb(money_exp)
    index = pick(policy, table.game, table.betting, table.seats, stake)
    if index is None:
        raise InputError(
            f"rake policy {policy.name} has no schedule for {table.game} {table.betting}, "
            f"{'limit' if table.betting == 'FL' else 'big blind'} {stake.normalize():f}, "
            f"{table.seats} seats; it has "
            + "; ".join(schedule_label(s) for s in schedules_of(policy))
        )
    return index


def schedule_label(schedule: Schedule) -> str:
    """Which tables a schedule is for, in a few words."""
    words = []
    if len(schedule.games) < 4:
        words.append("/".join(schedule.games))
    words.append("/".join(schedule.betting) if len(schedule.betting) < 3 else "all bettings")
    if schedule.from_stakes is not None:
        if schedule.to_stakes is None:
            words.append(f"from {schedule.from_stakes}")
        else:
            words.append(f"{schedule.from_stakes} to {schedule.to_stakes}")
    elif schedule.to_stakes is not None:
        words.append(f"up to {schedule.to_stakes}")
    low, high = schedule.seats
    if (low, high) != (2, 10):
        words.append(f"{low} seats" if low == high else f"{low}-{high} seats")
    return " ".join(words)
