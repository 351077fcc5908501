"""Compare a run's files with its manifest.

Whatever is wrong becomes a `Problem`, never an exception: an unreadable part is a finding. The
content of a file is read only when its checksum agrees, so a flipped bit meets no decoder.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import TYPE_CHECKING

from railbird.lake.session import expected_file, run_files

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from railbird.lake.manifest import Manifest, PartFile


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that is wrong with a run.

    Attributes:
        run: name of the run.
        file: path in the lake.
        message: what is wrong, in one line.
    """

    run: str
    file: str
    message: str


def verify_run(
    root: Path, manifest: Manifest, read: Callable[[int], object] | None = None
) -> list[Problem]:
    """Return what is wrong with the files of a run, in the order of its manifest.

    Checked are existence, size, sha256, rows, that hand ids ascend in and across the files of a
    table (without repetition in `hands`), that no file is there which the manifest does not
    list, and that the manifest's counts of hands agree. `read` is called with the bytes of each
    file that was looked at.
    """
    found: list[tuple[str, str]] = []
    last: dict[str, int] = {}
    for entry in manifest.parts:
        messages = _check_file(root, manifest.run, entry)
        if not messages:
            messages = _check_rows(root / entry["file"], entry, last)
        found += [(entry["file"], message) for message in messages]
        if read is not None:
            read(entry["bytes"])
    listed = {entry["file"] for entry in manifest.parts}
    for path in run_files(root, manifest.run):
        name = path.relative_to(root).as_posix()
        if name not in listed and name.endswith(".parquet"):
            found.append((name, "is not in the manifest; `railbird check --sweep` removes it"))
    found += _check_counts(manifest)
    return [Problem(manifest.run, file, message) for file, message in found]


def _check_file(root: Path, run: str, entry: PartFile) -> list[str]:
    path = root / entry["file"]
    if not expected_file(entry, run):
        return [f"is no file of table {entry['table']}; the manifest was altered"]
    try:
        if not path.is_file():
            return ["is missing"]
        size = path.stat().st_size
        if size != entry["bytes"]:
            return [f"has {size} bytes, the manifest says {entry['bytes']}"]
        with path.open("rb") as file:
            digest = hashlib.file_digest(file, "sha256").hexdigest()
    except OSError as error:
        return [f"cannot be read ({error.strerror})"]
    if digest != entry["sha256"]:
        return [f"has sha256 {digest[:12]}..., the manifest says {entry['sha256'][:12]}..."]
    return []


def _check_rows(path: Path, entry: PartFile, last: dict[str, int]) -> list[str]:
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        with pq.ParquetFile(path) as file:
            rows = file.metadata.num_rows
            if rows != entry["rows"]:
                return [f"has {rows} rows, the manifest says {entry['rows']}"]
            if "hand_id" not in file.schema_arrow.names:
                return []
            return _check_ids(file, entry["table"], last)
    except (pa.ArrowException, OSError) as error:
        return [f"cannot be read as Parquet ({str(error).splitlines()[0]})"]


def _check_ids(file: object, table: str, last: dict[str, int]) -> list[str]:
    import numpy as np
    import pyarrow.parquet as pq

    assert isinstance(file, pq.ParquetFile)
    smallest_step = 1 if table == "hands" else 0
    previous, first = last.get(table, -1), True
    for batch in file.iter_batches(batch_size=1 << 18, columns=["hand_id"]):
        ids = batch.column(0).to_numpy()
        if not len(ids):
            continue
        # a hand lies in one part, so from part to part every table's ids must rise
        if ids[0] - previous < (1 if first else smallest_step):
            return [f"hand_id {ids[0]} comes after {previous}: not in ascending order"]
        wrong = np.flatnonzero(np.diff(ids) < smallest_step)
        if len(wrong):
            before, after = ids[wrong[0] : wrong[0] + 2]
            return [f"hand_id {after} comes after {before}: not in ascending order"]
        previous, first = int(ids[-1]), False
    last[table] = previous
    return []


def _check_counts(manifest: Manifest) -> list[tuple[str, str]]:
    name = f"runs/{manifest.run}.json"
    found = []
    in_tables = sum(entry.hands for entry in manifest.tables)
    if in_tables != manifest.hands:
        found.append((name, f"says {manifest.hands} hands, its tables add up to {in_tables}"))
    in_files = [entry["rows"] for entry in manifest.parts if entry["table"] == "hands"]
    if in_files and sum(in_files) != manifest.hands:
        found.append((name, f"says {manifest.hands} hands, its files have {sum(in_files)}"))
    return found
