"""Acceptance of what-ifs, both levels: docs/whatif.md lists the conditions one by one."""

from __future__ import annotations

import polars as pl
import pytest

from railbird.api import Lake, make_job
from railbird.errors import InputError
from railbird.lake.lake import LakeFolder
from railbird.reports.connect import Lake as Connection
from railbird.reports.whatif_policies import read_policies, stage, table_kinds
from railbird.reports.whatif_sums import Pair, paired_hands, paired_players
from railbird.simulate.job import resolve
from railbird.simulate.runner import simulate

HANDS = 2_000
POLICIES = {
    "same": 'percent = "5"\ncaps = { 2 = "1", 3 = "2", 5 = "3" }',
    "two": 'percent = "2"',
    "dollars": 'percent = "10"\nrounding = "floor"\nunit = "1"\ncaps = { 2 = "4" }',
    "steps": 'kind = "step"\nstep = { take = "0.25", per = "5" }\ncaps = { 2 = "3" }',
    "deal": 'percent = "5"\nno_flop_no_drop = false\nallocation = "proportional"',
    "unreached": 'percent = "5"\ncaps = { 2 = "1", 3 = "2", 5 = "2.50" }',
    "carry": 'percent = "1"\nrounding = "carry"',
}


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    folder = tmp_path_factory.mktemp("policies")
    for name, text in POLICIES.items():
        (folder / f"{name}.toml").write_text(f'name = "{name}"\n{text}\n')
    return {name: str(folder / f"{name}.toml") for name in POLICIES} | {"none": "none"}


def play(path, run, **keys):
    """Play four-handed: station, tag, lag and maniac, blind to the rake unless told otherwise."""
    usual = {"hands": HANDS, "tables": 20, "bots": "station,tag,lag,maniac", "seats": 4}
    job = make_job(None, usual | {"rake": "five-percent"} | keys, where="test")
    simulate(resolve(job), path, run)
    return path


@pytest.fixture(scope="module")
def blind(tmp_path_factory, files):
    """Rake-blind bots with reset stacks, played again under every policy."""
    path = play(tmp_path_factory.mktemp("blind") / "lake", "first")
    names = [files[name] for name in files if name != "carry"]
    return path, Lake(path).whatif(names, level="behavioural")


@pytest.fixture(scope="module")
def aware(tmp_path_factory, files):
    """Bots that answer the rake, played again at 2 %."""
    path = play(tmp_path_factory.mktemp("aware") / "lake", "first", rake_response="1")
    return path, Lake(path).whatif([files["same"], files["two"]], level="behavioural")


@pytest.mark.parametrize("name", [name for name in [*POLICIES, "none"] if name != "carry"])
def test_played_again_is_raked_again_to_the_cent_for_every_hand(blind, files, name):
    """L2 = L1 for rake-blind bots with reset stacks: rake of a hand, net of a player."""
    path, _ = blind
    lake = Connection(path)
    stage(lake, read_policies([files[name]]), table_kinds(lake, ["first"]))
    run = next(run for run in lake.runs if run.startswith(f"first.at-{name}-"))
    apart = lake.sql(
        "select count(*) as hands, count_if(a.rake <> b.rake or a.jackpot <> b.jackpot) as apart"
        " from rerake_hands($name) a join hands b using (hand_id)"
        " where a.run = 'first' and b.run = $run",
        {"run": run, "name": name},
    ).row(0)
    assert apart == (HANDS, 0)
    apart = lake.sql(
        "select count(*) as n, count_if(a.net <> b.net or a.rake_weighted <> b.rake_weighted"
        " or a.rake_winner <> b.rake_winner or a.rake_dealt <> b.rake_dealt"
        " or a.rake_contributed <> b.rake_contributed) as apart"
        " from rerake_players($name) a join players b using (hand_id, seat)"
        " where a.run = 'first' and b.run = $run",
        {"run": run, "name": name},
    ).row(0)
    assert apart == (4 * HANDS, 0)


@pytest.mark.parametrize("table", ["revenue", "house", "players", "winners"])
def test_the_tables_of_both_levels_agree_for_blind_bots(blind, table):
    _, answer = blind
    assert answer[table].equals(answer[f"{table}_l2"])


@pytest.mark.parametrize("level", ["", "_l2"])
@pytest.mark.parametrize("fixture", ["blind", "aware"])
def test_an_unchanged_policy_has_no_effect_at_either_level(request, fixture, level):
    _, answer = request.getfixturevalue(fixture)
    same = answer[f"revenue{level}"].filter(policy="same")
    deltas = [name for name in same.columns if "_delta" in name]
    assert same.select(deltas).row(0) == (0,) * len(deltas)
    assert same["verdict"].to_list() == ["no effect"]
    players = answer[f"players{level}"].filter(policy="same")
    assert players["net_bb100_delta"].abs().max() == 0
    assert players["verdict"].unique().to_list() == ["no effect"]


def test_lowering_a_cap_that_no_pot_reaches_has_no_effect(blind):
    """Tables of four never meet the cap for five players."""
    _, answer = blind
    row = answer["revenue"].filter(policy="unreached").row(0, named=True)
    assert (row["revenue_delta"], row["rake_hand_delta_pm"], row["verdict"]) == (0, 0, "no effect")


def test_without_rake_gross_is_net(blind):
    _, answer = blind
    rows = answer["players"].filter(policy="none")
    assert rows["gross_bb100"].to_list() == rows["net_bb100_new"].to_list()
    assert rows["rake_bb100_new"].abs().max() == 0
    assert answer["revenue"].filter(policy="none")["revenue_new"].item() == 0


def test_paired_errors_are_smaller_and_rho_is_reported(blind):
    _, answer = blind
    row = answer["revenue"].filter(policy="steps").row(0, named=True)
    assert 0 < row["se_paired"] < row["se_unpaired"]
    assert 0.5 < row["rho"] <= 1
    assert row["mde"] > row["se_paired"]


def test_another_policy_moves_no_card_and_no_other_draw(aware):
    """Bots that answer the rake play otherwise, on the same cards in the same seats."""
    _, answer = aware
    two = answer["pairing"].filter(pl.col("counterfactual").str.contains("at-two-"))
    row = two.row(0, named=True)
    assert row["hands_old"] == row["paired"] == row["same_boards"] == row["same_seats"] == HANDS
    assert row["same_holes"] == row["players"] == 4 * HANDS
    assert row["same_investments"] < row["players"]


def test_the_parts_add_up_and_bots_that_answer_the_rake_make_a_play_part(aware):
    _, answer = aware
    parts = answer["parts"].filter(policy="two").row(0, named=True)
    assert parts["play"] != 0
    assert (parts["mix"], parts["volume"]) == (0, 0)
    total = parts["schedule"] + parts["play"]
    assert total == pytest.approx(parts["total"], abs=0.011)
    assert parts["revenue_new"] - parts["revenue_old"] == pytest.approx(total, abs=0.011)
    l1 = answer["revenue"].filter(policy="two")["revenue_delta"].item()
    assert parts["schedule"] == pytest.approx(l1, abs=0.011)


def test_at_l1_play_mix_and_volume_are_unknown_and_not_zero(blind, files):
    path, _ = blind
    parts = Lake(path).whatif(files["two"])["parts"].row(0, named=True)
    assert (parts["play"], parts["mix"], parts["volume"]) == (None, None, None)


def test_counterfactuals_do_not_count_twice(blind, files):
    path, answer = blind
    assert len(LakeFolder.open(path).runs()) == 8
    assert answer["revenue"]["hands"].to_list() == [HANDS] * 7
    assert Lake(path).whatif(files["two"])["revenue"]["hands"].to_list() == [HANDS]


@pytest.mark.parametrize("ask", [paired_hands, paired_players])
def test_sums_of_l1_and_l2_are_equal(blind, files, ask):
    path, _ = blind
    lake = Connection(path)
    stage(lake, read_policies([files["steps"]]), table_kinds(lake, ["first"]))
    run = next(run for run in lake.runs if run.startswith("first.at-steps-"))
    one = ask(lake, "steps", [Pair("first")], ["dealt"])
    assert one.equals(ask(lake, "steps", [Pair("first", run)], ["dealt"]))


def test_all_four_attributions_bear_the_same_rake(blind, files):
    path, _ = blind
    rows = Lake(path).whatif(files["dollars"], attribution="all")["players"].filter(split="all")
    assert rows["attribution"].to_list() == ["dealt", "contributed", "weighted", "winner"]
    assert rows["rake_bb100_new"].n_unique() == rows["rake_bb100_old"].n_unique() == 1


def test_the_answer_is_the_same_every_time(blind, files):
    path, _ = blind
    one, two = (Lake(path).whatif(files["steps"], by="position,dealt") for _ in range(2))
    assert [s.title for s in one.sections] == [s.title for s in two.sections]
    assert all(a.frame.equals(b.frame) for a, b in zip(one.sections, two.sections, strict=True))


def test_titles_name_their_level(aware):
    _, answer = aware
    levels = ("L1", "L2", "L1 and L2", "Policies", "Runs")
    assert all(section.title.startswith(levels) for section in answer.sections)
    names = [section.name for section in answer.sections]
    assert names.index("revenue") < names.index("revenue_l2")


def test_bots_that_answer_the_rake_make_l1_approximate(aware, files):
    path, _ = aware
    said = []
    answer = Lake(path).whatif(files["two"], note=said.append)
    assert answer.section("revenue").title.startswith("L1 mechanical (approximate)")
    assert any("bots of run first answer the rake" in line for line in said)


def test_carried_stacks_make_l1_approximate(tmp_path, files):
    path = play(tmp_path / "lake", "carried", stacks="carry")
    said = []
    answer = Lake(path).whatif(files["two"], note=said.append)
    [text] = said
    assert text == (
        "L1 is approximate: stacks were carried in run carried, which another rake would have "
        "changed"
    )
    assert "(approximate)" in answer.section("revenue").title


def test_a_schedule_with_a_memory_is_refused_at_l1(blind, files):
    path, _ = blind
    with pytest.raises(InputError, match="policy carry has no rake of a single hand"):
        Lake(path).whatif(files["carry"])


def test_one_cluster_has_no_interval(tmp_path, files):
    path = play(tmp_path / "lake", "one", tables=1, hands=200)
    answer = Lake(path).whatif(files["two"])
    row = answer["revenue"].row(0, named=True)
    assert (row["verdict"], row["rake_hand_delta_pm"], row["mde"]) == ("unknown", None, None)
    assert any("one cluster" in line for line in answer.notes)


def test_a_sweep_is_a_row_each(blind):
    path, _ = blind
    answer = Lake(path).whatif(sweeps=["percent=2..5", "cap=1,none"])
    assert answer["revenue"]["policy"].to_list() == [
        f"five-percent percent={percent}, cap={cap}" for percent in (2, 3, 4, 5)
        for cap in (1, "none")
    ]  # fmt: skip
    new = answer["revenue"]["revenue_new"].to_list()
    assert new[1::2] == sorted(new[1::2])


def test_a_condition_narrows_both_sides(blind, files):
    path, _ = blind
    where = "last_street >= 1 and stake = '1/2'"
    answer = Lake(path).whatif(files["two"], where=where)
    flops = (
        Connection(path)
        .sql("select count(*) as n from hands where run = 'first' and last_street >= 1")
        .item()
    )
    assert answer["revenue"]["hands"].item() == flops
    assert answer["players"].filter(split="all")["hands"].item() == 4 * flops


def test_scenarios_need_an_assumption_and_name_their_break_even(blind, files):
    path, _ = blind
    row = Lake(path).whatif(files["two"], elasticity="-2..0")["scenarios"].row(0, named=True)
    assert row["delta_high"] == row["delta_fixed_volume"] < 0
    assert row["volume_low"] > 0 == row["volume_high"]
    # with the break-even elasticity volume makes up for the price: new * (1 + e * change) = old
    revenue = Lake(path).whatif(files["two"])["revenue"].row(0, named=True)
    made_up = revenue["revenue_new"] * (1 + row["breakeven"] * row["price_change"] / 100)
    assert made_up == pytest.approx(revenue["revenue_old"], rel=2e-3)


def test_a_split_that_hands_do_not_have_is_of_players_only(blind, files):
    names = [s.name for s in Lake(blind[0]).whatif([files["two"]], by="profile").sections]
    assert "groups" not in names
    assert "players" in names


def test_hands_of_a_free_policy_are_not_said_to_be_rounded(blind):
    segments = Lake(blind[0]).whatif(["none"])["segments"].filter(policy="none")
    assert segments["segment"].to_list() == ["gated", "free"]


def test_a_small_pot_and_a_small_rake_are_told_apart(blind, tmp_path):
    file = tmp_path / "small.toml"
    text = 'name = "small"\npercent = "5"\nrounding = "floor"\nunit = "1"\nmin_pot = "6"'
    file.write_text(f'{text}\nfrom_street = "river"\n')
    found = Lake(blind[0]).whatif([str(file)])["segments"].filter(policy="small")
    hands = dict(found.select("segment", "hands").iter_rows())
    stored = Connection(blind[0]).sql(
        """select
            count_if(last_street < 3) as a,
            count_if(last_street = 3 and pot < 600) as c,
            count_if(last_street = 3 and pot between 600 and 1999) as d
        from hands where run = 'first'"""
    )
    assert hands.pop("percent") > 0
    assert hands == dict(
        zip(("gated", "below minimum", "rounded to 0"), stored.row(0), strict=True)
    )


def test_rakeback_counts_the_weight_of_a_players_own_rake(blind, tmp_path):
    file = tmp_path / "back.toml"
    file.write_text(
        'name = "back"\npercent = "5"\n[rakeback]\npercent = "30"\nown_weight = "0.5"\n'
    )
    house = Lake(blind[0]).whatif([str(file)])["house"].row(0, named=True)
    assert house["rakeback_new"] == pytest.approx(0.15 * house["rake_new"], abs=0.01)
    file.write_text(
        'name = "back"\npercent = "5"\n[rakeback]\npercent = "30"\nsource_weight = "0.5"\n'
    )
    house = Lake(blind[0]).whatif([str(file)])["house"].row(0, named=True)
    assert (house["rakeback_new"], house["house_net_new"]) == (None, None)


def test_where_people_come_and_go_a_seat_is_not_taken_for_its_last_player(tmp_path, files):
    path = tmp_path / "lake"
    keys = {"hands": 1_000, "tables": 5, "stacks": "carry", "rake": "five-percent"}
    people = {"session": {"stop_win": "100bb"}, "population": {"players": 60}}
    job = make_job(None, keys | people | {"rake_response": "1"}, where="test")
    simulate(resolve(job), path, "first")
    answer = Lake(path).whatif([files["none"]], level="behavioural", by="profile")
    lake = Connection(path)
    [other] = [run for run in lake.runs if run != "first"]
    shown = answer["players_l2"].filter(split="profile")
    for run, which in (("first", "old"), (other, "new")):
        stored = lake.sql(
            "select profile, round(100 * sum(net / big_blind) / count(*), 2) as net "
            "from players where run = $run group by profile",
            {"run": run},
        )
        found = dict(shown.select("group", f"net_bb100_{which}").iter_rows())
        assert found == pytest.approx(dict(stored.iter_rows()), abs=0.011)
    # without rake nothing leaves the table
    everyone = answer["players_l2"].filter(split="all").row(0, named=True)
    assert everyone["net_bb100_new"] == 0
    won = lake.sql(
        "select run, 100 * count_if(net > 0) / count(*) as won from "
        "(select run, table_id, player, sum(net) as net from players group by all) group by run"
    )
    stored = dict(won.iter_rows())
    winners = answer["winners_l2"].filter(group="all").row(0, named=True)
    assert winners["winners_old"] == pytest.approx(stored["first"], abs=0.01)
    assert winners["winners_new"] == pytest.approx(stored[other], abs=0.01)


def test_a_run_of_tournaments_is_left_out_and_not_played_again(tmp_path, files):
    path = play(tmp_path / "lake", "first", hands=200, tables=2)
    job = make_job(None, {"tournament": {"count": 2}, "seats": 4}, where="test")
    simulate(resolve(job), path, "cup")
    answer = Lake(path).whatif([files["two"]], level="behavioural")
    assert [s.title for s in answer.sections if "approximate" in s.title] == []
    assert len(LakeFolder.open(path).runs()) == 3
