"""`railbird simulate --dry-run`: how many bytes and how long, from a sample that is played."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from railbird.console import Console, duration, size

if TYPE_CHECKING:
    from railbird.simulate.recipe import Recipe

SAMPLE_HANDS = 100_000
HANDS_A_TOURNAMENT = 100  # about; only sets the size of a sample


def _share_of(recipe: Recipe, hands: int) -> tuple[int, int]:
    """Hands and tables of a sample of so many hands: whole tournaments where it is these."""
    if recipe.tournament is not None:
        tables = max(1, min(recipe.tables, hands // HANDS_A_TOURNAMENT))
        return recipe.hands // recipe.tables * tables, tables
    hands = min(hands, recipe.hands)
    return hands, max(1, min(recipe.tables * hands // recipe.hands, hands))


def estimate(recipe: Recipe, threads: int | None, console: Console) -> str:
    """Play a sample in a temporary lake and return what the whole run would take.

    The first, small run loads or compiles the engine, so that this is not counted as playing.

    Raises:
        InputError: a bot answered illegally, or the temporary folder is full.
    """
    import msgspec

    from railbird.simulate.plan import plan
    from railbird.simulate.runner import simulate

    with tempfile.TemporaryDirectory(prefix="railbird-") as folder:
        for name, hands in (("warm", 1_000), ("sample", SAMPLE_HANDS)):
            few, tables = _share_of(recipe, hands)
            sample = msgspec.structs.replace(recipe, hands=few, tables=tables)
            result = simulate(sample, Path(folder) / name, threads=1, note=console.note)
        held = sum(file.stat().st_size for file in Path(folder, "sample").rglob("*.parquet"))
    workers = min(threads or os.cpu_count() or 1, len(plan(recipe)))
    share = recipe.hands / sample.hands
    hands = recipe.hands if recipe.tournament is None else round(result.hands * share)
    seconds = result.seconds * share / workers
    where = "table" if recipe.tournament is None else "tournament"
    return (
        f"{hands:,} hands at {recipe.tables:,} {where}{'s' if recipe.tables > 1 else ''}: "
        f"about {size(round(held * share))} "
        f"({held / result.hands:.0f} bytes a hand) "
        f"and {duration(seconds)} on {workers} thread{'s' if workers > 1 else ''}\n"
    )
