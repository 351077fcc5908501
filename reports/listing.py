"""What the manifests of a lake list, as SQL too, and whether files are of this version's schema."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from railbird.errors import DamagedLakeError
from railbird.lake.manifest import Manifest, Timings, save_manifest
from railbird.lake.names import part_file
from railbird.lake.schema import SCHEMA_VERSION, TABLES, arrow_schema
from railbird.lake.session import expected_file
from railbird.registry import REGISTRY_VERSION

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping
    from pathlib import Path

    import pyarrow as pa

    from railbird.lake.lake import LakeFolder
    from railbird.lake.manifest import PartFile

    # table to run to paths in the lake
    Listing = Mapping[str, Mapping[str, list[str]]]


def listed_files(folder: LakeFolder) -> Listing:
    """Return the files of every table by run, as the manifests list them.

    Raises:
        DamagedLakeError: a manifest cannot be read, or lists what is no file of its run.
    """
    found: dict[str, dict[str, list[str]]] = {table: {} for table in TABLES}
    for run in folder.runs():
        for entry in folder.read_manifest(run).parts:
            if not expected_file(entry, run):
                raise DamagedLakeError(
                    f"{folder.manifest_path(run)}: {entry['file']} is no file of this "
                    "run; restore the manifest, or drop the run and make it again"
                )
            found[entry["table"]].setdefault(run, []).append(entry["file"])
    return found


def foreign_run(folder: LakeFolder, listing: Listing) -> DamagedLakeError | None:
    """Return what to say of a run whose files have other columns than this version's, if any.

    Reads a footer for each table of each run, so it is for explaining a failure.
    """
    import pyarrow as pa
    import pyarrow.parquet as pq

    for table, files in listing.items():
        expected = arrow_schema(table)
        for run, names in files.items():
            try:
                found = pq.read_schema(folder.path / names[0])
            except (OSError, pa.ArrowException):
                continue
            wrong = [f.name for f in expected if not _holds(found, f.name, f.type)]
            if wrong:
                version = folder.read_manifest(run).schema_version
                return DamagedLakeError(
                    f"{folder.path}: run {run} cannot be read: column {wrong[0]} of "
                    f"{names[0]} is not that of schema version {SCHEMA_VERSION} (its manifest "
                    f"says {version}); drop the run and make it again with this Railbird"
                )
    return None


def write_empty_lake(folder: Path) -> None:
    """Write a lake whose one run has every table and no row: what the views are like."""
    import pyarrow.parquet as pq

    parts: list[PartFile] = []
    for table in TABLES:
        name = part_file(table, "none", 0)
        file = folder / name
        file.parent.mkdir(parents=True)
        pq.write_table(arrow_schema(table).empty_table(), file)
        size = file.stat().st_size
        parts.append({"table": table, "file": name, "rows": 0, "bytes": size, "sha256": ""})
    (folder / "runs").mkdir()
    manifest = Manifest(
        run="none", kind="simulate", recipe={}, recipe_hash="", versions={}, engine_hash="",
        bots={}, registry_version=REGISTRY_VERSION, parts=parts, tables=[], hands=0,
        timings=Timings(started="", finished="", seconds=0.0),
    )  # fmt: skip
    save_manifest(folder / "runs" / "none.json", manifest)


def file_map(root: Path, listing: Listing, runs: Collection[str]) -> str:
    """Return as SQL what `lake_files` in sql/schema/00_files.sql is to be.

    A table that none of the runs keeps has the files of all: its view must have columns.

    Args:
        root: the lake.
        listing: the files of every table by run.
        runs: whose files are wanted.
    """
    escaped = _glob_escaped(root.as_posix())
    names = {"runs": [f"runs/{run}.json" for run in runs]}
    for table, files in listing.items():
        chosen = [run for run in runs if run in files] or files
        names[table] = [name for run in chosen for name in files[run]]
    entries = (
        f"{quoted(table)}: [{', '.join(quoted(f'{escaped}/{name}') for name in of)}]"
        for table, of in names.items()
        if of
    )
    return f"map {{{', '.join(entries)}}}"


def quoted(text: str) -> str:
    """Return a text as SQL."""
    return "'" + text.replace("'", "''") + "'"


def quoted_glob(path: Path) -> str:
    """Return a path as SQL that DuckDB's glob takes literally."""
    return quoted(_glob_escaped(path.as_posix()))


def _glob_escaped(path: str) -> str:
    return re.sub(r"([\[*?])", r"[\1]", path)


def _holds(schema: pa.Schema, name: str, expected: pa.DataType) -> bool:
    """Return whether a file has a column of a kind; widths of integers may differ."""
    if name not in schema.names:
        return False
    found = schema.field(name).type
    return _kind(found) == _kind(expected)


def _kind(of: pa.DataType) -> str:
    import pyarrow as pa

    if pa.types.is_dictionary(of):
        of = of.value_type
    if pa.types.is_signed_integer(of):
        return "integer"
    if pa.types.is_list(of):
        return f"list of {_kind(of.value_type)}"
    return "text" if pa.types.is_string(of) or pa.types.is_large_string(of) else str(of)
