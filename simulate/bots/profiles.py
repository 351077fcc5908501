"""Profile bots: one decision function played with tables of ranges and frequencies."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING

from railbird.errors import InputError
from railbird.simulate.bots.profile_elsewhere import decide_elsewhere
from railbird.simulate.bots.profile_games import Games, params_of_game
from railbird.simulate.bots.profile_kernel import decide_profile
from railbird.simulate.bots.profile_params import P_RAKE_FACTOR, P_RAKE_RESPONSE
from railbird.simulate.bots.profile_tables import folder, params_of, read_orders, read_profile
from railbird.simulate.codes import BETTINGS, FIXED_LIMIT, GAMES, HOLDEM
from railbird.simulate.kernel import source_hash
from railbird.tomlfile import suggest

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable
    from pathlib import Path

    from railbird.simulate.arrays import Ints
    from railbird.simulate.bots.catalogue import Bot
    from railbird.simulate.room import Table

PROFILES = ("nit", "tag", "lag", "station", "maniac")
# what a profile's play comes from besides its own file and the engine; a test holds it complete
SOURCES = (
    "draw_hole.py",
    "draw_strength.py",
    "game_place.py",
    "omaha_hole.py",
    "omaha_strength.py",
    "profile_answer.py",
    "profile_draw.py",
    "profile_elsewhere.py",
    "profile_games.py",
    "profile_kernel.py",
    "profile_params.py",
    "profile_postflop.py",
    "profile_preflop.py",
    "profile_rake.py",
    "profile_strength.py",
    "profile_tables.py",
    "game_orders.toml",
    "hand_orders.toml",
)


def profile_names() -> list[str]:
    """Names of the profiles that are built in, from the tightest to the loosest."""
    return list(PROFILES)


@cache
def profile_bot(name: str) -> Bot:
    """Return a built-in profile as a bot.

    Raises:
        InputError: there is no profile of this name.
    """
    if name not in PROFILES:
        raise InputError(f"unknown profile {name!r}; {suggest(name, PROFILES)}")
    return profile_of_file(folder() / "profiles" / f"{name}.toml")


def is_profile(bot: Bot) -> bool:
    """Whether a bot is a profile, built in or a file of the user's."""
    return bot.function in {decide_profile, decide_elsewhere}


def with_function_of(bot: Bot, game: str) -> Bot:
    """Return a bot with the function that plays a game: profiles have one for hold'em alone."""
    if not is_profile(bot) or game == GAMES[HOLDEM]:
        return bot
    return replace(bot, function=decide_elsewhere)


def bot_in_game(bot: Bot, table: Table) -> Bot:
    """Return a bot as it plays a table's game; profiles have tables of their own for each."""
    seated = with_function_of(bot, table.game)
    if seated is bot:
        return bot
    params = params_of_game(
        bot.params,
        bot.games or Games(),
        table.game,
        fixed_limit=table.betting == BETTINGS[FIXED_LIMIT],
        hole_cards=table.hole_cards,
    )
    return replace(seated, params=params)


def params_with_response(params: Ints, response: str) -> Ints:
    """Return a profile's numbers with its response to the rake set: its own factor times so much.

    Args:
        params: int64[PARAMS_SIZE], left as they are.
        response: a number as text, 0 or more.
    """
    seated = params.copy()
    seated[P_RAKE_RESPONSE] = round(seated[P_RAKE_FACTOR] * float(response))
    return seated


def profile_of_file(path: Path | Traversable) -> Bot:
    """Return the profile of a TOML file as a bot named like the file.

    Raises:
        InputError: the file cannot be read, or a key or a value in it is wrong.
    """
    from railbird.simulate.bots.catalogue import Bot

    profile = read_profile(path)
    name = path.name.removesuffix(".toml")
    sources = b"\0".join((folder() / source).read_bytes() for source in SOURCES)
    return Bot(
        name=name,
        title=profile.title,
        function=decide_profile,
        params=params_of(profile, read_orders()),
        profile=name,
        games=profile,
        source_hash=source_hash(sources + b"\0" + path.read_bytes()),
    )
