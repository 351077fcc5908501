"""Counterfactual runs hand by hand: paired, on the same streams, and equal to L1 for blind bots."""

from __future__ import annotations

import msgspec
import polars as pl
import pytest

from railbird.api import make_job
from railbird.errors import InputError
from railbird.lake.lake import LakeFolder
from railbird.reports.connect import Lake
from railbird.reports.counterfactual import play_counterfactual
from railbird.reports.whatif_behavioural import paired_hands, paired_players, pairing
from railbird.simulate.job import resolve
from railbird.simulate.runner import simulate

HANDS = 2_000


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    """A lake of rake-blind bots with reset stacks, and its pairs under three other policies."""
    path = tmp_path_factory.mktemp("whatif") / "lake"
    keys = {"hands": HANDS, "tables": 20, "bots": "station,tag,lag,maniac", "seats": 4}
    job = make_job(None, keys | {"rake": "five-percent"}, where="test")
    recipe = resolve(job)
    simulate(recipe, path, "first")
    folder = LakeFolder.open(path)
    other = {
        "same": {"name": "same"},
        "two": {"name": "two", "bps": 200, "caps": (-1,) * 11},
        "uncapped": {"name": "uncapped", "caps": (-1,) * 11},
    }
    pairs = {
        name: play_counterfactual(folder, "first", msgspec.structs.replace(recipe.rake, **changes))
        for name, changes in other.items()
    }
    return Lake(path), pairs


def old_and_new(frame):
    names = [name.removesuffix("_old") for name in frame.columns if name.endswith("_old")]
    return [(frame[f"{name}_old"], frame[f"{name}_new"], name) for name in names]


@pytest.mark.parametrize("ask", [paired_hands, paired_players])
def test_an_unchanged_policy_changes_nothing(played, ask):
    lake, pairs = played
    frame = ask(lake, [pairs["same"]], ["dealt"])
    for old, new, name in old_and_new(frame):
        assert old.to_list() == new.to_list(), name


def test_another_policy_moves_no_card(played):
    lake, pairs = played
    found = pairing(lake, pairs.values())
    for row in found.iter_rows(named=True):
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
    """2 % without a cap, half to even, in integers: what L1 says of the stored pots."""
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
    frame = paired_hands(lake, [pairs["two"]], ["stake"], "pot > 1000")
    true = lake.sql(
        "select count(*) as hands, sum(o.rake) as old, sum(n.rake) as new"
        " from hands o join hands n using (hand_id)"
        " where o.run = 'first' and n.run = $new and o.pot > 1000",
        {"new": pairs["two"].run},
    ).row(0)
    sums = frame.select(pl.col("hands_old", "rake_old", "rake_new").sum()).row(0)
    assert sums == true
    assert frame["stake"].unique().to_list() == ["1/2"]


def test_players_are_paired_by_seat(played):
    lake, pairs = played
    frame = paired_players(lake, [pairs["uncapped"]], ["profile", "position"])
    assert frame["hands_old"].sum() == frame["hands_new"].sum() == 4 * HANDS
    assert frame["net_bb_new"].sum() < frame["net_bb_old"].sum()
    assert (frame["vpip_done_old"] == frame["vpip_done_new"]).all()


def test_an_unknown_column_is_refused(played):
    lake, pairs = played
    with pytest.raises(InputError, match="--by: no column 'stakes'; did you mean 'stake'"):
        paired_hands(lake, [pairs["two"]], ["stakes"])
    with pytest.raises(InputError, match="--where: no column 'pott'"):
        paired_hands(lake, [pairs["two"]], ["stake"], "pott > 3")
