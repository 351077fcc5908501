"""Button and blinds of sessions that the engine plays, against the reference's rules for them."""

from __future__ import annotations

import pytest
from reference.places import Places
from reference.random_hands import seeded
from session_hands import posts_of, scripted

SEATS = 9
HANDS = 8


def script(seed: str) -> tuple[list[int], int, dict[int, list[tuple[str, int]]]]:
    """Return who sits down, who has the first button, and who leaves before which hand."""
    rng = seeded(seed)
    seats = sorted(rng.sample(range(SEATS), rng.randint(3, SEATS)))
    leaving = rng.sample(seats, rng.randint(1, len(seats) - 2))
    later: dict[int, list[tuple[str, int]]] = {}
    for seat in leaving:
        later.setdefault(rng.randint(1, HANDS - 1), []).append(("leave", seat))
    return seats, rng.choice(seats), later


@pytest.mark.parametrize("rule", ["dead", "moving"])
def test_button_and_blinds_as_players_leave(rule: str) -> None:
    for number in range(60):
        seats, button, later = script(f"places {number}")
        played = posts_of(scripted(HANDS, seats, button, later, table_seats=SEATS, button=rule))
        left = set(seats)
        ring = [(button + i) % SEATS for i in range(1, SEATS + 1) if (button + i) % SEATS in left]
        places = Places(button, ring[0], ring[1])
        for hand, (its_button, posts) in enumerate(played):
            if hand > 0:
                left -= {seat for _, seat in later.get(hand, ())}
                places = places.after(left, SEATS, rule)
            by_kind = {kind: seat for seat, kind in posts.items()}
            found = (its_button, by_kind.get("sb"), by_kind["bb"])
            assert found == places.posts(left), (seats, button, later, hand)
            assert len(posts) == len(by_kind), "a post of nobody who enters"
