"""Quantiles against scipy's, and the largest of several t values against known cases."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from railbird.reports.quantiles import simultaneous_quantile, t_quantile


@pytest.mark.parametrize("df", [1, 2, 3, 4, 9, 40, 199, 200, 201, 1_000, 100_000])
@pytest.mark.parametrize("p", [0.025, 0.5, 0.8, 0.975, 0.99999])
def test_t_quantiles_are_those_of_scipy(df, p):
    assert t_quantile(p, df) == pytest.approx(stats.t.ppf(p, df), rel=1e-7, abs=1e-12)


@pytest.mark.parametrize(("p", "df"), [(0.0, 5), (1.0, 5), (0.5, 0)])
def test_a_t_quantile_outside_its_range_is_refused(p, df):
    with pytest.raises(ValueError, match="no t quantile"):
        t_quantile(p, df)


def test_one_comparison_needs_no_correction():
    assert simultaneous_quantile(np.eye(1), 30, 0.95) == t_quantile(0.975, 30)


def test_equal_differences_count_as_one():
    same = np.ones((5, 5))
    assert simultaneous_quantile(same, 10_000, 0.95) == pytest.approx(
        t_quantile(0.975, 10_000), rel=0.01
    )


def test_independent_differences_need_sidaks_correction():
    sidak = t_quantile(1 - (1 - 0.95 ** (1 / 4)) / 2, 10_000)
    found = simultaneous_quantile(np.eye(4), 10_000, 0.95)
    assert found == pytest.approx(sidak, rel=0.01)
    assert found <= t_quantile(1 - 0.05 / 8, 10_000)


def test_dependent_differences_lie_between_one_and_bonferroni():
    correlated = np.full((6, 6), 0.8) + 0.2 * np.eye(6)
    found = simultaneous_quantile(correlated, 50, 0.95)
    assert t_quantile(0.975, 50) < found < t_quantile(1 - 0.05 / 12, 50)
