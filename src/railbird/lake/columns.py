"""From what a producer hands over (numpy arrays, codes, constants) to Arrow arrays.

The engine hands int64 columns; narrowing happens here, checked. Strings that repeat arrive as
codes into a short list of values and stay dictionaries all the way into the file.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
import pyarrow as pa

from railbird.cards import TextColumn

if TYPE_CHECKING:
    from collections.abc import Sequence

    from railbird.lake.schema import Column

Scalar: TypeAlias = int | str | bool | None
# One column of a write: see `to_arrow`.
Values: TypeAlias = Any

_INTS = {
    "int8": (np.int8, pa.int8()),
    "int16": (np.int16, pa.int16()),
    "int32": (np.int32, pa.int32()),
    "int64": (np.int64, pa.int64()),
}
_TIMESTAMP = pa.timestamp("us", tz="UTC")
_DICTIONARY = pa.dictionary(pa.int32(), pa.string())


def storage_type(column: Column) -> pa.DataType:
    """Return the Arrow type in which a column goes to the Parquet writer."""
    if column.type == "string":
        return _DICTIONARY if column.encoding == "dict" else pa.string()
    if column.type == "list<string>":
        return pa.list_(pa.string())
    if column.type == "bool":
        return pa.bool_()
    if column.type == "timestamp[us, UTC]":
        return _TIMESTAMP
    return _INTS[column.type][1]


def count_rows(values: Values) -> int | None:
    """Return the number of rows of a column, None for a constant."""
    if values is None or isinstance(values, (int, str, np.integer, np.bool_)):
        return None
    return len(values[0]) if isinstance(values, tuple) else len(values)


def to_arrow(column: Column, values: Values, rows: int) -> pa.Array:
    """Return a column as an Arrow array of its storage type.

    Args:
        column: where the values go.
        values: one of
            a scalar, for all rows (None is NULL);
            an integer, bool or masked numpy array (microseconds since 1970 for timestamps);
            (values, mask): integers, and bools that are True where the value is NULL;
            (codes, list of strings): a string column, code -1 is NULL;
            a TextColumn, a list of strings or (for lists) of lists, or an Arrow array.
        rows: number of rows of this write.

    Raises:
        ValueError: a value does not fit the column, or NULL stands where none is allowed.
    """
    try:
        array = _convert(column, values, rows)
    except (pa.ArrowInvalid, pa.ArrowTypeError, TypeError, OverflowError) as error:
        raise ValueError(f"column {column.name}: {error}") from error
    if len(array) != rows:
        raise ValueError(f"column {column.name}: {len(array)} rows, others have {rows}")
    if array.null_count and not column.nullable:
        raise ValueError(f"column {column.name}: NULL in row {_first_null(array)}")
    return array


def _convert(column: Column, values: Values, rows: int) -> pa.Array:
    if isinstance(values, (pa.Array, pa.ChunkedArray)):
        return values.cast(storage_type(column))
    if values is None or isinstance(values, (int, str, np.integer, np.bool_)):
        return _constant(column, values, rows)
    if column.type == "string":
        return _strings(column, values)
    if column.type == "list<string>":
        return pa.array(values, type=storage_type(column))
    mask = None
    if isinstance(values, tuple):
        values, mask = values
    elif isinstance(values, np.ma.MaskedArray):
        values, mask = values.data, np.ma.getmaskarray(values)
    return _numbers(column, np.asarray(values), mask)


def _constant(column: Column, value: Scalar, rows: int) -> pa.Array:
    target = storage_type(column)
    if target == _DICTIONARY:
        codes = pa.nulls(rows, pa.int32()) if value is None else np.zeros(rows, np.int32)
        return pa.DictionaryArray.from_arrays(codes, pa.array([value or ""], pa.string()))
    if value is None:
        return pa.nulls(rows, target)
    if column.type in _INTS:
        return pa.array(np.full(rows, value, dtype=_INTS[column.type][0]))
    return pa.repeat(pa.scalar(value, type=target), rows)


def _strings(column: Column, values: Values) -> pa.Array:
    if isinstance(values, TextColumn):
        present = pa.array(~values.absent) if values.absent.any() else None
        buffers = [
            None if present is None else present.buffers()[1],
            pa.py_buffer(values.offsets),
            pa.py_buffer(values.data),
        ]
        text = pa.StringArray.from_buffers(len(values), buffers[1], buffers[2], buffers[0])
    elif isinstance(values, tuple):
        codes, names = values
        return _coded(np.asarray(codes), names, storage_type(column))
    else:
        text = pa.array(values, type=pa.string())
    return text.dictionary_encode() if column.encoding == "dict" else text


def _coded(codes: np.ndarray[Any, Any], names: Sequence[str], target: pa.DataType) -> pa.Array:
    indices = np.ascontiguousarray(codes, dtype=np.int32)
    if len(indices) and (indices.min() < -1 or indices.max() >= len(names)):
        raise ValueError(f"a code is not in -1..{len(names) - 1}")
    mask = indices < 0
    index_array = pa.array(indices, mask=mask) if mask.any() else pa.array(indices)
    array = pa.DictionaryArray.from_arrays(index_array, pa.array(names, type=pa.string()))
    return array if target == _DICTIONARY else array.cast(target)


def _numbers(
    column: Column, values: np.ndarray[Any, Any], mask: np.ndarray[Any, Any] | None
) -> pa.Array:
    if values.dtype.kind not in "ib":
        raise ValueError(f"column {column.name}: integers are needed, not {values.dtype}")
    if column.type == "bool":
        return pa.array(np.ascontiguousarray(values != 0), mask=mask)
    dtype = np.int64 if column.type == "timestamp[us, UTC]" else _INTS[column.type][0]
    narrow = np.ascontiguousarray(values, dtype=dtype)
    if narrow.itemsize < values.itemsize and len(values):
        _check_range(column, values, mask)
    array = pa.array(narrow, mask=mask if mask is not None and mask.any() else None)
    return array.view(_TIMESTAMP) if column.type == "timestamp[us, UTC]" else array


def _check_range(
    column: Column, values: np.ndarray[Any, Any], mask: np.ndarray[Any, Any] | None
) -> None:
    limits = np.iinfo(_INTS[column.type][0])
    low, high = values.min(), values.max()
    if (low < limits.min or high > limits.max) and mask is not None and mask.any():
        present = values[~mask]
        low, high = (present.min(), present.max()) if len(present) else (0, 0)
    if low < limits.min or high > limits.max:
        raise ValueError(f"column {column.name}: {low}..{high} does not fit {column.type}")


def _first_null(array: pa.Array) -> int:
    return int(array.is_null().index(True).as_py())
