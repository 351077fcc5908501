"""Commands that ask a lake: `report`, `sql` and `show`."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from railbird.cli.options import LAKE, chosen_format, lake_option, result_options
from railbird.cli.output import deliver, deliver_frame, line_width
from railbird.console import Console, listing
from railbird.errors import InputError

if TYPE_CHECKING:
    from pathlib import Path

    import polars as pl


@click.command("report")
@click.argument("name", required=False, metavar="NAME")
@click.option("--list", "list_", is_flag=True, help="List the reports, and stop.")
@click.option("--lake", type=LAKE, metavar="DIR", help="The lake.")
@click.option(
    "--where",
    metavar="SQL",
    help="Only hands (rake, segments), players (positions, showdown, fees, rakeback), runs or "
    "tournaments that meet this condition.",
)
@click.option("--by", metavar="COLS", help="Split by these columns, comma between.")
@click.option(
    "--runs", metavar="NAMES", help="Runs, comma between.  [default: all but counterfactuals]"
)
@click.option(
    "--wide", is_flag=True, help="Every column in the table, too; files always hold all of them."
)
@result_options
def report(
    name: str | None,
    *,
    list_: bool,
    lake: Path | None,
    where: str | None,
    by: str | None,
    runs: str | None,
    wide: bool,
    format_: str | None,
    output: Path | None,
) -> None:
    """Run one report over a lake.

    Counterfactuals, the runs that `railbird whatif` played again, hold hands that are there
    already: they count only where --runs names them.

    \b
    Example:
        railbird report --list
        railbird report rake --lake lake
        railbird report rake --lake lake --runs first,second --by run
        railbird report positions --lake lake --where "profile = 'tag'"
        railbird report positions --lake lake --by run,profile --format csv
        railbird report segments --lake lake --where "betting = 'FL'"
        railbird report tournaments --lake lake --by profile
        railbird report showdown --lake lake -o showdown.parquet
    """
    from railbird.reports.catalogue import find_report, reports

    if list_:
        rows = [(report.name, report.summary) for report in reports()]
        deliver(listing(rows, line_width(output)), output)
        return
    if name is None:
        names = ", ".join(report.name for report in reports())
        raise InputError(f"which report? name one: {names}")
    if lake is None:
        raise InputError("no lake named; say which with --lake DIR")
    from railbird.api import Lake

    frame = Lake(lake).report(name, where, by, runs, note=Console().note)
    if frame.is_empty():
        Console().note(f"no rows: nothing in the lake for '{find_report(name).summary}'")
    keys = _keys(name, by, frame)
    if chosen_format(format_, output) == "table" and not wide:
        frame = frame.select(find_report(name).for_reading(frame))
    deliver_frame(frame, format_, output, keys=keys)


def _keys(name: str, by: str | None, frame: pl.DataFrame) -> int:
    """Return how many leading columns of a report say what a row is."""
    from railbird.reports.catalogue import find_report

    report = find_report(name)
    split = report.by or () if by is None else [word.strip().lower() for word in by.split(",")]
    said = {*report.keys, *split}
    return next((i for i, column in enumerate(frame.columns) if column not in said), 0)


@click.command("sql")
@click.argument("query", metavar="QUERY|-")
@lake_option
@result_options
def sql(query: str, *, lake: Path, format_: str | None, output: Path | None) -> None:
    """Run your own SQL over the views of a lake.

    The views are hands, players, actions, pots, runs and, where a run has them, events,
    tournaments, sources and issues. With - the query is read from stdin.

    \b
    Example:
        railbird sql --lake lake "select count(*) as hands, sum(rake) as rake from hands"
        railbird sql --lake lake --format csv - < query.sql
    """
    from railbird.api import Lake

    if query == "-":
        query = sys.stdin.read()
    deliver_frame(Lake(lake).sql(query), format_, output)


@click.command("show")
@click.argument("hand_id", type=int, metavar="HAND_ID")
@lake_option
@click.option("--run", metavar="NAME", help="The run, where several hold a hand of this number.")
def show(hand_id: int, *, lake: Path, run: str | None) -> None:
    """Print one hand as a person would read it.

    \b
    Example:
        railbird show 4294967297 --lake lake
        railbird show 0 --lake lake --run first
    """
    from railbird.api import Lake

    deliver(Lake(lake).show(hand_id, run), None)


COMMANDS = (report, sql, show)
