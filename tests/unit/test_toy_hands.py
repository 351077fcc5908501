"""The fourteen toy hands: every preflop and showdown flag, counted by hand, for both tables."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest
from reference.both import BOTH, finished, reference_flags
from reference.derived import Flags, engine_flags
from reference.hand import Rake
from reference.toy_hands import NAMES, SEATS, TOYS, Row, first_eight, last_six
from reference.with_engine import engine_views

from railbird import registry

EXPECTED = [(range(1, 9), row) for row in first_eight()]
EXPECTED += [(range(9, 15), row) for row in last_six()]
# columns of the row, not statistics of the registry
NOT_RATES = {"showdown": "sd_all", "won": "win_pct"}

both = pytest.mark.parametrize("table", BOTH)
each_hand = pytest.mark.parametrize("number", TOYS)


@cache
def flags_of(table: str) -> dict[int, Flags]:
    hands = [toy.hand() for toy in TOYS.values()]
    if table == "reference":
        found = [reference_flags(hand) for hand in hands]
    else:
        found = engine_flags(hands, engine_views(hands))
    return dict(zip(TOYS, found, strict=True))


def counted(table: str, hands: range, statistic: str) -> tuple[set[str], set[str]]:
    """Return (opportunities, done) as `hand.position`."""
    flags = flags_of(table)
    opp, done = (
        {
            f"{number}.{NAMES[seat]}"
            for number in hands
            for seat in flags[number].get(statistic, (set(), set()))[which]
        }
        for which in (0, 1)
    )
    return opp, done


@both
@pytest.mark.parametrize(("hands", "row"), EXPECTED, ids=lambda x: getattr(x, "statistic", None))
def test_flags(table: str, hands: range, row: Row) -> None:
    opp, done = counted(table, hands, NOT_RATES.get(row.statistic, row.statistic))
    assert (len(done), len(opp)) == (row.done, row.opportunities)
    if row.opp_set is not None:
        assert opp == row.opp_set
    if row.done_set is not None:
        assert done == row.done_set


def test_every_statistic_is_counted() -> None:
    counted_here = {row.statistic for _, row in EXPECTED}
    uncounted = {s.id for s in registry.statistics() if s.group != "postflop"} - counted_here
    assert uncounted == {"wsd_net", "wsd_nonsmall", "wsd_rcall"}


@both
def test_nobody_is_without_a_decision_in_the_last_six(table: str) -> None:
    opp, done = counted(table, range(9, 15), "no_decision")
    assert (len(done), len(opp)) == (0, 22)


@both
def test_w_dollar_sd_variants(table: str) -> None:
    """Hand 10: BTN collects only a pot that nobody contested, which is no showdown won."""
    assert tuple(map(len, counted(table, range(10, 11), "wsd"))) == (3, 2)
    assert tuple(map(len, counted(table, range(10, 11), "wsd_net"))) == (3, 2)
    collected = finished(table, TOYS[10].hand())["players"]
    assert sum(p["collected"] > 0 and p["showdown"] for p in collected.values()) == 3


@both
@each_hand
def test_money_and_streets(table: str, number: int) -> None:
    toy = TOYS[number]
    view = finished(table, toy.hand())
    net = {NAMES[seat]: amount for seat, amount in view["net"].items()}
    assert (view["flop_players"], view["last_street"]) == (toy.flop_players, toy.last_street)
    assert sum(net.values()) == 0
    if toy.nets:
        assert net == toy.nets
        assert tuple(pot[0] for pot in view["pots"]) == toy.pots
    else:
        assert [name for name, amount in net.items() if amount > 0] == [toy.winner]


@both
def test_uncalled_bets_go_back(table: str) -> None:
    returned = {n: finished(table, TOYS[n].hand())["returned"] for n in (10, 11, 12, 13, 14)}
    expected: dict[int, dict[str, int]] = {
        10: {"BTN": 40},
        11: {"BTN": 30},
        12: {"BB": 20},
        13: {"SB": 40},
        14: {"BTN": 40},
    }
    assert returned == {
        n: {SEATS[name]: amount for name, amount in back.items()} for n, back in expected.items()
    }


@both
def test_all_players_together(table: str) -> None:
    """Hands 9 to 14: players per flop 12/5, average pot 710/6."""
    views: list[dict[str, Any]] = [finished(table, TOYS[n].hand()) for n in range(9, 15)]
    assert sum(v["flop_players"] for v in views) == 12
    assert sum(v["last_street"] >= 1 for v in views) == 5
    assert sum(v["pot"] for v in views) == 710


@both
def test_rake_of_hand_10(table: str) -> None:
    view = finished(table, TOYS[10].hand(Rake(bps=500, caps=((2, 5),))))
    assert [pot[1] for pot in view["pots"]] == [5, 0, 0]
    net = {NAMES[seat]: amount for seat, amount in view["net"].items()}
    assert net == {"SB": 145, "CO": 50, "BTN": -80, "BB": -120}
