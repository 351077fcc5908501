"""What must hold for every hand of Omaha, hi-lo and draw, whoever plays it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from reference.agree import random_results
from reference.engine_rows import hand_views
from reference.random_hands import MOST_AT_DRAW, MOST_PLAYERS
from reference.with_engine import engine_views

from railbird.simulate.job import Job, resolve
from railbird.simulate.play import play

if TYPE_CHECKING:
    from reference.hand import Hand

    from railbird.simulate.recipe import Recipe

GAMES = ("omaha", "omaha8", "draw")
BOT = f"{Path(__file__).parent / 'drawing_bot.py'}:decide"


@st.composite
def recipes(draw: st.DrawFn) -> Recipe:
    """Tables of every game, with awkward stacks, stakes and seats."""
    game = draw(st.sampled_from(GAMES))
    betting = draw(st.sampled_from(("NL", "PL", "FL")))
    hole_cards = 5 if game == "draw" else draw(st.sampled_from((4, 5, 6)))
    seats = draw(st.integers(2, MOST_AT_DRAW if game == "draw" else MOST_PLAYERS[hole_cards]))
    low, high = sorted(draw(st.tuples(st.integers(1, 300), st.integers(2, 600))))
    return resolve(
        Job(
            hands=60,
            tables=2,
            game=game,  # type: ignore[arg-type]
            hole_cards=hole_cards,
            betting=betting,  # type: ignore[arg-type]
            seats=seats,
            stakes=f"{low / 100:.2f}/{high / 100:.2f}",
            stack=f"{draw(st.sampled_from((1, 2, 5, 20, 100)))}bb",
            stacks=draw(st.sampled_from(("reset", "carry"))),
            ante=draw(st.sampled_from(("0", "0.10", "2bb"))),
            ante_kind=draw(st.sampled_from(("all", "bb"))),
            bots=BOT,
            rake=draw(st.sampled_from(("none", "five-percent"))),
            seed=draw(st.integers(0, 2**63 - 1)),
        )
    )


def views_of(recipe: Recipe) -> list[dict[str, Any]]:
    return hand_views(play(recipe), recipe.table.game, lambda _: recipe.table.hole_cards)


@settings(max_examples=40, deadline=None)
@given(recipes())
def test_money_is_conserved(recipe: Recipe) -> None:
    for view in views_of(recipe):
        players = view["players"].values()
        assert sum(player["invested"] for player in players) == view["pot"]
        assert sum(player["collected"] for player in players) == view["pot"] - view["rake"]
        assert sum(pot[0] for pot in view["pots"]) == view["pot"]
        assert sum(pot[1] for pot in view["pots"]) == view["rake"]
        assert all(0 <= player["invested"] <= player["stack"] for player in players)
        for share in ("dealt", "contributed", "weighted", "winner"):
            assert sum(player[share] for player in players) == view["rake"]


@settings(max_examples=40, deadline=None)
@given(recipes())
def test_no_card_twice_but_discards_that_came_back(recipe: Recipe) -> None:
    for view in views_of(recipe):
        dealt = [card for player in view["players"].values() for card in player["hole"]]
        assert len(set(dealt)) == len(dealt) == recipe.table.hole_cards * view["dealt"]
        assert not set(view["board"]) & set(dealt)
        assert len(set(view["board"])) == len(view["board"])
        if recipe.table.game == "draw":
            check_draws(view)


def check_draws(view: dict[str, Any]) -> None:
    """Nobody gets his own discards; what two players have had, one had thrown away."""
    gone: set[int] = set()  # out of play when the next player draws
    players = view["players"]
    drew = [row for row in view["actions"] if row[2] == "draw"]
    folded_before = {row[1] for row in view["actions"] if row[2] == "fold" and row[0] == 0}
    for seat in folded_before:
        gone |= set(players[seat]["hole"])
    held = {seat: set(player["hole"]) for seat, player in players.items()}
    for row in drew:
        seat, discards = row[1], set(row[7] or ())
        new = set(players[seat]["final"]) - held[seat]
        assert len(new) == len(discards)
        assert not new & discards
        assert held[seat] - discards | new == set(players[seat]["final"])
        others = set().union(
            *(held[other] for other in held if other not in {seat, *folded_before})
        )
        assert not new & others, "dealt what another player holds"
        held[seat] = set(players[seat]["final"])
    live = [card for seat in held if seat not in folded_before for card in held[seat]]
    assert len(live) == len(set(live))


def rotated(hand: Hand, by: int) -> Hand:
    """Return the hand with everybody moved so many seats on, the button with them."""
    size = len(hand.stacks)

    def moved(values: tuple[Any, ...]) -> tuple[Any, ...]:
        return tuple(values[(seat - by) % size] for seat in range(size))

    return replace(
        hand,
        stacks=moved(hand.stacks),
        holes=moved(hand.holes),
        button=(hand.button + by) % size,
        posts=tuple(((seat + by) % size, kind, amount) for seat, kind, amount in hand.posts),
        actions=tuple(((seat + by) % size, what, total) for seat, what, total in hand.actions),
    )


@pytest.mark.parametrize("game", GAMES)
def test_another_seat_changes_nothing(game: str) -> None:
    hands = [result.hand for result in random_results("NL", "rotate", 300, game=game)]
    hands = [hand for hand in hands if not hand.again]
    there = engine_views([rotated(hand, 1 + i) for i, hand in enumerate(hands)])
    for i, (hand, here, moved) in enumerate(zip(hands, engine_views(hands), there, strict=True)):
        size = len(hand.stacks)
        for key in ("board", "last_street", "flop_players", "pot", "rake", "showdown"):
            assert moved[key] == here[key], hand
        assert [pot[:2] for pot in moved["pots"]] == [pot[:2] for pot in here["pots"]]
        assert moved["players"] == {
            (seat + 1 + i) % size: here["players"][seat]
            for seat in sorted(here["players"], key=lambda seat: (seat + 1 + i) % size)
        }, hand


@pytest.mark.parametrize("game", GAMES)
def test_suits_do_not_rank(game: str) -> None:
    results = random_results("PL", "suits", 300, game=game)
    hands = [result.hand for result in results if not result.hand.again]

    def other_suit(cards: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(card - card % 4 + (2, 0, 3, 1)[card % 4] for card in cards)

    relabelled = [
        replace(
            hand,
            deck=other_suit(hand.deck),
            holes=tuple(hole and other_suit(hole) for hole in hand.holes),
            board=other_suit(hand.board),
        )
        for hand in hands
    ]
    for here, there in zip(engine_views(hands), engine_views(relabelled), strict=True):
        assert there["pots"] == here["pots"]
        for seat, player in here["players"].items():
            assert there["players"][seat]["rank"] == player["rank"]
            assert there["players"][seat]["collected"] == player["collected"]
