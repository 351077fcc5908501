"""PHH, the Poker Hand History format of uoftcprg: `.phh` (one hand) and `.phhs` (tables of hands).

Read so far: hold'em with 52 cards (variants NT and FT). The format names neither a smallest chip
nor a rake; docs/ingest.md says what stands in their place.
"""

from __future__ import annotations

import re
from datetime import UTC, date, datetime, time, tzinfo
from functools import lru_cache
from math import gcd
from typing import TYPE_CHECKING, Any, BinaryIO
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from railbird.cards import NO_CARD
from railbird.ingest.phh_actions import ActionReader
from railbird.ingest.phh_cut import LONGEST_HAND, cut
from railbird.ingest.phh_fields import UNKNOWN, optional, read_fields, required
from railbird.ingest.phh_own import OWN_FIELDS, read_profiles, refuse_overflow
from railbird.ingest.phh_setting import check_variant, make_setting
from railbird.ingest.recorded import UNIT, UNKNOWN_STACK, RecordedHand, Setting, UnreadableError
from railbird.ingest.unseen import settle_unseen
from railbird.simulate.codes import MAX_SEATS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

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
_FRACTION = re.compile(rb"[0-9]\.([0-9]+)")
# Settings remembered; then all are forgotten, so that memory stays bounded.
_REMEMBERED = 20_000
_SETTING_FIELDS = (
    "variant", "antes", "blinds_or_straddles", "min_bet", "small_bet", "big_bet",
    "ante_trimming_status", "seat_count", "currency", *OWN_FIELDS,
)  # fmt: skip


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
        for passage in passages:
            if b"." in passage.raw and not passage.too_long:
                for fraction in _fractions(passage.raw):
                    chip = gcd(chip, fraction)
                if chip == 1:
                    break
        return chip

    def reader(self, chip: int) -> PhhReader:
        """Return a reader of one file."""
        return PhhReader(chip, self._actions)


def _fractions(raw: bytes) -> Iterator[int]:
    """Yield the fractions of all amounts, in units; what is finer becomes an issue later."""
    digits = list(_BET.findall(raw))
    for amounts in _AMOUNTS.findall(raw):
        digits += _FRACTION.findall(amounts)
    for text in digits:
        yield int(text[:2].ljust(2, b"0"))


class PhhReader:
    """Reads the hands of one file."""

    def __init__(self, chip: int, actions: ActionReader) -> None:
        """Remember no setting yet."""
        self._chip = chip
        self._actions = actions
        self._settings: dict[tuple[Any, ...], Setting] = {}

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
        fields = read_fields(passage.raw)
        check_variant(fields)
        stacks = _stacks(fields)
        players = len(stacks)
        setting = self._setting(fields, players)
        texts: list[str] = required(fields, "actions", list)
        played = self._actions.read(texts, players)
        refuse_overflow(setting.rake, stacks, played.decisions)
        started_at, tz_status = _start(fields)
        hand = RecordedHand(
            setting, _names(fields, players), stacks, played.holes, played.board,
            played.decisions, texts, played.places, played.mucked, _finishing(fields, stacks),
            _number(fields), optional(fields, "venue", str),
            started_at, tz_status, profiles=read_profiles(fields, players),
        )  # fmt: skip
        if NO_CARD in hand.holes:
            settle_unseen(hand, fields.get("winnings"))
        return hand

    def _setting(self, fields: dict[str, Any], players: int) -> Setting:
        seats = fields.get("seats")
        key = (
            players, tuple(seats) if isinstance(seats, list) else seats,
            *map(fields.get, _SETTING_FIELDS),
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


def _start(fields: dict[str, Any]) -> tuple[int | None, str | None]:
    """Return the start in microseconds of UTC, and how its time zone is known.

    Without a zone the specification says UTC; an unknown zone is never taken for it.
    """
    clock = fields.get("time")
    year, month, day = fields.get("year"), fields.get("month"), fields.get("day")
    if clock is None or year is None or month is None or day is None:
        return None, None
    if not (type(clock) is time and type(year) is type(month) is type(day) is int):
        for key in ("year", "month", "day"):
            required(fields, key, int)
        required(fields, "time", time)
    zone, status = _zone(fields)
    if zone is None:
        return None, status
    try:
        if zone is UTC:
            seconds = _midnight(year, month, day) + clock.second
            seconds += 60 * clock.minute + 3600 * clock.hour
        else:
            moment = datetime.combine(date(year, month, day), clock, zone)
            seconds = int((moment - _EPOCH).total_seconds())
    except (ValueError, OverflowError) as error:
        raise UnreadableError("field", f"no such date: {error}") from error
    return seconds * 1_000_000 + clock.microsecond, status


@lru_cache(maxsize=1000)
def _midnight(year: int, month: int, day: int) -> int:
    """Return the first second of a day in UTC, since 1970."""
    return 86_400 * (date(year, month, day).toordinal() - _EPOCH.toordinal())


_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def _zone(fields: dict[str, Any]) -> tuple[tzinfo | None, str]:
    name = optional(fields, "time_zone", str)
    short = optional(fields, "time_zone_abbreviation", str)
    if name == "UTC":
        return UTC, "stated"
    is_placed = "city" in fields or "region" in fields or "country" in fields
    return _named_zone(name, short, is_placed=is_placed)


@lru_cache(maxsize=1000)
def _named_zone(
    name: str | None, short: str | None, *, is_placed: bool
) -> tuple[tzinfo | None, str]:
    if name is None and short is None:
        known = (None, "only the place is stated"), (UTC, "none stated, taken as UTC")
        return known[not is_placed]
    if name == "Etc/UTC" or (name is None and short in ("UTC", "GMT")):
        return UTC, "stated"
    if name is None:
        return None, f"abbreviation {short!r} not read"
    try:
        return ZoneInfo(name), "stated"
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return None, f"zone {name!r} unknown"
