"""`railbird report`, `sql` and `show`: every format, every way to ask wrongly."""

from __future__ import annotations

import csv
import io
import json

import polars as pl
import pytest

from railbird.api import Lake
from railbird.cli import options
from railbird.reports import render

QUERY = (
    "select run, count(*) as hands, sum(pot) / 100.0 as pots, null as nothing, "
    "'a|b' as text, true as yes from hands group by run order by run"
)
COLUMNS = ["run", "hands", "pots", "nothing", "text", "yes"]


def test_formats_are_those_of_the_renderer():
    assert options.FORMATS == render.FORMATS


def test_reports_are_listed(railbird):
    done = railbird("report", "--list")
    assert (done.code, done.err) == (0, "")
    names = [line.split()[0] for line in done.out.splitlines()]
    assert {"positions", "rake", "runs", "showdown"} <= set(names)


@pytest.mark.parametrize("name", ["rake", "positions", "showdown", "runs"])
def test_every_report_in_every_format(railbird, lake, name):
    by_format = {}
    for format_ in ("table", "csv", "json", "markdown"):
        done = railbird("report", name, "--lake", lake, "--format", format_, "--wide")
        assert (done.code, done.err) == (0, "")
        by_format[format_] = done.out
    header, *rows = csv.reader(io.StringIO(by_format["csv"]))
    assert rows
    records = json.loads(by_format["json"])
    assert [list(record) for record in records] == [header] * len(rows)
    lines = by_format["markdown"].splitlines()
    assert lines[0] == f"| {' | '.join(header)} |"
    assert len(lines) == len(rows) + 2
    table = by_format["table"]
    for row in rows:
        for cell in row:
            assert cell in table


def test_a_table_fits_a_screen_unless_wide(railbird, lake):
    narrow = railbird("report", "positions", "--lake", lake).out
    wide = railbird("report", "positions", "--lake", lake, "--wide").out
    assert max(len(line) for line in narrow.splitlines()) <= 100
    assert set(narrow.split()) < set(wide.split())


def test_parquet_to_a_file_and_to_a_pipe(railbird, railbird_process, lake, tmp_path):
    done = railbird("sql", "--lake", lake, QUERY, "-o", tmp_path / "a.parquet")
    assert (done.code, done.out, done.err) == (0, "", "")
    frame = pl.read_parquet(tmp_path / "a.parquet")
    assert frame.columns == COLUMNS
    assert frame["hands"].to_list() == [2000, 1000]
    process = railbird_process("sql", "--lake", lake, QUERY, "--format", "parquet")
    assert process.stdout is not None
    piped = process.stdout.buffer.read()
    process.communicate(timeout=60)
    assert piped == (tmp_path / "a.parquet").read_bytes()


def test_sql_as_csv(railbird, lake):
    done = railbird("sql", "--lake", lake, QUERY, "--format", "csv")
    frame = Lake(lake).sql(QUERY)
    assert done.out.splitlines() == [
        "run,hands,pots,nothing,text,yes",
        f"first,2000,{frame['pots'][0]:.2f},,a|b,true",
        f"limit,1000,{frame['pots'][1]:.2f},,a|b,true",
    ]


def test_sql_as_markdown_escapes_bars(railbird, lake):
    done = railbird("sql", "--lake", lake, "select 'a|b' as x, null as y", "--format", "markdown")
    assert done.out == "| x | y |\n| --- | --- |\n| a\\|b | - |\n"


@pytest.mark.parametrize(
    ("ending", "start"),
    [(".csv", "x\n1\n"), (".json", '[\n{"x":1}\n]\n'), (".md", "| x |\n| --: |\n| 1 |\n")],
)
def test_format_follows_from_the_ending(railbird, lake, tmp_path, ending, start):
    target = tmp_path / f"a{ending}"
    done = railbird("sql", "--lake", lake, "select 1 as x", "-o", target)
    assert (done.code, done.out, done.err) == (0, "", "")
    assert target.read_text() == start


def test_sql_from_stdin(railbird, lake, monkeypatch):
    monkeypatch.setattr("sys.stdin", io.StringIO("select 7 as x"))
    assert railbird("sql", "--lake", lake, "-", "--format", "csv").out == "x\n7\n"


def test_where_and_by(railbird, lake):
    arguments = ("--by", "run", "--format", "csv")
    done = railbird("report", "rake", "--lake", lake, "--where", "run = 'limit'", *arguments)
    assert done.code == 0
    assert [line.split(",")[0] for line in done.out.splitlines()] == ["run", "limit"]


MISTAKES = [
    (["report"], "which report? name one: "),
    (["report", "rak", "--lake", "LAKE"], "no report 'rak'; did you mean 'rake'?\n"),
    (["report", "rake"], "no lake named; say which with --lake DIR\n"),
    (
        ["report", "rake", "--lake", "NONE"],
        (
            "NONE: no lake here; name one with --lake, "
            "or make one with `railbird simulate --lake NONE`\n"
        ),
    ),
    (
        ["report", "positions", "--lake", "LAKE", "--by", "profil"],
        "--by: no column 'profil' in players; did you mean 'profile'?\n",
    ),
    (
        ["report", "rake", "--lake", "LAKE", "--where", "dealtt = 6"],
        "--where: no column 'dealtt'; did you mean 'dealt'?\n",
    ),
    (["report", "rake", "--lake", "LAKE", "--where", "dealt = ="], "--where: syntax error "),
    (["sql", "--lake", "LAKE", "selct 1"], 'query: syntax error at or near "selct"'),
    (["sql", "--lake", "LAKE", "select x from hands"], 'query: Referenced column "x" not found'),
    (["show", "999999", "--lake", "LAKE"], "no hand 999999 in this lake"),
    (["show", "0", "--lake", "LAKE"], "hand 0 is in several runs (first, limit)"),
    (["show", "0", "--lake", "LAKE", "--run", "none"], "no run none in this lake"),
]


@pytest.mark.parametrize(("arguments", "message"), MISTAKES)
def test_mistake(railbird, lake, tmp_path, arguments, message):
    places = {"LAKE": str(lake), "NONE": str(tmp_path)}
    done = railbird(*[places.get(word, word) for word in arguments])
    assert (done.code, done.out) == (2, "")
    expected = f"railbird {arguments[0]}: {message.replace('NONE', str(tmp_path))}"
    assert done.err.startswith(expected)
    assert done.err.count("\n") == 1
    if message.endswith("\n"):
        assert done.err == expected


def test_show_reads_like_a_hand(railbird, lake):
    done = railbird("show", "0", "--lake", lake, "--run", "first")
    assert (done.code, done.err) == (0, "")
    assert done.out.startswith("Hand 0 of run first: table 0, hand 0, ")
    assert "posts the big blind 2" in done.out


def test_output_in_a_missing_folder(railbird, lake, tmp_path):
    target = tmp_path / "no" / "a.csv"
    done = railbird("sql", "--lake", lake, "select 1", "-o", target)
    assert (done.code, done.out) == (2, "")
    assert done.err == f"railbird sql: {target}: no such file or directory; check the path\n"


def test_output_device_is_written_not_replaced(railbird_process, lake):
    process = railbird_process("sql", "--lake", lake, "select 1 as x", "-o", "/dev/stdout")
    out, err = process.communicate(timeout=60)
    assert (process.returncode, err) == (0, "")
    assert out.splitlines() == ["x", "-", "1"]
