"""Random hands, replayed in the engine under any policy, as the tables of a DuckDB connection.

Stacks, stakes and smallest chips differ from hand to hand, so there are side pots and odd chips as
no run of simulated tables has them. The actions are the same whatever the policy: what the engine
makes of them under another one is what a mechanical re-rake has to foresee.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import duckdb
import msgspec
import polars as pl
from reference.random_hands import played, played_as_few_rooms_do, seeded
from reference.with_engine import engine_hand

from railbird.reports.catalogue import sql_files
from railbird.simulate.policy import rake_config
from railbird.simulate.replay import replay

if TYPE_CHECKING:
    from collections.abc import Sequence

    from reference.hand import Hand

    from railbird.simulate.policy import Rake
    from railbird.simulate.rows import Rows

KIND = (
    "game", "betting", "small_blind", "big_blind", "small_bet", "big_bet", "seats", "currency",
    "money_exp",
)  # fmt: skip


def random_hands(seed: str, count: int, betting: str = "NL") -> list[Hand]:
    """Return so many hands with their actions; half of them with short stacks."""
    rng = seeded(seed)
    return [played(rng, betting, short=i % 2 == 0).hand for i in range(count)]


def board_hands(seed: str, count: int, game: str) -> list[Hand]:
    """Return so many hands that one, two or three boards were dealt to, short stacks all."""
    rng = seeded(seed)
    return [played_as_few_rooms_do(rng, "NL", game=game, short=True).hand for _ in range(count)]


def connection(hands: Sequence[Hand], rakes: dict[str, Rake]) -> duckdb.DuckDBPyConnection:
    """Return DuckDB with hands, pots and players as the engine settles them under each rake.

    Tables are named `hands_<name>` and so on; `policies` has every rake for every kind of table.
    """
    con = duckdb.connect()
    for text in sql_files("schema").values():
        con.execute(text)
    for name, rake in rakes.items():
        for table, frame in _tables(hands, rake).items():
            con.register("frame", frame)
            con.execute(f"create table {table}_{name} as from frame")
            con.unregister("frame")
    [some, *_] = rakes
    texts = [msgspec.json.encode(rake).decode() for rake in rakes.values()]
    con.register("frame", pl.DataFrame({"policy": list(rakes), "json": texts}))
    kinds = f"select distinct {', '.join(KIND)} from hands_{some}"  # noqa: S608
    query = f"select k.*, policy, rake_from_json(json) as rake from frame, ({kinds}) as k"  # noqa: S608
    con.execute(f"create table policies as {query}")
    con.unregister("frame")
    return con


def differing(con: duckdb.DuckDBPyConnection, table: str, old: str, new: str) -> list[object]:
    """Return rows of `table` in which a re-rake of `old` under policy `new` differs from `new`."""
    sources = f"hands := 'hands_{old}', pots := 'pots_{old}'"
    if table == "players":
        sources += f", players := 'players_{old}'"
    again = f"from rerake_{table}('{new}', {sources})"
    stored = f"from {table}_{new}"
    return con.execute(
        f"(({again}) except all ({stored})) union all (({stored}) except all ({again}))"
    ).fetchall()


def _tables(hands: Sequence[Hand], rake: Rake) -> dict[str, pl.DataFrame]:
    rk = rake_config(rake)
    rows, said = replay([replace(engine_hand(hand, i), rk=rk) for i, hand in enumerate(hands)])
    assert not any(verdict.error for verdict in said)
    return {
        "hands": _hands(rows, hands, rake),
        "pots": _pots(rows),
        "players": _players(rows),
    }


def _hands(rows: Rows, hands: Sequence[Hand], rake: Rake) -> pl.DataFrame:
    columns = rows.columns("hands")
    numbers = columns["hand_id"] & 0xFFFFFFFF
    of = [hands[number] for number in numbers.tolist()]
    names = (
        "hand_id", "button_seat", "dealt", "last_street", "flop_players", "raises_preflop",
        "pot", "rake", "jackpot", "added_by_site",
    )  # fmt: skip
    return pl.DataFrame({name: columns[name] for name in names}).with_columns(
        pl.lit("r").alias("run"),
        pl.lit("replay").alias("source"),
        pl.lit(None, pl.Datetime).alias("started_at"),
        pl.lit(0).alias("duration"),
        pl.lit(None, pl.Int64).alias("tournament_id"),
        pl.lit(rake.name).alias("rake_policy"),
        pl.lit("USD").alias("currency"),
        pl.lit(-2).alias("money_exp"),
        pl.Series("game", [hand.game for hand in of]),
        pl.col("dealt").alias("seated"),
        pl.Series("betting", [hand.betting for hand in of]),
        pl.Series("chip", [hand.chip for hand in of]),
        pl.Series("small_blind", [hand.small_blind for hand in of]),
        pl.Series("big_blind", [hand.big_blind for hand in of]),
        pl.Series("small_bet", [hand.small_bet or None for hand in of], pl.Int64),
        pl.Series("big_bet", [hand.big_bet or None for hand in of], pl.Int64),
        pl.Series("seats", [len(hand.stacks) for hand in of]),
    )


def _pots(rows: Rows) -> pl.DataFrame:
    columns = rows.columns("pots")
    winners = [
        [packed >> shift & 1023 for shift in range(0, 60, 10) if packed >> shift]
        for packed in columns["winners"].tolist()
    ]
    names = ("hand_id", "pot_no", "amount", "rake", "jackpot")
    return pl.DataFrame({name: columns[name] for name in names}).with_columns(
        pl.lit("r").alias("run"), pl.Series("winners", winners, pl.List(pl.Int16))
    )


def _players(rows: Rows) -> pl.DataFrame:
    columns = rows.columns("players")
    names = (
        "hand_id", "seat", "invested", "collected", "fees", "rake_dealt", "rake_contributed",
        "rake_weighted", "rake_winner",
    )  # fmt: skip
    net = pl.col("collected") - pl.col("invested") - pl.col("fees")
    showdown = pl.Series("showdown", columns["outcome"] & 1 == 1)
    return (
        pl.DataFrame({name: columns[name] for name in names})
        .with_columns(pl.lit("r").alias("run"), pl.lit(0).alias("bonus"), net.alias("net"))
        .with_columns(showdown)
        .with_columns((pl.col("showdown") & (pl.col("net") > 0)).alias("wsd_net"))
    )
