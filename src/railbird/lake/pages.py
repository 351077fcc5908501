"""Turn a column of one row group into Parquet pages.

A column is one data page, after a dictionary page where the column is coded. Codes are stored in
whole bytes (one or two): packing them tighter costs time, and zstd finds the repetitions better
where they start on a byte. Constants cost a dozen bytes.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import pyarrow as pa

from railbird.cards import TextColumn
from railbird.lake.columns import Constant, Kept, Lists, Numbers, text_column
from railbird.lake.footer import (
    BYTE_ARRAY,
    DELTA_BINARY_PACKED,
    DELTA_LENGTH_BYTE_ARRAY,
    INT32,
    PHYSICAL,
    PLAIN,
    RLE,
    RLE_DICTIONARY,
    UNCOMPRESSED,
    ZSTD,
    Chunk,
    data_page_header,
    dictionary_page_header,
    varint,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from railbird.lake.encode import Encoder
    from railbird.lake.schema import Column

# Level 1: level 3 saves 2 % of the bytes for 5 to 10 % more time (bench/encoding.py); level -1
# costs a quarter more bytes and saves nothing.
_CODEC = pa.Codec("zstd", compression_level=1)
_LIMITS = {"int8": 1 << 7, "int16": 1 << 15, "int32": 1 << 31}


@dataclass(frozen=True, slots=True)
class Distinct:
    """The values of a dictionary page: how many, in PLAIN encoding, least and greatest."""

    count: int
    plain: bytes
    bounds: tuple[int, int] | None


def encode_column(column: Column, kept: Kept, encoder: Encoder) -> Chunk:
    """Return the pages of a column.

    Raises:
        ValueError: a number does not fit the column's type.
    """
    if isinstance(kept, Constant):
        return _constant(column, kept)
    if isinstance(kept, Lists):
        return _lists(column, kept, encoder)
    if isinstance(kept, TextColumn):
        levels = _levels(column, kept.absent, len(kept))
        body = _text(kept, encoder)
        nulls = int(kept.absent.sum())
        return _chunk(len(kept), DELTA_LENGTH_BYTE_ARRAY, levels + body, nulls=nulls)
    return _numbers(column, kept, encoder)


def _constant(column: Column, kept: Constant) -> Chunk:
    if kept.value is None:
        levels = _all_absent(column, kept.rows)
        return _chunk(kept.rows, PLAIN, levels, codec=UNCOMPRESSED, nulls=kept.rows)
    if column.type == "bool":
        bits = np.full(kept.rows, kept.value, np.bool_)
        levels = _levels(column, None, kept.rows)
        return _chunk(kept.rows, PLAIN, levels + _bits(bits))
    if isinstance(kept.value, str):
        distinct: Distinct = Distinct(1, _plain_string(kept.value), None)
    else:
        distinct = _distinct_numbers(column, np.array([kept.value]))
    return _single(distinct, kept.rows, kept.rows, _levels(column, None, kept.rows))


def _numbers(column: Column, kept: Numbers, encoder: Encoder) -> Chunk:
    rows = len(kept)
    levels = _levels(column, kept.absent, rows)
    nulls = 0 if kept.absent is None else int(kept.absent.sum())
    if column.type == "bool":
        present = kept.values if kept.absent is None else kept.values[~kept.absent]
        return _chunk(rows, PLAIN, levels + _bits(present != 0), nulls=nulls)
    if column.encoding == "dict":
        if kept.names is None:
            coded = encoder.dictionary(kept.values, kept.absent)
        else:
            coded = encoder.renumber(kept.values, len(kept.names))
        if coded is not None:
            return _dictionary(column, kept, levels, *coded, encoder)
    if kept.names is not None:  # more strings than a dictionary holds
        names = kept.names
        text = text_column([None if code < 0 else names[code] for code in kept.values])
        return encode_column(column, text, encoder)
    present = kept.values if kept.absent is None else kept.values[~kept.absent]
    least, greatest = _range(column, present)
    if column.encoding == "delta":
        body, encoding = encoder.delta(present), DELTA_BINARY_PACKED
    else:
        body, encoding = _plain_numbers(column, present), PLAIN
    bounds = (least, greatest) if column.stats else None
    return _chunk(rows, encoding, levels + body, nulls=nulls, bounds=bounds)


def _dictionary(
    column: Column,
    kept: Numbers,
    levels: bytes,
    keys: NDArray[np.int64],
    codes: NDArray[np.uint16],
    encoder: Encoder,
) -> Chunk:
    rows = len(kept)
    if not len(keys):
        return _chunk(rows, PLAIN, _all_absent(column, rows), codec=UNCOMPRESSED, nulls=rows)
    if kept.names is None:
        distinct = _distinct_numbers(column, keys)
    else:
        plain = encoder.remembered(kept.names, _plain_strings)
        distinct = Distinct(len(keys), b"".join([plain[key] for key in keys]), None)
    if len(keys) == 1:
        return _single(distinct, rows, len(codes), levels)
    width, narrow = (2, codes) if len(keys) > 256 else (1, codes.astype(np.uint8))
    groups = -(-len(codes) // 8)
    body = b"".join(
        (
            levels,
            bytes([8 * width]),
            varint(groups << 1 | 1),
            narrow.tobytes(),
            bytes((8 * groups - len(codes)) * width),
        )
    )
    return _with_dictionary(distinct, rows, rows - len(codes), body, ZSTD)


def _single(distinct: Distinct, rows: int, present: int, levels: bytes) -> Chunk:
    """Return pages of a column with one value: a run of the code 0, one bit wide."""
    body = levels + b"\x01" + varint(present << 1) + b"\x00"
    codec = UNCOMPRESSED if len(body) < 64 else ZSTD
    return _with_dictionary(distinct, rows, rows - present, body, codec)


def _with_dictionary(distinct: Distinct, rows: int, nulls: int, body: bytes, codec: int) -> Chunk:
    raw = distinct.plain
    stored = _compress(raw, codec)
    page = dictionary_page_header(distinct.count, len(raw), len(stored)) + stored
    chunk = _chunk(rows, RLE_DICTIONARY, body, codec=codec, nulls=nulls, bounds=distinct.bounds)
    return Chunk(
        body=page + chunk.body,
        codec=codec,
        encodings=(PLAIN, *chunk.encodings),
        values=rows,
        uncompressed=chunk.uncompressed + len(page) - len(stored) + len(raw),
        dictionary_bytes=len(page),
        nulls=nulls,
        least=chunk.least,
        greatest=chunk.greatest,
    )


def _chunk(
    values: int,
    encoding: int,
    body: bytes,
    *,
    codec: int = ZSTD,
    nulls: int = 0,
    bounds: tuple[int, int] | None = None,
) -> Chunk:
    stored = _compress(body, codec)
    header = data_page_header(values, encoding, len(body), len(stored))
    least, greatest = bounds or (None, None)
    return Chunk(
        body=header + stored,
        codec=codec,
        encodings=(RLE, encoding),
        values=values,
        uncompressed=len(header) + len(body),
        dictionary_bytes=0,
        nulls=nulls,
        least=least,
        greatest=greatest,
    )


def _compress(raw: bytes, codec: int) -> bytes:
    if codec == UNCOMPRESSED:
        return raw
    stored: bytes = _CODEC.compress(raw, asbytes=True)
    return stored


def _range(column: Column, values: NDArray[np.int64]) -> tuple[int, int]:
    if not len(values):
        return 0, 0
    least, greatest = int(values.min()), int(values.max())
    limit = _LIMITS.get(column.type)
    if limit is not None and not (-limit <= least and greatest < limit):
        raise ValueError(f"column {column.name}: {least}..{greatest} does not fit {column.type}")
    return least, greatest


def _distinct_numbers(column: Column, keys: NDArray[np.int64]) -> Distinct:
    bounds = _range(column, keys)
    return Distinct(len(keys), _plain_numbers(column, keys), bounds if column.stats else None)


def _plain_string(text: str) -> bytes:
    encoded = text.encode()
    return struct.pack("<I", len(encoded)) + encoded


def _plain_strings(names: Sequence[str]) -> list[bytes]:
    return [_plain_string(name) for name in names]


def _plain_numbers(column: Column, values: NDArray[np.int64]) -> bytes:
    return values.astype(np.int32 if PHYSICAL[column.type] == INT32 else np.int64).tobytes()


def _bits(flags: NDArray[np.bool_]) -> bytes:
    return np.packbits(flags, bitorder="little").tobytes()


def _text(text: TextColumn, encoder: Encoder) -> bytes:
    lengths = np.diff(text.offsets).astype(np.int64)[~text.absent]
    return encoder.delta(lengths) + text.data[text.offsets[0] : text.offsets[-1]].tobytes()


def _levels(column: Column, absent: NDArray[np.bool_] | None, rows: int) -> bytes:
    """Return which rows are not NULL, nothing for a column that is never NULL."""
    if not column.nullable:
        return b""
    if absent is None or not absent.any():
        return _prefixed(varint(rows << 1) + b"\x01")
    groups = -(-rows // 8)
    return _prefixed(varint(groups << 1 | 1) + _bits(~absent))


def _all_absent(column: Column, rows: int) -> bytes:
    run = _prefixed(varint(rows << 1) + b"\x00")
    return run + run if column.type == "list<string>" else run


def _prefixed(levels: bytes) -> bytes:
    return struct.pack("<I", len(levels)) + levels


def _lists(column: Column, kept: Lists, encoder: Encoder) -> Chunk:
    """Return pages of a list column: repetition levels 0 or 1, definition levels 0 to 3."""
    repetition: list[int] = []
    definition: list[int] = []
    strings: list[str] = []
    for row in kept.rows:
        repetition += [0] + [1] * (len(row or ()) - 1)
        definition += [0 if row is None else 1] if not row else [3] * len(row)
        strings += row or ()
    body = b"".join(
        (
            _prefixed(_packed_levels(repetition, 1)),
            _prefixed(_packed_levels(definition, 2)),
            _text(text_column(strings), encoder),
        )
    )
    nulls = sum(level < 3 for level in definition)
    assert PHYSICAL[column.type] == BYTE_ARRAY
    return _chunk(len(definition), DELTA_LENGTH_BYTE_ARRAY, body, nulls=nulls)


def _packed_levels(levels: Sequence[int], width: int) -> bytes:
    groups = -(-len(levels) // 8)
    bits = np.zeros((8 * groups, width), np.bool_)
    for bit in range(width):
        bits[: len(levels), bit] = [level >> bit & 1 for level in levels]
    return varint(groups << 1 | 1) + _bits(bits.ravel())
