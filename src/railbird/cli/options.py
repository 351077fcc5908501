"""Options that several commands share, and the words their values may be."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from railbird.errors import InputError
from railbird.tomlfile import suggest

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

F = TypeVar("F", bound="Callable[..., Any]")


class Word(click.ParamType):
    """One of a few words; a misspelt one is answered with the nearest."""

    name = "word"

    def __init__(self, kind: str, words: Sequence[str]) -> None:
        """Accept `words`, which are each a `kind` in messages."""
        self.kind = kind
        self.words = tuple(words)

    def get_metavar(self, param: click.Parameter, ctx: click.Context | None = None) -> str:
        """Show the words in the help page."""
        del param, ctx
        return "|".join(self.words)

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Return the word itself."""
        del param, ctx
        if value not in self.words:
            raise InputError(f"unknown {self.kind} '{value}'; {suggest(value, self.words)}")
        return value


def lake_option(command: F) -> F:
    """Add a required `--lake DIR`."""
    return click.option(
        "--lake", type=click.Path(path_type=Path), required=True, metavar="DIR", help="The lake."
    )(command)


def quiet_option(command: F) -> F:
    """Add `--quiet`."""
    return click.option("--quiet", "-q", is_flag=True, help="Say nothing on stderr except errors.")(
        command
    )


FORMATS = ("table", "csv", "json", "parquet", "markdown")
SUFFIXES = {".csv": "csv", ".json": "json", ".parquet": "parquet", ".md": "markdown"}


def result_options(command: F) -> F:
    """Add `--format` and `-o`, for commands whose answer is a table."""
    command = click.option(
        "--output",
        "-o",
        type=click.Path(path_type=Path, dir_okay=False),
        metavar="FILE",
        help="Write the result to FILE; the format follows from its ending unless --format says.",
    )(command)
    return click.option(
        "--format",
        "format_",
        type=Word("format", FORMATS),
        help="How to print the result.  [default: table]",
    )(command)


def chosen_format(format_: str | None, output: Path | None) -> str:
    """Return the format asked for, else the one the file's ending names, else `table`."""
    if format_ is not None:
        return format_
    return SUFFIXES.get(output.suffix.lower(), "table") if output is not None else "table"
