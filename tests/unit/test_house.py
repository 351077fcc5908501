"""Runs under every mechanism: money is conserved, and the checks find what the policy says."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from railbird.errors import InputError
from railbird.reports.check import run_checks
from railbird.reports.connect import Lake
from railbird.simulate import layout as at
from railbird.simulate.house import take_drops
from railbird.simulate.job import Job, resolve
from railbird.simulate.play import play
from railbird.simulate.policy import find_policy, rake_config, rake_of_policy
from railbird.simulate.runner import simulate

if TYPE_CHECKING:
    from pathlib import Path

POLICIES = {
    "step": 'step = { take = "0.25", per = "5" }\ncaps = { 2 = "1", 3 = "2", 5 = "3" }',
    "tiers": 'tiers = [{ pot = "0", percent = "5" }, { pot = "20", percent = "2" }]',
    "proportional": 'percent = "5"\nallocation = "proportional"\nraises_without_flop = 2',
    "independent": 'percent = "5"\nallocation = "independent"\ncaps = { 2 = "0.50" }',
    "dollars": 'percent = "10"\nunit = "1"\nrounding = "floor"\nbase = "1"\ncap_most = "4"',
    "seated": 'percent = { 2 = "2", 3 = "4" }\nplayers = "flop_players"\ncap_bb = "1.5"\n'
    'ceiling_percent = "3"',
    "jackpot": 'percent = "5"\n[jackpot]\npercent = "1"\nmost = "0.50"\n'
    'thresholds = [{ pot = "30bb", take = "1bb" }, { pot = "9", take = "0.07" }]',
    "carry": 'percent = "1"\nrounding = "carry"\ncap_most = "0.30"',
    "time-pots": 'flat = "6"\nmin_pot = "40"\ntime_pots = 2\ntime_minutes = 60',
    "splash": 'percent = "5"\n[splash]\nevery = 20\n'
    'prizes = [{ amount = "5bb", weight = 9 }, { amount = "100", weight = 1 }]\n'
    'reserve = [{ pot = "30bb", take = "0.5bb" }]',
    "fees": 'percent = "0"\n[fees]\ndead_drop = "4"\nper_hand = "0.10"\ntime = "6"\n'
    'time_minutes = 30\nmembership = "15"\nmembership_minutes = 60',
}

OTHER_GAMES = {"jackpot": ("omaha8", "PL"), "proportional": ("omaha", "PL"), "step": ("draw", "FL")}


def policy_file(folder: Path, name: str) -> Path:
    path = folder / f"{name}.toml"
    path.write_text(f'name = "{name}"\n{POLICIES[name]}\n')
    return path


@pytest.mark.parametrize("stacks", ["reset", "carry"])
def test_money_is_conserved_and_every_check_holds(tmp_path: Path, stacks: str) -> None:
    for name in POLICIES:
        rake = str(policy_file(tmp_path, name))
        game, betting = OTHER_GAMES.get(name, ("holdem", "NL"))
        job = Job(
            hands=600, tables=3, stacks=stacks, rake=rake, stakes="1/2", seed=5,
            game=game, betting=betting, stack="50bb",
        )  # fmt: skip
        simulate(resolve(job), tmp_path / "lake", name)
    lake = Lake(tmp_path / "lake")
    assert run_checks(lake).rows() == []
    sums = lake.sql(
        "select run, sum(rake) as rake, sum(jackpot) as jackpot, sum(added_by_site) as added,"
        " any_value(fees) as fees, any_value(net) as net from hands inner join"
        " (select run, sum(fees) as fees, sum(net) as net from players group by run) using (run)"
        " group by run"
    )
    assert sums.height == len(POLICIES)
    for run in sums.rows(named=True):
        assert run["net"] + run["rake"] + run["jackpot"] + run["fees"] == run["added"]
        taken = {"splash": "added", "fees": "fees", "jackpot": "jackpot"}.get(run["run"], "rake")
        assert run[taken] > 0, run


def test_a_splash_and_fees_move_no_card(tmp_path: Path) -> None:
    """With stacks reset, fees are a column only, and the decks are those of the plain policy."""
    decks = []
    for rake in ("none", *(str(policy_file(tmp_path, name)) for name in ("splash", "fees"))):
        job = Job(hands=500, tables=1, rake=rake, bots="always_call:6", seed=5)
        rows = play(resolve(job))
        decks.append((rows.column("hands", "board"), rows.column("players", "hole")))
    for board, hole in decks[1:]:
        assert (board == decks[0][0]).all()
        assert (hole == decks[0][1]).all()


def test_a_rake_with_a_memory_is_refused_where_tables_are_cut_into_pieces(tmp_path: Path) -> None:
    path = str(policy_file(tmp_path, "carry"))
    with pytest.raises(InputError, match=r"rake policy carry: it carries fractions .* --tables"):
        resolve(Job(hands=500_001, tables=1, rake=path))
    assert resolve(Job(hands=500_001, tables=2, rake=path)).rake.state is not None
    assert resolve(Job(hands=500_001, tables=1, stacks="carry", rake=path)).rake.state is not None


def test_carried_fractions_of_150_are_1_2_1(tmp_path: Path) -> None:
    """1 % of pots of 1.50, cent by cent, on the engine's own way."""
    rk = rake_config(rake_of_policy(find_policy(str(policy_file(tmp_path, "carry"))), -2))
    obs, st = np.zeros(at.OBS_SIZE, np.int64), np.zeros(at.STATE_SIZE, np.int64)
    obs[at.O_POT], obs[at.O_DEALT], obs[at.O_STREET] = 150, 6, 3
    st[at.S_N_POTS], st[at.S_POT_AMOUNT] = 1, 150
    rakes = []
    for _ in range(4):
        take_drops(np.zeros(at.CFG_SIZE, np.int64), rk, obs, st)
        rakes.append(int(st[at.S_RAKE]))
    assert rakes == [1, 2, 1, 2]
