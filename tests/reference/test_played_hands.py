"""Hands that the engine dealt, posted and played by itself, played again at the reference table.

The other tests tell the engine what to deal and who posts; here the deck, the button, the blinds,
antes, straddles and carried stacks are its own, and the reference works out what they should be.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest
from reference.engine_rows import hand_views
from reference.play import play
from reference.played import as_hand
from reference.with_engine import comparable, reference_view

from railbird.simulate.job import Job, resolve
from railbird.simulate.play import play as play_recipe

HANDS = 600
TABLES = 3
JOBS: dict[str, dict[str, Any]] = {
    "no limit": {"betting": "NL"},
    "no limit, ten seats, carried": {"betting": "NL", "seats": 10, "stacks": "carry"},
    "no limit, straddle, short": {"betting": "NL", "straddle": "2bb", "stack": "15bb"},
    "two straddles, ante": {"betting": "NL", "straddle": "4bb", "ante": "1", "stacks": "carry"},
    "big-blind ante, carried": {
        "betting": "NL", "ante": "2", "ante_kind": "bb", "stack": "8bb", "stacks": "carry",
    },
    "pot limit": {"betting": "PL", "stack": "40bb"},
    "pot limit, heads-up, ante": {"betting": "PL", "seats": 2, "ante": "0.50"},
    "fixed limit": {"betting": "FL", "stakes": "2/4"},
    "fixed limit, short, carried": {
        "betting": "FL", "stakes": "2/4", "stack": "5bb", "stacks": "carry", "seats": 9,
    },
    "three players": {"betting": "NL", "seats": 3, "stack": "3bb", "stacks": "carry"},
}  # fmt: skip


@pytest.mark.parametrize("name", JOBS)
def test_the_reference_plays_the_same(name: str) -> None:
    job = Job(hands=HANDS, tables=TABLES, bots="random", rake="five-percent", **JOBS[name])
    recipe = resolve(job)
    views = hand_views(play_recipe(recipe))
    assert len(views) == HANDS
    for view in views:
        expected = reference_view(play(as_hand(recipe, view)))
        cards = [card for player in view["players"].values() for card in player["hole"]]
        cards += view["board"]
        assert len(cards) == len(set(cards)), "a card was dealt twice"
        assert comparable(view) == expected


@pytest.mark.parametrize("name", JOBS)
def test_button_moves_and_stacks_follow(name: str) -> None:
    job = Job(hands=HANDS, tables=TABLES, bots="random", rake="five-percent", **JOBS[name])
    recipe = resolve(job)
    views = hand_views(play_recipe(recipe))
    for before, after in pairwise(views):
        if before["table"] != after["table"]:
            continue
        assert after["button"] == (before["button"] + 1) % recipe.table.seats
        for seat, player in before["players"].items():
            left = player["stack"] - player["invested"] + player["collected"]
            carried = recipe.stacks_mode == "carry" and left > 0
            assert after["players"][seat]["stack"] == (left if carried else recipe.stack)
