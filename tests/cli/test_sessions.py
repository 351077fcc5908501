"""`railbird simulate` with [session] and [population]: keys, flags, messages."""

from __future__ import annotations

import json

import pytest

import railbird as package

FLAGS = ("--hands", "400", "--tables", "2", "--bots", "random", "--stacks", "carry")


def refused(done, message: str) -> None:
    assert (done.code, done.out, done.err) == (2, "", f"railbird simulate: {message}\n")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            'stacks = "carry"\n[session]\narival = 0.1\n',
            "line 3: unknown key 'arival' in [session]; did you mean 'arrival'?",
        ),
        (
            'stacks = "carry"\n[session]\npatience = "x"\n',
            'line 3: session.patience is "x"; it must be a whole number',
        ),
        (
            'stacks = "carry"\n[population]\nmix = "tag"\n',
            "line 2: key 'players' is missing in [population]; add it",
        ),
        (
            'stacks = "carry"\n[session]\nbuy_in = "40bb-"\n',
            "line 3: session.buy_in = '40bb-': write one amount (100bb, 200) or two (40bb-100bb)",
        ),
        (
            "[session]\npost = 1\n",
            (
                "line 1: [session]: players come and go where stacks are carried; set stacks = "
                "'carry' (--stacks carry)"
            ),
        ),
        (
            '[tournament]\ncount = 5\nlevels = ["10/x", "20/40"]\n',
            (
                "line 3: tournament.levels, level 1 = '10/x': amount 'x': not a number; write it "
                "as 2 or 2.50"
            ),
        ),
        (
            "hands = 5\ntables = 6\n",
            (
                "line 2: tables = 6: from 1 to the number of hands (5) is "
                "possible; change --tables or --hands"
            ),
        ),
    ],
)
def test_a_wrong_section_names_file_line_and_key(railbird, tmp_path, text, message):
    job = tmp_path / "job.toml"
    job.write_text(text)
    refused(railbird("simulate", job, "--lake", tmp_path / "lake"), f"{job}, {message}")


@pytest.mark.parametrize(
    ("flags", "message"),
    [
        (["--session", "post"], "--session 'post': write KEY=VALUE, as --session arrival=20/h"),
        (["--session", "arrival=9/x"],
         "session.arrival = '9/x': write a chance per hand (0.01) or a number per hour ('2/h')"),
        (["--session", "rebuy=7"], "session.rebuy = 7: a share is from 0 to 1"),
        (["--population", "players=1"],
         "population.players = 1: from 2 to 1,000,000 is possible"),
        (["--stacks", "reset", "--session", "post=1"],
         ("[session]: players come and go where stacks are carried; set stacks = 'carry' "
          "(--stacks carry)")),
    ],
)  # fmt: skip
def test_a_wrong_flag_says_the_remedy(railbird, tmp_path, flags, message):
    refused(railbird("simulate", *FLAGS, "--lake", tmp_path / "lake", *flags), message)


def test_a_flag_that_wins_over_the_file_is_blamed_itself(railbird, tmp_path):
    job = tmp_path / "job.toml"
    job.write_text('stacks = "carry"\n[session]\nbuy_in = "40bb"\n')
    done = railbird("simulate", job, "--session", "buy_in=x", "--lake", tmp_path / "lake")
    refused(done, "session.buy_in = 'x': no amount; write it as 100bb or 200")


def test_flags_leave_the_other_keys_of_the_section(railbird, tmp_path):
    job = tmp_path / "job.toml"
    job.write_text(
        'stacks = "carry"\n[session]\nstop_win = "50bb"\nreturn = 0.5\n[population]\nplayers = 30\n'
    )
    lake = tmp_path / "lake"
    done = railbird(
        "simulate", job, *FLAGS, "--session", "stop_loss=40bb", "--population", "mix=random,nit",
        "--lake", lake, "--run", "first", "--quiet",
    )  # fmt: skip
    assert (done.code, done.err) == (0, "")
    recipe = json.loads((lake / "runs" / "first.json").read_text())["recipe"]
    assert recipe["session"]["stop_win"] == 10_000
    assert recipe["session"]["stop_loss"] == 8_000
    assert recipe["session"]["returns"] == [1 << 31, 0]
    assert recipe["population"] == {"players": 30, "cycle": [0, 1]}


def test_hands_that_were_not_played_are_said(railbird, tmp_path):
    done = railbird(
        "simulate", *FLAGS, "--session", "arrival=0", "--session", "departure=0.1",
        "--lake", tmp_path / "lake", "--run", "first",
    )  # fmt: skip
    assert done.code == 0
    assert "hands were not played: tables broke before" in done.err


def test_a_dry_run_knows_sessions(railbird):
    done = railbird("simulate", *FLAGS, "--population", "players=50", "--dry-run")
    assert done.code == 0
    assert done.out.startswith("400 hands at 2 tables: about ")


def test_the_same_from_python(tmp_path):
    result = package.play(
        hands=400, tables=2, bots="random", stacks="carry", lake=tmp_path,
        session={"arrival": "40/h"}, population={"players": 50},
    )  # fmt: skip
    assert result.hands == 400
    names = package.Lake(tmp_path).sql("select distinct player from events")["player"]
    assert all(name.startswith("random_000") for name in names)
