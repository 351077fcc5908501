"""Flags and rates of the fourteen toy hands are those that the reference states."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from toy_lake import flags

from railbird.registry import statistics
from railbird.reports.connect import Lake

if TYPE_CHECKING:
    from pathlib import Path

# Rates of section 9.1 and 9.2 (hands 1 to 8), and of 9.4 (9 to 14), as printed there.
PRINTED = {
    "vpip": ("15/31", "16/22"), "vpip_all": ("15/32", "16/22"), "pfr": ("8/28", "10/21"),
    "pfr_nw": ("8/31", "10/22"), "pfr_ratio": ("8/15", "10/16"), "no_decision": ("1/32", "0/22"),
    "rfi": ("5/13", "4/8"), "steal": ("5/13", "3/5"), "steal_success": ("0/5", "0/3"),
    "b3": ("2/10", "2/10"), "b3_inc_limp": ("2/11", "3/12"), "squeeze": ("1/2", "1/2"),
    "f3b": ("2/2", "1/3"), "f3b_any": ("6/6", "1/5"), "saw_flop": ("11/32", "12/22"),
    "open_limp": ("2/13", "2/8"), "limp": ("2/14", "2/10"), "over_limp": ("0/1", "0/2"),
    "limp_call": ("1/1", "0/2"), "limp_fold": ("0/1", "1/2"), "limp_raise": ("0/1", "1/2"),
    "iso": ("1/2", "2/2"), "bb_raise_sb_limp": ("0/1", "0/0"), "flat_2bet": ("6/14", "5/13"),
    "fold_vs_open": ("6/14", "5/13"), "cold_call": ("1/4", "1/2"), "call_3b": ("0/2", "1/3"),
    "b4": ("0/2", "1/3"), "cold_b4": ("0/3", "0/1"), "b4_any": ("0/6", "2/5"),
    "allin_pf": ("2/31", "3/22"), "fold_to_squeeze": ("2/2", "0/1"), "f4b": ("0/0", "1/1"),
    "b5plus": ("0/0", "0/3"), "bb_fold_v_sb": ("0/0", "0/0"), "fold_to_steal": ("2/6", "2/4"),
    "fold_sb_steal": ("2/3", "2/2"), "fold_bb_steal": ("0/3", "0/2"), "defend_bb": ("3/3", "2/2"),
    "b3_vs_steal": ("0/4", "0/3"), "wtsd": ("4/11", "5/12"), "wtsd_nai": ("2/9", "1/8"),
    "sd_all": ("4/32", "5/22"), "wsd": ("2/4", "3/5"), "wsd_net": ("2/4", "3/5"),
    "wwsf": ("5/11", "6/12"), "won_no_sd": ("3/11", "3/12"), "win_pct": ("8/32", "7/22"),
    "walks": ("1/32", "0/22"),
}  # fmt: skip


@pytest.fixture(scope="module")
def lake(toy_path: Path) -> Lake:
    return Lake(toy_path)


@pytest.mark.parametrize("id_", list(flags()))
def test_flags_of_each_player(lake: Lake, id_: str) -> None:
    opp, done = flags()[id_]
    frame = lake.sql(
        f"select (hand_id & 4294967295) || '.' || position as who, {id_} as done, {id_}_opp as opp"  # noqa: S608
        " from players where run = 'toy'"
    )
    assert set(frame.filter("opp")["who"]) == opp
    assert set(frame.filter("done")["who"]) == done


@pytest.mark.parametrize("id_", list(PRINTED))
def test_rates_as_printed(lake: Lake, id_: str) -> None:
    rows = lake.sql(
        f"select count_if({id_}) as done, count_if({id_}_opp) as opp from players"  # noqa: S608
        " where run = 'toy' group by table_id order by table_id"
    ).rows()
    assert tuple(f"{done}/{opp}" for done, opp in rows) == PRINTED[id_]


def test_every_rate_of_this_registry_is_printed_above() -> None:
    assert {s.id for s in statistics()} - set(PRINTED) == {"wsd_nonsmall", "wsd_rcall"}


def test_an_unknown_ratio_is_null(lake: Lake) -> None:
    rate = lake.sql(
        "select percent(count_if(f4b), count_if(f4b_opp)) as rate from players"
        " where run = 'toy' and table_id = 0"
    ).item()
    assert rate is None


def test_pots_players_a_flop_and_nets(lake: Lake) -> None:
    hands = lake.sql("select * from hands where run = 'toy' order by hand_id")
    assert hands["pot"].to_list()[8:] == [41, 390, 60, 36, 70, 113]
    assert hands["flop_players"].to_list()[8:] == [2, 4, 2, 2, 0, 2]
    assert hands["last_street"].to_list() == [0, 0, 1, 3, 0, 1, 3, 3, 3, 3, 2, 3, 0, 2]
    nets = lake.sql(
        "select position, net from players where run = 'toy' and hand_id = 4294967306 order by net"
    )
    assert nets.rows() == [("BB", -120), ("BTN", -80), ("CO", 50), ("SB", 150)]
    pots = lake.sql("select amount, winners from pots where run = 'toy' and hand_id = 4294967306")
    assert pots.rows() == [(200, [1]), (150, [4]), (40, [8])]


def test_rake_of_hand_ten(lake: Lake) -> None:
    rows = lake.sql(
        "select position, net, rake_dealt, rake_contributed, rake_weighted, rake_winner"
        " from players where run = 'raked' order by seat"
    ).rows()
    assert rows == [
        ("SB", 145, 2, 2, 1, 5),
        ("BB", -120, 1, 1, 2, 0),
        ("CO", 50, 1, 1, 1, 0),
        ("BTN", -80, 1, 1, 1, 0),
    ]
