"""`railbird simulate`: play one run into a lake."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from railbird.cli.options import INTERRUPTED, LAKE, quiet_option, word_option
from railbird.cli.output import deliver
from railbird.console import Console, counted, duration
from railbird.errors import InputError, InterruptedRunError
from railbird.simulate.codes import BETTINGS, GAMES

if TYPE_CHECKING:
    from collections.abc import Callable

    from railbird.simulate.runner import Result


def _job_options(command: Callable[..., None]) -> Callable[..., None]:
    """Add one flag for each key of a job file, in the order the help page shows them."""
    for flag in reversed(JOB_FLAGS):
        command = flag(command)
    return command


JOB_FLAGS = (
    click.option("--hands", metavar="N", help="How many hands: 1_000_000, 10k.  [default: 1M]"),
    click.option("--lake", type=LAKE, metavar="DIR", help="Where the hands go."),
    click.option("--run", metavar="NAME", help="Name of the run.  [default: hash of the recipe]"),
    click.option(
        "--room",
        metavar="NAME|FILE",
        help="House rules: see 'railbird rooms'.  [default: standard]",
    ),
    word_option("--game", kind="game", words=GAMES, help="Which game.  [default: holdem]"),
    word_option(
        "--betting", kind="betting", words=BETTINGS, help="Limits.  [default: the room's first]"
    ),
    click.option(
        "--hole-cards", type=int, metavar="N", help="Hole cards at Omaha: 4, 5, 6.  [default: 4]"
    ),
    click.option(
        "--seats",
        type=int,
        metavar="N",
        help="Seats at a table.  [default: 6, or the room's next smaller size]",
    ),
    click.option(
        "--stakes",
        metavar="SB/BB",
        help="Blinds; in fixed limit lower/upper limit.  [default: 1/2]",
    ),
    click.option(
        "--currency", metavar="CODE", help="What is played for.  [default: the room's first]"
    ),
    click.option("--ante", metavar="AMOUNT", help="Ante.  [default: 0]"),
    word_option(
        "--ante-kind",
        kind="ante kind",
        words=("all", "bb"),
        help="Who antes: everyone, or the big blind for the table.  [default: all]",
    ),
    click.option(
        "--straddle", metavar="AMOUNT", help="Highest straddle; each doubles the last blind."
    ),
    click.option(
        "--stack", metavar="AMOUNT", help="Buy-in: 100bb, 200.  [default: the room's, 100bb]"
    ),
    word_option(
        "--stacks",
        kind="stacks mode",
        words=("reset", "carry"),
        help="Same stacks every hand, or carried on.  [default: reset]",
    ),
    click.option(
        "--top-up",
        metavar="AMOUNT",
        help="Carried stacks below this are filled up to the buy-in.  [default: 0, when broke]",
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
    click.option(
        "--rake",
        metavar="NAME|FILE|none",
        help="Rake: see 'railbird policies'.  [default: the room's]",
    ),
    click.option(
        "--rake-response",
        metavar="X",
        help="How far profiles let the rake change their play: 0 not at all, 1 fully.  "
        "[default: 0]",
    ),
    click.option("--tables", type=int, metavar="N", help="Tables.  [default: follows from hands]"),
    click.option(
        "--seed", type=int, metavar="N", help="Seed of cards and decisions.  [default: 1]"
    ),
    word_option(
        "--illegal",
        kind="answer to an illegal action",
        words=("refuse", "fold", "check-fold"),
        help="What a bot's illegal answer does: stop the run, or count as a fold, or as a check "
        "where that is possible.  [default: refuse]",
    ),
    click.option(
        "--keep",
        metavar="TABLES",
        help="Tables to write, comma between.  [default: hands,players,actions,pots]",
    ),
    click.option(
        "--session",
        multiple=True,
        metavar="KEY=VALUE",
        help="How players come and go: arrival=20/h, stop_win=200bb; see docs/sessions.md.  "
        "[repeatable]",
    ),
    click.option(
        "--population",
        multiple=True,
        metavar="KEY=VALUE",
        help="Who they are: players=20_000, mix=tag:2,lag.  [repeatable]",
    ),
    click.option(
        "--tournament",
        multiple=True,
        metavar="KEY=VALUE",
        help="Sit-and-gos in place of cash tables: count=1000, buy_in=10, fee=1; see "
        "docs/tournaments.md.  [repeatable]",
    ),
)


_EXAMPLE = {
    "session": "arrival=20/h",
    "population": "players=20_000",
    "tournament": "count=1000",
}
# keys whose values are lists, on the command line with commas between
_LISTS = ("levels", "payouts")


@click.command("simulate")
@click.argument("job", required=False, metavar="[JOB.toml]", type=click.Path(path_type=Path))
@_job_options
@click.option(
    "--threads", type=click.IntRange(min=1), metavar="N", help="Threads.  [default: one per core]"
)
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
        railbird simulate --stacks carry --session stop_win=200bb --lake lake
        railbird simulate --tournament count=1000 --seats 9 --lake lake
        railbird simulate job.toml --seed 7
        railbird simulate --replay lake/runs/first.json --lake copy
    """
    console = Console(quiet=quiet)
    if replay is not None:
        _replay(replay, job, flags, threads, console)
        return
    from railbird.api import lake_of, make_job, recipe_of

    given = _given(flags)
    wanted = make_job(job, given, where="flags")
    lake = None if dry_run else lake_of(wanted)
    recipe = recipe_of(wanted, job, given)
    if lake is None:
        from railbird.cli.estimate import estimate

        deliver(estimate(recipe, threads, console), None)
        return
    from railbird.simulate.runner import simulate as carry_out
    from railbird.simulate.runner import unit_of

    def play(progress: Callable[[int, int], None]) -> Result:
        return carry_out(recipe, lake, wanted.run, threads, progress, console.note)

    _play(play, lake, console, unit_of(recipe))


def _given(flags: dict[str, Any]) -> dict[str, Any]:
    """Return the flags that were given, as the keys of a job."""
    given = {key: value for key, value in flags.items() if value not in (None, ()) and key != "bot"}
    for section in _EXAMPLE:
        if section in given:
            given[section] = dict(_setting(section, text) for text in given[section])
    own = flags.get("bot", ())
    if own:
        given["bots"] = ",".join([*filter(None, [given.get("bots")]), *own])
    return given


def _setting(section: str, text: str) -> tuple[str, int | str | list[str]]:
    """A key of a section and its value, from KEY=VALUE."""
    key, mark, value = (part.strip() for part in text.partition("="))
    if not mark or not key:
        raise InputError(
            f"--{section} {text!r}: write KEY=VALUE, as --{section} {_EXAMPLE[section]}"
        )
    if key in _LISTS:
        return key, [word.strip() for word in value.split(",")]
    return key, int(value) if value.isdecimal() else value


def _replay(
    manifest: Path, job: Path | None, flags: dict[str, Any], threads: int | None, console: Console
) -> None:
    """Make a manifest's run again; only the lake, the run's name and the threads are free."""
    given = _given(flags)
    others = sorted(given.keys() - {"lake", "run"})
    if job is not None or others:
        stray = str(job) if job is not None else f"--{others[0].replace('_', '-')}"
        raise InputError(f"--replay takes the recipe from the manifest; leave out {stray}")
    if "lake" not in given:
        raise InputError("no lake named; say where the hands go with --lake DIR")
    from railbird.simulate.runner import replay_manifest

    lake = given["lake"]

    def play(progress: Callable[[int, int], None]) -> Result:
        return replay_manifest(manifest, lake, given.get("run"), threads, progress, console.note)

    _play(play, lake, console)


def _play(
    play: Callable[[Callable[[int, int], None]], Result],
    lake: Path,
    console: Console,
    unit: str = "hands",
) -> None:
    """Play with progress on stderr, and say what came of it."""
    try:
        with console.progress("playing", unit) as progress:
            result = play(progress)
    except KeyboardInterrupt:
        raise InterruptedRunError(INTERRUPTED) from None
    if result.already_there:
        console.note(f"{lake} holds this run already as {result.run}; nothing to do")
        return
    kept = result.resumed_parts
    resumed = f", {counted(kept, 'part')} kept from before" if kept else ""
    console.note(
        f"played {counted(result.hands, 'hand')} into {lake} as run {result.run} "
        f"in {duration(result.seconds)}{resumed}"
    )


COMMANDS = (simulate,)
