"""Commands that look after a lake: `check`, `runs` and `drop`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from railbird.cli.options import lake_option, quiet_option, result_options
from railbird.cli.output import deliver_frame
from railbird.console import Console, counted, size
from railbird.errors import CheckFailedError, DamagedLakeError

if TYPE_CHECKING:
    from pathlib import Path

# Problems are sentences: a row stays a line, however long.
WHOLE_LINES = 1_000


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
    from railbird.api import FILES_CHECK, check_lake
    from railbird.lake.lake import LakeFolder

    console = Console(quiet=quiet)
    if sweep:
        removed = LakeFolder.open(lake).sweep()
        console.note(f"swept {counted(len(removed), 'file')}")
    for line in LakeFolder.open(lake).orphans():
        console.note(line)
    begun: list[str] = []

    def begin(name: str) -> None:
        begun.append(name)
        console.note(f"checking {name}")

    problems = check_lake(lake, begin)
    if problems.is_empty():
        console.note(f"all is well: {len(begun)} checks found nothing")
        return
    deliver_frame(problems, width=WHOLE_LINES)
    failed = problems["check"].unique(maintain_order=True).to_list()
    if failed == [FILES_CHECK]:
        one = problems.height == 1
        found = "1 file is" if one else f"{problems.height} files are"
        raise DamagedLakeError(
            f"{lake}: {found} not as {'its manifest says' if one else 'their manifests say'}; "
            f"restore {'it' if one else 'them'}, or drop the run and make it again"
        )
    raise CheckFailedError(f"{lake}: {', '.join(failed)} failed; see the rows above")


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
    from railbird.api import Lake

    deliver_frame(Lake(lake).runs(), format_, output, keys=1)


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
