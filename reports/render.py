"""Show a result: as an aligned table, csv, json, Parquet or markdown.

Table, markdown and csv write every cell the same way, so that a number seen is a number that can
be looked up; only NULL differs, "-" for a reader and nothing in csv.
"""

from __future__ import annotations

import csv
import io
import math
from decimal import Decimal
from typing import TYPE_CHECKING, Literal

import polars as pl

from railbird.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

Format = Literal["table", "csv", "json", "parquet", "markdown"]
FORMATS: tuple[Format, ...] = ("table", "csv", "json", "parquet", "markdown")

NULL = "-"
GAP = "  "
# Decimals of a float column: as many as its values need, up to so many.
MOST_DECIMALS = 6


def render(
    frame: pl.DataFrame, format_: Format = "table", *, keys: int = 0, width: int = 80
) -> str | bytes:
    """Return a result in one of the formats: bytes for Parquet, else text that ends in a newline.

    Args:
        frame: the result.
        format_: one of FORMATS.
        keys: leading columns that say what a row is; a table too wide for one block repeats them.
        width: characters a line of a table should not pass.

    Raises:
        InputError: the format is unknown, or Parquet cannot hold a column.
    """
    if format_ == "table":
        return _table(frame, keys, width)
    if format_ == "csv":
        return _csv(frame)
    if format_ == "json":
        return _json(frame)
    if format_ == "markdown":
        return _markdown(frame)
    if format_ == "parquet":
        return _parquet(frame)
    raise InputError(f"unknown format '{format_}'; known: {', '.join(FORMATS)}")


def cells(frame: pl.DataFrame) -> list[list[str | None]]:
    """Return every column as text, None for NULL; the one place where values become text."""
    return [_column_cells(series) for series in frame.get_columns()]


def _column_cells(series: pl.Series) -> list[str | None]:
    values = series.to_list()
    write: Callable[[object], str] = _cell
    if series.dtype.is_float():
        decimals = max((_decimals(value) for value in values), default=0)

        def write(value: object) -> str:
            assert isinstance(value, float)
            return f"{value:.{decimals}f}" if math.isfinite(value) else str(value)

    return [None if value is None else write(value) for value in values]


def _cell(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list):
        return "[" + ", ".join(NULL if item is None else _cell(item) for item in value) + "]"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key}: {_cell(item)}" for key, item in value.items()) + "}"
    return "" if value is None else str(value)


def _decimals(value: float | None) -> int:
    """Return how many decimals a number needs, at most MOST_DECIMALS."""
    if value is None or not math.isfinite(value):
        return 0
    exponent = Decimal(repr(round(value, MOST_DECIMALS))).normalize().as_tuple().exponent
    assert isinstance(exponent, int)
    return max(0, -exponent)


def _table(frame: pl.DataFrame, keys: int, width: int) -> str:
    """Return an aligned table, in several blocks of columns where one would be too wide."""
    if frame.width == 0:
        return ""
    columns = cells(frame)
    numeric = [dtype.is_numeric() for dtype in frame.dtypes]
    widths = [max([1, *(len(NULL if c is None else c) for c in column)]) for column in columns]
    heads = [[name] for name in frame.columns]
    whole = [max(w, len(name)) for w, name in zip(widths, frame.columns, strict=True)]
    if sum(whole) + len(GAP) * (len(whole) - 1) > width:
        heads = [_wrapped(name, w) for name, w in zip(frame.columns, widths, strict=True)]
    widths = [max(w, *map(len, head)) for w, head in zip(widths, heads, strict=True)]
    blocks = []
    for number, chosen in enumerate(_blocks(widths, keys, width)):
        tallest = max(len(heads[i]) for i in chosen)
        lines = [
            _line([_nth_from_end(heads[i], n) for i in chosen], chosen, widths, numeric)
            for n in range(tallest, 0, -1)
        ]
        lines.append(GAP.join("-" * widths[i] for i in chosen))
        values = [i for i in chosen if i >= keys]
        for row in range(frame.height):
            # further blocks leave out rows that have nothing to say in them
            if number and all(columns[i][row] is None for i in values):
                continue
            texts = [NULL if (cell := columns[i][row]) is None else cell for i in chosen]
            lines.append(_line(texts, chosen, widths, numeric))
        blocks.append("\n".join(lines) + "\n")
    return "\n".join(blocks)


def _wrapped(name: str, width: int) -> list[str]:
    """Return a column's name on several lines, broken at underscores to suit its values."""
    first, *rest = name.split("_")
    width = max(width, len(first), *map(len, rest))
    lines = [first]
    for part in rest:
        joined = f"{lines[-1]}_{part}"
        if len(joined) <= width:
            lines[-1] = joined
        else:
            lines.append(part)
    return lines


def _nth_from_end(lines: Sequence[str], n: int) -> str:
    return lines[-n] if n <= len(lines) else ""


def _blocks(widths: Sequence[int], keys: int, width: int) -> list[list[int]]:
    """Return the columns of each block: the keys, then as many others as the width takes."""
    leading = list(range(keys))
    blocks = [list(leading)]
    room = width - sum(widths[i] + len(GAP) for i in leading)
    left = room
    for i in range(keys, len(widths)):
        if len(blocks[-1]) > keys and widths[i] > left:
            blocks.append(list(leading))
            left = room
        blocks[-1].append(i)
        left -= widths[i] + len(GAP)
    return blocks


def _line(
    texts: Sequence[str], chosen: Sequence[int], widths: Sequence[int], numeric: Sequence[bool]
) -> str:
    aligned = (
        text.rjust(widths[i]) if numeric[i] else text.ljust(widths[i])
        for text, i in zip(texts, chosen, strict=True)
    )
    return GAP.join(aligned).rstrip()


def _csv(frame: pl.DataFrame) -> str:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(frame.columns)
    writer.writerows(
        ["" if cell is None else cell for cell in row] for row in zip(*cells(frame), strict=True)
    )
    return text.getvalue()


def _markdown(frame: pl.DataFrame) -> str:
    rules = ("--:" if dtype.is_numeric() else "---" for dtype in frame.dtypes)
    rows = [
        [NULL if cell is None else cell.replace("|", "\\|").replace("\n", " ") for cell in row]
        for row in zip(*cells(frame), strict=True)
    ]
    return "".join("| " + " | ".join(row) + " |\n" for row in ([*frame.columns], [*rules], *rows))


def _json(frame: pl.DataFrame) -> str:
    """Return a list of objects, one a line; numbers that are none of JSON's become null."""
    import msgspec

    rows = [msgspec.json.encode(row).decode() for row in frame.iter_rows(named=True)]
    return "[\n" + ",\n".join(rows) + "\n]\n" if rows else "[]\n"


def _parquet(frame: pl.DataFrame) -> bytes:
    buffer = io.BytesIO()
    try:
        frame.write_parquet(buffer)
    except pl.exceptions.PolarsError as error:
        reason = str(error).splitlines()[0]
        raise InputError(f"Parquet cannot hold this result ({reason}); choose csv") from error
    return buffer.getvalue()
