"""Section 1, the deal and the streets: one deck in order shows who gets which card, and when."""

from __future__ import annotations

from itertools import pairwise

import pytest
from scripted import Setting

from railbird.cards import DECK
from railbird.simulate.codes import STREETS
from railbird.simulate.job import Job, resolve
from railbird.simulate.play import play
from railbird.simulate.room import find_room

HOLD_EM = ("pacific", "luckyace", "casino", "pokergalaxy", "threegames")


def seats_of(room: str) -> int:
    return 5 if room == "pokergalaxy" else 4


def dealt(first: int, seats: int = 4) -> list[str]:
    """Hole cards by seat when cards go round one by one from a seat."""
    holes = [""] * seats
    for i in range(seats):
        holes[(first + i) % seats] = DECK[i] + DECK[i + seats]
    return holes


@pytest.mark.parametrize("room", HOLD_EM)
def test_deck_is_one_of_52_and_no_card_comes_twice(room):
    seats = seats_of(room)
    done = Setting(room, seats).check_down()
    holes = "".join(done.hole(seat) for seat in range(seats)) + done.board
    seen = {holes[i : i + 2] for i in range(0, len(holes), 2)}
    assert len(seen) == 2 * seats + 5
    assert seen <= set(DECK)
    assert len(DECK) == 52


@pytest.mark.parametrize("room", HOLD_EM)
def test_blinds_are_posted_before_the_deal_and_without_asking(room):
    seats = seats_of(room)
    done = Setting(room, seats).check_down()
    assert [name for _, name, _ in done.actions[:2]] == ["sb", "bb"]
    assert done.actions[2][1] not in ("sb", "bb")


@pytest.mark.parametrize("room", HOLD_EM)
def test_hole_cards_are_two(room):
    seats = seats_of(room)
    done = Setting(room, seats).check_down()
    assert {len(done.hole(seat)) for seat in range(seats)} == {4}


@pytest.mark.parametrize("room", ["luckyace", "pokergalaxy"])
def test_hole_cards_come_in_one_round_of_one_card_then_the_second(room):
    seats = seats_of(room)
    done = Setting(room, seats).check_down()
    firsts = {done.hole(seat)[:2] for seat in range(seats)}
    assert firsts == set(DECK[:seats])


@pytest.mark.parametrize("room", ["pacific", "luckyace"])
def test_first_card_goes_to_the_player_left_of_the_big_blind(room):
    done = Setting(room).check_down()
    assert [done.hole(seat) for seat in range(4)] == dealt(first=2)


@pytest.mark.parametrize("room", ["casino", "pokergalaxy"])
def test_first_card_goes_to_the_left_of_the_button_who_is_dealt_last(room):
    seats = seats_of(room)
    done = Setting(room, seats).check_down()
    assert [done.hole(seat) for seat in range(seats)] == dealt(first=0, seats=seats)
    assert done.hole(seats - 1)[:2] == DECK[seats - 1]


@pytest.mark.parametrize("room", HOLD_EM)
def test_order_of_the_deal_is_clockwise(room):
    seats = seats_of(room)
    done = Setting(room, seats).check_down()
    first_cards = [DECK.index(done.hole(seat)[:2]) for seat in range(seats)]
    assert {(b - a) % seats for a, b in pairwise(first_cards)} == {1}


@pytest.mark.parametrize("room", HOLD_EM)
def test_burn_one_card_before_flop_turn_and_river(room):
    seats = seats_of(room)
    n = 2 * seats
    done = Setting(room, seats).check_down()
    assert done.board == "".join(DECK[n + i] for i in (1, 2, 3, 5, 7))


@pytest.mark.parametrize(("burn", "places"), [((), (0, 1, 2, 3, 4)), (("turn",), (0, 1, 2, 4, 5))])
def test_burn_is_a_switch_for_each_street(burn, places):
    done = Setting(changes={"deal__burn": burn}).check_down()
    assert done.board == "".join(DECK[8 + i] for i in places)


def test_order_of_the_deal_can_be_all_cards_of_a_player_at_once():
    done = Setting(changes={"deal__one_at_a_time": False}).check_down()
    assert done.hole(0) == DECK[0] + DECK[1]


@pytest.mark.parametrize("room", HOLD_EM)
def test_board_is_three_then_one_then_one(room):
    seats = seats_of(room)
    limp = " ".join(f"{s}c" for s in [*range(2, seats), 0]) + " 1k"
    checks = " ".join(f"{s}k" for s in range(seats))
    lengths = []
    for rounds in range(4):
        text = " ".join([limp, *[checks] * rounds])
        folds = " ".join(f"{s}b{2000}" if s == 0 else f"{s}f" for s in range(seats))
        setting = Setting(room, seats)
        if rounds < 3:
            bet = setting.facing(text).min_to
            folds = folds.replace("b2000", f"b{bet}")
            text = f"{text} {folds}"
        lengths.append(len(setting.play(text).board) // 2)
    assert lengths == [3, 4, 5, 5]


@pytest.mark.parametrize("room", HOLD_EM)
def test_betting_rounds_are_four(room):
    seats = seats_of(room)
    done = Setting(room, seats).check_down()
    checks = [seat for seat, name, _ in done.actions if name == "check"]
    assert len(checks) == 1 + 3 * seats
    assert done.column("hands", "last_street") == [STREETS.index("river")]


@pytest.mark.parametrize("room", ["pacific", "luckyace", "casino", "threegames"])
def test_button_after_the_hand_moves_to_the_next_player(room):
    """All take part; `test_4_seating` has those who do not."""
    rows = play(resolve(Job(room=room, hands=9, tables=1, seats=4)))
    buttons = rows.column("hands", "button_seat").tolist()
    assert all(after == (before + 1) % 4 for before, after in pairwise(buttons))


def test_table_sizes_are_those_of_the_page():
    """The list of profiles: from two to ten players, or at most two, five or ten."""
    assert find_room("pokergalaxy").table_sizes == (2, 5, 10)
    for name in ("pacific", "luckyace", "threegames"):
        assert (find_room(name).min_players, find_room(name).max_players) == (2, 10)
