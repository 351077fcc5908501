"""What a producer may hand over for a column, and the four forms in which it is kept.

The engine hands int64 columns, strings as codes into a short list of values, and constants. They
are kept as they are until a row group is written, so that no value is looked at twice.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from railbird.cards import TextColumn

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from railbird.lake.schema import Column

Scalar: TypeAlias = int | str | bool | None
# What a producer may hand over for one column: see `normalise`.
Values: TypeAlias = Any


@dataclass(frozen=True, slots=True)
class Constant:
    """One value in all rows; None is NULL."""

    value: Scalar
    rows: int

    def __len__(self) -> int:
        """Return the number of rows."""
        return self.rows


@dataclass(frozen=True, slots=True)
class Numbers:
    """Integers (bools, microseconds), or codes of `names` where there are any.

    Attributes:
        values: int64, contiguous and writable (the compiled encoder asks for it, and leaves it).
        absent: True where the value is NULL; None if none is.
        names: the strings that the codes stand for; None for integers.
    """

    values: NDArray[np.int64]
    absent: NDArray[np.bool_] | None = None
    names: Sequence[str] | None = None

    def __len__(self) -> int:
        """Return the number of rows."""
        return len(self.values)


@dataclass(frozen=True, slots=True)
class Lists:
    """Lists of strings; None is NULL."""

    rows: Sequence[Sequence[str] | None]

    def __len__(self) -> int:
        """Return the number of rows."""
        return len(self.rows)


Kept: TypeAlias = Constant | Numbers | TextColumn | Lists


def count_rows(values: Values) -> int | None:
    """Return the number of rows of what was handed over, None for a constant."""
    if _is_scalar(values):
        return None
    return len(values[0]) if isinstance(values, tuple) else len(values)


def normalise(column: Column, values: Values, rows: int) -> Kept:
    """Return what was handed over for a column in one of the forms in which it is kept.

    Args:
        column: where the values go.
        values: one of
            a scalar, for all rows (None is NULL);
            an integer, bool or masked numpy array (microseconds since 1970 for timestamps);
            (values, mask): integers, and bools that are True where the value is NULL;
            (codes, list of strings): a string column, code -1 is NULL;
            a TextColumn; a list of strings (or None); for list columns a list of lists.
        rows: number of rows of this write.

    Raises:
        ValueError: the values are of the wrong kind or length, or NULL where none is allowed.
    """
    kept = _keep(column, values, rows)
    if len(kept) != rows:
        raise ValueError(f"column {column.name}: {len(kept)} rows, others have {rows}")
    if not column.nullable and _has_null(kept):
        raise ValueError(f"column {column.name}: NULL is not allowed")
    return kept


def concatenate(pieces: Sequence[Kept]) -> Kept:
    """Return pieces of the same column as one."""
    first = pieces[0]
    if len(pieces) == 1:
        return first
    if isinstance(first, Constant) and all(
        isinstance(piece, Constant) and piece.value == first.value for piece in pieces
    ):
        return Constant(first.value, sum(map(len, pieces)))
    spread = [_spread(piece, pieces) for piece in pieces]
    if any(isinstance(piece, TextColumn) for piece in spread):
        spread = [_written_out(piece) for piece in spread]
    if all(isinstance(piece, Numbers) for piece in spread):
        return _join_numbers([piece for piece in spread if isinstance(piece, Numbers)])
    if all(isinstance(piece, TextColumn) for piece in spread):
        return _join_text([piece for piece in spread if isinstance(piece, TextColumn)])
    return Lists([row for piece in spread if isinstance(piece, Lists) for row in piece.rows])


def cut(kept: Kept, start: int, stop: int) -> Kept:
    """Return some of the rows of a column."""
    if isinstance(kept, Constant):
        return Constant(kept.value, stop - start)
    if isinstance(kept, Lists):
        return Lists(kept.rows[start:stop])
    if isinstance(kept, TextColumn):
        offsets = kept.offsets[start : stop + 1]
        data = kept.data[offsets[0] : offsets[-1]]
        return TextColumn(data, offsets - offsets[0], kept.absent[start:stop])
    absent = None if kept.absent is None else kept.absent[start:stop]
    return Numbers(kept.values[start:stop], absent, kept.names)


def own(kept: Kept) -> Kept:
    """Return a column that shares no memory with its producer."""
    if isinstance(kept, Numbers):
        absent = None if kept.absent is None else kept.absent.copy()
        return Numbers(kept.values.copy(), absent, kept.names)
    if isinstance(kept, TextColumn):
        return TextColumn(kept.data.copy(), kept.offsets.copy(), kept.absent.copy())
    return kept


def text_column(strings: Sequence[str | None]) -> TextColumn:
    """Return strings as one buffer; None is NULL."""
    encoded = [b"" if text is None else text.encode() for text in strings]
    offsets = np.zeros(len(encoded) + 1, np.int32)
    np.cumsum([len(text) for text in encoded], out=offsets[1:])
    absent = np.array([text is None for text in strings], np.bool_)
    return TextColumn(np.frombuffer(b"".join(encoded), np.uint8), offsets, absent)


def _is_scalar(values: Values) -> bool:
    return values is None or isinstance(values, (int, str, np.integer, np.bool_))


def _keep(column: Column, values: Values, rows: int) -> Kept:
    is_text = column.type == "string"
    if _is_scalar(values):
        if values is not None and (isinstance(values, str) != is_text or "list" in column.type):
            raise ValueError(f"column {column.name}: {values!r} is no {column.type}")
        return Constant(values if isinstance(values, str) or values is None else int(values), rows)
    if column.type == "list<string>":
        return Lists(values)
    return _keep_strings(column, values) if is_text else _keep_numbers(column, values)


def _keep_strings(column: Column, values: Values) -> Kept:
    if isinstance(values, TextColumn):
        return values
    if isinstance(values, tuple):
        return _keep_codes(column, *values)
    if column.encoding == "bytes":
        return text_column(values)
    numbers: dict[str, int] = {}
    codes = [-1 if text is None else numbers.setdefault(text, len(numbers)) for text in values]
    return _keep_codes(column, np.array(codes, np.int64), list(numbers))


def _keep_numbers(column: Column, values: Values) -> Numbers:
    absent = None
    if isinstance(values, tuple):
        values, absent = values
    elif isinstance(values, np.ma.MaskedArray):
        values, absent = values.data, np.ma.getmaskarray(values)
    array = np.asarray(values)
    if array.dtype.kind not in "ib" or array.ndim != 1:
        raise ValueError(
            f"column {column.name}: a row of integers is needed, not {array.dtype} {array.shape}"
        )
    if absent is not None:
        absent = np.ascontiguousarray(absent, np.bool_)
        if len(absent) != len(array):
            raise ValueError(f"column {column.name}: {len(array)} values, mask of {len(absent)}")
        absent = absent if absent.any() else None
    return Numbers(_plain(array), absent)


def _keep_codes(column: Column, codes: NDArray[np.integer], names: Sequence[str]) -> Kept:
    array = _plain(np.asarray(codes))
    if len(array) and (array.min() < -1 or array.max() >= len(names)):
        raise ValueError(f"column {column.name}: a code is not in -1..{len(names) - 1}")
    if column.encoding == "bytes":
        return text_column([None if code < 0 else names[code] for code in array])
    absent = array < 0
    return Numbers(array, absent if absent.any() else None, names)


def _plain(array: NDArray[Any]) -> NDArray[np.int64]:
    return np.require(array, np.int64, ["C", "W", "A"])


def _has_null(kept: Kept) -> bool:
    if isinstance(kept, Constant):
        return kept.value is None and kept.rows > 0
    if isinstance(kept, Lists):
        return any(row is None for row in kept.rows)
    return kept.absent is not None and bool(kept.absent.any())


def _spread(kept: Kept, pieces: Sequence[Kept]) -> Kept:
    """Return a constant in the form that its neighbours have."""
    if not isinstance(kept, Constant):
        return kept
    model = next((piece for piece in pieces if not isinstance(piece, Constant)), None)
    nulls = kept.value is None
    if isinstance(model, Lists):
        return Lists([None] * kept.rows)
    if isinstance(model, TextColumn):
        text = None if nulls else str(kept.value)
        return text_column([text] * kept.rows)
    absent = np.ones(kept.rows, np.bool_) if nulls else None
    strings = isinstance(kept.value, str) or (isinstance(model, Numbers) and model.names)
    if strings or any(isinstance(p, Constant) and isinstance(p.value, str) for p in pieces):
        names = [] if nulls else [str(kept.value)]
        return Numbers(np.full(kept.rows, -1 if nulls else 0), absent, names)
    return Numbers(np.full(kept.rows, 0 if nulls else int(kept.value or 0)), absent)


def _written_out(kept: Kept) -> Kept:
    """Return strings that are coded as they are where a neighbour's are written out."""
    if not isinstance(kept, Numbers):
        return kept
    names = [*(kept.names or ()), None]
    return text_column([names[code] for code in kept.values.tolist()])


def _join_numbers(pieces: Sequence[Numbers]) -> Numbers:
    absent = None
    if any(piece.absent is not None for piece in pieces):
        absent = np.concatenate(
            [np.zeros(len(p), np.bool_) if p.absent is None else p.absent for p in pieces]
        )
    names = pieces[0].names
    if all(piece.names is names for piece in pieces):
        return Numbers(np.concatenate([piece.values for piece in pieces]), absent, names)
    numbers: dict[str, int] = {}
    values = []
    for piece in pieces:
        new = [numbers.setdefault(name, len(numbers)) for name in piece.names or ()]
        values.append(np.array([*new, -1], np.int64)[piece.values])
    return Numbers(np.concatenate(values), absent, list(numbers))


def _join_text(pieces: Sequence[TextColumn]) -> TextColumn:
    offsets = [np.zeros(1, np.int32)]
    end = 0
    for piece in pieces:
        offsets.append(piece.offsets[1:] - piece.offsets[0] + end)
        end = int(offsets[-1][-1]) if len(piece) else end
    data = [piece.data[piece.offsets[0] : piece.offsets[-1]] for piece in pieces]
    absent = np.concatenate([piece.absent for piece in pieces])
    return TextColumn(np.concatenate(data), np.concatenate(offsets).astype(np.int32), absent)
