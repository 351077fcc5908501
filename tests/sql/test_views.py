"""The views: their columns, which runs they show, and that unused columns cost nothing."""

from __future__ import annotations

import json
import re
import shutil
from typing import TYPE_CHECKING

import duckdb
import polars as pl
import pyarrow.parquet as pq
import pytest
from toy_lake import forget

from railbird.lake.schema import arrow_schema
from railbird.registry import statistics
from railbird.reports import generated
from railbird.reports.catalogue import reports, sql_files
from railbird.reports.connect import Lake

if TYPE_CHECKING:
    from pathlib import Path

COUNTERS = ("bets", "raises", "calls", "checks", "folds")
COLUMNS = {
    "hands": (
        "run hand_id table_id hand_no started_at duration source site_hand_id room game betting"
        " currency money_exp chip small_blind big_blind ante ante_kind straddle small_bet big_bet"
        " seats seated dealt button_seat board boards last_street flop_players raises_preflop"
        " showdown pot rake jackpot added_by_site rake_policy stacks_mode dup_set tournament_id"
        " level status"
    ),
    "players": (
        "run hand_id table_id big_blind dealt seat player profile position from_button hole"
        " hole_class final_hand stack invested collected fees bonus net rake_dealt"
        " rake_contributed rake_weighted rake_winner showdown shown mucked won all_in_street"
        " hand_rank low_rank hand_category ev_net "
        + " ".join(f"{s.id} {s.id}_opp" for s in statistics())
        + " "
        + " ".join(f"{c}_{s}" for c in COUNTERS for s in range(4))
    ),
    "actions": (
        "run hand_id seq street seat action amount to_call legal all_in cards pot_before"
        " street_total stack_before"
    ),
    "pots": "run hand_id pot_no amount rake jackpot eligible winners",
    "events": "run table_id hand_no seat player event amount",
    "sources": (
        "run hand_id file byte_start byte_end line format site stated_pot pot_meaning stated_rake"
        " tz_status"
    ),
    "issues": "run file byte_start byte_end line code message raw",
}


@pytest.fixture(scope="module")
def lake(toy_path: Path) -> Lake:
    return Lake(toy_path)


@pytest.mark.parametrize("view", list(COLUMNS))
def test_columns_are_the_contract(lake: Lake, view: str) -> None:
    assert lake.columns(view) == COLUMNS[view].split()


def test_types_hold_no_unsigned_and_money_is_bigint(lake: Lake) -> None:
    for view in COLUMNS:
        types = dict(lake.types(view))
        assert not [name for name, type_ in types.items() if type_.startswith("U")]
        for name in ("pot", "rake", "stack", "net", "invested", "amount", "stack_before"):
            assert types.get(name, "BIGINT") == "BIGINT"
    flags = dict(lake.types("players"))
    assert {flags[s.id] for s in statistics()} == {"BOOLEAN"}


def test_tables_that_no_run_has_are_there_and_empty(lake: Lake) -> None:
    for view in ("events", "sources", "issues"):
        assert lake.sql(f"from {view}").height == 0


def test_a_lake_that_keeps_only_players(toy_copy: Path) -> None:
    for table in ("hands", "actions", "pots"):
        forget(toy_copy, table)
    lake = Lake(toy_copy)
    assert lake.sql("from actions").height == 0
    assert lake.sql("select sum(net)::bigint as net from players").item() == -5


def test_a_lake_that_keeps_no_players(toy_copy: Path) -> None:
    forget(toy_copy, "players")
    lake = Lake(toy_copy)
    assert lake.sql("from players").height == 0
    assert lake.sql("select count(stack_before) as n from actions").item() == 0
    assert lake.report("rake").height == 2


def test_a_run_without_a_manifest_does_not_exist(toy_copy: Path) -> None:
    (toy_copy / "runs" / "raked.json").unlink()
    lake = Lake(toy_copy)
    for view in ("hands", "players", "actions", "pots", "runs"):
        runs = lake.sql(f"select distinct run from {view}")  # noqa: S608
        assert runs["run"].to_list() == ["toy"]


def test_a_run_whose_name_is_a_number_is_still_text(toy_copy: Path) -> None:
    for table in ("hands", "players", "actions", "pots"):
        (toy_copy / table / "run=raked").rename(toy_copy / table / "run=0042")
    manifest = (toy_copy / "runs" / "raked.json").read_text().replace("raked", "0042")
    (toy_copy / "runs" / "0042.json").write_text(manifest)
    (toy_copy / "runs" / "raked.json").unlink()
    assert Lake(toy_copy).sql("select distinct run from hands order by run")["run"].to_list() == [
        "0042",
        "toy",
    ]


def test_a_path_with_odd_characters(toy_path: Path, tmp_path: Path) -> None:
    odd = tmp_path / "it's [a] lake?"
    shutil.copytree(toy_path, odd)
    assert Lake(odd).sql("select count(*) as n from hands").item() == 15


def test_windows_of_actions(lake: Lake) -> None:
    rows = lake.sql(
        "select action, pot_before, street_total, stack_before from actions"
        " where run = 'toy' and hand_id = 4294967306 order by seq limit 9"
    ).rows()
    assert rows == [
        ("sb", 0, 1, 50),
        ("bb", 1, 2, 200),
        ("raise", 3, 6, 100),
        ("call", 9, 6, 200),
        ("raise", 15, 50, 49),
        ("call", 64, 50, 198),
        ("raise", 112, 100, 94),
        ("call", 206, 100, 194),
        ("call", 300, 100, 150),
    ]


def _plan(lake: Lake, query: str) -> str:
    return str(lake.sql(f"explain {query}")["explain_value"].item())


def test_unused_columns_are_not_read(lake: Lake) -> None:
    plan = _plan(lake, "select count_if(vpip) as n from players")
    read = re.findall(r"Projections: (.*?)~", re.sub(r"[│╭╮╰╯┬┴─\n ]+", " ", plan))
    assert "preflop_done" in plan
    assert "preflop_opp" not in plan
    assert "hands" not in plan
    assert read
    plan = _plan(lake, "select sum(amount)::bigint as n from actions where action = 'call'")
    assert "WINDOW" not in plan.upper()
    assert "players" not in plan


def test_a_flag_that_a_run_did_not_know_is_null(
    toy_copy: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(generated, "_known_since", lambda s, test: _since_two(s.id, test))
    manifest = toy_copy / "runs" / "raked.json"
    manifest.write_text(
        manifest.read_text().replace('"registry_version": 1', '"registry_version": 2')
    )
    lake = Lake(toy_copy)
    lake._con.execute(generated.players_sql())
    known = lake.sql("select run, count(vpip) as known, count(*) as n from players group by run")
    assert sorted(known.rows()) == [("raked", 4, 4), ("toy", 0, 54)]
    plan = _plan(lake, "select count_if(pfr) as n from players")
    assert "registry_version" not in plan


def _since_two(id_: str, test: str) -> str:
    later = dict.fromkeys(["vpip"], 2)
    known = "(select map(list(r.run), list(r.registry_version)) from lake_runs(root) as r)"
    return f"case when {known}[s.run] >= 2 then {test} end" if id_ in later else test


def test_cards_and_categories(lake: Lake) -> None:
    values = lake.sql(
        "select hole_class_of(unnest(['AhKd', 'Td9d', '9cTc', '7c7h', '2h3d', 'AhKd2c3c', null])) c"
    )["c"].to_list()
    assert values == ["AKo", "T9s", "T9s", "77", "32o", None, None]
    ranks = [1, 1277, 1278, 4137, 4138, 4995, 4996, 5853, 5854, 5863, 5864, 7140, 7141, 7296,
             7297, 7452, 7453, 7462]  # fmt: skip
    names = lake.sql(f"select hand_category_of(unnest({ranks})) as c")["c"].to_list()
    assert names == [
        name
        for name in (
            "high card", "pair", "two pair", "three of a kind", "straight", "flush", "full house",
            "four of a kind", "straight flush",
        )
        for _ in range(2)
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("small", "big", "exp", "name"),
    [
        (50, 100, -2, "0.5/1"), (5, 10, -2, "0.05/0.1"), (100, 250, -2, "1/2.5"),
        (50_000_000, 100_000_000, -2, "500000/1000000"), (0, 1, 0, "0/1"), (1, 2, 3, "1000/2000"),
        (12_345_678, 24_691_356, -2, "123456.78/246913.56"), (1, 20, -8, "0.00000001/0.0000002"),
        (2**53 + 1, 2**63 - 1, -2, "90071992547409.93/92233720368547758.07"),
    ],
)  # fmt: skip
def test_stakes_are_written_exactly(lake: Lake, small: int, big: int, exp: int, name: str) -> None:
    query = f"select stake_name({small}::bigint, {big}::bigint, ({exp})::tinyint) as stake"
    assert lake.sql(query).item() == name


def test_illegal_answers_of_bots_are_in_the_totals(toy_copy: Path) -> None:
    manifest = toy_copy / "runs" / "raked.json"
    content = json.loads(manifest.read_text())
    content["tables"][0]["illegal"] = 7
    manifest.write_text(json.dumps(content))
    query = "select tables[1].illegal as n from runs where run = 'raked'"
    assert Lake(toy_copy).sql(query).item() == 7


def test_files_in_any_duckdb_shell_give_the_same_answers(lake: Lake, toy_path: Path) -> None:
    con = duckdb.connect()
    for text in sql_files("schema").values():
        con.execute(text)
    for view in ("hands", "players", "actions", "pots", "runs"):
        con.execute(f"create table {view} as from lake_{view}('{toy_path}')")
    con.register("tournaments", lake.sql("from tournaments"))  # no file of it in this lake
    for report in reports():
        frame = con.sql(report.sql).pl()
        assert frame.equals(lake.report(report.name).cast(dict(frame.schema)))


def test_sums_come_back_as_whole_numbers(lake: Lake) -> None:
    frame = lake.sql("select sum(pot) as pot, sum(pot) * 100000000000000000000 as big from hands")
    assert frame.schema["pot"] == pl.Int64
    assert frame["pot"].to_list() == [1298 + 390]


def test_the_toy_lake_is_written_with_the_schema_of_the_lake(toy_path: Path) -> None:
    for table in ("hands", "players", "actions", "pots"):
        file = toy_path / table / "run=toy" / "part-00000.parquet"
        assert pq.read_schema(file).names == arrow_schema(table).names
