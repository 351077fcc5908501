"""Files that appear only when they are whole: what a user asked to be written with `-o`."""

from __future__ import annotations

import contextlib
import os
from typing import IO, TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@contextlib.contextmanager
def written_whole(path: Path) -> Iterator[IO[bytes]]:
    """Open a file that appears only when it is whole.

    Raises:
        OSError: it cannot be written; `filename` is the path.
    """
    if path.exists() and not path.is_file():  # /dev/stdout, a named pipe
        with path.open("wb") as stream:
            yield stream
        return
    path = path.resolve()  # a link stays a link
    unfinished = path.with_name(f".{path.name}.{os.getpid()}.inprogress")
    try:
        with unfinished.open("wb") as stream:
            yield stream
        unfinished.replace(path)
    except OSError as error:
        error.filename = str(path)
        raise
    finally:
        unfinished.unlink(missing_ok=True)
