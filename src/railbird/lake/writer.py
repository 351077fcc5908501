"""Write the Parquet files of one part of a run.

A part is a file in each table's folder. Files are written under a temporary name, synced, and
renamed when the part is complete; the bytes depend on the rows and their chunks, on nothing else.
The writer knows no engine and no manifest: a runner hands it columns and gets back what the
manifest needs.
"""

from __future__ import annotations

import hashlib
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

import pyarrow as pa
import pyarrow.parquet as pq

from railbird.lake.columns import Scalar, Values, count_rows, storage_type, to_arrow
from railbird.lake.files import explain_os_error, sync_folder, temporary_path
from railbird.lake.manifest import PartFile
from railbird.lake.names import part_file
from railbird.lake.schema import SCHEMA_VERSION, TABLES, Table

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from types import TracebackType

_PARQUET_ENCODINGS = {"delta": "DELTA_BINARY_PACKED", "bytes": "DELTA_LENGTH_BYTE_ARRAY"}


class PartWriter:
    """Write one part: any number of `write` calls, then `close`.

    As a context manager it removes its temporary files when it was not closed.
    """

    def __init__(
        self,
        folder: Path | str,
        run: str,
        part_no: int,
        tables: Iterable[str],
        constants: Mapping[str, Mapping[str, Scalar]] | None = None,
    ) -> None:
        """Prepare the part's files.

        Args:
            folder: the lake.
            run: name of the run.
            part_no: number of the part in the run, from 0.
            tables: names of the tables to write.
            constants: for each table, columns with one value in all rows of the part. Nullable
                columns that are neither here nor in a write are NULL.

        Raises:
            InputError: the files cannot be created.
        """
        constants = constants or {}
        self._open: dict[str, _TableFile] = {}
        try:
            for name in tables:
                path = Path(folder) / part_file(name, run, part_no)
                self._open[name] = _TableFile(TABLES[name], path, run, constants.get(name, {}))
        except BaseException:
            self.abort()
            raise

    def write(self, table: str, columns: Mapping[str, Values]) -> None:
        """Append rows to a table; the arrays may be reused after the call.

        Args:
            table: one of the part's tables.
            columns: values by column name, in any form that `columns.to_arrow` takes.

        Raises:
            ValueError: values do not fit the schema.
            InputError: the disk is full or the file cannot be written.
        """
        self._open[table].append(columns)

    def close(self) -> list[PartFile]:
        """Finish, sync and rename all files; return one entry a file, in the tables' order.

        Raises:
            InputError: the disk is full or a file cannot be written.
        """
        files = list(self._open.values())
        for file in files:
            file.finish()
        entries = [file.publish() for file in files]
        self._open = {}
        return entries

    def abort(self) -> None:
        """Remove the temporary files of a part that will not be finished."""
        for file in self._open.values():
            file.abort()
        self._open = {}

    def __enter__(self) -> Self:
        """Return self."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Remove what was not closed."""
        self.abort()


class _TableFile:
    """One Parquet file in progress: rows wait until they fill a row group."""

    def __init__(self, table: Table, path: Path, run: str, constants: Mapping[str, Scalar]) -> None:
        self._table, self._path, self._run = table, path, run
        self._constants = constants
        self._temporary = temporary_path(path, run)
        self._waiting: list[pa.Table] = []
        self._waiting_rows = 0
        self.rows = 0
        for name in constants:
            table.column(name)
        self._schema = pa.schema(
            [pa.field(c.name, storage_type(c), nullable=c.nullable) for c in table.columns]
        )
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._sink = self._temporary.open("wb")
        except OSError as error:
            raise explain_os_error(error, path) from error
        self._writer = _open_writer(self._sink, table, self._schema, run)

    def append(self, columns: Mapping[str, Values]) -> None:
        rows = next(filter(None.__ne__, map(count_rows, columns.values())), None)
        if rows is None:
            raise ValueError(f"{self._table.name}: no column says how many rows there are")
        for name in columns:
            self._table.column(name)
        arrays = []
        for column in self._table.columns:
            values = columns.get(column.name, self._constants.get(column.name))
            arrays.append(to_arrow(column, values, rows))
        if not rows:
            return
        batch = pa.Table.from_arrays(arrays, schema=self._schema)
        if not self._waiting and rows >= self._table.row_group // 2:
            self._write_group(batch)
            return
        self._waiting.append(_owned(batch))
        self._waiting_rows += rows
        if self._waiting_rows >= self._table.row_group:
            self._flush()

    def _flush(self) -> None:
        if self._waiting_rows:
            batch = pa.concat_tables(self._waiting).combine_chunks()
            self._waiting, self._waiting_rows = [], 0
            self._write_group(batch)

    def _write_group(self, batch: pa.Table) -> None:
        try:
            self._writer.write_table(batch, row_group_size=batch.num_rows)
        except OSError as error:
            raise explain_os_error(error, self._path) from error
        self.rows += batch.num_rows

    def finish(self) -> None:
        self._flush()
        try:
            self._writer.close()
            self._sink.flush()
            os.fsync(self._sink.fileno())
            self._sink.close()
        except OSError as error:
            raise explain_os_error(error, self._path) from error

    def publish(self) -> PartFile:
        try:
            with self._temporary.open("rb") as file:
                digest = hashlib.file_digest(file, "sha256").hexdigest()
            size = self._temporary.stat().st_size
            self._temporary.rename(self._path)
            sync_folder(self._path.parent)
        except OSError as error:
            raise explain_os_error(error, self._path) from error
        name = f"{self._table.name}/run={self._run}/{self._path.name}"
        return PartFile(
            table=self._table.name, file=name, rows=self.rows, bytes=size, sha256=digest
        )

    def abort(self) -> None:
        self._writer.is_open = False  # else it would write a footer when it is collected
        self._sink.close()
        self._temporary.unlink(missing_ok=True)


def _open_writer(sink: Any, table: Table, schema: pa.Schema, run: str) -> pq.ParquetWriter:
    encodings = {
        c.name: _PARQUET_ENCODINGS[c.encoding]
        for c in table.columns
        if c.encoding in _PARQUET_ENCODINGS
    }
    writer = pq.ParquetWriter(
        sink,
        schema,
        compression="zstd",
        compression_level=1,
        use_dictionary=[c.name for c in table.columns if c.encoding == "dict"],
        column_encoding=encodings,
        write_statistics=[c.name for c in table.columns if c.stats],
        write_batch_size=65_536,
        data_page_version="2.0",
        store_schema=False,
    )
    writer.add_key_value_metadata(
        {"railbird.run": run, "railbird.schema_version": str(SCHEMA_VERSION)}
    )
    return writer


def _owned(batch: pa.Table) -> pa.Table:
    """Copy a batch whose arrays may lie in the producer's own memory."""
    stream = pa.BufferOutputStream()
    with pa.ipc.new_stream(stream, batch.schema) as out:
        out.write_table(batch)
    return pa.ipc.open_stream(stream.getvalue()).read_all()
