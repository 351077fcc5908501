"""Do the profiles look like players? Averages of a million hands against docs/populations.md.

Seeds are fixed, so a run gives the same numbers every time; targets are ranges, and the sampling
error of each average (below 0.3 points) is small against them. Run with -s to see the tables.
"""

from __future__ import annotations

import re
from itertools import combinations
from pathlib import Path

import pytest
from population_counts import NAMES, Counts, count

pytestmark = [pytest.mark.slow, pytest.mark.statistical]

DOCUMENT = Path(__file__).parents[2] / "docs" / "populations.md"
TARGETS = {
    "six-handed": {
        "VPIP": (22, 30), "PFR": (14, 21), "3-bet": (4, 10), "flops": (38, 55),
        "players a flop": (2.05, 2.6), "WTSD": (24, 42), "pot": (9, 22), "AF": (1.6, 3.0),
    },
    "heads-up": {"VPIP": (50, 72), "PFR": (32, 52)},
    "nine-handed": {"VPIP": (14, 24)},
    "nit": {"VPIP": (12, 17), "PFR": (9, 14)},
    "tag": {"VPIP": (19, 25), "PFR": (15, 21)},
    "lag": {"VPIP": (26, 34), "PFR": (21, 29)},
    "station": {"VPIP": (38, 60), "PFR": (3, 12)},
    "maniac": {"VPIP": (45, 75), "PFR": (30, 60)},
}  # fmt: skip
COLUMNS = (
    "VPIP", "PFR", "3-bet", "fold to 3-bet", "flops", "players a flop", "WTSD", "W$SD", "pot",
    "AF", "bb/100",
)  # fmt: skip


@pytest.fixture(scope="module")
def measured():
    """Averages by table and by profile of the six-handed mix; printed as a table."""
    six, nine, two = Counts(), Counts(), Counts()
    count(six, hands=1_000_000)
    count(nine, hands=300_000, seats=9)
    for pair in combinations(NAMES, 2):
        count(two, hands=20_000, seats=2, bots=",".join(pair))
    found = {"six-handed": six.of(), "nine-handed": nine.of(), "heads-up": two.of()}
    found |= {name: six.of(name) for name in NAMES}
    print("\n" + "\n".join(table(found)))  # noqa: T201
    return found


def table(found):
    """The averages as a Markdown table, the targets behind them."""
    yield "| | " + " | ".join(COLUMNS) + " |"
    yield "|---|" + "--:|" * len(COLUMNS)
    for name, averages in found.items():
        cells = [cell(averages.get(c), TARGETS[name].get(c)) for c in COLUMNS]
        yield f"| {name} | " + " | ".join(cells) + " |"


def cell(value, target):
    if value is None:
        return ""
    text = f"{value:.2f}" if abs(value) < 5 else f"{value:.1f}"
    return f"{text} ({target[0]}-{target[1]})" if target else text


@pytest.mark.parametrize(
    ("name", "average"), [(name, average) for name in TARGETS for average in TARGETS[name]]
)
def test_averages_lie_where_real_ones_do(measured, name, average):
    low, high = TARGETS[name][average]
    assert low <= measured[name][average] <= high


def test_players_loosen_as_the_table_shortens(measured):
    assert (
        measured["nine-handed"]["VPIP"] + 3
        < measured["six-handed"]["VPIP"]
        < measured["heads-up"]["VPIP"] - 20
    )
    assert measured["heads-up"]["flops"] < measured["six-handed"]["flops"]


def test_the_good_win_from_the_bad_before_rake(measured):
    won = {name: measured[name]["bb/100"] for name in NAMES}
    assert min(won["tag"], won["lag"]) > won["nit"] > 0
    assert won["maniac"] < won["station"] < -5
    assert won["maniac"] > -60


def test_callers_see_showdowns_and_raisers_do_not(measured):
    wtsd = {name: measured[name]["WTSD"] for name in NAMES}
    assert wtsd["station"] == max(wtsd.values())
    assert measured["nit"]["W$SD"] == max(measured[name]["W$SD"] for name in NAMES)
    assert measured["station"]["AF"] < 1 < measured["maniac"]["AF"]


def numbers(row):
    """The averages in a row of the table, without the targets; None where a cell is empty."""
    cells = [re.sub(r"\(.*\)", "", cell).strip() for cell in row.split("|")[1:-1]]
    return cells[0], [float(text) if text else None for text in cells[1:]]


def test_the_documented_table_is_the_measured_one(measured):
    text = DOCUMENT.read_text(encoding="utf-8")
    rows = [line for line in text.splitlines() if re.match(r"\| [a-z-]+ \|.*\(\d", line)]
    documented = dict(numbers(row) for row in rows)
    assert list(documented) == list(measured)
    for row in list(table(measured))[2:]:
        name, averages = numbers(row)
        for column, now, then in zip(COLUMNS, averages, documented[name], strict=True):
            noise = 3 if column == "bb/100" else 0.4
            assert now == pytest.approx(then, abs=noise), f"{name}, {column}: write {row}"
