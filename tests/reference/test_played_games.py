"""Omaha, hi-lo and draw hands that the engine dealt and played by itself, played again.

As `test_played_hands` for hold'em: the deck, the cards drawn and those that come back are the
engine's own, and the reference says whether they could be, and what follows from them.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from reference.agree import differences
from reference.engine_rows import hand_views
from reference.play import play
from reference.played import as_hand
from reference.with_engine import comparable, reference_view

from railbird.simulate.job import Job, resolve
from railbird.simulate.play import play as play_recipe

if TYPE_CHECKING:
    from railbird.simulate.recipe import Recipe

HANDS = 400
BOT = f"{Path(__file__).parent / 'drawing_bot.py'}:decide"
JOBS: dict[str, dict[str, Any]] = {
    "omaha": {"game": "omaha", "betting": "PL", "seats": 10},
    "five cards, carried": {
        "game": "omaha", "betting": "NL", "hole_cards": 5, "seats": 8, "stacks": "carry",
    },
    "six cards": {"game": "omaha", "betting": "FL", "hole_cards": 6, "stakes": "2/4", "seats": 7},
    "hi-lo": {"game": "omaha8", "betting": "FL", "stakes": "2/4", "seats": 9},
    "hi-lo, pot limit, short, carried": {
        "game": "omaha8", "betting": "PL", "stack": "15bb", "stacks": "carry", "seats": 8,
    },
    "draw": {"game": "draw", "betting": "FL", "stakes": "2/4", "seats": 9},
    "draw, no limit, short": {"game": "draw", "betting": "NL", "stack": "10bb", "seats": 9},
    "draw, pot limit, carried, ante": {
        "game": "draw", "betting": "PL", "stacks": "carry", "ante": "0.50", "seats": 8,
    },
    "draw, heads-up": {"game": "draw", "betting": "NL", "seats": 2},
}  # fmt: skip


def recipe_of(name: str) -> Recipe:
    """Return a job of this list with bots that draw."""
    return resolve(Job(hands=HANDS, tables=3, bots=BOT, rake="five-percent", **JOBS[name]))


def views_of(recipe: Recipe) -> list[dict[str, Any]]:
    """Play a recipe."""
    hole_cards = recipe.table.hole_cards
    return hand_views(play_recipe(recipe), recipe.table.game, lambda _: hole_cards)


@pytest.mark.parametrize("name", JOBS)
def test_the_reference_plays_the_same(name: str) -> None:
    recipe = recipe_of(name)
    views = views_of(recipe)
    assert len(views) == HANDS
    again = 0
    for view in views:
        result = play(as_hand(recipe, view))
        cards = [card for player in view["players"].values() for card in player["hole"]]
        cards += view["board"]
        assert len(cards) == len(set(cards)), "a card was dealt twice"
        expected = reference_view(result)
        assert not list(differences(comparable(view), expected)), result.hand
        again += bool(result.again)
    if name in ("draw", "draw, no limit, short"):
        assert again > HANDS // 10, "the stub was never short"


@pytest.mark.parametrize("name", ["hi-lo", "draw"])
def test_the_same_recipe_gives_the_same_hands(name: str) -> None:
    assert views_of(recipe_of(name)) == views_of(recipe_of(name))
