"""Ways to damage the files of a lake, and the damage that checks find in games but hold'em."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pyarrow as pa
import pyarrow.parquet as pq

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

Row = dict[str, Any]


def change(path: Path, table: str, run: str, alter: Callable[[list[Row]], object]) -> None:
    """Rewrite one table of a run after altering its rows in place."""
    file = path / table / f"run={run}" / "part-00000.parquet"
    content = pq.read_table(file, partitioning=None)
    rows = content.to_pylist()
    alter(rows)
    schema = pa.schema([field.with_nullable(nullable=True) for field in content.schema])
    pq.write_table(pa.Table.from_pylist(rows, schema=schema), file)


def set_where(
    column: str, value: object, which: Callable[[Row], bool] = lambda _: True
) -> Callable[[list[Row]], object]:
    """Set a column of the first row of which something holds."""
    return lambda rows: next(filter(which, rows)).__setitem__(column, value)


def add(
    column: str, value: int, which: Callable[[Row], bool] = lambda _: True
) -> Callable[[list[Row]], object]:
    """Add to a column of the first row of which something holds."""

    def alter(rows: list[Row]) -> None:
        next(filter(which, rows))[column] += value

    return alter


def drew(row: Row) -> bool:
    return row["final_hand"] is not None


def is_ranked(row: Row) -> bool:
    return row["hand_rank"] is not None


def has_low(row: Row) -> bool:
    return row["low_rank"] is not None and row["low_rank"] < 56


# check, table, run, damage
GAME_DAMAGE = [
    ("02_pots_go_to_the_best_hands", "players", "hilo", set_where("low_rank", 56, has_low)),
    ("02_pots_go_to_the_best_hands", "players", "draw", set_where("hand_rank", 7462, is_ranked)),
    ("03_as_many_cards_as_the_street_needs", "players", "omaha", set_where("hole", "AsAh9d")),
    ("03_as_many_cards_as_the_street_needs", "players", "six", set_where("hole", "AsAh9d8d")),
    ("03_no_card_twice", "players", "omaha", set_where("hole", "AsAs9d8d")),
    ("03_draws_bring_cards_that_nobody_holds", "players", "draw",
     set_where("final_hand", "AsAs9d8d7d", drew)),
    ("03_draws_bring_cards_that_nobody_holds", "players", "draw",
     set_where("hole", "AsKs9d8d7d", drew)),
    ("07_showdowns_agree", "players", "draw", set_where("hand_rank", None, is_ranked)),
    ("06_nobody_acts_out_of_the_hand", "actions", "draw",
     set_where("what", 11 | 1 << 4 | 15 << 6, lambda row: row["what"] & 15 == 11)),
    ("06_actions_are_legal", "actions", "draw", add("amount", 1,
     lambda row: row["what"] & 15 == 11)),
]  # fmt: skip


def _boards(alter: Callable[[list[str]], list[str]], common: int) -> Callable[[list[Row]], object]:
    """Alter the boards of the first hand that have so many cards in common."""

    def of_rows(rows: list[Row]) -> None:
        for row in rows:
            boards = row["boards"] or [""]
            alike = [i for i in range(5) if len({one[: 2 * i + 2] for one in boards}) == 1]
            if len(boards) > 1 and len(alike) == common:
                row["boards"] = alter(boards)
                return
        raise AssertionError("no such boards")

    return of_rows


BOARD_DAMAGE = [
    ("02_pots_go_to_the_best_hands", "players", "holdem", set_where("hand_rank", 7462, is_ranked)),
    ("03_as_many_cards_as_the_street_needs", "hands", "holdem", _boards(lambda b: b[:1], 0)),
    ("03_as_many_cards_as_the_street_needs", "hands", "holdem",
     _boards(lambda b: [b[0], b[1], b[2][:8]], 0)),
    ("03_as_many_cards_as_the_street_needs", "hands", "holdem",
     _boards(lambda b: [b[1], b[0], b[2]], 0)),
    ("03_no_card_twice", "hands", "holdem",
     _boards(lambda b: [b[0], b[1], b[2][:8] + b[1][8:]], 0)),
    ("03_no_card_twice", "hands", "holdem", _boards(lambda b: [b[0], b[0], b[2]], 4)),
    ("03_boards_part_where_the_betting_ended", "hands", "omaha8",
     _boards(lambda b: [b[0], b[0][:2] + b[1][2:], b[2]], 0)),
    ("03_boards_part_where_the_betting_ended", "hands", "holdem",
     _boards(lambda b: [b[0], b[0][:8] + b[1][8:], b[2]], 3)),
    ("03_boards_part_where_the_betting_ended", "hands", "holdem",
     _boards(lambda b: [b[0], b[1], b[0][8:] + b[1][2:]], 3)),
]  # fmt: skip
