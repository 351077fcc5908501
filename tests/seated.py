"""A table over some hands, with players who come, sit out and leave by a script.

Everyone calls and never raises, so that what differs from hand to hand is who sits where, who has
the button, and who posts what. Seat numbers are those of the table; the first hand is number 0.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import msgspec
import numpy as np
from scripted import changed

from railbird.lake import bits
from railbird.simulate.codes import ACTIONS
from railbird.simulate.job import Job, resolve
from railbird.simulate.play import play
from railbird.simulate.presence import (
    DO_BUTTON,
    DO_LEAVE,
    DO_RETURN_POSTING,
    DO_RETURN_WAITING,
    DO_SIT_OUT,
    DO_SIT_POSTING,
    DO_SIT_WAITING,
)
from railbird.simulate.room import find_room
from railbird.simulate.seating import EVENTS
from railbird.simulate.sessions import PopulationKeys, SessionKeys

if TYPE_CHECKING:
    from railbird.simulate.rows import Rows

COMMANDS = {
    "button": DO_BUTTON,
    "sit_post": DO_SIT_POSTING,
    "sit_wait": DO_SIT_WAITING,
    "sit_out": DO_SIT_OUT,
    "return_post": DO_RETURN_POSTING,
    "return_wait": DO_RETURN_WAITING,
    "leave": DO_LEAVE,
}
STACK = 10_000
POSTS = ("sb", "bb", "post", "dead")
# nobody comes or goes but by the script
STILL = SessionKeys(
    arrival=0, departure=0, sit_out=0, returns=0, rebuy=1, open_with=0, break_below=0
)


@dataclass(frozen=True)
class HandSeen:
    """One hand: where the button stands, who is dealt in, who posted what, who could do what."""

    number: int
    button: int
    dealt: frozenset[int]
    posts: tuple[tuple[int, str, int], ...]
    decisions: tuple[tuple[int, str, int], ...]
    events: tuple[tuple[int, str], ...]
    pot: int

    def poster(self, kind: str) -> int | None:
        """The seat that posted a blind; None where nobody did."""
        return next((seat for seat, name, _ in self.posts if name == kind), None)

    @property
    def sb(self) -> int | None:
        """The seat of the small blind."""
        return self.poster("sb")

    @property
    def bb(self) -> int | None:
        """The seat of the big blind."""
        return self.poster("bb")

    def posted(self, seat: int) -> dict[str, int]:
        """What a seat posted, by kind."""
        return {name: amount for who, name, amount in self.posts if who == seat}


@dataclass
class Script:
    """A table of a room and what happens there; `play` tells its hands.

    Attributes:
        room: name of the room.
        seats: seats of the table.
        sitting: seats taken before the first hand.
        button: seat of the first button.
        changes: keys of the room set otherwise.
        job: other keys of the job.
    """

    room: str = "standard"
    seats: int = 6
    sitting: tuple[int, ...] = (0, 1, 2, 3)
    button: int | None = 0
    changes: dict[str, Any] = field(default_factory=dict)
    job: dict[str, Any] = field(default_factory=dict)
    rows: list[tuple[int, int, int, int]] = field(default_factory=list)

    def at(self, hand: int, seat: int, command: str, amount: int = STACK) -> Script:
        """Let something happen before a hand."""
        self.rows.append((hand, seat, COMMANDS[command], amount))
        return self

    def play(self, hands: int) -> list[HandSeen]:
        """Play so many hands."""
        opening = [(0, seat, DO_SIT_POSTING, STACK) for seat in self.sitting]
        if self.button is not None:
            opening.append((0, self.button, DO_BUTTON, 0))
        recipe = resolve(
            Job(
                room=self.room, seats=self.seats, hands=hands, tables=1, rake="none",
                bots="always_call", stacks="carry", session=STILL,
                population=PopulationKeys(players=30), **self.job,
            )
        )  # fmt: skip
        room = changed(find_room(self.room), **self.changes)
        recipe = msgspec.structs.replace(recipe, room=room)
        rows = play(recipe, schedule=np.array([*opening, *self.rows], np.int64))
        return _read(rows)


def _read(rows: Rows) -> list[HandSeen]:
    numbers = (rows.column("hands", "hand_id") & bits.HAND_NO_MASK).tolist()
    seen = []
    for i, number in enumerate(numbers):
        of_players = rows.column("players", "hand_id") & bits.HAND_NO_MASK == number
        of_actions = rows.column("actions", "hand_id") & bits.HAND_NO_MASK == number
        moves = [
            (what >> bits.WHAT_SEAT_SHIFT & bits.WHAT_SEAT_MASK,
             ACTIONS[what & bits.WHAT_ACTION_MASK], amount,
             what >> bits.WHAT_LEGAL_SHIFT & bits.WHAT_LEGAL_MASK)
            for what, amount in zip(
                rows.column("actions", "what")[of_actions].tolist(),
                rows.column("actions", "amount")[of_actions].tolist(), strict=True,
            )
        ]  # fmt: skip
        of_events = rows.column("events", "hand_no") == number
        events = zip(
            rows.column("events", "seat")[of_events].tolist(),
            rows.column("events", "event")[of_events].tolist(),
            strict=True,
        )
        seen.append(
            HandSeen(
                number,
                int(rows.column("hands", "button_seat")[i]),
                frozenset(rows.column("players", "seat")[of_players].tolist()),
                tuple((s, name, amount) for s, name, amount, _ in moves if name in POSTS),
                tuple((s, name, legal) for s, name, _, legal in moves if legal),
                tuple((seat, EVENTS[event]) for seat, event in events),
                int(rows.column("hands", "pot")[i]),
            )
        )
    return seen
