"""The words around the data in a Parquet file: page headers, schema and footer, in Thrift.

Only what Railbird writes, as parquet.thrift of the Parquet format 2.x says it. A structure is a
list of (field number, kind, value) in ascending order; a value of None is left out.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from railbird.lake.schema import Column, Table

Struct: TypeAlias = "list[tuple[int, str, Any]]"

_KINDS = {"i8": 3, "i16": 4, "i32": 5, "i64": 6, "binary": 8, "list": 9, "struct": 12}

MAGIC = b"PAR1"
BOOLEAN, INT32, INT64, BYTE_ARRAY = 0, 1, 2, 6
PLAIN, RLE, DELTA_BINARY_PACKED, DELTA_LENGTH_BYTE_ARRAY, RLE_DICTIONARY = 0, 3, 5, 6, 8
UNCOMPRESSED, ZSTD = 0, 6
_DATA_PAGE, _DICTIONARY_PAGE = 0, 2
_REQUIRED, _OPTIONAL, _REPEATED = 0, 1, 2
_UTF8, _LIST, _TIMESTAMP_MICROS = 0, 3, 10
_CONVERTED_INT = {"int8": 15, "int16": 16, "int32": 17, "int64": 18}

PHYSICAL = {
    "bool": BOOLEAN,
    "int8": INT32,
    "int16": INT32,
    "int32": INT32,
    "int64": INT64,
    "timestamp[us, UTC]": INT64,
    "string": BYTE_ARRAY,
    "list<string>": BYTE_ARRAY,
}


@dataclass(frozen=True, slots=True)
class Chunk:
    """One column of one row group, ready to be written.

    Attributes:
        body: its pages, the dictionary first if there is one.
        codec: UNCOMPRESSED or ZSTD.
        encodings: of the pages.
        values: number of values, NULLs included (of a list: of its elements).
        uncompressed: bytes of the pages before compression, headers included.
        dictionary_bytes: length of the dictionary page in `body`, 0 if there is none.
        nulls: number of NULLs.
        least: smallest value, None where no statistics are wanted.
        greatest: largest value.
    """

    body: bytes
    codec: int
    encodings: tuple[int, ...]
    values: int
    uncompressed: int
    dictionary_bytes: int
    nulls: int
    least: int | None = None
    greatest: int | None = None


def varint(value: int) -> bytes:
    """Return a non-negative integer in seven-bit groups, lowest first."""
    out = bytearray()
    while value > 127:
        out.append(value & 127 | 128)
        value >>= 7
    out.append(value)
    return bytes(out)


def data_page_header(values: int, encoding: int, raw: int, stored: int) -> bytes:
    """Return the header of a data page (version 1, which every reader knows)."""
    page: Struct = [
        (1, "i32", values),
        (2, "i32", encoding),
        (3, "i32", RLE),
        (4, "i32", RLE),
    ]
    return _encode(
        [(1, "i32", _DATA_PAGE), (2, "i32", raw), (3, "i32", stored), (5, "struct", page)]
    )


def dictionary_page_header(values: int, raw: int, stored: int) -> bytes:
    """Return the header of a dictionary page."""
    page: Struct = [(1, "i32", values), (2, "i32", PLAIN)]
    return _encode(
        [(1, "i32", _DICTIONARY_PAGE), (2, "i32", raw), (3, "i32", stored), (7, "struct", page)]
    )


def column_chunk(column: Column, chunk: Chunk, offset: int) -> Struct:
    """Return the footer's entry of a column that was written at an offset of the file."""
    path = [column.name]
    if column.type == "list<string>":
        path += ["list", "element"]
    least, greatest = (
        None if bound is None else struct.pack("<q", bound)
        for bound in (chunk.least, chunk.greatest)
    )
    statistics: Struct = [
        (3, "i64", chunk.nulls),
        (5, "binary", greatest),
        (6, "binary", least),
    ]
    meta: Struct = [
        (1, "i32", PHYSICAL[column.type]),
        (2, "list", ("i32", chunk.encodings)),
        (3, "list", ("binary", [name.encode() for name in path])),
        (4, "i32", chunk.codec),
        (5, "i64", chunk.values),
        (6, "i64", chunk.uncompressed),
        (7, "i64", len(chunk.body)),
        (9, "i64", offset + chunk.dictionary_bytes),
        (11, "i64", offset if chunk.dictionary_bytes else None),
        (12, "struct", statistics),
    ]
    return [(2, "i64", offset), (3, "struct", meta)]


def row_group(columns: Sequence[Struct], rows: int, start: int, raw: int, stored: int) -> Struct:
    """Return the footer's entry of a row group; `raw` and `stored` are sums over its columns."""
    return [
        (1, "list", ("struct", columns)),
        (2, "i64", raw),
        (3, "i64", rows),
        (5, "i64", start),
        (6, "i64", stored),
    ]


def footer(
    table: Table, groups: Sequence[Struct], rows: int, created_by: str, notes: Mapping[str, str]
) -> bytes:
    """Return the end of a file: metadata, its length, and the magic word."""
    pairs: list[Struct] = [
        [(1, "binary", key.encode()), (2, "binary", value.encode())] for key, value in notes.items()
    ]
    by_type: Struct = [(1, "struct", [])]
    body = _encode(
        [
            (1, "i32", 2),
            (2, "list", ("struct", _schema(table))),
            (3, "i64", rows),
            (4, "list", ("struct", groups)),
            (5, "list", ("struct", pairs)),
            (6, "binary", created_by.encode()),
            (7, "list", ("struct", [by_type] * len(table.columns))),
        ]
    )
    return body + struct.pack("<I", len(body)) + MAGIC


def _schema(table: Table) -> list[Struct]:
    root: Struct = [(4, "binary", b"schema"), (5, "i32", len(table.columns))]
    elements = [root]
    for column in table.columns:
        elements += _schema_elements(column)
    return elements


def _schema_elements(column: Column) -> list[Struct]:
    repetition = _OPTIONAL if column.nullable else _REQUIRED
    name = column.name.encode()
    if column.type == "list<string>":
        return [
            [
                (3, "i32", repetition),
                (4, "binary", name),
                (5, "i32", 1),
                (6, "i32", _LIST),
                (10, "struct", [(3, "struct", [])]),
            ],
            [(3, "i32", _REPEATED), (4, "binary", b"list"), (5, "i32", 1)],
            _leaf("string", b"element", _OPTIONAL),
        ]
    return [_leaf(column.type, name, repetition)]


def _leaf(type_: str, name: bytes, repetition: int) -> Struct:
    converted, logical = _annotation(type_)
    return [
        (1, "i32", PHYSICAL[type_]),
        (3, "i32", repetition),
        (4, "binary", name),
        (6, "i32", converted),
        (10, "struct", logical),
    ]


def _annotation(type_: str) -> tuple[int | None, Struct | None]:
    if type_ == "bool":
        return None, None
    if type_ == "string":
        return _UTF8, [(1, "struct", [])]
    if type_ == "timestamp[us, UTC]":
        unit: Struct = [(2, "struct", [])]
        return _TIMESTAMP_MICROS, [(8, "struct", [(1, "bool", True), (2, "struct", unit)])]
    bits: Struct = [(1, "i8", int(type_.removeprefix("int"))), (2, "bool", True)]
    return _CONVERTED_INT[type_], [(10, "struct", bits)]


def _encode(fields: Struct) -> bytes:
    """Return a structure in Thrift's compact protocol."""
    out = bytearray()
    previous = 0
    for number, kind, value in fields:
        if value is None:
            continue
        code = (1 if value else 2) if kind == "bool" else _KINDS[kind]
        out.append((number - previous) << 4 | code)
        previous = number
        if kind != "bool":
            out += _encode_value(kind, value)
    out.append(0)
    return bytes(out)


def _encode_value(kind: str, value: Any) -> bytes:  # noqa: ANN401 - Thrift's values are of any kind
    if kind == "struct":
        return _encode(value)
    if kind == "binary":
        return varint(len(value)) + bytes(value)
    if kind == "i8":
        return struct.pack("b", value)
    if kind == "list":
        inner, items = value
        size = len(items)
        head = bytes([size << 4 | _KINDS[inner]] if size < 15 else [0xF0 | _KINDS[inner]])
        head += b"" if size < 15 else varint(size)
        return head + b"".join(_encode_value(inner, item) for item in items)
    return varint((value << 1) ^ (value >> 63))
