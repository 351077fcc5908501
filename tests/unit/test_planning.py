"""Hands that a what-if needs to find a change, on frames worked by hand."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest

from railbird.errors import InputError
from railbird.reports.intervals import clusters_needed, difference
from railbird.reports.planning import detect_table, read_amount
from railbird.reports.strata import sampled

TABLES = 30


@pytest.fixture
def lake_sums():
    """Thirty tables of 100 hands and 600 seats; rake falls by about half a big blind a table."""
    rng = np.random.default_rng(1)
    keys = {"run": "first", "cluster": np.arange(TABLES), "blind": 2}
    old, new = np.full(TABLES, 30.0), 30 - rng.normal(0.5, 0.2, TABLES)
    hands = sampled(
        pl.DataFrame(
            keys
            | {"hands_old": 100, "hands_new": 100, "seats_old": 600, "seats_new": 600}
            | {"rake_bb_old": old, "rake_bb_new": new}
        )
    )
    seat = {"hands_old": 300, "hands_new": 300, "net_bb_old": -old / 2, "net_bb_new": -new / 2}
    players = sampled(
        pl.concat(pl.DataFrame(keys | seat | {"profile": name}) for name in ("nit", "tag"))
    )
    return hands, players, old, new


def test_hands_needed_follow_from_the_realised_paired_error(lake_sums):
    hands, players, old, new = lake_sums
    table = detect_table({"new": hands}, {"new": players}, 0.02, (), ["profile"])
    assert table.select("of", "group").rows() == [
        ("rake", "all"), ("net", "all"), ("net", "nit"), ("net", "tag"),
    ]  # fmt: skip
    rake = table.row(0, named=True)
    se = difference(old, new, np.full(TABLES, 600.0)).se
    needed = clusters_needed(se, TABLES, 0.02 / 100)
    assert (rake["tables"], rake["hands"]) == (TABLES, 3_000)
    assert (rake["tables_needed"], rake["hands_needed"]) == (needed, 100 * needed)
    assert rake["delta"] == pytest.approx(100 * (new - old).sum() / 18_000, abs=1e-4)
    # the players' net is the rake with the other sign, on the same hands
    assert table["hands_needed"].unique().to_list() == [100 * needed]


def test_a_change_that_the_hands_at_hand_just_find_needs_no_more(lake_sums):
    hands, _, _, _ = lake_sums
    now = detect_table({"new": hands}, {}, 1.0)["mde"][0]
    assert detect_table({"new": hands}, {}, now * 1.001)["tables_needed"][0] == TABLES
    assert detect_table({"new": hands}, {}, now * 0.99)["tables_needed"][0] > TABLES


def test_a_policy_without_effect_needs_no_hand(lake_sums):
    hands, _, _, _ = lake_sums
    same = hands.with_columns(pl.col("rake_bb_old").alias("rake_bb_new"))
    assert detect_table({"same": same}, {}, 1.0)["hands_needed"].to_list() == [0]


def test_one_table_says_nothing_of_how_many_are_needed(lake_sums):
    hands, _, _, _ = lake_sums
    assert detect_table({"new": hands[:1]}, {}, 1.0)["hands_needed"].to_list() == [None]


@pytest.mark.parametrize("text", ["0", "-1", "nan", "inf", "much", "1e9"])
def test_an_amount_that_makes_no_sense_is_refused(text):
    with pytest.raises(InputError) as refused:
        read_amount(text)
    assert str(refused.value) == (
        f"--detect {text}: write big blinds per 100 hands and seat, from 0.0001 to 10000"
    )
