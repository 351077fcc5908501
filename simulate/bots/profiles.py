"""Profile bots: one decision function played with tables of ranges and frequencies."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from railbird.errors import InputError
from railbird.simulate.bots.profile_kernel import decide_profile
from railbird.simulate.bots.profile_tables import folder, params_of, read_orders, read_profile
from railbird.simulate.kernel import source_hash
from railbird.tomlfile import suggest

if TYPE_CHECKING:
    from railbird.simulate.bots.catalogue import Bot

PROFILES = ("nit", "tag", "lag", "station", "maniac")
SOURCES = (
    "profile_answer.py",
    "profile_kernel.py",
    "profile_params.py",
    "profile_postflop.py",
    "profile_preflop.py",
    "profile_strength.py",
    "profile_tables.py",
    "hand_orders.toml",
)


def profile_names() -> list[str]:
    """Names of the profiles that are built in, from the tightest to the loosest."""
    return list(PROFILES)


@cache
def profile_bot(name: str) -> Bot:
    """Return a profile as a bot.

    Raises:
        InputError: there is no profile of this name, or its file is wrong.
    """
    from railbird.simulate.bots.catalogue import Bot

    if name not in PROFILES:
        raise InputError(f"unknown profile {name!r}; {suggest(name, PROFILES)}")
    path = folder() / "profiles" / f"{name}.toml"
    profile = read_profile(path)
    sources = b"\0".join((folder() / source).read_bytes() for source in SOURCES)
    return Bot(
        name=name,
        title=profile.title,
        function=decide_profile,
        params=params_of(profile, read_orders()),
        profile=name,
        source_hash=source_hash(sources + b"\0" + path.read_bytes()),
    )
