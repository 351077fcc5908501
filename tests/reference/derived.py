"""Every statistic of the engine's rows: its own bits, and what the registry derives in SQL."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import duckdb
import pyarrow as pa

from railbird import registry

if TYPE_CHECKING:
    from collections.abc import Sequence

    from reference.hand import Hand

Flags = dict[str, tuple[set[int], set[int]]]


def engine_flags(hands: Sequence[Hand], views: Sequence[dict[str, Any]]) -> list[Flags]:
    """Return for each hand the seats with an opportunity and those who took it, by statistic."""
    rows = [
        _row(number, hand.big_blind, seat, player, view)
        for number, (hand, view) in enumerate(zip(hands, views, strict=True))
        for seat, player in view["players"].items()
    ]
    names = [statistic.id for statistic in registry.statistics()]
    flagged = _derive(pa.Table.from_pylist(rows), names)
    found: list[Flags] = [{name: (set(), set()) for name in names} for _ in hands]
    for number, seat, *columns in flagged:
        for i, name in enumerate(names):
            opp, done = found[number][name]
            if columns[2 * i]:
                done.add(seat)
            if columns[2 * i + 1]:
                opp.add(seat)
    return found


def _row(
    number: int, big_blind: int, seat: int, player: dict[str, Any], view: dict[str, Any]
) -> dict[str, Any]:
    bits = {name: seat in seats for name, seats in view["done"].items()}
    bits |= {f"{name}_opp": seat in seats for name, seats in view["opp"].items()}
    all_in = player["all_in_street"]
    return {
        "number": number,
        "seat": seat,
        "big_blind": big_blind,
        "position": player["position"],
        "invested": player["invested"],
        "net": player["collected"] - player["invested"],
        "showdown": player["showdown"],
        "won": player["won"],
        "all_in_street": all_in if all_in >= 0 else None,
        **{
            f"{action}s_{street}": count
            for street, counts in enumerate(player["counts"])
            for action, count in counts.items()
        },
        **bits,
    }


def _derive(players: pa.Table, names: list[str]) -> list[tuple[Any, ...]]:
    """Evaluate the registry's SQL over one row per player-hand."""
    known = set(players.column_names)
    columns = ["number", "seat"]
    for statistic in registry.statistics():
        for name, sql in (
            (statistic.id, statistic.done_sql),
            (f"{statistic.id}_opp", statistic.opp_sql),
        ):
            columns.append(f"{sql} as {name}" if sql is not None else name)
            assert sql is not None or name in known, f"the engine does not compute {name}"
    listed = ", ".join(f"{name}, {name}_opp" for name in names)
    with duckdb.connect() as connection:
        connection.register("players", players)
        return connection.sql(
            f"select number, seat, {listed} from (select {', '.join(columns)} from players)"  # noqa: S608  the registry's own text
        ).fetchall()
