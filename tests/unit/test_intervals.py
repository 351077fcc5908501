"""Ratios and paired differences from sums per cluster, on numbers worked by hand."""

from __future__ import annotations

import math

import numpy as np
import pytest

from railbird.reports.intervals import (
    clusters_needed,
    correlation,
    difference,
    minimum_detectable,
    ratio,
    simultaneous,
)
from railbird.reports.quantiles import t_quantile


def floats(*values):
    return np.array(values, np.float64)


def test_a_ratio_is_of_sums_and_never_a_mean_of_ratios():
    estimate = ratio(floats(1, 30), floats(10, 100))
    assert estimate.value == pytest.approx(31 / 110)
    assert estimate.largest_share == pytest.approx(100 / 110)
    assert estimate.effective == pytest.approx(110**2 / (10**2 + 100**2))


def test_the_standard_error_is_the_delta_methods():
    # R = 2; residuals -1, 1, 0; variance 2 * 3/2 over (sum x)^2 = 36
    estimate = ratio(floats(1, 5, 6), floats(1, 2, 3))
    assert estimate.se == pytest.approx(math.sqrt(2 * 3 / 2) / 6)
    assert estimate.high - estimate.value == pytest.approx(t_quantile(0.975, 2) * estimate.se)


def test_a_mean_over_equal_clusters_has_the_textbook_error():
    y = floats(3, 1, 4, 1, 5, 9, 2, 6)
    assert ratio(y, np.ones(8)).se == pytest.approx(y.std(ddof=1) / math.sqrt(8))


def test_one_cluster_has_no_interval():
    estimate = ratio(floats(3), floats(2))
    assert (estimate.value, estimate.se, estimate.low, estimate.high) == (1.5, None, None, None)
    found = difference(floats(3), floats(4), floats(2))
    assert (found.value, found.low, found.mde, found.verdict) == (0.5, None, None, "unknown")


def test_without_hands_there_is_no_ratio():
    assert ratio(floats(0, 0), floats(0, 0)).value is None
    assert difference(floats(0), floats(0), floats(0)).verdict == "unknown"


def test_an_unchanged_policy_differs_by_exactly_zero():
    rng = np.random.default_rng(1)
    y, x = rng.random(50), rng.random(50)
    found = difference(y, y.copy(), x)
    assert (found.value, found.low, found.high, found.verdict) == (0.0, 0.0, 0.0, "no effect")


def test_changes_that_cancel_in_every_cluster_are_not_called_no_effect():
    y, x = floats(5, 7, 9), floats(1, 1, 1)
    assert difference(y, y, x, changed=True).verdict == "not distinguishable from 0"


def test_a_difference_is_paired_by_cluster():
    old, step, x = floats(10, 20, 30, 40), floats(1, 1.2, 0.8, 1), np.ones(4)
    found = difference(old, old + step, x)
    assert found.value == pytest.approx(1.0)
    assert found.se == pytest.approx(step.std(ddof=1) / 2)
    assert found.se_unpaired == pytest.approx(
        math.hypot(old.std(ddof=1), (old + step).std(ddof=1)) / 2
    )
    assert found.se < found.se_unpaired
    assert found.rho == pytest.approx(np.corrcoef(old, old + step)[0, 1])
    assert found.verdict == "higher"


def test_variance_of_a_difference_follows_from_rho():
    rng = np.random.default_rng(2)
    old = rng.normal(size=400)
    new = old + rng.normal(scale=0.3, size=400)
    x = np.ones(400)
    a, b = ratio(old, x).se, ratio(new, x).se
    found = difference(old, new, x)
    assert found.se**2 == pytest.approx(a**2 + b**2 - 2 * found.rho * a * b)


def test_a_difference_of_two_ratios_may_have_two_denominators():
    y_old, y_new = floats(4, 6, 5), floats(5, 8, 5)
    x_old, x_new = floats(10, 10, 10), floats(12, 14, 10)
    found = difference(y_old, y_new, x_old, x_new)
    assert found.value == pytest.approx(18 / 36 - 15 / 30)


def test_a_constant_has_no_correlation():
    assert correlation(floats(1, 1, 1), floats(1, 2, 3)) is None


def test_the_minimum_detectable_effect_is_two_quantiles_of_the_error():
    assert minimum_detectable(1.0, 100_001) == pytest.approx(1.959964 + 0.841621, abs=1e-4)
    assert minimum_detectable(1.0, 100, 400) == pytest.approx(
        (t_quantile(0.975, 399) + t_quantile(0.8, 399)) / 2
    )


def test_the_clusters_needed_just_find_the_difference():
    needed = clusters_needed(0.4, 30, 0.25)
    assert minimum_detectable(0.4, 30, needed) <= 0.25
    assert minimum_detectable(0.4, 30, needed - 1) > 0.25


def test_several_policies_widen_the_intervals():
    rng = np.random.default_rng(3)
    old, x = rng.normal(size=200), np.ones(200)
    new = [old + rng.normal(scale=0.1, size=200) for _ in range(4)]
    together = simultaneous(old, new, x)
    assert t_quantile(0.975, 199) < together <= t_quantile(1 - 0.05 / 8, 199)
    alone = difference(old, new[0], x)
    widened = difference(old, new[0], x, quantile=together)
    assert widened.high - widened.low > alone.high - alone.low


def test_policies_without_effect_do_not_widen_the_others():
    rng = np.random.default_rng(4)
    old, x = rng.normal(size=60), np.ones(60)
    new = old + rng.normal(scale=0.1, size=60)
    assert simultaneous(old, [new, old, old], x) == t_quantile(0.975, 59)
    assert simultaneous(old, [old], x) is None
