"""Published schedules: the worked examples of docs/rake.md from the built-in files, all ways."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from railbird.errors import InputError
from railbird.simulate import house
from railbird.simulate import layout as at
from railbird.simulate.policy import (
    find_policy,
    policy_names,
    rake_config,
    rake_of_policy,
)
from railbird.simulate.policy_file import schedules_of
from railbird.simulate.rake_terms import Jackpot, Rake, Step
from railbird.simulate.replay import Hand, replay
from railbird.simulate.room import Table, find_room, table_config

NO_RULES = np.zeros(at.CFG_SIZE, np.int64)  # what the house takes does not depend on them


def table(stakes: str, betting: str = "NL", game: str = "holdem", seats: int = 6) -> Table:
    low, high = (round(100 * float(text)) for text in stakes.split("/"))
    if betting == "FL":
        return Table(game, "FL", seats, low // 2, low, low, high)
    return Table(game, betting, seats, low, high)


def rake(policy: str, table: Table) -> Rake:
    return rake_of_policy(find_policy(policy), -2, None, table)


def due(schedule: Rake, pot: int, dealt: int = 6, street: int = 3, raises: int = 1) -> int:
    return house.due(rake_config(schedule), pot, dealt, street, raises, 0)


@pytest.mark.parametrize(
    ("policy", "stakes", "betting", "dealt", "cases"),
    [
        ("pokerstars-in-nl", "50/100", "NL", 2, {1_000_000: 15_000}),
        ("pokerstars-in-nl", "50/100", "NL", 3, {1_000_000: 17_500}),
        ("pokerstars-in-nl", "50/100", "NL", 4, {1_000_000: 17_500}),
        ("pokerstars-in-nl", "50/100", "NL", 5, {1_000_000: 22_500}),
        ("pokerstars-in-nl", "2/5", "NL", 6, {1_100: 50, 1_300: 58}),
        ("888-nl", "0.01/0.02", "NL", 6, {72: 4, 100: 6, 136: 8, 800: 50}),
        ("888-fl", "7/15", "FL", 6, {10_000: 250}),
        ("unibet-nlhe", "1/2", "NL", 6, {4_000: 240}),
        ("unibet-nlhe", "0.02/0.04", "NL", 6, {300: 6}),
        ("wpn-fl", "0.50/1", "FL", 6, {750: 34}),
        ("wpn-fl", "20/40", "FL", 6, {26_000: 260}),
        ("wpn-fl", "1/2", "FL", 2, {1_000: 20}),
        ("wpn-fl", "1/2", "FL", 3, {1_000: 30}),
        ("wpn-fl", "1/2", "FL", 5, {1_000: 40}),
        (
            "vegaspoker247-fl", "2/4", "FL", 6,
            {499: 0, 500: 25, 501: 25, 3475: 150, 5999: 275, 6000: 300, 6001: 300},
        ),
        ("vegaspoker247-fl", "2/4", "FL", 2, {3475: 100}),
        ("quarter-per-five", "2/4", "FL", 6, {499: 0, 500: 25, 3475: 150, 6001: 300}),
        ("partypoker-fl", "5/10", "FL", 6, {4_700: 200}),
        ("partypoker-fl", "15/30", "FL", 2, {4_700: 100}),
        ("partypoker-fl", "15/30", "FL", 3, {4_700: 200}),
        ("bodog-fl", "3/6", "FL", 6, {7_500: 300}),
        ("ipoker-nl-2016", "0.05/0.10", "NL", 6, {605: 40, 635: 42, 1223: 81, 1269: 84}),
        (
            "aztec-riches-fl", "2/4", "FL", 6,
            {1999: 0, 2000: 100, 2999: 100, 3000: 150, 4500: 200, 6000: 300, 9000: 300},
        ),
        ("aztec-riches-fl", "2/4", "FL", 2, {499: 0, 500: 50, 1200: 75, 9000: 100}),
        ("aztec-riches-fl", "2/4", "FL", 4, {9000: 200}),
        (
            "boston-live", "1/2", "NL", 6,
            {900: 100, 1999: 100, 2000: 200, 3000: 300, 3750: 300, 4990: 400, 8000: 500},
        ),
        ("las-vegas-live", "1/2", "NL", 6, {900: 0, 1900: 100, 3500: 300, 12_000: 400}),
        ("bitpoker", "1/2", "NL", 4, {1_000_000: 8_000}),
        ("bitpoker", "1/2", "NL", 2, {1_000_000: 2_500}),
        ("bitpoker", "1/2", "NL", 10, {1_000_000: 12_000}),
        ("bitpoker", "2/4", "FL", 6, {1_000_000: 300}),
        ("gg-all-in-or-fold", "0.50/1", "NL", 6, {2_000: 0}),
        ("washington-rake", "1/2", "NL", 6, {499: 0, 500: 50, 1_000: 100, 90_000: 500}),
    ],
)  # fmt: skip
def test_worked_examples_of_published_schedules(policy, stakes, betting, dealt, cases):
    schedule = rake(policy, table(stakes, betting))
    assert {pot: due(schedule, pot, dealt) for pot in cases} == cases


def test_nothing_without_a_flop():
    assert due(rake("boston-live", table("1/2")), 8_000, street=0) == 0
    assert due(rake("888-nl", table("1/2")), 8_000, street=0) == 0


def test_a_three_bet_takes_rake_without_a_flop():
    """GG NL100: pot 37.50 with a flop, 14.00 after a 3-bet, the same after a single raise."""
    schedule = rake("ggnetwork-nlhe", table("0.50/1"))
    assert due(schedule, 3750) == 180
    assert due(schedule, 1400, street=0, raises=2) == 70
    assert due(schedule, 1400, street=0, raises=1) == 0


def test_omaha_without_a_cap():
    assert due(rake("gg-plo", table("1/2", "PL", "omaha")), 40_000) == 1_200


def test_a_big_blind_from_thirty_goes_to_the_jackpot():
    """GG NL100, pot 42: 2.10 of rake and 1.00, 7.4 % in all."""
    schedule = rake("ggnetwork-nlhe", table("0.50/1"))
    rk = rake_config(schedule)
    assert due(schedule, 4_200) == 210
    drops = {pot: house.jackpot_due(rk, pot, 6, 3, 1) for pot in (2_999, 3_000, 4_200)}
    assert drops == {2_999: 0, 3_000: 100, 4_200: 100}


def test_live_jackpot_takes_a_dollar_at_ten_and_another_at_thirty():
    rk = rake_config(rake("las-vegas-live", table("1/2")))
    drops = {pot: house.jackpot_due(rk, pot, 6, 3, 1) for pot in (999, 1_000, 2_999, 3_500)}
    assert drops == {999: 0, 1_000: 100, 2_999: 100, 3_500: 200}
    assert house.jackpot_due(rk, 3_500, 6, 0, 1) == 0


def test_a_fee_a_hand_goes_to_the_jackpot():
    rk = rake_config(rake("gg-all-in-or-fold", table("0.50/1")))
    assert house.jackpot_due(rk, 2_000, 6, 0, 0) == 10


def test_tables_of_two_seats_have_their_own_schedule():
    ring, heads_up = (rake("betcoin-nl", table("1/2", seats=n)) for n in (6, 2))
    assert (due(ring, 10_000), due(heads_up, 10_000, dealt=2)) == (400, 200)


def split(schedule: Rake, pots: tuple[int, ...], dealt: int = 6) -> tuple[list[int], list[int]]:
    """What the pots of a hand pay: rake and jackpot."""
    obs, st = np.zeros(at.OBS_SIZE, np.int64), np.zeros(at.STATE_SIZE, np.int64)
    obs[at.O_POT], obs[at.O_DEALT], obs[at.O_STREET] = sum(pots), dealt, 3
    st[at.S_N_POTS] = n = len(pots)
    st[at.S_POT_AMOUNT : at.S_POT_AMOUNT + n] = pots
    house.take_drops(NO_RULES, rake_config(schedule), obs, st)
    found = [st[f : f + n].tolist() for f in (at.S_POT_RAKE, at.S_POT_JACKPOT)]
    assert (st[at.S_RAKE], st[at.S_JACKPOT]) == (sum(found[0]), sum(found[1]))
    return found[0], found[1]


CAPPED = {n: (n,) * 11 for n in (5, 150, 300)}


@pytest.mark.parametrize(
    ("schedule", "pots", "expected"),
    [
        (Rake("stars", 450, caps=CAPPED[150]), (3180, 798), [143, 7]),
        (Rake("stars", 450), (562, 786, 636), [25, 36, 28]),
        (Rake("stars", kind="step", steps=(20,) * 11, amounts=(1,) * 11), (137, 45, 72), [6, 3, 3]),
        (Rake("c", 500, caps=CAPPED[300]), (3000, 5000), [150, 150]),
        (Rake("p", 500, caps=CAPPED[300], allocation="proportional"), (3000, 5000), [113, 187]),
        (Rake("i", 500, caps=CAPPED[300], allocation="independent"), (3000, 5000), [150, 250]),
        (Rake("c", 500, caps=CAPPED[5]), (200, 150, 40), [5, 0, 0]),
        (Rake("p", 500, caps=CAPPED[5], allocation="proportional"), (200, 150, 40), [3, 2, 0]),
        (Rake("i", 500, caps=CAPPED[5], allocation="independent"), (200, 150, 40), [5, 5, 2]),
        (Rake("wpn", kind="step", steps=(100,) * 11, amounts=(5,) * 11, caps=CAPPED[300],
              allocation="proportional"), (28152, 83886), [75, 225]),
    ],
)  # fmt: skip
def test_which_pot_pays(schedule, pots, expected):
    assert split(schedule, pots)[0] == expected


def test_a_jackpot_is_taken_from_pots_that_can_pay_it():
    """A side pot of a cent brings the hand to 30.00: it pays a cent of what falls due there."""
    drops = split(rake("las-vegas-live", table("1/2")), (2_999, 1))
    assert drops == ([299, 1], [200, 0])


def paid(policy: str, stakes: str, stacks: tuple[int, ...], actions: object) -> dict[str, object]:
    """Play a hand without a limit, last seat on the button; what became of the money."""
    small, big = (round(100 * float(text)) for text in stakes.split("/"))
    seats = len(stacks)
    kind = Table("holdem", "NL", seats, small, big)
    hand = Hand(
        table_config(find_room("standard"), kind), rake_config(rake(policy, kind)), stacks,
        seats - 1, 0, 1, big, ((0, "sb", small), (1, "bb", big)), 1, (None,) * seats, (), actions,
        tuple(Random(2).sample(range(52), 52)),  # noqa: S311 - any deck on which one player wins
    )  # fmt: skip
    rows, verdicts = replay([hand])
    assert verdicts[0].error == 0
    collected = rows.column("players", "collected").tolist()
    left = [
        stack - put + got
        for stack, put, got in zip(
            stacks, rows.column("players", "invested").tolist(), collected, strict=True
        )
    ]
    return {
        "pot": int(rows.column("hands", "pot")[0]),
        "rake": int(rows.column("hands", "rake")[0]),
        "collected": max(collected),
        "left": left,
    }


def test_an_ipoker_hand_pays_565_and_returns_30():
    """3.00, 3.00 and .05 in at .05/.10 after .30 came back: rake .40, the winner has 5.95."""
    found = paid(
        "ipoker-nl-2016", "0.05/0.10", (1_000, 300, 330),
        ((2, "raise", 330), (0, "fold", 0), (1, "call", 0)),
    )  # fmt: skip
    assert (found["pot"], found["rake"], found["collected"]) == (605, 40, 565)
    assert found["left"] in ([995, 565, 30], [995, 0, 595])


def test_an_ipoker_hand_of_1223_pays_81():
    found = paid(
        "ipoker-nl-2016", "0.05/0.10", (1_000, 1_000, 650, 604),
        ((2, "raise", 650), (3, "call", 0), (0, "fold", 0), (1, "fold", 0)),
    )  # fmt: skip
    assert (found["pot"], found["rake"], found["collected"]) == (1_223, 81, 1_142)
    assert found["left"] in ([995, 990, 46, 1_142], [995, 990, 1_188, 0])


def test_money_the_site_adds_is_won_and_not_raked():
    """GG, cash drop .20: pot 2.81, rake .06 (three big blinds), jackpot .02, collected 2.73."""
    obs, st = np.zeros(at.OBS_SIZE, np.int64), np.zeros(at.STATE_SIZE, np.int64)
    obs[at.O_POT], obs[at.O_DEALT], obs[at.O_STREET] = 281, 6, 3
    st[at.S_N_POTS], st[at.S_POT_AMOUNT], st[at.S_ADDED] = 1, 281, 20
    drop = Jackpot(steps=(Step(2, 10, 60, 2),))
    steps = {"steps": (20,) * 11, "amounts": (1,) * 11}
    capped = Rake("gg", kind="step", caps=(6,) * 11, jackpot=drop, **steps)
    house.take_drops(NO_RULES, rake_config(capped), obs, st)
    assert (st[at.S_RAKE], st[at.S_JACKPOT], 281 - 6 - 2) == (6, 2, 273)
    house.take_drops(NO_RULES, rake_config(Rake("gg", kind="step", **steps)), obs, st)
    assert st[at.S_RAKE] == 13  # of 2.61: of 2.81 it would be 14


def test_bots_are_shown_the_nominal_rate_by_players():
    """25 cents in 5.00 are 500 basis points; a rate by players is that of the players dealt in."""
    shown = {
        policy: rake_config(rake(policy, table("2/4", "FL")))[at.R_PRICES + 2 : at.R_PRICES + 11]
        for policy in ("vegaspoker247-fl", "wpn-fl", "aztec-riches-fl")
    }
    assert shown["vegaspoker247-fl"].tolist() == [500] * 9
    assert shown["wpn-fl"].tolist() == [200, 300, 300, *[400] * 6]
    assert shown["aztec-riches-fl"].tolist() == [500] * 9  # 1.00 in 20.00, 3.00 in 60.00


def test_a_stake_without_a_schedule_names_what_there_is():
    with pytest.raises(InputError) as error:
        rake("partypoker-fl", table("1/2", "FL"))
    assert str(error.value) == (
        "rake policy partypoker-fl has no schedule for holdem FL, limit 1, 6 seats; it has FL from "
        "2/4; FL from 3/6; FL from 15/30; FL from 50/100"
    )
    with pytest.raises(InputError, match="has no schedule for omaha NL, big blind 2, 6 seats"):
        rake("unibet-nlhe", table("1/2", game="omaha"))


@pytest.mark.parametrize("name", policy_names())
def test_every_schedule_is_monotone_dated_and_within_pot_and_cap(name):
    policy = find_policy(name)
    assert policy.name == name
    assert policy.title
    assert name in ("none", "five-percent") or (policy.as_of and policy.source)
    for schedule in schedules_of(policy):
        stakes = schedule.from_stakes or "1/2"
        seats = schedule.seats[1]
        resolved = rake(name, table(stakes, schedule.betting[0], schedule.games[0], seats))
        rk = rake_config(resolved)
        for dealt in {2, 3, 4, 5, seats}:
            rakes = [house.taken(rk, pot, dealt, 0) for pot in range(0, 40_000, 7)]
            assert rakes == sorted(rakes)
            cap = resolved.caps[dealt]
            pots = range(0, 40_000, 7)
            assert all(0 <= r <= p for p, r in zip(pots, rakes, strict=True))
            assert cap < 0 or max(rakes) <= cap


def test_published_files_are_many():
    assert len(policy_names()) >= 30
