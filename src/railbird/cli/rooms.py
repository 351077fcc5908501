"""`railbird rooms`: the house rules that are built in, and one room as TOML to copy and change."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from railbird.cli.options import NearestGroup, result_options
from railbird.cli.output import deliver, deliver_frame

if TYPE_CHECKING:
    from pathlib import Path


@click.group("rooms", cls=NearestGroup, invoke_without_command=True)
@result_options
@click.pass_context
def rooms(context: click.Context, *, format_: str | None, output: Path | None) -> None:
    """List the built-in rooms with their rules; print one to copy.

    One row a game: its bettings, the seats of a table, how the button moves ('sb next': to whoever
    posted the small blind) and a new player gets in, the raises of a fixed-limit street ('hu any':
    no cap heads-up), the smallest and largest buy-in in big blinds.

    \b
    Example:
        railbird rooms
        railbird rooms --format csv
        railbird rooms show pacific
        railbird rooms show pacific > mine.toml
        railbird simulate --room ./mine.toml --hands 10k --lake lake
    """
    if context.invoked_subcommand is not None:
        return
    import polars as pl

    from railbird.simulate.room import find_room, room_names
    from railbird.simulate.room_text import rows

    listed = [row for name in room_names() for row in rows(find_room(name))]
    deliver_frame(pl.DataFrame(listed), format_, output, keys=2)


@rooms.command("show")
@click.argument("room", metavar="NAME|FILE")
def rooms_show(room: str) -> None:
    """Print a room as TOML with every value, what it means and whose it is.

    A value marked 'page' is what the room's rule page states; one marked 'ours' is common practice
    where the page is silent.

    \b
    Example:
        railbird rooms show threegames
        railbird rooms show pacific > mine.toml
        railbird rooms show mine.toml
    """
    from railbird.simulate.room import find_room
    from railbird.simulate.room_text import as_toml

    deliver(as_toml(find_room(room)), None)


COMMANDS = (rooms,)
