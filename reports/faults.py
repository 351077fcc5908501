"""Errors of DuckDB as the one line that a user reads."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from railbird.errors import DamagedLakeError, InputError
from railbird.reports.listing import foreign_run
from railbird.tomlfile import nearest

if TYPE_CHECKING:
    import duckdb

    from railbird.lake.lake import LakeFolder
    from railbird.reports.listing import Listing


def explained(
    error: duckdb.Error, what: str, folder: LakeFolder, listing: Listing
) -> InputError | DamagedLakeError:
    """Return what to say of an error: the query is wrong, or the lake is damaged.

    Args:
        error: of DuckDB.
        what: what was asked, for the message: query, report rake, --where.
        folder: the lake.
        listing: its files, as `listed_files` returns them.
    """
    import duckdb

    foreign = foreign_run(folder, listing)
    if foreign is not None:
        return foreign
    text = str(error)
    first = re.sub(r"^[A-Z][A-Za-z ]* Error: ", "", text.partition("\n")[0]).rstrip(".!")
    root = str(folder.path)
    unreadable = isinstance(error, duckdb.IOException) or re.search(
        r"parquet|thrift|zstd|decompress|magic bytes|json", first, re.IGNORECASE
    )
    if unreadable and (root in text or not isinstance(error, duckdb.BinderException)):
        return DamagedLakeError(
            f"{root}: {first}; `railbird check --lake {root}` says which files are damaged"
        )
    missing = re.search(r'Referenced column "([^"]*)" not found', first)
    if missing and what == "--where":
        known = re.findall(r'"([^"]*)"', text.partition("Candidate bindings: ")[2])
        close = nearest(missing[1], known)
        near = f"did you mean '{close}'?" if close else "docs/schema.md names them all"
        return InputError(f"{what}: no column '{missing[1]}'; {near}")
    return InputError(f"{what}: {first}")
