"""Run one command and turn its outcome into an exit code.

Exit codes: 0 done, 1 a check failed, 2 the input was wrong, 3 the lake is damaged, 130
interrupted, 141 the reader of stdout went away (as the shell reports it for other tools), 70 a
defect of Railbird itself, the only case that shows a traceback. Every other failure is one line
on stderr: the command, what is wrong, the remedy.
"""

from __future__ import annotations

import errno
import os
import sys
import traceback
from typing import TYPE_CHECKING, NoReturn

import click
from click.shell_completion import shell_complete

from railbird import __version__
from railbird.cli import builtin, export, ingest, policies, query, rooms, simulate, upkeep, whatif
from railbird.cli.options import NearestGroup
from railbird.console import Console
from railbird.errors import InputError, InterruptedRunError, RailbirdError
from railbird.tomlfile import suggest

if TYPE_CHECKING:
    from collections.abc import Sequence

READER_GONE = 141
DEFECT = 70

SECTIONS = (
    ("Make, read and write hands", ("simulate", "ingest", "export")),
    ("Ask", ("report", "whatif", "sql", "show")),
    ("Look after a lake", ("check", "runs", "drop")),
    ("See what is built in", ("bots", "rooms", "policies")),
)


class _Group(NearestGroup):
    """Lists the commands by purpose."""

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        del ctx
        for title, names in SECTIONS:
            with formatter.section(title):
                formatter.write_dl(
                    [(name, self.commands[name].get_short_help_str(70)) for name in names]
                )


@click.group(
    cls=_Group,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.version_option(__version__, "--version", message="railbird %(version)s")
@click.pass_context
def railbird(ctx: click.Context) -> None:
    """Play millions of poker hands, keep them as Parquet, ask about them in SQL.

    \b
    Example:
        railbird simulate --hands 1M --lake lake
        railbird report rake --lake lake

    Results go to stdout, everything else to stderr. Exit codes: 0 done, 1 a check failed,
    2 the input was wrong, 3 the lake is damaged, 130 interrupted (what was finished is kept).
    """
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help(), err=True)
        ctx.exit(2)


for _commands in (simulate, ingest, export, query, whatif, upkeep, builtin, rooms, policies):
    for _command in _commands.COMMANDS:
        railbird.add_command(_command)


def main() -> NoReturn:
    """Run the command line of this process and leave with its exit code."""
    instruction = os.environ.get("_RAILBIRD_COMPLETE")
    if instruction:
        sys.exit(shell_complete(railbird, {}, "railbird", "_RAILBIRD_COMPLETE", instruction))
    sys.exit(run(sys.argv[1:]))


def run(arguments: Sequence[str]) -> int:
    """Run one command line; returns its exit code, having said what went wrong."""
    program = _program(arguments)
    try:
        code = _invoke(list(arguments))
        sys.stdout.flush()
    except BrokenPipeError:
        _abandon_stdout()
        return READER_GONE
    except (
        RailbirdError,
        click.ClickException,
        click.Abort,
        KeyboardInterrupt,
        MemoryError,
        OSError,
    ) as error:
        message, code = _explain(error, program)
        Console().error(f"{program}: {message}")
    except Exception:  # noqa: BLE001 - a defect: the one place that shows a traceback
        traceback.print_exc()
        Console().error(f"{program}: a defect in Railbird; please report the lines above")
        return DEFECT
    return code


def _explain(error: BaseException, program: str) -> tuple[str, int]:
    """Return the line and the exit code for what stopped a command."""
    if isinstance(error, RailbirdError):
        return str(error), error.exit_code
    if isinstance(error, click.ClickException):
        return _usage_fault(error, program), InputError.exit_code
    if isinstance(error, OSError):
        _abandon_stdout()
        return _system_fault(error), InputError.exit_code
    if isinstance(error, MemoryError):
        return "out of memory; close other programs or ask for less", InputError.exit_code
    return "interrupted", InterruptedRunError.exit_code


def _invoke(arguments: list[str]) -> int:
    try:
        with railbird.make_context("railbird", arguments) as context:
            railbird.invoke(context)
    except click.exceptions.Exit as leave:
        return leave.exit_code
    return 0


def _program(arguments: Sequence[str]) -> str:
    """Return what to call the program in a message: `railbird simulate`."""
    first = arguments[0] if arguments else ""
    return f"railbird {first}" if first in railbird.commands else "railbird"


def _usage_fault(error: click.ClickException, program: str) -> str:
    """Return click's complaint as one line with a remedy."""
    context = getattr(error, "ctx", None)
    if isinstance(error, click.NoSuchOption) and context is not None:
        known = [
            name
            for parameter in context.command.params
            for name in parameter.opts
            if name.startswith("--")
        ]
        return f"no option {error.option_name}; {suggest(error.option_name, [*known, '--help'])}"
    message = " ".join(error.format_message().split()).rstrip(".")
    message = message[:1].lower() + message[1:]
    return f"{message}; see '{program} --help'"


def _system_fault(error: OSError) -> str:
    """Return what the operating system refused, and what the user can do about it."""
    where = f"{error.filename}: " if error.filename else ""
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return f"{where}disk full; free some space and run the same command again"
    if error.errno in (errno.EACCES, errno.EPERM):
        return f"{where}no permission; check who owns the folder, or choose another one"
    if error.errno == errno.EROFS:
        return f"{where}read-only file system; choose another folder"
    reason = (error.strerror or str(error) or type(error).__name__).lower()
    return f"{where}{reason}; check the path"


def _abandon_stdout() -> None:
    """Send what is still buffered nowhere, so that leaving does not fail a second time."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    try:
        os.dup2(nowhere, sys.stdout.fileno())
    except (OSError, ValueError):  # stdout is no file (a test, an embedding program)
        return
    finally:
        os.close(nowhere)
