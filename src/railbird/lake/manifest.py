"""The manifest of a run: its recipe, its files and its totals, as deterministic JSON.

A run exists when `runs/<run>.json` does. The recipe is opaque here: whoever plays or reads hands
puts in what it needs to do the same again, and its hash says whether two runs are the same.
Timings are kept apart, because they are the only part that differs from one machine to the next.
"""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Any, Literal, TypedDict

import msgspec

from railbird.errors import DamagedLakeError
from railbird.lake.files import write_atomically
from railbird.lake.schema import SCHEMA_VERSION

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path


class PartFile(TypedDict):
    """One file: its table, its path in the lake, rows, bytes and sha256."""

    table: str
    file: str
    rows: int
    bytes: int
    sha256: str


class TableTotals(msgspec.Struct, frozen=True):
    """Sums over the hands of one poker table; money in the run's units.

    Attributes:
        table_id: the table.
        hands: hands played.
        money_in: chips put into pots, uncalled bets returned, and added by the site.
        money_out: chips collected by players.
        rake: taken as rake.
        jackpot: taken for jackpots.
        fees: charged outside the pots.
        illegal: illegal answers of bots that a fold or check stood in for.
    """

    table_id: int
    hands: int
    money_in: int
    money_out: int
    rake: int
    jackpot: int
    fees: int
    illegal: int = 0


class Timings(msgspec.Struct, frozen=True):
    """When and how long; not part of what is hashed.

    Attributes:
        started: wall-clock time, ISO 8601 in UTC.
        finished: likewise.
        seconds: from start to end, earlier attempts that were resumed not counted.
    """

    started: str
    finished: str
    seconds: float


class Manifest(msgspec.Struct, frozen=True, kw_only=True):
    """Everything about a run, see the fields of the `runs` view in docs/schema.md.

    `counterfactual_of` names the run whose hands this one plays again under another rake; a
    what-if never takes it for hands of its own.
    """

    run: str
    kind: Literal["simulate", "ingest"]
    recipe: dict[str, Any]
    recipe_hash: str
    versions: dict[str, str]
    engine_hash: str
    bots: dict[str, str]
    registry_version: int
    parts: list[PartFile]
    tables: list[TableTotals]
    hands: int
    timings: Timings
    counterfactual_of: str | None = None
    schema_version: int = SCHEMA_VERSION

    def to_json(self) -> bytes:
        """Return indented JSON with sorted keys: the same manifest gives the same bytes."""
        return canonical_json(self)

    def digest(self) -> str:
        """Return the sha256 of the manifest without its timings."""
        fields = msgspec.to_builtins(self)
        del fields["timings"]
        return hashlib.sha256(canonical_json(fields)).hexdigest()


class Receipt(msgspec.Struct, frozen=True, kw_only=True):
    """What is kept of a finished part until the run is committed.

    Attributes:
        recipe_hash: a receipt of another recipe is worth nothing.
        part_no: number of the part, from 0.
        files: the part's files.
        tables: sums over the part's hands.
        schema_version: of the files.
    """

    recipe_hash: str
    part_no: int
    files: list[PartFile]
    tables: list[TableTotals]
    schema_version: int = SCHEMA_VERSION


def canonical_json(value: object) -> bytes:
    """Return a value as indented JSON with sorted keys and a final newline."""
    return msgspec.json.format(msgspec.json.encode(value, order="sorted"), indent=2) + b"\n"


def hash_recipe(recipe: Mapping[str, Any]) -> str:
    """Return the sha256 of a recipe, whatever the order of its keys."""
    return hashlib.sha256(msgspec.json.encode(recipe, order="sorted")).hexdigest()


def merge_totals(totals: Iterable[TableTotals]) -> list[TableTotals]:
    """Return one entry a table, in order of table_id; a table's hands may lie in many parts."""
    sums: dict[int, list[int]] = {}
    for entry in totals:
        _, *values = msgspec.structs.astuple(entry)
        have = sums.setdefault(entry.table_id, [0] * len(values))
        sums[entry.table_id] = [a + b for a, b in zip(have, values, strict=True)]
    return [TableTotals(table_id, *sums[table_id]) for table_id in sorted(sums)]


def load_manifest(path: Path) -> Manifest:
    """Read a manifest.

    Raises:
        DamagedLakeError: the file cannot be read, is no manifest, or is of a newer schema.
    """
    lake = path.absolute().parent.parent
    remedy = f"restore the file, or remove it and run `railbird check --sweep --lake {lake}`"
    try:
        content = path.read_bytes()
    except OSError as error:
        raise DamagedLakeError(f"{path}: cannot be read ({error.strerror}); {remedy}") from error
    try:
        version = msgspec.json.decode(content, type=_Version).schema_version
        if version > SCHEMA_VERSION:
            raise DamagedLakeError(
                f"{path}: schema version {version} is newer than this Railbird's "
                f"{SCHEMA_VERSION}; upgrade Railbird"
            )
        manifest = msgspec.json.decode(content, type=Manifest)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise DamagedLakeError(f"{path}: not a manifest ({error}); {remedy}") from error
    if manifest.run != path.stem:
        raise DamagedLakeError(
            f"{path}: the manifest of run {manifest.run!r} under another name; "
            f"rename it to {manifest.run}.json"
        )
    return manifest


def save_manifest(path: Path, manifest: Manifest) -> None:
    """Write a manifest atomically and durably.

    Raises:
        InputError: the disk is full or the folder cannot be written.
    """
    write_atomically(path, manifest.to_json(), manifest.run)


class _Version(msgspec.Struct):
    schema_version: int
