"""Section 4, sitting down, posting and missing blinds, and the button of each room."""

from __future__ import annotations

from itertools import pairwise

import pytest
from scripted import Setting
from seated import Script

from railbird.errors import InputError
from railbird.simulate.job import Job, resolve
from railbird.simulate.room import find_room

HOUSE = ("pacific", "luckyace")
MOVING = ("pacific", "luckyace", "casino", "threegames")
FIVE = (0, 1, 2, 3, 4)
SMALL, BIG = 50, 100  # blinds of $1/$2


# ---------------------------------------------------------------- pacific and luckyace
@pytest.mark.parametrize("room", HOUSE)
def test_minimum_buy_in_is_ten_times_the_lower_limit(room):
    """$1/$2: $10."""
    assert resolve(Job(room=room, stakes="1/2", stack="10")).stack == 1000
    with pytest.raises(InputError, match=r"minimum of 10 big blinds \(10\.00\)"):
        resolve(Job(room=room, stakes="1/2", stack="9.99"))


@pytest.mark.parametrize("room", HOUSE)
def test_post_of_a_new_player_is_the_lower_limit_live_and_from_his_stack(room):
    """Seat 4 comes when the big blind is at seat 0: he posts, and a call costs him nothing."""
    hands = Script(room).at(3, 5, "sit_post").play(5)
    first = hands[3]
    assert (first.button, first.sb, first.bb) == (3, 0, 1)
    assert 5 not in first.dealt  # between the button and the big blind
    entered = hands[4]
    assert (entered.button, entered.bb) == (0, 2)
    assert entered.posted(5) == {"post": BIG}
    legal = next(legal for seat, _, legal in entered.decisions if seat == 5)
    assert legal & 2  # he may check: the post is live
    assert entered.pot == 5 * BIG


@pytest.mark.parametrize("room", HOUSE)
def test_post_or_sit_out_and_wait_for_the_big_blind(room):
    hands = Script(room).at(1, 5, "sit_wait").play(5)
    assert [5 in hand.dealt for hand in hands] == [False, False, True, True, True]
    assert hands[2].bb == 5
    assert hands[2].posted(5) == {"bb": BIG}


@pytest.mark.parametrize("room", HOUSE)
def test_nobody_joins_in_late_position_and_avoids_the_blinds(room):
    """Whoever is dealt in for the first time at a running game has posted a full blind."""
    for seat in (4, 5):
        for start in range(1, 6):
            for command in ("sit_post", "sit_wait"):
                hands = Script(room, seats=6).at(start, seat, command).play(11)
                first = next(hand for hand in hands if seat in hand.dealt)
                assert first.posted(seat) in ({"post": BIG}, {"bb": BIG})


# ---------------------------------------------------------------- pokergalaxy
def test_minimum_buy_in_of_one_two_euro_with_ten_players():
    job = Job(room="pokergalaxy", currency="EUR", stakes="1/2", seats=10, stack="10")
    recipe = resolve(job)
    assert (recipe.stack, recipe.table.small_blind, recipe.table.big_blind) == (1000, 50, 100)
    with pytest.raises(InputError, match=r"minimum of 10 big blinds \(10\.00\)"):
        resolve(Job(room="pokergalaxy", currency="EUR", seats=10, stack="9"))


def test_small_blind_gets_the_button_in_the_next_hand():
    hands = Script("pokergalaxy", 5, FIVE).at(2, 0, "sit_out").at(4, 0, "return_wait").play(12)
    for before, after in pairwise(hands):
        assert after.button == before.sb


def test_small_blind_gets_the_button_not_heads_up():
    """Two players take turns: the button has the small blind."""
    hands = Script("pokergalaxy", 2, (0, 1)).play(4)
    assert [hand.button for hand in hands] == [hand.sb for hand in hands]
    assert [hand.button for hand in hands] == [0, 1, 0, 1]


@pytest.mark.parametrize("start", [1, 2, 3, 4])
def test_three_steps_big_blind_small_blind_button(start):
    hands = Script("pokergalaxy", 5).at(start, 4, "sit_post").play(10)
    first = next(i for i, hand in enumerate(hands) if 4 in hand.dealt)
    assert hands[first].posted(4) == {"bb": BIG}
    assert (hands[first + 1].sb, hands[first + 2].button) == (4, 4)


def test_full_blinds_are_posted_before_the_button():
    """No player has the button before he has posted both."""
    hands = Script("pokergalaxy", 5).at(1, 4, "sit_post").play(12)
    posted: set[str] = set()
    for hand in hands:
        if hand.button == 4:
            assert posted == {"sb", "bb"}
        posted |= set(hand.posted(4))
    assert 4 in {hand.button for hand in hands}


def missed_big() -> list:
    script = Script("pokergalaxy", 5, FIVE).at(1, 3, "sit_out").at(3, 3, "return_post")
    return script.play(8)


def test_missed_big_blind_the_next_player_to_the_left_is_asked():
    hands = missed_big()
    assert (hands[0].bb, hands[1].sb, hands[1].bb) == (2, 2, 4)
    assert (3, "missed_big") in hands[1].events


def test_missed_big_blind_is_dealt_out_until_all_is_made_up():
    hands = missed_big()
    assert [3 in hand.dealt for hand in hands[:4]] == [True, False, False, True]
    assert hands[3].posted(3) == {"post": BIG, "dead": SMALL}


def test_missed_big_blind_the_small_blinds_part_is_dead_and_in_the_pot_before_the_deal():
    """Five players with one big blind each, and the dead half."""
    back = missed_big()[3]
    assert back.pot == 5 * BIG + SMALL
    assert [name for _, name, _ in back.posts] == ["sb", "bb", "post", "dead"]


def missed_small() -> list:
    """Seat 2 has the big blind in hand 0 and is away when the small blind is due."""
    script = Script("pokergalaxy", 5, FIVE).at(1, 2, "sit_out").at(2, 2, "return_post")
    return script.play(6)


def test_missed_small_blind_two_players_are_asked():
    """Who was due the big blind posts the small one, the next active player the big one."""
    hands = missed_small()
    assert (2, "missed_small") in hands[1].events
    assert (hands[1].sb, hands[1].bb) == (3, 4)


def test_missed_small_blind_may_not_return_until_the_button_has_passed_him():
    """From 1 to 3, over his head."""
    hands = missed_small()
    assert [2 in hand.dealt for hand in hands[:3]] == [True, False, True]
    assert [hand.button for hand in hands[:3]] == [0, 1, 3]


def test_missed_small_blind_made_up_is_dead():
    back = missed_small()[2]
    assert back.posted(2) == {"dead": SMALL}
    assert back.pot == 5 * BIG + SMALL


# ---------------------------------------------------------------- all
@pytest.mark.parametrize("room", ["casino", "threegames"])
def test_nothing_stated_is_the_common_rule(room):
    """Away for two rounds he owes one big blind, live, and one small blind, dead."""
    assert {"seating.entry", "seating.missed_blinds"} <= set(find_room(room).chosen)
    hands = Script(room, sitting=FIVE).at(1, 3, "sit_out").at(9, 3, "return_post").play(14)
    back = next(hand for hand in hands[9:] if 3 in hand.dealt)
    assert back.posted(3) in ({"post": 200, "dead": 100}, {"bb": 200})


@pytest.mark.parametrize("room", MOVING)
def test_button_moves_to_the_next_player_and_the_next_two_who_take_part_post(room):
    hands = Script(room, sitting=FIVE).at(2, 3, "sit_out").play(8)
    for before, after in pairwise(hands):
        order = [(before.button + i) % 6 for i in range(1, 6)]
        playing = [seat for seat in order if seat in after.dealt]
        assert after.button == playing[0]
        assert (after.sb, after.bb) == (playing[1], playing[2])


def test_button_shows_the_positions_that_shift_with_it():
    """`D` and the positions after it, hand by hand."""
    hands = Script("threegames", sitting=(0, 1, 2)).play(4)
    assert [(h.button, h.sb, h.bb) for h in hands] == [(0, 1, 2), (1, 2, 0), (2, 0, 1), (0, 1, 2)]
    assert Setting("threegames", 3).facing("").seat == 2
