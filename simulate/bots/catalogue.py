"""Bots by name: the basic ones, and the profiles, which are data for one decision function."""

from __future__ import annotations

import inspect
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from railbird.errors import InputError
from railbird.simulate.bots import basic, own
from railbird.simulate.kernel import source_hash
from railbird.tomlfile import suggest

if TYPE_CHECKING:
    from collections.abc import Callable

    from railbird.simulate.arrays import Ints

BASIC = ("always_call", "always_raise", "check_fold", "random")
DEFAULT_MIX = "tag:2,lag,nit,station,maniac"


@dataclass(frozen=True, slots=True)
class Bot:
    """A decision function and the numbers it is played with.

    Attributes:
        name: what `--bots` calls it.
        title: one line for `railbird bots`.
        function: the plain Python decision function.
        params: its parameters, int64.
        profile: name of the profile, which statistics group by.
        source_hash: hash of the source of function and parameters (hex).
    """

    name: str
    title: str
    function: Callable[..., Any]
    params: Ints
    profile: str
    source_hash: str


def bot_names() -> list[str]:
    """Names of all built-in bots: profiles first, then the basic ones."""
    from railbird.simulate.bots.profiles import profile_names

    return [*profile_names(), *BASIC]


def find_bot(name: str) -> Bot:
    """Return a built-in bot, or a user's own (FILE.py:NAME, or a profile.toml), read anew.

    Raises:
        InputError: there is none of this name, or its file cannot be used.
    """
    if name.endswith(".toml"):
        from railbird.simulate.bots.profiles import profile_of_file

        return replace(profile_of_file(Path(name)), name=name)
    if not own.is_own(name):
        return _built_in(name)
    function, source = own.load_function(name)
    title = (inspect.getdoc(function) or "").partition("\n")[0]
    params = np.zeros(1, np.int64)
    return Bot(name, title, function, params, function.__name__, source_hash(source))


@cache
def _built_in(name: str) -> Bot:
    from railbird.simulate.bots import profiles

    if name in BASIC:
        function = getattr(basic, name)
        source = files("railbird").joinpath("simulate/bots/basic.py").read_bytes()
        title = (inspect.getdoc(function) or "").splitlines()[0]
        return Bot(name, title, function, np.zeros(1, np.int64), name, source_hash(source))
    if name in profiles.profile_names():
        return profiles.profile_bot(name)
    raise InputError(f"unknown bot {name!r}; {suggest(name, bot_names())} (see 'railbird bots')")


def seat_bots(spec: str, seats: int) -> list[Bot]:
    """Return one bot for each seat from a list such as 'tag:2,lag,nit'.

    A count says how often a bot is taken; the list is repeated in order until the seats are full.

    Raises:
        InputError: an unknown bot, a count that is none, or more bots than seats.
    """
    listed: list[Bot] = []
    for item in spec.split(","):
        file, mark, rest = item.strip().rpartition(own.MARK)
        name, _, count = rest.partition(":")
        name = file + mark + name
        if count and (not count.isdecimal() or int(count) < 1):
            raise InputError(f"bots {spec!r}: {item.strip()!r} has no valid count; write tag:2")
        listed += [find_bot(name)] * int(count or 1)
    if len(listed) > seats:
        raise InputError(
            f"bots {spec!r}: {len(listed)} bots for {seats} seats; name fewer, or raise --seats"
        )
    return [listed[i % len(listed)] for i in range(seats)]


def player_names(bots: list[Bot]) -> list[str]:
    """Name the players by profile (or function), numbered where one sits more than once."""
    names = [bot.profile for bot in bots]
    return [
        f"{name}_{names[: i + 1].count(name)}" if names.count(name) > 1 else name
        for i, name in enumerate(names)
    ]


def params_matrix(bots: list[Bot], rows: int) -> Ints:
    """Return the parameters of the seated bots, one row a bot, padded with 0 to `rows` rows."""
    width = max(len(bot.params) for bot in bots)
    matrix = np.zeros((rows, width), np.int64)
    for i, bot in enumerate(bots):
        matrix[i, : len(bot.params)] = bot.params
    return matrix
