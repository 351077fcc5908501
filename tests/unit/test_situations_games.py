"""Situations of Omaha, hi-lo and five card draw, each with its right answer, for both tables.

Seats as in `test_situations`: 0 small blind, 1 big blind, 2 first to act ... last the button.
Every amount of a bet or raise is the street total; that of a draw is a mask of the discards.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from reference.both import BOTH, facing, finished
from reference.deal import dealt
from reference.hand import DealOrder, Hand, Rake
from reference.showdown import high_rank, low_rank
from reference.table import Table
from reference.toy_hands import cards

from railbird.simulate.codes import CAN_BET, CAN_CALL, CAN_CHECK, CAN_FOLD, CAN_RAISE

if TYPE_CHECKING:
    from collections.abc import Sequence

both = pytest.mark.parametrize("table", BOTH)

RICH = 10_000
CAN_DRAW = 32
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


HI_LO = "2c4d6hKsKd"


def hi_lo(stacks: tuple[int, ...], holes: Sequence[str], board: str = HI_LO) -> Hand:
    return omaha((1, 2), stacks, holes, board, game="omaha8", betting="FL", limits=(2, 4))


LIMP = {n: [(seat, "call", 0) for seat in (*range(2, n), 0)] for n in (2, 3, 4)}


@both
def test_the_low_half_and_the_odd_chip(table: str) -> None:
    holes = ("KcQhJhTs", "Ac3d9hTd", "Jd9s8cQd", "Kh8hQs7s")
    hand = hi_lo((RICH,) * 4, holes)
    script = [(2, "fold", 0), (3, "call", 0), (0, "fold", 0)]
    done = finished(table, hand, check_down(hand, script))
    assert done["pot"] == 5
    # 6-4-3-2-A for seat 1 against 8-7-6-4-2; three kings are the high hand
    assert done["pots"] == [(5, 0, 0b1010, 0b1000 | 0b0010 << 10)]
    assert {s: p["collected"] for s, p in done["players"].items()} == {0: 0, 1: 2, 2: 0, 3: 3}
    assert done["players"][1]["low_rank"] == 55
    assert done["players"][3]["low_rank"] == low_rank(cards("8h7s6h4d2c"))


@both
def test_no_low_hand_gives_the_whole_pot_to_the_high_hand(table: str) -> None:
    hand = hi_lo((RICH,) * 3, ("KcQhJhTs", "Ac3d9hTd", "Jd9s8cQd"), "2c4d9cKsKd")
    done = finished(table, hand, check_down(hand, LIMP[3]))
    assert done["pots"] == [(6, 0, 0b111, 0b001)]
    assert {p["low_rank"] for p in done["players"].values()} == {0}


@both
def test_quartered(table: str) -> None:
    holes = ("KcQhAhTs", "Ac3d9hTd", "As3hJdQd")
    hand = hi_lo((RICH,) * 3, holes)
    script = check_down(hand, LIMP[3])
    done = finished(table, hand, script)
    assert done["pots"] == [(6, 0, 0b111, 0b001 | 0b110 << 10)]
    # the low half of 3: two for the first left of the button
    assert {s: p["collected"] for s, p in done["players"].items()} == {0: 3, 1: 2, 2: 1}
    raked = replace(hand, rake=Rake(bps=1000, rounding="ceiling"))
    done = finished(table, raked, script)
    assert {s: p["collected"] for s, p in done["players"].items()} == {0: 3, 1: 1, 2: 1}
    assert [done["players"][seat]["winner"] for seat in range(3)] == [1, 0, 0]


@both
def test_each_pot_has_its_own_low(table: str) -> None:
    holes = ("Ac3d9hTd", "KcQhJhTs", "QdJdTh9s")
    hand = replace(hi_lo((4, RICH, RICH), holes), betting="PL", small_bet=0, big_bet=0)
    script = [(2, "call", 0), (0, "raise", 4), (1, "call", 0), (2, "call", 0), (1, "bet", 10)]
    done = finished(table, hand, check_down(hand, [*script, (2, "call", 0)]))
    assert done["pots"] == [(12, 0, 0b111, 0b010 | 0b001 << 10), (20, 0, 0b110, 0b010)]
    assert done["net"] == {0: 2, 1: 12, 2: -14}


@both
def test_who_is_beaten_for_high_may_still_win_the_low(table: str) -> None:
    holes = ("KcQhJhTs", "Ac3d9hTd", "9s8cQd7s")
    hand = hi_lo((RICH,) * 3, holes)
    rows = finished(table, hand, check_down(hand, LIMP[3]))["actions"]
    shows = [(row[1], row[2]) for row in rows if row[2] in ("show", "muck")]
    # seat 2's 8-7-6-4-2 loses to 6-4-3-2-A, and his pair of kings to three of them
    assert shows == [(0, "show"), (1, "show"), (2, "muck")]
    hand = replace(hand, holes=(*hand.holes[:1], cards("9s8cQd7s"), cards("Ac3d9hTd")))
    rows = finished(table, hand, check_down(hand, LIMP[3]))["actions"]
    assert [row[2] for row in rows if row[2] in ("show", "muck")] == ["show"] * 3


DECK = tuple(range(52))


def draw(
    stacks: tuple[int, ...],
    *,
    betting: str = "NL",
    deck: Sequence[int] = DECK,
    burn: tuple[str, ...] = (),
    limits: tuple[int, int] = (0, 0),
    raise_cap: int = 3,
) -> Hand:
    """Return a draw hand, dealt card by card from the top of the deck."""
    hand = omaha((1, 2), stacks, [], "", game="draw", betting=betting, limits=limits)
    hand = replace(hand, raise_cap=raise_cap)
    return dealt(hand, deck, DealOrder(burn=burn), 5)


def draws(done: dict[str, object]) -> list[tuple[int, tuple[int, ...] | None]]:
    """Return who discarded what, in order."""
    rows = done["actions"]
    assert isinstance(rows, list)
    return [(row[1], row[7]) for row in rows if row[2] == "draw"]


@both
def test_draw_left_of_the_button_first_and_the_all_in_too(table: str) -> None:
    hand = draw((50, RICH, RICH, RICH))
    script = [(2, "call", 0), (3, "call", 0), (0, "raise", 50), (1, "fold", 0)]
    script += [(2, "call", 0), (3, "call", 0)]
    spot = facing(table, hand, script)
    assert (spot.seat, spot.legal, spot.to_call) == (0, CAN_DRAW | CAN_CHECK, 0)
    script += [(0, "draw", 0b10011), (2, "check", 0), (3, "draw", 0b11111)]
    spot = facing(table, hand, script)
    assert (spot.seat, spot.legal, spot.min_to) == (2, CAN_FOLD | CAN_CHECK | CAN_BET, 2)
    done = finished(table, hand, check_down(hand, script))
    assert draws(done) == [(0, (0, 4, 16)), (2, None), (3, (3, 7, 11, 15, 19))]
    assert done["players"][0]["final"] == (20, 21, 8, 12, 22)
    assert done["players"][2]["final"] == done["players"][2]["hole"]
    assert done["players"][3]["final"] == (23, 24, 25, 26, 27)
    assert (done["last_street"], done["flop_players"]) == (1, 3)


@both
def test_draw_after_everybody_is_all_in(table: str) -> None:
    hand = draw((50, RICH, 30))
    script = [(2, "raise", 30), (0, "call", 0), (1, "raise", 100), (0, "call", 0)]
    spot = facing(table, hand, script)
    assert (spot.seat, spot.legal) == (0, CAN_DRAW | CAN_CHECK)
    script += [(0, "draw", 1), (1, "draw", 2), (2, "draw", 4)]
    done = finished(table, hand, script)
    assert done["returned"] == {1: 50}
    assert draws(done) == [(0, (0,)), (1, (4,)), (2, (8,))]
    assert done["last_street"] == 1
    assert [row[2] for row in done["actions"]][-3:] == ["show"] * 3


@both
def test_no_draw_when_one_player_is_left(table: str) -> None:
    done = finished(table, draw((RICH,) * 3), [(2, "raise", 6), (0, "fold", 0), (1, "fold", 0)])
    assert draws(done) == []
    assert (done["last_street"], done["flop_players"], done["net"][2]) == (0, 0, 3)


@both
def test_fixed_limit_draw_has_the_bigger_bet_after_the_draw(table: str) -> None:
    hand = draw((RICH,) * 3, betting="FL", limits=(2, 4))
    spot = facing(table, hand)
    assert (spot.min_to, spot.max_to) == (4, 4)
    script = [(2, "call", 0), (0, "call", 0), (1, "check", 0)]
    script += [(seat, "check", 0) for seat in (0, 1, 2)]
    spot = facing(table, hand, script)
    assert (spot.seat, spot.min_to, spot.max_to) == (0, 4, 4)


@both
def test_draw_may_have_four_raises(table: str) -> None:
    script = [(2, "raise", 4), (0, "raise", 6), (1, "raise", 8)]
    hand = draw((RICH,) * 3, betting="FL", limits=(2, 4))
    assert facing(table, hand, script).legal == CAN_FOLD | CAN_CALL
    hand = draw((RICH,) * 3, betting="FL", limits=(2, 4), raise_cap=4)
    assert facing(table, hand, script).legal == CAN_FOLD | CAN_CALL | CAN_RAISE
    script.append((2, "raise", 10))
    assert facing(table, hand, script).legal == CAN_FOLD | CAN_CALL


@both
def test_five_cards_rank_as_they_are(table: str) -> None:
    first, second = cards("2c3c4c5c7c"), cards("AsAdAhAc9d")
    rest = [card for card in DECK if card not in first + second]
    # heads-up the big blind, seat 0, is left of the button
    deck = [card for pair in zip(first, second, strict=True) for card in pair] + rest
    hand = draw((RICH, RICH), deck=deck)
    done = finished(table, hand, check_down(hand, [(1, "call", 0)]))
    ranks = {seat: p["rank"] for seat, p in done["players"].items()}
    assert ranks == {0: rank_of("2c3c4c5c7c"), 1: rank_of("AsAdAhAc9d")}
    assert done["net"] == {0: -2, 1: 2}
