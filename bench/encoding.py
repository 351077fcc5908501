"""What it costs to encode a hand: Railbird's page encoder against pyarrow's and polars' writers.

Real hands (the default job) are played first and kept in memory, as the columns that the runner
hands to the lake. Then each writer makes Parquet files of them, one thread each, all in turn
within one run, and the best of several rounds counts: ratios are what to look at.

    python bench/encoding.py [hands] [rounds]

pyarrow is tuned as far as it goes (dictionaries only where they pay, DELTA_BINARY_PACKED for
hand_id, no statistics elsewhere, batches of 65,536, narrow types, strings as dictionary arrays);
polars has no such settings. Both get row groups of the same size.
"""

from __future__ import annotations

import os
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

os.environ["POLARS_MAX_THREADS"] = "1"

import numpy as np
import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq

from railbird.cards import TextColumn
from railbird.lake import pages
from railbird.lake.columns import Constant, Kept, Lists, Numbers, Values, normalise, own
from railbird.lake.encode import Encoder
from railbird.lake.schema import TABLES, Column, arrow_schema
from railbird.lake.writer import PartWriter
from railbird.simulate.columns import constants_of, write_rows
from railbird.simulate.job import Job, resolve
from railbird.simulate.plan import plan
from railbird.simulate.play import Engine

if TYPE_CHECKING:
    from collections.abc import Callable

Chunk = dict[str, dict[str, Kept]]
ARROW: Any = pa  # its stubs are narrower than it is
PARQUET: Any = pq
ArrowArray: TypeAlias = Any
WRITTEN = ("hands", "players", "actions", "pots")
ENCODINGS = {"delta": "DELTA_BINARY_PACKED", "bytes": "DELTA_LENGTH_BYTE_ARRAY"}


class Recorder:
    """Stands where the part writer stands, and keeps what it is given."""

    def __init__(self) -> None:
        self.chunk: dict[str, dict[str, Any]] = {}

    def write(self, table: str, columns: dict[str, Any]) -> None:
        rows = len(columns["hand_id"])
        kept = {}
        for name, values in columns.items():
            column = TABLES[table].column(name)
            kept[name] = own(normalise(column, values, rows))
        self.chunk[table] = kept


def played(hands: int) -> tuple[list[Chunk], dict[str, dict[str, Any]]]:
    """Play hands; return their columns, chunk by chunk, and the constants of the run."""
    recipe = resolve(Job(hands=hands))
    engine = Engine(recipe)
    chunks = []
    for part in plan(recipe):
        for rows, _ in engine.chunks(part.segments):
            recorder = Recorder()
            write_rows(recorder, recipe, rows)  # type: ignore[arg-type]
            chunks.append(recorder.chunk)
    return chunks, constants_of(recipe)


def handed_over(kept: Kept) -> Values:
    """Return a kept column in a form that PartWriter takes."""
    if not isinstance(kept, Numbers):
        return kept
    if kept.names is not None:
        return kept.values, kept.names
    return kept.values if kept.absent is None else (kept.values, kept.absent)


def railbird(chunks: list[Chunk], constants: dict[str, Any], folder: Path) -> int:
    part = PartWriter(folder, "bench", 0, WRITTEN, constants)
    for chunk in chunks:
        for table in WRITTEN:
            part.write(table, {name: handed_over(kept) for name, kept in chunk[table].items()})
    return sum(entry["bytes"] for entry in part.close())


def arrow_array(kept: Kept, target: pa.DataType) -> ArrowArray:
    """Return a column as the Arrow array that costs the writers least."""
    assert not isinstance(kept, Lists)
    rows = len(kept)
    if isinstance(kept, Constant):
        if isinstance(kept.value, str):
            codes = ARROW.array(np.zeros(rows, np.int32))
            return ARROW.DictionaryArray.from_arrays(codes, ARROW.array([kept.value]))
        return ARROW.repeat(ARROW.scalar(kept.value, target), rows)
    if isinstance(kept, TextColumn):
        valid = ARROW.array(~kept.absent).buffers()[1]
        return ARROW.StringArray.from_buffers(
            rows, ARROW.py_buffer(kept.offsets), ARROW.py_buffer(kept.data), valid
        )
    if kept.names is not None:
        codes = ARROW.array(kept.values.astype(np.int32), mask=kept.absent)
        return ARROW.DictionaryArray.from_arrays(codes, ARROW.array(list(kept.names)))
    if ARROW.types.is_timestamp(target):
        return ARROW.array(kept.values).view(target)
    return ARROW.array(kept.values.astype(target.to_pandas_dtype()), mask=kept.absent)


def arrow_table(chunks: list[Chunk], constants: dict[str, Any], name: str) -> pa.Table:
    schema = arrow_schema(name)
    batches = []
    for chunk in chunks:
        rows = len(chunk[name]["hand_id"])
        arrays = [
            arrow_array(
                chunk[name].get(column.name)
                or Constant(constants.get(name, {}).get(column.name), rows),
                schema.field(column.name).type,
            )
            for column in TABLES[name].columns
        ]
        batches.append(pa.table(arrays, names=schema.names))
    return pa.concat_tables(batches)


def by_pyarrow(chunks: list[Chunk], constants: dict[str, Any], folder: Path) -> int:
    size = 0
    for name in WRITTEN:
        table = arrow_table(chunks, constants, name)
        columns = TABLES[name].columns
        path = folder / f"{name}.pyarrow"
        with PARQUET.ParquetWriter(
            path,
            table.schema,
            compression="zstd",
            compression_level=1,
            use_dictionary=[c.name for c in columns if c.encoding == "dict"],
            column_encoding={
                c.name: ENCODINGS[c.encoding] for c in columns if c.encoding in ENCODINGS
            },
            write_statistics=[c.name for c in columns if c.stats],
            write_batch_size=65_536,
            store_schema=False,
        ) as writer:
            writer.write_table(table, row_group_size=TABLES[name].row_group)
        size += path.stat().st_size
    return size


def by_polars(chunks: list[Chunk], constants: dict[str, Any], folder: Path) -> int:
    size = 0
    for name in WRITTEN:
        frame = pl.from_arrow(arrow_table(chunks, constants, name))
        assert isinstance(frame, pl.DataFrame)
        path = folder / f"{name}.polars"
        frame.write_parquet(
            path, compression_level=1, statistics=False, row_group_size=TABLES[name].row_group
        )
        size += path.stat().st_size
    return size


def at_level(level: int) -> Callable[..., int]:
    """Return Railbird's writer with another zstd level."""

    def write(chunks: list[Chunk], constants: dict[str, Any], folder: Path) -> int:
        usual = pages._CODEC  # noqa: SLF001
        pages._CODEC = pa.Codec("zstd", compression_level=level)  # noqa: SLF001
        try:
            return railbird(chunks, constants, folder)
        finally:
            pages._CODEC = usual  # noqa: SLF001

    return write


def by_column(chunk: Chunk, hands: int) -> None:
    """Print what each column costs, for those that cost more than 2 % of the whole."""
    encoder = Encoder()
    lines = []
    for name in WRITTEN:
        for column_name, kept in chunk[name].items():
            column = TABLES[name].column(column_name)
            best = min(_timed(column, kept, encoder) for _ in range(5))
            body = len(pages.encode_column(column, kept, encoder).body)
            lines.append((best / hands * 1e9, body / hands, f"{name}.{column_name}"))
    total = sum(line[0] for line in lines)
    print(f"\n{'column':28}{'ns/hand':>9}{'bytes/hand':>12}")
    for nanoseconds, size, label in sorted(lines, reverse=True):
        if nanoseconds > total / 50:
            print(f"{label:28}{nanoseconds:9.0f}{size:12.2f}")


def _timed(column: Column, kept: Kept, encoder: Encoder) -> float:
    start = time.perf_counter()
    pages.encode_column(column, kept, encoder)
    return time.perf_counter() - start


def main(hands: int = 262_144, rounds: int = 5) -> None:
    chunks, constants = played(hands)
    actions = sum(len(chunk["actions"]["hand_id"]) for chunk in chunks) / hands
    print(f"{hands:,} hands, {actions:.1f} action rows a hand; CPU time, best of {rounds}")
    writers: dict[str, Callable[..., int]] = {
        "railbird": railbird,
        "railbird, zstd 3": at_level(3),
        "pyarrow, tuned": by_pyarrow,
        "polars": by_polars,
    }
    best = dict.fromkeys(writers, float("inf"))
    sizes = {}
    with tempfile.TemporaryDirectory() as folder:
        for _ in range(rounds):
            for name, write in writers.items():
                start = time.process_time()
                sizes[name] = write(chunks, constants, Path(folder))
                best[name] = min(best[name], time.process_time() - start)
    print(f"\n{'writer':20}{'us/hand':>9}{'ratio':>7}{'bytes/hand':>12}")
    for name, seconds in best.items():
        ratio = seconds / best["railbird"]
        print(f"{name:20}{seconds / hands * 1e6:9.2f}{ratio:7.2f}{sizes[name] / hands:12.1f}")
    by_column(chunks[0], len(chunks[0]["hands"]["hand_id"]))


if __name__ == "__main__":
    main(*(int(argument) for argument in sys.argv[1:]))
