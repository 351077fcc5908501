"""Quantiles that intervals need: Student's t, and the largest of several dependent t values.

Plain functions of numbers; nothing here knows what is estimated.
"""

from __future__ import annotations

import math
from functools import lru_cache
from statistics import NormalDist
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    import numpy.typing as npt

    Floats = npt.NDArray[np.float64]

# Above so many degrees of freedom the expansion in 1/df is exact to 1e-8 (test_quantiles).
_EXPANSION_FROM = 200
# Draws for the largest of several t values: the 95 % point is known to about 0.5 %.
MAX_T_DRAWS = 40_000
# Key of those draws; fixed, so that a report comes out the same every time.
MAX_T_KEY = 20_260_101


@lru_cache(maxsize=4096)
def t_quantile(p: float, df: int) -> float:
    """Return the p-quantile of Student's t with a whole number of degrees of freedom.

    Args:
        p: a probability, 0 < p < 1.
        df: degrees of freedom, at least 1.

    Raises:
        ValueError: p or df is outside its range.
    """
    if not 0 < p < 1 or df < 1:
        raise ValueError(f"no t quantile at p = {p}, df = {df}")
    if p < 0.5:
        return -t_quantile(1 - p, df)
    if df > _EXPANSION_FROM:
        return _expanded(NormalDist().inv_cdf(p), df)
    low, high = 0.0, 1.0
    while _t_cdf(high, df) < p:
        low, high = high, 2 * high
    for _ in range(200):
        middle = (low + high) / 2
        if middle in (low, high):
            break
        low, high = (middle, high) if _t_cdf(middle, df) < p else (low, middle)
    return (low + high) / 2


def _t_cdf(t: float, df: int) -> float:
    """Return P(T <= t) for t >= 0: Abramowitz and Stegun 26.7.3 and 26.7.4, exact for whole df."""
    angle = math.atan(t / math.sqrt(df))
    cos2 = math.cos(angle) ** 2
    if df % 2:
        term, total = math.cos(angle), 0.0
        for k in range(1, df - 1, 2):
            total += term
            term *= cos2 * (k + 1) / (k + 2)
        inside = 2 / math.pi * (angle + math.sin(angle) * total)
    else:
        term, total = 1.0, 0.0
        for k in range(0, df - 1, 2):
            total += term
            term *= cos2 * (k + 1) / (k + 2)
        inside = math.sin(angle) * total
    return (1 + inside) / 2


def _expanded(z: float, df: int) -> float:
    """Return the t quantile from the normal one: Abramowitz and Stegun 26.7.5."""
    g1 = (z**3 + z) / 4
    g2 = (5 * z**5 + 16 * z**3 + 3 * z) / 96
    g3 = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    return z + g1 / df + g2 / df**2 + g3 / df**3


def simultaneous_quantile(
    correlation: Floats, df: int, confidence: float, key: int = MAX_T_KEY
) -> float:
    """Return c so that k intervals `estimate +- c SE` all hold at once with this confidence.

    Single-step max-t. The Gaussian multiplier bootstrap over clusters has, given the data, exactly
    the normal distribution with the clusters' own correlation matrix, so that is what is drawn
    from, whatever the number of clusters. The point found is turned into a level for one
    comparison, and that into a t quantile. Never above Bonferroni's; equal to t for k = 1.

    Args:
        correlation: float[k, k], of the k estimates over clusters.
        df: degrees of freedom, clusters - 1.
        confidence: for all together, such as 0.95.
        key: of the draws.
    """
    k = correlation.shape[0]
    alpha = 1 - confidence
    level = alpha
    if k > 1:
        largest = np.abs(_normals(MAX_T_DRAWS, k, key) @ _root(correlation).T).max(axis=1)
        point = float(np.quantile(largest, confidence))
        level = min(alpha, max(2 * (1 - NormalDist().cdf(point)), alpha / k))
    return t_quantile(1 - level / 2, df)


def _root(correlation: Floats) -> Floats:
    """Return A with A A' = correlation; a matrix of less than full rank is welcome."""
    values, vectors = np.linalg.eigh(correlation)
    root: Floats = vectors * np.sqrt(np.clip(values, 0, None))
    return root


def _normals(rows: int, columns: int, key: int) -> Floats:
    """Return standard normals by Box and Muller from raw Philox words, the same everywhere.

    numpy promises the words of a bit generator for good, but not its normals.
    """
    words = np.random.Philox(key=key).random_raw(2 * rows * columns)
    uniforms = ((words >> np.uint64(11)).astype(np.float64) + 0.5) * 2.0**-53
    first, second = uniforms.reshape(2, rows, columns)
    normals: Floats = np.sqrt(-2 * np.log(first)) * np.cos(2 * math.pi * second)
    return normals
