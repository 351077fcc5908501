"""From the engine's rows to the lake's columns: names for codes, NULL for what is absent."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from railbird.simulate.card_columns import set_board, set_hands, shown_column
from railbird.simulate.codes import POSITIONS
from railbird.simulate.seating import EVENTS

if TYPE_CHECKING:
    from railbird.lake.writer import PartWriter
    from railbird.simulate.recipe import Recipe
    from railbird.simulate.rows import Rows

# The simulated clock: every table opens on this day (microseconds since 1970). How long a hand
# takes follows from the room's hands per hour.
EPOCH = 1_767_225_600_000_000  # 2026-01-01 00:00 UTC
_CONSTANT_SO_FAR = ("level",)


def constants_of(recipe: Recipe) -> dict[str, dict[str, Any]]:
    """Columns that have one value in all rows of a run, by table."""
    table = recipe.table
    no_jackpot = {"jackpot": 0} if recipe.rake.jackpot is None else {}
    no_splash = {"added_by_site": 0} if recipe.rake.splash is None else {}
    no_fees = {"fees": 0} if recipe.rake.fees is None else {}
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
            "straddle": table.big_blind << table.straddles if table.straddles else 0,
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
            "dealt": table.seats,
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
    columns["event"] = (columns["event"], list(EVENTS))
    return columns


def write_rows(writer: PartWriter, recipe: Recipe, rows: Rows) -> None:
    """Hand a chunk of played hands to the lake."""
    constants = constants_of(recipe)

    def write(table: str, columns: dict[str, Any]) -> None:
        same = constants.get(table, {})
        writer.write(table, {n: c for n, c in columns.items() if n not in same})

    game = recipe.table.game
    write("hands", hands_columns(rows, game))
    names = [player.player for player in recipe.players]
    if "players" in recipe.keep:
        profiles = [player.profile for player in recipe.players]
        write("players", players_columns(rows, names, profiles, game, recipe.table.hole_cards))
    if "actions" in recipe.keep:
        write("actions", actions_columns(rows, game))
    if "pots" in recipe.keep:
        write("pots", pots_columns(rows))
    if recipe.stacks_mode == "carry":
        write("events", events_columns(rows, names))
