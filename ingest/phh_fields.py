"""The fields of one PHH hand: from text to values, money as exact integers.

Nearly all hands are written one field a line in the plainest TOML. Those are read by hand here,
ten times as fast as by `tomllib`; whatever looks otherwise in any way goes to `tomllib`, with
floats as `Decimal`. Both ways give the same values (a test compares them); the first way never
accepts what TOML does not.
"""

from __future__ import annotations

import re
import tomllib
from datetime import time
from decimal import Decimal
from typing import TYPE_CHECKING, Any

from railbird.ingest.recorded import LARGEST_AMOUNT, UNIT, UnreadableError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

# Fields with one amount a player, and with one amount.
MONEY_LISTS = (
    "antes", "blinds_or_straddles", "starting_stacks", "finishing_stacks", "winnings",
)  # fmt: skip
MONEY = ("min_bet", "small_bet", "big_bet", "bring_in", "_railbird_chip")

# An unknown amount (`inf` in the file).
UNKNOWN = -1 << 62

_KEY = re.compile(r"[A-Za-z0-9_-]+")
_NUMBER = r"-?(?:0|[1-9][0-9]{0,12})"
_INTS = re.compile(rf"\[{_NUMBER}(?:, {_NUMBER})*\]")
_DECIMAL = rf"{_NUMBER}(?:\.[0-9]{{1,2}})?"
_SMALL_DECIMAL = re.compile(_DECIMAL)
_LONG_INT = re.compile(r"-?(?:0|[1-9][0-9]{0,18})")
_STRING = re.compile(r"'[^']*'|\"[^\"\\]*\"")
_TIME = re.compile(r"([01][0-9]|2[0-3]):([0-5][0-9]):([0-5][0-9])")
# Every byte but control characters; TOML allows the others in strings and comments.
_ORDINARY = bytes(b for b in range(256) if not (b < 32 and b != 10) and b != 127)


def read_fields(raw: bytes) -> dict[str, Any]:
    """Return the fields of a hand's text; amounts of the known fields in money units.

    Raises:
        UnreadableError: it is not UTF-8, not TOML, or an amount is none.
    """
    text = decode(raw)
    if is_ordinary(raw):
        found = read_lines(text.split("\n"))
        if found is not None:
            found.pop("", None)
            return found
    return read_toml(text)


def decode(raw: bytes) -> str:
    """Return the text of a hand.

    Raises:
        UnreadableError: it is not UTF-8.
    """
    try:
        return raw.decode()
    except UnicodeDecodeError as error:
        raise UnreadableError(
            "not_utf8", f"byte {error.start + 1} of the hand is not UTF-8; save the file as UTF-8"
        ) from error


def is_ordinary(raw: bytes) -> bool:
    """Return whether no control character stands in a text but line ends of the plain kind."""
    return not raw.translate(None, _ORDINARY)


def read_lines(lines: Sequence[str]) -> dict[str, Any] | None:
    """Read a hand of the plainest form, without control characters; None when it is of another.

    The fields stand in the order of their lines; the header, if there is one, has the empty key.
    """
    fields: dict[str, Any] = {}
    header = lines[0]
    if header[:1] == "[":
        if header[-1] != "]" or not _KEY.fullmatch(header, 1, len(header) - 1):
            return None
        fields[""] = header
    for line in lines[len(fields) :]:
        found = read_line(line)
        if found is None:
            return None
        fields[found[0]] = found[1]
    # a key that comes twice is an error
    return fields if len(fields) == len(lines) else None


# Lines that were read before: most of a hand's are those of its neighbours. Then all are forgotten,
# so that memory stays bounded. Values are shared between hands; nobody changes them.
_known_lines: dict[str, tuple[str, Any]] = {}
_known_amounts: dict[str, int] = {}
_REMEMBERED = 50_000
_LONGEST_REMEMBERED = 300


def read_line(line: str) -> tuple[str, Any] | None:
    """Return key and value of a plain line without control characters; None if it is not plain."""
    known = _known_lines.get(line)
    if known is not None:
        return known
    key, sep, value = line.partition(" = ")
    if not sep:
        return None
    reader = _PLAIN.get(key)
    if reader is None:
        if not _KEY.fullmatch(key):
            return None
        reader = _plain_value
    found: Any = reader(value)
    if found is None:
        return None
    if key not in _NEVER_AGAIN and len(line) < _LONGEST_REMEMBERED:
        if len(_known_lines) >= _REMEMBERED:
            _known_lines.clear()
        _known_lines[line] = key, found
    return key, found


def _plain_amounts(value: str) -> tuple[int, ...] | None:
    if value[:1] != "[" or value[-1:] != "]":
        return None
    numbers = value[1:-1].split(", ")
    known = tuple(map(_known_amounts.get, numbers))
    if None not in known:
        return known  # type: ignore[return-value]
    for number in numbers:
        if not (_SMALL_DECIMAL.fullmatch(number) or number == "inf"):
            return None
    amounts = tuple(map(_plain_units, numbers))
    if len(_known_amounts) >= _REMEMBERED:
        _known_amounts.clear()
    _known_amounts.update(zip(numbers, amounts, strict=True))
    return amounts


def _plain_units(number: str) -> int:
    if number == "inf":
        return UNKNOWN
    whole, _, part = number.partition(".")
    units = int(whole) * UNIT
    if part:
        fraction = int(part) * 10 if len(part) == 1 else int(part)
        units += -fraction if whole[0] == "-" else fraction
    return units


def _plain_amount(value: str) -> int | None:
    return _plain_units(value) if _SMALL_DECIMAL.fullmatch(value) else None


def _plain_strings(value: str) -> list[str] | None:
    if value[:2] != "['" or value[-2:] != "']" or len(value) < 4:
        return None
    strings = value[2:-2].split("', '")
    # all quotes are those between strings
    return strings if value.count("'") == 2 * len(strings) else None


def _plain_value(value: str) -> Any:  # noqa: ANN401 - any TOML value
    """Read a field that has no reader of its own; None when it is not plain."""
    if _STRING.fullmatch(value):
        return value[1:-1]
    if _LONG_INT.fullmatch(value):
        return int(value)
    if value in _BOOLS:
        return _BOOLS[value]
    if _INTS.fullmatch(value):
        return [int(number) for number in value[1:-1].split(", ")]
    return plain_time(value)


def plain_time(value: str) -> time | None:
    """Read a time to the second; None when it is not plain."""
    if len(value) == 8 and _TIME.fullmatch(value):
        return time(int(value[:2]), int(value[3:5]), int(value[6:]))
    return None


def plain_number(value: str) -> Any:  # noqa: ANN401 - the number of a hand may be any text
    """Read the field `hand`; None when it is not plain."""
    if value.isdecimal() and value.isascii() and value[0] != "0" and len(value) < 18:
        return int(value)
    return _plain_value(value)


_NEVER_AGAIN = {"actions", "hand", "time", "finishing_stacks", "winnings"}
_BOOLS = {"true": True, "false": False}
_PLAIN: Mapping[str, Callable[[str], Any]] = (
    dict[str, Any].fromkeys(MONEY_LISTS, _plain_amounts)
    | dict.fromkeys(MONEY, _plain_amount)
    | {"time": plain_time, "hand": plain_number}
    | dict.fromkeys(("actions", "players", "_railbird_profiles"), _plain_strings)
)


def read_toml(text: str) -> dict[str, Any]:
    """Read a hand with the library; line ends may be LF, CRLF or CR."""
    try:
        # carriage returns alone are no line ends in TOML, and no hand means anything by them
        document = tomllib.loads(
            text.replace("\r\n", "\n").replace("\r", "\n"), parse_float=Decimal
        )
    except (ValueError, ArithmeticError, RecursionError) as error:
        reason = str(error) or "nested too deeply"
        raise UnreadableError("syntax", f"not valid TOML: {reason}") from error
    fields = document
    if text[:1] == "[":
        tables = [value for value in document.values() if isinstance(value, dict)]
        if len(tables) != 1 or len(document) != 1:
            raise UnreadableError("syntax", "several tables where one hand is expected")
        fields = tables[0]
    actions = fields.get("actions", [])
    if not isinstance(actions, list) or not all(isinstance(text, str) for text in actions):
        raise UnreadableError("field", "actions must be a list of texts in quotes")
    for key in MONEY_LISTS:
        if key in fields:
            fields[key] = _amounts(key, fields[key])
    for key in MONEY:
        if key in fields:
            fields[key] = units_of(fields[key], key)
    return fields


def _amounts(key: str, value: object) -> tuple[int, ...]:
    if not isinstance(value, list):
        raise UnreadableError("field", f"{key} is {_short(value)}; a list of amounts is expected")
    return tuple(units_of(amount, key) for amount in value)


def units_of(amount: object, key: str) -> int:
    """Return a TOML number in money units; UNKNOWN for `inf`.

    Raises:
        UnreadableError: it is no number, finer than the unit, or beyond all reason.
    """
    if isinstance(amount, bool) or not isinstance(amount, int | Decimal):
        raise UnreadableError("field", f"{key}: {_short(amount)} is no amount")
    if isinstance(amount, int):
        if abs(amount) > LARGEST_AMOUNT // UNIT:
            raise UnreadableError("amount", f"{key}: {_short(amount)} is too large")
        return amount * UNIT
    if amount.is_infinite() and amount > 0:
        return UNKNOWN
    if not amount.is_finite():
        raise UnreadableError("amount", f"{key}: {amount} is no amount")
    _, digits, exponent = amount.as_tuple()
    shown = len(digits)
    while shown and digits[shown - 1] == 0:
        shown -= 1
    if not shown:
        return 0
    # before anything is written out: 1e999999999 would fill the memory
    if amount.adjusted() > len(str(LARGEST_AMOUNT // UNIT)) - 2:
        raise UnreadableError("amount", f"{key}: {_short(amount)} is too large")
    power = int(exponent) + len(digits) - shown + 2
    if power < 0:
        raise UnreadableError(
            "amount", f"{key}: {_short(amount)} is finer than a hundredth, the smallest unit"
        )
    units = int("".join(map(str, digits[:shown])) + "0" * power)
    return -units if amount.is_signed() else units


def required(fields: dict[str, Any], key: str, kind: type) -> Any:  # noqa: ANN401
    """Return a field that must be there.

    Raises:
        UnreadableError: it is missing, or of another type.
    """
    if key not in fields:
        raise UnreadableError("field", f"{key} is missing")
    return optional(fields, key, kind)


def optional(fields: dict[str, Any], key: str, kind: type) -> Any:  # noqa: ANN401
    """Return a field of a type, None where it is missing.

    Raises:
        UnreadableError: it is of another type.
    """
    value = fields.get(key)
    if value is None or (type(value) is kind and kind is not int):
        return value  # nearly always
    if not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool):
        words = {str: "a text", int: "a whole number", bool: "true or false"}
        raise UnreadableError("field", f"{key} must be {words.get(kind, 'a list')}")
    if isinstance(value, int) and value.bit_length() > 63:
        raise UnreadableError("field", f"{key} is too large")
    return value


def _short(value: object) -> str:
    if isinstance(value, int) and value.bit_length() > 128:
        return f"a number of {value.bit_length()} bits"
    text = str(value) if isinstance(value, Decimal) else repr(value)
    return text if len(text) <= 40 else text[:37] + "..."
