"""Policies made by changing a parameter: values as a range or a list, all combinations."""

from __future__ import annotations

import pytest

from railbird.errors import InputError
from railbird.reports.sweep import read_sweep, swept
from railbird.simulate.policy import find_policy, rake_of_policy


def rakes(*sweeps, name="five-percent"):
    return [rake_of_policy(policy, -2) for policy in swept(find_policy(name), sweeps)]


def test_a_range_has_both_its_ends():
    assert read_sweep("percent=2..6:0.5")[1] == [
        "2", "2.5", "3", "3.5", "4", "4.5", "5", "5.5", "6",
    ]  # fmt: skip
    assert read_sweep("cap=1..3") == ("cap", ["1", "2", "3"])


def test_every_combination_is_a_policy_named_for_its_changes():
    policies = swept(find_policy("five-percent"), ["percent=4,5", "cap=1,none"])
    assert [policy.name for policy in policies] == [
        "five-percent percent=4, cap=1",
        "five-percent percent=4, cap=none",
        "five-percent percent=5, cap=1",
        "five-percent percent=5, cap=none",
    ]


def test_a_sweep_changes_what_it_names_and_nothing_else():
    base = rake_of_policy(find_policy("five-percent"), -2)
    four, six = rakes("percent=4,6")
    assert (four.bps, six.bps) == (400, 600)
    assert four.caps == base.caps
    assert (four.rounding, four.no_flop_no_drop) == (base.rounding, base.no_flop_no_drop)
    low, uncapped = rakes("cap=1.50,none")
    assert set(low.caps[2:]) == {150}
    assert set(uncapped.caps) == {-1}
    assert [rake.rounding for rake in rakes("rounding=floor,ceiling")] == ["floor", "ceiling"]
    assert [rake.no_flop_no_drop for rake in rakes("no_flop_no_drop=true,false")] == [True, False]


@pytest.mark.parametrize(
    ("sweep", "message"),
    [
        ("percent", "--sweep percent: write percent=2..6:0.5"),
        ("percent=", "--sweep percent=: write"),
        ("percent=1,,2", "a value is empty"),
        ("percnt=1", "no parameter 'percnt'; did you mean 'percent'?"),
        ("percent=1..x", "not a range of numbers"),
        ("percent=1..5:0", "the step must be above zero"),
        ("percent=5..1", "it ends below its beginning"),
        ("percent=0..100:0.1", "1,001 values; up to 200"),
        ("percent=1..1e999999:1", "a number is far too large or too small"),
        ("percent=1e-999999..1", "a number is far too large or too small"),
        ("percent=1..2:1e-999999", "a number is far too large or too small"),
        ("rounding=flor", "--sweep rounding=flor"),
    ],
)
def test_a_wrong_sweep_is_one_line(sweep, message):
    with pytest.raises(InputError) as caught:
        swept(find_policy("five-percent"), [sweep])
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


def test_too_many_combinations_are_refused():
    with pytest.raises(InputError, match="961 combinations"):
        swept(find_policy("five-percent"), ["percent=0..3:0.1", "cap=1..31"])


def test_one_parameter_is_swept_once():
    with pytest.raises(InputError, match="percent is swept twice"):
        swept(find_policy("five-percent"), ["percent=1", "percent=2"])
