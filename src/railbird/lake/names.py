"""Names of runs, and where a run's files lie in a lake.

`<table>/run=<run>/part-00000.parquet` are the files, `runs/<run>.json` is the manifest,
`runs/<run>.lock` is held by the process that writes the run, and `runs/<run>.parts/` has receipts
of finished parts until the manifest is there.
"""

from __future__ import annotations

import re

from railbird.errors import InputError

_RUN = re.compile(r"[A-Za-z0-9_-][A-Za-z0-9_.-]{0,79}")


def check_run_name(run: str) -> str:
    """Return the name of a run if it is one.

    Raises:
        InputError: it could not be a file's name everywhere, or is too long.
    """
    if not _RUN.fullmatch(run):
        raise InputError(
            f"run name {run!r}: use up to 80 letters, digits, '-', '_' and '.', "
            "and no '.' at the start"
        )
    return run


def part_file(table: str, run: str, part_no: int) -> str:
    """Return the path of a part's file, relative to the lake."""
    return f"{table}/run={run}/part-{part_no:05d}.parquet"


def run_folder(table: str, run: str) -> str:
    """Return the folder of a run's files in one table, relative to the lake."""
    return f"{table}/run={run}"
