"""Estimates with their uncertainty, from sums per cluster.

Hands of one table share players and stacks, so the unit is the cluster: a table of a run, or a
duplicate set. Every estimate here is a ratio of two sums, sum(y) / sum(x), taken over clusters;
its variance is the delta method's on the residuals y_c - R x_c (docs/whatif.md, uncertainty).
Two policies on the same clusters are paired: their difference has a residual for each cluster,
and what both share cancels.

Clusters of several runs or stakes come in strata whose sizes somebody chose, so that nothing but
the spread inside each stratum is luck: the variance is the sum of the strata's (the combined ratio
estimator, Cochran, Sampling Techniques, 3rd ed., 6.11), with Satterthwaite's degrees of freedom.
`railbird.reports.strata` says which clusters lie in which stratum.
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
    Ints = npt.NDArray[np.int64]

CONFIDENCE = 0.95
POWER = 0.80
# A cluster that holds more of the denominator than this is as good as the only one.
LARGEST_SHARE = 2 / 3

Verdict = Literal["no effect", "not distinguishable from 0", "higher", "lower", "unknown"]


@dataclass(frozen=True, slots=True)
class Estimate:
    """A ratio of sums and what it rests on.

    Attributes:
        value: sum(y) / sum(x); None where sum(x) is 0.
        se: clustered standard error; None where clusters are too few to tell (`_spread`).
        low: lower end of the interval; None where there is no error.
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
        se: standard error of the paired difference; None where clusters are too few to tell.
        low: lower end of the interval.
        high: upper end.
        se_unpaired: what the error would be had each policy been seen on hands of its own.
        rho: correlation of the two policies' residuals over clusters; None where one is constant.
        clusters: how many.
        df: degrees of freedom of the error; 0 where there is none.
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
    df: int
    mde: float | None
    verdict: Verdict


def ratio(
    y: Floats, x: Floats, confidence: float = CONFIDENCE, *, strata: Ints | None = None
) -> Estimate:
    """Return sum(y) / sum(x) with its clustered interval.

    Args:
        y: numerators, float[clusters].
        x: denominators, float[clusters], none below 0.
        confidence: of the interval; t, in one stratum with clusters - 1 degrees of freedom.
        strata: the stratum of each cluster, int[clusters]; one for all where left out.
    """
    clusters, total = len(x), float(x.sum())
    if total == 0:
        return Estimate(None, None, None, None, clusters, 0.0, 0.0)
    value = float(y.sum()) / total
    effective = total**2 / float((x**2).sum())
    largest = float(x.max()) / total
    spread = _spread(_influence(y, x), x, strata)
    if spread is None:
        return Estimate(value, None, None, None, clusters, effective, largest)
    se = spread.se
    half = t_quantile((1 + confidence) / 2, spread.df) * se
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
    strata: Ints | None = None,
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
        strata: the stratum of each cluster, int[clusters]; one for all where left out.
    """
    same_x = x_new is None
    x_new = x_old if x_new is None else x_new
    clusters = len(x_old)
    if float(x_old.sum()) == 0 or float(x_new.sum()) == 0:
        return Difference(None, None, None, None, None, None, clusters, 0, None, "unknown")
    influence_old, influence_new = _influence(y_old, x_old), _influence(y_new, x_new)
    old = _spread(influence_old, x_old, strata)
    new = _spread(influence_new, x_new, strata)
    spread = _spread(influence_new - influence_old, np.maximum(x_old, x_new), strata)
    if same_x:  # integers may cancel exactly; two floats need not
        value = float((y_new - y_old).sum()) / float(x_old.sum())
    else:
        value = float(y_new.sum()) / float(x_new.sum()) - float(y_old.sum()) / float(x_old.sum())
    if changed is None:
        changed = bool((y_new != y_old).any() or (x_new != x_old).any())
    apart = math.hypot(old.se, new.se) if old is not None and new is not None else None
    if not changed:
        df = 0 if spread is None else spread.df
        return Difference(0.0, 0.0, 0.0, 0.0, apart, None, clusters, df, 0.0, "no effect")
    if spread is None or old is None or new is None:
        return Difference(value, None, None, None, None, None, clusters, 0, None, "unknown")
    se, df = spread.se, spread.df
    c = t_quantile((1 + confidence) / 2, df) if quantile is None else quantile
    low, high = value - c * se, value + c * se
    return Difference(
        value,
        se,
        low,
        high,
        apart,
        correlation(old.deviations, new.deviations),
        clusters,
        df,
        minimum_detectable(se, clusters, df=df, confidence=confidence),
        _verdict(low, high),
    )


def simultaneous(
    y_old: Floats,
    y_new: Sequence[Floats],
    x_old: Floats,
    x_new: Sequence[Floats] | None = None,
    confidence: float = CONFIDENCE,
    *,
    strata: Ints | None = None,
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
        strata: the stratum of each cluster, int[clusters]; one for all where left out.

    Returns:
        c, with the fewest degrees of freedom of any; None where clusters are too few to tell, or
        where no policy has an effect.
    """
    denominators = [x_old] * len(y_new) if x_new is None else x_new
    old = _influence(y_old, x_old)
    spreads = [
        _spread(_influence(y, x) - old, np.maximum(x_old, x), strata)
        for y, x in zip(y_new, denominators, strict=True)
    ]
    moved = [spread for spread in spreads if spread is not None and spread.se > 0]
    if not moved:
        return None
    matrix = np.atleast_2d(np.corrcoef(np.array([spread.deviations for spread in moved])))
    return simultaneous_quantile(matrix, min(spread.df for spread in moved), confidence)


def minimum_detectable(
    se: float,
    clusters: int,
    planned: int | None = None,
    *,
    df: int | None = None,
    confidence: float = CONFIDENCE,
) -> float:
    """Return the smallest true difference found with a power of 80 %, two-sided.

    (t(1 - alpha / 2) + t(power)) * SE, as in Bloom, Minimum detectable effects, Evaluation Review
    19 (1995), 547: chosen before a run, from the clusters of a pilot. SE shrinks with the root of
    the clusters, degrees of freedom grow with them.

    Args:
        se: standard error of the paired difference in the pilot, above or equal 0.
        clusters: clusters of the pilot, at least 2.
        planned: clusters of the run to come; the pilot's own where left out.
        df: degrees of freedom of the pilot's error; clusters - 1 where left out.
        confidence: of the interval that is going to be used.
    """
    planned = clusters if planned is None else planned
    df = clusters - 1 if df is None else df
    then = max(1, math.floor((df + 1) * planned / clusters) - 1)
    both = t_quantile((1 + confidence) / 2, then) + t_quantile(POWER, then)
    return both * se * math.sqrt(clusters / planned)


def clusters_needed(
    se: float,
    clusters: int,
    wanted: float,
    *,
    df: int | None = None,
    confidence: float = CONFIDENCE,
) -> int:
    """Return how many clusters find a true difference with a power of 80 %, at least 2.

    The least number whose `minimum_detectable` is not above what is wanted.

    Args:
        se: standard error of the paired difference in a pilot.
        clusters: clusters of the pilot.
        wanted: the difference that must not be missed, above 0.
        df: degrees of freedom of the pilot's error; clusters - 1 where left out.
        confidence: of the interval that is going to be used.
    """

    def found(planned: int) -> float:
        return minimum_detectable(se, clusters, planned, df=df, confidence=confidence)

    low, high = 1, 2
    while found(high) > wanted:
        low, high = high, 2 * high
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if found(middle) > wanted else (low, middle)
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


@dataclass(frozen=True, slots=True)
class _Spread:
    """The error of an estimate, taken apart.

    Attributes:
        deviations: of each cluster from its stratum's mean, float[clusters]; their squares sum to
            the variance, and two estimates' products to the covariance.
        df: degrees of freedom, at least 1.
    """

    deviations: Floats
    df: int

    @property
    def se(self) -> float:
        """Return the standard error."""
        return math.sqrt(float((self.deviations**2).sum()))


def _spread(influence: Floats, x: Floats, strata: Ints | None) -> _Spread | None:
    """Return the clustered error, the sum of the strata's; None where clusters cannot tell it.

    There is none for a single cluster, nor where one outweighs the others by far: the residual of
    such a one is next to 0, because the ratio is nearly its own. A stratum of one cluster has no
    spread of its own; those are taken together, and the only one of its kind joins the smallest
    stratum, so that their distance counts as luck, too (collapsed strata, Cochran 5A.12).
    """
    if len(influence) < 2 or float(x.max()) > LARGEST_SHARE * float(x.sum()):
        return None
    codes, sizes = _collapsed(np.zeros(len(x), np.int64) if strata is None else strata)
    means = np.bincount(codes, influence) / sizes
    deviations = (influence - means[codes]) * np.sqrt(sizes / (sizes - 1))[codes]
    variances = np.bincount(codes, deviations**2)
    whole, parts = float(variances.sum()) ** 2, float((variances**2 / (sizes - 1)).sum())
    # Satterthwaite; in a single stratum clusters - 1
    df = math.floor(whole / parts + 1e-9) if parts > 0 else len(codes) - len(sizes)
    return _Spread(deviations, df)


def _collapsed(strata: Ints) -> tuple[Ints, Ints]:
    """Return strata of two clusters and more, numbered from 0, and how many clusters each has."""
    _, codes, sizes = np.unique(strata, return_inverse=True, return_counts=True)
    alone = np.flatnonzero(sizes == 1)
    if len(alone) == 1:
        smallest = int(np.where(sizes == 1, len(strata), sizes).argmin())
        codes[codes == alone[0]] = smallest
    elif len(alone):
        codes[np.isin(codes, alone)] = alone[0]
    _, codes, sizes = np.unique(codes, return_inverse=True, return_counts=True)
    return codes.astype(np.int64), sizes.astype(np.int64)


def _verdict(low: float, high: float) -> Verdict:
    if low > 0:
        return "higher"
    return "lower" if high < 0 else "not distinguishable from 0"
