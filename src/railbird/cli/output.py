"""Hand a finished result to stdout or to a file."""

from __future__ import annotations

import shutil
import sys
from typing import TYPE_CHECKING

from railbird.cli.options import chosen_format
from railbird.errors import InputError
from railbird.wholefile import written_whole

if TYPE_CHECKING:
    from pathlib import Path

    import polars as pl

# Width of a table that goes to a file or a pipe; a terminal (or COLUMNS) has its own.
PLAIN_WIDTH = 100


def deliver(data: str | bytes, output: Path | None) -> None:
    """Write a result to stdout, or to a file that appears only when it is whole.

    Raises:
        InputError: binary data for a terminal.
        OSError: the file cannot be written.
    """
    if output is not None:
        with written_whole(output) as stream:
            stream.write(data.encode() if isinstance(data, str) else data)
        return
    if isinstance(data, str):
        sys.stdout.write(data)
    elif sys.stdout.isatty():
        raise InputError("a terminal cannot show Parquet; name a file with -o FILE")
    else:
        sys.stdout.flush()
        sys.stdout.buffer.write(data)


def line_width(output: Path | None = None) -> int:
    """Return how many characters a line of text should not pass where it goes."""
    terminal = shutil.get_terminal_size((PLAIN_WIDTH, 24)).columns
    return terminal if output is None else PLAIN_WIDTH


def deliver_frame(
    frame: pl.DataFrame,
    format_: str | None = None,
    output: Path | None = None,
    *,
    keys: int = 0,
    width: int | None = None,
) -> None:
    """Write a result in the format asked for, else the one that the file's ending names.

    Args:
        frame: the result.
        format_: what `--format` says.
        output: what `-o` says; stdout if None.
        keys: leading columns that say what a row is.
        width: of a table, in characters; by default the terminal's.

    Raises:
        InputError: binary data for a terminal, or a result that the format cannot hold.
        OSError: the file cannot be written.
    """
    from railbird.reports.render import render

    if width is None:
        width = line_width(output)
    deliver(render(frame, chosen_format(format_, output), keys=keys, width=width), output)
