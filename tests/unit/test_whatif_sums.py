"""Sums per cluster under two policies: paired, on the same streams, L2 = L1 for blind bots."""

from __future__ import annotations

import msgspec
import polars as pl
import pytest

from railbird.api import make_job
from railbird.errors import InputError
from railbird.lake.lake import LakeFolder
from railbird.reports.connect import Lake
from railbird.reports.counterfactual import play_counterfactual
from railbird.reports.whatif_policies import stage, table_kinds
from railbird.reports.whatif_sums import Pair, paired_hands, paired_players, pairing
from railbird.simulate.job import resolve
from railbird.simulate.policy import Policy, find_policy, rake_of_policy
from railbird.simulate.runner import simulate

HANDS = 2_000
FIVE = msgspec.to_builtins(find_policy("five-percent"))
POLICIES = {
    "same": FIVE | {"name": "same"},
    "two": FIVE | {"name": "two", "percent": "2", "caps": None},
    "live": FIVE | {"name": "live", "percent": "10", "rounding": "floor", "unit": "1"},
    "none": msgspec.to_builtins(find_policy("none")),
}


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    """A lake of rake-blind bots with reset stacks, and its pairs under other policies."""
    path = tmp_path_factory.mktemp("whatif") / "lake"
    keys = {"hands": HANDS, "tables": 20, "bots": "station,tag,lag,maniac", "seats": 4}
    recipe = resolve(make_job(None, keys | {"rake": "five-percent"}, where="test"))
    simulate(recipe, path, "first")
    folder = LakeFolder.open(path)
    policies = [msgspec.convert(keys, Policy) for keys in POLICIES.values()]
    runs = {
        policy.name: play_counterfactual(
            folder, "first", rake_of_policy(policy, -2, "USD", recipe.table)
        ).run
        for policy in policies
    }
    lake = Lake(path)
    stage(lake, policies, table_kinds(lake, ["first"]))
    return lake, {name: Pair("first", run) for name, run in runs.items()}


def old_and_new(frame):
    names = [name.removesuffix("_old") for name in frame.columns if name.endswith("_old")]
    return [(frame[f"{name}_old"], frame[f"{name}_new"], name) for name in names]


@pytest.mark.parametrize("ask", [paired_hands, paired_players])
def test_an_unchanged_policy_changes_nothing(played, ask):
    lake, pairs = played
    frame = ask(lake, "same", [pairs["same"]], ["dealt"])
    for old, new, name in old_and_new(frame):
        assert old.to_list() == new.to_list(), name


def test_another_policy_moves_no_card(played):
    lake, pairs = played
    for row in pairing(lake, pairs.values()).iter_rows(named=True):
        assert row["hands_old"] == row["paired"] == row["same_boards"] == HANDS
        assert row["same_seats"] == HANDS
        assert row["same_holes"] == row["players"]


def test_rake_blind_bots_play_the_same_under_any_policy(played):
    lake, pairs = played
    found = pairing(lake, [pairs["two"]]).row(0, named=True)
    assert found["same_pots"] == HANDS
    assert found["same_investments"] == found["players"]
    assert found["same_nets"] < found["players"]


def test_the_rake_of_a_counterfactual_is_the_schedules_to_the_cent(played):
    """2 % without a cap, half to even, in integers."""
    lake, pairs = played
    hands = lake.sql(
        "select o.pot, o.last_street, n.rake from hands o join hands n using (hand_id)"
        " where o.run = 'first' and n.run = $new",
        {"new": pairs["two"].run},
    )
    assert hands.height == HANDS
    for pot, street, rake in hands.iter_rows():
        whole, rest = divmod(pot * 200, 10_000)
        even = whole + (rest > 5_000 or (rest == 5_000 and whole % 2))
        assert rake == (even if street >= 1 else 0)


def test_sums_are_of_the_baselines_hands(played):
    lake, pairs = played
    frame = paired_hands(lake, "two", [pairs["two"]], ["stake"], "pot > 1000")
    true = lake.sql(
        "select count(*) as hands, sum(o.rake) as old, sum(n.rake) as new,"
        " count_if(o.rake <> n.rake) as apart"
        " from hands o join hands n using (hand_id)"
        " where o.run = 'first' and n.run = $new and o.pot > 1000",
        {"new": pairs["two"].run},
    ).row(0)
    names = ("hands_old", "rake_old", "rake_new", "rake_differs_new")
    assert frame.select(pl.col(names).sum()).row(0) == true
    assert frame["stake"].unique().to_list() == ["1/2"]


def test_players_are_paired_by_seat(played):
    lake, pairs = played
    frame = paired_players(lake, "none", [pairs["none"]], ["profile", "position"])
    assert frame["hands_old"].sum() == frame["hands_new"].sum() == 4 * HANDS
    assert frame["net_bb_new"].sum() == pytest.approx(0)
    assert frame["net_bb_old"].sum() < 0
    assert (frame["vpip_done_old"] == frame["vpip_done_new"]).all()


def test_an_unknown_column_is_refused(played):
    lake, _ = played
    with pytest.raises(InputError, match="--by: no column 'stakes'; did you mean 'stake'"):
        paired_hands(lake, "two", [Pair("first")], ["stakes"])
    with pytest.raises(InputError, match="--where: no column 'pott'"):
        paired_hands(lake, "two", [Pair("first")], ["stake"], "pott > 3")
