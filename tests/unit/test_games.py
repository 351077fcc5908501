"""What holds in every game: bytes, money, the same cards whatever else is different."""

from __future__ import annotations

import msgspec
import numpy as np
import pytest

from railbird.lake.lake import LakeFolder
from railbird.simulate.codes import ACTIONS
from railbird.simulate.job import Job, resolve
from railbird.simulate.play import play
from railbird.simulate.runner import simulate

GAMES = (
    {"game": "omaha", "betting": "PL"},
    {"game": "omaha", "betting": "NL", "hole_cards": 5},
    {"game": "omaha8", "betting": "FL"},
    {"game": "draw", "betting": "NL", "seats": 9},
    {"game": "draw", "betting": "FL"},
)


def name_of(game):
    return "-".join(str(value) for value in game.values())


every_game = pytest.mark.parametrize("game", GAMES, ids=name_of)


@every_game
def test_threads_never_change_a_byte(game, tmp_path):
    recipe = resolve(Job(hands=400, tables=4, bots="random,always_call", **game))
    recipe = msgspec.structs.replace(recipe, part_hands=100)
    sums = []
    for threads in (1, 2):
        made = simulate(recipe, tmp_path / str(threads), threads=threads)
        manifest = LakeFolder.open(tmp_path / str(threads)).read_manifest(made.run)
        sums.append([part["sha256"] for part in manifest.parts])
    assert sums[0] == sums[1]
    assert len(sums[0]) == 16


@every_game
def test_hands_are_the_same_whatever_comes_after(game):
    recipe = resolve(Job(hands=60, tables=1, bots="random", **game))
    longer = resolve(Job(hands=90, tables=1, bots="random", **game))
    short, long = play(recipe), play(longer)
    rows = short.players.shape[1]
    assert (short.players == long.players[:, :rows]).all()


@every_game
@pytest.mark.parametrize("stack", ["3bb", "200bb"])
def test_money_is_conserved(game, stack):
    rows = play(resolve(Job(hands=300, tables=3, bots="random,always_call", stack=stack, **game)))
    hands = rows.column("hands", "hand_id")
    place = np.searchsorted(hands, rows.column("players", "hand_id"))
    pot, rake = rows.column("hands", "pot"), rows.column("hands", "rake")
    sums = {
        name: np.bincount(place, rows.column("players", name), len(hands))
        for name in ("invested", "collected", "rake_dealt", "rake_weighted", "rake_winner")
    }
    assert (sums["invested"] == pot).all()
    assert (sums["collected"] == pot - rake).all()
    for name in ("rake_dealt", "rake_weighted", "rake_winner"):
        assert (sums[name] == rake).all(), name


def test_a_bot_that_knows_nothing_of_draws_stands_pat():
    rows = play(resolve(Job(game="draw", hands=50, tables=1, bots="always_call")))
    what = rows.column("actions", "what")
    assert (rows.column("actions", "cards")[what & 15 == ACTIONS.index("draw")] == -1).all()


def test_a_rake_never_moves_a_card_of_a_draw():
    """Cards that come again are drawn from the deck's stream, whatever else is different."""
    job = {"game": "draw", "seats": 9, "hands": 100, "tables": 1, "bots": "random"}
    plain, raked = (play(resolve(Job(rake=rake, **job))) for rake in ("none", "five-percent"))
    assert (plain.column("players", "hole") == raked.column("players", "hole")).all()
