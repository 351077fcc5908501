"""A hand of a room, played from a script: how a rule is shown in a test.

Seats: 0 has the small blind, 1 the big blind, 2 acts first ... the last has the button; heads-up 0
has the big blind and 1 the button. A script is words of seat, letter and amount: `2c` seat 2 calls,
`f` folds, `k` checks, `0b200` bets 2.00, `0r600` raises to 6.00 (the street's total), `0d5` draws
with the mask 5; bars and spaces between them are for the reader.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import msgspec

from railbird.cards import DECK
from railbird.lake import bits
from railbird.simulate.codes import ACTIONS
from railbird.simulate.job import Job, resolve
from railbird.simulate.policy import rake_config
from railbird.simulate.replay import Hand, Verdict, replay
from railbird.simulate.room import Room, find_room, table_config

if TYPE_CHECKING:
    from collections.abc import Sequence

    from railbird.simulate.job import Recipe
    from railbird.simulate.rows import Rows

FOLD, CHECK, CALL, BET, RAISE = 1, 2, 4, 8, 16
ORDERED = tuple(range(52))
ENDED = "the record ends before the hand does"
_LETTERS = {"f": "fold", "k": "check", "c": "call", "b": "bet", "r": "raise", "d": "draw"}
_WORD = re.compile(r"(\d)([fkcbrd])(\d*)")


def script(text: str) -> tuple[tuple[int, str, int], ...]:
    """Read a script: (seat, action, amount) triples."""
    moves = []
    for word in text.replace("|", " ").split():
        match = _WORD.fullmatch(word)
        assert match is not None, f"{word!r} is no move"
        moves.append((int(match[1]), _LETTERS[match[2]], int(match[3] or 0)))
    return tuple(moves)


def cards(text: str) -> tuple[int, ...]:
    """Read cards: 'AhKd'."""
    return tuple(DECK.index(text[i : i + 2]) for i in range(0, len(text), 2))


def changed(room: Room, **changes: Any) -> Room:
    """Return a room with some keys set otherwise: `betting__raise_cap=4`."""
    for name, value in changes.items():
        table, _, key = name.rpartition("__")
        if table:
            inner = msgspec.structs.replace(getattr(room, table), **{key: value})
            room = msgspec.structs.replace(room, **{table: inner})
        else:
            room = msgspec.structs.replace(room, **{key: value})
    return room


@dataclass(frozen=True)
class Outcome:
    """What became of a scripted hand."""

    rows: Rows
    verdict: Verdict
    recipe: Recipe

    def hole(self, seat: int) -> str:
        """Hole cards of a seat as text, in the order of the deal; at draw the first hand."""
        code = int(self.rows.column("players", "hole")[seat])
        if self.recipe.table.game == "holdem":
            first, second = divmod(code, 51)
            return DECK[first] + DECK[second + (second >= first)]
        return self._unpack(code, self.recipe.table.hole_cards)

    def final(self, seat: int) -> str:
        """The hand a seat held after the draw."""
        return self._unpack(int(self.rows.column("players", "hole")[seat]) >> 30, 5)

    @staticmethod
    def _unpack(code: int, n: int) -> str:
        codes = [code >> 6 * i & 63 for i in range(n)]
        return "".join(DECK[card] for card in codes if card < 52)

    @property
    def board(self) -> str:
        """The board as text."""
        packed = int(self.rows.column("hands", "board")[0])
        codes = [packed >> 6 * i & 63 for i in range(5)]
        return "".join(DECK[code] for code in codes if code < 52)

    @property
    def more_boards(self) -> list[str]:
        """The boards after the first as text."""
        packed = int(self.rows.column("hands", "more_boards")[0])
        return [self._unpack(packed >> shift, 5) for shift in (0, 30) if packed >> shift]

    def column(self, table: str, name: str) -> list[int]:
        """A column of the rows."""
        values: list[int] = self.rows.column(table, name).tolist()
        return values

    @property
    def net(self) -> list[int]:
        """What each seat won or lost."""
        pairs = zip(
            self.column("players", "collected"), self.column("players", "invested"), strict=True
        )
        return [got - paid for got, paid in pairs]

    @property
    def actions(self) -> list[tuple[int, str, int]]:
        """(seat, action, chips moved) in order."""
        return [
            (what >> bits.WHAT_SEAT_SHIFT & bits.WHAT_SEAT_MASK,
             ACTIONS[what & bits.WHAT_ACTION_MASK], amount)
            for what, amount in zip(
                self.column("actions", "what"), self.column("actions", "amount"), strict=True
            )
        ]  # fmt: skip

    @property
    def shown(self) -> list[tuple[int, str]]:
        """(seat, 'show' or 'muck') in order."""
        return [(seat, name) for seat, name, _ in self.actions if name in ("show", "muck")]


@dataclass(frozen=True)
class Setting:
    """A table of a room and the cards of a hand; `play`, `facing` and `refused` run a script.

    Attributes:
        room: name of the room.
        seats: how many sit and are dealt in.
        changes: keys of the room set otherwise, for `changed`.
        job: keys of a job (stakes, betting, game ...).
        stacks: by seat; the buy-in without.
        holes: known hole cards by seat, as text; without them the deck is dealt in order.
        deck: the first cards of the deck, as text; the others follow in order.
        board: known board, as text.
        posts: forced posts instead of the two blinds: (seat, kind, amount).
        button, bb_seat, last_blind: seats, where they are not the usual ones.
        tournament: whether a tournament is played.
    """

    room: str = "standard"
    seats: int = 4
    changes: dict[str, Any] = field(default_factory=dict)
    job: dict[str, Any] = field(default_factory=dict)
    stacks: Sequence[int] | None = None
    holes: Sequence[str] | None = None
    deck: str = ""
    board: str = ""
    posts: Sequence[tuple[int, str, int]] | None = None
    sb_seat: int | None = None
    bb_seat: int | None = None
    bring_in: int | None = None
    last_blind: int | None = None
    button: int | None = None
    tournament: bool = False

    def play(self, text: str) -> Outcome:
        """Play a whole hand; it has to stand."""
        outcome = self._run(text)
        assert outcome.verdict.error == 0, outcome.verdict
        return outcome

    def facing(self, text: str) -> Verdict:
        """What the next player has in front of him after a script."""
        verdict = self._run(text).verdict
        assert verdict.reason == ENDED, verdict
        return verdict

    def refused(self, text: str) -> str:
        """Why the last move of a script is refused."""
        verdict = self._run(text).verdict
        assert verdict.decisions == len(script(text)) - 1, verdict
        return verdict.reason

    def check_down(self, text: str = "") -> Outcome:
        """Play a script, then checks and calls without end."""
        while (verdict := self._run(text).verdict).reason == ENDED:
            text += f" {verdict.seat}{'k' if verdict.legal & CHECK else 'c'}"
        return self.play(text)

    def _run(self, text: str) -> Outcome:
        recipe = resolve(Job(room=self.room, seats=self.seats, rake="none", **self.job))
        table = msgspec.structs.replace(recipe.table, tournament=self.tournament)
        cfg = table_config(changed(find_room(self.room), **self.changes), table)
        heads_up = self.seats == 2
        small = self.sb_seat if self.sb_seat is not None else (1 if heads_up else 0)
        big = self.bb_seat if self.bb_seat is not None else (0 if heads_up else 1)
        usual = ((small, "sb", table.small_blind), (big, "bb", table.big_blind))
        hand = Hand(
            cfg=cfg,
            rk=rake_config(recipe.rake),
            stacks=self.stacks or (recipe.stack,) * self.seats,
            button=self.seats - 1 if self.button is None else self.button,
            sb_seat=small,
            bb_seat=big,
            bring_in=self.bring_in or table.big_blind,
            posts=self.posts if self.posts is not None else usual,
            last_blind=big if self.last_blind is None else self.last_blind,
            holes=[cards(hole) for hole in self.holes] if self.holes else (None,) * self.seats,  # type: ignore[misc]
            board=cards(self.board),
            actions=script(text),
            deck=None if self.holes else tuple(dict.fromkeys((*cards(self.deck), *ORDERED))),
        )
        rows, verdicts = replay([hand])
        return Outcome(rows, verdicts[0], recipe)
