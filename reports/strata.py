"""Which clusters are one unit of the sample, and in which stratum it lies.

Cards follow from a run's seed, the number of the table and of the hand (docs/randomness.md): table
5 of two runs with one seed has one deck, so that both are a single unit, whatever is played there.
How many tables a run has, and at which stake, was chosen and not drawn: units that hold the same
runs and stakes are a stratum. Ingested runs have no seed and are units of their own.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from railbird.lake.manifest import Manifest

# What names a unit: the first run that drew its cards, and a table or duplicate set of it.
UNIT = ("draw", "cluster")
SAMPLE = (*UNIT, "stratum")


def draws(manifests: Iterable[Manifest]) -> dict[str, str]:
    """Return for each run the first of the runs that have its seed."""
    first: dict[object, str] = {}
    found = {}
    for manifest in manifests:
        seed = manifest.recipe.get("seed") if manifest.kind == "simulate" else None
        found[manifest.run] = manifest.run if seed is None else first.setdefault(seed, manifest.run)
    return found


def sampled(frame: pl.DataFrame, drawn: Mapping[str, str] | None = None) -> pl.DataFrame:
    """Return sums per cluster with `draw` and `stratum`; as it is where it has them already.

    Args:
        frame: one row per run, cluster and group; `blind` says what tells a run's stakes apart,
            and does so where no table of the run has two of them.
        drawn: for each run the one that its cards were drawn with (`draws`); by default itself.
    """
    if "stratum" in frame.columns:
        return frame
    drawn = drawn or {}
    draw = pl.col("run").replace_strict(drawn, default=pl.col("run"), return_dtype=pl.String)
    frame = frame.with_columns(draw.alias("draw"))
    stake = pl.col("blind") if "blind" in frame.columns else pl.lit(0)
    held = frame.select(*UNIT, "run", stake.alias("blind")).unique()
    crossed = held.group_by("run", *UNIT).len().filter(pl.col("len") > 1)["run"].unique()
    name = (
        pl.when(pl.col("run").is_in(crossed.implode()))
        .then(pl.col("run"))
        .otherwise(pl.format("{} {}", "run", "blind"))
    )
    strata = (
        held.select(*UNIT, name.alias("name"))
        .unique()
        .group_by(UNIT)
        .agg(pl.col("name").sort().str.join(", "))
        .select(*UNIT, (pl.col("name").rank("dense").cast(pl.Int64) - 1).alias("stratum"))
    )
    return frame.join(strata, on=UNIT, how="left", nulls_equal=True, maintain_order="left")
