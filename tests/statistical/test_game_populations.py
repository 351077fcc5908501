"""Do the profiles play every game like players? The figures of docs/populations.md, "Other games".

Seeds are fixed; 100,000 six-handed hands have a sampling error of 0.1 points in VPIP, of about half
a point in a profile's and of one in what it answers to bets. Run with -s to see the table.
"""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path

import pytest
from population_counts import NAMES, Counts, count

pytestmark = [pytest.mark.slow, pytest.mark.statistical]

DOCUMENT = Path(__file__).parents[2] / "docs" / "populations.md"
COLUMNS = (
    "VPIP", "PFR", "3-bet", "flops", "WTSD", "W$SD", "pot", "AF", "fold to bet", "raise of bet",
    "folded later",
)  # fmt: skip
# ranges of the default mix; docs/populations.md says why these
NO_LIMIT_OMAHA = {
    "WTSD": (28, 40), "W$SD": (46, 54), "AF": (1.5, 3.0), "fold to bet": (40, 55),
    "raise of bet": (5, 14),
}  # fmt: skip
NO_LIMIT_HI_LO = NO_LIMIT_OMAHA | {"W$SD": (62, 74), "AF": (1.4, 2.8), "fold to bet": (38, 52)}
LIMIT_OMAHA = {
    "WTSD": (38, 50), "W$SD": (45, 54), "AF": (1.2, 2.2), "fold to bet": (24, 38),
    "raise of bet": (10, 20),
}  # fmt: skip
LIMIT_HI_LO = LIMIT_OMAHA | {"WTSD": (40, 52), "W$SD": (62, 74), "fold to bet": (22, 36)}
DRAW = {
    "WTSD": (40, 58), "W$SD": (42, 52), "AF": (1.5, 3.0), "fold to bet": (45, 60),
    "raise of bet": (5, 14), "folded later": (20, 30),
}  # fmt: skip
MORE_CARDS = NO_LIMIT_OMAHA | {"WTSD": (28, 44), "fold to bet": (28, 48), "raise of bet": (8, 18)}
TARGETS = {
    "Omaha, PL": NO_LIMIT_OMAHA,
    "Omaha, NL": NO_LIMIT_OMAHA,
    "Omaha, FL": LIMIT_OMAHA,
    "Omaha, five cards, PL": MORE_CARDS,
    "Omaha, six cards, PL": MORE_CARDS,
    "Omaha hi-lo, PL": NO_LIMIT_HI_LO,
    "Omaha hi-lo, NL": NO_LIMIT_HI_LO,
    "Omaha hi-lo, FL": LIMIT_HI_LO,
    "draw, FL": DRAW,
    "draw, NL": DRAW,
    "draw, PL": DRAW,
}
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
    found = {title: played(100_000, 6, keys) for title, (keys, _) in TABLES.items()}
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


@pytest.mark.parametrize(
    ("title", "average"), [(title, average) for title in TABLES for average in TARGETS[title]]
)
def test_later_rounds_are_played_as_people_do(six, title, average):
    low, high = TARGETS[title][average]
    assert low <= six[title].of()[average] <= high


@pytest.mark.parametrize("title", TABLES)
def test_bets_are_answered_as_the_names_of_profiles_say(six, title):
    folds = {name: six[title].of(name)["fold to bet"] for name in NAMES}
    order = ("nit", "tag", "lag", "maniac", "station")
    assert all(folds[more] > folds[fewer] + 1 for more, fewer in pairwise(order))
    raises = {name: six[title].of(name)["raise of bet"] for name in NAMES}
    assert raises["station"] == min(raises.values())
    shown = {name: six[title].of(name)["WTSD"] for name in NAMES}
    assert shown["station"] == max(shown.values())
    won = {name: six[title].of(name)["W$SD"] for name in NAMES}
    assert won["nit"] > won["tag"] > won["lag"] > won["maniac"]


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
