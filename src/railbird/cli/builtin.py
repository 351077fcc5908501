"""Commands that list what is built in: `bots`, `rooms` and `policies`."""

from __future__ import annotations

import click

from railbird.cli.output import deliver
from railbird.console import listing


@click.command("bots")
def bots() -> None:
    """List the built-in bots.

    \b
    Example:
        railbird bots
    """
    from railbird.simulate.bots.catalogue import bot_names, find_bot

    deliver(listing([(name, find_bot(name).title) for name in bot_names()]), None)


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
