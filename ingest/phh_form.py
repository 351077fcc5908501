"""Hands that one program wrote one after the other: the same fields in the same order.

`phh.py` reads a hand field by field. Most hands name the fields that the hand before them named,
and say the same setting and day in the same words: those lines are compared as they stand, and only
what differs from hand to hand is read. A hand that is unlike those before it in any other way is
read the long way round, which also has the words for whatever is wrong. Both ways give the same
hand (a test compares them).
"""

from __future__ import annotations

from operator import itemgetter
from typing import TYPE_CHECKING, Any, NamedTuple

from railbird.ingest.phh_fields import is_ordinary, plain_number, plain_time, read_line
from railbird.ingest.phh_own import OWN_FIELDS
from railbird.ingest.phh_start import DAY_FIELDS

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Mapping, Sequence
    from datetime import time

    from railbird.ingest.phh_start import Day
    from railbird.ingest.recorded import Setting

# Everything that a setting is made of.
SETTING_FIELDS = (
    "variant", "antes", "blinds_or_straddles", "min_bet", "small_bet", "big_bet",
    "ante_trimming_status", "seats", "seat_count", "currency", *OWN_FIELDS,
)  # fmt: skip
_ACTIONS, _ACTIONS_END = b"\nactions = ['", b"']"
_MOST_FORMS = 100
# Settings and days remembered; then all are forgotten, so that memory stays bounded.
_REMEMBERED = 20_000


class Said(NamedTuple):
    """What the lines of a hand say.

    Attributes:
        fields: at least those that none of the others is made of.
        setting: made of its fields.
        number: the site's.
        started_at: as in `RecordedHand`.
        tz_status: likewise.
        actions: everything between their first quote and their last.
    """

    fields: dict[str, Any]
    setting: Setting
    number: str | None
    started_at: int | None
    tz_status: str | None
    actions: bytes


class UnlikeError(Exception):
    """A hand is unlike those before it: it must be read the long way."""


class Forms:
    """The forms of a file; nearly always one."""

    def __init__(self) -> None:
        """Know none yet."""
        self._known: dict[tuple[str, ...], Form] = {}
        self._latest: dict[int, Form] = {}

    def read(self, raw: bytes) -> Said | None:
        """Return what a hand says; None where it must be read the long way."""
        begin = raw.find(_ACTIONS)
        end = raw.find(_ACTIONS_END, begin)
        if begin < 0 or end < 0 or raw[end + 2 : end + 3] not in (b"", b"\n"):
            return None
        rest = raw[:begin] + raw[end + 2 :]
        try:
            lines = rest.decode().split("\n")
            form = self._latest.get(len(lines))
            if form is not None and is_ordinary(rest):
                return form.read(lines, raw[begin + len(_ACTIONS) : end])
        except (UnlikeError, UnicodeDecodeError):
            pass
        return None

    def remember(
        self, lines: Sequence[str], keys: Sequence[str], setting: Setting, day: Day
    ) -> None:
        """Remember what the lines of a hand say, actions included."""
        at = keys.index("actions")
        form = self._known.get(tuple(keys))
        if form is None:
            if len(self._known) >= _MOST_FORMS:
                self._known.clear()
            form = self._known[tuple(keys)] = Form([*keys[:at], *keys[at + 1 :]])
        self._latest[len(lines) - 1] = form
        form.remember([*lines[:at], *lines[at + 1 :]], setting, day)


class Form:
    """Fields in one order but for the actions, and what hands that have them have said so far."""

    def __init__(self, keys: Sequence[str]) -> None:
        """Know where each field stands; the header of a table has the empty key."""
        place = {key: i for i, key in enumerate(keys)}
        alone = ("", "time", "hand")
        others = {*alone, *SETTING_FIELDS, *DAY_FIELDS}
        rest = [key for key in keys if key not in others]
        self._length = len(keys)
        self._header, self._time, self._hand = map(place.get, alone)
        self._rest_keys, self._rest = rest, _lines(place, rest)
        self._setting, self._day = _lines(place, SETTING_FIELDS), _lines(place, DAY_FIELDS)
        self._settings: dict[Hashable, Setting] = {}
        self._days: dict[Hashable, Day] = {}

    def remember(self, lines: Sequence[str], setting: Setting, day: Day) -> None:
        """Remember what a hand's lines say."""
        if max(len(self._settings), len(self._days)) >= _REMEMBERED:
            self._settings.clear()
            self._days.clear()
        self._settings[self._setting(lines)] = setting
        self._days[self._day(lines)] = day

    def read(self, lines: Sequence[str], actions: bytes) -> Said:
        """Return what the lines of a hand say.

        Raises:
            UnlikeError: it must be read the long way.
        """
        if len(lines) != self._length or (self._header == 0 and not _is_header(lines[0])):
            raise UnlikeError
        setting, day = self._settings.get(self._setting(lines)), self._days.get(self._day(lines))
        if setting is None or day is None:
            raise UnlikeError
        fields = {}
        for key, line in zip(self._rest_keys, self._rest(lines), strict=True):
            found = read_line(line)
            if found is None or found[0] != key:
                raise UnlikeError
            fields[key] = found[1]
        number = None if self._hand is None else _number(lines[self._hand])
        started_at = None if self._time is None else day.start(_clock(lines[self._time]))
        return Said(fields, setting, number, started_at, day.tz_status, actions)


def _lines(place: Mapping[str, int], keys: Sequence[str]) -> Callable[[Sequence[str]], Any]:
    """Return what takes the lines of some fields out of a hand's, as a tuple."""
    at = [place[key] for key in keys if key in place]
    if len(at) > 1:
        return itemgetter(*at)
    return lambda lines: tuple([lines[i] for i in at])


def _is_header(line: str) -> bool:
    return line[:1] == "[" and line[-1:] == "]" and line[1:-1].isalnum() and line.isascii()


def _number(line: str) -> str:
    number = plain_number(line[7:]) if line[:7] == "hand = " else None
    if type(number) not in (str, int):
        raise UnlikeError
    return str(number)


# Times of a day to the second: there are never more than it has.
_clocks: dict[str, time] = {}


def _clock(line: str) -> time:
    clock = _clocks.get(line)
    if clock is None:
        clock = plain_time(line[7:]) if line[:7] == "time = " else None
        if clock is None:
            raise UnlikeError
        _clocks[line] = clock
    return clock
