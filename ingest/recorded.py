"""What a reader makes of a file: passages of text, and hands as they were recorded.

Everything after this is the same for all formats. Players are counted in the order in which they
are first dealt to (0 the small blind, the last one the button; heads-up 0 the big blind); money is
in units of 10^money_exp. Nothing here knows a format or the lake.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

    from railbird.simulate.policy import Rake

# Kinds of issues, in the column `issues.code`; docs/ingest.md says what each one means.
ISSUE_CODES = (
    "not_utf8", "syntax", "too_long", "field", "variant", "unsupported", "amount", "action",
    "cards", "illegal", "street", "board", "unknown_cards", "muck", "stacks",
)  # fmt: skip

MONEY_EXP = -2
UNIT = 100  # money units a chip, or a dollar: half chips and cents are whole numbers
# Far above any real stack, far below what 64 bits hold once amounts are added up.
LARGEST_AMOUNT = 10**15
# What a player has whose stack the record does not know: more than anyone can bet, so that he is
# never all-in. It is written as NULL.
UNKNOWN_STACK = 10**16
# In the place of a hole card: unknown, of a hand that won by what the record says of the money.
WON_UNSEEN = -2
# Whose rules and which rake, where the record names none.
RECORDED = "recorded"

CHECK_OR_CALL = "check_or_call"
BET_OR_RAISE = "bet_or_raise"


class UnreadableError(Exception):
    """A hand that cannot enter, and why: it becomes an issue, and its neighbours enter."""

    def __init__(self, code: str, message: str) -> None:
        """Say which kind of issue it is (one of ISSUE_CODES), and what is wrong in one line."""
        super().__init__(message)
        self.code = code
        self.message = message


class Passage(NamedTuple):
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
        small_bet: lower limit; without a limit the least bet where it is not the big blind, else 0.
        big_bet: upper limit; 0 without a limit.
        ante: the largest ante; 0 is none.
        ante_kind: who antes: None, 'all', 'bb', 'button', or 'uneven' (see the posts).
        dead_antes: antes belong to the main pot, whoever could not pay in full.
        straddle: highest straddle; 0 is none.
        seats: seats at the table.
        places: seat of each player, from 0.
        posts: (player, kind, nominal amount) in order; kinds as in `actions.action`.
        small_blind_player: who has the small blind's place, posted or not; -1 is nobody.
        big_blind_player: who has the big blind's place.
        button: seat of the button, from 0; it may be empty.
        last_blind_player: whoever is left of him acts first.
        bring_in: what it takes to stay in: the big blind, or the highest straddle.
        room: whose house rules, or 'recorded'.
        rake: the policy; None is no rake.
        game: as in `hands.game`.
        hole_cards: that each player is dealt.
    """

    betting: str
    currency: str
    chip: int
    small_blind: int
    big_blind: int
    small_bet: int
    big_bet: int
    ante: int
    ante_kind: str | None
    dead_antes: bool
    straddle: int
    seats: int
    places: tuple[int, ...]
    posts: tuple[tuple[int, str, int], ...]
    small_blind_player: int
    big_blind_player: int
    button: int
    last_blind_player: int
    bring_in: int
    room: str = RECORDED
    rake: Rake | None = None
    game: str = "holdem"
    hole_cards: int = 2

    @property
    def rake_policy(self) -> str:
        """Name of the rake policy, as the lake has it."""
        return RECORDED if self.rake is None else self.rake.name


@dataclass(slots=True)
class RecordedHand:
    """One hand as its record says it.

    Attributes:
        setting: the table.
        players: name of each player.
        stacks: chips of each player before the hand; UNKNOWN_STACK where the record has none.
        holes: as many cards a player as the game has, one player after the other; -1 is unknown,
            WON_UNSEEN too.
        board: the cards dealt to the board.
        decisions: (player, action code of `replay.ACTION_CODES`, street total, cards on the board
            at that moment), one after the other in one list.
        texts: the record's actions, as written.
        places: for each decision the index of its text.
        mucked: bit mask of players whose hands the record says are mucked.
        finishing: stacks after the hand where the record states them; a player's is UNKNOWN_STACK
            where it does not.
        site_hand_id: the site's number.
        site: where it was played.
        started_at: microseconds since 1970 in UTC.
        tz_status: how the time zone is known.
        settled: the record says who won, where unknown cards do not.
        claimed: what each player won by the record; held against the pots where unknown cards won.
        profiles: profile of each player where the record states them.
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
    settled: bool = False
    claimed: Sequence[int] | None = None
    profiles: Sequence[str | None] | None = None

    def tell(self, decision: int) -> str:
        """Name a decision in words: which action of the record, from 1, and its text."""
        if decision >= len(self.places):
            return "the end of the record"
        place = self.places[decision]
        return f"action {place + 1} {self.texts[place]!r}"

    def name(self, player: int) -> str:
        """Name a player in words."""
        return f"player {player + 1} ({self.players[player]!r})"
