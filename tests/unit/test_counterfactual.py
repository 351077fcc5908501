"""Runs that are played again under another rake: names, reuse, and which count as baselines."""

from __future__ import annotations

import msgspec
import pytest
from polars.testing import assert_frame_equal

from railbird.api import make_job
from railbird.errors import InputError
from railbird.lake.lake import LakeFolder
from railbird.reports.catalogue import reports
from railbird.reports.connect import Lake
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
    lake.drop("first")
    assert baselines(lake) == baselines(lake, [made.run]) == [made.run]


def test_a_counterfactual_that_is_named_as_a_baseline_is_refused(lake):
    made = play_counterfactual(lake, "first", rake_of(name="half", bps=250))
    with pytest.raises(InputError) as refused:
        baselines(lake, ["first", made.run])
    assert str(refused.value) == (
        f"--runs {made.run}: it is first played again under another policy, and no baseline; name "
        "--runs first, and that policy with --policy"
    )


def test_reports_leave_counterfactuals_out_and_say_so(lake):
    before = {r.name: Lake(lake.path).report(r.name) for r in reports() if r.source != "runs"}
    half = play_counterfactual(lake, "first", rake_of(name="half", bps=250)).run
    said = []
    for name, frame in before.items():
        again = Lake(lake.path).report(name, note=said.append)
        # the last digit shown of a mean of big blinds hangs on the order of the rows
        assert_frame_equal(frame, again, abs_tol=0.011, rel_tol=0)
    [text] = set(said)
    assert text == (
        f"left out: {half}, which is first played again under another policy; --runs names runs to "
        "add up"
    )
    play_counterfactual(lake, "first", rake_of(name="quarter", bps=125))
    Lake(lake.path).report("rake", note=said.append)
    assert said[-1] == (
        f"left out: {half} and 1 more, which are other runs played again under another policy; "
        "--runs names runs to add up"
    )


def test_reports_add_up_the_runs_that_are_named(lake):
    half = play_counterfactual(lake, "first", rake_of(name="half", bps=250)).run
    opened, said = Lake(lake.path), []
    both = opened.report("rake", by="run", runs=["first", half], note=said.append)
    assert both["run"].to_list() == ["first", half]
    assert both["hands"].to_list() == [300, 300]
    assert 0 < both["rake_sum"][1] < both["rake_sum"][0]
    assert opened.report("rake", by="run", runs=half)["run"].to_list() == [half]
    assert said == []
    with pytest.raises(InputError, match="no run frist; did you mean first"):
        opened.report("rake", runs="frist")
    with pytest.raises(InputError, match="--runs: it is empty"):
        opened.report("rake", runs=",")


def test_views_and_the_list_of_runs_hold_counterfactuals(lake):
    half = play_counterfactual(lake, "first", rake_of(name="half", bps=250)).run
    opened, said = Lake(lake.path), []
    assert opened.report("runs", note=said.append)["run"].to_list() == ["first", half]
    assert said == []
    assert opened.report("runs", runs="first")["run"].to_list() == ["first"]
    assert opened.sql("select count(*) as n from hands")["n"].to_list() == [600]


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
