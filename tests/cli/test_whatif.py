"""`railbird whatif` on the command line: sections, formats, and one line for a wrong question."""

from __future__ import annotations

import io
import json
import shutil

import polars as pl
import pytest

from railbird.lake.lake import LakeFolder
from railbird.reports import whatif_sections


@pytest.fixture
def policy(tmp_path):
    file = tmp_path / "half.toml"
    file.write_text('name = "half"\npercent = "2.5"\ncaps = { 2 = "1" }\n')
    return file


def test_every_section_has_a_title_with_its_level(railbird, lake, policy):
    done = railbird("whatif", "--lake", lake, "--policy", policy)
    assert done.code == 0
    titles = [line for line in done.out.splitlines() if line.endswith("]")]
    assert [line.rpartition("[")[2].rstrip("]") for line in titles] == [
        "policies", "revenue", "groups", "house", "segments", "players", "winners", "parts",
        "steps", "sources",
    ]  # fmt: skip
    assert all(line.startswith(("L1 mechanical: ", "Policies", "Runs")) for line in titles)


def test_one_table_has_its_title_too(railbird, lake, policy):
    done = railbird("whatif", "--lake", lake, "--policy", policy, "--table", "parts")
    assert done.out.startswith("L1 mechanical: parts of the change of revenue")


def test_tables_fit_eighty_columns(railbird, lake, policy, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    done = railbird("whatif", "--lake", lake, "--policy", policy)
    # titles are sentences, and wrap
    lines = [line for line in done.out.splitlines() if not line.endswith("]")]
    assert max(map(len, lines)) <= 80


def test_csv_json_and_parquet_are_one_table(railbird, lake, policy, tmp_path):
    question = ("whatif", "--lake", lake, "--policy", policy, "--runs", "first")
    csv = railbird(*question, "--format", "csv")
    frame = pl.read_csv(io.StringIO(csv.out))
    assert frame.select("policy", "hands", "level").rows() == [("half", 2_000, "L1 mechanical")]
    rows = json.loads(railbird(*question, "--format", "json", "--table", "players").out)
    assert {row["split"] for row in rows} == {"all", "position"}
    file = tmp_path / "segments.parquet"
    assert railbird(*question, "--table", "segments", "-o", file).out == ""
    assert pl.read_parquet(file)["policy"].unique().sort().to_list() == ["half", "stored"]


def test_a_split_has_columns_of_its_own(railbird, lake, policy):
    done = railbird(
        "whatif", "--lake", lake, "--policy", policy, "--by", "run,dealt", "--table", "groups",
        "--format", "csv",
    )  # fmt: skip
    frame = pl.read_csv(io.StringIO(done.out))
    assert frame.select("run", "dealt", "hands").rows() == [
        ("first", 6, 2_000),
        ("limit", 4, 1_000),
    ]


def test_a_sweep_of_many_gets_revenue_only(railbird, lake):
    done = railbird("whatif", "--lake", lake, "--sweep", "percent=2..6", "--runs", "first")
    names = [line.rpartition("[")[2].rstrip("]") for line in done.out.splitlines() if "[" in line]
    assert names == ["policies", "revenue", "sources"]
    assert "95 % intervals hold for all 5 together" in done.out


def test_the_second_level_appends_a_run_and_says_so(railbird, lake, policy, tmp_path):
    copy = shutil.copytree(lake, tmp_path / "lake")
    question = ("whatif", "--lake", copy, "--policy", policy, "--runs", "first")
    first = railbird(*question, "--level", "behavioural")
    assert first.code == 0
    assert "appended: first under half" in first.err
    assert "blind to the rake" in first.err
    assert "L2 behavioural: pairing" in first.out
    again = railbird(*question, "--level", "behavioural")
    assert "was there already: first under half" in again.err
    assert again.out == first.out
    assert railbird(*question).code == 0
    [run] = [r for r in LakeFolder.open(copy).runs() if r.startswith("first.at-half-")]
    refused = railbird("whatif", "--lake", copy, "--policy", policy, "--runs", run)
    assert (refused.code, len(refused.err.splitlines())) == (2, 1)
    assert "it is first played again under another policy, and no baseline" in refused.err
    report = railbird("report", "rake", "--lake", copy, "--by", "run", "--format", "csv")
    assert {line.partition(",")[0] for line in report.out.splitlines()} == {"run", "first", "limit"}
    assert report.err.startswith(f"left out: {run}, which is first played again")
    named = railbird("report", "rake", "--lake", copy, "--runs", run, "--format", "csv")
    assert (named.code, named.err) == (0, "")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((), "no policy to compare; name one with --policy, or vary one by --sweep"),
        (("--policy", "nnoe"), "unknown rake policy 'nnoe'; did you mean 'none'?"),
        (("--policy", "none", "--runs", "frist"), "no run frist; did you mean first?"),
        (("--policy", "none", "--runs", ","), "--runs: it is empty"),
        (("--policy", "none", "--by", "posiiton"), "--by: no column 'posiiton'; did you mean"),
        (("--policy", "none", "--by", "zzzzzzzz"), "run, hand_id, table_id"),
        (("--policy", "none", "--where", "pott > 3"), "--where: no column 'pott'"),
        (("--policy", "none", "--where", "pot < 0"), "--where: no hand meets the condition"),
        (("--policy", "none", "--level", "third"), "unknown level 'third'"),
        (("--policy", "none", "--attribution", "mine"), "unknown attribution 'mine'"),
        (("--policy", "none", "--elasticity", "1..-1"), "--elasticity 1..-1: write a range"),
        (("--policy", "none", "--detect", "0"), "--detect 0: write big blinds per 100 hands"),
        (("--policy", "none", "--table", "revenu"), "--table: no table 'revenu'; did you mean"),
        (("--sweep", "percent=1..0"), "--sweep percent=1..0: it ends below its beginning"),
    ],
)
def test_a_wrong_question_is_one_line(railbird, lake, arguments, message):
    done = railbird("whatif", "--lake", lake, *arguments)
    assert (done.code, done.out) == (2, "")
    lines = done.err.splitlines()
    assert len(lines) == 1
    assert lines[0].startswith("railbird whatif: ")
    assert message in lines[0]
    assert len(lines[0]) < 1_000


def test_a_table_that_hands_decide_does_not_rake_players_again(railbird, lake, policy, monkeypatch):
    question = ("whatif", "--lake", lake, "--policy", policy)
    whole = railbird(*question).out

    def raked_again(*_):
        raise AssertionError("players were raked again")

    monkeypatch.setattr(whatif_sections, "paired_players", raked_again)
    for table in ("policies", "revenue", "segments", "parts", "steps", "sources"):
        assert railbird(*question, "--table", table).out in whole, table
    assert railbird(*question, "--format", "csv").code == 0


def test_one_currency_is_named_in_the_title_and_not_in_every_row(railbird, lake, policy):
    done = railbird("whatif", "--lake", lake, "--policy", policy, "--table", "revenue")
    title, _, *table = done.out.splitlines()
    assert title == (
        "L1 mechanical: rake a hand (USD) and of pots (eff, %), 3,000 hands at 2 tables [revenue]"
    )
    assert not any("USD" in line for line in table)
    wide = railbird("whatif", "--lake", lake, "--policy", policy, "--table", "revenue", "--wide")
    assert any("USD" in line for line in wide.out.splitlines()[1:])


def test_what_leaves_the_players_beside_the_rake_is_said(railbird, lake, tmp_path):
    file = tmp_path / "drop.toml"
    file.write_text('name = "drop"\npercent = "5"\n[jackpot]\npercent = "1"\n')
    done = railbird("whatif", "--lake", lake, "--policy", file, "--runs", "first")
    rows = pl.read_csv(
        io.StringIO(
            railbird(
                "whatif", "--lake", lake, "--policy", file, "--runs", "first", "--table",
                "players", "--format", "csv",
            ).out
        )
    ).filter(split="all").row(0, named=True)  # fmt: skip
    # nobody wins from nobody: what is not rake left as the drop
    drop = -rows["net_bb100_new"] - rows["rake_bb100_new"]
    assert done.err == (
        f"L1 mechanical, policy drop: the players' net is after {drop:.2f} bb/100 of jackpot drop, "
        "which is no rake\n"
    )


def test_a_wanted_change_is_answered_in_hands(railbird, lake, policy):
    question = (
        "whatif",
        "--lake",
        lake,
        "--policy",
        policy,
        "--detect",
        "0.5",
        "--table",
        "detect",
    )
    done = railbird(*question)
    assert done.out.startswith("L1 mechanical: hands that find a change of 0.5 bb/100")
    frame = pl.read_csv(io.StringIO(railbird(*question, "--format", "csv").out))
    assert frame.select("of", "group").unique().height == frame.height == 2 + 1
    assert (frame["hands_needed"] > 0).all()


def test_without_a_lake_there_is_one_line(railbird, tmp_path):
    done = railbird("whatif", "--lake", tmp_path, "--policy", "none")
    assert done.code == 2
    assert "no lake here" in done.err


def test_the_policies_say_which_table_and_which_fees(railbird, lake):
    done = railbird(
        "whatif", "--lake", lake, "--policy", "washington-seat-fee", "--table", "policies"
    )
    assert done.code == 0
    assert "1 a hand and player" in done.out
    assert "6-max USD" in done.out
    plain = railbird("whatif", "--lake", lake, "--policy", "none", "--table", "policies")
    assert "fees" not in plain.out


def test_a_sweep_does_not_vary_a_built_in_of_the_same_name(railbird, tmp_path):
    mine, lake = tmp_path / "mine.toml", tmp_path / "lake"
    mine.write_text('name = "five-percent"\npercent = "4"\n')
    assert railbird("simulate", "--hands", "200", "--rake", mine, "--lake", lake).code == 0
    done = railbird("whatif", "--lake", lake, "--sweep", "percent=2..3")
    assert done.code == 2
    assert "was played under another policy named 'five-percent', not the built-in" in done.err
    assert railbird("whatif", "--lake", lake, "--policy", mine, "--sweep", "percent=4").code == 0
