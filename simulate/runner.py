"""Carry out a recipe: plan, play parts in threads, write them, commit the manifest."""

from __future__ import annotations

import os
import threading
import time
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import msgspec

from railbird import __version__
from railbird.errors import CheckFailedError, DamagedLakeError, InputError
from railbird.lake.lake import LakeFolder
from railbird.lake.manifest import Manifest, TableTotals, Timings, hash_recipe
from railbird.registry import REGISTRY_VERSION
from railbird.simulate.columns import Names, constants_of, write_rows
from railbird.simulate.kernel import engine_hash
from railbird.simulate.plan import Part, plan
from railbird.simulate.play import Engine
from railbird.simulate.recipe import Recipe

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from railbird.lake.session import RunSession
    from railbird.simulate.arrays import Ints
    from railbird.simulate.rows import Rows

    Progress = Callable[[int, int], None]
    Note = Callable[[str], None]

RUN_NAME_LENGTH = 12


@dataclass(frozen=True, slots=True)
class Result:
    """What became of a run: its name, hands, seconds, parts found finished, or all of it."""

    run: str
    hands: int
    seconds: float
    resumed_parts: int
    already_there: bool


def unit_of(recipe: Recipe) -> str:
    """In what a run of this recipe is counted while it goes on."""
    return "hands" if recipe.tournament is None else "tournaments"


def amount_of(recipe: Recipe, parts: list[Part]) -> int:
    """How many hands, or tournaments, some parts of a run hold."""
    if recipe.tournament is None:
        return sum(part.hands for part in parts)
    return sum(len(part.segments) for part in parts)


def tables_of(recipe: Recipe) -> tuple[str, ...]:
    """The lake's tables that a run of this recipe has."""
    of_tables = ("events",) if recipe.stacks_mode == "carry" else ()
    of_tournaments = ("tournaments",) if recipe.tournament is not None else ()
    return (*recipe.keep, *of_tables, *of_tournaments)


def simulate(
    recipe: Recipe,
    lake_path: Path,
    run: str | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
    note: Note | None = None,
    *,
    counterfactual_of: str | None = None,
) -> Result:
    """Play a recipe into a lake as one run; finished parts of a killed attempt are kept.

    Args:
        recipe: what to play.
        lake_path: folder of the lake; made when missing.
        run: name of the run; by default the recipe's hash.
        threads: workers; by default one a core. Never changes a byte.
        progress: called with hands done and hands in all.
        note: told things the user should know, one line each.
        counterfactual_of: the run that this one plays again under another rake, for its manifest.

    Raises:
        InputError: the lake cannot be written, the run's name is taken, a bot answered illegally.
    """
    begun = time.monotonic()
    started = _now()
    recipe_hash = hash_recipe(recipe.as_dict())
    name = run or recipe_hash[:RUN_NAME_LENGTH]
    lake = LakeFolder.create(lake_path)
    there = _existing(lake, name, recipe_hash)
    if there is not None:
        return Result(there, recipe.hands, 0.0, 0, already_there=True)
    with lake.begin(name, recipe_hash) as session:
        parts = plan(recipe)
        missing = [part for part in parts if part.number not in session.finished]
        if missing:
            engine = Engine(recipe, note=note)
            done = amount_of(recipe, parts) - amount_of(recipe, missing)
            _Run(recipe, session, engine, done, progress).play(missing, threads)
        seconds = time.monotonic() - begun
        hands = sum(total.hands for total in session.totals())
        if hands < recipe.hands and recipe.tournament is None and note is not None:
            note(f"{recipe.hands - hands:,} hands were not played: tables broke before")
        illegal = sum(total.illegal for total in session.totals())
        if illegal and note is not None:
            note(f"{illegal:,} illegal answers of bots were replaced (illegal = {recipe.illegal})")
        timings = Timings(started, _now(), round(seconds, 3))
        manifest = _manifest(recipe, recipe_hash, session, timings)
        session.commit(msgspec.structs.replace(manifest, counterfactual_of=counterfactual_of))
    return Result(name, hands, seconds, len(parts) - len(missing), already_there=False)


def _existing(lake: LakeFolder, name: str, recipe_hash: str) -> str | None:
    """Name of the run that holds this recipe already, if any.

    Raises:
        InputError: another recipe has the name.
    """
    if lake.has_run(name) and lake.read_manifest(name).recipe_hash == recipe_hash:
        return name
    return lake.find_recipe(recipe_hash)


class _Run:
    """The workers of one run: each takes the next part, plays and writes it."""

    def __init__(
        self,
        recipe: Recipe,
        session: RunSession,
        engine: Engine,
        done: int,
        progress: Progress | None,
    ) -> None:
        self._recipe, self._session, self._engine = recipe, session, engine
        self._done, self._progress = done, progress
        self._total = amount_of(recipe, plan(recipe))
        self._lock = threading.Lock()
        self._stop = threading.Event()
        self._constants = constants_of(recipe)
        self._names = Names(recipe)

    def play(self, parts: list[Part], threads: int | None) -> None:
        """Play all parts; on the first error, or Ctrl-C, the others stop where they are."""
        workers = max(1, min(threads or os.cpu_count() or 1, len(parts)))
        self._report(0)  # from here on the clock of the rate runs: compiling is over
        with ThreadPoolExecutor(workers) as pool:
            futures = {pool.submit(self._play_part, part) for part in parts}
            try:
                while futures:
                    ended, futures = wait(futures, timeout=0.2, return_when=FIRST_COMPLETED)
                    for future in ended:
                        future.result()
            except BaseException:
                self._stop.set()
                for future in futures:
                    future.cancel()
                raise

    def _play_part(self, part: Part) -> None:
        """Play and write one part, then leave its receipt; a stopped part leaves nothing."""
        names = tables_of(self._recipe)
        with self._session.writer(part.number, names, self._constants) as writer:
            totals: Ints | None = None
            for rows, totals in self._engine.chunks(part.segments):  # noqa: B007
                if self._stop.is_set():
                    return
                write_rows(writer, self._recipe, rows, self._names)
                self._report(self._amount_in(rows))
            files = writer.close()
        if totals is not None:
            self._session.finish_part(part.number, files, _totals(part, totals))
            if self._recipe.tournament is None:
                self._report(part.hands - int(totals[:, 0].sum()))  # of tables that broke

    def _amount_in(self, rows: Rows) -> int:
        """How far the run has come with these rows: hands, or tournaments that were won."""
        if self._recipe.tournament is None:
            return rows.hands.shape[1]
        return int((rows.column("tournaments", "place") == 1).sum())

    def _report(self, amount: int) -> None:
        with self._lock:
            self._done += amount
            if self._progress is not None:
                self._progress(self._done, self._total)


def _totals(part: Part, totals: Ints) -> list[TableTotals]:
    return [
        TableTotals(table, *sums)
        for table, sums in zip(part.segments[:, 0].tolist(), totals.tolist(), strict=True)
    ]


def _manifest(recipe: Recipe, recipe_hash: str, session: RunSession, timings: Timings) -> Manifest:
    from importlib.metadata import version

    packages = ("numba", "numpy", "pyarrow")
    return Manifest(
        run=session.run,
        kind="simulate",
        recipe=recipe.as_dict(),
        recipe_hash=recipe_hash,
        versions={"railbird": __version__, **{name: version(name) for name in packages}},
        engine_hash=recipe.engine_hash,
        bots={player.bot: player.source_hash for player in recipe.players},
        registry_version=REGISTRY_VERSION,
        parts=session.parts(),
        tables=session.totals(),
        hands=sum(total.hands for total in session.totals()),
        timings=timings,
    )


def recipe_of_manifest(manifest: Manifest) -> Recipe:
    """The recipe of a run, to play it again.

    Raises:
        InputError: the run was not played, or the engine or a bot has changed since.
        DamagedLakeError: the recipe has been edited, or is of another version.
    """
    from railbird.simulate.bots.catalogue import find_bot

    if manifest.kind != "simulate":
        raise InputError(f"run {manifest.run} was read from files, not played; ingest them again")
    if hash_recipe(manifest.recipe) != manifest.recipe_hash:
        raise DamagedLakeError(
            f"run {manifest.run}: its recipe has been edited since it was played; restore the "
            "manifest, or write a job file instead"
        )
    try:
        recipe = msgspec.convert(manifest.recipe, Recipe)
    except msgspec.ValidationError as error:
        raise DamagedLakeError(
            f"run {manifest.run}: its recipe is not of this version ({error}); install railbird "
            f"{manifest.versions.get('railbird', '?')}"
        ) from error
    if recipe.engine_hash != engine_hash():
        raise InputError(
            f"run {manifest.run} was played by another engine ({recipe.engine_hash[:12]}; this "
            f"one is {engine_hash()[:12]}); install the version it names: "
            f"railbird {manifest.versions.get('railbird', '?')}"
        )
    for player in recipe.players:
        if find_bot(player.bot).source_hash != player.source_hash:
            raise InputError(
                f"run {manifest.run}: bot {player.bot} has changed since; restore it to replay"
            )
    return recipe


def replay_manifest(
    path: Path,
    lake_path: Path,
    run: str | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
    note: Note | None = None,
) -> Result:
    """Make the run of a manifest again, byte for byte, in a lake.

    Raises:
        InputError: there is no such file, or the engine or a bot has changed.
        DamagedLakeError: the manifest cannot be read, or has been edited.
        CheckFailedError: the bytes are not those of the manifest.
    """
    from railbird.lake.manifest import load_manifest

    if not path.is_file():
        raise InputError(f"{path}: no such manifest; runs keep theirs in LAKE/runs/")
    manifest = load_manifest(path)
    recipe = recipe_of_manifest(manifest)
    result = simulate(
        recipe,
        lake_path,
        run or manifest.run,
        threads,
        progress,
        note,
        counterfactual_of=manifest.counterfactual_of,
    )
    made = LakeFolder.open(lake_path).read_manifest(result.run)
    if [part["sha256"] for part in made.parts] != [part["sha256"] for part in manifest.parts]:
        raise CheckFailedError(
            f"run {result.run}: the same hands, but other bytes than {path} says; it was written "
            f"with pyarrow {manifest.versions.get('pyarrow', '?')}, this is "
            f"{made.versions.get('pyarrow', '?')}"
        )
    return result


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")
