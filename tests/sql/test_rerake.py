"""Hands raked again in SQL, against the same hands settled by the engine under that policy."""

# ruff: noqa: S608 - queries of this file's own words

from __future__ import annotations

import pytest
from replayed_tables import board_hands, connection, differing, random_hands

from railbird.simulate.rake_terms import Jackpot, Rake, Step

CAPS = (-1, -1, 75, 75, 300, 300, *[900] * 5)
PLAIN = {
    "none": Rake("none"),
    "five": Rake("five", 500),
    "capped": Rake("capped", 450, caps=CAPS),
    "floored": Rake("floored", 625, "floor", no_flop_no_drop=False),
    # asks small pots for more than they hold
    "dollars": Rake("dollars", 1000, "ceiling", unit=100, no_flop_no_drop=False),
}
BY_PLAYERS = tuple(range(0, 1100, 100))
STEPS = (Step(2, 3, 100, 10), Step(2, 10, 400, 25), Step(4, 10, 900, 50))
MECHANISMS = {
    "none": Rake("none"),
    "step": Rake("step", kind="step", steps=(200,) * 11, amounts=(10,) * 11, caps=CAPS),
    "thresholds": Rake("thresholds", kind="thresholds", thresholds=STEPS),
    "tiers": Rake("tiers", kind="tiers", thresholds=(Step(2, 10, 0, 500), Step(2, 10, 800, -300))),
    "flat": Rake("flat", kind="flat", amounts=(7,) * 11, no_flop_no_drop=False),
    "by_players": Rake("by_players", 500, rates=BY_PLAYERS, players="flop_players"),
    "reraised": Rake("reraised", 500, raises_gate=2, min_pot=150, ceiling_bps=400),
    "base": Rake("base", 1000, "floor", 100, base=100, percent_from=2000, from_street=2),
    "proportional": Rake("proportional", 700, "half_up", caps=CAPS, allocation="proportional"),
    "independent": Rake(
        "independent", 500, caps=CAPS, allocation="independent", min_pot=40, jackpot=Jackpot(9900)
    ),
    "jackpot": Rake(
        "jackpot", 1000, "floor", 100, no_flop_no_drop=False,
        jackpot=Jackpot(300, 400, (Step(2, 10, 500, 100), Step(2, 10, 1500, 150)), 0),
    ),
    "both": Rake("both", 4000, allocation="proportional", jackpot=Jackpot(6000, from_street=0)),
}  # fmt: skip
TABLES = ("hands", "pots", "players")


@pytest.fixture(scope="module")
def plain():
    return connection(random_hands("rerake", 600), PLAIN)


@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize("name", PLAIN)
def test_own_policy_changes_nothing(plain, table, name):
    assert differing(plain, table, name, name) == []


@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize("new", PLAIN)
def test_another_policy_gives_what_the_engine_gives(plain, table, new):
    assert differing(plain, table, "capped", new) == []


@pytest.fixture(scope="module")
def mechanisms():
    return connection(random_hands("mechanisms", 600, "PL"), MECHANISMS)


@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize("new", MECHANISMS)
def test_every_mechanism_gives_what_the_engine_gives(mechanisms, table, new):
    assert differing(mechanisms, table, "none", new) == []


@pytest.fixture(scope="module", params=["holdem", "omaha8"])
def several_boards(request):
    return connection(board_hands(f"boards {request.param}", 700, request.param), PLAIN)


@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize("new", PLAIN)
def test_pots_of_several_boards_are_split_as_the_engine_does(several_boards, table, new):
    assert differing(several_boards, table, "capped", new) == []
    boards = "select count(*) from pots_capped where len(winners) > 2"
    assert several_boards.execute(boards).fetchone()[0] > 100


def test_the_hands_have_side_pots_odd_chips_and_pots_that_rake_takes_whole(plain):
    def count(query):
        return plain.execute(query).fetchone()[0]

    assert count("select count(*) from pots_five where pot_no = 1") > 100
    assert count("select count(*) from pots_five where pot_no = 2") > 10
    odd = (
        "select count(*) from pots_five as p join hands_five as h using (run, hand_id) "
        "where bit_count(winners[1]) > 1 and (amount - p.rake) % (bit_count(winners[1]) * chip) > 0"
    )
    assert count(odd) > 10
    assert count("select count(*) from pots_dollars where amount = rake and pot_no > 0") > 0


@pytest.mark.parametrize("policy", ["capped", "dollars", "five"])
def test_seats_moved_round_the_table_leave_every_player_what_he_has(plain, policy):
    """Everybody one seat on, button and all: the same money for the same players."""
    on = "({0} + 1) % h.seats"
    around = "((m << 1) | (m >> (h.seats - 1))) & ((1 << h.seats) - 1)"
    plain.execute(f"""
        create or replace temp table hands_moved as
        select h.* replace (({on.format("button_seat")})::bigint as button_seat)
        from hands_none as h;
        create or replace temp table pots_moved as
        select p.* replace (list_transform(winners, lambda m: ({around})::smallint) as winners)
        from pots_none as p join hands_none as h using (run, hand_id);
        create or replace temp table players_moved as
        select p.* replace (({on.format("seat")})::bigint as seat)
        from players_none as p join hands_none as h using (run, hand_id);
    """)
    money = "collected, net, rake_dealt, rake_contributed, rake_weighted, rake_winner"

    def paid(suffix, seat):
        return (
            f"select p.hand_id, {seat} as seat, {money} from rerake_players('{policy}', "
            f"hands := 'hands_{suffix}', pots := 'pots_{suffix}', "
            f"players := 'players_{suffix}') as p join hands_none as h using (run, hand_id)"
        )

    stayed, moved = paid("none", on.format("p.seat")), paid("moved", "p.seat")
    assert plain.execute(f"({stayed}) except all ({moved})").fetchall() == []
    assert plain.execute(f"select sum(rake_winner) from ({moved})").fetchone()[0] > 0
