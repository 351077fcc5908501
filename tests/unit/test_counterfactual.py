"""Runs that are played again under another rake: names, reuse, and which count as baselines."""

from __future__ import annotations

import msgspec
import pytest

from railbird.api import make_job
from railbird.errors import InputError
from railbird.lake.lake import LakeFolder
from railbird.reports.counterfactual import (
    baselines,
    counterfactual_name,
    play_counterfactual,
)
from railbird.simulate.job import resolve
from railbird.simulate.runner import simulate

KEYS = {"hands": 300, "tables": 6, "bots": "random", "rake": "five-percent"}


@pytest.fixture
def lake(tmp_path):
    simulate(resolve(make_job(None, KEYS, where="test")), tmp_path / "lake", "first")
    return LakeFolder.open(tmp_path / "lake")


def rake_of(**changes):
    recipe = resolve(make_job(None, KEYS, where="test"))
    return msgspec.structs.replace(recipe.rake, **changes)


def test_a_counterfactual_is_a_run_that_names_its_baseline(lake):
    said = []
    made = play_counterfactual(lake, "first", rake_of(name="half", bps=250), note=said.append)
    manifest = lake.read_manifest(made.run)
    assert manifest.counterfactual_of == "first"
    assert made.played
    assert made.run.startswith("first.at-half-")
    assert said[-1] == f"run {made.run} appended: first under half"
    first = dict(lake.read_manifest("first").recipe)
    assert {**first, "rake": None} == {**manifest.recipe, "rake": None}
    assert manifest.recipe["rake"]["bps"] == 250


def test_a_counterfactual_that_is_there_is_not_played_again(lake):
    made = play_counterfactual(lake, "first", rake_of(name="half", bps=250))
    again = play_counterfactual(lake, "first", rake_of(name="half", bps=250))
    assert (again.run, again.played) == (made.run, False)
    assert len(lake.runs()) == 2


def test_two_policies_of_one_name_are_two_runs(lake):
    one = play_counterfactual(lake, "first", rake_of(name="half", bps=250))
    other = play_counterfactual(lake, "first", rake_of(name="half", bps=251))
    assert one.run != other.run


def test_the_stored_policy_is_the_baseline_itself(lake):
    made = play_counterfactual(lake, "first", rake_of())
    assert (made.run, made.played) == ("first", False)


def test_counterfactuals_are_no_baselines(lake):
    made = play_counterfactual(lake, "first", rake_of(name="half", bps=250))
    assert baselines(lake) == ["first"]
    assert baselines(lake, [made.run]) == [made.run]
    lake.drop("first")
    assert baselines(lake) == [made.run]


def test_the_same_hands_under_two_policies_are_refused(lake):
    keys = KEYS | {"rake": "none"}
    simulate(resolve(make_job(None, keys, where="test")), lake.path, "second")
    with pytest.raises(InputError, match="first and second are the same hands under two policies"):
        baselines(lake)
    assert baselines(lake, ["second"]) == ["second"]


def test_a_replayed_counterfactual_keeps_its_baseline(lake):
    from railbird.simulate.runner import replay_manifest

    made = play_counterfactual(lake, "first", rake_of(name="half", bps=250))
    path = lake.manifest_path(made.run)
    copy = lake.path.parent / "copy"
    assert replay_manifest(path, copy).run == made.run
    there = LakeFolder.open(copy)
    assert there.read_manifest(made.run).counterfactual_of == "first"
    assert baselines(there) == [made.run]


def test_names_are_cut_to_what_a_run_may_be_called():
    name = counterfactual_name("r" * 79, rake_of(name="my policy/2"), "0123456789abcdef")
    assert len(name) == 80
    assert name.endswith("-01234567")
    short = counterfactual_name("first", rake_of(name="my policy/2"), "0123456789abcdef")
    assert short == "first.at-my-policy-2-01234567"
