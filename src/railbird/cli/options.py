"""Options that several commands share, and the words their values may be."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypeVar, cast

import click

from railbird.errors import InputError
from railbird.tomlfile import suggest

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

# What to say after Ctrl-C.
INTERRUPTED = "interrupted; finished parts are kept, run the same command again to go on"

F = TypeVar("F", bound="Callable[..., Any]")


class NearestGroup(click.Group):
    """A group of commands that answers a misspelt one with the nearest."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the command that the first argument names."""
        if args[0] not in self.commands and not args[0].startswith("-"):
            remedy = suggest(args[0], self.commands)
            if "show" in self.commands and "did you mean" not in remedy:
                remedy = f"to print one: {ctx.command_path} show {args[0]}"
            raise InputError(f"no command '{args[0]}'; {remedy}")
        return super().resolve_command(ctx, args)


def word_option(
    *names: str,
    kind: str,
    words: Sequence[str],
    help: str,  # noqa: A002 - click's name
) -> Callable[[F], F]:
    """Add an option whose value is one of a few words; a misspelt one gets the nearest.

    Args:
        *names: as for `click.option`.
        kind: what the words are, for messages.
        words: the words.
        help: the option's help.
    """

    def checked(context: click.Context, option: click.Parameter, value: str | None) -> str | None:
        del context, option
        if value is not None and value not in words:
            raise InputError(f"unknown {kind} '{value}'; {suggest(value, words)}")
        return value

    return click.option(*names, callback=checked, metavar="|".join(words), help=help)


class _LakePath(click.Path):
    """A folder; an empty name, as an unset shell variable leaves it, is none."""

    name = "lake"

    def convert(self, value: Any, param: Any, ctx: Any) -> Any:  # noqa: ANN401 - click's own
        if value == "":
            raise InputError("--lake is empty; name a folder (is a shell variable unset?)")
        try:
            os.fsdecode(value).encode()
        except UnicodeEncodeError:
            raise InputError(
                f"--lake {os.fsdecode(value)!r}: no UTF-8 name, which files of a lake need; rename "
                "the folder"
            ) from None
        return super().convert(value, param, ctx)


LAKE = _LakePath(path_type=Path)


def lake_option(command: F) -> F:
    """Add a required `--lake DIR`."""
    return click.option("--lake", type=LAKE, required=True, metavar="DIR", help="The lake.")(
        command
    )


def quiet_option(command: F) -> F:
    """Add `--quiet`."""
    return click.option("--quiet", "-q", is_flag=True, help="Say nothing on stderr except errors.")(
        command
    )


Format = Literal["table", "csv", "json", "parquet", "markdown"]
FORMATS: tuple[Format, ...] = ("table", "csv", "json", "parquet", "markdown")
SUFFIXES: dict[str, Format] = {
    ".csv": "csv",
    ".json": "json",
    ".parquet": "parquet",
    ".md": "markdown",
}


def result_options(command: F) -> F:
    """Add `--format` and `-o`, for commands whose answer is a table."""
    command = click.option(
        "--output",
        "-o",
        type=click.Path(path_type=Path, dir_okay=False),
        metavar="FILE",
        help="Write the result to FILE; the format follows from its ending unless --format says.",
    )(command)
    return word_option(
        "--format",
        "format_",
        kind="format",
        words=FORMATS,
        help="How to print the result.  [default: table]",
    )(command)


def chosen_format(format_: str | None, output: Path | None) -> Format:
    """Return the format asked for, else the one the file's ending names, else `table`."""
    if format_ is not None:
        return cast("Format", format_)
    return SUFFIXES.get(output.suffix.lower(), "table") if output is not None else "table"
