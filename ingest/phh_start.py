"""When a PHH hand began: its date and its clock, in a time zone that is stated and never guessed.

Without a zone the specification says UTC; a zone that is not known is never taken for it.
"""

from __future__ import annotations

from datetime import UTC, date, datetime, time, tzinfo
from functools import lru_cache
from typing import Any, NamedTuple
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from railbird.ingest.phh_fields import optional, required
from railbird.ingest.recorded import UnreadableError

# Everything that a start is made of, but the clock.
DAY_FIELDS = (
    "day", "month", "year", "time_zone", "time_zone_abbreviation", "city", "region", "country",
)  # fmt: skip
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


class Day(NamedTuple):
    """What is known of a start before the clock is read.

    Attributes:
        date: None where nothing can be said of the start.
        zone: of the clock; None where nothing can be said.
        tz_status: how the time zone is known, as in `sources.tz_status`.
    """

    date: date | None
    zone: tzinfo | None
    tz_status: str | None

    def start(self, clock: time) -> int | None:
        """Return a start on this day in microseconds since 1970 in UTC, None where unknown."""
        if self.date is None or self.zone is None:
            return None
        if self.zone is UTC:
            seconds = _midnight(self.date) + clock.second + 60 * clock.minute + 3600 * clock.hour
        else:
            moment = datetime.combine(self.date, clock, self.zone)
            seconds = int((moment - _EPOCH).total_seconds())
        return seconds * 1_000_000 + clock.microsecond


NO_DAY = Day(None, None, None)


def day_of(fields: dict[str, Any]) -> Day:
    """Return the day of a hand; `NO_DAY` where it states no date or no clock.

    Raises:
        UnreadableError: a field is of another type, or there is no such date.
    """
    if any(fields.get(key) is None for key in ("time", "year", "month", "day")):
        return NO_DAY
    year, month, day = (required(fields, key, int) for key in ("year", "month", "day"))
    required(fields, "time", time)
    zone, status = _zone(fields)
    try:
        return Day(date(year, month, day) if zone is not None else None, zone, status)
    except (ValueError, OverflowError) as error:
        raise UnreadableError("field", f"no such date: {error}") from error


@lru_cache(maxsize=1000)
def _midnight(day: date) -> int:
    """Return the first second of a day in UTC, since 1970."""
    return 86_400 * (day.toordinal() - _EPOCH.toordinal())


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
