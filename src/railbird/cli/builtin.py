"""Commands that list what is built in: `bots`, `rooms` and `policies`."""

from __future__ import annotations

import click

from railbird.cli.options import NearestGroup, quiet_option
from railbird.cli.output import deliver
from railbird.console import Console, listing


@click.group("bots", cls=NearestGroup, invoke_without_command=True)
@click.pass_context
def bots(context: click.Context) -> None:
    """List the built-in bots, or test one of your own.

    \b
    Example:
        railbird bots
        railbird bots test mine.py:decide
    """
    if context.invoked_subcommand is not None:
        return
    from railbird.simulate.bots.catalogue import bot_names, find_bot

    deliver(listing([(name, find_bot(name).title) for name in bot_names()]), None)


@bots.command("test")
@click.argument("bot", metavar="FILE.py:NAME")
@quiet_option
def bots_test(bot: str, *, quiet: bool) -> None:
    """Play a bot as plain Python with checks, then compiled, and compare.

    Compiled code does not check array bounds: test a bot before you trust what it plays.

    \b
    Example:
        railbird bots test mine.py:decide
    """
    from railbird.cli.bottest import run_test

    deliver(run_test(bot, Console(quiet=quiet).note), None)


@click.command("rooms")
def rooms() -> None:
    """List the built-in rooms.

    \b
    Example:
        railbird rooms
    """
    from railbird.simulate.room import find_room, room_names

    deliver(listing([(name, find_room(name).title) for name in room_names()]), None)


@click.command("policies")
def policies() -> None:
    """List the built-in rake policies.

    \b
    Example:
        railbird policies
    """
    from railbird.simulate.policy import find_policy, policy_names

    deliver(listing([(name, find_policy(name).title) for name in policy_names()]), None)


COMMANDS = (bots, rooms, policies)
