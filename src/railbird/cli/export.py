"""`railbird export`: write hands of a lake to a file of another format."""

from __future__ import annotations

from pathlib import Path

import click

from railbird.cli.options import lake_option, quiet_option, word_option
from railbird.console import Console, counted

WRITTEN = ("phh",)


@click.command("export")
@lake_option
@word_option("--format", "format_", kind="format", words=WRITTEN, help="What to write.")
@click.option("--run", metavar="NAME", help="Only hands of this run.")
@click.option("--where", metavar="SQL", help="Only hands that meet this condition.")
@click.option(
    "--output",
    "-o",
    type=click.Path(path_type=Path, dir_okay=False),
    required=True,
    metavar="PATH",
    help="The file: .phhs for any number of hands, .phh for one.",
)
@quiet_option
def export(
    *,
    lake: Path,
    format_: str | None,
    run: str | None,
    where: str | None,
    output: Path,
    quiet: bool,
) -> None:
    """Write hands of a lake to a file that other programs read.

    PHH is the Poker Hand History format, which PokerKit loads and replays; `railbird ingest` makes
    the same rows of it. It holds hold'em, pot-limit and fixed-limit Omaha, and fixed-limit hi-lo;
    hands of other games are left out and counted. The condition is on the view `hands`.

    \b
    Example:
        railbird export --lake lake --format phh -o hands.phhs
        railbird export --lake lake --run first --where "pot > 20000" -o big.phhs
        railbird export --lake lake --where "hand_id = 42" -o hand.phh
    """
    from railbird.api import Lake

    result = Lake(lake).export(output, format=format_ or WRITTEN[0], run=run, where=where)
    console = Console(quiet=quiet)
    console.note(f"wrote {counted(result.hands, 'hand')} to {output}")
    for reason, count in result.left_out.items():
        console.note(f"{counted(count, 'hand')} left out: {reason}")


COMMANDS = (export,)
