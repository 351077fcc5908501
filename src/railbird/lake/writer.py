"""Write the Parquet files of one part of a run.

A part is a file in each table's folder. Files are written under a temporary name, synced, and
renamed when the part is complete; the bytes depend on the rows and their chunks, on nothing else.
The writer knows no engine and no manifest: a runner hands it columns and gets back what the
manifest needs.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
from pathlib import Path
from typing import TYPE_CHECKING, Self

from railbird.lake.columns import Kept, Scalar, Values, concatenate, count_rows, cut, normalise, own
from railbird.lake.encode import Encoder
from railbird.lake.files import explain_os_error, sync_folder, temporary_path
from railbird.lake.footer import MAGIC, Struct, column_chunk, footer, row_group
from railbird.lake.manifest import PartFile
from railbird.lake.names import part_file
from railbird.lake.pages import encode_column
from railbird.lake.schema import SCHEMA_VERSION, TABLES, Table

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from io import FileIO
    from types import TracebackType

# Part of the bytes, so it changes with the files' format only, not with each release.
CREATED_BY = f"railbird version {SCHEMA_VERSION}"


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
        encoder = Encoder()
        self._open: dict[str, _TableFile] = {}
        try:
            for name in tables:
                path = Path(folder) / part_file(name, run, part_no)
                self._open[name] = _TableFile(
                    TABLES[name], path, run, constants.get(name, {}), encoder
                )
        except BaseException:
            self.abort()
            raise

    def write(self, table: str, columns: Mapping[str, Values]) -> None:
        """Append rows to a table; the arrays may be reused after the call.

        Args:
            table: one of the part's tables.
            columns: values by column name, in any form that `columns.normalise` takes.

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

    def __init__(
        self, table: Table, path: Path, run: str, constants: Mapping[str, Scalar], encoder: Encoder
    ) -> None:
        self._table, self._path, self._run = table, path, run
        self._constants, self._encoder = constants, encoder
        self._columns = {column.name for column in table.columns}
        self._refuse_unknown(constants)
        self._temporary = temporary_path(path, run)
        self._waiting: list[list[Kept]] = []
        self._waiting_rows = 0
        self._groups: list[Struct] = []
        self._rows = self._offset = 0
        self._digest = hashlib.sha256()
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._sink = open_unbuffered(self._temporary)
        except OSError as error:
            raise explain_os_error(error, path) from error
        try:
            self._put(MAGIC)
        except BaseException:
            self.abort()
            raise

    def append(self, columns: Mapping[str, Values]) -> None:
        self._refuse_unknown(columns)
        counts = [count for count in map(count_rows, columns.values()) if count is not None]
        if not counts:
            raise ValueError(f"{self._table.name}: no column says how many rows there are")
        rows = counts[0]
        if not rows:
            return
        kept = [
            normalise(column, columns.get(column.name, self._constants.get(column.name)), rows)
            for column in self._table.columns
        ]
        size = self._table.row_group
        if rows < size // 2 or self._waiting:
            self._waiting.append([own(values) for values in kept])
            self._waiting_rows += rows
            if self._waiting_rows >= size:
                self._flush()
            return
        self._write_groups(kept, rows)

    def _refuse_unknown(self, names: Iterable[str]) -> None:
        for name in names:
            if name not in self._columns:
                raise ValueError(f"{self._table.name} has no column {name}")

    def _flush(self) -> None:
        if not self._waiting:
            return
        kept = [concatenate(pieces) for pieces in zip(*self._waiting, strict=True)]
        rows, self._waiting, self._waiting_rows = self._waiting_rows, [], 0
        self._write_groups(kept, rows)

    def _write_groups(self, kept: list[Kept], rows: int) -> None:
        """Write row groups of equal size, none more than half as large again as they should be."""
        count = max(1, round(rows / self._table.row_group))
        for group in range(count):
            start, stop = rows * group // count, rows * (group + 1) // count
            self._write_group([cut(values, start, stop) for values in kept], stop - start)

    def _write_group(self, kept: list[Kept], rows: int) -> None:
        begin, raw = self._offset, 0
        entries: list[Struct] = []
        for column, values in zip(self._table.columns, kept, strict=True):
            chunk = encode_column(column, values, self._encoder)
            entries.append(column_chunk(column, chunk, self._offset))
            raw += chunk.uncompressed
            self._put(chunk.body)
        self._groups.append(row_group(entries, rows, begin, raw, self._offset - begin))
        self._rows += rows

    def _put(self, content: bytes) -> None:
        try:
            view = memoryview(content)
            while view:
                view = view[self._sink.write(view) :]
        except OSError as error:
            raise explain_os_error(error, self._path) from error
        self._digest.update(content)
        self._offset += len(content)

    def finish(self) -> None:
        self._flush()
        notes = {"railbird.run": self._run, "railbird.schema_version": str(SCHEMA_VERSION)}
        self._put(footer(self._table, self._groups, self._rows, CREATED_BY, notes))
        try:
            os.fsync(self._sink.fileno())
            self._sink.close()
        except OSError as error:
            raise explain_os_error(error, self._path) from error

    def publish(self) -> PartFile:
        try:
            self._temporary.rename(self._path)
            sync_folder(self._path.parent)
        except OSError as error:
            raise explain_os_error(error, self._path) from error
        return PartFile(
            table=self._table.name,
            file=f"{self._table.name}/run={self._run}/{self._path.name}",
            rows=self._rows,
            bytes=self._offset,
            sha256=self._digest.hexdigest(),
        )

    def abort(self) -> None:
        with contextlib.suppress(OSError):
            self._sink.close()
            self._temporary.unlink(missing_ok=True)


def open_unbuffered(path: Path) -> FileIO:
    """Open a file in which every write reaches the disk's books, so that none fails at close."""
    return path.open("wb", buffering=0)
