"""Bots by name: the basic ones, and the profiles, which are data for one decision function."""

from __future__ import annotations

import inspect
from dataclasses import dataclass, replace
from decimal import Decimal, InvalidOperation
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
import numpy as np

from railbird.errors import InputError
from railbird.simulate.bots import basic, own
from railbird.simulate.kernel import source_hash
from railbird.tomlfile import suggest

if TYPE_CHECKING:
    from collections.abc import Callable

    from railbird.simulate.arrays import Ints
    from railbird.simulate.bots.profile_games import Games

BASIC = ("always_call", "always_raise", "check_fold", "random")
DEFAULT_MIX = "tag:2,lag,nit,station,maniac"
MOST_OF_ONE = 10_000  # in one list; more would only fill memory
# the response of bots that do not look at the rake, and the greatest one
RAKE_BLIND, MOST_RAKE_RESPONSE = "0", 10


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
        player: name of the player, where the user gives one.
        rake_response: how far a profile answers the price of the rake, a number as text.
        games: what a profile does differently in games that are not hold'em.
    """

    name: str
    title: str
    function: Callable[..., Any]
    params: Ints
    profile: str
    source_hash: str
    player: str = ""
    rake_response: str = RAKE_BLIND
    games: Games | None = None


class BotEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One `[[bots]]` table of a job: a bot, how often it sits, its numbers, the player's name.

    `rake_response` is that of this entry where it differs from the job's.
    """

    bot: str
    count: int = 1
    params: tuple[int, ...] = ()
    player: str = ""
    rake_response: str | int | float | None = None


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


def seat_bots(
    wanted: str | tuple[BotEntry | str, ...],
    seats: int,
    rake_response: str | float = RAKE_BLIND,
) -> list[Bot]:
    """Return one bot for each seat, from a list such as 'tag:2,lag,nit' or a job's [[bots]].

    A count says how often a bot is taken; the list is repeated in order until the seats are full.

    Args:
        wanted: the list or the entries.
        seats: how many bots to return.
        rake_response: how far profiles answer the rake, where an entry does not say it.

    Raises:
        InputError: an unknown bot, a count that is none, more bots than seats, a wrong response.
    """
    listed = listed_bots(wanted, rake_response)
    if len(listed) > seats:
        raise InputError(
            f"bots: {len(listed)} bots for {seats} seats; name fewer, or raise --seats"
        )
    return [listed[i % len(listed)] for i in range(seats)]


def listed_bots(
    wanted: str | tuple[BotEntry | str, ...], rake_response: str | float = RAKE_BLIND
) -> list[Bot]:
    """Return the bots of a list, each as often as its count says.

    Raises:
        InputError: an unknown bot, a count that is none, nobody, a wrong response.
    """
    response = parse_response(rake_response)
    parts = (wanted,) if isinstance(wanted, str) else wanted
    entries = [
        entry
        for part in parts
        for entry in (parse_bots(part) if isinstance(part, str) else (part,))
    ]
    listed = [bot for entry in entries for bot in [_bot_of(entry, response)] * entry.count]
    if not listed:
        raise InputError("bots: nobody sits down; name a bot, as in --bots tag,lag")
    return listed


def parse_bots(text: str) -> tuple[BotEntry, ...]:
    """Return the entries of a list such as 'tag:2,lag,mine.py:decide:2'.

    Raises:
        InputError: a count that is none.
    """
    entries = []
    for item in text.split(","):
        file, mark, rest = item.strip().rpartition(own.MARK)
        name, _, count = rest.partition(":")
        if count and (not count.isdecimal() or int(count) < 1):
            raise InputError(f"bots {text!r}: {item.strip()!r} has no valid count; write tag:2")
        entries.append(BotEntry(file + mark + name, int(count or 1)))
    return tuple(entries)


def parse_response(value: str | float) -> str:
    """Return a response to the rake in one spelling: '0', '0.5', '1'.

    Raises:
        InputError: it is no number from 0 to MOST_RAKE_RESPONSE.
    """
    try:
        number = Decimal(str(value))
    except InvalidOperation:
        number = Decimal(-1)
    if not number.is_finite() or not 0 <= number <= MOST_RAKE_RESPONSE:
        raise InputError(
            f"rake_response = {value!r}: a number from 0 (blind to the rake) to "
            f"{MOST_RAKE_RESPONSE} is possible; 1 is the full response"
        )
    return f"{number.normalize():f}" if number else RAKE_BLIND


def _with_response(bot: Bot, entry: BotEntry, response: str) -> Bot:
    """Let a profile answer the rake; other bots are as they are.

    Raises:
        InputError: the entry asks it of a bot that is no profile.
    """
    from railbird.simulate.bots.profiles import is_profile, params_with_response

    if not is_profile(bot):
        if entry.rake_response is not None:
            raise InputError(
                f"bots: {entry.bot} takes no rake_response, which is for profiles; a bot of your "
                "own reads O_RAKE_BPS and its neighbours itself"
            )
        return bot
    if entry.rake_response is not None:
        response = parse_response(entry.rake_response)
    return replace(bot, params=params_with_response(bot.params, response), rake_response=response)


def _bot_of(entry: BotEntry, response: str = RAKE_BLIND) -> Bot:
    bot = _with_response(find_bot(entry.bot), entry, response)
    if not 1 <= entry.count <= MOST_OF_ONE:
        raise InputError(
            f"bots: {entry.bot} has count = {entry.count}; from 1 to {MOST_OF_ONE:,} is possible"
        )
    if not entry.player.isprintable():
        raise InputError(
            f"bots: player {entry.player!r}: a name is one line of letters, digits and signs; "
            "leave out what is none"
        )
    if entry.params and not own.is_own(entry.bot):
        raise InputError(
            f"bots: {entry.bot} takes no params; they are for a bot of your own (FILE.py:NAME)"
        )
    if any(not -(2**63) <= number < 2**63 for number in entry.params):
        raise InputError(f"bots: params of {entry.bot}: a number does not fit 64 bits")
    params = np.array(entry.params, np.int64) if entry.params else bot.params
    return replace(bot, params=params, player=entry.player)


def player_names(bots: list[Bot]) -> list[str]:
    """Name the players as told, else by profile or function, numbered where one sits twice."""
    names = [bot.player or bot.profile for bot in bots]
    return [
        f"{name}_{names[: i + 1].count(name)}" if names.count(name) > 1 else name
        for i, name in enumerate(names)
    ]


def seated_bot(name: str, params: tuple[int, ...], rake_response: str = RAKE_BLIND) -> Bot:
    """Return a bot of a recipe, with the numbers it was seated with."""
    return _bot_of(BotEntry(name, params=params if own.is_own(name) else ()), rake_response)


def own_params(bot: Bot) -> tuple[int, ...]:
    """Return the numbers a bot of the user's own was given; a built-in bot's are in its source."""
    return tuple(bot.params.tolist()) if own.is_own(bot.name) else ()


def params_matrix(bots: list[Bot], rows: int) -> Ints:
    """Return the parameters of the seated bots, one row a bot, padded with 0 to `rows` rows."""
    width = max(len(bot.params) for bot in bots)
    matrix = np.zeros((rows, width), np.int64)
    for i, bot in enumerate(bots):
        matrix[i, : len(bot.params)] = bot.params
    return matrix
