"""The actions of a PHH hand: cards, decisions, hands shown.

The same few hundred texts come again and again ("p3 f"), so each is understood once and looked up
from then on.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from decimal import Decimal
from typing import TYPE_CHECKING, Any

from railbird.cards import DECK, NO_CARD
from railbird.ingest.phh_fields import units_of
from railbird.ingest.recorded import BET_OR_RAISE, CHECK_OR_CALL, UNIT, UnreadableError
from railbird.simulate.replay import ACTION_CODES

if TYPE_CHECKING:
    from collections.abc import Sequence

# What an action is: (kind, player, action code or cards, amount or how many cards were named). Of
# hole cards none are given where one is unknown, because a part of a hand is worth nothing here.
Move = tuple[int, int, int | tuple[int, ...], int]
DECIDE, DEAL_HOLE, DEAL_BOARD, SHOW, MUCK, UNSEEN, NOTHING = range(7)

_CARD = {text: card for card, text in enumerate(DECK)} | {"??": NO_CARD}
_PLAYERS = {f"p{player + 1}": player for player in range(99)}
_AMOUNT = re.compile(r"[0-9]+(\.[0-9]+)?", re.ASCII)
_FOLD, _CHECK_OR_CALL, _BET_OR_RAISE = (
    ACTION_CODES["fold"], ACTION_CODES[CHECK_OR_CALL], ACTION_CODES[BET_OR_RAISE],
)  # fmt: skip
BOARD_SIZE = 5
# Texts remembered; then all are forgotten, so that memory stays bounded.
_REMEMBERED = 200_000


@dataclass(slots=True)
class Played:
    """What the actions of a hand say; fields as in `RecordedHand`."""

    texts: Sequence[str]
    holes: list[int]
    board: list[int] = field(default_factory=list)
    decisions: list[int] = field(default_factory=list)
    places: list[int] = field(default_factory=list)
    mucked: int = 0


class ActionReader:
    """Understands actions, and remembers them; all readers may share one."""

    def __init__(self) -> None:
        """Remember nothing yet."""
        self._known: dict[str, Move] = {}

    def read(self, texts: Sequence[str], players: int, hole_cards: int = 2) -> Played:
        """Return what the actions of a hand say.

        Raises:
            UnreadableError: an action cannot be understood, or a card comes twice.
        """
        moves: list[Any] = list(map(self._known.get, texts))
        if not all(moves):
            moves = [move or self._learn(i, texts[i]) for i, move in enumerate(moves)]
        played = Played(texts, [NO_CARD] * (hole_cards * players))
        holes, board, decisions, places = (
            played.holes, played.board, played.decisions, played.places,
        )  # fmt: skip
        dealt = unseen = on_board = place = 0
        for kind, player, first, second in moves:
            if kind == DECIDE:
                decisions += player, first, second, on_board
                places.append(place)
            elif player >= players:
                raise _unreadable(place, texts[place], f"there are only {players} players")
            elif kind == DEAL_BOARD:
                board += first
                on_board = len(board)
                if on_board > BOARD_SIZE:
                    reason = f"{on_board} cards on the board, which has {BOARD_SIZE}"
                    raise _unreadable(place, texts[place], reason, "board")
            elif kind == MUCK:
                played.mucked |= 1 << player
            elif kind != NOTHING and second not in (0, hole_cards):
                reason = f"{second} cards; a hand of this game has {hole_cards}"
                raise _unreadable(place, texts[place], reason, "cards")
            elif kind == DEAL_HOLE:
                if dealt >> player & 1:
                    raise _unreadable(place, texts[place], "this player has cards already")
                dealt |= 1 << player
                if first:
                    holes[hole_cards * player : hole_cards * (player + 1)] = first
            elif kind == SHOW and first:
                _show(holes, player, first, place, texts[place])
            elif kind == UNSEEN:
                unseen |= 1 << player
            place += 1  # noqa: SIM113 - faster than counting by enumerate, and this is the hot loop
        if decisions and max(decisions[::4]) >= players:
            place = next(at for at, move in enumerate(moves) if move[1] >= players)
            raise _unreadable(place, texts[place], f"there are only {players} players")
        _refuse_twice(holes, board)
        for player in range(players) if unseen else ():
            if unseen >> player & 1 and holes[hole_cards * player] == NO_CARD:
                played.mucked |= 1 << player
        return played

    def _learn(self, place: int, text: str) -> Move:
        try:
            move = understand(text)
        except UnreadableError as error:
            raise UnreadableError(
                error.code, f"action {place + 1} {text!r}: {error.message}"
            ) from None
        if len(self._known) >= _REMEMBERED:
            self._known.clear()
        self._known[text] = move
        return move


def understand(text: str) -> Move:
    """Return what one action says.

    Raises:
        UnreadableError: it is no action of hold'em or Omaha.
    """
    if "#" in text:
        text = text[: text.index("#")]
    move: Move | None = None
    match text.split():
        case ["d", "dh", player, cards]:
            move = (DEAL_HOLE, _player(player), *_hole_cards(cards))
        case ["d", "db", cards]:
            move = DEAL_BOARD, 0, _board_cards(cards), 0
        case [player, "f"]:
            move = DECIDE, _player(player), _FOLD, 0
        case [player, "cc"]:
            move = DECIDE, _player(player), _CHECK_OR_CALL, 0
        case [player, "cbr", amount]:
            move = DECIDE, _player(player), _BET_OR_RAISE, _units(amount)
        case [player, "sm"]:
            move = MUCK, _player(player), 0, 0
        case [player, "sm", "-"]:
            move = SHOW, _player(player), (), 0
        case [player, "sm", cards] if cards.strip("?"):
            move = (SHOW, _player(player), *_hole_cards(cards))
        case [player, "sm", cards]:
            # written for a hand that was never seen: beaten, if it is still unknown at the end
            move = (UNSEEN, _player(player), *_hole_cards(cards))
        case []:
            move = NOTHING, 0, 0, 0
        case [_, "pb" | "sd", *_]:
            raise UnreadableError("action", "no action of hold'em or Omaha")
    if move is None:
        raise UnreadableError("action", "no action; known: d db, d dh, f, cc, cbr, sm")
    return move


def _player(word: str) -> int:
    player = _PLAYERS.get(word)
    if player is None:
        raise UnreadableError("action", f"{word[:20]!r} is no player; write p1, p2, ...")
    return player


def _units(word: str) -> int:
    if not _AMOUNT.fullmatch(word) or len(word) > 40:
        raise UnreadableError("action", f"{word[:40]!r} is no amount")
    if len(word) < 13 and word.isdecimal():
        return int(word) * UNIT
    return units_of(Decimal(word), "cbr")


def _cards(word: str) -> tuple[int, ...]:
    if "10" in word:
        word = word.replace("10", "T")
    cards = tuple([_CARD.get(word[i : i + 2], -2) for i in range(0, len(word), 2)])
    if -2 in cards:
        at = 2 * cards.index(-2)
        raise UnreadableError(
            "cards", f"{word[at : at + 2]!r} is no card; write them as AhTd, or ?? if unknown"
        )
    return cards


def _hole_cards(word: str) -> tuple[tuple[int, ...], int]:
    """Return the cards, none where one is unknown, and how many were named."""
    cards = _cards(word)
    return (() if NO_CARD in cards else cards), len(cards)


def _board_cards(word: str) -> tuple[int, ...]:
    cards = _cards(word)
    if NO_CARD in cards:
        raise UnreadableError("unknown_cards", "a card of the board is unknown")
    return cards


def _show(holes: list[int], player: int, cards: tuple[int, ...], place: int, text: str) -> None:
    """Take the cards a player shows for his hand, or hold them against what was dealt."""
    his = slice(len(cards) * player, len(cards) * (player + 1))
    if NO_CARD in holes[his]:
        holes[his] = cards
    elif set(cards) != set(holes[his]):
        raise _unreadable(place, text, "other cards than were dealt", "cards")


def _refuse_twice(holes: list[int], board: list[int]) -> None:
    known = holes + board
    unknown = known.count(NO_CARD)
    if len(set(known)) != len(known) - unknown + (unknown > 0):
        known = [card for card in known if card >= 0]
        twice = next(card for i, card in enumerate(known) if card in known[:i])
        raise UnreadableError("cards", f"{DECK[twice]} comes twice; a deck holds one of each")


def _unreadable(place: int, text: str, reason: str, code: str = "action") -> UnreadableError:
    return UnreadableError(code, f"action {place + 1} {text!r}: {reason}")
