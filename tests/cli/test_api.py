"""The same from Python: `railbird.play`, `railbird.Lake`."""

from __future__ import annotations

import pytest

import railbird
from railbird.errors import InputError


def test_names_are_there_before_they_are_loaded():
    assert {"play", "Lake", "ingest_files"} <= set(dir(railbird))
    with pytest.raises(AttributeError, match="module 'railbird' has no attribute 'plya'"):
        railbird.plya  # noqa: B018


def test_play_and_ask(tmp_path):
    seen = []
    result = railbird.play(
        hands=1_000,
        lake=tmp_path / "lake",
        run="first",
        bots=["random", "check_fold"],
        seats=4,
        progress=lambda done, total: seen.append((done, total)),
    )
    assert (result.run, result.hands, result.already_there) == ("first", 1_000, False)
    assert seen[-1] == (1_000, 1_000)
    again = railbird.play(
        hands="1k", lake=str(tmp_path / "lake"), bots="random,check_fold", seats=4
    )
    assert (again.run, again.already_there) == ("first", True)

    lake = railbird.Lake(tmp_path / "lake")
    assert repr(lake) == f"railbird.Lake('{tmp_path}/lake')"
    assert lake.sql("select count(*) as n from hands")["n"].to_list() == [1_000]
    assert lake.runs()["run"].to_list() == ["first"]
    assert lake.report("rake")["hands"].to_list() == [1_000]
    assert lake.report("positions", by="profile", where="seat < 2").height >= 1
    assert lake.check().is_empty()
    assert lake.show(0).startswith("Hand 0 of run first")


def test_bots_as_tables(tmp_path):
    bots = [{"bot": "random", "player": "Ann"}, {"bot": "check_fold", "count": 2}]
    railbird.play(hands=100, lake=tmp_path / "lake", bots=bots, seats=3)
    names = railbird.Lake(tmp_path / "lake").sql("select distinct player from players order by 1")
    assert names["player"].to_list() == ["Ann", "check_fold_1", "check_fold_2"]


def test_play_from_a_job_file(tmp_path):
    job = tmp_path / "job.toml"
    job.write_text(f'hands = 100\nbots = "random"\nlake = "{tmp_path}/lake"\n')
    assert railbird.play(job, hands=200).hands == 200


@pytest.mark.parametrize(
    ("keys", "message"),
    [
        ({"hads": 3}, "play(): unknown key 'hads'; did you mean 'hands'?"),
        ({"hands": 1.5}, "play(): hands is 1.5; it must be a whole number or a text in quotes"),
        ({"game": "holdm"}, "play(): game is \"holdm\"; did you mean 'holdem'?"),
        ({"hands": 1, "bots": "random"}, "no lake named; say where the hands go with --lake DIR"),
    ],
)
def test_mistake(keys, message):
    with pytest.raises(InputError) as caught:
        railbird.play(**keys)
    assert str(caught.value) == message


def test_no_lake(tmp_path):
    with pytest.raises(InputError, match="no lake here"):
        railbird.Lake(tmp_path)
