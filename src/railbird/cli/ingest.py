"""`railbird ingest`: read real hand histories into a lake."""

from __future__ import annotations

from pathlib import Path

import click

from railbird.cli.options import INTERRUPTED, lake_option, quiet_option
from railbird.console import Console, counted, duration
from railbird.errors import InterruptedRunError


@click.command("ingest")
@click.argument(
    "files", nargs=-1, required=True, metavar="FILES...", type=click.Path(path_type=Path)
)
@lake_option
@click.option(
    "--format", "format_", default="auto", show_default=True, metavar="NAME", help="Their format."
)
@click.option("--run", metavar="NAME", help="Name of the run.  [default: hash of the files]")
@quiet_option
def ingest(
    files: tuple[Path, ...], *, lake: Path, format_: str, run: str | None, quiet: bool
) -> None:
    """Read hand histories and append them to a lake as one run.

    Read so far: PHH and PHHS (format phh) of hold'em and of Omaha, high and hi-lo.

    Each hand is replayed through the rules engine; one that breaks the rules is listed in the
    table `issues` with its reason, and its neighbours enter.

    \b
    Example:
        railbird ingest histories/*.phhs --lake lake
        railbird ingest january.phhs february.phhs --lake lake --run winter
        railbird sql --lake lake "select file, line, message from issues"
    """
    from railbird.ingest import ingest as read

    console = Console(quiet=quiet)
    try:
        with console.progress("reading", "bytes") as progress:
            result = read(files, lake, run, format_, progress, console.note)
    except KeyboardInterrupt:
        raise InterruptedRunError(INTERRUPTED) from None
    if result.already_there:
        console.note(f"{lake} holds this run already as {result.run}; nothing to do")
        return
    console.note(
        f"read {counted(result.hands, 'hand')} into {lake} as run {result.run} "
        f"in {duration(result.seconds)}"
    )
    if result.issues:
        console.note(f"{result.issues:,} did not enter; the view `issues` says why, one by one")


COMMANDS = (ingest,)
