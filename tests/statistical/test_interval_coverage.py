"""Do 95 % intervals cover 95 %? On clustered data, with fixed seeds.

A coverage of 95 % seen in 1,000 runs has a binomial standard error of 0.69 points, so that the
bound of 1.5 points raises a false alarm in 3 % of seeds; the seeds here are fixed.
"""

from __future__ import annotations

import math

import numpy as np
import pytest

from railbird.reports.intervals import difference, ratio, simultaneous

RUNS = 1_000
TABLES = 60
TABLE_SD = 0.5
RATE = 0.05

pytestmark = [pytest.mark.slow, pytest.mark.statistical]


def synthetic_tables(rng, effect=0.0):
    """Hands, rake old and new of each table: tables differ, and have unequal numbers of hands."""
    hands = rng.integers(50, 300, TABLES).astype(np.float64)
    table = rng.normal(1.0, TABLE_SD, TABLES)
    noise = rng.normal(0.0, 1.0, TABLES) * np.sqrt(hands)
    old = hands * table + noise
    new = old + hands * (effect + rng.normal(0.0, 0.05, TABLES))
    return hands, old, new


def covered(truth, estimate):
    return estimate.low <= truth <= estimate.high


def share(seed, judge):
    rng = np.random.default_rng(seed)
    return sum(judge(rng) for _ in range(RUNS)) / RUNS


def test_intervals_of_ratios_cover():
    def judge(rng):
        hands, old, _ = synthetic_tables(rng)
        return covered(1.0, ratio(old, hands))

    assert share(1, judge) == pytest.approx(0.95, abs=0.015)


def test_intervals_of_paired_differences_cover():
    def judge(rng):
        hands, old, new = synthetic_tables(rng, effect=0.02)
        return covered(0.02, difference(old, new, hands))

    assert share(2, judge) == pytest.approx(0.95, abs=0.015)


def test_intervals_with_few_clusters_cover():
    def judge(rng):
        y = rng.normal(3.0, 1.0, 6)
        return covered(3.0, ratio(y, np.ones(6)))

    assert share(3, judge) == pytest.approx(0.95, abs=0.015)


def test_intervals_of_effective_rates_with_random_pots_cover():
    def judge(rng):
        pots = rng.gamma(4.0, 25.0, TABLES)
        rake = pots * (RATE + rng.normal(0.0, 0.01, TABLES))
        return covered(RATE, ratio(rake, pots))

    assert share(4, judge) == pytest.approx(0.95, abs=0.015)


def test_several_policies_are_covered_together():
    effects = (0.0, 0.02, 0.05, -0.03, 0.01)

    def judge(rng):
        hands, old, _ = synthetic_tables(rng)
        shared = rng.normal(0.0, 0.05, TABLES)
        new = [
            old + hands * (effect + shared + rng.normal(0.0, 0.03, TABLES)) for effect in effects
        ]
        c = simultaneous(old, new, hands)
        found = [difference(old, y, hands, quantile=c) for y in new]
        return all(covered(effect, d) for effect, d in zip(effects, found, strict=True))

    assert share(5, judge) == pytest.approx(0.95, abs=0.015)


def test_errors_that_ignore_tables_are_visibly_too_small():
    """Hands of a table share its effect: taken for independent they cover far less than 95 %."""

    def judge(rng, *, clustered):
        hands, tables = 100, 40
        values = rng.normal(0.0, 0.3, tables)[:, None] + rng.normal(0.0, 1.0, (tables, hands))
        if clustered:
            return covered(0.0, ratio(values.sum(axis=1), np.full(tables, float(hands))))
        half = 1.96 * values.std(ddof=1) / math.sqrt(values.size)
        return abs(values.mean()) <= half

    assert share(6, lambda rng: judge(rng, clustered=True)) == pytest.approx(0.95, abs=0.015)
    assert share(6, lambda rng: judge(rng, clustered=False)) < 0.65
