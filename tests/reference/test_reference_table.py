"""The compiled engine against the reference table: more than 50,000 random hands, every number.

Legal masks, prices, minimum and maximum raises, pots, rake, attributions, nets, who shows and who
mucks, preflop and showdown flags. The seeds are fixed; a failure prints the hand.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from reference.agree import assert_agree, assert_same_limits, random_decisions, random_results
from reference.derived import engine_flags
from reference.flags import flags
from reference.hand import BET, CALL, RAISE, Decision, Hand, Rake
from reference.play import play
from reference.random_hands import seeded
from reference.table import Table
from reference.with_engine import engine_views, verdicts

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from reference.hand import Result

BETTINGS = ("NL", "PL", "FL")
BLOCKS = 5
HANDS_IN_A_BLOCK = 2_400  # x 5 blocks x 3 structures = 36,000
SHORT_HANDS = 4_800  # x 3 structures = 14,400
TENTH = Rake(1000, "half_even", ((2, 2),), no_flop_no_drop=False)


@pytest.mark.slow
@pytest.mark.parametrize("block", range(BLOCKS))
@pytest.mark.parametrize("betting", BETTINGS)
def test_random_hands(betting: str, block: int) -> None:
    assert_agree(random_results(betting, f"block {block}", HANDS_IN_A_BLOCK))


@pytest.mark.slow
@pytest.mark.parametrize("betting", BETTINGS)
def test_random_hands_of_short_stacks(betting: str) -> None:
    assert_agree(random_results(betting, "short", SHORT_HANDS, short=True))


@pytest.mark.parametrize("betting", BETTINGS)
def test_random_hands_reach_every_corner(betting: str) -> None:
    """The comparison means little unless the awkward cases do occur."""
    results = random_results(betting, "block 0", 1_000)
    seen = {
        "side pots": sum(len(r.pots) > 1 for r in results),
        "four pots": sum(len(r.pots) > 3 for r in results),
        "shared pots": sum(any(len(p.winners) > 1 for p in r.pots) for r in results),
        "mucked": sum(any(row.action == "muck" for row in r.rows) for r in results),
        "returned": sum(bool(r.returned) for r in results),
        "short posts": sum(any(row.all_in and not row.legal for row in r.rows) for r in results),
        "straddles": sum(any(row.action == "straddle" for row in r.rows) for r in results),
        "live posts": sum(any(row.action == "post" for row in r.rows) for r in results),
        "dead posts": sum(any(row.action == "dead" for row in r.rows) for r in results),
        "antes": sum(any(row.action == "ante" for row in r.rows) for r in results),
        "no decision": sum(not any(row.legal for row in r.rows) for r in results),
        "raked": sum(r.rake > 0 for r in results),
        "ten players": sum(len(r.hand.seats) == 10 for r in results),
    }
    rare = {name: count for name, count in seen.items() if count < (1 if "no" in name else 5)}
    assert not rare, seen


@pytest.mark.parametrize("betting", BETTINGS)
def test_minimum_and_maximum_raise(betting: str) -> None:
    """One random decision of each hand, answered above all limits, brings them out."""
    results = random_results(betting, "limits", 2_000)
    assert_same_limits(*random_decisions(results, seeded(f"limits {betting}")))


def test_a_raise_below_the_minimum_is_refused() -> None:
    asked = []
    for result in random_results("NL", "minimum", 600):
        table = Table(result.hand)
        for i, (seat, action, total) in enumerate(result.hand.actions):
            decision = table.decision()
            assert decision is not None
            if decision.min_to > result.hand.chip and action in ("bet", "raise"):
                low = (seat, action, decision.min_to - result.hand.chip)
                asked.append(replace(result.hand, actions=(*result.hand.actions[:i], low)))
                break
            table.act(action, total)
    assert len(asked) > 300
    assert {verdict.reason for verdict in verdicts(asked)} == {"below the minimum"}


@pytest.mark.parametrize("betting", BETTINGS)
def test_statistics_derived_in_sql(betting: str) -> None:
    """Statistics without a bit: the registry's SQL over the engine's rows gives the same."""
    results = random_results(betting, "derived", 1_000)
    hands = [result.hand for result in results]
    for result, found in zip(results, engine_flags(hands, engine_views(hands)), strict=True):
        tally = flags(result)
        for name, (opp, done) in found.items():
            expected = (tally.opp.get(name, set()), tally.done.get(name, set()))
            assert (opp, done) == expected, f"{name}: {result.hand}"


def from_numbers(numbers: Sequence[int]) -> Callable[[Decision], tuple[str, int]]:
    """Return a player of every seat that reads his decisions from a list, round and round."""
    turns = 0

    def choose(decision: Decision) -> tuple[str, int]:
        nonlocal turns
        number = numbers[turns % len(numbers)]
        turns += 1
        if decision.legal & (BET | RAISE) and number > 3:
            total = min(decision.max_to, decision.min_to + (number - 4) // 2)
            return ("bet" if decision.legal & BET else "raise"), total
        if number == 0:
            return "fold", 0
        return ("call" if decision.legal & CALL else "check"), 0

    return choose


@st.composite
def small_hands(draw: st.DrawFn) -> Result:
    """Two to four players with a handful of chips each: everything that is short, at once."""
    betting = draw(st.sampled_from(BETTINGS))
    players = draw(st.integers(2, 4))
    stacks = tuple(draw(st.lists(st.integers(1, 14), min_size=players, max_size=players)))
    small_blind, big_blind = (1, 0) if players == 2 else (0, 1)
    ante_kind = draw(st.sampled_from((None, "all", "bb")))
    posts: list[tuple[int, str, int]] = []
    if ante_kind is not None:
        antes = range(players) if ante_kind == "all" else (big_blind,)
        posts += [(seat, "ante", 1) for seat in antes]
    posts += [(small_blind, "sb", 1), (big_blind, "bb", 2)]
    if players > 2:
        extra = draw(st.sampled_from(("", "straddle", "post", "dead")))
        if extra:
            posts.append((2, extra, {"straddle": 4, "post": 2, "dead": 1}[extra]))
    deck = draw(st.permutations(range(52)))
    hand = Hand(
        betting=betting,
        stacks=stacks,
        button=players - 1,
        small_blind=1,
        big_blind=2,
        small_bet=2 if betting == "FL" else 0,
        big_bet=4 if betting == "FL" else 0,
        ante=1 if ante_kind else 0,
        ante_kind=ante_kind,
        posts=tuple(posts),
        holes=tuple((deck[2 * i], deck[2 * i + 1]) for i in range(players)),
        board=tuple(deck[2 * players : 2 * players + 5]),
        rake=draw(
            st.sampled_from((Rake(), Rake(1000, "half_even", ((2, 2),), no_flop_no_drop=False)))
        ),
    )
    numbers = draw(st.lists(st.integers(0, 9), min_size=1, max_size=12))
    result = play(hand, from_numbers(numbers))
    actions = tuple((row.seat, row.action, row.raise_to) for row in result.rows if row.legal)
    return replace(result, hand=replace(hand, actions=actions))


@settings(max_examples=300, deadline=None, derandomize=True)
@given(small_hands())
def test_small_hands(result: Result) -> None:
    assert sum(result.net.values()) + result.rake == 0
    assert_agree([result])
