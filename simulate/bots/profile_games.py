"""A profile's tables for later rounds of games that are not hold'em, as its TOML says them.

Each section and each key may be left out: a section takes what it lacks from the next one of its
game in `SECTIONS`, and what none of them has from hold'em's tables. docs/profiles.md says what the
keys mean.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import msgspec

from railbird.simulate.bots import profile_params as at

if TYPE_CHECKING:
    from railbird.simulate.arrays import Ints

Percent = Annotated[float, msgspec.Meta(ge=0, le=100)]
ByClass = Annotated[tuple[Percent, ...], msgspec.Meta(min_length=10, max_length=10)]

# (game, fixed limit) -> where its tables are looked for, first to last
SECTIONS = {
    ("omaha", False): ("omaha",),
    ("omaha", True): ("omaha_limit", "omaha"),
    ("omaha8", False): ("omaha8", "omaha"),
    ("omaha8", True): ("omaha8_limit", "omaha_limit", "omaha8", "omaha"),
    ("draw", False): ("draw",),
    ("draw", True): ("draw_limit", "draw"),
}
FIRST_OF_KEY = {
    "bet_initiative": at.P_BET_INITIATIVE,
    "bet_free": at.P_BET_FREE,
    "raise_": at.P_RAISE,
    "fold_at": at.P_FOLD_AT,
}
FEWEST_CARDS = 4  # of Omaha
_RIVER_ROW = at.STREETS_POSTFLOP - 1


class ProfileTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A table of a profile file: no key but those declared is allowed."""


class Streets(ProfileTable, frozen=True):
    """A table by street and class of hand, in percent."""

    flop: ByClass
    turn: ByClass
    river: ByClass


class ByStreet(ProfileTable, frozen=True):
    """What a profile does differently on the streets of Omaha."""

    bet_initiative: Streets | None = None
    bet_free: Streets | None = None
    raise_: Streets | None = msgspec.field(name="raise", default=None)
    fold_at: Streets | None = None


class Omaha(ByStreet, frozen=True):
    """Omaha: the points that each hole card beyond four takes off `fold_at`, below a big hand.

    With more cards everybody has more.
    """

    per_card: Percent = 0.0


class AfterDraw(ProfileTable, frozen=True):
    """What a profile does differently after the draw, the only later round."""

    bet_initiative: ByClass | None = None
    bet_free: ByClass | None = None
    raise_: ByClass | None = msgspec.field(name="raise", default=None)
    fold_at: ByClass | None = None


class Draw(AfterDraw, frozen=True):
    """Draw: how often a pair keeps a high kicker, and a raiser with nothing stands pat."""

    keep_kicker: Percent = 0.0
    snow: Percent = 0.0


class Games(ProfileTable, frozen=True, kw_only=True):
    """The sections of a profile for games that are not hold'em."""

    omaha: Omaha = Omaha()
    omaha_limit: ByStreet = ByStreet()
    omaha8: ByStreet = ByStreet()
    omaha8_limit: ByStreet = ByStreet()
    draw: Draw = Draw()
    draw_limit: AfterDraw = AfterDraw()


def share(percent: float) -> int:
    """Percent in 1/65536."""
    return round(percent * at.ONE / 100)


def params_of_game(
    params: Ints, games: Games, game: str, *, fixed_limit: bool, hole_cards: int
) -> Ints:
    """Return a profile's numbers for a game that is not hold'em; int64[PARAMS_SIZE].

    Args:
        params: those of hold'em, left as they are.
        games: the sections of the profile.
        game: "omaha", "omaha8" or "draw".
        fixed_limit: whether bets are of fixed size.
        hole_cards: how many each player gets.
    """
    found = params.copy()
    for key, first in FIRST_OF_KEY.items():
        for name in reversed(SECTIONS[game, fixed_limit]):
            _put(found, first, getattr(getattr(games, name), key))
    _put_row(found, at.P_KEEP_KICKER, (games.draw.keep_kicker, games.draw.snow))
    if game != "draw":
        lower = share(games.omaha.per_card * max(hole_cards - FEWEST_CARDS, 0))
        for street in range(at.STREETS_POSTFLOP):
            row = at.P_FOLD_AT + street * at.CLASSES
            found[row : row + at.BIG_HAND] -= lower
    return found


def _put(params: Ints, first: int, table: Streets | tuple[float, ...] | None) -> None:
    """Write a table from a place on; after the draw no card is to come, as on the river."""
    if isinstance(table, Streets):
        for street, row in enumerate((table.flop, table.turn, table.river)):
            _put_row(params, first + street * at.CLASSES, row)
    elif table is not None:
        _put_row(params, first + _RIVER_ROW * at.CLASSES, table)


def _put_row(params: Ints, first: int, percents: tuple[float, ...]) -> None:
    params[first : first + len(percents)] = [share(percent) for percent in percents]
