"""Every per-hand mechanism: the engine, the SQL macros and plain Python agree to the cent."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

import duckdb
import msgspec
import numpy as np
import polars as pl
import pytest
from numba import njit
from reference.rakes import Spot, edges_of, jackpot_due, players_of, rake_due, random_schedule

from railbird.reports.catalogue import sql_files
from railbird.simulate import house
from railbird.simulate.policy import find_policy, policy_names
from railbird.simulate.policy_build import build
from railbird.simulate.policy_file import schedules_of, terms_of
from railbird.simulate.policy_read import Scale
from railbird.simulate.rake_terms import Rake, Step, rake_config

if TYPE_CHECKING:
    from collections.abc import Sequence

SCHEDULES, POTS_EACH = 500, 2_000
SPOT = "pot, dealt, seated, flop_players, last_street, raises"


@njit
def _by_engine(rks: Any, spots: Any, players: Any) -> Any:
    found = np.zeros((len(spots), 2), np.int64)
    for i in range(len(spots)):
        rk = rks[spots[i, 0]]
        pot, street, raises = spots[i, 1], spots[i, 5], spots[i, 6]
        found[i, 0] = house.due(rk, pot, players[i], street, raises, 0)
        found[i, 1] = house.jackpot_due(rk, pot, players[i], street, raises)
    return found


def _by_sql(rakes: Sequence[Rake], spots: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """Rake and jackpot of rows (schedule, then a spot), in one query."""
    con = duckdb.connect()
    for text in sql_files("schema").values():
        con.execute(text)
    con.execute("create table schedules (id bigint, json varchar)")
    con.executemany(
        "insert into schedules values (?, ?)",
        [(i, msgspec.json.encode(rake).decode()) for i, rake in enumerate(rakes)],
    )
    names = ["id", *SPOT.split(", ")]
    con.register("spots", pl.DataFrame(spots, schema=names).with_row_index("i").to_arrow())
    rows = con.execute(
        f"""
        with resolved as (select id, rake_from_json(json::json) as r from schedules)
        select rake_due(r, {SPOT}), jackpot_due(r, {SPOT})
        from spots
        inner join resolved using (id)
        order by i
        """  # noqa: S608 - our own column names
    ).fetchnumpy()
    return np.column_stack([np.asarray(column) for column in rows.values()])


def _agree(rakes: Sequence[Rake], spots: np.ndarray[Any, Any], every: int = 1) -> None:
    """Compare the engine with SQL on all rows, and with plain Python on each `every`-th."""
    players = np.array([players_of(rakes[row[0]], Spot(*row[1:])) for row in spots.tolist()])
    engine = _by_engine(np.stack([rake_config(rake) for rake in rakes]), spots, players)
    sql = _by_sql(rakes, spots)
    wrong = np.flatnonzero((engine != sql).any(axis=1))
    assert not len(wrong), (
        rakes[spots[wrong[0], 0]],
        spots[wrong[0]],
        engine[wrong[0]],
        sql[wrong[0]],
    )
    for row, found in zip(spots[::every].tolist(), engine[::every].tolist(), strict=True):
        rake, spot = rakes[row[0]], Spot(*row[1:])
        assert found == [rake_due(rake, spot), jackpot_due(rake, spot)], (rake, spot)


def test_a_million_random_pots_over_every_mechanism() -> None:
    rng = Random(20_260_101)  # noqa: S311
    rakes = [random_schedule(rng) for _ in range(SCHEDULES)]
    draw = np.random.default_rng(7)
    n = SCHEDULES * POTS_EACH
    dealt = draw.integers(2, 11, n)
    spots = np.column_stack(
        [
            np.repeat(np.arange(SCHEDULES), POTS_EACH),
            np.where(draw.random(n) < 0.5, draw.integers(0, 3_000, n), draw.integers(0, 60_000, n)),
            dealt,
            np.minimum(dealt + draw.integers(0, 3, n), 10),
            np.where(draw.random(n) < 0.2, 0, draw.integers(2, dealt + 1)),
            draw.integers(0, 4, n),
            draw.integers(0, 4, n),
        ]
    ).astype(np.int64)
    _agree(rakes, spots, every=20)


def test_boundaries_of_every_schedule_by_players_dealt() -> None:
    rng = Random(4)  # noqa: S311
    rakes = [random_schedule(rng) for _ in range(200)]
    for name in policy_names():
        policy = find_policy(name)
        rakes += [
            rake
            for i, schedule in enumerate(schedules_of(policy))
            for rake in (build(name, *terms_of(policy, i), Scale(-2, 200)),)
            if rake.state is None
        ]
    spots = [
        (i, pot, dealt, dealt, min(dealt, 2), street, raises)
        for i, rake in enumerate(rakes)
        for dealt in (2, 3, 4, 5, 10)
        for pot in edges_of(rake, dealt)
        for street, raises in ((3, 1), (0, 1), (0, 2))
    ]
    _agree(rakes, np.array(spots, np.int64))


def test_the_largest_pots_fit() -> None:
    most = 900_000_000_000_000
    rakes = [
        Rake("half", 10_000, unit=100),
        Rake(
            "tiers",
            10_000,
            kind="tiers",
            thresholds=(Step(2, 10, 0, 500), Step(2, 10, 10_000, -300)),
        ),
        Rake("floor", 9_999, "ceiling"),
    ]
    spots = [(i, most - d, 6, 6, 3, 3, 1) for i in range(3) for d in range(3)]
    _agree(rakes, np.array(spots, np.int64))


@pytest.mark.parametrize(
    ("rake", "why"),
    [
        (Rake("carried", 100, "carry"), "it carries fractions from hand to hand"),
        (Rake("pots", kind="flat", amounts=(600,) * 11, time_pots=1, time_period=1_800),
         "only the first pots of a period pay"),
    ],
)  # fmt: skip
def test_a_schedule_with_a_memory_has_no_rake_of_a_single_hand(rake: Rake, why: str) -> None:
    with pytest.raises(duckdb.Error, match=f"rake policy {rake.name}: {why}, so no single hand"):
        _by_sql([rake], np.array([(0, 1_000, 6, 6, 3, 3, 1)], np.int64))
