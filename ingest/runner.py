"""Read files into a lake as one run: cut, read, replay, write; finished parts are kept.

A part is a number of passages in the order of the files, so that an attempt that goes on after a
kill only has to cut what is finished already, not to read and replay it.
"""

from __future__ import annotations

import contextlib
import gc
import hashlib
import time
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache
from importlib.resources import files as package_files
from itertools import accumulate, count, groupby
from operator import attrgetter
from typing import TYPE_CHECKING, Any

import numpy as np

from railbird import __version__
from railbird.ingest.columns import TABLES, constants_of, write_hands, write_issues
from railbird.ingest.inputs import examine
from railbird.ingest.laying import Layer
from railbird.ingest.passages import PART_BYTES, PART_PASSAGES, Passages
from railbird.ingest.recorded import UnreadableError
from railbird.ingest.replaying import replay_batch
from railbird.lake.bits import TABLE_SHIFT
from railbird.lake.lake import LakeFolder
from railbird.lake.manifest import Manifest, TableTotals, Timings, hash_recipe
from railbird.registry import REGISTRY_VERSION
from railbird.simulate.kernel import engine_hash
from railbird.simulate.replay import prepare

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path

    from railbird.ingest.inputs import Input
    from railbird.ingest.passages import Found
    from railbird.ingest.recorded import RecordedHand
    from railbird.ingest.replaying import Outcome
    from railbird.lake.session import RunSession
    from railbird.lake.writer import PartWriter

    Progress = Callable[[int, int], None]
    Note = Callable[[str], None]

RUN_NAME_LENGTH = 12
# What the rows depend on besides the engine.
_SOURCES = (
    "ingest", "simulate/replay.py", "simulate/columns.py", "simulate/card_columns.py",
    "simulate/rooms/standard.toml",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Result:
    """What became of a run.

    Attributes:
        run: its name.
        hands: that entered.
        issues: hands and passages that did not.
        seconds: that it took.
        already_there: the lake held this run before.
    """

    run: str
    hands: int
    issues: int
    seconds: float
    already_there: bool


def ingest(
    files: Sequence[Path | str],
    lake_path: Path | str,
    run: str | None = None,
    format: str = "auto",  # noqa: A002 - the flag's name
    progress: Progress | None = None,
    note: Note | None = None,
) -> Result:
    """Read hand histories into a lake as one run.

    Each hand is replayed through the engine; one that is illegal, or contradicts its own record,
    goes to the table `issues` with its reason, and its neighbours enter.

    Args:
        files: hand histories; their order does not matter.
        lake_path: folder of the lake; made when missing.
        run: name of the run; by default a hash of the files and the engine.
        format: name of their format; 'auto' tells it from the content of each.
        progress: called with bytes read and bytes in all.
        note: told things the user should know, one line each.

    Raises:
        InputError: a file cannot be read or is of no known format, the lake cannot be written, or
            the run's name is taken.
    """
    begun = time.monotonic()
    started = _now()
    inputs = examine(files, format, note)
    recipe = recipe_of(inputs)
    recipe_hash = hash_recipe(recipe)
    name = run or recipe_hash[:RUN_NAME_LENGTH]
    lake = LakeFolder.create(lake_path)
    there = _existing(lake, name, recipe_hash)
    if there is not None:
        manifest = lake.read_manifest(there)
        return Result(there, manifest.hands, _issues(manifest.parts), 0.0, already_there=True)
    with lake.begin(name, recipe_hash) as session:
        prepare(note)
        _Run(inputs, session, progress).carry_out()
        hands = sum(entry["rows"] for entry in session.parts() if entry["table"] == "hands")
        seconds = round(time.monotonic() - begun, 3)
        session.commit(_manifest(recipe, session, hands, Timings(started, _now(), seconds)))
        return Result(name, hands, _issues(session.parts()), seconds, already_there=False)


def recipe_of(inputs: Sequence[Input]) -> dict[str, Any]:
    """Return everything the rows of a run depend on."""
    return {
        "kind": "ingest",
        "files": [entry.as_dict() for entry in inputs],
        "reader_hash": reader_hash(),
        "engine_hash": engine_hash(),
        "part_passages": PART_PASSAGES,
        "part_bytes": PART_BYTES,
    }


@cache
def reader_hash() -> str:
    """Hash of the readers' sources (hex): a corrected reader never serves old hands."""
    digest = hashlib.sha256()
    root = package_files("railbird")
    for name in _SOURCES:
        source = root.joinpath(name)
        entries = sorted(source.iterdir(), key=lambda e: e.name) if source.is_dir() else [source]
        for entry in entries:
            if entry.is_file():
                digest.update(entry.name.encode() + b"\0" + entry.read_bytes() + b"\0")
    return digest.hexdigest()


def _existing(lake: LakeFolder, name: str, recipe_hash: str) -> str | None:
    """Name of the run that holds this recipe already, if any."""
    if lake.has_run(name) and lake.read_manifest(name).recipe_hash == recipe_hash:
        return name
    return lake.find_recipe(recipe_hash)


def _issues(parts: Sequence[Any]) -> int:
    return sum(entry["rows"] for entry in parts if entry["table"] == "issues")


class _Run:
    """The work of one run, part after part."""

    def __init__(
        self, inputs: Sequence[Input], session: RunSession, progress: Progress | None
    ) -> None:
        self._inputs, self._session, self._progress = inputs, session, progress
        self._names = [str(entry.path) for entry in inputs]
        self._layer = Layer()
        sizes = [entry.bytes for entry in inputs]
        self._total = sum(sizes)
        self._before = [0, *accumulate(sizes)]

    def carry_out(self) -> None:
        """Read, replay and write all parts that are not finished."""
        passages = Passages(self._inputs)
        for part in count():
            if part in self._session.finished:
                for found in passages.skip():
                    self._report(found)
            else:
                self._write_part(part, passages)
            if passages.ended:
                break
        if self._progress is not None:
            self._progress(self._total, self._total)

    def _write_part(self, part: int, passages: Passages) -> None:
        totals: list[TableTotals] = []
        with self._session.writer(part, TABLES, constants_of()) as writer:
            for batch in passages.batches():
                with _collector_paused():
                    totals += self._write_batch(batch, writer)
                self._report(batch[-1])
            files = writer.close()
        self._session.finish_part(part, files, totals)

    def _write_batch(self, found: Sequence[Found], writer: PartWriter) -> list[TableTotals]:
        """Read and replay passages, write them, and return the sums over their hands."""
        issues: dict[int, UnreadableError] = {}
        hands: list[RecordedHand] = []
        origins = []
        for i, hand in enumerate(_read(found)):
            if isinstance(hand, UnreadableError):
                issues[i] = hand
            else:
                hands.append(hand)
                origins.append(i)
        totals: list[TableTotals] = []
        if hands:
            where = [found[i] for i in origins]
            batch = self._layer.lay(
                hands, [entry.table for entry in where], [entry.number for entry in where]
            )
            outcome = replay_batch(batch)
            issues |= {origins[i]: error for i, error in outcome.refused.items()}
            write_hands(writer, batch, outcome, where, self._names)
            totals = _totals(outcome)
        write_issues(writer, [(found[i], issues[i]) for i in sorted(issues)], self._names)
        return totals

    def _report(self, last: Found) -> None:
        if self._progress is not None:
            self._progress(self._before[last.table] + last.passage.end, self._total)


def _read(found: Sequence[Found]) -> Iterator[RecordedHand | UnreadableError]:
    """Yield the hand of each passage, or why there is none."""
    for reader, entries in groupby(found, key=attrgetter("reader")):
        yield from reader.read_all([entry.passage for entry in entries])


@contextlib.contextmanager
def _collector_paused() -> Iterator[None]:
    """Keep the garbage collector from looking through thousands of hands, which hold no cycles.

    They must be gone when this ends: what is alive then is looked through all the same.
    """
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def _totals(outcome: Outcome) -> list[TableTotals]:
    """Return the sums over the hands of each table."""
    rows = outcome.rows
    of_hands = rows.column("hands", "hand_id") >> TABLE_SHIFT
    of_players = rows.column("players", "hand_id") >> TABLE_SHIFT
    totals = []
    for table in np.unique(of_hands).tolist():
        mine = of_hands == table
        totals.append(
            TableTotals(
                table_id=table,
                hands=int(mine.sum()),
                money_in=int(rows.column("hands", "pot")[mine].sum()),
                money_out=int(rows.column("players", "collected")[of_players == table].sum()),
                rake=int(rows.column("hands", "rake")[mine].sum()),
                jackpot=int(rows.column("hands", "jackpot")[mine].sum()),
                fees=0,
            )
        )
    return totals


def _manifest(
    recipe: dict[str, Any], session: RunSession, hands: int, timings: Timings
) -> Manifest:
    from importlib.metadata import version

    packages = ("numba", "numpy", "pyarrow")
    return Manifest(
        run=session.run,
        kind="ingest",
        recipe=recipe,
        recipe_hash=session.recipe_hash,
        versions={"railbird": __version__, **{name: version(name) for name in packages}},
        engine_hash=engine_hash(),
        bots={},
        registry_version=REGISTRY_VERSION,
        parts=session.parts(),
        tables=session.totals(),
        hands=hands,
        timings=timings,
    )


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")
