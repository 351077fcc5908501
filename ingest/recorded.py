"""What a reader makes of a file: passages of text, and hands as they were recorded.

Everything after this is the same for all formats. Players are counted in the order in which they
are first dealt to (0 the small blind, the last one the button; heads-up 0 the big blind); money is
in units of 10^money_exp. Nothing here knows a format, the engine or the lake.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

# Kinds of issues, in the column `issues.code`; docs/ingest.md says what each one means.
ISSUE_CODES = (
    "not_utf8", "syntax", "too_long", "field", "variant", "unsupported", "unknown_stack", "amount",
    "action", "cards", "illegal", "street", "board", "unknown_cards", "muck", "stacks",
)  # fmt: skip

MONEY_EXP = -2
UNIT = 100  # money units a chip, or a dollar: half chips and cents are whole numbers
# Far above any real stack, far below what 64 bits hold once amounts are added up.
LARGEST_AMOUNT = 10**15

CHECK_OR_CALL = "check_or_call"
BET_OR_RAISE = "bet_or_raise"


class UnreadableError(Exception):
    """A hand that cannot enter, and why: it becomes an issue, and its neighbours enter."""

    def __init__(self, code: str, message: str) -> None:
        """Say which kind of issue it is (one of ISSUE_CODES), and what is wrong in one line."""
        super().__init__(message)
        self.code = code
        self.message = message


@dataclass(frozen=True, slots=True)
class Passage:
    """The text of one hand as it stands in its file.

    Attributes:
        start: offset of its first byte.
        end: offset after its last byte.
        line: line it starts on, from 1.
        raw: its bytes; only the beginning of a passage that is too long.
        too_long: it is longer than any hand.
    """

    start: int
    end: int
    line: int
    raw: bytes
    too_long: bool = False


@dataclass(frozen=True, slots=True)
class Setting:
    """What is played for and who posts what: the same for many hands of a file.

    Attributes:
        betting: 'NL', 'PL' or 'FL'.
        currency: ISO code, or 'chips'.
        chip: smallest chip.
        small_blind: of the stake.
        big_blind: of the stake.
        ante: what each player (or the big blind, for all) antes; 0 is none.
        ante_kind: None, 'all' or 'bb'.
        dead_antes: antes belong to the main pot, whoever could not pay in full.
        straddle: highest straddle; 0 is none.
        seats: seats at the table.
        places: seat of each player, from 0.
        posts: (player, kind, nominal amount) in order; kinds as in `actions.action`.
        small_blind_player: who has the small blind's place, posted or not.
        big_blind_player: who has the big blind's place.
        last_blind_player: whoever is left of him acts first.
        bring_in: what it takes to stay in: the big blind, or the highest straddle.
    """

    betting: str
    currency: str
    chip: int
    small_blind: int
    big_blind: int
    ante: int
    ante_kind: str | None
    dead_antes: bool
    straddle: int
    seats: int
    places: tuple[int, ...]
    posts: tuple[tuple[int, str, int], ...]
    small_blind_player: int
    big_blind_player: int
    last_blind_player: int
    bring_in: int


@dataclass(slots=True)
class RecordedHand:
    """One hand as its record says it.

    Attributes:
        setting: the table.
        players: name of each player.
        stacks: chips of each player before the hand.
        holes: two cards a player, one player after the other; -1 is unknown.
        board: the cards dealt to the board.
        decisions: (player, action code of `replay.ACTION_CODES`, street total, cards on the board
            at that moment), one after the other in one list.
        texts: the record's actions, as written.
        places: for each decision the index of its text.
        mucked: bit mask of players whose hands the record says are mucked.
        finishing: stacks after the hand where the record states them.
        site_hand_id: the site's number.
        site: where it was played.
        started_at: microseconds since 1970 in UTC.
        tz_status: how the time zone is known.
    """

    setting: Setting
    players: Sequence[str]
    stacks: Sequence[int]
    holes: list[int]
    board: list[int]
    decisions: list[int]
    texts: Sequence[str]
    places: list[int] = field(default_factory=list)
    mucked: int = 0
    finishing: Sequence[int] | None = None
    site_hand_id: str | None = None
    site: str | None = None
    started_at: int | None = None
    tz_status: str | None = None

    def tell(self, decision: int) -> str:
        """Name a decision in words: which action of the record, from 1, and its text."""
        if decision >= len(self.places):
            return "the end of the record"
        place = self.places[decision]
        return f"action {place + 1} {self.texts[place]!r}"

    def name(self, player: int) -> str:
        """Name a player in words."""
        return f"player {player + 1} ({self.players[player]!r})"
