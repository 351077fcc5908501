"""Hands that the engine dealt, posted and played by itself, played again at the reference table.

The other tests tell the engine what to deal and who posts; here the deck, the button, the blinds,
antes, straddles and carried stacks are its own, and the reference works out what they should be.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any

import pytest
from reference.hand import Hand, Rake
from reference.play import play
from reference.with_engine import comparable, hand_views, reference_view

from railbird.simulate.job import Job, resolve
from railbird.simulate.play import play as play_recipe

if TYPE_CHECKING:
    from railbird.simulate.recipe import Recipe

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


def posts_of(recipe: Recipe, button: int) -> list[tuple[int, str, int]]:
    """Return the forced posts of a table where every seat is taken: the moving-button rule."""
    table, seats = recipe.table, recipe.table.seats
    ring = [(button + 1 + i) % seats for i in range(seats)]
    small_blind, big_blind = (ring[1], ring[0]) if seats == 2 else (ring[0], ring[1])
    posts = [(seat, "ante", table.ante) for seat in ring if table.ante_kind == "all"]
    blinds = [(small_blind, "sb", table.small_blind), (big_blind, "bb", table.big_blind)]
    if table.ante_kind == "bb":
        place = 0 if recipe.room.blinds.big_blind_ante_first else 2
        blinds.insert(place, (big_blind, "ante", table.ante))
    posts += blinds
    for i in range(table.straddles):
        posts.append((ring[2 + i], "straddle", table.big_blind << (i + 1)))
    return posts


def as_hand(recipe: Recipe, view: dict[str, Any]) -> Hand:
    """Return a hand of the engine's rows as a script for the reference table."""
    table, room = recipe.table, recipe.room
    stacks, holes = [0] * table.seats, [(0, 0)] * table.seats
    for seat, player in view["players"].items():
        stacks[seat] = player["stack"]
        holes[seat] = player["hole"]
    caps = tuple((n, cap) for n, cap in enumerate(recipe.rake.caps) if n >= 2 and cap >= 0)
    totals: dict[tuple[int, int], int] = {}
    actions = []
    for street, seat, action, amount, _, legal, *_ in view["actions"]:
        if action not in ("ante", "dead", "return"):
            totals[street, seat] = totals.get((street, seat), 0) + amount
        if legal:
            total = totals[street, seat] if action in ("bet", "raise") else 0
            actions.append((seat, action, total))
    return Hand(
        betting=table.betting,
        stacks=tuple(stacks),
        button=view["button"],
        small_blind=table.small_blind,
        big_blind=table.big_blind,
        small_bet=table.small_bet,
        big_bet=table.big_bet,
        ante=table.ante,
        ante_kind=table.ante_kind,
        posts=tuple(posts_of(recipe, view["button"])),
        holes=tuple(holes),
        board=tuple(view["board"]),
        chip=table.chip,
        raise_cap=room.betting.raise_cap,
        heads_up_uncapped=room.betting.heads_up_uncapped,
        half_bet_rule=room.betting.half_bet_rule,
        cumulative_reopen=room.betting.cumulative_reopen,
        rake=Rake(
            recipe.rake.bps,
            recipe.rake.rounding,
            caps,
            recipe.rake.no_flop_no_drop,
            recipe.rake.unit,
        ),
        actions=tuple(actions),
    )


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
