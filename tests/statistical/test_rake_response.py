"""What the rake does to a table of profiles that answer it: the figures of docs/profiles.md.

Seeds are fixed; 100,000 six-handed hands have a sampling error of 0.06 points in VPIP and of 0.15
points in 3-bets. Run with -s to see the table.
"""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path

import pytest
from population_counts import Counts, count

pytestmark = [pytest.mark.slow, pytest.mark.statistical]

DOCUMENT = Path(__file__).parents[2] / "docs" / "profiles.md"
HANDS = 100_000
BLIND = 2
COLUMNS = ("VPIP", "PFR", "3-bet", "flops", "players a flop", "pot", "AF")
# response, percent, cap in big blinds, whether a hand without a flop is free
ROWS = {
    "blind": ("0", 5, 3, True),
    "no rake": ("1", 0, 3, True),
    "5 %, at most 3 bb": ("1", 5, 3, True),
    "5 %, at most 0.5 bb": ("1", 5, 0.5, True),
    "5 %, at most 3 bb, without a flop too": ("1", 5, 3, False),
    "10 %": ("1", 10, 1000, True),
    "5 %, at most 3 bb, response 0.5": ("0.5", 5, 3, True),
}


@pytest.fixture(scope="module")
def measured(tmp_path_factory):
    """Averages of the default mix under each price; printed as a table."""
    folder = tmp_path_factory.mktemp("policies")
    found = {}
    for number, (title, (response, percent, cap, free)) in enumerate(ROWS.items()):
        file = folder / f"policy-{number}.toml"
        file.write_text(
            f'name = "policy-{number}"\npercent = "{percent}"\n'
            f'no_flop_no_drop = {str(free).lower()}\n'
            f'caps = [{{ from_players = 2, cap = "{cap * BLIND:.2f}" }}]\n'
        )  # fmt: skip
        counts = Counts()
        count(counts, hands=HANDS, rake=str(file), rake_response=response)
        found[title] = counts.of()
        found[title]["station"] = counts.of("station")["VPIP"]
    print("\n" + "\n".join(row(title, found[title]) for title in found))  # noqa: T201
    return found


def row(title, averages):
    """One row of the table in the document."""
    cells = [averages[column] for column in COLUMNS]
    return f"| {title} | " + " | ".join(f"{cell:.2f}" for cell in cells) + " |"


def test_without_a_price_or_a_response_nothing_changes(measured):
    assert measured["no rake"] == measured["blind"]


def test_the_higher_the_rake_the_fewer_hands_are_played(measured):
    rakes = ("no rake", "5 %, at most 0.5 bb", "5 %, at most 3 bb", "10 %")
    vpip = [measured[title]["VPIP"] for title in rakes]
    assert all(more > fewer + 1.5 for more, fewer in pairwise(vpip))
    half = measured["5 %, at most 3 bb, response 0.5"]["VPIP"]
    assert vpip[2] + 1 < half < vpip[0] - 1


def test_callers_shrink_most(measured):
    before, after = measured["no rake"], measured["5 %, at most 3 bb"]
    kept_raising = after["PFR"] / before["PFR"]
    kept_calling = (after["VPIP"] - after["PFR"]) / (before["VPIP"] - before["PFR"])
    assert kept_calling < 0.65
    assert kept_raising > 0.95
    assert after["station"] < 0.7 * before["station"]


def test_no_flop_no_drop_means_raise_or_fold(measured):
    free, taxed = measured["5 %, at most 3 bb"], measured["5 %, at most 3 bb, without a flop too"]
    assert free["3-bet"] > taxed["3-bet"] + 1
    assert free["PFR"] / free["VPIP"] > taxed["PFR"] / taxed["VPIP"] + 0.01


def test_the_documented_table_is_the_measured_one(measured):
    rows = {
        cells[0]: cells[1:]
        for line in DOCUMENT.read_text(encoding="utf-8").splitlines()
        for cells in [[cell.strip() for cell in line.split("|")[1:-1]]]
        if cells and cells[0] in ROWS and all(re.fullmatch(r"[\d.]+", c) for c in cells[1:])
    }
    assert list(rows) == list(ROWS)
    for title, cells in rows.items():
        now = [measured[title][column] for column in COLUMNS]
        then = [float(cell) for cell in cells]
        assert now == pytest.approx(then, abs=0.4), f"write {row(title, measured[title])}"
