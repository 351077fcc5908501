"""The decomposition's worked case, and that its parts always add up."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from railbird.reports.decomposition import Stratum, decompose, stratum


def test_the_worked_case():
    # w0 = .6/.4 of 1,000 hands, w1 = .5/.5 of 950
    parts = decompose(
        [
            Stratum(600, 475, Fraction(50), Fraction(60), Fraction(55)),
            Stratum(400, 475, Fraction(100), Fraction(90), Fraction(88)),
        ]
    )
    assert (parts.schedule, parts.play, parts.mix, parts.volume) == (2_000, -3_800, 3_300, -3_575)
    assert parts.total == -2_075 == Fraction(67_925) - 70_000


counts = st.integers(0, 10**6)
sums = st.integers(0, 10**9)


@given(st.lists(st.tuples(counts, counts, sums, sums, sums), min_size=1, max_size=6))
def test_the_parts_add_up_exactly(rows):
    strata = [stratum(n0, n1, a * bool(n0), b * bool(n0), c * bool(n1)) for n0, n1, a, b, c in rows]
    if not any(n0 for n0, *_ in rows) or not any(n1 for _, n1, *_ in rows):
        return
    parts = decompose(strata)
    assert parts.schedule + parts.play + parts.mix + parts.volume == parts.total
    new = sum(c for _, n1, _, _, c in rows if n1)
    old = sum(a for n0, _, a, _, _ in rows if n0)
    assert parts.total == new - old
    assert parts.schedule == sum(b - a for n0, _, a, b, _ in rows if n0)


def test_the_same_hands_have_neither_mix_nor_volume():
    parts = decompose([stratum(7, 7, 10, 12, 11), stratum(3, 3, 5, 5, 9)])
    assert (parts.schedule, parts.play, parts.mix, parts.volume) == (2, 3, 0, 0)


def test_a_side_without_hands_is_refused():
    with pytest.raises(ValueError, match="needs hands"):
        decompose([stratum(3, 0, 1, 1, 0)])
