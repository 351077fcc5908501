"""Commands that look after a lake: `check`, `runs` and `drop`."""

from __future__ import annotations

from pathlib import Path

import click

from railbird.cli.options import lake_option, quiet_option, result_options
from railbird.console import Console, size
from railbird.errors import InputError


@click.command("check")
@lake_option
@click.option("--sweep", is_flag=True, help="Also remove what killed jobs left behind.")
@quiet_option
def check(lake: Path, *, sweep: bool, quiet: bool) -> None:
    """Verify every checksum and every accounting identity of a lake.

    Exit code 1, and the rows that fail, if one does; exit code 3 if a file is missing or altered.

    \b
    Example:
        railbird check --lake lake
        railbird check --lake lake --sweep
    """
    raise NotImplementedError


@click.command("runs")
@lake_option
@result_options
def runs(lake: Path, *, format_: str | None, output: Path | None) -> None:
    """List the runs of a lake.

    \b
    Example:
        railbird runs --lake lake
        railbird runs --lake lake --format json
    """
    raise NotImplementedError


@click.command("drop")
@click.argument("run", metavar="RUN")
@lake_option
@quiet_option
def drop(run: str, *, lake: Path, quiet: bool) -> None:
    """Remove a run from a lake: its manifest first, then its files.

    \b
    Example:
        railbird drop first --lake lake
    """
    from railbird.lake.lake import LakeFolder

    freed = LakeFolder.open(lake).drop(run)
    Console(quiet=quiet).note(f"dropped run {run}, {size(freed)} freed")


COMMANDS = (check, runs, drop)
