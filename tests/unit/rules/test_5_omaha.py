"""Section 5, Omaha: four hole cards, everything else as hold'em."""

from __future__ import annotations

import pytest
from scripted import CALL, CHECK, FOLD, RAISE, Setting

from railbird.cards import DECK
from railbird.errors import InputError
from railbird.simulate.job import Job, resolve


def omaha(*holes: str, board: str = "") -> Setting:
    job = {"game": "omaha", "betting": "NL"}
    return Setting("threegames", len(holes) or 4, holes=holes or None, board=board, job=job)


def test_omaha_four_hole_cards_one_at_a_time():
    done = omaha().check_down()
    assert done.hole(0) == "".join(DECK[i] for i in (0, 4, 8, 12))
    assert done.hole(3) == "".join(DECK[i] for i in (3, 7, 11, 15))


@pytest.mark.parametrize("n", [5, 6])
def test_omaha_five_and_six_hole_cards_where_a_room_deals_them(n):
    done = Setting("standard", 3, job={"game": "omaha", "hole_cards": n}).check_down()
    assert [len(done.hole(seat)) // 2 for seat in range(3)] == [n] * 3


def test_omaha_exactly_two_of_the_hand_one_is_not_enough():
    """One spade in the hand, four on the board: no flush."""
    done = omaha("As2c3d4h", "KcKdQhJh", board="9s8s5s2s7c").check_down()
    assert done.net[1] > 0


def test_omaha_exactly_two_of_the_hand_three_are_too_many():
    """Three aces in the hand are a pair with three of the board."""
    done = omaha("AcAdAh2s", "KcKd4h5s", board="Ks9h8d3c7c").check_down()
    assert done.net[1] > 0


def test_omaha_exactly_two_so_the_board_cannot_be_played():
    """A straight flush on the board is nobody's."""
    done = omaha("AcAd2h3h", "KcKd4h5h", board="9sTsJsQs8s").check_down()
    assert done.net[0] > 0


def test_omaha_everything_else_as_hold_em():
    """Blinds, who acts first, the option, raises; the board of three, one, one with burnt cards."""
    setting = omaha()
    first = setting.facing("")
    assert (first.seat, first.to_call, first.legal) == (2, 200, FOLD | CALL | RAISE)
    assert first.min_to == 400
    option = setting.facing("2c 3c 0c")
    assert (option.seat, option.legal & (CHECK | RAISE)) == (1, CHECK | RAISE)
    assert setting.facing("2c 3c 0c 1k").seat == 0
    assert setting.check_down().board == "".join(DECK[16 + i] for i in (1, 2, 3, 5, 7))


def test_omaha_fixed_limit_has_the_bigger_bet_from_the_turn():
    setting = Setting("threegames", job={"game": "omaha", "betting": "FL", "stakes": "2/4"})
    assert setting.facing("2c 3c 0c 1k").min_to == 200
    assert setting.facing("2c 3c 0c 1k 0k 1k 2k 3k").min_to == 400


def test_omaha_players_are_as_many_as_the_deck_allows():
    with pytest.raises(InputError, match="cards for 7 players at omaha with 6 hole cards"):
        resolve(Job(game="omaha", hole_cards=6, seats=8))
    assert resolve(Job(game="omaha", hole_cards=5, seats=8)).table.seats == 8
