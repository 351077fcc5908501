"""Segments, rakeback and charges beside the pot: SQL macros and the reports over them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import duckdb
import msgspec
import pytest

from railbird.reports.catalogue import sql_files
from railbird.reports.connect import Lake
from railbird.simulate.job import Job, resolve
from railbird.simulate.policy import find_policy, rake_of_policy
from railbird.simulate.runner import simulate

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture(scope="module")
def shell() -> duckdb.DuckDBPyConnection:
    con = duckdb.connect()
    for name in ("rake", "rake_segments"):
        con.execute(sql_files("schema")[name])
    return con


@pytest.fixture
def ask(shell: duckdb.DuckDBPyConnection, tmp_path: Path) -> Any:
    """Return a function that evaluates an expression over `r`, the schedule of a policy's text."""

    def ask(text: str, expression: str) -> Any:
        path = tmp_path / "mine.toml"
        path.write_text(f'name = "mine"\n{text}\n')
        rake = rake_of_policy(find_policy(str(path)), -2)
        query = f"select {expression} from (select rake_from_json($1::json) as r)"  # noqa: S608
        return shell.execute(query, [msgspec.json.encode(rake).decode()]).fetchone()[0]  # type: ignore[index]

    return ask


QUARTERS = 'step = { take = "0.25", per = "5" }\ncaps = { 2 = "1", 4 = "3" }'


@pytest.mark.parametrize(
    ("text", "pot", "dealt", "street", "segment"),
    [
        (QUARTERS, 499, 6, 3, "below minimum"),
        ('percent = "5"\nrounding = "floor"\nunit = "1"', 1_999, 6, 3, "rounded to 0"),
        (QUARTERS, 500, 6, 3, "step 1"),
        (QUARTERS, 5_999, 6, 3, "step 11"),
        (QUARTERS, 6_000, 6, 3, "at cap"),
        (QUARTERS, 2_000, 2, 3, "at cap"),
        (QUARTERS, 6_000, 6, 0, "gated"),
        ('step = { take = "0.01", per = "0.20" }\ncap_most = "3"', 500, 6, 3, "steps"),
        ('percent = "5"\nmin_pot = "2"\ncap_most = "3"', 199, 6, 3, "below minimum"),
        ('percent = "5"\nmin_pot = "2"\ncap_most = "3"', 200, 6, 3, "percent"),
        ('percent = "5"\nmin_pot = "2"\ncap_most = "3"', 100, 6, 0, "gated"),
        ('percent = "5"\ncap_most = "3"\nceiling_percent = "4"', 2_000, 6, 3, "at ceiling"),
        ('percent = "5"\ncap_most = "3"\nceiling_percent = "4"', 90_000, 6, 3, "at cap"),
        ('percent = "10"\nunit = "1"\nrounding = "floor"\nbase = "1"', 1_500, 6, 3, "base"),
        ('percent = "10"\nunit = "1"\nrounding = "floor"\nbase = "1"', 2_000, 6, 3, "percent"),
        ('thresholds = [{ pot = "20", take = "1" }, { pot = "30", take = "1" }]', 3_000, 6, 3,
         "threshold 2"),
        ('tiers = [{ pot = "0", percent = "5" }, { pot = "100", percent = "2" }]', 9_999, 6, 3,
         "tier 1"),
        ('flat = "1"', 900, 6, 3, "flat"),
        ('percent = "0"', 900, 6, 3, "free"),
    ],
)  # fmt: skip
def test_the_segment_that_sets_the_rake(ask, text, pot, dealt, street, segment):
    call = f"rake_segment(r, {pot}, {dealt}, {dealt}, {dealt}, {street}, 1)"
    assert ask(text, call) == segment


TIERS = (
    'percent = "5"\n[rakeback]\ntiers = [{ volume = "0", percent = "10" }, '
    '{ volume = "100", percent = "20" }, { volume = "500", percent = "50" }]'
)


@pytest.mark.parametrize(("volume", "back"), [(0, 0), (100, 10), (300, 50), (600, 140)])
def test_rakeback_by_volume_is_solved_per_period(ask, volume, back):
    """10 % to 100, 20 % to 500, 50 % above: of 600.00 it is 10 + 80 + 50."""
    assert ask(TIERS, f"rakeback_of_period(r, {100 * volume})") == 100 * back


def test_rakeback_by_volume_has_no_answer_for_a_hand(ask):
    with pytest.raises(duckdb.Error, match="rakeback by volume is solved per period"):
        ask(TIERS, "rakeback_due(r, 100)")
    assert ask('percent = "5"\n[rakeback]\npercent = "30"', "rakeback_due(r, 145)") == 43


def test_operators_formulas_are_parameters(ask):
    """A multiplier of .36 counts 360 of 1,000; half of 1,000 and half of 200 by source are 600."""
    text = 'percent = "5"\n[rakeback]\nmultipliers = { nit = "0.36" }'
    assert ask(text, "counted_rake(r, 1000, 0, 'nit')") == 360
    assert ask(text, "counted_rake(r, 1000, 0, 'tag')") == 1_000
    halves = 'percent = "5"\n[rakeback]\nown_weight = "0.5"\nsource_weight = "0.5"'
    assert ask(halves, "counted_rake(r, 1000, 200, null)") == 600


def test_fees_on_equity_and_on_buy_ins(ask):
    """Cash-out of 16.14 at 2 %: .32; 100 + 9."""
    text = 'percent = "0"\n[fees]\ncash_out_percent = "2"\ntournament_percent = "9"'
    assert ask(text, "cash_out_fee(r, 1614)") == 32
    assert ask(text, "tournament_fee(r, 10000)") == 900
    assert ask('percent = "5"', "cash_out_fee(r, 1614)") == 0


def test_charges_beside_the_pot_on_the_scale_of_rake(tmp_path):
    """A dead drop of $4 at nine seats is 22 bb/100 a seat at $1/2; a dollar a hand 50."""
    for name, text in {"drop": 'dead_drop = "4"', "seat": 'per_hand = "1"'}.items():
        path = tmp_path / f"{name}.toml"
        path.write_text(f'name = "{name}"\n[fees]\n{text}\n')
        job = Job(hands=900, tables=1, seats=9, rake=str(path), bots="always_call:9")
        simulate(resolve(job), tmp_path / "lake", name)
    fees = Lake(tmp_path / "lake").report("fees", by="run")
    by_run = {row["run"]: row for row in fees.rows(named=True)}
    assert by_run["drop"]["fees_bb100"] == 22.22
    assert by_run["drop"]["charged_pct"] == 11.11
    assert by_run["seat"]["fees_bb100"] == 50


def test_rakeback_is_paid_on_what_was_attributed(tmp_path):
    path = tmp_path / "back.toml"
    path.write_text('name = "back"\npercent = "5"\n[rakeback]\npercent = "30"\nmethod = "winner"\n')
    simulate(resolve(Job(hands=600, tables=1, rake=str(path))), tmp_path / "lake", "run")
    lake = Lake(tmp_path / "lake")
    rows = lake.report("rakeback")
    rake = lake.sql("select sum(rake) from hands").item()
    assert round(100 * rows["rake"].sum()) == rake
    exact = 0.3 * rake / 100
    assert 0 <= exact - rows["rakeback"].sum() < 0.01 * rows.height
