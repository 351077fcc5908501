"""Do 95 % intervals cover 95 %? On clustered data, with fixed seeds.

A coverage of 95 % seen in 1,000 runs has a binomial standard error of 0.69 points, so that the
bound of 1.5 points raises a false alarm in 3 % of seeds; the seeds here are fixed.
"""

from __future__ import annotations

import math

import numpy as np
import pytest

from railbird.reports.intervals import clusters_needed, difference, ratio, simultaneous

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


def stakes(rng):
    """Three runs whose mix was chosen: few tables of a high stake beside many of low ones.

    Rates and spreads differ by the stake; tables of a run have unequal numbers of hands. Returns
    rake old and new, hands, stratum, and the true difference of the rake a hand.
    """
    sizes, rates, effects = (40, 25, 12), (5.0, 30.0, 200.0), (-0.1, -1.0, -8.0)
    old, new, hands, strata = [], [], [], []
    for stratum, (size, rate, effect) in enumerate(zip(sizes, rates, effects, strict=True)):
        x = rng.integers(180, 220, size).astype(np.float64)
        x *= 200 * size / x.sum()
        y = x * rate * rng.normal(1.0, 0.3, size)
        old.append(y)
        new.append(y + x * (effect + rng.normal(0.0, rate / 100, size)))
        hands.append(x)
        strata.append(np.full(size, stratum))
    whole = sum(sizes)
    truth = sum(size * effect for size, effect in zip(sizes, effects, strict=True)) / whole
    return *map(np.concatenate, (old, new, hands, strata)), truth


def test_intervals_of_rows_that_pool_stakes_cover():
    def judge(rng):
        old, new, hands, strata, truth = stakes(rng)
        return covered(truth, difference(old, new, hands, strata=strata))

    assert share(7, judge) == pytest.approx(0.95, abs=0.015)


def test_without_strata_a_chosen_mix_makes_intervals_needlessly_wide():
    def judge(rng):
        old, new, hands, _, truth = stakes(rng)
        return covered(truth, difference(old, new, hands))

    assert share(7, judge) > 0.99


def test_intervals_of_effective_rates_that_pool_stakes_cover():
    """Pots are drawn, so that the stakes' shares of them are luck, which strata must not hide."""
    sizes, rates, means = (40, 25, 12), (0.05, 0.03, 0.015), (20.0, 60.0, 300.0)
    whole = sum(s * m for s, m in zip(sizes, means, strict=True))
    truth = sum(s * m * r for s, m, r in zip(sizes, means, rates, strict=True)) / whole

    def judge(rng):
        pots = np.concatenate(
            [rng.gamma(40.0, m / 40, s) for s, m in zip(sizes, means, strict=True)]
        )
        rate = np.repeat(rates, sizes) * rng.normal(1.0, 0.1, sum(sizes))
        return covered(truth, ratio(pots * rate, pots, strata=np.repeat(np.arange(3), sizes)))

    assert share(8, judge) == pytest.approx(0.95, abs=0.015)


def test_a_stratum_of_few_tables_that_decides_is_covered():
    """Satterthwaite: four tables of a high stake have three degrees of freedom, not a hundred."""
    sizes = (100, 4)

    def judge(rng, *, satterthwaite):
        y = np.concatenate([rng.normal(1.0, 0.1, sizes[0]), rng.normal(20.0, 5.0, sizes[1])])
        found = ratio(y, np.ones(sum(sizes)), strata=np.repeat([0, 1], sizes))
        truth = (sizes[0] * 1.0 + sizes[1] * 20.0) / sum(sizes)
        return abs(found.value - truth) <= (
            found.high - found.value if satterthwaite else 1.96 * found.se
        )

    assert share(9, lambda rng: judge(rng, satterthwaite=True)) == pytest.approx(0.95, abs=0.015)
    assert share(9, lambda rng: judge(rng, satterthwaite=False)) < 0.9


def test_runs_of_one_seed_are_covered_as_one_sample():
    """Two runs on the same decks: taken for two samples they would be too sure by the root of 2."""

    def judge(rng, *, once):
        table = rng.normal(1.0, 0.3, TABLES)
        noise = rng.normal(0.0, 0.05, (2, TABLES))
        if once:
            return covered(1.0, ratio((table + noise).sum(axis=0), np.full(TABLES, 2.0)))
        strata = np.repeat([0, 1], TABLES)
        return covered(1.0, ratio((table + noise).ravel(), np.ones(2 * TABLES), strata=strata))

    assert share(10, lambda rng: judge(rng, once=True)) == pytest.approx(0.95, abs=0.015)
    assert share(10, lambda rng: judge(rng, once=False)) < 0.88


def test_the_clusters_needed_find_the_change_in_four_runs_of_five():
    """Power at the planned size, by simulation: 80 %, with a binomial error of 1.3 points."""

    def sample(rng, sizes, effect):
        spreads = np.repeat([1.0, 4.0], sizes)
        delta = rng.normal(effect, spreads)
        return np.zeros(sum(sizes)), delta, np.ones(sum(sizes)), np.repeat([0, 1], sizes)

    *pilot, strata = sample(np.random.default_rng(11), (6_000, 3_000), 0.0)
    found = difference(*pilot, strata=strata)
    effect = 0.9
    needed = clusters_needed(found.se, found.clusters, effect, df=found.df)
    sizes = (round(needed * 2 / 3), round(needed / 3))
    assert 50 < sum(sizes) < 100

    def judge(rng):
        *run, of = sample(rng, sizes, effect)
        return difference(*run, strata=of).verdict == "higher"

    assert share(12, judge) == pytest.approx(0.80, abs=0.035)
