"""`railbird simulate`: play one run into a lake."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from railbird.cli.options import Word, quiet_option
from railbird.console import Console, duration, size
from railbird.errors import InputError, InterruptedRunError
from railbird.simulate.codes import BETTINGS, GAMES

if TYPE_CHECKING:
    from collections.abc import Callable

    from railbird.simulate.job import Job, Recipe

CONTINUE = "finished parts are kept; run the same command again to continue"


def _job_options(command: Callable[..., None]) -> Callable[..., None]:
    """Add one flag for each key of a job file, in the order the help page shows them."""
    for flag in reversed(JOB_FLAGS):
        command = flag(command)
    return command


JOB_FLAGS = (
    click.option("--hands", metavar="N", help="How many hands: 1_000_000, 1M, 10k."),
    click.option(
        "--lake", type=click.Path(path_type=Path), metavar="DIR", help="Where the hands go."
    ),
    click.option("--run", metavar="NAME", help="Name of the run.  [default: hash of the recipe]"),
    click.option("--room", metavar="NAME|FILE", help="House rules; see 'railbird rooms'."),
    click.option("--game", type=Word("game", GAMES), help="Which game.  [default: holdem]"),
    click.option("--betting", type=Word("betting", BETTINGS), help="Limits.  [default: NL]"),
    click.option("--seats", type=int, metavar="N", help="Players at a table.  [default: 6]"),
    click.option(
        "--stakes",
        metavar="SB/BB",
        help="Blinds; in fixed limit lower/upper limit.  [default: 1/2]",
    ),
    click.option("--ante", metavar="AMOUNT", help="Ante.  [default: 0]"),
    click.option(
        "--ante-kind",
        type=Word("ante kind", ("all", "bb")),
        help="Who antes: everyone, or the big blind for the table.  [default: all]",
    ),
    click.option("--straddle", metavar="AMOUNT", help="Straddle left of the big blind."),
    click.option("--stack", metavar="AMOUNT", help="Buy-in: 100bb, 200.  [default: 100bb]"),
    click.option(
        "--stacks",
        type=Word("stacks mode", ("reset", "carry")),
        help="Same stacks every hand, or carried on.  [default: reset]",
    ),
    click.option(
        "--bots",
        metavar="LIST",
        help="Who plays: tag:2,lag,nit; filled up in order to the seats. See 'railbird bots'.",
    ),
    click.option(
        "--bot",
        "bot",
        multiple=True,
        metavar="FILE.py:NAME",
        help="A bot of your own; adds it to --bots.  [repeatable]",
    ),
    click.option("--rake", metavar="NAME|FILE|none", help="Rake policy; see 'railbird policies'."),
    click.option("--tables", type=int, metavar="N", help="Tables.  [default: follows from hands]"),
    click.option("--seed", type=int, metavar="N", help="Seed of the cards and decisions."),
    click.option("--keep", metavar="TABLES", help="Tables to write.  [default: all four]"),
)


@click.command("simulate")
@click.argument("job", required=False, metavar="[JOB.toml]", type=click.Path(path_type=Path))
@_job_options
@click.option("--threads", type=int, metavar="N", help="Threads.  [default: one per core]")
@click.option("--dry-run", is_flag=True, help="Say how many bytes and how long, and stop.")
@click.option(
    "--replay",
    type=click.Path(path_type=Path),
    metavar="RUN.json",
    help="Make the run of this manifest again, byte for byte.",
)
@quiet_option
def simulate(
    job: Path | None,
    *,
    threads: int | None,
    dry_run: bool,
    replay: Path | None,
    quiet: bool,
    **flags: Any,  # noqa: ANN401
) -> None:
    """Play hands between bots and append them to a lake as one run.

    Every key of a job file is also a flag (with _ written -); a flag wins over the file. The same
    recipe makes the same bytes on any number of threads; a recipe that the lake holds already is
    not played again.

    \b
    Example:
        railbird simulate --hands 1M --lake lake
        railbird simulate --hands 200k --seats 9 --stakes 0.25/0.50 --lake lake
        railbird simulate --bots tag:2,lag,nit --rake none --hands 10k --lake lake
        railbird simulate job.toml --seed 7
        railbird simulate --replay lake/runs/first.json --lake copy
    """
    console = Console(quiet=quiet)
    given = {key: value for key, value in flags.items() if value not in (None, ())}
    if replay is not None:
        _replay(replay, job, given, threads, console)
        return
    from railbird.simulate.job import resolve

    wanted = job_from(job, given)
    recipe = resolve(wanted)
    if dry_run:
        _estimate(recipe, threads)
        return
    if wanted.lake is None:
        raise InputError("no lake named; say where the hands go with --lake DIR")
    _play(recipe, Path(wanted.lake), wanted.run, threads, console)


COMMANDS = (simulate,)
