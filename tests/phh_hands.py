"""PHH texts for tests: write one, read it, and say what it pays or why it does not stand.

Players are counted from the small blind; the last one is the button. Amounts are whole chips.
"""

from __future__ import annotations

from io import BytesIO
from typing import TYPE_CHECKING

from railbird.ingest.laying import Layer
from railbird.ingest.phh import Phh
from railbird.ingest.recorded import ISSUE_CODES, UNIT, RecordedHand, UnreadableError
from railbird.ingest.replaying import Outcome, replay_batch

if TYPE_CHECKING:
    from collections.abc import Sequence

# Board and hole cards of `deal`: the pairs from the worst to the best on this board.
BOARD = "2c7dJh4s9c"
HOLES = ("QdTd", "KdTc", "3h3s", "5h5s", "6h6s", "8h8s", "ThTs", "QhQs", "KhKs", "AhAs")
_STREETS = {"FLOP": slice(0, 6), "TURN": slice(6, 8), "RIVER": slice(8, 10)}


def write(
    blinds: Sequence[float],
    stacks: Sequence[float],
    actions: str,
    *,
    best: Sequence[int] = (),
    board: str = BOARD,
    holes: Sequence[str] | None = None,
    **fields: object,
) -> str:
    """Return a hand as PHH.

    Args:
        blinds: as in the file; of two players, the other way round.
        stacks: of each player.
        actions: with semicolons between; FLOP, TURN and RIVER deal the board.
        best: players (from 1) with the best cards, the very best first.
        board: five cards.
        holes: cards of each player, instead.
        fields: other fields, as TOML; those that are None are left out.
    """
    players = range(1, len(stacks) + 1)
    if holes is None:
        order = [player for player in players if player not in best] + list(reversed(best))
        strength = dict(zip(order, HOLES[-len(stacks) :], strict=True))
        holes = [strength[player] for player in players]
    texts = [f"d dh p{player} {cards}" for player, cards in zip(players, holes, strict=True)]
    words = [text.strip() for text in actions.split(";")]
    texts += [f"d db {board[_STREETS[w]]}" if w in _STREETS else w for w in words if w]
    base: dict[str, object] = {
        "variant": "'NT'",
        "antes": [0] * len(stacks),
        "blinds_or_straddles": list(blinds),
        "min_bet": max(blinds[:2]),
        "starting_stacks": list(stacks),
    }
    lines = [f"{key} = {value}" for key, value in (base | fields).items() if value is not None]
    return "\n".join([*lines, f"actions = {texts!r}"])


def check_down(players: str, first: str = "FLOP") -> str:
    """Return the streets from `first` on, checked by players like 'p1 p2'."""
    streets = list(_STREETS)[list(_STREETS).index(first) :]
    return ";".join(
        ";".join([street, *(f"{player} cc" for player in players.split())]) for street in streets
    )


def read(text: str) -> RecordedHand:
    """Return the one hand of a text."""
    form = Phh()
    (passage,) = form.cut(BytesIO(text.encode()))
    return form.reader(form.smallest_chip([passage])).read(passage)


def replayed(text: str) -> tuple[RecordedHand, Outcome]:
    """Return the one hand of a text, and what became of it."""
    hand = read(text)
    return hand, replay_batch(Layer().lay([hand], [3], [7]))


def stands(text: str) -> tuple[RecordedHand, Outcome]:
    """Return a hand that must stand, and its rows."""
    hand, outcome = replayed(text)
    assert not outcome.refused, outcome.refused[0].message
    return hand, outcome


def by_player(text: str, *columns: str) -> list[float]:
    """Return the sum of columns of `players` of a hand that stands, in chips, player by player."""
    hand, outcome = stands(text)
    rows = outcome.rows.columns("players")
    total = sum(-rows[name[1:]] if name.startswith("-") else rows[name] for name in columns)
    found = dict(zip(rows["seat"].tolist(), total.tolist(), strict=True))  # type: ignore[union-attr]
    return [found[seat] / UNIT for seat in hand.setting.places]


def stacks_after(text: str) -> list[float]:
    """Return the stacks after a hand that stands, player by player."""
    return by_player(text, "stack", "-invested", "collected")


def nets(text: str) -> list[float]:
    """Return what each player of a hand that stands won or lost."""
    return by_player(text, "-invested", "collected")


def fault(text: str) -> tuple[str, str]:
    """Return code and message of a hand that must not stand."""
    try:
        _, outcome = replayed(text)
    except UnreadableError as error:
        found = error
    else:
        assert outcome.refused, "the hand stands"
        found = outcome.refused[0]
        assert outcome.rows.hands.shape[1] == outcome.rows.actions.shape[1] == 0
    assert found.code in ISSUE_CODES
    assert "\n" not in found.message
    return found.code, found.message
