"""Read TOML files into strict structs, and say in one line what is wrong with one.

Rooms, rake policies, bot profiles and jobs all come through `load`. The structs forbid unknown
fields, so a misspelt key is an error with the nearest spelling, never a silently ignored wish.
Knows msgspec, tomllib and the error classes; knows nothing of poker, of the command line or of
what the structs mean.
"""

from __future__ import annotations

import difflib
import math
import re
import tomllib
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec
from msgspec import inspect

from railbird.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterable
    from importlib.resources.abc import Traversable
    from pathlib import Path

T = TypeVar("T")
Key = tuple[str | int, ...]

# ten times as long as any file that a person writes; a device has no end
LONGEST_FILE = 10_000_000

_WORD = r"""(?:"[^"]*"|'[^']*'|[A-Za-z0-9_-]+)"""
_DOTTED = rf"{_WORD}(?:\s*\.\s*{_WORD})*"
_HEADER = re.compile(rf"^\s*(\[\[?)\s*({_DOTTED})\s*\]\]?\s*(?:#.*)?$")
_ENTRY = re.compile(rf"^\s*({_DOTTED})\s*=(.*)$")
_STRING = re.compile(r'"""|\'\'\'|"(?:\\.|[^"\\])*"|\'[^\']*\'')
_SITE = re.compile(r"^(?P<fault>.*?)(?: - at `\$(?P<path>.*)`)?$", re.DOTALL)
_KEY = re.compile(r"Invalid enum value '(?P<key>.*)' - at `key` in `(?P<path>\$.*)`", re.DOTALL)
_UNKNOWN = re.compile(r"Object contains unknown field `(?P<key>.*)`")
_MISSING = re.compile(r"Object missing required field `(?P<key>.*)`")
_NAMED = re.compile(r"\[?([a-z_]+(?:\.[a-z_]+)*)")
_CHOICE = re.compile(r"Invalid enum value (?P<value>.*)")
_EXPECTED = re.compile(r"Expected (?P<want>.+?)(?:, got (?P<got>.*))?$", re.DOTALL)
_SYNTAX = re.compile(r"(?P<fault>.*) \(at (?:line (?P<line>\d+), column \d+|end of document)\)")

# msgspec's words for types, in a TOML writer's words.
_TYPES = {
    "int": "a whole number",
    "float": "a number",
    "str": "a text in quotes",
    "bool": "true or false",
    "array": "a list [...]",
    "object": "a table",
    "null": "nothing",
}


def load(path: Path | Traversable, type_: type[T], *, what: str) -> T:
    """Read a TOML file into a value of `type_`.

    Args:
        path: the file; one inside the package is given as a `Traversable`.
        type_: a msgspec struct; its `forbid_unknown_fields` decides whether a stray key is an
            error.
        what: what the file is, for messages ("room", "policy", "job").

    Raises:
        InputError: the file is missing, unreadable or no TOML, or a key or a value is wrong. One
            line with file, line, key, value and remedy.
    """
    where = str(path)
    try:
        with path.open("rb") as file:
            data = file.read(LONGEST_FILE + 1)
        if len(data) > LONGEST_FILE:
            raise InputError(
                f"{where}: longer than {LONGEST_FILE:,} bytes, as no {what} file is; name another"
            )
        text = _decoded(data)
    except FileNotFoundError:
        raise InputError(f"{where}: no such {what} file; check the path") from None
    except IsADirectoryError:
        raise InputError(f"{where}: a folder, not a {what} file; name the .toml in it") from None
    except UnicodeDecodeError:
        raise InputError(f"{where}: not UTF-8 text; save the {what} file as UTF-8") from None
    except OSError as error:
        raise InputError(
            f"{where}: cannot read the {what} file ({error.strerror}); check its permissions"
        ) from None
    return parse(text, type_, where=where)


def _decoded(data: bytes) -> str:
    """The text of a file; the mark that some editors put before UTF-8 is no part of it."""
    return data.decode("utf-8-sig")


def parse(text: str, type_: type[T], *, where: str) -> T:
    """Read TOML text into a value of `type_`; `where` names the text in messages.

    Raises:
        InputError: as `load`.
    """
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise InputError(_syntax_fault(str(error), where)) from None
    except ValueError:  # Python reads no number of thousands of digits
        raise InputError(f"{where}: a number in it is far too long; correct it") from None
    except RecursionError:
        raise InputError(f"{where}: lists or tables too deep in each other; correct it") from None
    return convert(data, type_, where=where, lines=key_lines(text))


def convert(
    data: dict[str, Any], type_: type[T], *, where: str, lines: dict[Key, int] | None = None
) -> T:
    """Turn keys and values into a value of `type_`; `where` says whence they come.

    Raises:
        InputError: as `load`.
    """
    try:
        return msgspec.convert(data, type_)
    except msgspec.ValidationError as error:
        fault, key = _site(str(error), data, type_)
        message = _describe(fault, key, data, type_)
        unknown = _UNKNOWN.fullmatch(fault)
        number = line_of((*key, unknown["key"]) if unknown else key, lines or {})
        raise InputError(f"{where}{f', line {number}' if number else ''}: {message}") from None


def with_place(message: str, path: Path, otherwise: Mapping[str, Any]) -> str:
    """Put file and line before a message that begins with a key which the file sets.

    Args:
        message: as `session.buy_in = '-': write ...`.
        path: the file, which has been read before.
        otherwise: keys that were set elsewhere, and win over the file's.
    """
    named = _NAMED.match(message)
    if named is None:
        return message
    key: Key = tuple(named[1].split("."))
    value: Any = otherwise
    for step in key:
        if not isinstance(value, Mapping) or step not in value:
            break
        value = value[step]
    else:
        return message
    lines = key_lines(_decoded(path.read_bytes()))
    number = lines.get(key, lines.get((*key, 0)))
    return message if number is None else f"{path}, line {number}: {message}"


def nearest(word: str, candidates: Iterable[str]) -> str | None:
    """Return the candidate spelt most like `word`, or None if nothing is close."""
    by_folded = {name.casefold().replace("-", "_"): name for name in candidates}
    folded = word.casefold().replace("-", "_")
    close = difflib.get_close_matches(folded, by_folded, n=1, cutoff=0.6)
    return by_folded[close[0]] if close else None


# A message of one line names so many words; columns of a lake are some two hundred.
MOST_NAMED = 60


def suggest(word: str, candidates: Iterable[str]) -> str:
    """Return the remedy for an unknown word: its nearest spelling, else what is known."""
    known = list(candidates)
    close = nearest(word, known)
    if close is not None:
        return f"did you mean '{close}'?"
    if len(known) > MOST_NAMED:
        return f"known: {', '.join(known[:MOST_NAMED])} and {len(known) - MOST_NAMED} more"
    return f"known: {', '.join(known)}" if known else "there is none"


def key_lines(text: str) -> dict[Key, int]:
    """Map each key of a valid TOML text to its line (from 1).

    Keys are paths with list indices: `("tables", 1, "rake")`. Keys inside an inline table are
    not listed; their line is that of the key they stand under.
    """
    lines: dict[Key, int] = {}
    tables: dict[Key, int] = {}
    prefix: Key = ()
    depth, quote = 0, ""
    for number, line in enumerate(text.splitlines(), start=1):
        rest = line
        if not quote and depth == 0:
            if header := _HEADER.match(line):
                prefix = _table_key(_words(header[2]), tables, is_list=header[1] == "[[")
                lines.setdefault(prefix, number)
                continue
            if entry := _ENTRY.match(line):
                lines.setdefault((*prefix, *_words(entry[1])), number)
                rest = entry[2]
        depth, quote = _balance(rest, depth, quote)
    return lines


def _words(dotted: str) -> Key:
    return tuple(word.strip("\"'") for word in re.findall(_WORD, dotted))


def _table_key(words: Key, tables: dict[Key, int], *, is_list: bool) -> Key:
    """Resolve a table header: a name that is a list stands for its latest entry."""
    key: Key = ()
    for position, word in enumerate(words, start=1):
        key = (*key, word)
        if position == len(words) and is_list:
            tables[key] = tables.get(key, -1) + 1
        if key in tables:
            key = (*key, tables[key])
    return key


def _balance(rest: str, depth: int, quote: str) -> tuple[int, str]:
    """Follow open brackets and open triple quotes over one line."""
    while True:
        if quote:
            _, found, rest = rest.partition(quote)
            if not found:
                return depth, quote
            quote = ""
        string = _STRING.search(rest)
        plain = rest[: string.start()] if string else rest
        plain, comment, _ = plain.partition("#")
        depth += sum(plain.count(c) for c in "[{") - sum(plain.count(c) for c in "]}")
        if comment or string is None:
            return max(depth, 0), ""
        quote = string[0] if len(string[0]) == 3 and string[0][0] * 3 == string[0] else ""
        rest = rest[string.end() :]


def line_of(key: Key, lines: dict[Key, int]) -> int | None:
    """Return the line of a key, or of the nearest key above it."""
    while key:
        if key in lines:
            return lines[key]
        key = key[:-1]
    return None


def _syntax_fault(message: str, where: str) -> str:
    parts = _SYNTAX.fullmatch(message)
    fault = parts["fault"] if parts else message
    line = parts["line"] if parts else None
    place = f"{where}, line {line}" if line else where
    return f"{place}: not valid TOML ({fault[:1].lower()}{fault[1:]}); correct the line"


def _site(message: str, data: Any, type_: type) -> tuple[str, Key]:  # noqa: ANN401
    """Split msgspec's message into the fault and the key it is about."""
    if stray := _KEY.fullmatch(message):  # a table whose keys are one of some words
        message = f"Object contains unknown field `{stray['key']}` - at `{stray['path']}`"
    parts = _SITE.match(message)
    if parts is None or parts["path"] is None:
        return message, ()
    key: Key = ()
    for step in re.findall(r"\[\.\.\.\]|\[\d+\]|\.[^.\[]+", parts["path"]):
        if step == "[...]":  # msgspec does not name a dictionary's key: find it by trial
            key = (*key, _guilty(message, data, key, type_))
        else:
            key = (*key, int(step[1:-1]) if step[0] == "[" else step[1:])
    return parts["fault"], key


def _guilty(message: str, data: Any, key: Key, type_: type) -> str:  # noqa: ANN401
    """Return the entry of the table at `key` that alone raises the same message."""
    table = _at(data, key)
    for name in table:
        trial = _with(data, key, {name: table[name]})
        try:
            msgspec.convert(trial, type_)
        except msgspec.ValidationError as error:
            if str(error) == message:
                return str(name)
    return "..."


def _at(data: Any, key: Key) -> Any:  # noqa: ANN401
    for step in key:
        data = data[step]
    return data


def _with(data: Any, key: Key, value: Any) -> Any:  # noqa: ANN401
    """Return a copy of `data` with `value` at `key`."""
    if not key:
        return value
    copy = data.copy()
    copy[key[0]] = _with(data[key[0]], key[1:], value)
    return copy


def _describe(fault: str, key: Key, data: Any, type_: type) -> str:  # noqa: ANN401
    """Say what is wrong at `key`, and the remedy, in a TOML writer's words."""
    table = f" in [{_dotted(key)}]" if key else ""
    kind = _type_at(inspect.type_info(type_), key)
    if unknown := _UNKNOWN.fullmatch(fault):
        return f"unknown key '{unknown['key']}'{table}; {suggest(unknown['key'], _fields(kind))}"
    if missing := _MISSING.fullmatch(fault):
        return f"key '{missing['key']}' is missing{table}; add it"
    try:
        found = _at(data, key)
        value = msgspec.json.encode(found).decode()
        if isinstance(found, float) and not math.isfinite(found):  # JSON has no word for it
            value = str(found)
    except (KeyError, IndexError, TypeError, msgspec.MsgspecError):
        value = "the value"
    if _CHOICE.fullmatch(fault):
        return f"{_dotted(key)} is {value}; {suggest(str(_at(data, key)), _choices(kind))}"
    if expected := _EXPECTED.fullmatch(fault):
        return f"{_dotted(key)} is {value}; it must be {_wanted(expected['want'])}"
    if isinstance(_at(data, key), dict):  # raised by the struct's own __post_init__
        return f"[{_dotted(key)}] {fault}" if key else fault
    return f"{_dotted(key)}: {fault}"


def _dotted(key: Key) -> str:
    text = "".join(f"[{step + 1}]" if isinstance(step, int) else f".{step}" for step in key)
    return text.removeprefix(".")


def _wanted(want: str) -> str:
    names, backtick, bound = want.rpartition("`")
    options = [_TYPES.get(name, name) for name in names.strip("`").split(" | ")]
    return " or ".join(option for option in options if option != "nothing") + (
        bound if backtick else ""
    )


def _type_at(kind: inspect.Type, key: Key) -> inspect.Type | None:
    """Return the type that the struct declares at `key`; None where it cannot be told."""
    for step in key:
        found: inspect.Type | None = None
        for option in kind.types if isinstance(kind, inspect.UnionType) else (kind,):
            if isinstance(option, inspect.StructType):
                found = next((f.type for f in option.fields if f.encode_name == step), found)
            elif isinstance(option, inspect.DictType):
                found = option.value_type
            elif isinstance(option, inspect.ListType | inspect.VarTupleType):
                found = option.item_type
        if found is None:
            return None
        kind = found
    return kind


def _fields(kind: inspect.Type | None) -> list[str]:
    """Return the keys that a table of this type can have."""
    options = kind.types if isinstance(kind, inspect.UnionType) else (kind,)
    names: list[str] = []
    for option in options:
        if isinstance(option, inspect.StructType):
            names += [field.encode_name for field in option.fields]
        elif isinstance(option, inspect.DictType):
            names += _choices(option.key_type)
    return names


def _choices(kind: inspect.Type | None) -> list[str]:
    options = kind.types if isinstance(kind, inspect.UnionType) else (kind,)
    names: list[str] = []
    for option in options:
        if isinstance(option, inspect.LiteralType):
            names += [str(value) for value in option.values]
        elif isinstance(option, inspect.EnumType):
            names += [str(member.value) for member in option.cls]
    return names
