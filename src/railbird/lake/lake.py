"""A lake: a folder of runs.

Readers see the runs that have a manifest. Writers take one run at a time, by `begin`. This module
finds runs, begins, drops and sweeps them; it knows no engine, no SQL and no Arrow.
"""

from __future__ import annotations

import difflib
import os
from pathlib import Path
from typing import TYPE_CHECKING

from railbird.errors import DamagedLakeError, InputError
from railbird.lake.files import explain_os_error, remove_folder_if_empty, sync_folder
from railbird.lake.manifest import Manifest, load_manifest
from railbird.lake.names import check_run_name, run_folder
from railbird.lake.schema import TABLES
from railbird.lake.session import (
    RunLock,
    RunSession,
    is_being_written,
    remove_receipts,
    run_files,
)
from railbird.lake.verify import Problem, verify_run

if TYPE_CHECKING:
    from collections.abc import Callable


class LakeFolder:
    """The runs in a folder; `open` one that exists, or `create` it to write."""

    def __init__(self, path: Path | str) -> None:
        """Name a lake without looking at it."""
        self.path = Path(path)

    @classmethod
    def open(cls, path: Path | str) -> LakeFolder:
        """Return a lake to read from.

        Raises:
            InputError: there is none.
        """
        lake = cls(path)
        _refuse_file(lake.path)
        if not (lake.path / "runs").is_dir():
            raise InputError(
                f"{lake.path}: no lake here; name one with --lake, "
                f"or make one with `railbird simulate --lake {lake.path}`"
            )
        return lake

    @classmethod
    def create(cls, path: Path | str) -> LakeFolder:
        """Return a lake to write to, making its folder where there is none.

        Raises:
            InputError: the path is a file, its parent is missing, or it cannot be written.
        """
        lake = cls(path)
        _refuse_file(lake.path)
        parent = lake.path.absolute().parent
        if not lake.path.exists() and not parent.is_dir():
            raise InputError(
                f"{lake.path}: the folder {parent} does not exist; "
                "make it first, or choose another --lake"
            )
        try:
            (lake.path / "runs").mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise explain_os_error(error, lake.path / "runs") from error
        if not os.access(lake.path / "runs", os.W_OK | os.X_OK):
            raise InputError(
                f"{lake.path}/runs cannot be written (Permission denied); "
                "give yourself permission or choose another --lake"
            )
        return lake

    def manifest_path(self, run: str) -> Path:
        """Return where a run's manifest is, or would be."""
        return self.path / "runs" / f"{check_run_name(run)}.json"

    def runs(self) -> list[str]:
        """Return the names of all runs, sorted; a run is what has a manifest."""
        names = (path.stem for path in (self.path / "runs").glob("*.json"))
        return sorted(name for name in names if _is_run_name(name))

    def has_run(self, run: str) -> bool:
        """Return whether a run exists."""
        return self.manifest_path(run).is_file()

    def read_manifest(self, run: str) -> Manifest:
        """Return the manifest of a run.

        Raises:
            InputError: there is no such run.
            DamagedLakeError: the manifest cannot be read.
        """
        self.require_run(run)
        return load_manifest(self.manifest_path(run))

    def counterfactuals(self) -> dict[str, str]:
        """Return the runs that play another run of this lake again, with the name of that one.

        Raises:
            DamagedLakeError: a manifest cannot be read.
        """
        runs = self.runs()
        of = {run: self.read_manifest(run).counterfactual_of for run in runs}
        return {run: other for run, other in of.items() if other in runs}

    def find_recipe(self, recipe_hash: str) -> str | None:
        """Return the run of that recipe, None where there is none; damaged ones are passed by."""
        for run in self.runs():
            try:
                if load_manifest(self.manifest_path(run)).recipe_hash == recipe_hash:
                    return run
            except DamagedLakeError:
                continue
        return None

    def begin(self, run: str, recipe_hash: str) -> RunSession:
        """Take the lock of a run and return a session with what is already finished.

        Raises:
            InputError: the name is no run's name, the run exists, another process writes it,
                or the lake cannot be written.
        """
        check_run_name(run)
        lock = RunLock(self.path, run)
        try:
            self._refuse_existing(run)
            return RunSession(self.path, run, recipe_hash, lock)
        except OSError as error:
            lock.release()
            raise explain_os_error(error, self.manifest_path(run)) from error
        except BaseException:
            lock.release()
            raise

    def drop(self, run: str) -> int:
        """Remove a run, the manifest first, so that readers never see half of it.

        Returns:
            Bytes freed.

        Raises:
            InputError: there is no such run, or a process writes it, or it cannot be removed.
        """
        self.require_run(run)
        lock = RunLock(self.path, run)
        path = self.manifest_path(run)
        try:
            path.unlink(missing_ok=True)
            sync_folder(path.parent)
            freed = sum(file.stat().st_size for file in run_files(self.path, run))
            self._remove_files(run)
        except OSError as error:
            raise explain_os_error(error, path) from error
        finally:
            lock.release()
        return freed

    def sweep(self) -> list[str]:
        """Remove what no run needs; return its paths, relative to the lake.

        That is: files of runs without a manifest that nobody is writing, files that a manifest
        does not list, temporary files, receipts and locks left behind. Runs with a damaged
        manifest, and runs being written, are left alone.

        Raises:
            InputError: something cannot be removed.
        """
        removed: list[Path] = []
        for run in sorted(self._mentioned()):
            try:
                lock = RunLock(self.path, run)
            except InputError:
                continue
            try:
                removed += self._sweep_run(run)
            except OSError as error:
                raise explain_os_error(error, self.manifest_path(run)) from error
            finally:
                lock.release()
        return [path.relative_to(self.path).as_posix() for path in removed]

    def orphans(self) -> list[str]:
        """Return a line on the files of each run that has no manifest and that nobody writes.

        No reader looks at them. They are of a run that was interrupted, or dropped by hand.
        """
        lines = []
        for run in sorted(self._mentioned()):
            if self.has_run(run) or is_being_written(self.path, run):
                continue
            files = [path.relative_to(self.path).as_posix() for path in run_files(self.path, run)]
            if files:
                more = f" and {len(files) - 1} more" if len(files) > 1 else ""
                lines.append(
                    f"{files[0]}{more}: of run {run}, which has no manifest, so nothing reads it; "
                    f"finish the run, or `railbird check --sweep --lake {self.path}` removes it"
                )
        return lines

    def verify(self, run: str, read: Callable[[int], object] | None = None) -> list[Problem]:
        """Return what is wrong with the files of a run, nothing when all is well.

        Args:
            run: its name.
            read: called with the bytes of each file that was looked at.

        Raises:
            InputError: there is no such run.
            DamagedLakeError: its manifest cannot be read.
        """
        return verify_run(self.path, self.read_manifest(run), read)

    def require_run(self, run: str) -> None:
        """Do nothing where there is such a run.

        Raises:
            InputError: there is none.
        """
        if self.has_run(run):
            return
        near = difflib.get_close_matches(run, self.runs(), n=1)
        every = f"`railbird runs --lake {self.path}` lists all"
        hint = f"did you mean {near[0]}?" if near else every
        raise InputError(f"{self.path}: no run {run}; {hint}")

    def _refuse_existing(self, run: str) -> None:
        if self.has_run(run):
            raise InputError(
                f"run {run} exists already in {self.path}; "
                f"choose another --run, or `railbird drop {run} --lake {self.path}` first"
            )

    def _mentioned(self) -> set[str]:
        """Return every run that left anything in the lake."""
        names = {
            path.name.removeprefix("run=")
            for table in TABLES
            for path in (self.path / table).glob("run=*")
        }
        for path in (self.path / "runs").iterdir():
            stem = path.name.partition(".json.inprogress-")[0]
            names.add(stem.removesuffix(".json").removesuffix(".parts").removesuffix(".lock"))
        return {name for name in names if _is_run_name(name)}

    def _sweep_run(self, run: str) -> list[Path]:
        removed: list[Path] = []
        if not self.has_run(run):
            removed += self._remove_files(run)
        else:
            try:
                listed = {entry["file"] for entry in self.read_manifest(run).parts}
            except DamagedLakeError:
                return []
            for path in run_files(self.path, run):
                if path.relative_to(self.path).as_posix() not in listed:
                    path.unlink()
                    removed.append(path)
            removed += remove_receipts(self.path, run)
        for path in sorted((self.path / "runs").glob(f"{run}.json.inprogress-*")):
            path.unlink()
            removed.append(path)
        return removed

    def _remove_files(self, run: str) -> list[Path]:
        removed = list(run_files(self.path, run))
        for path in removed:
            path.unlink(missing_ok=True)
        for table in TABLES:
            remove_folder_if_empty(self.path / run_folder(table, run))
        return removed + remove_receipts(self.path, run)


def _is_run_name(name: str) -> bool:
    try:
        check_run_name(name)
    except InputError:
        return False
    return True


def _refuse_file(path: Path) -> None:
    if path.exists() and not path.is_dir():
        raise InputError(f"{path}: a file, not a folder; name a folder with --lake")
