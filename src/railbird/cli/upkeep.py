"""Commands that look after a lake: `check`, `runs` and `drop`."""

from __future__ import annotations

import contextlib
import time
from typing import TYPE_CHECKING

import click

from railbird.cli.options import lake_option, quiet_option, result_options
from railbird.cli.output import deliver_frame
from railbird.console import Console, counted, duration, size
from railbird.errors import CheckFailedError, DamagedLakeError

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path
    from typing import Self

# What `check` goes through, one after another.
PARTS = {
    "files": "files against their manifests",
    "runs": "whole runs",
    "tables": "tables from hand to hand",
    "hands": "hands",
}
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

    started = time.monotonic()
    console = Console(quiet=quiet)
    if sweep:
        removed = LakeFolder.open(lake).sweep()
        console.note(f"swept {counted(len(removed), 'file')}")
    for line in LakeFolder.open(lake).orphans():
        console.note(line)
    begun: list[str] = []
    with _Parts(console) as parts:
        problems = check_lake(lake, begun.append, parts.show)
    if problems.is_empty():
        took = duration(time.monotonic() - started)
        console.note(f"all is well: {counted(len(begun), 'check')} found nothing in {took}")
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


class _Parts:
    """Shows how far each part of a check is, one after another."""

    def __init__(self, console: Console) -> None:
        """Nothing is shown yet."""
        self._console = console
        self._part = ""
        self._shown = contextlib.ExitStack()
        self._update: Callable[[int, int], None] | None = None

    def __enter__(self) -> Self:
        """Begin."""
        return self

    def __exit__(self, *_: object) -> None:
        """Show no more."""
        self._shown.close()

    def show(self, part: str, done: int, total: int) -> None:
        """Show that so much of a part is done; see railbird.api.check_lake."""
        if part != self._part or self._update is None:
            self._shown.close()
            self._console.note(f"checking {PARTS[part]}")
            unit = {"files": "bytes", "runs": "checks"}.get(part, "hands")
            self._update = self._shown.enter_context(
                self._console.progress(f"checking {part}", unit)
            )
            self._part = part
        self._update(done, total)


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
