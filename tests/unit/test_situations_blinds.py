"""Situations 19 and 20: blinds that were missed, and where the button goes, for both tables.

Seats are as the situations number them, blinds 1/2.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from reference.both import BOTH, facing, finished
from reference.hand import Hand
from reference.places import Places

from railbird.simulate.codes import CAN_CALL, CAN_CHECK, CAN_FOLD, CAN_RAISE

if TYPE_CHECKING:
    from collections.abc import Iterable

both = pytest.mark.parametrize("table", BOTH)

SIX = (200,) * 6


def hand_of(
    places: tuple[int, int | None, int],
    players: Iterable[int],
    entering: tuple[tuple[int, str, int], ...] = (),
) -> Hand:
    """Return a hand for some of six seats, with the posts of who comes back."""
    button, small_blind, big_blind = places
    posts = [(small_blind, "sb", 1)] if small_blind is not None else []
    seats = set(players)
    return Hand(
        betting="NL",
        stacks=tuple(stack if seat in seats else 0 for seat, stack in enumerate(SIX)),
        button=button,
        small_blind=1,
        big_blind=2,
        posts=(*posts, (big_blind, "bb", 2), *entering),
        holes=tuple((2 * seat, 2 * seat + 1) if seat in seats else None for seat in range(6)),
        board=(51, 46, 41, 36, 31),
    )


def folded_out(table: str, hand: Hand) -> dict[str, object]:
    """Return the hand after everybody folded to the last."""
    script: list[tuple[int, str, int]] = []
    for _ in range(len(hand.seats) - 1):
        script.append((facing(table, hand, script).seat, "fold", 0))
    return finished(table, hand, script)


@both
def test_19_missed_both_blinds_posts_two_live_and_one_dead(table: str) -> None:
    hand = hand_of((0, 1, 2), range(6), ((4, "dead", 1), (4, "post", 2)))
    spot = facing(table, hand, [(3, "fold", 0)])
    assert (spot.seat, spot.to_call, spot.min_to) == (4, 0, 4)
    assert spot.legal == CAN_FOLD | CAN_CHECK | CAN_RAISE
    rows = folded_out(table, hand)["actions"]
    assert isinstance(rows, list)
    assert sum(row[3] for row in rows if row[2] in ("sb", "bb", "post", "dead")) == 6


@both
def test_19_missed_only_the_small_blind_posts_it_dead_and_calls_two(table: str) -> None:
    hand = hand_of((0, 1, 2), range(6), ((4, "dead", 1),))
    spot = facing(table, hand, [(3, "fold", 0)])
    assert (spot.seat, spot.to_call, spot.legal) == (4, 2, CAN_FOLD | CAN_CALL | CAN_RAISE)
    done = finished(
        table, hand, [(3, "fold", 0), (4, "call", 0), (5, "fold", 0), (0, "fold", 0),
                      (1, "fold", 0), (2, "raise", 8), (4, "fold", 0)],
    )  # fmt: skip
    assert (done["pot"], done["net"][4]) == (6, -3)


BEFORE = Places(1, 2, 3)
LEFT = {0, 1, 2, 4, 5}  # seat 3 busts


def test_20_places_of_the_next_hands() -> None:
    dead = BEFORE.after(LEFT, 6, "dead")
    assert dead.posts(LEFT) == (2, None, 4)
    assert dead.after(LEFT, 6, "dead").posts(LEFT) == (3, 4, 5)
    assert BEFORE.after(LEFT, 6, "moving").posts(LEFT) == (2, 4, 5)


@both
def test_20_dead_button_without_a_small_blind(table: str) -> None:
    hand = hand_of(BEFORE.after(LEFT, 6, "dead").posts(LEFT), LEFT)
    spot = facing(table, hand)
    assert (spot.seat, spot.to_call, spot.min_to) == (5, 2, 4)
    done = folded_out(table, hand)
    assert done["net"] == {0: 0, 1: 0, 2: 0, 4: 0, 5: 0}
    positions = {seat: player["position"] for seat, player in done["players"].items()}
    assert positions == {2: "BTN", 4: "BB", 5: "LJ", 0: "HJ", 1: "CO"}


@both
def test_20_dead_button_at_an_empty_seat(table: str) -> None:
    hand = hand_of((3, 4, 5), LEFT)
    assert facing(table, hand).seat == 0
    limped = [(seat, "call", 0) for seat in (0, 1, 2, 4)]
    assert facing(table, hand, [*limped, (5, "check", 0)]).seat == 4
    positions = {s: p["position"] for s, p in folded_out(table, hand)["players"].items()}
    assert positions == {4: "SB", 5: "BB", 0: "LJ", 1: "HJ", 2: "CO"}


@both
def test_20_moving_button(table: str) -> None:
    hand = hand_of(BEFORE.after(LEFT, 6, "moving").posts(LEFT), LEFT)
    assert facing(table, hand).seat == 0
    limped = [(seat, "call", 0) for seat in (0, 1, 2, 4)]
    assert facing(table, hand, [*limped, (5, "check", 0)]).seat == 4


def test_three_to_two_nobody_posts_the_big_blind_twice_running() -> None:
    for rule in ("dead", "moving"):
        for gone in (0, 2, 4):
            left = {0, 2, 4} - {gone}
            after = Places(0, 2, 4).after(left, 6, rule)
            assert after.big_blind != 4
            assert after.button == after.small_blind_due != after.big_blind
            assert {after.button, after.big_blind} == left
