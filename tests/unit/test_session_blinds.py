"""Button, blinds and posts at a table where players come and go: one test per rule.

Hands are 1/2 with seats 0 to 5, played by bots that never bet; each hand is (button, posts by
seat). Rules: docs/sessions.md.
"""

from __future__ import annotations

from itertools import pairwise

import pytest
from session_hands import dealt_of, events_of, posts_of, scripted

MOVING, DEAD, NEXT = "moving", "dead", "small_blind_next"


def seats_of_blinds(hand):
    """(button, small blind, big blind) of a hand; None without a small blind."""
    button, posts = hand
    by_kind = {kind.split()[0]: seat for seat, kind in posts.items()}
    return button, by_kind.get("sb"), by_kind["bb"]


def blinds(*args, **rules):
    return [seats_of_blinds(hand) for hand in posts_of(scripted(*args, **rules))]


def test_dead_button_big_blind_always_advances():
    """Situation 20: button 1, blinds 2 and 3; seat 3 is gone."""
    played = blinds(3, [1, 2, 3, 4, 5], 1, {1: [("leave", 3)]}, button=DEAD)
    assert played == [(1, 2, 3), (2, None, 4), (3, 4, 5)]


def test_moving_button_goes_to_the_next_player():
    """Situation 20: the same with a moving button."""
    played = blinds(3, [1, 2, 3, 4, 5], 1, {1: [("leave", 3)]}, button=MOVING)
    assert played == [(1, 2, 3), (2, 4, 5), (4, 5, 1)]


def test_dead_button_stands_at_an_empty_seat_when_the_small_blind_is_gone():
    played = blinds(3, [1, 2, 3, 4, 5], 1, {1: [("leave", 2)]}, button=DEAD)
    assert played == [(1, 2, 3), (2, 3, 4), (3, 4, 5)]


def test_who_posted_the_small_blind_has_the_button_next():
    played = blinds(4, [0, 1, 2, 3, 4], 0, {}, button=NEXT)
    assert played == [(0, 1, 2), (1, 2, 3), (2, 3, 4), (3, 4, 0)]
    played = blinds(3, [0, 1, 2, 3, 4], 0, {1: [("sit out", 2)]}, button=NEXT)
    assert played == [(0, 1, 2), (1, 3, 4), (3, 4, 0)]


def test_small_blind_next_without_its_player_leaves_the_button_right_of_the_small_blind():
    played = blinds(3, [0, 1, 2, 3, 4], 0, {1: [("leave", 1)]}, button=NEXT)
    assert played == [(0, 1, 2), (0, 2, 3), (2, 3, 4)]


@pytest.mark.parametrize("rule", [MOVING, DEAD, NEXT])
def test_a_sitting_out_seat_never_freezes_the_button(rule):
    played = blinds(9, [0, 1, 2, 3, 4], 0, {1: [("sit out", 3), ("sit out", 0)]}, button=rule)
    for place in (0, 2):
        order = [hand[place] for hand in played[3:]]
        assert set(order) == {1, 2, 4}
        assert all(seat == order[i % 3] for i, seat in enumerate(order))


@pytest.mark.parametrize("rule", [MOVING, DEAD, NEXT])
@pytest.mark.parametrize("gone", [0, 2, 4])
@pytest.mark.parametrize("how", ["leave", "sit out"])
def test_from_three_to_two_nobody_posts_the_big_blind_twice_running(rule, gone, how):
    for hand in (1, 2, 3):
        played = blinds(7, [0, 2, 4], 0, {hand: [(how, gone)]}, button=rule)
        bigs = [big for _, _, big in played]
        assert all(a != b for a, b in pairwise(bigs))
        for button, small, big in played[hand:]:
            assert button == small != big


@pytest.mark.parametrize("rule", [MOVING, DEAD, NEXT])
def test_heads_up_the_button_posts_the_small_blind(rule):
    played = blinds(4, [1, 4], 1, {}, button=rule)
    assert played == [(1, 1, 4), (4, 4, 1), (1, 1, 4), (4, 4, 1)]


@pytest.mark.parametrize("rule", [MOVING, DEAD, NEXT])
def test_from_two_to_three_the_third_comes_in_on_the_big_blind(rule):
    rows = scripted(6, [1, 4], 1, {2: [("sit and wait", 5)]}, button=rule)
    played = [seats_of_blinds(hand) for hand in posts_of(rows)]
    first = next(hand for hand, dealt in enumerate(dealt_of(rows)) if 5 in dealt)
    assert played[first][2] == 5
    bigs = [big for _, _, big in played]
    assert all(a != b for a, b in pairwise(bigs))


def test_no_entry_posts_in_the_first_hand():
    for hand in posts_of(scripted(1, [0, 1, 2, 3, 4, 5], 2, {})):
        assert hand == (2, {3: "sb", 4: "bb"})


def test_a_new_player_posts_a_live_big_blind_and_acts_in_turn():
    rows = scripted(2, [0, 1, 2, 3], 0, {1: [("sit and post", 5)]}, bot="always_call")
    assert posts_of(rows)[1] == (1, {2: "sb", 3: "bb", 5: "post"})
    actions = [
        (what >> 6 & 15, what & 15, amount)
        for hand, what, amount in zip(
            *(rows.column("actions", name).tolist() for name in ("hand_id", "what", "amount")),
            strict=True,
        )
        if hand == 1 and what >> 4 & 3 == 0
    ]
    # posts of 2, 3 and 5; then 5 checks his live blind, 0 and 1 call 2, 2 completes, 3 checks
    assert actions == [
        (2, 1, 100), (3, 2, 200), (5, 3, 200),
        (5, 7, 0), (0, 8, 200), (1, 8, 200), (2, 8, 100), (3, 7, 0),
    ]  # fmt: skip


def test_a_new_player_may_wait_for_the_big_blind():
    rows = scripted(4, [0, 1, 2, 3], 0, {1: [("sit and wait", 5)]})
    assert [5 in dealt for dealt in dealt_of(rows)] == [False, False, True, True]
    assert posts_of(rows)[2] == (2, {3: "sb", 5: "bb"})


def test_where_a_room_has_everyone_wait_nobody_posts():
    rows = scripted(3, [0, 1, 2, 3], 0, {1: [("sit and post", 5)]}, entry="wait")
    assert posts_of(rows)[1] == (1, {2: "sb", 3: "bb"})
    assert posts_of(rows)[2] == (2, {3: "sb", 5: "bb"})


def test_nobody_gets_in_between_the_button_and_the_big_blind():
    """Seat 2 sits down when the button is to his right: he posts once it has passed him."""
    rows = scripted(5, [0, 1, 3, 4], 0, {1: [("sit and post", 2)]}, button=MOVING)
    assert posts_of(rows)[:4] == [
        (0, {1: "sb", 3: "bb"}),
        (1, {3: "sb", 4: "bb"}),
        (3, {4: "sb", 0: "bb", 2: "post"}),
        (4, {0: "sb", 1: "bb"}),
    ]


def test_three_steps_are_big_blind_small_blind_button():
    rows = scripted(
        6, [0, 1, 2, 3], 0, {1: [("sit and post", 5)]}, button=NEXT, entry="three_steps"
    )
    played = [seats_of_blinds(hand) for hand in posts_of(rows)]
    assert [5 in dealt for dealt in dealt_of(rows)] == [False, False, True, True, True, True]
    assert (played[2][2], played[3][1], played[4][0]) == (5, 5, 5)


@pytest.mark.parametrize("rule", [MOVING, DEAD])
def test_who_missed_both_blinds_posts_one_live_and_one_dead(rule):
    """Situation 19: 2 live and 1 dead at 1/2, so 6 in the pot before the action."""
    rows = scripted(
        5, [0, 1, 2, 3, 4], 0, {1: [("sit out", 3)], 3: [("return and post", 3)]}, button=rule
    )
    assert posts_of(rows)[3] == (4, {0: "sb", 1: "bb", 3: "post dead"})
    posted = [
        amount
        for hand, what, amount in zip(
            *(rows.column("actions", name).tolist() for name in ("hand_id", "what", "amount")),
            strict=True,
        )
        if hand == 3 and what & 15 <= 5
    ]
    assert sorted(posted) == [100, 100, 200, 200]


def test_who_missed_the_small_blind_only_posts_it_dead_and_owes_the_call():
    """Situation 19: 1 dead, then 2 to call."""
    rows = scripted(
        5, [0, 1, 2, 3, 4], 0, {1: [("sit out", 2)], 2: [("return and post", 2)]},
        button=MOVING, bot="always_call",
    )  # fmt: skip
    assert posts_of(rows)[2] == (3, {4: "sb", 0: "bb", 2: "dead"})
    calls = [
        (amount, price)
        for hand, what, amount, price in zip(
            *(rows.column("actions", n).tolist() for n in ("hand_id", "what", "amount", "to_call")),
            strict=True,
        )
        if hand == 2 and what & 15 == 8 and what >> 6 & 15 == 2
    ]
    assert calls == [(200, 200)]


def test_at_most_one_of_each_blind_is_owed():
    """Seat 3 is away for three rounds."""
    rows = scripted(
        14, [0, 1, 2, 3, 4], 0, {1: [("sit out", 3)], 12: [("return and post", 3)]}, button=MOVING
    )
    missed = [event for event in events_of(rows) if event[2].startswith("missed")]
    assert [(seat, what) for _, seat, what, _ in missed] == [(3, "missed_big"), (3, "missed_small")]
    assert sum(kind == "post dead" for _, posts in posts_of(rows) for kind in posts.values()) == 1


def test_waiting_for_the_big_blind_clears_the_debt():
    rows = scripted(
        8, [0, 1, 2, 3, 4], 0, {1: [("sit out", 3)], 3: [("return and wait", 3)]}, button=MOVING
    )
    assert [3 in dealt for dealt in dealt_of(rows)] == [True, *[False] * 4, *[True] * 3]
    assert posts_of(rows)[5] == (1, {2: "sb", 3: "bb"})


def test_where_blinds_are_marked_waiting_does_not_clear_the_small_blind():
    rows = scripted(
        8, [0, 1, 2, 3, 4], 0, {1: [("sit out", 3)], 3: [("return and wait", 3)]},
        button=NEXT, entry="three_steps", missed_blinds="marked",
    )  # fmt: skip
    assert posts_of(rows)[5] == (1, {2: "sb", 3: "bb dead"})


def test_who_comes_back_before_a_blind_passed_him_owes_nothing():
    rows = scripted(4, [0, 1, 2, 3, 4], 0, {1: [("sit out", 0)], 2: [("return and post", 0)]})
    assert posts_of(rows)[2] == (2, {3: "sb", 4: "bb"})
    assert 0 in dealt_of(rows)[2]


def test_missed_small_blind_asks_two_different_players():
    """Who was due the big blind posts the small one, the next active player the big one."""
    played = blinds(
        3, [0, 1, 2, 3, 4], 0, {1: [("sit out", 2)]},
        button=NEXT, entry="three_steps", missed_blinds="marked",
    )  # fmt: skip
    assert played[0] == (0, 1, 2)  # seat 2 is due the small blind, seat 3 the big one
    assert played[1] == (1, 3, 4)


def test_who_missed_the_small_blind_may_not_return_until_the_button_has_passed_him():
    rows = scripted(
        4, [0, 1, 2, 3, 4], 0, {1: [("sit out", 2)], 2: [("return and post", 2)]},
        button=NEXT, entry="three_steps", missed_blinds="marked",
    )  # fmt: skip
    buttons = [button for button, _ in posts_of(rows)]
    assert buttons[:3] == [0, 1, 3]
    assert [2 in dealt for dealt in dealt_of(rows)] == [True, False, True, True]
    assert posts_of(rows)[2] == (3, {4: "sb", 0: "bb", 2: "dead"})


def test_a_game_that_starts_again_lets_everyone_in_for_nothing():
    changes = {1: [("leave", 0), ("leave", 1), ("sit and post", 4), ("sit and wait", 5)]}
    rows = scripted(3, [0, 1, 2], 0, changes)
    assert dealt_of(rows)[1] == {2, 4, 5}
    assert sorted(posts_of(rows)[1][1].values()) == ["bb", "sb"]


# Ten hands: seat 3 sits out before hand 1 and comes back before hand 3; seat 5 sits down before
# hand 4. What the seats post, hand by hand: live (sb, bb, post) or dead.
TEN_HANDS = {
    "pacific": (
        {"button": MOVING, "entry": "post_or_wait", "missed_blinds": "common"},
        [
            (0, {1: "sb", 2: "bb"}),
            (1, {2: "sb", 4: "bb"}),
            (2, {4: "sb", 0: "bb"}),
            (4, {0: "sb", 1: "bb", 3: "post dead"}),
            (0, {1: "sb", 2: "bb", 5: "post"}),
            (1, {2: "sb", 3: "bb"}),
            (2, {3: "sb", 4: "bb"}),
            (3, {4: "sb", 5: "bb"}),
            (4, {5: "sb", 0: "bb"}),
            (5, {0: "sb", 1: "bb"}),
        ],
    ),
    "common rule, dead button": (
        {"button": DEAD, "entry": "post_or_wait", "missed_blinds": "common"},
        [
            (0, {1: "sb", 2: "bb"}),
            (1, {2: "sb", 4: "bb"}),
            (2, {4: "sb", 0: "bb"}),
            (4, {0: "sb", 1: "bb", 3: "post dead"}),
            (0, {1: "sb", 2: "bb", 5: "post"}),
            (1, {2: "sb", 3: "bb"}),
            (2, {3: "sb", 4: "bb"}),
            (3, {4: "sb", 5: "bb"}),
            (4, {5: "sb", 0: "bb"}),
            (5, {0: "sb", 1: "bb"}),
        ],
    ),
    "pokergalaxy": (
        {"button": NEXT, "entry": "three_steps", "missed_blinds": "marked"},
        [
            (0, {1: "sb", 2: "bb"}),
            (1, {2: "sb", 4: "bb"}),
            (2, {4: "sb", 0: "bb"}),
            (4, {0: "sb", 1: "bb", 3: "post dead"}),
            (0, {1: "sb", 2: "bb"}),
            (1, {2: "sb", 3: "bb"}),
            (2, {3: "sb", 4: "bb"}),
            (3, {4: "sb", 5: "bb"}),
            (4, {5: "sb", 0: "bb"}),
            (5, {0: "sb", 1: "bb"}),
        ],
    ),
}


@pytest.mark.parametrize("name", TEN_HANDS)
def test_ten_hands_with_missed_blinds(name):
    rules, expected = TEN_HANDS[name]
    changes = {1: [("sit out", 3)], 3: [("return and post", 3)], 4: [("sit and post", 5)]}
    assert posts_of(scripted(10, [0, 1, 2, 3, 4], 0, changes, **rules)) == expected
