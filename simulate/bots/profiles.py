"""Profile bots: one decision function played with tables of ranges and frequencies."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from railbird.simulate.bots.catalogue import Bot


def profile_names() -> list[str]:
    """Names of the profiles that are built in, in order of looseness."""
    return []


def profile_bot(name: str) -> Bot:
    """Return a profile as a bot."""
    raise KeyError(name)
