"""Durable files: atomic writes, synced renames, and what a user reads when the disk refuses."""

from __future__ import annotations

import errno
import os
from typing import TYPE_CHECKING

from railbird.errors import InputError

if TYPE_CHECKING:
    from pathlib import Path

TEMPORARY = ".inprogress-"
_FULL = (errno.ENOSPC, errno.EDQUOT)
_REFUSED = (errno.EACCES, errno.EPERM, errno.EROFS)


def temporary_path(path: Path, run: str) -> Path:
    """Return the name under which a file is written before it is renamed.

    It does not end in `.parquet` or `.json`, so that no reader takes it for a finished file.
    """
    return path.with_name(f"{path.name}{TEMPORARY}{run}")


def explain_os_error(error: OSError, path: Path) -> InputError:
    """Return the one line a user reads when the file system refuses."""
    if error.errno in _FULL:
        return InputError(
            f"no space left in {path.parent}; finished parts are kept; "
            "free space and run the same command again"
        )
    if error.errno in _REFUSED:
        return InputError(
            f"{path.parent} cannot be written ({os.strerror(error.errno or 0)}); "
            "give yourself permission or choose another --lake"
        )
    reason = os.strerror(error.errno) if error.errno else str(error).splitlines()[0]
    return InputError(
        f"{path} cannot be written ({reason}); put that right and run the same command again"
    )


def sync_folder(folder: Path) -> None:
    """Make renames in a folder durable."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def write_atomically(path: Path, content: bytes, run: str) -> None:
    """Write a small file so that readers see all of it or nothing.

    Raises:
        InputError: the disk is full or the folder cannot be written; nothing is left behind.
    """
    temporary = temporary_path(path, run)
    try:
        with temporary.open("wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        temporary.rename(path)
        sync_folder(path.parent)
    except OSError as error:
        temporary.unlink(missing_ok=True)
        raise explain_os_error(error, path) from error


def remove_folder_if_empty(folder: Path) -> None:
    """Remove a folder, leaving it where something is still in it."""
    try:
        folder.rmdir()
    except OSError as error:
        if error.errno not in (errno.ENOTEMPTY, errno.ENOENT, errno.EEXIST):
            raise explain_os_error(error, folder) from error
