"""What must hold for every hand, whatever is played: the invariants, on random tables."""

from __future__ import annotations

from fractions import Fraction
from math import ceil, floor

import msgspec
import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from railbird.lake import bits
from railbird.simulate.codes import ACTIONS, CHECK, FOLD
from railbird.simulate.job import Job, resolve
from railbird.simulate.play import play
from railbird.simulate.policy import Rake, rake_config
from railbird.simulate.replay import Hand, replay
from railbird.simulate.room import Table, find_room, table_config

BOTS = ("random", "random,always_call", "random,always_raise", "tag,lag,nit,station,maniac")


@st.composite
def recipes(draw):
    seats = draw(st.integers(2, 10))
    betting = draw(st.sampled_from(["NL", "PL", "FL"]))
    low, high = sorted(draw(st.tuples(st.integers(1, 300), st.integers(2, 600))))
    room = draw(st.sampled_from(["standard", "casino"]))
    job = Job(
        hands=40,
        tables=2,
        seats=seats,
        betting=betting,
        stakes=f"{low / 100:.2f}/{high / 100:.2f}",
        room=room,
        stack=f"{draw(st.sampled_from([1, 2, 5, 20, 100, 300]))}bb",
        stacks=draw(st.sampled_from(["reset", "carry"])),
        ante=draw(st.sampled_from(["0", "0.10", "2bb"])),
        ante_kind=draw(st.sampled_from(["all", "bb"])),
        straddle=draw(st.sampled_from(["0", "2bb"] if seats > 2 else ["0"])),
        bots=",".join(draw(st.sampled_from(BOTS)).split(",")[:seats]),
        seed=draw(st.integers(0, 2**63 - 1)),
    )
    rake = Rake(
        "drawn",
        bps=draw(st.integers(0, 1000)),
        rounding=draw(st.sampled_from(["half_even", "floor", "half_up", "ceiling"])),
        unit=draw(st.sampled_from([1, 5, 100])),
        no_flop_no_drop=draw(st.booleans()),
        caps=tuple(draw(st.lists(st.integers(-1, 500), min_size=11, max_size=11))),
    )
    return msgspec.structs.replace(resolve(job), rake=rake)


def by_hand(rows, table, column):
    """Sum a column over the rows of each hand, in the order of `hands`."""
    hands = rows.column("hands", "hand_id")
    place = np.searchsorted(hands, rows.column(table, "hand_id"))
    return np.bincount(place, rows.column(table, column), len(hands)).astype(np.int64)


@settings(max_examples=60, deadline=None)
@given(recipes())
def test_money_is_conserved_in_every_hand(recipe):
    rows = play(recipe)
    pot, rake = rows.column("hands", "pot"), rows.column("hands", "rake")
    assert (by_hand(rows, "players", "invested") == pot).all()
    assert (by_hand(rows, "players", "collected") == pot - rake).all()
    assert (by_hand(rows, "actions", "amount") == pot).all()
    assert (by_hand(rows, "pots", "amount") == pot).all()
    assert (by_hand(rows, "pots", "rake") == rake).all()
    assert (rows.column("players", "invested") <= rows.column("players", "stack")).all()
    assert (rows.column("players", "collected") >= 0).all()
    assert (rows.column("pots", "amount") >= rows.column("pots", "rake")).all()


def test_a_pot_never_pays_more_rake_than_it_holds():
    """6.67 % in whole dollars: 7.47 owes none, 7.51 owes 1.00, and the side pot holds .04."""
    cfg = table_config(find_room("standard"), Table("holdem", "NL", 3, 1, 2))
    rk = rake_config(Rake("dollars", bps=667, unit=100, no_flop_no_drop=False))
    posts = ((0, "sb", 1), (1, "bb", 2))
    hand = Hand(
        cfg, rk, (249, 251, 251), 2, 0, 1, 2, posts, 1, ((48, 49), (44, 45), (40, 41)),
        (0, 5, 10, 15, 20), ((2, "raise", 251), (0, "call", 0), (1, "call", 0)),
    )  # fmt: skip
    rows, verdicts = replay([hand])
    assert verdicts[0].error == 0
    assert rows.column("pots", "amount").tolist() == [747, 4]
    assert rows.column("pots", "rake").tolist() == [96, 4]


@settings(max_examples=40, deadline=None)
@given(recipes())
def test_rake_follows_its_policy_and_four_attributions_sum_to_it(recipe):
    rows = play(recipe)
    rake = rows.column("hands", "rake")
    for method in ("rake_dealt", "rake_contributed", "rake_weighted", "rake_winner"):
        assert (by_hand(rows, "players", method) == rake).all(), method
        assert (rows.column("players", method) >= 0).all()
    cap = recipe.rake.caps[recipe.table.seats]
    for pot, taken, street in zip(
        *(rows.column("hands", name).tolist() for name in ("pot", "rake", "last_street")),
        strict=True,
    ):
        assert taken == expected_rake(recipe.rake, pot, cap, street)


def expected_rake(policy, pot, cap, street):
    """The rake by exact fractions, written apart from the engine."""
    if policy.no_flop_no_drop and street == 0:
        return 0
    exact = Fraction(pot * policy.bps, 10_000 * policy.unit)
    units = {
        "half_even": round,
        "floor": floor,
        "ceiling": ceil,
        "half_up": lambda x: floor(x + Fraction(1, 2)),
    }[policy.rounding](exact)
    rake = units * policy.unit
    return min(rake, pot) if cap < 0 else min(rake, cap, pot)


@settings(max_examples=40, deadline=None)
@given(recipes())
def test_every_decision_was_legal_and_no_card_comes_twice(recipe):
    rows = play(recipe)
    what = rows.column("actions", "what")
    action = what & bits.WHAT_ACTION_MASK
    legal = what >> bits.WHAT_LEGAL_SHIFT & bits.WHAT_LEGAL_MASK
    decisions = (action >= FOLD) & (action <= ACTIONS.index("raise"))
    assert (legal[~decisions] == 0).all()
    assert (legal[decisions] >> (action[decisions] - FOLD) & 1 == 1).all()
    assert (rows.column("actions", "to_call")[action == CHECK] == 0).all()
    for hand, board, street in zip(
        *(rows.column("hands", name).tolist() for name in ("hand_id", "board", "last_street")),
        strict=True,
    ):
        cards = [board >> 6 * i & 63 for i in range((0, 3, 4, 5)[street])]
        own = rows.column("players", "hand_id") == hand
        for code in rows.column("players", "hole")[own].tolist():
            first, second = divmod(code, 51)
            cards += [first, second + (second >= first)]
        assert len(set(cards)) == len(cards)
        assert all(0 <= card < 52 for card in cards)


@settings(max_examples=40, deadline=None)
@given(recipes())
def test_done_implies_opportunity_and_showdowns_are_consistent(recipe):
    rows = play(recipe)
    for group in ("preflop", "postflop"):
        done = rows.column("players", f"{group}_done")
        assert (done & ~rows.column("players", f"{group}_opp") == 0).all()
    outcome = rows.column("players", "outcome")
    showdown = outcome & bits.OUTCOME_SHOWDOWN != 0
    shown = outcome & bits.OUTCOME_SHOWN != 0
    mucked = outcome & bits.OUTCOME_MUCKED != 0
    assert not (shown & mucked).any()
    assert not ((shown | mucked) & ~showdown).any()
    assert ((rows.column("players", "hand_rank") > 0) == showdown).all()
    assert not (mucked & (rows.column("players", "collected") > 0) & ~showdown).any()


@settings(max_examples=30, deadline=None)
@given(recipes())
def test_carried_stacks_follow_from_hand_to_hand_with_events(recipe):
    recipe = msgspec.structs.replace(recipe, stacks_mode="carry", top_up=recipe.stack // 2)
    rows = play(recipe)
    stacks: dict[tuple[int, int], int] = {}
    players = [rows.column("players", n).tolist() for n in
               ("hand_id", "seat", "stack", "invested", "collected")]  # fmt: skip
    events = [rows.column("events", n).tolist() for n in
              ("table_id", "hand_no", "seat", "amount", "event")]  # fmt: skip
    brought: dict[tuple[int, int], int] = {}
    for table, hand, seat, amount, kind in zip(*events, strict=True):
        if kind != 4:
            key = (table << 32 | hand, seat)
            brought[key] = brought.get(key, 0) + amount
    for hand_id, seat, stack, invested, collected in zip(*players, strict=True):
        table = hand_id >> 32
        before = stacks.get((table, seat), 0)
        assert stack == before + brought.get((hand_id, seat), 0)
        stacks[table, seat] = stack - invested + collected
    for table, _, seat, amount, kind in zip(*events, strict=True):
        if kind == 4:
            assert amount == -stacks[table, seat]


def test_players_hold_every_position_equally_often():
    """Who sits where is drawn by lot, so that over many tables every player holds every seat."""
    rows = play(resolve(Job(hands=2_000, tables=500, bots="random", seats=6)))
    player, position = rows.column("players", "player"), rows.column("players", "position")
    counts = np.bincount(player * 10 + position, minlength=60).reshape(6, 10)[:, :6]
    assert (counts > 200).all()
    assert (counts.sum(axis=1) == 2_000).all()
