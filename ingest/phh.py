"""PHH, the Poker Hand History format of uoftcprg: `.phh` (one hand) and `.phhs` (tables of hands).

Read so far: hold'em with 52 cards (variants NT and FT) and Omaha (PO and FO/8). The format names
neither a smallest chip nor a rake; docs/ingest.md says what stands in their place.
"""

from __future__ import annotations

import contextlib
import re
from math import gcd
from typing import TYPE_CHECKING, Any, BinaryIO

from railbird.cards import NO_CARD
from railbird.ingest.formats import Reader
from railbird.ingest.phh_actions import ActionReader, Played
from railbird.ingest.phh_cut import LONGEST_HAND, cut
from railbird.ingest.phh_fields import (
    UNKNOWN,
    decode,
    is_ordinary,
    optional,
    read_lines,
    read_toml,
    required,
)
from railbird.ingest.phh_form import SETTING_FIELDS, Forms, Said
from railbird.ingest.phh_kernel import understand_many
from railbird.ingest.phh_own import read_profiles, refuse_overflow
from railbird.ingest.phh_setting import check_variant, make_setting
from railbird.ingest.phh_start import day_of
from railbird.ingest.recorded import UNIT, UNKNOWN_STACK, RecordedHand, Setting, UnreadableError
from railbird.ingest.unseen import settle_unseen
from railbird.simulate.codes import MAX_SEATS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from railbird.ingest.recorded import Passage

_SIGN = re.compile(
    rb"(?:\A|[\n\r])[ \t]*(?:variant|antes|blinds_or_straddles|starting_stacks|actions)[ \t]*="
)
# Decimals of amounts: in the fields that hold some, and in bets.
_AMOUNTS = re.compile(
    rb"(?:\A|[\n\r])[ \t]*(?:antes|blinds_or_straddles|starting_stacks|finishing_stacks|min_bet|"
    rb"small_bet|big_bet)[ \t]*=[ \t]*(\[[^\]]*\]|[^\r\n]*)"
)
_BET = re.compile(rb"\bcbr[ \t]+[0-9]+\.([0-9]+)")
_DECIMALS = re.compile(rb"\.([0-9]+)")
_FRACTION = re.compile(rb"[0-9]\.([0-9]+)")
_SCALAR_FIELDS = tuple(key for key in SETTING_FIELDS if key != "seats")
# Settings remembered; then all are forgotten, so that memory stays bounded.
_REMEMBERED = 20_000


class Phh:
    """The format."""

    name = "phh"
    title = "Poker Hand History, .phh and .phhs"

    def __init__(self) -> None:
        """Remember no action yet."""
        self._actions = ActionReader()

    def fits(self, head: bytes) -> bool:
        """Return whether some line sets one of the fields that every hand must have."""
        return _SIGN.search(head.removeprefix(b"\xef\xbb\xbf")) is not None

    def cut(self, stream: BinaryIO) -> Iterator[Passage]:
        """Cut a file into hands."""
        return cut(stream)

    def smallest_chip(self, passages: Iterable[Passage]) -> int:
        """Return the largest share of a whole chip that divides every amount of a file.

        The format does not name the smallest chip, and pots are split in it: a file with a half
        somewhere is played with halves, one with cents in cents, one without decimals in whole
        chips.
        """
        chip = UNIT
        divided: set[bytes] = set()  # decimals that the chip divides: nothing to learn from them
        for passage in passages:
            raw = passage.raw
            if b"." not in raw or passage.too_long or divided.issuperset(_DECIMALS.findall(raw)):
                continue
            for fraction in _fractions(raw):
                chip = gcd(chip, fraction)
            if chip == 1:
                break
            texts = divided.union(_DECIMALS.findall(raw))
            divided = {text for text in texts if len(text) <= 2 and _hundredths(text) % chip == 0}
        return chip

    def reader(self, chip: int) -> PhhReader:
        """Return a reader of one file."""
        return PhhReader(chip, self._actions)


def _fractions(raw: bytes) -> Iterator[int]:
    """Yield the fractions of all amounts, in units; what is finer becomes an issue later."""
    digits = list(_BET.findall(raw))
    for amounts in _AMOUNTS.findall(raw):
        digits += _FRACTION.findall(amounts)
    yield from map(_hundredths, digits)


def _hundredths(decimals: bytes) -> int:
    return int(decimals[:2].ljust(2, b"0"))


class PhhReader(Reader):
    """Reads the hands of one file."""

    def __init__(self, chip: int, actions: ActionReader) -> None:
        """Have seen no hand yet."""
        self._chip = chip
        self._actions = actions
        self._settings: dict[tuple[Any, ...], Setting] = {}
        self._forms = Forms()

    def read_all(self, passages: Sequence[Passage]) -> list[RecordedHand | UnreadableError]:
        """Return the hand of each passage, or why there is none."""
        found: list[Any] = []
        likely: list[tuple[int, Said]] = []
        for i, passage in enumerate(passages):
            said = None if passage.too_long else self._forms.read(passage.raw)
            if said is None:
                found.append(self.try_to_read(passage))  # now: the next one may be like it
            else:
                found.append(None)
                likely.append((i, said))
        settings = [said.setting for _, said in likely]
        acts = understand_many(
            [said.actions for _, said in likely],
            [len(setting.places) for setting in settings],
            [setting.hole_cards for setting in settings],
        )
        for (i, said), played in zip(likely, acts.played(), strict=True):
            # of several faults the long way says the first
            with contextlib.suppress(UnreadableError):
                found[i] = None if played is None else self._hand(said, played)
            if found[i] is None:
                found[i] = self.try_to_read(passages[i])
        return found

    def read(self, passage: Passage) -> RecordedHand:
        """Return the hand of a passage.

        Raises:
            UnreadableError: see docs/ingest.md for the codes.
        """
        if passage.too_long:
            raise UnreadableError(
                "too_long", f"{passage.end - passage.start} bytes without a new hand; "
                f"the longest hand read has {LONGEST_HAND}"
            )  # fmt: skip
        text = decode(passage.raw)
        lines = text.split("\n")
        plain = read_lines(lines) if is_ordinary(passage.raw) else None
        fields = read_toml(text) if plain is None else plain
        check_variant(fields)
        players = len(_stacks(fields))
        setting = self._setting(fields, players)
        texts: list[str] = required(fields, "actions", list)
        played = self._actions.read(texts, players, setting.hole_cards)
        day = day_of(fields)
        started_at = None if day.date is None else day.start(fields["time"])
        hand = self._hand(
            Said(fields, setting, _number(fields), started_at, day.tz_status, b""), played
        )
        if plain is not None:
            self._forms.remember(lines, list(plain), setting, day)
        return hand

    def _hand(self, said: Said, played: Played) -> RecordedHand:
        """Return the hand of a setting, a start and actions; the other fields are read here."""
        fields, setting = said.fields, said.setting
        stacks = _stacks(fields)
        players = len(setting.places)
        if len(stacks) != players:
            raise UnreadableError("field", f"{len(stacks)} stacks for {players} players")
        refuse_overflow(setting.rake, stacks, played.decisions)
        hand = RecordedHand(
            setting, _names(fields, players), stacks, played.holes, played.board,
            played.decisions, played.texts, played.places, played.mucked,
            _finishing(fields, stacks), said.number, optional(fields, "venue", str),
            said.started_at, said.tz_status, profiles=read_profiles(fields, players),
        )  # fmt: skip
        if NO_CARD in hand.holes:
            settle_unseen(hand, fields.get("winnings"))
        return hand

    def _setting(self, fields: dict[str, Any], players: int) -> Setting:
        seats = fields.get("seats")
        key = (
            players, tuple(seats) if isinstance(seats, list) else seats,
            *map(fields.get, _SCALAR_FIELDS),
        )  # fmt: skip
        try:
            known = self._settings.get(key)
        except TypeError:  # a field of a strange type, which is about to be refused
            return make_setting(fields, players, self._chip)
        if known is None:
            known = make_setting(fields, players, self._chip)
            if len(self._settings) >= _REMEMBERED:
                self._settings.clear()
            self._settings[key] = known
        return known


def _stacks(fields: dict[str, Any]) -> tuple[int, ...]:
    stacks: tuple[int, ...] = required(fields, "starting_stacks", tuple)
    if not 2 <= len(stacks) <= MAX_SEATS:
        raise UnreadableError("unsupported", f"{len(stacks)} players; 2 to {MAX_SEATS} can play")
    if UNKNOWN in stacks:
        stacks = tuple([UNKNOWN_STACK if stack == UNKNOWN else stack for stack in stacks])
    if min(stacks) <= 0:
        raise UnreadableError("amount", "starting_stacks must be above zero")
    return stacks


def _names(fields: dict[str, Any], players: int) -> list[str]:
    """Return the names; p1, p2, ... where the file has none."""
    names: list[str] | None = optional(fields, "players", list)
    if names is None:
        return [f"p{player + 1}" for player in range(players)]
    if len(names) != players or set(map(type, names)) != {str}:
        raise UnreadableError("field", f"players must be {players} names")
    if len(set(names)) != players:
        raise UnreadableError("field", "players: the same name twice")
    return names


def _number(fields: dict[str, Any]) -> str | None:
    """Return the site's number of the hand, which may be a text."""
    if isinstance(fields.get("hand"), str):
        number: str = fields["hand"]
        return number
    whole = optional(fields, "hand", int)
    return None if whole is None else str(whole)


def _finishing(fields: dict[str, Any], stacks: tuple[int, ...]) -> tuple[int, ...] | None:
    finishing: tuple[int, ...] | None = optional(fields, "finishing_stacks", tuple)
    if finishing is None:
        return None
    if len(finishing) != len(stacks):
        raise UnreadableError(
            "field", f"finishing_stacks has {len(finishing)} entries for {len(stacks)} players"
        )
    if UNKNOWN in finishing:
        return tuple([UNKNOWN_STACK if stack == UNKNOWN else stack for stack in finishing])
    return finishing
