"""Writing one run: the lock, receipts of finished parts, and the commit.

The order of things makes a kill harmless at any moment:
1. the lock (`flock`, gone with its process, so that no stale lock exists);
2. for each part: temporary files, synced, renamed; then its receipt;
3. the manifest, written atomically: from here on the run exists;
4. receipts and lock are removed.
A second attempt at the same recipe finds the receipts and does only what is missing; with
another recipe the receipts are worth nothing and everything is removed first.
"""

from __future__ import annotations

import errno
import fcntl
import os
from typing import IO, TYPE_CHECKING, Self

import msgspec

from railbird.errors import InputError
from railbird.lake.files import explain_os_error, remove_folder_if_empty, write_atomically
from railbird.lake.manifest import (
    Manifest,
    PartFile,
    Receipt,
    TableTotals,
    canonical_json,
    merge_totals,
    save_manifest,
)
from railbird.lake.names import part_file, run_folder
from railbird.lake.schema import SCHEMA_VERSION, TABLES

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from pathlib import Path
    from types import TracebackType

    from railbird.lake.columns import Scalar
    from railbird.lake.writer import PartWriter


class RunLock:
    """An exclusive lock on one run of a lake, held until released or the process ends."""

    def __init__(self, root: Path, run: str) -> None:
        """Take the lock.

        Raises:
            InputError: another process holds it, or the folder cannot be written.
        """
        self._path = root / "runs" / f"{run}.lock"
        self._run = run
        while True:
            self._file = self._take()
            if self._is_current():
                return
            self._file.close()  # another process removed the name while we waited: again

    def _take(self) -> IO[bytes]:
        try:
            file = self._path.open("ab")
        except OSError as error:
            raise explain_os_error(error, self._path) from error
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            file.close()
            if error.errno in (errno.EAGAIN, errno.EACCES):
                raise InputError(
                    f"run {self._run} is being written by another process ({self._path} is "
                    "locked); wait for it, or give this run another name with --run"
                ) from error
            raise explain_os_error(error, self._path) from error
        return file

    def _is_current(self) -> bool:
        try:
            return os.path.samestat(os.fstat(self._file.fileno()), self._path.stat())
        except FileNotFoundError:
            return False

    def release(self) -> None:
        """Remove the lock's file and let go; harmless when called twice."""
        if not self._file.closed:
            self._path.unlink(missing_ok=True)
            self._file.close()


class RunSession:
    """A run that is being written. Leave it by `commit`, or lose nothing but the lock."""

    def __init__(self, root: Path, run: str, recipe_hash: str, lock: RunLock) -> None:
        """Find what an earlier attempt finished, and remove the rest of it.

        Args:
            root: the lake.
            run: name of the run.
            recipe_hash: of the recipe that is about to be carried out.
            lock: held; released at the end.
        """
        self.run = run
        self.recipe_hash = recipe_hash
        self.finished: dict[int, Receipt] = {}
        self._root, self._lock = root, lock
        self._receipts = root / "runs" / f"{run}.parts"
        self._collect()

    def _collect(self) -> None:
        for path in sorted(self._receipts.glob("*")):
            receipt = _read_receipt(path) if path.suffix == ".json" else None
            if receipt is not None and self._is_good(receipt):
                self.finished[receipt.part_no] = receipt
            else:
                path.unlink(missing_ok=True)
        keep = {entry["file"] for entry in self.parts()}
        for path in run_files(self._root, self.run):
            if path.relative_to(self._root).as_posix() not in keep:
                path.unlink(missing_ok=True)

    def _is_good(self, receipt: Receipt) -> bool:
        if (receipt.recipe_hash, receipt.schema_version) != (self.recipe_hash, SCHEMA_VERSION):
            return False
        for entry in receipt.files:
            path = self._root / entry["file"]
            if not path.is_file() or path.stat().st_size != entry["bytes"]:
                return False
        return True

    def writer(
        self,
        part_no: int,
        tables: Iterable[str],
        constants: Mapping[str, Mapping[str, Scalar]] | None = None,
    ) -> PartWriter:
        """Return a writer of one part of this run; see `PartWriter`."""
        from railbird.lake.writer import PartWriter

        return PartWriter(self._root, self.run, part_no, tables, constants)

    def finish_part(
        self, part_no: int, files: Iterable[PartFile], tables: Iterable[TableTotals]
    ) -> None:
        """Leave a receipt for a part whose files are closed; threads may call this.

        Args:
            part_no: number of the part, from 0.
            files: what `PartWriter.close` returned.
            tables: sums over the part's hands.

        Raises:
            InputError: the receipt cannot be written; the part is then done again next time.
        """
        receipt = Receipt(
            recipe_hash=self.recipe_hash,
            part_no=part_no,
            files=list(files),
            tables=merge_totals(tables),
        )
        path = self._receipts / f"part-{part_no:05d}.json"
        try:
            self._receipts.mkdir(exist_ok=True)
        except OSError as error:
            raise explain_os_error(error, path) from error
        write_atomically(path, canonical_json(receipt), self.run)
        self.finished[part_no] = receipt

    def parts(self) -> list[PartFile]:
        """Return the files of all finished parts, in order of parts."""
        return [entry for number in sorted(self.finished) for entry in self.finished[number].files]

    def totals(self) -> list[TableTotals]:
        """Return the sums over all finished parts, one entry a poker table."""
        return merge_totals(
            entry for number in sorted(self.finished) for entry in self.finished[number].tables
        )

    def commit(self, manifest: Manifest) -> None:
        """Make the run exist: write the manifest, then remove receipts and lock.

        Raises:
            ValueError: the manifest is not about this session's run, recipe and parts.
            InputError: the manifest cannot be written.
        """
        if (manifest.run, manifest.recipe_hash) != (self.run, self.recipe_hash):
            raise ValueError(f"a manifest of {manifest.run}, not of {self.run}")
        if manifest.parts != self.parts():
            raise ValueError("the manifest does not list the finished parts")
        save_manifest(self._root / "runs" / f"{self.run}.json", manifest)
        remove_receipts(self._root, self.run)
        self.close()

    def close(self) -> None:
        """Release the lock; finished parts stay for the next attempt."""
        self._lock.release()

    def __enter__(self) -> Self:
        """Return self."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Release the lock."""
        self.close()


def is_being_written(root: Path, run: str) -> bool:
    """Return whether a process holds the lock of a run; leaves no trace."""
    try:
        with (root / "runs" / f"{run}.lock").open("rb") as file:
            fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except FileNotFoundError:
        return False
    except OSError:
        return True
    return False


def run_files(root: Path, run: str) -> Iterator[Path]:
    """Yield every file of a run in the tables' folders, finished or not, listed or not."""
    for table in TABLES:
        yield from sorted((root / run_folder(table, run)).glob("*"))


def remove_receipts(root: Path, run: str) -> list[Path]:
    """Remove the receipts of a run and their folder; return what was removed."""
    folder = root / "runs" / f"{run}.parts"
    removed = sorted(folder.glob("*"))
    for path in removed:
        path.unlink(missing_ok=True)
    remove_folder_if_empty(folder)
    return removed


def expected_file(entry: PartFile, run: str) -> bool:
    """Return whether a manifest's file lies where the files of its run must lie."""
    name = entry["file"].rpartition("/")[2].removeprefix("part-").removesuffix(".parquet")
    return (
        entry["table"] in TABLES
        and name.isdecimal()
        and part_file(entry["table"], run, int(name)) == entry["file"]
    )


def _read_receipt(path: Path) -> Receipt | None:
    try:
        return msgspec.json.decode(path.read_bytes(), type=Receipt)
    except (OSError, msgspec.DecodeError, UnicodeDecodeError):
        return None
