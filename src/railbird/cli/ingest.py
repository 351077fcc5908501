"""`railbird ingest`: read real hand histories into a lake."""

from __future__ import annotations

from pathlib import Path

import click

from railbird.cli.options import lake_option, quiet_option
from railbird.console import Console


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

    A folder stands for every hand history in it. Each hand is replayed through the rules engine;
    one that breaks the rules is listed in the table `issues` with its reason, and its neighbours
    enter.

    \b
    Example:
        railbird ingest histories/ --lake lake
        railbird ingest january.phhs february.phhs --lake lake --run winter
    """
    raise NotImplementedError


COMMANDS = (ingest,)
