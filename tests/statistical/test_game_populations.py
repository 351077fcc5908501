"""Do the profiles play every game like players? The figures of docs/populations.md, "Other games".

Seeds are fixed; 20,000 six-handed hands have a sampling error of 0.15 points in VPIP, of about one
point in a profile's, 5,000 hands of other tables of half a point. Run with -s to see the table.
"""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path

import pytest
from population_counts import NAMES, Counts, count

pytestmark = [pytest.mark.slow, pytest.mark.statistical]

DOCUMENT = Path(__file__).parents[2] / "docs" / "populations.md"
COLUMNS = ("VPIP", "PFR", "3-bet", "flops", "WTSD", "pot", "AF")
# title, keys of the job, most seats
TABLES = {
    "Omaha, PL": ({"game": "omaha", "betting": "PL"}, 9),
    "Omaha, NL": ({"game": "omaha", "betting": "NL"}, 9),
    "Omaha, FL": ({"game": "omaha", "betting": "FL"}, 9),
    "Omaha, five cards, PL": ({"game": "omaha", "betting": "PL", "hole_cards": 5}, 8),
    "Omaha, six cards, PL": ({"game": "omaha", "betting": "PL", "hole_cards": 6}, 7),
    "Omaha hi-lo, PL": ({"game": "omaha8", "betting": "PL"}, 9),
    "Omaha hi-lo, NL": ({"game": "omaha8", "betting": "NL"}, 9),
    "Omaha hi-lo, FL": ({"game": "omaha8", "betting": "FL"}, 9),
    "draw, FL": ({"game": "draw", "betting": "FL"}, 9),
    "draw, NL": ({"game": "draw", "betting": "NL"}, 9),
    "draw, PL": ({"game": "draw", "betting": "PL"}, 9),
}


def played(hands, seats, keys):
    counts = Counts()
    stakes = "2/4" if keys["betting"] == "FL" else "1/2"
    count(counts, hands=hands, seats=seats, stakes=stakes, **keys)
    return counts


@pytest.fixture(scope="module")
def six():
    """Counts of the default mix at each table of six; their averages are printed."""
    found = {title: played(20_000, 6, keys) for title, (keys, _) in TABLES.items()}
    print("\n" + "\n".join(row(title, counts.of()) for title, counts in found.items()))  # noqa: T201
    return found


def row(title, averages):
    """One row of the table in the document."""
    return f"| {title} | " + " | ".join(f"{averages[column]:.2f}" for column in COLUMNS) + " |"


@pytest.mark.parametrize("title", TABLES)
def test_the_mix_plays_as_many_hands_as_people_do(six, title):
    averages = six[title].of()
    assert 20 <= averages["VPIP"] <= 45
    assert 0.45 < averages["PFR"] / averages["VPIP"] < 0.8
    assert 0.7 < averages["AF"] < 3


@pytest.mark.parametrize("title", TABLES)
def test_profiles_are_ordered_as_their_names_say(six, title):
    vpip = {name: six[title].of(name)["VPIP"] for name in NAMES}
    order = ("nit", "tag", "lag", "station")
    assert all(vpip[more] > vpip[fewer] + 3 for fewer, more in pairwise(order))
    assert vpip["maniac"] > vpip["lag"] + 3
    pfr = {name: six[title].of(name)["PFR"] for name in NAMES}
    assert pfr["station"] < pfr["nit"] < pfr["tag"] < pfr["lag"] < pfr["maniac"]


@pytest.mark.parametrize("title", TABLES)
def test_longer_tables_play_fewer_hands_and_two_players_most(six, title):
    keys, most = TABLES[title]
    full, two = played(5_000, most, keys).of(), played(5_000, 2, keys).of()
    middle = six[title].of()["VPIP"]
    assert 12 < full["VPIP"] < middle < two["VPIP"] < 85


@pytest.mark.parametrize("title", TABLES)
def test_callers_see_showdowns_and_raisers_do_not(six, title):
    assert six[title].of("station")["WTSD"] > six[title].of("tag")["WTSD"]
    assert six[title].of("station")["AF"] < 1 < six[title].of("tag")["AF"]


def test_the_documented_table_is_the_measured_one(six):
    rows = {
        cells[0]: [float(cell) for cell in cells[1:]]
        for line in DOCUMENT.read_text(encoding="utf-8").splitlines()
        for cells in [[cell.strip() for cell in line.split("|")[1:-1]]]
        if cells and cells[0] in TABLES and all(re.fullmatch(r"[\d.]+", c) for c in cells[1:])
    }
    assert list(rows) == list(TABLES)
    for title, cells in rows.items():
        averages = six[title].of()
        now = [averages[column] for column in COLUMNS]
        assert now == pytest.approx(cells, abs=1.0), f"write {row(title, averages)}"
