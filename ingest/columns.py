"""From replayed hands to the lake's columns: a simulated run's, and what only a record has."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from railbird.ingest.mixed import PACKED, mixed_hands, mixed_shown
from railbird.ingest.recorded import MONEY_EXP, UNKNOWN_STACK
from railbird.simulate.codes import MAX_SEATS
from railbird.simulate.columns import (
    actions_columns,
    hands_columns,
    players_columns,
    pots_columns,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from railbird.ingest.laying import Batch
    from railbird.ingest.passages import Found
    from railbird.ingest.recorded import Setting, UnreadableError
    from railbird.ingest.replaying import Outcome
    from railbird.lake.writer import PartWriter
    from railbird.simulate.arrays import Ints
    from railbird.simulate.rows import Rows

TABLES = ("hands", "players", "actions", "pots", "sources", "issues")
_BY_SETTING = ("chip", "small_blind", "big_blind", "ante", "straddle", "seats")


def constants_of() -> dict[str, dict[str, Any]]:
    """Columns that have one value in all rows of a run, by table."""
    return {
        "hands": {
            "duration": 0,
            "money_exp": MONEY_EXP,
            "stacks_mode": "reset",
            "status": "complete",
        },
        "players": {"bonus": 0},
    }


def write_hands(
    writer: PartWriter,
    batch: Batch,
    outcome: Outcome,
    found: Sequence[Found],
    files: list[str],
) -> None:
    """Hand the standing hands of a batch to the lake.

    Args:
        writer: of the part.
        batch: the hands.
        outcome: what became of them.
        found: where each hand of the batch stands.
        files: name by file number.
    """
    standing = outcome.standing.tolist()
    if not standing:
        return
    hands = [batch.hands[i] for i in standing]
    kinds = batch.kinds[outcome.standing]
    columns = hands_columns(outcome.rows)
    hand_id = outcome.rows.column("hands", "hand_id")
    columns |= _setting_columns(batch.settings, kinds)
    columns["source"] = _coded([found[i].format for i in standing])
    dealt = outcome.rows.column("hands", "dealt")
    columns["dealt"] = columns["seated"] = dealt
    started = [hand.started_at for hand in hands]
    absent = np.array([moment is None for moment in started], np.bool_)
    columns["started_at"] = (np.array([moment or 0 for moment in started], np.int64), absent)
    columns["site_hand_id"] = [hand.site_hand_id for hand in hands]
    writer.write("hands", columns)
    players = _players_columns(batch, outcome.rows, np.repeat(kinds, dealt))
    players["big_blind"] = np.repeat(columns["big_blind"], dealt)
    players["dealt"] = np.repeat(dealt, dealt)
    players["stack"] = (players["stack"], players["stack"] == UNKNOWN_STACK)
    if any(hand.profiles is not None for hand in hands):
        players["profile"] = _profiles(batch, outcome.standing, dealt, players["seat"])
    writer.write("players", players)
    writer.write("actions", _actions_columns(batch, outcome.rows, hand_id, kinds))
    writer.write("pots", pots_columns(outcome.rows))
    writer.write(
        "sources",
        {
            "hand_id": hand_id,
            **_places([found[i] for i in standing], files),
            "format": columns["source"],
            "site": _coded([hand.site for hand in hands]),
            "tz_status": _coded([hand.tz_status for hand in hands]),
        },
    )


def _places(found: Sequence[Found], files: list[str]) -> dict[str, Any]:
    """Return the columns that say where a passage stands."""
    passages = [entry.passage for entry in found]
    return {
        "file": (np.array([entry.table for entry in found], np.int64), files),
        "byte_start": np.array([passage.start for passage in passages], np.int64),
        "byte_end": np.array([passage.end for passage in passages], np.int64),
        "line": np.array([passage.line for passage in passages], np.int64),
    }


def _players_columns(batch: Batch, rows: Rows, kinds: Ints) -> dict[str, Any]:
    """Return the columns of `players`; `kinds` are the settings of the rows."""
    first = batch.settings[0]
    if batch.games == 1:
        return players_columns(rows, batch.players, None, first.game, first.hole_cards)
    packed = {name: rows.column("players", name) for name in PACKED}
    columns = players_columns(rows, batch.players, None)
    return columns | mixed_hands(packed, batch.settings, kinds)


def _actions_columns(batch: Batch, rows: Rows, hand_id: Ints, kinds: Ints) -> dict[str, Any]:
    """Return the columns of `actions`; `kinds` are the settings of the hands."""
    if batch.games == 1:
        return actions_columns(rows, batch.settings[0].game)
    of_row = kinds[np.searchsorted(hand_id, rows.column("actions", "hand_id"))]
    shown = mixed_shown(rows.column("actions", "cards"), batch.settings, of_row)
    return actions_columns(rows) | {"cards": shown}


def _setting_columns(settings: Sequence[Setting], kinds: Ints) -> dict[str, Any]:
    def amounts(name: str) -> Ints:
        return np.array([getattr(setting, name) for setting in settings], np.int64)[kinds]

    columns: dict[str, Any] = {name: amounts(name) for name in _BY_SETTING}
    for name in ("small_bet", "big_bet"):
        columns[name] = (amounts(name), amounts(name) == 0)
    for name in ("game", "betting", "currency", "ante_kind", "room", "rake_policy"):
        codes, names = _coded([getattr(setting, name) for setting in settings])
        columns[name] = (codes[kinds], names)
    return columns


def _profiles(batch: Batch, standing: Ints, dealt: Ints, seats: Ints) -> tuple[Ints, list[str]]:
    """Return the profiles of the players of the standing hands, in the order of their rows."""
    by_seat: list[str | None] = []
    for i in standing.tolist():
        row: list[str | None] = [None] * MAX_SEATS
        for player, profile in enumerate(batch.hands[i].profiles or ()):
            row[batch.places[i, player]] = profile
        by_seat += row
    hand = np.repeat(np.arange(len(standing)) * MAX_SEATS, dealt)
    return _coded([by_seat[k] for k in (hand + seats).tolist()])


def _coded(texts: Sequence[str | None]) -> tuple[Ints, list[str]]:
    """Return few different texts as codes and names; None is code -1."""
    codes: dict[str, int] = {}
    found = [-1 if text is None else codes.setdefault(text, len(codes)) for text in texts]
    return np.array(found, np.int64), list(codes)


def write_issues(
    writer: PartWriter, issues: Sequence[tuple[Found, UnreadableError]], files: list[str]
) -> None:
    """Hand issues to the lake."""
    if not issues:
        return
    found = [entry for entry, _ in issues]
    writer.write(
        "issues",
        {
            **_places(found, files),
            "code": _coded([error.code for _, error in issues]),
            "message": _coded([error.message for _, error in issues]),
            "raw": [entry.passage.raw.decode(errors="backslashreplace") for entry in found],
        },
    )
