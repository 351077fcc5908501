"""The compiled engine against the reference table for Omaha, hi-lo and draw, every number.

As `test_reference_table` for hold'em: more than 5,000 random hands for each game and betting
structure, most of them dealt from a deck in one of the rooms' orders.
"""

from __future__ import annotations

import pytest
from reference.agree import assert_agree, assert_same_limits, random_decisions, random_results
from reference.derived import engine_flags
from reference.flags import flags
from reference.random_hands import seeded
from reference.with_engine import engine_views

GAMES = ("omaha", "omaha8", "draw")
BETTINGS = ("NL", "PL", "FL")
BLOCKS = 2
HANDS_IN_A_BLOCK = 2_000  # x 2 blocks, and
SHORT_HANDS = 1_100  # make more than 5,000 of each game and structure

of_each = pytest.mark.parametrize(("game", "betting"), [(g, b) for g in GAMES for b in BETTINGS])


@pytest.mark.slow
@pytest.mark.parametrize("block", range(BLOCKS))
@of_each
def test_random_hands(game: str, betting: str, block: int) -> None:
    assert_agree(random_results(betting, f"{game} {block}", HANDS_IN_A_BLOCK, game=game))


@pytest.mark.slow
@of_each
def test_random_hands_of_short_stacks(game: str, betting: str) -> None:
    assert_agree(random_results(betting, f"{game} short", SHORT_HANDS, short=True, game=game))


@of_each
def test_minimum_and_maximum_raise(game: str, betting: str) -> None:
    """One random decision of each hand, answered above all limits, brings them out."""
    results = random_results(betting, f"{game} limits", 600, game=game)
    assert_same_limits(*random_decisions(results, seeded(f"{game} limits {betting}")))


@pytest.mark.parametrize("game", GAMES)
def test_random_hands_reach_every_corner(game: str) -> None:
    """The comparison means little unless the awkward cases do occur."""
    results = random_results("PL", f"{game} 0", 1_500, game=game)
    seen = {
        "most players": sum(len(r.hand.seats) == (9 if game == "draw" else 10) for r in results),
        "side pots": sum(len(r.pots) > 1 for r in results),
        "shared pots": sum(any(len(p.winners) > 1 for p in r.pots) for r in results),
        "mucked": sum(any(row.action == "muck" for row in r.rows) for r in results),
        "straddles": sum(any(row.action == "straddle" for row in r.rows) for r in results),
        "dead posts": sum(any(row.action == "dead" for row in r.rows) for r in results),
        "antes": sum(any(row.action == "ante" for row in r.rows) for r in results),
        "raked": sum(r.rake > 0 for r in results),
    }
    if game == "omaha8":
        seen |= {
            "low halves": sum(any(p.low_winners for p in r.pots) for r in results),
            "no low": sum(r.showdown and not r.low_ranks for r in results),
            "quartered": sum(any(len(p.low_winners) > 1 for p in r.pots) for r in results),
            "scooped": sum(
                any(p.low_winners and set(p.winners) == set(p.low_winners) for p in r.pots)
                for r in results
            ),
            "low in one pot only": sum(
                len({bool(p.low_winners) for p in r.pots if len(p.eligible) > 1}) > 1
                for r in results
            ),
            "odd chips": sum(
                any(p.low_winners and (p.amount - p.rake) % (2 * r.hand.chip) for p in r.pots)
                for r in results
            ),
            "mucked with a low": sum(
                any(row.action == "muck" and row.seat in r.low_ranks for row in r.rows)
                for r in results
            ),
        }
    if game == "draw":
        draws = [row for r in results for row in r.rows if row.action == "draw"]
        all_in = [row for r in results for row in r.rows if r.all_in_street.get(row.seat) == 0]
        seen |= {
            "stood pat": sum(not row.cards for row in draws),
            "drew five": sum(len(row.cards) == 5 for row in draws),
            "drew all-in": sum(row.action == "draw" for row in all_in),
            "cards that came back": sum(bool(r.again) for r in results),
            "over before the draw": sum(r.last_street == 0 for r in results),
        }
    rare = {name: count for name, count in seen.items() if count < 5}
    assert not rare, seen


@of_each
def test_statistics_derived_in_sql(game: str, betting: str) -> None:
    """Statistics without a bit: the registry's SQL over the engine's rows gives the same."""
    results = random_results(betting, f"{game} derived", 300, game=game)
    hands = [result.hand for result in results]
    for result, found in zip(results, engine_flags(hands, engine_views(hands)), strict=True):
        tally = flags(result)
        for name, (opp, done) in found.items():
            expected = (tally.opp.get(name, set()), tally.done.get(name, set()))
            assert (opp, done) == expected, f"{name}: {result.hand}"
