"""Estimates with their uncertainty, from sums per cluster.

Hands of one table share players and stacks, so the unit is the cluster: a table of a run, or a
duplicate set. Every estimate here is a ratio of two sums, sum(y) / sum(x), taken over clusters;
its variance is the delta method's on the residuals y_c - R x_c (docs/whatif.md, uncertainty).
Two policies on the same clusters are paired: their difference has a residual for each cluster,
and what both share cancels.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

import numpy as np

from railbird.reports.quantiles import simultaneous_quantile, t_quantile

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy.typing as npt

    Floats = npt.NDArray[np.float64]

CONFIDENCE = 0.95
POWER = 0.80
# Fewer clusters than this are named to the reader (statistics.md asks for at least 40).
FEW_CLUSTERS = 40

Verdict = Literal["no effect", "not distinguishable from 0", "higher", "lower", "unknown"]


@dataclass(frozen=True, slots=True)
class Estimate:
    """A ratio of sums and what it rests on.

    Attributes:
        value: sum(y) / sum(x); None where sum(x) is 0.
        se: clustered standard error; None for a single cluster.
        low: lower end of the interval; None for a single cluster.
        high: upper end.
        clusters: how many.
        effective: clusters of equal size that would weigh as much, (sum x)^2 / sum x^2.
        largest_share: share of the largest cluster in sum(x).
    """

    value: float | None
    se: float | None
    low: float | None
    high: float | None
    clusters: int
    effective: float
    largest_share: float


@dataclass(frozen=True, slots=True)
class Difference:
    """A paired difference of two ratios over the same clusters.

    Attributes:
        value: new ratio minus old ratio; None where a denominator is 0.
        se: standard error of the paired difference; None for a single cluster.
        low: lower end of the interval.
        high: upper end.
        se_unpaired: what the error would be had each policy been seen on hands of its own.
        rho: correlation of the two policies' residuals over clusters; None where one is constant.
        clusters: how many.
        mde: smallest true difference that this many clusters find with 80 % power.
        verdict: what may be said of it.
    """

    value: float | None
    se: float | None
    low: float | None
    high: float | None
    se_unpaired: float | None
    rho: float | None
    clusters: int
    mde: float | None
    verdict: Verdict


def ratio(y: Floats, x: Floats, confidence: float = CONFIDENCE) -> Estimate:
    """Return sum(y) / sum(x) with its clustered interval.

    Args:
        y: numerators, float[clusters].
        x: denominators, float[clusters], none below 0.
        confidence: of the interval; t with clusters - 1 degrees of freedom.
    """
    clusters, total = len(x), float(x.sum())
    if total == 0:
        return Estimate(None, None, None, None, clusters, 0.0, 0.0)
    value = float(y.sum()) / total
    effective = total**2 / float((x**2).sum())
    largest = float(x.max()) / total
    se = _se(_influence(y, x))
    if se is None:
        return Estimate(value, None, None, None, clusters, effective, largest)
    half = t_quantile((1 + confidence) / 2, clusters - 1) * se
    return Estimate(value, se, value - half, value + half, clusters, effective, largest)


def difference(
    y_old: Floats,
    y_new: Floats,
    x_old: Floats,
    x_new: Floats | None = None,
    *,
    changed: bool | None = None,
    quantile: float | None = None,
    confidence: float = CONFIDENCE,
) -> Difference:
    """Return sum(y_new) / sum(x_new) - sum(y_old) / sum(x_old), paired by cluster.

    Args:
        y_old: numerators under the old policy, float[clusters].
        y_new: numerators under the new one, same clusters in the same order.
        x_old: denominators under the old policy.
        x_new: denominators under the new one; the old ones where nothing but y changed.
        changed: whether any hand differs; by default whether any cluster does, which sees less.
        quantile: c of the interval `value +- c se`; by default t. See `simultaneous`.
        confidence: of the interval.
    """
    same_x = x_new is None
    x_new = x_old if x_new is None else x_new
    clusters = len(x_old)
    if float(x_old.sum()) == 0 or float(x_new.sum()) == 0:
        return Difference(None, None, None, None, None, None, clusters, None, "unknown")
    old, new = _influence(y_old, x_old), _influence(y_new, x_new)
    if same_x:  # integers may cancel exactly; two floats need not
        value = float((y_new - y_old).sum()) / float(x_old.sum())
    else:
        value = float(y_new.sum()) / float(x_new.sum()) - float(y_old.sum()) / float(x_old.sum())
    if changed is None:
        changed = bool((y_new != y_old).any() or (x_new != x_old).any())
    if not changed:
        unpaired = _root_of_squares(_se(old), _se(new))
        return Difference(0.0, 0.0, 0.0, 0.0, unpaired, None, clusters, 0.0, "no effect")
    se = _se(new - old)
    if se is None:
        return Difference(value, None, None, None, None, None, clusters, None, "unknown")
    c = t_quantile((1 + confidence) / 2, clusters - 1) if quantile is None else quantile
    low, high = value - c * se, value + c * se
    return Difference(
        value,
        se,
        low,
        high,
        _root_of_squares(_se(old), _se(new)),
        correlation(old, new),
        clusters,
        minimum_detectable(se, clusters, confidence=confidence),
        _verdict(low, high),
    )


def simultaneous(
    y_old: Floats,
    y_new: Sequence[Floats],
    x_old: Floats,
    x_new: Sequence[Floats] | None = None,
    confidence: float = CONFIDENCE,
) -> float | None:
    """Return c so that the intervals `delta +- c se` of several policies all hold at once.

    Max-t: policies compared on the same hands have strongly correlated differences, for which
    Bonferroni's correction would be needlessly wide. Policies without any effect do not count.

    Args:
        y_old: numerators under the old policy, float[clusters].
        y_new: numerators under each new policy.
        x_old: denominators under the old policy.
        x_new: denominators under each new policy; the old ones where left out.
        confidence: for all together.

    Returns:
        c; None for a single cluster, or where no policy has an effect.
    """
    clusters = len(x_old)
    denominators = [x_old] * len(y_new) if x_new is None else x_new
    old = _influence(y_old, x_old)
    deltas = [_influence(y, x) - old for y, x in zip(y_new, denominators, strict=True)]
    deltas = [delta for delta in deltas if _se(delta)]
    if clusters < 2 or not deltas:
        return None
    matrix = np.atleast_2d(np.corrcoef(np.array(deltas)))
    return simultaneous_quantile(matrix, clusters - 1, confidence)


def minimum_detectable(
    se: float, clusters: int, planned: int | None = None, *, confidence: float = CONFIDENCE
) -> float:
    """Return the smallest true difference found with a power of 80 %, two-sided.

    (t(1 - alpha / 2) + t(power)) * SE: chosen before a run, from the clusters of a pilot.

    Args:
        se: standard error of the paired difference in the pilot, above or equal 0.
        clusters: clusters of the pilot, at least 2.
        planned: clusters of the run to come; the pilot's own where left out.
        confidence: of the interval that is going to be used.
    """
    planned = clusters if planned is None else planned
    df = planned - 1
    both = t_quantile((1 + confidence) / 2, df) + t_quantile(POWER, df)
    return both * se * math.sqrt(clusters / planned)


def clusters_needed(
    se: float, clusters: int, wanted: float, *, confidence: float = CONFIDENCE
) -> int:
    """Return how many clusters find a true difference with a power of 80 %.

    Args:
        se: standard error of the paired difference in a pilot.
        clusters: clusters of the pilot.
        wanted: the difference that must not be missed, above 0.
        confidence: of the interval that is going to be used.
    """
    low, high = 1, 2
    while minimum_detectable(se, clusters, high, confidence=confidence) > wanted:
        low, high = high, 2 * high
    while high - low > 1:
        middle = (low + high) // 2
        if minimum_detectable(se, clusters, middle, confidence=confidence) > wanted:
            low = middle
        else:
            high = middle
    return high


def correlation(a: Floats, b: Floats) -> float | None:
    """Return the correlation of two policies' residuals; None where one of them is constant."""
    a, b = a - a.mean(), b - b.mean()
    scale = math.sqrt(float((a**2).sum()) * float((b**2).sum()))
    # what is left of a constant after rounding is no variation
    return None if scale <= 1e-30 else max(-1.0, min(1.0, float((a * b).sum()) / scale))


def _influence(y: Floats, x: Floats) -> Floats:
    """Return what each cluster adds to the error of sum(y) / sum(x): (y_c - R x_c) / sum(x)."""
    total = float(x.sum())
    if total == 0:
        return np.zeros(len(x))
    residuals: Floats = (y - float(y.sum()) / total * x) / total
    return residuals


def _se(influence: Floats) -> float | None:
    """Return the clustered standard error; None for a single cluster."""
    clusters = len(influence)
    if clusters < 2:
        return None
    return math.sqrt(float((influence**2).sum()) * clusters / (clusters - 1))


def _root_of_squares(a: float | None, b: float | None) -> float | None:
    return None if a is None or b is None else math.hypot(a, b)


def _verdict(low: float, high: float) -> Verdict:
    if low > 0:
        return "higher"
    return "lower" if high < 0 else "not distinguishable from 0"
