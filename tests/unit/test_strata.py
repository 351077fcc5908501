"""Strata of a sample: pooled errors, units of one seed, strata of a single cluster."""

from __future__ import annotations

import math
from types import SimpleNamespace

import numpy as np
import polars as pl
import pytest

from railbird.reports.intervals import difference, ratio, simultaneous
from railbird.reports.quantiles import t_quantile
from railbird.reports.strata import draws, sampled
from railbird.reports.whatif_tables import groups, half_width, revenue_table

# Tables of two runs: 40 of 100 hands at a low stake, 20 of 300 at a high one.
SIZES = (40, 20)
HANDS = (100.0, 300.0)


def two_stakes(seed=1):
    """Rake old and new, hands and stratum of each table; the stakes' rates are far apart."""
    rng = np.random.default_rng(seed)
    strata = np.repeat([0, 1], SIZES)
    x = np.repeat(HANDS, SIZES)
    old = x * np.repeat([5.0, 80.0], SIZES) + rng.normal(0, 30, len(x)) * np.sqrt(x)
    new = old - x * np.repeat([0.5, 9.0], SIZES) + rng.normal(0, 2, len(x)) * np.sqrt(x)
    return old, new, x, strata


def test_the_pooled_half_width_is_the_root_of_the_sum_of_squares():
    old, new, x, strata = two_stakes()
    pooled = difference(old, new, x, strata=strata)
    parts = []
    for stratum in (0, 1):
        of = strata == stratum
        alone = difference(old[of], new[of], x[of])
        parts.append(alone.se * x[of].sum() / x.sum())
    assert pooled.se == pytest.approx(math.hypot(*parts), rel=1e-12)
    half = t_quantile(0.975, pooled.df) * math.hypot(*parts)
    assert half_width(pooled) == pytest.approx(half, rel=1e-12)


def test_a_mix_of_stakes_that_was_chosen_is_not_taken_for_luck():
    old, new, x, strata = two_stakes()
    assert (
        half_width(difference(old, new, x, strata=strata)) < half_width(difference(old, new, x)) / 3
    )
    pooled, drawn = ratio(old, x, strata=strata), ratio(old, x)
    assert pooled.value == drawn.value
    assert pooled.se < drawn.se / 3


def test_degrees_of_freedom_are_satterthwaites():
    y = np.array([0.0, 10.0, 0.0, 0.0, 1.0, -1.0])
    strata = np.array([0, 0, 1, 1, 1, 1])
    # variances 50/36 * 2 with 1, and 2/3 * 4/36 with 3
    first, second = 2 * 50.0, 4 * 2 / 3
    df = math.floor((first + second) ** 2 / (first**2 + second**2 / 3))
    assert difference(np.zeros(6), y, np.ones(6), strata=strata).df == df == 1
    old, new, x, both = two_stakes()
    assert max(SIZES) - 1 <= difference(old, new, x, strata=both).df <= sum(SIZES) - 2


def test_one_stratum_is_no_stratum():
    old, new, x, _ = two_stakes()
    alone, same = difference(old, new, x), difference(old, new, x, strata=np.full(len(x), 7))
    assert alone == same
    assert alone.df == len(x) - 1


def test_strata_of_a_single_cluster_are_taken_together():
    y, x = np.array([1.0, 4.0, 2.0, 9.0]), np.ones(4)
    assert ratio(y, x, strata=np.arange(4)).se == ratio(y, x).se
    # the only one of its kind joins the smallest of the others
    joined = ratio(np.append(y, 5.0), np.ones(5), strata=np.array([0, 0, 1, 1, 2]))
    same = ratio(np.append(y, 5.0), np.ones(5), strata=np.array([0, 0, 1, 1, 0]))
    assert joined == same


def test_a_cluster_that_outweighs_the_others_leaves_the_error_unknown():
    """Its residual is next to 0 because the ratio is its own: an error of that would be a lie."""
    y, x = np.array([1.0, 2.0, 500.0]), np.array([1.0, 2.0, 100.0])
    assert (ratio(y, x).se, ratio(y, x).low) == (None, None)
    assert difference(y, y + 1, x).verdict == "unknown"
    assert simultaneous(y, [y + 1, y * 2], x) is None


def test_several_policies_have_the_fewest_degrees_of_freedom():
    old, new, x, strata = two_stakes()
    rng = np.random.default_rng(2)
    at_few = old + np.where(strata == 1, rng.normal(0, 50, len(x)), 0.0)
    found = simultaneous(old, [new, at_few], x, strata=strata)
    assert found >= t_quantile(0.975, SIZES[1] - 1)
    alone = simultaneous(old, [new], x, strata=strata)
    assert alone == t_quantile(0.975, difference(old, new, x, strata=strata).df)


def frame(runs, clusters, blinds):
    n = len(runs)
    return pl.DataFrame(
        {"run": runs, "cluster": clusters, "blind": blinds, "hands_old": [10] * n,
         "hands_new": [10] * n}
    )  # fmt: skip


def test_runs_and_stakes_are_strata():
    found = sampled(frame(["a", "a", "a", "b"], [0, 1, 2, 0], [2, 2, 10, 2]))
    assert found["stratum"].to_list() == [1, 1, 0, 2]
    assert found["draw"].to_list() == ["a", "a", "a", "b"]


def test_tables_that_change_their_stake_leave_one_stratum_a_run():
    found = sampled(frame(["a", "a", "a", "b"], [0, 0, 1, 0], [2, 10, 2, 2]))
    assert found["stratum"].to_list() == [0, 0, 0, 1]


def test_tables_of_runs_with_one_seed_are_one_unit():
    """They have the same decks: their luck is one, and counts once."""
    drawn = {"a": "a", "b": "a"}
    found = sampled(frame(["a", "a", "b", "b"], [0, 1, 0, 1], [2, 2, 10, 10]), drawn)
    [group] = groups(found, ()).values()
    assert group["hands_old"].tolist() == [20, 20]
    assert len(set(group.strata)) == 1
    apart = sampled(frame(["a", "a", "b"], [0, 1, 0], [2, 2, 10]), drawn)
    [group] = groups(apart, ()).values()
    assert group["hands_old"].tolist() == [20, 10]
    assert len(set(group.strata)) == 2


def test_seeds_are_compared_among_runs_that_were_played():
    def manifest(run, kind, **recipe):
        return SimpleNamespace(run=run, kind=kind, recipe=recipe)

    manifests = [
        manifest("a", "simulate", seed=1), manifest("b", "simulate", seed=2),
        manifest("c", "simulate", seed=1), manifest("d", "ingest"), manifest("e", "ingest"),
    ]  # fmt: skip
    assert draws(manifests) == {"a": "a", "b": "b", "c": "a", "d": "d", "e": "e"}


def test_a_pooled_row_of_the_report_is_stratified():
    old, new, x, strata = two_stakes()
    cents = {"old": old.round().astype(int), "new": new.round().astype(int)}
    sums = {}
    for side in ("old", "new"):
        sums |= {
            f"hands_{side}": x, f"seats_{side}": 6 * x, f"pot_{side}": 500 * x,
            f"rake_{side}": cents[side], f"rake_bb_{side}": cents[side] / 200,
            f"raked_{side}": x / 2, f"at_cap_{side}": 0 * x,
        }  # fmt: skip
    keys = {"run": np.array(["low", "high"])[strata], "cluster": np.arange(len(x)), "blind": 2}
    table = pl.DataFrame(keys | sums | {"currency": "USD", "money_exp": -2})
    row = revenue_table({"new": table}).row(0, named=True)
    expected = difference(cents["old"] * 1.0, cents["new"] * 1.0, x, strata=strata)
    assert row["rake_hand_delta_pm"] == round(half_width(expected) / 100, 6)
