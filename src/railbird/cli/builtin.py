"""`railbird bots`: the bots that are built in, and a start for one's own."""

from __future__ import annotations

from pathlib import Path

import click

from railbird.cli.options import NearestGroup, quiet_option
from railbird.cli.output import deliver, line_width
from railbird.console import Console, listing
from railbird.errors import InputError


@click.group("bots", cls=NearestGroup, invoke_without_command=True)
@click.pass_context
def bots(context: click.Context) -> None:
    """List the built-in bots; start or test one of your own.

    \b
    Example:
        railbird bots
        railbird bots new mine.py
        railbird bots test mine.py:decide
    """
    if context.invoked_subcommand is not None:
        return
    from railbird.simulate.bots.catalogue import bot_names, find_bot

    rows = [(name, find_bot(name).title) for name in bot_names()]
    deliver(listing(rows, line_width()), None)


@bots.command("new")
@click.argument("file", metavar="FILE.py", type=click.Path(path_type=Path))
@quiet_option
def bots_new(file: Path, *, quiet: bool) -> None:
    """Write a commented example bot to start from.

    \b
    Example:
        railbird bots new mine.py
    """
    from railbird.simulate.bots.own import write_example

    write_example(file)
    Console(quiet=quiet).note(f"wrote {file}; test it with: railbird bots test {file}:decide")


@bots.command("test")
@click.argument("bot", metavar="FILE.py:NAME")
@click.option(
    "--hands",
    type=click.IntRange(min=1),
    default=500,
    metavar="N",
    show_default=True,
    help="How many hands to play, in equal shares at eight kinds of tables.",
)
@click.option("--params", default="", metavar="N,N...", help="The numbers the bot is seated with.")
@quiet_option
def bots_test(bot: str, *, hands: int, params: str, quiet: bool) -> None:
    """Play a bot as plain Python with checks, then compiled, and compare.

    Prints how often it chose each action, and each illegal answer with what led to it. Compiled
    code does not check array bounds: test a bot before you trust what it plays.

    \b
    Example:
        railbird bots test mine.py:decide
        railbird bots test mine.py:decide --hands 2000 --params 3,250
    """
    from railbird.cli.bottest import run_test

    numbers = tuple(_number(text) for text in params.split(",")) if params else ()
    run_test(
        bot,
        Console(quiet=quiet).note,
        lambda text: deliver(text, None),
        params=numbers,
        hands=hands,
    )


def _number(text: str) -> int:
    try:
        return int(text)
    except ValueError:
        raise InputError(
            f"--params: {text.strip()!r} is no whole number; write them as 3,250"
        ) from None


COMMANDS = (bots,)
