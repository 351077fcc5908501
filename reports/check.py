"""Run the checks of `sql/checks`: each is a query that must return no row."""

from __future__ import annotations

from typing import TYPE_CHECKING

from railbird.reports.catalogue import sql_files

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    import polars as pl

    from railbird.reports.connect import Lake

# Rows of one check that are worth showing; a broken lake breaks every hand.
ROWS_A_CHECK = 20


def check_names() -> list[str]:
    """Return the names of all checks, in order."""
    return list(sql_files("checks"))


def run_checks(
    lake: Lake,
    *,
    only: Sequence[str] | None = None,
    rows_a_check: int = ROWS_A_CHECK,
    begin: Callable[[str], None] | None = None,
) -> pl.DataFrame:
    """Return what the checks find: check, run, hand_id, problem; no row when all is well.

    Args:
        lake: the lake.
        only: names of the checks to run; all unless told otherwise.
        rows_a_check: at most so many rows of each check.
        begin: called with the name of each check before it runs.

    Raises:
        DamagedLakeError: a file of the lake cannot be read.
    """
    import polars as pl

    found = [
        pl.DataFrame(
            schema={"check": pl.String, "run": pl.String, "hand_id": pl.Int64, "problem": pl.String}
        )
    ]
    for name, text in sql_files("checks").items():
        if only is not None and name not in only:
            continue
        if begin is not None:
            begin(name)
        rows = lake.sql(f"from (\n{text.rstrip().removesuffix(';')}\n) limit {rows_a_check}")
        found.append(rows.select(pl.lit(name).alias("check"), "run", "hand_id", "problem"))
    return pl.concat(found, how="vertical_relaxed")
