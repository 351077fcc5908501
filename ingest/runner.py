"""Read files into a lake as one run: cut, read, replay, write; finished parts are kept.

A part is a number of passages in the order of the files, so that an attempt that goes on after a
kill only has to cut what is finished already, not to read and replay it.
"""

from __future__ import annotations

import hashlib
import time
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import cache
from importlib.resources import files as package_files
from typing import TYPE_CHECKING, Any

import numpy as np

from railbird import __version__
from railbird.errors import InputError
from railbird.ingest.columns import TABLES, constants_of, write_hands, write_issues
from railbird.ingest.inputs import examine
from railbird.ingest.laying import Layer
from railbird.ingest.recorded import UnreadableError
from railbird.ingest.replaying import replay_batch
from railbird.lake.lake import LakeFolder
from railbird.lake.manifest import Manifest, TableTotals, Timings, hash_recipe
from railbird.registry import REGISTRY_VERSION
from railbird.simulate.kernel import engine_hash
from railbird.simulate.replay import prepare

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path

    from railbird.ingest.formats import Reader
    from railbird.ingest.inputs import Input
    from railbird.ingest.recorded import Passage, RecordedHand
    from railbird.lake.session import RunSession
    from railbird.lake.writer import PartWriter

    Progress = Callable[[int, int], None]
    Note = Callable[[str], None]

RUN_NAME_LENGTH = 12
# A part ends with the passage that reaches either; the bytes bound what waits to be written when
# a file is full of issues.
PART_PASSAGES = 250_000
PART_BYTES = 1 << 28
BATCH_PASSAGES = 4096
BATCH_BYTES = 1 << 23
# What the rows depend on besides the engine.
_SOURCES = ("ingest", "simulate/replay.py", "simulate/columns.py", "simulate/rooms/standard.toml")


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


@dataclass(slots=True)
class _Waiting:
    """Hands of one file that wait to be replayed together."""

    hands: list[RecordedHand] = field(default_factory=list)
    passages: list[Passage] = field(default_factory=list)
    numbers: list[int] = field(default_factory=list)
    table: int = 0
    passed: int = 0
    bytes: int = 0
    issues: list[tuple[str, Passage, str, str]] = field(default_factory=list)


class _Run:
    """The work of one run, part after part."""

    def __init__(
        self, inputs: Sequence[Input], session: RunSession, progress: Progress | None
    ) -> None:
        self._inputs, self._session, self._progress = inputs, session, progress
        self._names = [str(entry.path) for entry in inputs]
        self._layer = Layer()
        self._total = sum(entry.bytes for entry in inputs)
        self._done = 0

    def carry_out(self) -> None:
        """Read, replay and write all parts that are not finished."""
        part = 0
        stream = _Stream(self._inputs)
        while not stream.ended or part == 0:
            if part in self._session.finished:
                for table, _, passage in stream.part():
                    self._report(table, passage)
            else:
                self._write_part(part, stream)
            part += 1
        if self._progress is not None:
            self._progress(self._total, self._total)

    def _write_part(self, part: int, stream: _Stream) -> None:
        source = self._inputs[0].format.name
        totals: list[TableTotals] = []
        with self._session.writer(part, TABLES, constants_of(source)) as writer:
            waiting = _Waiting()
            for table, number, passage in stream.part():
                if (
                    table != waiting.table
                    or waiting.passed >= BATCH_PASSAGES
                    or waiting.bytes >= BATCH_BYTES
                ):
                    totals += self._write(waiting, writer)
                    waiting = _Waiting(table=table)
                    self._report(table, passage)
                _read(stream.reader(table), self._names[table], number, passage, waiting)
            totals += self._write(waiting, writer)
            files = writer.close()
        self._session.finish_part(part, files, totals)

    def _write(self, waiting: _Waiting, writer: PartWriter) -> list[TableTotals]:
        """Replay what waits and hand it to the lake; return the sums over its hands."""
        totals: list[TableTotals] = []
        if waiting.hands:
            n = len(waiting.hands)
            batch = self._layer.lay(waiting.hands, [waiting.table] * n, waiting.numbers)
            outcome = replay_batch(batch)
            write_hands(writer, batch, outcome, waiting.passages, self._names)
            name = self._names[waiting.table]
            waiting.issues += [
                (name, waiting.passages[i], error.code, error.message)
                for i, error in outcome.refused.items()
            ]
            rows = outcome.rows
            if len(outcome.standing):
                totals.append(
                    TableTotals(
                        waiting.table,
                        len(outcome.standing),
                        int(rows.column("hands", "pot").sum()),
                        int(rows.column("players", "collected").sum()),
                        int(rows.column("hands", "rake").sum()),
                        0,
                        0,
                    )  # fmt: skip
                )
        waiting.issues.sort(key=lambda issue: issue[1].start)
        write_issues(writer, waiting.issues)
        return totals

    def _report(self, table: int, passage: Passage) -> None:
        done = sum(entry.bytes for entry in self._inputs[:table]) + passage.start
        if self._progress is not None and done > self._done:
            self._done = done
            self._progress(done, self._total)


def _read(reader: Reader, name: str, number: int, passage: Passage, waiting: _Waiting) -> None:
    """Read a passage; a hand waits to be replayed, anything else is an issue."""
    waiting.passed += 1
    waiting.bytes += len(passage.raw)
    try:
        hand = reader.read(passage)
    except UnreadableError as error:
        waiting.issues.append((name, passage, error.code, error.message))
        return
    waiting.hands.append(hand)
    waiting.passages.append(passage)
    waiting.numbers.append(number)


class _Stream:
    """The passages of all files, in order, cut into parts."""

    def __init__(self, inputs: Sequence[Input]) -> None:
        self._inputs = inputs
        self._readers: tuple[int, Reader] | None = None
        self._passages = self._all()
        self._next = next(self._passages, None)

    @property
    def ended(self) -> bool:
        """Whether all files are read."""
        return self._next is None

    def part(self) -> Iterator[tuple[int, int, Passage]]:
        """Yield file number, hand number and passage until the part is full."""
        passages = size = 0
        while self._next is not None and passages < PART_PASSAGES and size < PART_BYTES:
            found = self._next
            passages += 1
            size += found[2].end - found[2].start
            self._next = next(self._passages, None)
            yield found

    def reader(self, table: int) -> Reader:
        """Return the reader of a file."""
        if self._readers is None or self._readers[0] != table:
            entry = self._inputs[table]
            with entry.path.open("rb") as stream:
                chip = entry.format.smallest_chip(entry.format.cut(stream))
            self._readers = table, entry.format.reader(chip)
        return self._readers[1]

    def _all(self) -> Iterator[tuple[int, int, Passage]]:
        for table, entry in enumerate(self._inputs):
            with entry.path.open("rb") as stream:
                for number, passage in enumerate(entry.format.cut(stream)):
                    yield table, number, passage


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
