"""The files of a run: whether they can be read, what format they are of, and their fingerprints.

All of this is known before a lake is touched, because the recipe of a run is made of it.
"""

from __future__ import annotations

import hashlib
import os
import stat
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from railbird.errors import InputError
from railbird.ingest.formats import HEAD_BYTES, detect_format, find_format, known_formats

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from railbird.ingest.formats import Format

_BLOCK = 1 << 20


@dataclass(frozen=True, slots=True)
class Input:
    """One file to read.

    Attributes:
        path: as it was given.
        format: what it is read as.
        bytes: its size.
        sha256: of its content.
    """

    path: Path
    format: Format
    bytes: int
    sha256: str

    def as_dict(self) -> dict[str, str | int]:
        """Return the file as the recipe has it."""
        return {
            "name": str(self.path),
            "bytes": self.bytes,
            "sha256": self.sha256,
            "format": self.format.name,
        }


def examine(
    files: Sequence[Path | str], format_name: str, note: Callable[[str], None] | None = None
) -> list[Input]:
    """Look at all files and return them in order of their names, each content once.

    Args:
        files: what to read.
        format_name: name of a format, or 'auto' to tell each file's from its content.
        note: told when two files have the same content.

    Raises:
        InputError: no file, or one is missing, unreadable, empty, a folder, or of no known format.
    """
    if not files:
        raise InputError("no file named; name the hand histories to read")
    wanted = None if format_name == "auto" else find_format(format_name)
    seen: dict[str, Input] = {}
    for path in sorted({Path(file) for file in files}, key=str):
        found = _examine(path, wanted)
        twin = seen.setdefault(found.sha256, found)
        if twin is not found and note is not None:
            note(f"{path} has the same content as {twin.path}; read once")
    return list(seen.values())


def _examine(path: Path, wanted: Format | None) -> Input:
    try:
        mode = path.stat().st_mode
        if stat.S_ISDIR(mode):
            raise InputError(f"{path}: a folder, not a file; name the files in it ({path}/*)")
        if not stat.S_ISREG(mode):
            raise InputError(f"{path}: no ordinary file; save its content to one and name that")
        digest = hashlib.sha256()
        size = 0
        with path.open("rb") as stream:
            head = stream.read(HEAD_BYTES)
            stream.seek(0)
            while block := stream.read(_BLOCK):
                digest.update(block)
                size += len(block)
    except FileNotFoundError as error:
        raise InputError(f"{path}: no such file; look at the path's spelling") from error
    except OSError as error:
        reason = os.strerror(error.errno) if error.errno else str(error)
        raise InputError(
            f"{path}: cannot be read ({reason}); put that right or leave it out"
        ) from error
    if not size:
        raise InputError(f"{path}: the file is empty; leave it out")
    known = wanted or detect_format(head)
    if known is None:
        raise InputError(
            f"{path}: not a known format; known: {known_formats()}; if it is one of these, name it "
            "with --format"
        )
    return Input(path, known, size, digest.hexdigest())
