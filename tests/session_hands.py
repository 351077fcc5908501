"""Scripted sessions for tests: a table whose comings and goings are written down.

The compiled driver plays them; nobody bets, so that the posts of a hand are what it is about.
"""

from __future__ import annotations

import msgspec
import numpy as np

from railbird.lake.bits import WHAT_SEAT_SHIFT
from railbird.simulate import presence as do
from railbird.simulate.bots.catalogue import find_bot
from railbird.simulate.codes import ACTIONS
from railbird.simulate.job import Job, resolve
from railbird.simulate.play import play
from railbird.simulate.seating import EVENTS
from railbird.simulate.sessions import PopulationKeys, SessionKeys

QUIET = {
    "arrival": 0, "departure": 0, "sit_out": 0, "returns": 0, "rebuy": 1, "open_with": 0,
}  # fmt: skip
COMMANDS = {
    "button": do.DO_BUTTON, "sit and post": do.DO_SIT_POSTING, "sit and wait": do.DO_SIT_WAITING,
    "sit out": do.DO_SIT_OUT, "return and post": do.DO_RETURN_POSTING,
    "return and wait": do.DO_RETURN_WAITING, "leave": do.DO_LEAVE,
}  # fmt: skip


def recipe_of(hands: int, seats: int = 6, **rules):
    """A recipe for one table of 1/2 with the rules of a room's [seating]."""
    job = Job(
        hands=hands, tables=1, seats=seats, stakes="1/2", stacks="carry", bots="check_fold",
        rake="none", session=SessionKeys(**QUIET), population=PopulationKeys(players=20),
    )  # fmt: skip
    made = resolve(job)
    seating = msgspec.structs.replace(made.room.seating, **rules)
    return msgspec.structs.replace(made, room=msgspec.structs.replace(made.room, seating=seating))


def schedule_of(seats, button: int, later: dict[int, list[tuple[str, int]]], stack: int = 20_000):
    """A schedule: who sits in the first hand, where the button is, and what happens later."""
    rows = [(0, seat, COMMANDS["sit and wait"], stack) for seat in seats]
    rows.append((0, button, COMMANDS["button"], 0))
    for hand, changes in later.items():
        rows += [(hand, seat, COMMANDS[what], stack) for what, seat in changes]
    return np.array(rows, np.int64)


def scripted(
    hands, seats, first_button, later, table_seats=6, bot="check_fold", stack=20_000, **rules
):
    """Play a script at a table with some rules of [seating]; returns the rows."""
    recipe = recipe_of(hands, table_seats, **rules)
    return play(recipe, [find_bot(bot)], schedule_of(seats, first_button, later, stack))


def posts_of(rows):
    """For each hand: the button, and its forced posts as {seat: 'sb', 'bb', 'post dead', ...}."""
    found = {}
    buttons = rows.column("hands", "button_seat").tolist()
    for hand in (rows.column("hands", "hand_id") & 0xFFFFFFFF).tolist():
        found[hand] = (buttons[hand], {})
    for hand_id, what in zip(
        rows.column("actions", "hand_id").tolist(), rows.column("actions", "what").tolist(),
        strict=True,
    ):  # fmt: skip
        name = ACTIONS[what & 15]
        if name not in ("sb", "bb", "post", "dead", "straddle", "ante"):
            continue
        posts = found[hand_id & 0xFFFFFFFF][1]
        seat = what >> WHAT_SEAT_SHIFT & 15
        posts[seat] = f"{posts[seat]} {name}" if seat in posts else name
    return [found[hand] for hand in sorted(found)]


def dealt_of(rows):
    """The seats dealt in, hand by hand."""
    found = {}
    for hand_id, seat in zip(
        rows.column("players", "hand_id").tolist(), rows.column("players", "seat").tolist(),
        strict=True,
    ):  # fmt: skip
        found.setdefault(hand_id & 0xFFFFFFFF, set()).add(seat)
    return [found[hand] for hand in sorted(found)]


def events_of(rows):
    """Events as (hand, seat, event, amount)."""
    return [
        (hand, seat, EVENTS[event], amount)
        for _, hand, seat, _, event, amount in rows.events.T.tolist()
    ]
