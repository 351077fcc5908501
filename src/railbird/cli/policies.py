"""`railbird policies`: the rake policies that are built in; one to copy; one looked over."""

from __future__ import annotations

import click

from railbird.cli.options import NearestGroup
from railbird.cli.output import deliver, deliver_frame, line_width
from railbird.console import listing
from railbird.errors import CheckFailedError


@click.group("policies", cls=NearestGroup, invoke_without_command=True)
@click.pass_context
def policies(context: click.Context) -> None:
    """List the built-in rake policies, print one to copy, or look one over.

    Dates say when a page was read; rooms change theirs without a word.

    \b
    Example:
        railbird policies
        railbird policies show partypoker-fl
        railbird policies show partypoker-fl > mine.toml
        railbird policies check mine.toml
        railbird simulate --rake mine.toml --betting FL --stakes 2/4 --hands 10k --lake lake
    """
    if context.invoked_subcommand is not None:
        return
    from railbird.simulate.policy_text import listed

    deliver(listing(listed(), line_width()), None)


@policies.command("show")
@click.argument("policy", metavar="NAME|FILE")
def policies_show(policy: str) -> None:
    """Print a policy as TOML, with its schedules as a table in comments below.

    \b
    Example:
        railbird policies show 888-nl
        railbird policies show las-vegas-live > mine.toml
    """
    from railbird.simulate.policy_text import as_toml

    deliver(as_toml(policy), None)


@policies.command("check")
@click.argument("policy", metavar="NAME|FILE")
def policies_check(policy: str) -> None:
    """Look a policy over and print what sample pots pay, jackpot included.

    Gates and charges beside the pot are left aside. Exit 1, with the reasons, where a larger pot
    pays less, more players have a lower cap, the base does not fit below the cap, or a gate can
    never be reached; exit 2 where schedules leave a gap or overlap, or a value makes no sense.

    \b
    Example:
        railbird policies check mine.toml
        railbird policies check quarter-per-five
    """
    from railbird.reports.policy_check import faults, samples
    from railbird.simulate.policy import find_policy

    found = find_policy(policy)
    wrong = faults(found)
    if wrong.height:
        deliver_frame(wrong, None, None, keys=1)
        rows = "row" if wrong.height == 1 else "rows"
        raise CheckFailedError(f"rake policy {found.name}: {wrong.height} {rows} above")
    deliver_frame(samples(found), None, None, keys=2)


COMMANDS = (policies,)
