"""What few rooms do: several boards, beaten bettors who throw their hands away, asking to see.

The compiled engine against the reference table on random hands, every number; PokerKit on what
several boards pay; and hands that the engine dealt by itself, played again.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from reference.agree import assert_agree
from reference.engine_rows import hand_views
from reference.play import play
from reference.played import as_hand
from reference.random_hands import (
    played_as_few_rooms_do,
    random_chooser,
    random_game,
    recorded,
    seeded,
)
from reference.with_engine import comparable, engine_views, reference_view
from reference.with_pokerkit import RefusedError, plays_otherwise, replay, split_as_pokerkit
from scripted import changed

from railbird.simulate.job import Job, resolve
from railbird.simulate.play import play as play_recipe
from railbird.simulate.room import find_room
from railbird.simulate.room_text import as_toml

if TYPE_CHECKING:
    from pathlib import Path

    from reference.hand import Result

GAMES = ("holdem", "omaha", "omaha8")
BETTINGS = ("NL", "PL", "FL")
HANDS = 1_000  # of each game and structure
OF_POKERKIT = 400

of_each = pytest.mark.parametrize(("game", "betting"), [(g, b) for g in GAMES for b in BETTINGS])


def random_results(game: str, betting: str, count: int) -> list[Result]:
    return [
        played_as_few_rooms_do(
            seeded(f"few rooms {game} {betting} {i}"), betting, game=game, short=i % 2 == 0
        )
        for i in range(count)
    ]


@of_each
def test_random_hands(game: str, betting: str) -> None:
    assert_agree(random_results(game, betting, HANDS))


@pytest.mark.parametrize("game", GAMES)
def test_random_hands_reach_every_corner(game: str) -> None:
    results = random_results(game, "NL", HANDS)
    several = [r for r in results if r.boards]
    contested = [p for r in several for p in r.pots if len(p.eligible) > 1]
    seen = {
        "two boards": sum(len(r.boards) == 2 for r in several),
        "three boards": sum(len(r.boards) == 3 for r in several),
        "from the flop on": sum(r.boards[0][0] != r.boards[1][0] for r in several),
        "from the turn on": sum(
            r.boards[0][2] == r.boards[1][2] and r.boards[0][3] != r.boards[1][3] for r in several
        ),
        "the river alone": sum(r.boards[0][3] == r.boards[1][3] for r in several),
        "side pots": sum(len(r.pots) > 1 for r in several),
        "other winners": sum(any(high != p.winners for high, _ in p.more) for p in contested),
        "shared on a board": sum(
            any(len(high) > 1 for high in (p.winners, *(high for high, _ in p.more)))
            for p in contested
        ),
        "odd chips": sum(
            (p.amount - p.rake) // r.hand.chip % len(r.boards) > 0
            for r in several
            for p in r.pots
            if p.more
        ),
        "raked": sum(r.rake > 0 for r in several),
        "thrown away": sum(r.hand.throw_away and thrown_away(r) for r in results),
        "asked for": sum(r.hand.ask_to_see and not r.hand.all_show for r in results),
    }
    if game == "omaha8":
        lows = [[bool(p.low_winners), *(bool(low) for _, low in p.more)] for p in contested]
        seen |= {
            "low on all boards": sum(all(of_pot) for of_pot in lows),
            "low on the first alone": sum(of_pot[0] and not any(of_pot[1:]) for of_pot in lows),
            "low on a later one": sum(any(of_pot[1:]) and not of_pot[0] for of_pot in lows),
        }
    rare = {name: count for name, count in seen.items() if count < 5}
    assert not rare, seen


def thrown_away(result: Result) -> bool:
    """Whether the last to bet mucks, last of all."""
    bets = [row for row in result.rows if row.action in ("bet", "raise")]
    last = result.rows[-1]
    return bool(bets) and last.action == "muck" and last.seat == bets[-1].seat


@pytest.mark.parametrize("game", GAMES)
def test_pokerkit_pays_the_same(game: str) -> None:
    asked = 0
    for i in range(OF_POKERKIT):
        rng = seeded(f"boards in pokerkit {game} {i}")
        hand = random_game(rng, game, "NL", plain=True, boards=2 + i % 2)
        result = recorded(
            replace(hand, full_small_blind=False), random_chooser(rng, hand.chip, plain=True)
        )
        if not result.boards or plays_otherwise(result):
            continue
        [view] = engine_views([result.hand])
        net = {seat: p["collected"] - p["invested"] for seat, p in view["players"].items()}
        assert net == result.net, result.hand
        try:
            paid = replay(result)
        except RefusedError:  # a raise that no rival can answer in full
            continue
        assert paid == split_as_pokerkit(result), result.hand
        asked += 1
    assert asked > OF_POKERKIT // 5


@pytest.mark.parametrize("game", GAMES)
def test_hands_that_the_engine_dealt(game: str, tmp_path: Path) -> None:
    mine = tmp_path / "mine.toml"
    few = {
        "deal__boards": 2,
        "showdown__throw_away": True,
        "showdown__ask_to_see": 100,
        "games": {game: ("NL",)},
        "game_max_players": {},
    }
    mine.write_text(as_toml(changed(find_room("standard"), name="mine", **few)))
    recipe = resolve(
        Job(room=str(mine), game=game, hands=400, tables=2, bots="random", stack="15bb")
    )
    views = hand_views(play_recipe(recipe), game, lambda _: recipe.table.hole_cards)
    assert sum(bool(view["boards"]) for view in views) > 40
    for view in views:
        dealt = [card for player in view["players"].values() for card in player["hole"]]
        assert len(dealt) == len(set(dealt))
        assert not set(dealt).intersection(view["board"], *view["boards"])
        assert comparable(view) == reference_view(play(as_hand(recipe, view)))
