"""Hands raked again in SQL, against the same hands settled by the engine under that policy."""

from __future__ import annotations

import pytest
from replayed_tables import connection, differing, random_hands

from railbird.simulate.policy import Rake

CAPS = (-1, -1, 75, 75, 300, 300, *[900] * 5)
PLAIN = {
    "none": Rake("none"),
    "five": Rake("five", 500),
    "capped": Rake("capped", 450, caps=CAPS),
    "floored": Rake("floored", 625, "floor", no_flop_no_drop=False),
    # asks small pots for more than they hold
    "dollars": Rake("dollars", 1000, "ceiling", unit=100, no_flop_no_drop=False),
}
TABLES = ("hands", "pots", "players")


@pytest.fixture(scope="module")
def plain():
    return connection(random_hands("rerake", 600), PLAIN)


@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize("name", PLAIN)
def test_own_policy_changes_nothing(plain, table, name):
    assert differing(plain, table, name, name) == []


@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize("new", PLAIN)
def test_another_policy_gives_what_the_engine_gives(plain, table, new):
    assert differing(plain, table, "capped", new) == []


def test_the_hands_have_side_pots_odd_chips_and_pots_that_rake_takes_whole(plain):
    def count(query):
        return plain.execute(query).fetchone()[0]

    assert count("select count(*) from pots_five where pot_no = 1") > 100
    assert count("select count(*) from pots_five where pot_no = 2") > 10
    odd = (
        "select count(*) from pots_five as p join hands_five as h using (run, hand_id) "
        "where bit_count(winners[1]) > 1 and (amount - p.rake) % (bit_count(winners[1]) * chip) > 0"
    )
    assert count(odd) > 10
    assert count("select count(*) from pots_dollars where amount = rake and pot_no > 0") > 0
