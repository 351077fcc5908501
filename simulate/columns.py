"""From the engine's rows to the lake's columns: names for codes, NULL for what is absent."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from railbird.lake.bits import TABLE_SHIFT
from railbird.simulate.card_columns import boards_column, set_board, set_hands, shown_column
from railbird.simulate.codes import POSITIONS
from railbird.simulate.seating import EVENTS
from railbird.simulate.sessions import bots_of_pool, names_of_pool
from railbird.simulate.tournaments import Level, level_matrix

if TYPE_CHECKING:
    from railbird.lake.writer import PartWriter
    from railbird.simulate.arrays import Ints
    from railbird.simulate.recipe import Recipe
    from railbird.simulate.rows import Rows
    from railbird.simulate.tournaments import Tournament

# The simulated clock: every table opens on this day (microseconds since 1970). How long a hand
# takes follows from the room's hands per hour.
EPOCH = 1_767_225_600_000_000  # 2026-01-01 00:00 UTC
_EVENTS = list(EVENTS)


def constants_of(recipe: Recipe) -> dict[str, dict[str, Any]]:
    """Columns that have one value in all rows of a run, by table."""
    table = recipe.table
    fixed = table.betting == "FL"
    usual: dict[str, dict[str, Any]] = {
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
            "jackpot": 0,
            "added_by_site": 0,
            "rake_policy": recipe.rake.name,
            "stacks_mode": recipe.stacks_mode,
            "status": "complete",
        },
        "players": {"big_blind": table.big_blind, "dealt": table.seats, "fees": 0, "bonus": 0},
        "pots": {"jackpot": 0},
        "tournaments": _of_tournaments(recipe),
    }
    differ = _differing(recipe)
    return {
        name: {column: value for column, value in columns.items() if column not in differ}
        for name, columns in usual.items()
    }


def _differing(recipe: Recipe) -> set[str]:
    """Which of these columns differ from hand to hand after all."""
    differ = set()
    if recipe.session is not None or recipe.tournament is not None:
        differ.add("dealt")
    if recipe.session is not None and recipe.table.straddles:  # fewer where fewer are dealt in
        differ.add("straddle")
    if recipe.tournament is not None:
        differ |= {*Level.__struct_fields__, "ante_kind"}
    for column, charge in (
        ("jackpot", recipe.rake.jackpot),
        ("added_by_site", recipe.rake.splash),
        ("fees", recipe.rake.fees),
    ):
        if charge is not None:
            differ.add(column)
    return differ


def _of_tournaments(recipe: Recipe) -> dict[str, Any]:
    if recipe.tournament is None:
        return {}
    return {
        "currency": recipe.tournament.currency,
        "money_exp": recipe.money_exp,
        "buy_in": recipe.tournament.buy_in,
        "fee": recipe.tournament.fee,
    }


def hands_columns(rows: Rows, game: str = "holdem") -> dict[str, Any]:
    """Columns of `hands` that differ from hand to hand."""
    columns: dict[str, Any] = rows.columns("hands")
    columns.pop("level")  # of tournaments only
    columns.pop("more_boards")  # of few rooms
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


def level_columns(tournament: Tournament, rows: Rows) -> dict[str, Any]:
    """Columns of `hands` that follow from the level of a tournament's hands."""
    number = rows.column("hands", "level")
    values = level_matrix(tournament)[number - 1].T
    columns: dict[str, Any] = dict(zip(Level.__struct_fields__, values, strict=True))
    for name in ("small_bet", "big_bet"):
        columns[name] = (columns[name], columns[name] == 0)
    columns["ante_kind"] = (np.where(columns["ante"] > 0, 0, -1), [tournament.ante_kind])
    columns["level"] = number
    columns["tournament_id"] = rows.column("hands", "hand_id") >> TABLE_SHIFT
    return columns


def tournaments_columns(rows: Rows, names: Names) -> dict[str, Any]:
    """Columns of `tournaments`."""
    columns: dict[str, Any] = rows.columns("tournaments")
    columns["profile"] = (names.profile_codes(columns["player"]), names.profiles)
    columns["player"] = (columns["player"], names.players)
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
    if recipe.room.deal.boards > 1:
        hands["boards"] = boards_column(rows.columns("hands"))
    if recipe.session is not None and table.straddles:
        straddles = np.minimum(table.straddles, hands["dealt"] - 2)
        hands["straddle"] = np.where(straddles > 0, table.big_blind << straddles, 0)
    if recipe.tournament is not None:
        hands |= level_columns(recipe.tournament, rows)
    write("hands", hands)
    if "players" in recipe.keep:
        players = players_columns(rows, names.players, None, table.game, table.hole_cards)
        codes = names.profile_codes(rows.column("players", "player"))
        players["profile"] = (codes, names.profiles)
        if recipe.session is not None or recipe.tournament is not None:
            players["dealt"] = np.repeat(hands["dealt"], hands["dealt"])
        if recipe.tournament is not None:
            players["big_blind"] = np.repeat(hands["big_blind"], hands["dealt"])
        write("players", players)
    if "actions" in recipe.keep:
        write("actions", actions_columns(rows, table.game))
    if "pots" in recipe.keep:
        write("pots", pots_columns(rows))
    if recipe.stacks_mode == "carry":
        write("events", events_columns(rows, names.players))
    if recipe.tournament is not None:
        write("tournaments", tournaments_columns(rows, names))
