"""Situations of Omaha, hi-lo and five card draw, each with its right answer, for both tables.

Seats as in `test_situations`: 0 small blind, 1 big blind, 2 first to act ... last the button.
Every amount of a bet or raise is the street total; that of a draw is a mask of the discards.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from reference.both import BOTH, facing, finished
from reference.hand import Hand, Rake
from reference.showdown import high_rank
from reference.table import Table
from reference.toy_hands import cards

if TYPE_CHECKING:
    from collections.abc import Sequence

both = pytest.mark.parametrize("table", BOTH)

RICH = 10_000
# no pair and no low in them, nor anything with the boards below
WORST = ("9cTdJhKs", "9dThJsKc", "9hTsJcKd", "9sTcJdKh")


def omaha(
    blinds: tuple[int, int],
    stacks: tuple[int, ...],
    holes: Sequence[str],
    board: str,
    *,
    game: str = "omaha",
    betting: str = "PL",
    rake: Rake = Rake(),  # noqa: B008  frozen
    limits: tuple[int, int] = (0, 0),
) -> Hand:
    small_blind, big_blind = (1, 0) if len(stacks) == 2 else (0, 1)
    return Hand(
        game=game,
        betting=betting,
        stacks=stacks,
        button=len(stacks) - 1,
        small_blind=blinds[0],
        big_blind=blinds[1],
        small_bet=limits[0],
        big_bet=limits[1],
        posts=((small_blind, "sb", blinds[0]), (big_blind, "bb", blinds[1])),
        holes=tuple(map(cards, holes)),
        board=cards(board),
        rake=rake,
    )


def check_down(hand: Hand, script: list[tuple[int, str, int]]) -> list[tuple[int, str, int]]:
    """Return the script, followed by checks to the end of the hand; in a draw they stand pat."""
    full = list(script)
    table = Table(hand)
    for _, action, total in script:
        table.act(action, total)
    while (decision := table.decision()) is not None:
        full.append((decision.seat, "check", 0))
        table.act("check")
    return full


@both
def test_14_real_pot_limit_omaha_hand_with_an_uncalled_river_bet(table: str) -> None:
    rake = Rake(bps=400, rounding="floor")
    hand = omaha((150, 300), (RICH,) * 3, WORST[:3], "2c7d5h4s8c", rake=rake)
    script = [(2, "raise", 900), (0, "call", 0), (1, "call", 0)]
    script += [(0, "check", 0), (1, "check", 0), (2, "check", 0)]
    script += [(0, "bet", 2284), (1, "call", 0), (2, "call", 0)]
    script += [(0, "bet", 4585), (1, "fold", 0), (2, "fold", 0)]
    done = finished(table, hand, script)
    assert (done["returned"], done["pot"], done["rake"]) == ({0: 4585}, 9552, 382)
    assert done["players"][0]["collected"] == 9170


@both
def test_17_pot_limit_omaha_maximum(table: str) -> None:
    hand = omaha((5, 10), (RICH,) * 4, WORST, "2c7d5h4s8c")
    assert facing(table, hand).max_to == 35
    assert facing(table, hand, [(2, "raise", 35)]).max_to == 120


@both
def test_21_two_of_the_hand_with_three_of_the_board(table: str) -> None:
    rivals = ("Jd8dKc5d", "AcKd8h4c", "QcTd7h2s")
    hand = omaha((1, 2), (RICH,) * 4, ("Ks8cJs5c", *rivals), "3s5hQsQd9h", betting="NL")
    done = finished(table, hand, check_down(hand, [(2, "call", 0), (3, "call", 0), (0, "call", 0)]))
    best = ("QsQd5h5cKs", "QsQd5h5dKc", "QsQdAcKd9h", "QsQdQcTd9h")
    expected = {seat: rank_of(text) for seat, text in enumerate(best)}
    assert {seat: p["rank"] for seat, p in done["players"].items()} == expected
    assert expected[0] == expected[1]


def rank_of(five: str) -> int:
    """Return the reference's rank of five cards."""
    return high_rank(cards(five))
