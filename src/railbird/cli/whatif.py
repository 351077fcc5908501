"""`railbird whatif`: what another rake policy would have taken from the hands of a lake."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from railbird.cli.options import (
    INTERRUPTED,
    chosen_format,
    lake_option,
    quiet_option,
    result_options,
    word_option,
)
from railbird.cli.output import deliver, deliver_frame, line_width
from railbird.console import Console
from railbird.errors import InterruptedRunError

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from railbird.reports.whatif import Section

ATTRIBUTIONS = ("dealt", "contributed", "weighted", "winner", "all")


@click.command("whatif")
@lake_option
@click.option(
    "--policy",
    "policies",
    multiple=True,
    metavar="NAME|FILE",
    help="A policy to compare with the stored one.  [repeatable]",
)
@click.option(
    "--sweep",
    "sweeps",
    multiple=True,
    metavar="KEY=VALUES",
    help="Vary the first policy (or the stored one): percent=2..6:0.5, cap=1,2,none.  [repeatable]",
)
@word_option(
    "--level",
    kind="level",
    words=("mechanical", "behavioural"),
    help="Rake the stored hands again, or play them again, too.  [default: mechanical]",
)
@click.option(
    "--runs", metavar="NAMES", help="Baselines, comma between.  [default: all but counterfactuals]"
)
@click.option("--by", metavar="COLS", help="Split by these columns, comma between.")
@click.option("--where", metavar="SQL", help="Only hands of the baseline that meet this condition.")
@word_option(
    "--attribution",
    kind="attribution",
    words=ATTRIBUTIONS,
    help="Whose rake it is.  [default: weighted]",
)
@click.option(
    "--elasticity",
    metavar="A..B",
    help="L3 scenarios: volume answers the price with an elasticity between A and B.",
)
@click.option(
    "--detect",
    metavar="AMOUNT",
    help="How many hands would find a change of so many bb per 100 hands and seat.",
)
@click.option(
    "--table",
    metavar="NAME",
    help="Only this table; csv, json and others write one.  [default: all, or revenue]",
)
@click.option(
    "--threads", type=click.IntRange(min=1), metavar="N", help="Threads.  [default: one per core]"
)
@click.option("--wide", is_flag=True, help="Every column in the tables, too.")
@result_options
@quiet_option
def whatif(
    *,
    lake: Path,
    policies: tuple[str, ...],
    sweeps: tuple[str, ...],
    level: str | None,
    runs: str | None,
    by: str | None,
    where: str | None,
    attribution: str | None,
    elasticity: str | None,
    detect: str | None,
    table: str | None,
    threads: int | None,
    wide: bool,
    format_: str | None,
    output: Path | None,
    quiet: bool,
) -> None:
    """Compare rake policies on the hands of a lake.

    The baseline is the policy that is stored. Level L1 (mechanical) rakes the same hands again:
    exact, but nobody plays otherwise. L2 (behavioural) plays them again under the other policy, on
    the same cards and random numbers, and appends these runs to the lake; a run that is there
    already is not played again. Differences are paired, intervals 95 % and clustered by table; see
    docs/whatif.md.

    \b
    Example:
        railbird whatif --lake lake --policy none
        railbird whatif --lake lake --policy mine.toml --by stake,dealt
        railbird whatif --lake lake --sweep percent=3..6:0.5 --sweep cap=1,2,none
        railbird whatif --lake lake --policy mine.toml --level behavioural
        railbird whatif --lake lake --policy mine.toml --detect 0.1 --table detect
        railbird whatif --lake lake --policy mine.toml --table players --format csv
    """
    from railbird.api import Lake

    console = Console(quiet=quiet)
    as_text = chosen_format(format_, output) == "table"
    with console.progress("playing again") as progress:
        try:
            answer = Lake(lake).whatif(
                policies,
                sweeps=sweeps,
                level=level or "mechanical",
                runs=runs,
                by=by,
                where=where,
                attribution=attribution or "weighted",
                elasticity=elasticity,
                detect=detect,
                only=table if table is not None or as_text else "revenue",
                threads=threads,
                progress=progress,
                note=console.note,
            )
        except KeyboardInterrupt:
            raise InterruptedRunError(INTERRUPTED) from None
    sections = answer.sections if table is None else [answer.section(table)]
    if as_text:
        deliver(_page(sections, output, wide=wide), output)
        return
    section = answer.section(table or answer.main)
    deliver_frame(section.with_level(), format_, output)


def _page(sections: Sequence[Section], output: Path | None, *, wide: bool) -> str:
    """Return sections as text: a title that names the level, and the table below it."""
    from railbird.reports.render import render

    width = line_width(output)
    parts = []
    for section in sections:
        frame = section.frame if wide else section.for_reading()
        keys = section.keys - (0 if wide else len(section.hidden))
        text = render(frame, "table", keys=keys, width=width)
        assert isinstance(text, str)
        parts.append(f"{section.title} [{section.name}]\n\n{text}")
    return "\n".join(parts)


COMMANDS = (whatif,)
