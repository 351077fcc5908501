"""Hand a finished result to stdout or to a file."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

from railbird.errors import InputError

if TYPE_CHECKING:
    from pathlib import Path


def deliver(data: str | bytes, output: Path | None) -> None:
    """Write a result to stdout, or to a file that appears only when it is whole.

    Raises:
        InputError: binary data for a terminal.
        OSError: the file cannot be written.
    """
    if output is not None:
        _write(data.encode() if isinstance(data, str) else data, output)
        return
    if isinstance(data, str):
        sys.stdout.write(data)
    elif sys.stdout.isatty():
        raise InputError("a terminal cannot show Parquet; name a file with -o FILE")
    else:
        sys.stdout.flush()
        sys.stdout.buffer.write(data)


def _write(data: bytes, output: Path) -> None:
    if output.exists() and not output.is_file():  # /dev/stdout, a named pipe
        output.write_bytes(data)
        return
    output = output.resolve()  # a link stays a link
    unfinished = output.with_name(f".{output.name}.{os.getpid()}.inprogress")
    try:
        unfinished.write_bytes(data)
        unfinished.replace(output)
    except OSError as error:
        error.filename = str(output)
        raise
    finally:
        unfinished.unlink(missing_ok=True)
