"""A schedule in words: everything that sets what is taken is said, in units of the currency."""

from __future__ import annotations

import pytest

from railbird.reports.policy_words import describe
from railbird.simulate.policy import find_policy, rake_of_policy
from railbird.simulate.room import Table

NL = Table("holdem", "NL", 6, 50, 100)
FL = Table("holdem", "FL", 6, 100, 200, 200, 400)


def said(policy, table=NL):
    return describe(rake_of_policy(find_policy(str(policy)), -2, "USD", table), 0.01)


@pytest.fixture
def file(tmp_path):
    def write(text):
        path = tmp_path / "mine.toml"
        path.write_text(f'name = "mine"\n{text}\n')
        return path

    return write


@pytest.mark.parametrize(
    ("policy", "table", "key", "text"),
    [
        ("boston-live", NL, "rate", "10 %; at least 1"),
        ("wpn-fl", FL, "rate", "2 % (2), 3 % (3-4), 4 % (5+)"),
        ("ggnetwork-nlhe", NL, "rate", "0.1 per 2"),
        ("ggnetwork-nlhe", NL, "caps", "3 (2), 5 (3+)"),
        ("ggnetwork-nlhe", NL, "gate", "no flop, no drop; or 2 raises"),
        ("ggnetwork-nlhe", NL, "jackpot", "1 from 30; or 2 raises"),
        ("las-vegas-live", NL, "jackpot", "1 from 10, 1 from 30"),
        ("time-pot", NL, "gate", "from the deal; pots from 100; the first 1 in 30 min"),
        ("washington-seat-fee", NL, "fees", "1 a hand and player"),
        ("texas-time", NL, "fees", "12 a player in 60 min; 15 membership in 1440 min"),
        ("none", NL, "fees", "none"),
    ],
)
def test_a_built_in_policy_says_all_that_it_takes(policy, table, key, text):
    assert said(policy, table)[key] == text


def test_thresholds_say_for_whom_they_are():
    text = said("aztec-riches-fl", Table("holdem", "FL", 6, 100, 200, 200, 400))["rate"]
    assert text.startswith("0.5 from 5 (2), 0.25 from 12 (2), 0.25 from 20 (2), 1 from 20 (3-10)")


def test_tiers_are_said_as_rates_and_not_as_their_changes(file):
    text = 'tiers = [{ pot = "0", percent = "5" }, { pot = "100", percent = "2" }]'
    assert said(file(text))["rate"] == "5 % above 0, 2 % above 100"


def test_splash_and_rakeback_are_in_units_of_the_currency(file):
    words = said(
        file(
            'percent = "5"\nsplash = { every = 500, prizes = [{ amount = "10bb", weight = 9 }] }\n'
            '[rakeback]\npercent = "30"\nown_weight = "0.5"\nmultipliers = { nit = "0.36" }'
        )
    )
    assert words["splash"] == "1 hand in 500: 10 (x9)"
    assert words["rakeback"] == "30 % of weighted; nit x0.36; own x0.5 + by source x0"
