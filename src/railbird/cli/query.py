"""Commands that ask a lake: `report`, `sql` and `show`."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from railbird.cli.options import chosen_format, lake_option, result_options
from railbird.cli.output import deliver
from railbird.errors import InputError


@click.command("report")
@click.argument("name", required=False, metavar="NAME")
@click.option("--list", "list_", is_flag=True, help="List the reports, and stop.")
@click.option("--lake", type=click.Path(path_type=Path), metavar="DIR", help="The lake.")
@click.option("--where", metavar="SQL", help="Only hands or players that meet this condition.")
@click.option("--by", metavar="COLS", help="Split by these columns, comma between.")
@result_options
def report(
    name: str | None,
    *,
    list_: bool,
    lake: Path | None,
    where: str | None,
    by: str | None,
    format_: str | None,
    output: Path | None,
) -> None:
    """Run one report over a lake.

    \b
    Example:
        railbird report --list
        railbird report rake --lake lake
        railbird report positions --lake lake --where "profile = 'tag'"
        railbird report rake --lake lake --by run,profile --format csv
        railbird report showdown --lake lake -o showdown.parquet
    """
    raise NotImplementedError


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
    raise NotImplementedError


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
    raise NotImplementedError


COMMANDS = (report, sql, show)
