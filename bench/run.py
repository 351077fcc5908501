"""Every speed that is promised, measured in one run and printed as one table of ratios.

    make bench

Absolute figures depend on the machine; the ratios are what to compare. Compile time is measured
by itself and never charged to a rate. Takes a few minutes and two gigabytes in a temporary folder.
"""

from __future__ import annotations

import json
import os
import platform
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

sys.path.insert(0, str(Path(__file__).parent))

import bots
import evaluator
import histories
import rerake
from mix import MIX, pokerkit_phh

from railbird.simulate.job import Job, resolve
from railbird.simulate.plan import plan
from railbird.simulate.play import Engine
from railbird.simulate.runner import simulate

if TYPE_CHECKING:
    from collections.abc import Callable

    from railbird.simulate.bots.catalogue import Bot
    from railbird.simulate.recipe import Recipe

ENGINE_HANDS = 1_000_000
LAKE_HANDS = 1_000_000
# rows of so many hands stay in the processor's cache; the lake's chunks are larger, see job.py
ENGINE_CHUNK = 2_056
COPIES = 10
REPEATS = 3


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the table."""

    what: str
    measured: str
    target: str
    against: str = ""


def seconds_of(work: Callable[[], object], repeats: int = REPEATS) -> float:
    """Least CPU time of several runs: the machine may be busy, the work is the same."""
    least = float("inf")
    for _ in range(repeats):
        start = time.process_time()
        work()
        least = min(least, time.process_time() - start)
    return least


def say(text: str) -> None:
    """Tell what is measured now."""
    print(text, file=sys.stderr, flush=True)


def play_all(engine: Engine, recipe: Recipe) -> None:
    """Play a recipe in memory and drop the rows."""
    for part in plan(recipe):
        for _ in engine.chunks(part.segments):
            pass


def engine_rate(
    hands: int, rake: str, bots: list[Bot] | None, *, flags: bool, **job: object
) -> float:
    """Hands a second of the engine alone, on one core."""
    recipe = resolve(Job(hands=hands, rake=rake, **job))  # type: ignore[arg-type]
    recipe = msgspec.structs.replace(recipe, chunk_hands=ENGINE_CHUNK)
    engine = Engine(recipe, bots)
    engine.set_flags(on=flags)
    return hands / seconds_of(lambda: play_all(engine, recipe))


def engine_rows() -> list[Row]:
    """The engine alone on MIX, and with the profile bots."""
    say("engine alone ...")
    mix = [MIX] * 6
    plain = engine_rate(ENGINE_HANDS, "none", mix, flags=False)
    full = engine_rate(ENGINE_HANDS, "five-percent", mix, flags=True)
    profiles = engine_rate(ENGINE_HANDS, "five-percent", None, flags=True)
    return [
        Row("engine alone, MIX, actions in memory", f"{plain:,.0f} hands/s", ">= 1,200,000"),
        Row(
            "engine alone, MIX, flags, rake, attributions",
            f"{full:,.0f} hands/s",
            ">= 800,000",
            f"{full / plain:.2f} of without",
        ),
        Row("engine alone, profile bots, all of it", f"{profiles:,.0f} hands/s", "-"),
        *game_rows(full, mix),
    ]


def game_rows(holdem: float, mix: list[Bot]) -> list[Row]:
    """The engine alone on other games against hold'em, no-limit and MIX; who draws stands pat."""
    rows = []
    for title, wanted, job in (
        ("Omaha", ">= 0.40 of hold'em", {"game": "omaha"}),
        ("Omaha, six cards", "-", {"game": "omaha", "hole_cards": 6}),
        ("Omaha hi-lo", "-", {"game": "omaha8"}),
        ("five card draw", ">= 0.60 of hold'em", {"game": "draw"}),
    ):
        rate = engine_rate(
            ENGINE_HANDS, "five-percent", mix, flags=True, **{"betting": "NL", **job}
        )
        rows.append(
            Row(
                f"engine alone, {title}, all of it",
                f"{rate:,.0f} hands/s",
                wanted,
                f"{rate / holdem:.2f} of hold'em",
            )
        )
    return rows


def lake_rate(folder: Path, threads: int, **job: object) -> tuple[float, Path]:
    """Wall-clock hands a second into a lake, all tables, and the lake."""
    recipe = resolve(Job(hands=LAKE_HANDS * threads, **job))  # type: ignore[arg-type]
    lake = folder / f"lake-{threads}-{len(list(folder.iterdir()))}"
    start = time.perf_counter()
    simulate(recipe, lake, "bench", threads=threads)
    return recipe.hands / (time.perf_counter() - start), lake


def lake_rows(folder: Path) -> tuple[list[Row], Path]:
    """End to end on one and two cores, and the bytes."""
    say("end to end ...")
    lake_rate(folder, 1)  # whatever is compiled late is compiled here
    one, lake = max((lake_rate(folder, 1) for _ in range(2)), key=lambda r: r[0])
    two, _ = max((lake_rate(folder, 2) for _ in range(2)), key=lambda r: r[0])
    size = sum(f.stat().st_size for f in lake.rglob("*.parquet")) / LAKE_HANDS
    return [
        Row("end to end, profile bots, four tables, 1 core", f"{one:,.0f} hands/s", ">= 300,000"),
        Row("the same on two cores", f"{two / one:.2f} x", ">= 1.8 x"),
        Row("bytes a hand, everything kept", f"{size:.1f}", "<= 120", f"{size / 497:.2f} of PHH"),
    ], lake


def pokerkit_row() -> Row:
    """Railbird to Parquet against PokerKit to PHH text, both on MIX."""
    say("PokerKit ...")
    hands = 400
    decisions = 0

    def play() -> None:
        nonlocal decisions
        decisions = pokerkit_phh(hands, 7)[1]

    theirs = hands / seconds_of(play)
    recipe = resolve(Job(hands=ENGINE_HANDS))
    with tempfile.TemporaryDirectory() as folder:
        ours = ENGINE_HANDS / seconds_of(lambda: _write_mix(recipe, Path(folder)))
    return Row(
        "MIX to Parquet against PokerKit to PHH text",
        f"{ours / theirs:,.0f} x",
        ">= 900 x",
        f"{ours:,.0f} / {theirs:,.0f} a s; {decisions / hands:.1f} decisions",
    )


def _write_mix(recipe: Recipe, folder: Path) -> None:
    """Play MIX and write all four tables, without the manifest."""
    from railbird.lake.writer import PartWriter
    from railbird.simulate.columns import constants_of, write_rows

    engine = Engine(recipe, [MIX] * 6)
    for part in plan(recipe):
        with PartWriter(folder, "mix", part.number, recipe.keep, constants_of(recipe)) as writer:
            for rows, _ in engine.chunks(part.segments):
                write_rows(writer, recipe, rows)
            writer.close()


def own_bot_rows() -> list[Row]:
    """A user's bots against built-in ones that do the same."""
    say("own bots ...")
    return [Row(r.what, r.measured, r.target, r.against) for r in bots.run()]


def evaluation_rows() -> list[Row]:
    """The evaluator's own bench, as rows."""
    say("evaluation ...")
    targets = {0: ">= 150 M/s", 4: "<= 2 s"}
    return [
        Row(what, f"{figure:,.2f}", targets.get(i, "-"), unit)
        for i, (what, figure, unit) in enumerate(evaluator.run())
    ]


def history_rows() -> list[Row]:
    """PHH read and written, as rows."""
    say("real hands ...")
    targets = {0: ">= 15,000"}
    return [
        Row(what, f"{figure:,.0f} {unit}", targets.get(i, "-"))
        for i, (what, figure, unit) in enumerate(histories.run())
    ]


def ten_million(folder: Path, lake: Path) -> Path:
    """Ten times a million hands: runs that are links to the same files."""
    big = folder / "big"
    manifest = json.loads((lake / "runs" / "bench.json").read_text())
    (big / "runs").mkdir(parents=True)
    for copy in range(COPIES):
        run = f"copy{copy}"
        for part in manifest["parts"]:
            target = big / part["file"].replace("run=bench", f"run={run}")
            target.parent.mkdir(parents=True, exist_ok=True)
            os.link(lake / part["file"], target)
        parts = [
            {**p, "file": p["file"].replace("run=bench", f"run={run}")} for p in manifest["parts"]
        ]
        (big / "runs" / f"{run}.json").write_text(
            json.dumps({**manifest, "run": run, "parts": parts})
        )
    return big


def report_row(big: Path) -> Row:
    """One report of ten statistics over ten million hands."""
    say("report over ten million hands ...")
    from railbird import Lake

    opened = Lake(big)
    opened.report("positions")
    start = time.perf_counter()
    opened.report("positions")
    took = time.perf_counter() - start
    start = time.perf_counter()
    opened.sql(
        f"select sum(preflop_opp), sum(preflop_done) from read_parquet('{big}/players/*/*.parquet')"
    )
    scan = time.perf_counter() - start
    return Row(
        "report positions over 10 M hands, two cores", f"{took:.1f} s", "<= 5 s",
        f"{took / scan:.0f} x a scan of two masks",
    )  # fmt: skip


def rerake_rows(big: Path) -> list[Row]:
    """Ten million hands under other policies, as rows."""
    say("re-rake of ten million hands ...")
    return [Row(*cells) for cells in rerake.run(str(big))]


def first_hand_rows(folder: Path) -> list[Row]:
    """From the shell to the first hand: compiled code missing, and there."""
    say("first hand ...")
    env = {**os.environ, "RAILBIRD_CACHE_DIR": str(folder / "cache")}
    times = []
    for i in range(2):
        command = [sys.executable, "-m", "railbird", "simulate", "--hands", "1", "--quiet",
                   "--lake", str(folder / f"first{i}")]  # fmt: skip
        start = time.perf_counter()
        subprocess.run(command, check=True, env=env)
        times.append(time.perf_counter() - start)
    return [
        Row("first hand, cold (the first run ever)", f"{times[0]:.1f} s", "<= 30 s"),
        Row("first hand, warm", f"{times[1]:.1f} s", "<= 2 s"),
    ]


def memory_row(folder: Path) -> Row:
    """Peak memory of a process that plays four million hands on two threads."""
    say("memory ...")
    flags = ["--hands", "4M", "--quiet", "--threads", "2", "--lake", str(folder / "memory")]
    program = (
        "from railbird.cli.app import railbird\n"
        f"railbird.main(['simulate', *{flags}], standalone_mode=False)\n"
        "print(open('/proc/self/status').read())"
    )
    # asked for in the process itself: what the system says of a child begins with its parent's peak
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True)
    peak = int(done.stdout.partition(b"VmHWM:")[2].split()[0]) / 1024
    return Row("peak memory, 4 M hands, two threads", f"{peak:,.0f} MiB", "<= 1,024 MiB")


def table_of(rows: list[Row]) -> str:
    """Return the rows as a Markdown table."""
    head = ("what", "measured", "to reach", "held against")
    cells = [head, *[(r.what, r.measured, r.target, r.against) for r in rows]]
    widths = [max(len(line[i]) for line in cells) for i in range(4)]
    lines = [
        "| " + " | ".join(c.ljust(w) for c, w in zip(line, widths, strict=True)) + " |"
        for line in cells
    ]
    lines.insert(1, "|" + "|".join("-" * (w + 2) for w in widths) + "|")
    return "\n".join(lines) + "\n"


def machine() -> str:
    """Return what the figures were measured on, one line."""
    models = [
        line for line in Path("/proc/cpuinfo").read_text().splitlines() if "model name" in line
    ]
    name = models[0].partition(":")[2].strip() if models else platform.machine()
    return f"{name}, {os.cpu_count()} cores, Python {platform.python_version()}"


def write_page(table: str) -> None:
    """Write docs/speed.md."""
    page = Path(__file__).parents[1] / "docs" / "speed.md"
    page.write_text(
        "# Speed\n\nWritten by `python bench/run.py --write`; do not edit. Absolute figures depend "
        f"on the\nmachine, the ratios less so. Measured on: {machine()}.\n\n{table}"
    )


def measure(folder: Path) -> list[Row]:
    """Measure everything; `folder` is for what has to be written."""
    rows = engine_rows()
    more, lake = lake_rows(folder)
    big = ten_million(folder, lake)
    return [
        *rows,
        *more,
        pokerkit_row(),
        *own_bot_rows(),
        *evaluation_rows(),
        *history_rows(),
        report_row(big),
        *rerake_rows(big),
        memory_row(folder),
        *first_hand_rows(folder),
    ]


def main() -> None:
    """Measure everything and print the table; `--write` also writes docs/speed.md."""
    with tempfile.TemporaryDirectory(prefix="railbird-bench-") as folder:
        table = table_of(measure(Path(folder)))
    print(f"{machine()}\n\n{table}", end="")
    if "--write" in sys.argv[1:]:
        write_page(table)


if __name__ == "__main__":
    main()
