"""From the engine's rows to the lake's columns: names for codes, NULL for what is absent."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from railbird.simulate.card_columns import set_board, set_hands, shown_column
from railbird.simulate.codes import POSITIONS
from railbird.simulate.seating import EVENTS
from railbird.simulate.sessions import bots_of_pool, names_of_pool

if TYPE_CHECKING:
    from railbird.lake.writer import PartWriter
    from railbird.simulate.arrays import Ints
    from railbird.simulate.recipe import Recipe
    from railbird.simulate.rows import Rows

# The simulated clock: every table opens on this day (microseconds since 1970). How long a hand
# takes follows from the room's hands per hour.
EPOCH = 1_767_225_600_000_000  # 2026-01-01 00:00 UTC
_EVENTS = list(EVENTS)
_CONSTANT_SO_FAR = ("level",)


def constants_of(recipe: Recipe) -> dict[str, dict[str, Any]]:
    """Columns that have one value in all rows of a run, by table."""
    table = recipe.table
    no_jackpot = {"jackpot": 0} if recipe.rake.jackpot is None else {}
    no_splash = {"added_by_site": 0} if recipe.rake.splash is None else {}
    no_fees = {"fees": 0} if recipe.rake.fees is None else {}
    straddle = table.big_blind << table.straddles if table.straddles else 0
    # where players come and go, these differ from hand to hand
    stays = recipe.session is None
    straddled = {"straddle": straddle} if stays or not straddle else {}
    dealt = {"dealt": table.seats} if stays else {}
    fixed = table.betting == "FL"
    return {
        "hands": {
            "source": "simulate",
            "room": recipe.room.name,
            "game": table.game,
            "betting": table.betting,
            "currency": recipe.currency,
            "money_exp": recipe.money_exp,
            "chip": table.chip,
            "small_blind": table.small_blind,
            "big_blind": table.big_blind,
            "ante": table.ante,
            "ante_kind": table.ante_kind,
            **straddled,
            "small_bet": table.small_bet if fixed else None,
            "big_bet": table.big_bet if fixed else None,
            "seats": table.seats,
            **no_jackpot,
            **no_splash,
            "rake_policy": recipe.rake.name,
            "stacks_mode": recipe.stacks_mode,
            "status": "complete",
        },
        "players": {
            "big_blind": table.big_blind,
            **dealt,
            **no_fees,
            "bonus": 0,
        },
        "pots": no_jackpot,
    }


def hands_columns(rows: Rows, game: str = "holdem") -> dict[str, Any]:
    """Columns of `hands` that differ from hand to hand."""
    columns: dict[str, Any] = rows.columns("hands")
    for name in _CONSTANT_SO_FAR:
        columns.pop(name)
    columns["started_at"] = EPOCH + columns.pop("started") * 1_000_000
    set_board(columns, game)
    return columns


def players_columns(
    rows: Rows,
    names: list[str],
    profiles: list[str] | None,
    game: str = "holdem",
    hole_cards: int = 2,
) -> dict[str, Any]:
    """Columns of `players`; `names` and `profiles` are by player code."""
    columns: dict[str, Any] = rows.columns("players")
    if profiles is not None:
        columns["profile"] = (columns["player"], profiles)
    columns["player"] = (columns["player"], names)
    columns["position"] = (columns["position"], POSITIONS)
    set_hands(columns, game, hole_cards)
    return columns


def actions_columns(rows: Rows, game: str = "holdem") -> dict[str, Any]:
    """Columns of `actions`."""
    columns: dict[str, Any] = rows.columns("actions")
    columns["cards"] = shown_column(columns["cards"], game)
    return columns


def pots_columns(rows: Rows) -> dict[str, Any]:
    """Columns of `pots`."""
    columns: dict[str, Any] = rows.columns("pots")
    return columns


def events_columns(rows: Rows, names: list[str]) -> dict[str, Any]:
    """Columns of `events`."""
    columns: dict[str, Any] = rows.columns("events")
    columns["player"] = (columns["player"], names)
    columns["event"] = (columns["event"], _EVENTS)
    return columns


class Names:
    """Names and profiles of a run's players, by player code; made once a run, for they may be many.

    The writer knows a list of names by its identity.
    """

    def __init__(self, recipe: Recipe) -> None:
        """Work them out."""
        self.players = [player.player for player in recipe.players]
        self.profiles = [player.profile for player in recipe.players]
        self._bots: Ints | None = None
        if recipe.population is not None:
            self._bots = bots_of_pool(recipe.population, 0)
            self.players = names_of_pool(
                recipe.population, [player.player for player in recipe.players]
            )

    def profile_codes(self, players: Ints) -> Ints:
        """Turn player codes into codes of `profiles`."""
        codes: Ints = players if self._bots is None else self._bots[players]
        return codes


def write_rows(writer: PartWriter, recipe: Recipe, rows: Rows, names: Names | None = None) -> None:
    """Hand a chunk of played hands to the lake; `names` are those of the recipe."""
    names = names or Names(recipe)
    constants = constants_of(recipe)

    def write(table: str, columns: dict[str, Any]) -> None:
        same = constants.get(table, {})
        writer.write(table, {n: c for n, c in columns.items() if n not in same})

    table = recipe.table
    hands = hands_columns(rows, table.game)
    if recipe.session is not None and table.straddles:  # fewer where fewer are dealt in
        straddles = np.minimum(table.straddles, hands["dealt"] - 2)
        hands["straddle"] = np.where(straddles > 0, table.big_blind << straddles, 0)
    write("hands", hands)
    if "players" in recipe.keep:
        players = players_columns(rows, names.players, None, table.game, table.hole_cards)
        codes = names.profile_codes(rows.column("players", "player"))
        players["profile"] = (codes, names.profiles)
        if recipe.session is not None:
            players["dealt"] = np.repeat(hands["dealt"], hands["dealt"])
        write("players", players)
    if "actions" in recipe.keep:
        write("actions", actions_columns(rows, table.game))
    if "pots" in recipe.keep:
        write("pots", pots_columns(rows))
    if recipe.stacks_mode == "carry":
        write("events", events_columns(rows, names.players))
