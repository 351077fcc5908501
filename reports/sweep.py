"""Policies made from one by changing a parameter at a time: `percent=2..6:0.5`, `cap=1,2,none`.

Each combination becomes a policy of its own, named for what was changed, so that a grid is
compared like any other list of policies.
"""

from __future__ import annotations

from decimal import Decimal, InvalidOperation
from itertools import product
from typing import TYPE_CHECKING, Any

import msgspec

from railbird.errors import InputError
from railbird.simulate.policy import Policy
from railbird.tomlfile import convert, suggest

if TYPE_CHECKING:
    from collections.abc import Iterable

MOST_SCENARIOS = 200
_MOST_PLACES = 12  # before or behind the point; a million digits would take for ever
_FORM = "write percent=2..6:0.5 (from, to, step) or cap=1,2,none"
# Terms of a policy that a sweep may set, each to a text as a policy file has it.
_CAPS = ("caps", "cap_bb", "cap_per_player", "cap_most")
_FLAGS = {"true": True, "false": False}
KEYS = (
    "percent", "cap", "min_pot", "rounding", "unit", "no_flop_no_drop", "raises_without_flop",
    "players", "allocation", "ceiling_percent",
)  # fmt: skip


def read_sweep(text: str) -> tuple[str, list[str]]:
    """Return the key and the values of one `--sweep`.

    Raises:
        InputError: it cannot be read, or the key is none that can be swept.
    """
    key, equals, rest = (part.strip() for part in text.partition("="))
    if not equals or not rest:
        raise InputError(f"--sweep {text}: {_FORM}")
    if key not in KEYS:
        raise InputError(f"--sweep {text}: no parameter '{key}'; {suggest(key, KEYS)}")
    values = _range(text, rest) if ".." in rest else [part.strip() for part in rest.split(",")]
    if not all(values):
        raise InputError(f"--sweep {text}: a value is empty; {_FORM}")
    return key, list(dict.fromkeys(values))


def _range(text: str, rest: str) -> list[str]:
    ends, colon, by = rest.partition(":")
    first, _, last = ends.partition("..")
    try:
        numbers = start, end, step = Decimal(first), Decimal(last), Decimal(by if colon else "1")
    except InvalidOperation:
        raise InputError(f"--sweep {text}: not a range of numbers; {_FORM}") from None
    if any(number.is_finite() and abs(number.adjusted()) > _MOST_PLACES for number in numbers):
        raise InputError(f"--sweep {text}: a number is far too large or too small; {_FORM}")
    if not (start.is_finite() and end.is_finite() and step.is_finite() and step > 0):
        raise InputError(f"--sweep {text}: the step must be above zero; {_FORM}")
    if end < start:
        raise InputError(f"--sweep {text}: it ends below its beginning; {_FORM}")
    count = int((end - start) / step) + 1
    if count > MOST_SCENARIOS:
        raise InputError(f"--sweep {text}: {count:,} values; up to {MOST_SCENARIOS} are compared")
    return [f"{(start + i * step).normalize():f}" for i in range(count)]


def swept(policy: Policy, sweeps: Iterable[str]) -> list[Policy]:
    """Return a policy for each combination of the values of all sweeps, the last one fastest.

    Raises:
        InputError: a sweep is wrong, one key is swept twice, there are too many combinations, or
            the policy has nothing of what is to be changed.
    """
    grid: dict[str, list[str]] = {}
    for text in sweeps:
        key, values = read_sweep(text)
        if key in grid:
            raise InputError(f"--sweep {text}: {key} is swept twice; give all its values at once")
        grid[key] = values
    combinations = list(product(*grid.values()))
    if len(combinations) > MOST_SCENARIOS:
        raise InputError(
            f"--sweep: {len(combinations):,} combinations; up to {MOST_SCENARIOS} are compared"
        )
    return [_changed(policy, dict(zip(grid, values, strict=True))) for values in combinations]


def _changed(policy: Policy, changes: dict[str, str]) -> Policy:
    """Return the policy with some terms set, in all its schedules."""
    terms: dict[str, Any] = msgspec.to_builtins(policy)
    every = [terms, *terms["schedules"]]
    for key, value in changes.items():
        if key == "percent":
            having = [part for part in every if part["percent"] is not None]
            if not having:
                raise InputError(f"--sweep percent={value}: policy {policy.name} has no percentage")
            for part in having:
                part["percent"] = value
        elif key == "cap":
            for part in every:
                part.update(dict.fromkeys(_CAPS))
            terms["caps"] = None if value == "none" else {"2": value}
        else:
            for part in every:
                part[key] = None
            terms[key] = _value(key, value)
    said = ", ".join(f"{key}={value}" for key, value in changes.items())
    terms["name"] = f"{policy.name} {said}"
    return convert(terms, Policy, where=f"--sweep {said}")


def _value(key: str, value: str) -> str | int | bool | None:
    if value == "none":
        return None
    if key == "raises_without_flop" and value.isdecimal():
        return int(value)
    return _FLAGS.get(value, value)
