"""Money and counts as text, exactly."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from railbird.errors import InputError
from railbird.money import format_amount, parse_amount, parse_count


@pytest.mark.parametrize(
    ("text", "exp", "units"),
    [
        ("2.50", -2, 250),
        ("2.5", -2, 250),
        ("2", -2, 200),
        (".5", -2, 50),
        ("0.01", -2, 1),
        ("-0.5", -2, -50),
        ("+3", -2, 300),
        ("1_000_000", -2, 100_000_000),
        (" 7 ", 0, 7),
        ("200", 2, 2),
        ("0.1", -1, 1),
        ("92233720368547758.07", -2, 2**63 - 1),
        ("0.29", -2, 29),  # 0.29 * 100 is 28.999999999999996 as a float
    ],
)
def test_amounts_are_exact(text: str, exp: int, units: int) -> None:
    assert parse_amount(text, exp) == units


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("2.505", "amount '2.505': finer than 0.01, the smallest unit; round it"),
        ("1" + "0" * 40, f"amount '1{'0' * 40}': too large; the largest is {2**63 - 1} units"),
        ("two", "amount 'two': not a number; write it as 2 or 2.50"),
        ("1e3", "amount '1e3': not a number; write it as 2 or 2.50"),
        ("nan", "amount 'nan': not a number; write it as 2 or 2.50"),
        ("", "amount '': not a number; write it as 2 or 2.50"),
        (".", "amount '.': not a number; write it as 2 or 2.50"),
        ("2.", "amount '2.': not a number; write it as 2 or 2.50"),
        ("1,5", "amount '1,5': not a number; write it as 2 or 2.50"),
        ("٣", "amount '٣': not a number; write it as 2 or 2.50"),
    ],
)
def test_bad_amounts_say_why(text: str, message: str) -> None:
    with pytest.raises(InputError) as error:
        parse_amount(text)
    assert str(error.value) == message


def test_a_long_tail_is_off_the_grid_not_rounded_away() -> None:
    with pytest.raises(InputError, match="finer than"):
        parse_amount("2.5" + "0" * 40 + "1")


@given(st.integers(-(2**63) + 1, 2**63 - 1), st.integers(-6, 0))
def test_amounts_survive_the_way_to_text_and_back(units: int, exp: int) -> None:
    assert parse_amount(format_amount(units, exp), exp) == units


@pytest.mark.parametrize(
    ("units", "exp", "text"),
    [(250, -2, "2.50"), (-5, -2, "-0.05"), (0, -2, "0.00"), (7, 0, "7"), (2, 2, "200")],
)
def test_amounts_as_text(units: int, exp: int, text: str) -> None:
    assert format_amount(units, exp) == text


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("1M", 1_000_000),
        ("10k", 10_000),
        ("10K", 10_000),
        ("1_000_000", 1_000_000),
        ("2.5M", 2_500_000),
        ("0.001k", 1),
        ("1G", 10**9),
        ("0", 0),
    ],
)
def test_counts(text: str, count: int) -> None:
    assert parse_count(text) == count


@pytest.mark.parametrize("text", ["", "k", "-1", "1.5", "1.2345k", ".5M", "1e6", "10 k", "1" * 30])
def test_bad_counts_are_refused(text: str) -> None:
    with pytest.raises(InputError, match=r"^count "):
        parse_count(text)
