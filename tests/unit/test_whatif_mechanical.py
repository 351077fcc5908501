"""L1 of a lake: what it takes and pays under another policy, against runs played under it."""

from __future__ import annotations

import re
from pathlib import Path

import duckdb
import msgspec
import polars as pl
import pytest
from phh_hands import write

from railbird.api import make_job
from railbird.errors import InputError
from railbird.ingest import ingest
from railbird.lake.lake import LakeFolder
from railbird.reports.catalogue import sql_files
from railbird.reports.chosen_runs import runs_text
from railbird.reports.connect import Lake
from railbird.reports.counterfactual import play_counterfactual
from railbird.reports.whatif_exact import mechanical_reasons
from railbird.reports.whatif_mechanical import paired_in_one_pass, revenue
from railbird.reports.whatif_policies import (
    policies_table,
    policy_hash,
    rakes_of,
    read_policies,
    stage,
    table_kinds,
)
from railbird.reports.whatif_sums import Pair, paired_hands
from railbird.simulate.job import resolve
from railbird.simulate.policy import rake_of_policy
from railbird.simulate.policy_file import PrizeTerms, SplashTerms
from railbird.simulate.runner import simulate

POLICIES = {
    "half": 'percent = "2.5"\ncaps = { 2 = "0.50", 3 = "1" }\n',
    "step": '[step]\ntake = "0.05"\nper = "1"\n',
    "reraised": 'percent = "5"\nraises_without_flop = 2\nmin_pot = "3bb"\n',
    "pots": 'percent = "5"\ncaps = { 2 = "1" }\nallocation = "independent"\n',
    "jackpot": 'percent = "4"\n[jackpot]\npercent = "1"\nmost = "0.50"\n',
    "fees": 'percent = "0"\n[fees]\nper_hand = "0.10"\ndead_drop = "0.50"\ntime = "3"\n',
}
RUNS = {
    "nl": {"hands": 400, "tables": 8, "bots": "random", "rake": "five-percent"},
    "fl": {
        "hands": 300,
        "tables": 3,
        "bots": "random",
        "betting": "FL",
        "rake": "none",
        "seats": 3,
    },
    "hi-lo": {
        "hands": 200, "tables": 2, "game": "omaha8", "seats": 4, "bots": "random",
        "rake": "five-percent",
    },
}  # fmt: skip


@pytest.fixture(scope="module")
def policies(tmp_path_factory):
    folder = tmp_path_factory.mktemp("policies")
    for name, text in POLICIES.items():
        (folder / f"{name}.toml").write_text(f'name = "{name}"\n{text}')
    return read_policies([str(folder / f"{name}.toml") for name in POLICIES])


@pytest.fixture(scope="module")
def lake(tmp_path_factory, policies):
    """Return both runs, and each of them played again under each policy: `<run>.<policy>`."""
    path = tmp_path_factory.mktemp("whatif") / "lake"
    folder = None
    for run, keys in RUNS.items():
        recipe = resolve(make_job(None, keys, where="test"))
        simulate(recipe, path, run)
        folder = LakeFolder.open(path)
        for policy in policies:
            rake = rake_of_policy(policy, recipe.money_exp, recipe.currency, recipe.table)
            play_counterfactual(folder, run, rake)
    lake = Lake(path)
    stage(lake, policies, table_kinds(lake, RUNS))
    return lake


def run_of(lake, run, policy):
    [found] = [name for name in lake.runs if name.startswith(f"{run}.at-{policy}-")]
    return found


@pytest.mark.parametrize("table", ["hands", "pots", "players"])
@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("run", RUNS)
def test_hands_raked_again_are_the_hands_played_again(lake, run, policy, table):
    with lake.only([run]):
        again = lake.sql(f"select * exclude (run) from rerake_{table}('{policy}')")  # noqa: S608
    with lake.only([run_of(lake, run, policy)]):
        played = lake.sql(f"select * exclude (run) from {table}")  # noqa: S608
    keys = {"hands": ["hand_id"], "pots": ["hand_id", "pot_no"], "players": ["hand_id", "seat"]}
    assert again.height > 0
    assert again.sort(keys[table]).equals(played.sort(keys[table]))


def test_side_pots_of_hi_lo_under_the_own_policy_are_the_stored_ones(tmp_path, policies):
    keys = {"hands": 600, "tables": 3, "game": "omaha8", "seats": 4, "stacks": "carry"}
    recipe = resolve(make_job(None, {**keys, "stack": "30bb", "bots": "random"}, where="test"))
    [pots] = [policy for policy in policies if policy.name == "pots"]
    rake = rake_of_policy(pots, recipe.money_exp, recipe.currency, recipe.table)
    simulate(msgspec.structs.replace(recipe, rake=rake), tmp_path / "lake", "carried")
    lake = Lake(tmp_path / "lake")
    stage(lake, [pots], table_kinds(lake, ["carried"]))
    assert lake.sql("select 1 from pots where pot_no > 0 and len(winners) > 1").height > 10
    for table in ("hands", "pots", "players"):
        again, stored = f"from rerake_{table}('pots')", f"from {table}"
        assert lake.sql(f"({again}) except all ({stored})").is_empty(), table
        assert lake.sql(f"({stored}) except all ({again})").is_empty(), table


@pytest.mark.parametrize("policy", POLICIES)
def test_revenue_is_what_the_runs_played_again_took(lake, policy):
    found = revenue(lake, list(POLICIES), runs=list(RUNS))[policy]
    assert found.select("run", "cluster").is_unique().all()
    for run in RUNS:
        own = found.filter(run=run)
        with lake.only([run_of(lake, run, policy)]):
            played = lake.sql(
                "select table_id as cluster, count(*) as hands, sum(pot) as pot, sum(rake) as rake,"
                " sum(jackpot) as jackpot, count_if(rake > 0) as raked from hands group by all"
            ).sort("cluster")
        assert own["cluster"].to_list() == played["cluster"].to_list()
        for name in ("hands", "pot", "rake", "jackpot", "raked"):
            assert own[f"{name}_new"].to_list() == played[name].to_list(), name


def test_revenue_is_split_and_narrowed(lake):
    runs = list(RUNS)
    [whole] = revenue(lake, ["half"], runs=runs).values()
    [parts] = revenue(lake, ["half"], ["betting", "last_street"], runs=runs).values()
    [flops] = revenue(lake, ["half"], where="last_street >= 1", runs=runs).values()
    totals = parts.group_by("betting").agg(pl.col("rake_old", "rake_new", "hands_old").sum())
    assert totals["rake_new"].sum() == whole["rake_new"].sum()
    assert totals["hands_old"].sum() == whole["hands_old"].sum() == 900
    assert parts.filter(last_street=0)["rake_new"].sum() == 0
    assert 0 < flops["hands_old"].sum() < 900
    assert flops["rake_new"].sum() == whole["rake_new"].sum()


def test_the_stored_policy_has_no_delta(lake):
    manifest = lake.folder.read_manifest("nl")
    stage(lake, [], table_kinds(lake, ["nl"]), [manifest])
    [found] = revenue(lake, ["stored nl"], runs=["nl"]).values()
    assert found["rake_old"].sum() > 0
    assert found["rake_new"].to_list() == found["rake_old"].to_list()
    assert found["rake_differs_new"].sum() == 0


def test_ten_policies_are_ten_times_one(lake, policies):
    [half] = [policy for policy in policies if policy.name == "half"]
    many = [msgspec.structs.replace(half, name=f"p{i}", percent=str(i)) for i in range(10)]
    assert len({policy_hash(policy) for policy in many}) == 10
    stage(lake, many, table_kinds(lake, RUNS))
    together = revenue(lake, [policy.name for policy in many], runs=list(RUNS))
    for name in ("p0", "p3", "p9"):
        assert together[name].equals(revenue(lake, [name], runs=list(RUNS))[name])
    taken = [frame["rake_new"].sum() for frame in together.values()]
    assert taken[0] == 0
    assert taken == sorted(taken)


def approximations(lake, policies, runs):
    kinds = table_kinds(lake, runs)
    rakes = {policy.name: rakes_of(policy, kinds) for policy in policies}
    return mechanical_reasons([lake.folder.read_manifest(run) for run in runs], rakes)


def test_blind_bots_and_reset_stacks_make_it_exact(lake, policies):
    assert approximations(lake, policies, list(RUNS)) == []


STATES = {
    "carries fractions": 'percent = "5"\nrounding = "carry"\n',
    "only the first pots": 'percent = "5"\ntime_pots = 2\n',
}


@pytest.mark.parametrize("reason", STATES)
def test_a_policy_with_a_memory_is_refused(lake, tmp_path, reason):
    (tmp_path / "state.toml").write_text(f'name = "state"\n{STATES[reason]}')
    [state] = read_policies([str(tmp_path / "state.toml")])
    [found] = approximations(lake, [state], list(RUNS))
    assert found.weight == "refused"
    assert reason in found.text
    stage(lake, [state], table_kinds(lake, RUNS))
    with pytest.raises(InputError, match=f"rake policy state: .*{reason}"):
        revenue(lake, ["state"], runs=list(RUNS))


def test_what_the_stored_hands_cannot_give_is_said(tmp_path, policies):
    for run, more in {
        "carried": {"stacks": "carry"},
        "bare": {"keep": "hands"},
        "aware": {"bots": "tag,lag", "seats": 2, "rake_response": "1"},
    }.items():
        keys = {"hands": 20, "tables": 1, "bots": "random", **more}
        simulate(resolve(make_job(None, keys, where="test")), tmp_path / "lake", run)
    lake = Lake(tmp_path / "lake")
    [half, pots] = [policy for policy in policies if policy.name in ("half", "pots")]
    assert approximations(lake, [half], ["bare"]) == []
    [found] = approximations(lake, [half, pots], ["bare"])
    assert (found.weight, found.text.partition(";")[0]) == (
        "refused", "policy pots rakes each pot by itself, and no pots were kept in run bare",
    )  # fmt: skip
    for run, said in {
        "carried": "stacks were carried in run carried",
        "aware": "answer the rake",
    }.items():
        [found] = approximations(lake, [half], [run])
        assert found.weight == "approximate"
        assert said in found.text
    both = approximations(lake, [half], ["carried", "aware"])
    assert len({reason.text for reason in both}) == 2
    [found] = approximations(lake, [half], ["carried", "carried"])
    assert "stacks were carried in runs carried, carried, which" in found.text
    splashed = msgspec.structs.replace(half, splash=SplashTerms(10, (PrizeTerms("5"),)))
    [found] = approximations(lake, [splashed], ["bare"])
    assert found.weight == "approximate"
    assert "policy half adds other" in found.text


def test_of_many_runs_three_are_named():
    assert runs_text(["a"]) == "run a"
    assert runs_text(["a", "b", "c"]) == "runs a, b, c"
    assert runs_text(["a", "b", "c", "d", "e"]) == "runs a, b, c and 2 more"


def test_kinds_of_tables_with_the_same_rules_are_one_row(lake, policies):
    [half] = [policy for policy in policies if policy.name == "half"]
    kinds = table_kinds(lake, RUNS)
    more = kinds.filter(betting="NL", game="holdem")
    low = more.with_columns(small_blind=pl.lit(50, pl.Int64), big_blind=pl.lit(100, pl.Int64))
    found = policies_table([half], pl.concat([low, more]))
    assert found["tables"].to_list() == ["holdem NL 6-max USD 0.5/1, 1/2"]
    blinds = [
        more.with_columns(small_blind=pl.lit(n), big_blind=pl.lit(2 * n))
        for n in range(100, 600, 100)
    ]
    [tables] = policies_table([half], pl.concat(blinds))["tables"]
    assert tables == "holdem NL 6-max USD 1/2 to 5/10"


def test_a_column_that_is_none_is_one_line(lake):
    with pytest.raises(InputError, match="--by: no column 'stakes'; did you mean 'stake'"):
        revenue(lake, ["half"], ["stakes"])


def test_a_hand_from_a_file_is_raked_like_any_other(tmp_path):
    # in 50 / 120 / 100 / 120 cents, pots 200 / 150 / 40, the golden hand of docs/rake.md's rules
    actions = "p3 cbr 1; p4 cbr 1.2; p1 cc; p2 cc; FLOP; TURN; RIVER"
    text = write([0.01, 0.02, 0, 0], [0.5, 1.2, 1, 1.2], actions, best=(1, 3, 4))
    (tmp_path / "hand.phh").write_text(text)
    (tmp_path / "cap.toml").write_text('name = "cap"\npercent = "5"\ncaps = { 2 = "0.05" }\n')
    ingest([tmp_path / "hand.phh"], tmp_path / "lake", run="real")
    lake = Lake(tmp_path / "lake")
    stage(lake, read_policies([str(tmp_path / "cap.toml")]), table_kinds(lake, ["real"]))
    pots = lake.sql("select amount, rake from rerake_pots('cap') order by pot_no")
    assert pots.rows() == [(200, 5), (150, 0), (40, 0)]
    players = lake.sql(
        "select net, rake_dealt, rake_contributed, rake_weighted, rake_winner"
        " from rerake_players('cap') order by seat"
    )
    assert players.rows() == [
        (145, 2, 2, 1, 5), (-120, 1, 1, 2, 0), (50, 1, 1, 1, 0), (-80, 1, 1, 1, 0),
    ]  # fmt: skip


def test_the_page_runs_in_any_duckdb_shell(lake):
    page = (Path(__file__).parents[2] / "docs" / "rerake.md").read_text()
    by_profile, own = re.findall(r"```sql\n(.*?)```", page, re.DOTALL)
    path = str(lake.folder.path)
    con = duckdb.connect()
    for text in sql_files("schema").values():
        con.execute(text)
    rows = con.execute(by_profile.replace("'lake'", f"'{path}'")).fetchall()
    assert rows
    assert rows == sorted(rows, key=lambda row: -row[2])
    own = own.replace("'lake'", f"'{path}'").replace("'first'", "'nl'")
    assert con.execute(own).fetchall() == []
    assert con.execute("select count(*) from first_hands where rake > 0").fetchone() > (0,)


def test_policies_in_one_pass_are_the_policies_one_by_one(lake, policies):
    stage(lake, policies, table_kinds(lake, RUNS))
    by = ["small_blind", "big_blind", "dealt", "stake", "flop_players"]
    where = "pot > 3 * big_blind"
    together = paired_in_one_pass(lake, POLICIES, by, where, list(RUNS))
    assert list(together) == list(POLICIES)
    for policy, frame in together.items():
        alone = paired_hands(lake, policy, [Pair(run) for run in RUNS], by, where)
        keys = [*by, "currency", "run", "cluster"]
        assert frame.columns == alone.columns
        assert frame.sort(keys).equals(alone.sort(keys)), policy
