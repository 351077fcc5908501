"""Commands that list what is built in: `bots`, `rooms` and `policies`."""

from __future__ import annotations

import click


@click.command("bots")
def bots() -> None:
    """List the built-in bots.

    \b
    Example:
        railbird bots
    """
    raise NotImplementedError


@click.command("rooms")
def rooms() -> None:
    """List the built-in rooms.

    \b
    Example:
        railbird rooms
    """
    raise NotImplementedError


@click.command("policies")
def policies() -> None:
    """List the built-in rake policies.

    \b
    Example:
        railbird policies
    """
    raise NotImplementedError


COMMANDS = (bots, rooms, policies)
