"""From the engine's rows to the lake's columns: names for codes, NULL for what is absent."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from railbird.cards import HOLE_STRINGS, NO_CARD, cards_column
from railbird.lake.bits import CARD_BITS, NO_CARD_BITS, OUTCOME_SHOWDOWN
from railbird.simulate.codes import POSITIONS
from railbird.simulate.seating import EVENTS

if TYPE_CHECKING:
    from railbird.cards import TextColumn
    from railbird.lake.writer import PartWriter
    from railbird.simulate.arrays import Ints
    from railbird.simulate.recipe import Recipe
    from railbird.simulate.rows import Rows

# The simulated clock: every table opens on this day (microseconds since 1970). How long a hand
# takes follows from the room's hands per hour.
EPOCH = 1_767_225_600_000_000  # 2026-01-01 00:00 UTC
HOLDEM_CARDS = 2
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


def hands_columns(rows: Rows) -> dict[str, Any]:
    """Columns of `hands` that differ from hand to hand."""
    columns: dict[str, Any] = rows.columns("hands")
    for name in _CONSTANT_SO_FAR:
        columns.pop(name)
    columns["started_at"] = EPOCH + columns.pop("started") * 1_000_000
    columns["board"] = cards_column(unpack_boards(columns["board"], columns["last_street"]))
    return columns


def unpack_boards(packed: Ints, last_street: Ints) -> Ints:
    """Boards as int64[hands, 5], -1 where no card was dealt."""
    boards = packed[:, None] >> np.arange(0, 30, 6) & 63
    dealt = np.array([0, 3, 4, 5])[last_street]
    boards[np.arange(5) >= dealt[:, None]] = -1
    return boards


def players_columns(
    rows: Rows, names: list[str], profiles: list[str] | None, hole_cards: int = 2
) -> dict[str, Any]:
    """Columns of `players`; `names` and `profiles` are by player code."""
    columns: dict[str, Any] = rows.columns("players")
    if profiles is not None:
        columns["profile"] = (columns["player"], profiles)
    columns["player"] = (columns["player"], names)
    columns["position"] = (columns["position"], POSITIONS)
    unranked = (columns["outcome"] & OUTCOME_SHOWDOWN == 0) | (columns["hole"] < 0)
    columns["hole"] = cards_text(columns["hole"], hole_cards)
    columns["hand_rank"] = (columns["hand_rank"], unranked)
    return columns


def cards_text(packed: Ints, n: int) -> tuple[Ints, list[str]] | TextColumn:
    """Cards of players as text: of n each, as the engine packs them; NULL where one is unknown.

    Two cards are codes of a short list. More hardly repeat, and are written out.
    """
    if n == HOLDEM_CARDS:
        return packed, HOLE_STRINGS
    cards = packed[:, None] >> np.arange(0, CARD_BITS * n, CARD_BITS) & NO_CARD_BITS
    cards[(packed < 0) | (cards == NO_CARD_BITS).any(axis=1)] = NO_CARD
    return cards_column(cards)


def actions_columns(rows: Rows, hole_cards: int = 2) -> dict[str, Any]:
    """Columns of `actions`; `hole_cards` is how many a player is dealt."""
    columns: dict[str, Any] = rows.columns("actions")
    columns["cards"] = shown_text(columns["cards"], hole_cards)
    return columns


def shown_text(packed: Ints, n: int) -> tuple[Ints, list[str]] | TextColumn:
    """Cards shown or discarded as text: up to n of them; NULL where there are none."""
    if n == HOLDEM_CARDS:
        return packed, HOLE_STRINGS
    cards = packed[:, None] >> np.arange(0, CARD_BITS * n, CARD_BITS) & NO_CARD_BITS
    cards[(packed[:, None] < 0) | (cards == NO_CARD_BITS)] = NO_CARD
    return cards_column(cards)


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

    write("hands", hands_columns(rows))
    cards = recipe.table.hole_cards
    names = [player.player for player in recipe.players]
    if "players" in recipe.keep:
        profiles = [player.profile for player in recipe.players]
        write("players", players_columns(rows, names, profiles, cards))
    if "actions" in recipe.keep:
        write("actions", actions_columns(rows, cards))
    if "pots" in recipe.keep:
        write("pots", pots_columns(rows))
    if recipe.stacks_mode == "carry":
        write("events", events_columns(rows, names))
