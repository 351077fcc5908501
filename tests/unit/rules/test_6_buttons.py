"""Section 6, where the pages are silent: button and missed blinds."""

from __future__ import annotations

from itertools import pairwise

import pytest
from seated import Script

from railbird.simulate.job import Job, resolve
from railbird.simulate.play import play

FIVE = (0, 1, 2, 3, 4)
DEAD = {"seating__button": "dead"}
BUTTONS = ("moving", "dead", "small_blind_next")


@pytest.mark.parametrize("button", BUTTONS)
@pytest.mark.parametrize("leaver", [0, 1, 2])
def test_three_to_two_nobody_posts_the_big_blind_twice_running(button, leaver):
    script = Script(sitting=(0, 1, 2), changes={"seating__button": button})
    hands = script.at(1, leaver, "leave").play(4)
    for before, after in pairwise(hands):
        assert after.bb != before.bb


def test_three_to_two_the_button_posts_the_small_blind():
    hands = Script(sitting=(0, 1, 2)).at(1, 0, "leave").play(4)
    assert all(hand.button == hand.sb for hand in hands[1:])


def test_dead_button_the_big_blind_always_advances_to_the_next_player():
    hands = Script(sitting=FIVE, changes=DEAD).at(1, 2, "leave").at(3, 0, "sit_out").play(9)
    for before, after in pairwise(hands):
        order = [(before.bb + i) % 6 for i in range(1, 6)]
        assert after.bb == next(seat for seat in order if seat in after.dealt)


def test_dead_button_the_small_blind_may_be_absent():
    """Who had the big blind leaves: nobody owes the small blind of the next hand."""
    hands = Script(sitting=FIVE, changes=DEAD).at(1, 2, "leave").play(3)
    assert (hands[1].sb, hands[1].bb, hands[1].pot) == (None, 3, 4 * 200)


def test_dead_button_may_stand_at_an_empty_seat():
    hands = Script(sitting=FIVE, changes=DEAD).at(1, 2, "leave").play(3)
    assert hands[2].button == 2
    assert 2 not in hands[2].dealt


@pytest.mark.parametrize("button", BUTTONS)
def test_sitting_out_never_freezes_the_button(button):
    script = Script(sitting=FIVE, changes={"seating__button": button})
    hands = script.at(1, 1, "sit_out").at(2, 3, "sit_out").play(10)
    assert all(after.bb != before.bb for before, after in pairwise(hands))
    # who has posted the small blind and sits out gets no button: it waits one hand for the next
    still = 2 if button == "small_blind_next" else 1
    for i in range(len(hands) - still):
        assert len({hand.button for hand in hands[i : i + still + 1]}) > 1


def test_first_button_is_drawn_at_random():
    rows = play(resolve(Job(hands=600, tables=600, seats=4, bots="check_fold")))
    counts = [int((rows.column("hands", "button_seat") == seat).sum()) for seat in range(4)]
    assert sum(counts) == 600
    assert min(counts) > 100


def test_first_hand_has_no_entry_posts():
    hands = Script(sitting=FIVE, button=None).play(1)
    assert {name for _, name, _ in hands[0].posts} == {"sb", "bb"}
    assert hands[0].dealt == frozenset(FIVE)


def test_missed_blinds_at_most_one_live_big_and_one_dead_small_blind_are_owed():
    """Away for three rounds, back with one of each."""
    hands = Script(sitting=FIVE).at(1, 3, "sit_out").at(13, 3, "return_post").play(17)
    back = next(hand for hand in hands[13:] if 3 in hand.dealt)
    assert back.posted(3) in ({"post": 200, "dead": 100}, {"bb": 200})
    missed = [event for hand in hands for seat, event in hand.events if "missed" in event]
    assert sorted(missed) == ["missed_big", "missed_small"]


def test_missed_blinds_waiting_for_the_big_blind_clears_the_debt():
    hands = Script(sitting=FIVE).at(1, 3, "sit_out").at(5, 3, "return_wait").play(12)
    back = next(hand for hand in hands[5:] if 3 in hand.dealt)
    assert back.posted(3) == {"bb": 200}


def test_missed_blinds_nobody_posts_between_the_button_and_the_big_blind():
    for start in range(1, 7):
        hands = Script(sitting=(0, 1, 2, 4)).at(start, 3, "sit_post").play(start + 6)
        for hand in hands:
            for seat, name, _ in hand.posts:
                if name == "post":
                    between = [(hand.button + i) % 6 for i in range(1, 6)]
                    assert between.index(seat) > between.index(hand.bb)


def test_poster_has_the_option_when_the_action_comes():
    hands = Script().at(3, 5, "sit_post").play(5)
    legal = next(legal for seat, _, legal in hands[4].decisions if seat == 5)
    assert legal & (2 | 16) == 2 | 16  # check, or raise
