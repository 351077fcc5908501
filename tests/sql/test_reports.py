"""Reports over the toy hands: their answers, their mechanism, and what a user reads on mistakes."""

from __future__ import annotations

import math
import re
from pathlib import Path

import numpy as np
import polars as pl
import pytest

from railbird.errors import DamagedLakeError, InputError
from railbird.reports.catalogue import find_report, read_about, reports
from railbird.reports.connect import Lake
from railbird.reports.hand import show_hand
from railbird.reports.render import render

ANSWERS = Path(__file__).parent / "answers"
OF_HANDS = (
    "{}: no column 'game' in players, only in hands; restrict with --where "
    '"(run, hand_id) in (select run, hand_id from hands where game = ...)"'
)
TAKEN = (
    "--by: report positions has a column 'vpip' of its own; "
    'split by another column, or restrict with --where "vpip = ..."'
)
HAND_TEN = 1 << 32 | 10

# answer, report, where, by
CASES = [
    ("rake", "rake", None, None),
    ("rake_by_run", "rake", None, "run"),
    ("positions", "positions", "run = 'toy'", None),
    ("positions_by_run_dealt", "positions", None, "run,dealt"),
    ("showdown", "showdown", None, None),
    ("showdown_by_run", "showdown", None, "run"),
    ("runs", "runs", None, None),
    ("segments", "segments", None, None),
    ("fees", "fees", None, None),
    ("rakeback", "rakeback", None, None),
]


@pytest.fixture(scope="module")
def lake(toy_path: Path) -> Lake:
    return Lake(toy_path)


@pytest.mark.parametrize(("answer", "name", "where", "by"), CASES)
def test_answers(lake: Lake, answer: str, name: str, where: str | None, by: str | None) -> None:
    text = render(lake.report(name, where=where, by=by), "csv")
    assert text == (ANSWERS / f"{answer}.csv").read_text(encoding="utf-8")


def test_every_report_has_an_answer() -> None:
    of_tournaments = {"tournaments"}  # tests/unit/test_tournaments.py
    answered = {name for _, name, *_ in CASES}
    assert answered | of_tournaments == {report.name for report in reports()}


@pytest.mark.parametrize("report", reports(), ids=lambda report: report.name)
def test_every_column_is_explained_in_order(lake: Lake, report: object) -> None:
    assert isinstance(report, type(reports()[0]))
    assert lake.report(report.name).columns == list(report.columns)
    assert report.summary.startswith("one row per ")


def test_values_worked_by_hand(lake: Lake) -> None:
    runs = lake.report("runs").filter(lake.report("runs")["run"] == "toy").row(0, named=True)
    assert runs["avg_pot_bb"] == round((1298 / 2) / 14, 2)
    assert runs["plrs_flop"] == 2.3  # 11/5 and 12/5
    assert runs["af"] == 3.2  # 7/3 and 9/2
    assert runs["balance"] == 0
    rake = lake.report("rake", where="run = 'raked'").row(0, named=True)
    assert rake["rake_hand"] == 5
    assert rake["eff_rake"] == round(100 * 5 / 390, 2)
    assert rake["cap_pct"] == 100
    assert rake["rake_bb100"] == 100 * 2.5 / 4
    assert rake["rake_hand_pm"] is None


def test_rake_is_borne_in_four_ways(lake: Lake) -> None:
    rows = lake.report("positions", where="run = 'raked'")
    columns = ["position", "rake_bb100", "rake_contributed_bb100", "rake_dealt_bb100",
               "rake_winner_bb100"]  # fmt: skip
    assert rows.select(columns).rows() == [
        ("SB", 50.0, 100.0, 100.0, 250.0),
        ("BB", 100.0, 50.0, 50.0, 0.0),
        ("CO", 50.0, 50.0, 50.0, 0.0),
        ("BTN", 50.0, 50.0, 50.0, 0.0),
    ]


def test_clustered_interval_is_the_delta_method(lake: Lake) -> None:
    rng = np.random.default_rng(5)
    x = rng.integers(20, 60, 50).astype(float)
    y = 0.3 * x + rng.normal(0, 3, 50)
    pairs = ", ".join(f"({a}, {b})" for a, b in zip(y, x, strict=True))
    found = lake.sql(f"select ratio_pm(y, x) as pm from (values {pairs}) as t(y, x)").item()  # noqa: S608
    ratio = y.sum() / x.sum()
    error = math.sqrt(50 / 49 * ((y - ratio * x) ** 2).sum()) / x.sum()
    assert found == pytest.approx(1.959964 * error, rel=1e-6)


def test_one_cluster_has_no_interval(lake: Lake) -> None:
    assert lake.sql("select ratio_pm(y, x) as pm from (values (1, 2)) as t(y, x)").item() is None


@pytest.mark.parametrize(
    ("done", "n", "low", "high"), [(15, 163, 5.7, 14.6), (1, 3, 6, 79), (0, 0, None, None)]
)
def test_wilson(lake: Lake, done: int, n: int, low: float | None, high: float | None) -> None:
    row = lake.sql(
        f"select 100 * wilson_low({done}, {n}) as l, 100 * wilson_high({done}, {n}) as h"
    )
    if low is None:
        assert row.row(0) == (None, None)
    else:
        assert row.row(0) == pytest.approx((low, high), abs=0.5)


def test_by_takes_any_column_and_a_list(lake: Lake) -> None:
    one = lake.report("positions", by="Run, profile , position")
    assert one.columns[:3] == ["run", "profile", "position"]
    assert one.equals(lake.report("positions", by=["run", "profile"]))
    assert lake.report("rake", by="table_id,stake").columns[:3] == ["table_id", "stake", "currency"]


def test_a_silent_column_is_shown_where_it_says_something(lake: Lake) -> None:
    report, frame = find_report("rake"), lake.report("rake")
    assert "fee_sum" not in report.for_reading(frame)
    assert "fee_sum" in report.for_reading(frame.with_columns(pl.lit(3).alias("fee_sum")))


def test_where_may_hold_a_comment_and_a_subquery(lake: Lake) -> None:
    where = "players.hand_id in (select hand_id from hands where pot > 300) -- big pots"
    assert lake.report("positions", where=where)["hands"].sum() == 12


@pytest.mark.parametrize(
    ("name", "where", "by", "message"),
    [
        ("rak", None, None, "no report 'rak'; did you mean 'rake'?"),
        ("rake", None, "deal", "--by: no column 'deal' in hands; did you mean 'dealt'?"),
        ("positions", None, "stake", None),
        ("positions", None, "game", OF_HANDS.format("--by")),
        ("positions", "game = 'draw'", None, OF_HANDS.format("--where")),
        ("runs", None, "kind", "--by: report runs cannot be split"),
        (
            "positions", None, "vpip",
            TAKEN,
        ),
        ("rake", "deallt = 6", None, "--where: no column 'deallt'; did you mean 'dealt'?"),
        ("rake", "dealt = ", None, '--where: syntax error at or near ")"'),
        ("rake", "dealt = 6); select (1", None, None),
        ("rake", "count(*) > 1", None, None),
    ],
)  # fmt: skip
def test_mistakes_are_one_line(
    lake: Lake, name: str, where: str | None, by: str | None, message: str | None
) -> None:
    with pytest.raises(InputError) as caught:
        lake.report(name, where=where, by=by)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 200
    if message is not None:
        assert str(caught.value) == message


@pytest.mark.parametrize(
    ("query", "message"),
    [
        ("select 1 from hnads", "query: Table with name hnads does not exist"),
        ("", "query: gives no result; write a select"),
    ],
)
def test_mistakes_in_sql(lake: Lake, query: str, message: str) -> None:
    with pytest.raises(InputError) as caught:
        lake.sql(query)
    assert str(caught.value) == message


def test_no_lake_no_run(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no lake here"):
        Lake(tmp_path / "nowhere")
    (tmp_path / "runs").mkdir()
    with pytest.raises(InputError) as caught:
        Lake(tmp_path)
    assert str(caught.value) == (
        f"{tmp_path}: no run in this lake yet; make one with `railbird simulate --lake {tmp_path}`"
    )


@pytest.mark.parametrize("damage", [b"", b"not parquet at all", None])
def test_an_unreadable_part(toy_copy: Path, damage: bytes | None) -> None:
    part = toy_copy / "players" / "run=toy" / "part-00000.parquet"
    content = part.read_bytes()
    middle = len(content) // 2
    part.write_bytes(content[:middle] if damage is None else damage)
    with pytest.raises(DamagedLakeError) as caught:
        Lake(toy_copy).report("positions")
    text = str(caught.value)
    assert "\n" not in text
    assert "part-00000.parquet" in text
    assert text.endswith(f"`railbird check --lake {toy_copy}` says which files are damaged")


def test_a_manifest_that_is_no_json(toy_copy: Path) -> None:
    (toy_copy / "runs" / "raked.json").write_text("{")
    with pytest.raises(DamagedLakeError):
        Lake(toy_copy).report("runs")


def test_a_hand_in_words(lake: Lake) -> None:
    text = show_hand(lake, HAND_TEN, "raked")
    assert text == (ANSWERS / "hand_10.txt").read_text(encoding="utf-8")


def test_a_hand_of_several_runs_or_none(lake: Lake) -> None:
    with pytest.raises(InputError) as caught:
        show_hand(lake, HAND_TEN)
    assert str(caught.value) == (
        f"hand {HAND_TEN} is in several runs (raked, toy); name one with --run"
    )
    with pytest.raises(InputError) as caught:
        show_hand(lake, 99)
    assert str(caught.value).startswith("no hand 99 in this lake; ")
    with pytest.raises(InputError, match="no run other in this lake"):
        show_hand(lake, 1, "other")


def test_walk_in_words(lake: Lake) -> None:
    text = show_hand(lake, 1)
    assert "1 goes back to bb, uncalled" in text
    assert "Flop" not in text


def test_the_description_of_a_report_is_a_small_part_of_yaml() -> None:
    text = "# note\ndescription: one row per x: yes\nby: [a, b]\ncolumns:\n  a: first, %\n"
    assert read_about(text) == {
        "description": "one row per x: yes",
        "by": ("a", "b"),
        "columns": {"a": "first, %"},
    }
    with pytest.raises(ValueError, match="line 1: not 'key: value'"):
        read_about("just words")


@pytest.mark.parametrize("report", reports(), ids=lambda report: report.name)
def test_sums_of_big_blinds_do_not_hang_on_the_order_of_rows(report):
    """Threads hand rows over in any order; a plain sum of quotients differs in its last digit."""
    assert re.findall(r"\bsum\(.*/ big_blind\)", report.sql) == []
