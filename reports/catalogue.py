"""The reports there are: one `.sql` file each, with a `.yml` beside it that says what it means.

A report is plain DuckDB SQL over the views of a lake and runs in any DuckDB shell as it stands.
Three comments mark what may be put in its place:

    true /* where */                     the user's condition
    /* by */ stake, dealt, /* by */      the columns that the user wants it split by
    /* order */ ... /* order */          the same columns in an ORDER BY
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

from railbird.errors import InputError
from railbird.tomlfile import suggest

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from importlib.resources.abc import Traversable

    import polars as pl

_WHERE = re.compile(r"true /\* where \*/")
_BY = re.compile(r"/\* by \*/.*?/\* by \*/", re.DOTALL)
_ORDER = re.compile(r"/\* order \*/.*?/\* order \*/", re.DOTALL)

# Columns whose alphabetical order would mislead, and the macro that sorts them.
_SORT_KEYS = {
    "stake": "stake_order(stake)",
    "position": "position_order(position)",
    "hand_category": "category_order(hand_category)",
}


@dataclass(frozen=True, slots=True)
class Report:
    """One report.

    Attributes:
        name: as on the command line.
        summary: first line of its SQL, without the comment sign.
        source: the view that `where` and `by` speak of.
        adds: columns that the report adds to its source and that `by` may name.
        keys: columns that every result has in front, whatever `by` says.
        by: columns it is split by unless told otherwise; None where it cannot be split.
        columns: what each column of the result means, with its unit.
        sql: its text.
        table: columns that a person sees first; empty for all of them. Files hold every column.
        silent: those of them that a person sees only where one of their values is not 0.
    """

    name: str
    summary: str
    source: str
    adds: tuple[str, ...]
    keys: tuple[str, ...]
    by: tuple[str, ...] | None
    columns: dict[str, str]
    sql: str
    table: tuple[str, ...] = ()
    silent: tuple[str, ...] = ()

    def for_reading(self, frame: pl.DataFrame) -> list[str]:
        """Return those of a result's columns that its table shows unless `--wide` asks for all.

        Columns that the user split by are not the report's own, and always shown.
        """
        hidden = set(self.columns) - set(self.table) if self.table else set()
        hidden |= {name for name in self.silent if not (frame[name].fill_null(0) != 0).any()}
        return [name for name in frame.columns if name not in hidden]

    def compose(self, where: str | None, by: Sequence[str] | None) -> str:
        """Return the SQL with a condition and with other columns to split by.

        Both must have been checked; this only puts them in their places.
        """
        if by is None:
            return put_into(self.sql, where, None, ())
        names = [name for name in by if name not in self.keys]
        order = [_SORT_KEYS.get(name, name) for name in names]
        return put_into(self.sql, where, names, order)

    def split_by(self, by: str, available: Iterable[str]) -> list[str]:
        """Return the columns named in a `--by`, checked against those of the source.

        Raises:
            InputError: the report cannot be split, or a column does not exist or is taken.
        """
        if self.by is None:
            raise InputError(f"--by: report {self.name} cannot be split")
        known = [*available, *self.adds]
        chosen: list[str] = []
        for part in by.split(","):
            name = part.strip().lower()
            if name not in known:
                raise InputError(
                    f"--by: no column '{name}' in {self.source}; {suggest(name, known)}"
                )
            if name in self.columns and name not in (*self.keys, *self.adds, *self.by):
                raise InputError(
                    f"--by: report {self.name} has a column '{name}' of its own; "
                    f'split by another column, or restrict with --where "{name} = ..."'
                )
            if name not in chosen:
                chosen.append(name)
        return chosen


def put_into(text: str, where: str | None, by: Sequence[str] | None, order: Sequence[str]) -> str:
    """Return SQL with a condition and columns in the places that its comments mark.

    None leaves what is there. The condition and the columns must have been checked.
    """
    if where is not None:
        condition = f"(\n{where}\n)"
        text = _WHERE.sub(lambda _: condition, text)
    if by is not None:
        text = _BY.sub(lambda _: "".join(f"{name}, " for name in by), text)
        text = _ORDER.sub(lambda _: "".join(f"{name}, " for name in order), text)
    return text


def sql_folder() -> Traversable:
    """Return the folder that holds `schema`, `reports` and `checks`."""
    return files("railbird") / "sql"


def sql_files(folder: str) -> dict[str, str]:
    """Return the SQL files of a folder in order of their names: name without suffix to text."""
    found = (f for f in (sql_folder() / folder).iterdir() if f.name.endswith(".sql"))
    return {
        file.name.removesuffix(".sql"): file.read_text(encoding="utf-8")
        for file in sorted(found, key=lambda file: file.name)
    }


@cache
def reports() -> tuple[Report, ...]:
    """Return every report, in order of their names."""
    return tuple(_read_report(name, text) for name, text in sql_files("reports").items())


def find_report(name: str) -> Report:
    """Return the report of this name.

    Raises:
        InputError: there is none; the message names the nearest.
    """
    for report in reports():
        if report.name == name:
            return report
    raise InputError(f"no report '{name}'; {suggest(name, [report.name for report in reports()])}")


def _read_report(name: str, text: str) -> Report:
    about = read_about((sql_folder() / "reports" / f"{name}.yml").read_text(encoding="utf-8"))

    def words(key: str) -> tuple[str, ...]:
        value = about.get(key, ())
        assert isinstance(value, tuple)
        return value

    source, columns = about["source"], about["columns"]
    assert isinstance(source, str)
    assert isinstance(columns, dict)
    summary = text.partition("\n")[0].removeprefix("-- ")
    by = words("by") if "by" in about else None
    return Report(
        name, summary, source, words("adds"), words("keys"), by, columns, text, words("table"),
        words("silent"),
    )  # fmt: skip


def read_about(text: str) -> dict[str, str | tuple[str, ...] | dict[str, str]]:
    """Read the subset of YAML that describes a report, so that no YAML library is needed.

    One `key: value` a line; a value is text or a list `[a, b]`; a key without a value opens a
    mapping of text, indented by two spaces. Comments are lines that begin with `#`.

    Raises:
        ValueError: a line is none of these.
    """
    about: dict[str, str | tuple[str, ...] | dict[str, str]] = {}
    inner: dict[str, str] = {}
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip() or line.startswith("#"):
            continue
        key, colon, value = line.partition(":")
        value = value.strip()
        if not colon or line.startswith(" ") != line.startswith("  "):
            raise ValueError(f"line {number}: not 'key: value': {line}")
        if line.startswith("  "):
            inner[key.strip()] = value
        elif not value:
            inner = {}
            about[key] = inner
        elif value.startswith("["):
            about[key] = tuple(
                word.strip() for word in value.strip("[]").split(",") if word.strip()
            )
        else:
            about[key] = value
    return about
