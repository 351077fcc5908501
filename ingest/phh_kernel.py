"""The actions of many PHH hands at once, in compiled code, where they are of the plainest form.

`phh_actions.py` says what actions mean, and what is wrong with those that mean nothing. Here the
same is done for texts as programs write them, straight from the bytes; a hand with any other
action, and one in which anything does not fit, is left to it (a test compares both).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any, overload

import numpy as np
from numba import njit

from railbird.cards import NO_CARD, RANKS, SUITS
from railbird.ingest.phh_actions import BOARD_SIZE, Played
from railbird.ingest.recorded import UNIT
from railbird.jitcache import compiled_code, hash_sources, is_kept
from railbird.simulate.codes import FOLD
from railbird.simulate.jit import inlined
from railbird.simulate.replay_kernel import BET_OR_RAISE, CHECK_OR_CALL

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from numpy.typing import NDArray

    from railbird.simulate.arrays import Ints

    Bytes = NDArray[np.uint8]

# Every source that the compiled code has a number of; a test compares the list with the imports.
SOURCES = (
    "cards.py", "ingest/phh_actions.py", "ingest/phh_kernel.py", "ingest/recorded.py",
    "simulate/codes.py", "simulate/jit.py", "simulate/replay_kernel.py",
)  # fmt: skip
_SIGNATURE = (
    "int64(uint8[::1], int64[::1], int64[::1], int64[::1], int64[::1], int64[::1], "
    "int64[:, ::1], int64[:, ::1], int64[:, ::1])"
)
# what is known of a hand: 1 if its actions were understood, cards on the board, mask of players who
# muck, one past its last decision
UNDERSTOOD, ON_BOARD, MUCKED, DECISIONS_END = range(4)
HEAD_SIZE = 4
# a decision: player, action, street total, cards on the board, which of the hand's actions it is
DECISION_SIZE = 5
_SHORTEST = len("p1 f', '")
_PADDING = bytes(32)  # so that looking ahead never leaves the text

_QUOTE, _SPACE, _DOT, _UNKNOWN, _MINUS = b"' .?-"
_D, _P, _H, _B, _F, _C, _R, _S, _M, _COMMA = b"dphbfcrsm,"
_ZERO, _NINE = b"09"
_MOST_DIGITS = 11
_NOBODYS = 62  # bit of what is no card
_RANK_OF = np.full(256, -100, np.int64)
_RANK_OF[np.frombuffer(RANKS.encode(), np.uint8)] = np.arange(len(RANKS))
_SUIT_OF = np.full(256, -100, np.int64)
_SUIT_OF[np.frombuffer(SUITS.encode(), np.uint8)] = np.arange(len(SUITS))


@dataclass(frozen=True, slots=True)
class Understood:
    """What the actions of many hands say.

    Attributes:
        texts: everything between the first and the last quote of each.
        dealt: int64[hands], cards dealt to the players of each.
        heads: int64[hands, HEAD_SIZE].
        holes: cards of all players of all hands, one after the other; -1 is unknown.
        boards: int64[hands, BOARD_SIZE].
        decisions: int64[n, DECISION_SIZE], of all hands in a row.
    """

    texts: Sequence[bytes]
    dealt: Ints
    heads: Ints
    holes: Ints
    boards: Ints
    decisions: Ints

    def played(self) -> Iterator[Played | None]:
        """Yield what each hand's say; None where they are for `phh_actions.py`."""
        holes, boards = self.holes.tolist(), self.boards.tolist()
        decisions, places = self.decisions[:, :4].ravel().tolist(), self.decisions[:, 4].tolist()
        first = begin = 0
        for text, dealt, board, head in zip(
            self.texts, self.dealt.tolist(), boards, self.heads.tolist(), strict=True
        ):
            understood, on_board, mucked, end = head
            if understood:
                yield Played(
                    ActionTexts(text), holes[first : first + dealt], board[:on_board],
                    decisions[4 * begin : 4 * end], places[begin:end], mucked,
                )  # fmt: skip
            else:
                yield None
            first += dealt
            begin = end


class ActionTexts(Sequence[str]):
    """The actions of a hand, told apart when one is asked for."""

    def __init__(self, text: bytes) -> None:
        """Take everything between the first quote and the last."""
        self._text = text

    def _split(self) -> list[str]:
        return self._text.decode().split("', '")

    @overload
    def __getitem__(self, at: int) -> str: ...
    @overload
    def __getitem__(self, at: slice) -> list[str]: ...
    def __getitem__(self, at: int | slice) -> str | list[str]:
        """Return one action, or some."""
        return self._split()[at]

    def __len__(self) -> int:
        """Return how many there are."""
        return len(self._split())


def understand_many(
    texts: Sequence[bytes], players: Sequence[int], hole_cards: Sequence[int]
) -> Understood:
    """Return what the actions of many hands say.

    Args:
        texts: of each hand everything between the first and the last quote of its actions.
        players: of each hand.
        hole_cards: cards that a player of each hand is dealt.
    """
    lengths = np.fromiter(map(len, texts), np.int64, len(texts))
    text = np.frombuffer(bytearray().join((*texts, _PADDING)), np.uint8)
    ends = np.cumsum(lengths)
    dealt = np.array([players, hole_cards], np.int64).reshape(2, -1)
    heads = np.zeros((len(texts), HEAD_SIZE), np.int64)
    holes = np.full(int(dealt[0] @ dealt[1]), NO_CARD, np.int64)
    boards = np.zeros((len(texts), BOARD_SIZE), np.int64)
    decisions = np.empty((len(text) // _SHORTEST + len(texts) + 1, DECISION_SIZE), np.int64)
    made = _compiled()(
        text, ends - lengths, ends, dealt[0], dealt[1], holes, boards, decisions, heads
    )
    return Understood(texts, dealt[0] * dealt[1], heads, holes, boards, decisions[:made])


@cache
def _compiled() -> Callable[..., int]:
    with compiled_code(hash_sources(SOURCES)):
        compiled: Any = njit(_SIGNATURE, nogil=True, cache=is_kept())(_read_hands)
    typed: Callable[..., int] = compiled
    return typed


def _read_hands(
    text: Bytes, starts: Ints, ends: Ints, players: Ints, hole_cards: Ints, holes: Ints,
    boards: Ints, decisions: Ints, heads: Ints,
) -> int:  # fmt: skip
    """Read the actions of all hands; returns how many decisions they have."""
    made = first = 0
    for hand in range(len(starts)):
        before = made
        cards = hole_cards[hand]
        made = _read_hand(
            text, starts[hand], ends[hand], players[hand],
            holes[first : first + cards * players[hand]], cards,
            boards[hand], decisions, made, heads[hand],
        )  # fmt: skip
        if heads[hand, UNDERSTOOD] == 0:
            made = before
        heads[hand, DECISIONS_END] = made
        first += cards * players[hand]
    return made


@inlined
def _read_hand(
    text: Bytes, i: int, end: int, players: int, holes: Ints, hole_cards: int, board: Ints,
    decisions: Ints, made: int, head: Ints,
) -> int:  # fmt: skip
    """Read the actions of one hand from text[i:end]; returns one past its last decision."""
    dealt = unseen = seen = action = 0
    while i < end and seen >= 0:
        stop = i
        while stop < end and text[stop] != _QUOTE:
            stop += 1
        if text[i] == _D and text[i + 3] == _B:
            seen = _deal_board(text, i, stop, board, head, seen)
        elif text[i] == _D:
            seen, dealt = _deal_hole(text, i, stop, players, holes, hole_cards, seen, dealt)
        else:
            player, i = _player(text, i, players)
            what, amount = _decision(text, i, stop)
            if player < 0:
                seen = -1
            elif what >= 0:
                decisions[made, 0] = player
                decisions[made, 1] = what
                decisions[made, 2] = amount
                decisions[made, 3] = head[ON_BOARD]
                decisions[made, 4] = action
                made += 1
            elif text[i] == _S and text[i + 1] == _M and stop == i + 2:
                head[MUCKED] |= 1 << player
            else:
                seen, unseen = _show(text, i, stop, player, holes, hole_cards, seen, unseen)
        action += 1
        i = stop
        if i < end:  # from one quote to the next
            if text[i + 1] != _COMMA or text[i + 2] != _SPACE or text[i + 3] != _QUOTE:
                seen = -1
            i += 4
            if i >= end:  # an action with nothing in it
                seen = -1
    for player in range(players):
        if unseen >> player & 1 and holes[player * hole_cards] < 0:
            head[MUCKED] |= 1 << player
    head[UNDERSTOOD] = seen >= 0
    return made


@inlined
def _player(text: Bytes, i: int, players: int) -> tuple[int, int]:
    """Read 'p12 ' from text[i]; returns the player, -1 if there is none, and where it ends."""
    if text[i] != _P or text[i + 1] <= _ZERO or text[i + 1] > _NINE:
        return -1, i
    player = text[i + 1] - _ZERO
    i += 2
    if text[i] >= _ZERO and text[i] <= _NINE:
        player = 10 * player + text[i] - _ZERO
        i += 1
    if text[i] != _SPACE or player > players:
        return -1, i
    return player - 1, i + 1


@inlined
def _decision(text: Bytes, i: int, stop: int) -> tuple[int, int]:
    """Read 'f', 'cc' or 'cbr 12.50'; returns the action, -1 if it is none, and the amount."""
    if stop == i + 1 and text[i] == _F:
        return FOLD, 0
    if stop == i + 2 and text[i] == _C and text[i + 1] == _C:
        return CHECK_OR_CALL, 0
    if text[i] != _C or text[i + 1] != _B or text[i + 2] != _R or text[i + 3] != _SPACE:
        return -1, 0
    units = _units(text, i + 4, stop)
    return (BET_OR_RAISE if units >= 0 else -1), units


@inlined
def _units(text: Bytes, i: int, stop: int) -> int:
    """Read an amount with no decimals, one or two; returns money units, -1 if it is none."""
    units = digits = 0
    while i < stop and text[i] >= _ZERO and text[i] <= _NINE:
        units = 10 * units + text[i] - _ZERO
        digits += 1
        i += 1
    if digits == 0 or digits > _MOST_DIGITS:
        return -1
    units *= UNIT
    if i < stop:
        if text[i] != _DOT or stop < i + 2 or stop > i + 3:
            return -1
        tenth = UNIT // 10
        for at in range(i + 1, stop):
            if text[at] < _ZERO or text[at] > _NINE:
                return -1
            units += tenth * (text[at] - _ZERO)
            tenth //= 10
    return units


@inlined
def _take_cards(text: Bytes, i: int, n: int, cards: Ints, at: int, seen: int) -> int:
    """Read n known cards into cards[at:]; returns those seen with them, -1 if one cannot be."""
    for k in range(n):
        card = 4 * _RANK_OF[text[i + 2 * k]] + _SUIT_OF[text[i + 2 * k + 1]]
        if card < 0 or seen >> card & 1:
            return -1
        seen |= 1 << card
        cards[at + k] = card
    return seen


@inlined
def _is_unknown(text: Bytes, i: int, stop: int) -> bool:
    """Return whether there is nothing but question marks."""
    while i < stop:
        if text[i] != _UNKNOWN:
            return False
        i += 1
    return True


@inlined
def _deal_board(text: Bytes, i: int, stop: int, board: Ints, head: Ints, seen: int) -> int:
    """Read 'd db AhKhQh'; returns the cards seen so far, -1 if something is wrong."""
    n = (stop - i - 5) // 2
    on_board = head[ON_BOARD]
    if text[i + 1] != _SPACE or text[i + 2] != _D or text[i + 4] != _SPACE:
        return -1
    if stop != i + 5 + 2 * n or n <= 0 or on_board + n > BOARD_SIZE:
        return -1
    head[ON_BOARD] = on_board + n
    return _take_cards(text, i + 5, n, board, on_board, seen)


@inlined
def _deal_hole(
    text: Bytes, i: int, stop: int, players: int, holes: Ints, hole_cards: int, seen: int,
    dealt: int,
) -> tuple[int, int]:  # fmt: skip
    """Read 'd dh p1 AhKh'; returns cards seen (-1 if something is wrong) and players dealt to."""
    if text[i + 1] != _SPACE or text[i + 2] != _D or text[i + 3] != _H or text[i + 4] != _SPACE:
        return -1, dealt
    player, i = _player(text, i + 5, players)
    if player < 0 or dealt >> player & 1 or stop != i + 2 * hole_cards:
        return -1, dealt
    dealt |= 1 << player
    if _is_unknown(text, i, stop):
        return seen, dealt
    if holes[player * hole_cards] >= 0:  # shown before they are dealt
        return -1, dealt
    return _take_cards(text, i, hole_cards, holes, player * hole_cards, seen), dealt


@inlined
def _show(
    text: Bytes, i: int, stop: int, player: int, holes: Ints, hole_cards: int, seen: int,
    unseen: int,
) -> tuple[int, int]:  # fmt: skip
    """Read 'sm AhKh' or 'sm -'; returns cards seen (-1 if something is wrong), and who is not."""
    if text[i] != _S or text[i + 1] != _M or text[i + 2] != _SPACE:
        return -1, unseen
    i += 3
    if stop == i + 1 and text[i] == _MINUS:
        return seen, unseen
    if stop != i + 2 * hole_cards:
        return -1, unseen
    if _is_unknown(text, i, stop):
        return seen, unseen | 1 << player
    first = player * hole_cards
    if holes[first] < 0:
        return _take_cards(text, i, hole_cards, holes, first, seen), unseen
    shown = his = 0
    for k in range(hole_cards):
        card = 4 * _RANK_OF[text[i + 2 * k]] + _SUIT_OF[text[i + 1 + 2 * k]]
        shown |= 1 << (card if card >= 0 else _NOBODYS)
        his |= 1 << holes[first + k]
    return (seen if shown == his else -1), unseen
