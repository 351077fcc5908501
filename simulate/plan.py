"""The plan of a run: how its hands are cut into tables and parts.

It follows from the recipe alone, never from threads, so that any number of them makes the same
files. A part is a list of segments (table, first hand, one past the last).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from railbird.simulate.tournaments import MOST_HANDS, TOURNAMENTS_A_PART

if TYPE_CHECKING:
    from railbird.simulate.arrays import Ints
    from railbird.simulate.recipe import Recipe


@dataclass(frozen=True, slots=True)
class Part:
    """One part of a run: its number and its segments, int64[n, 3]."""

    number: int
    segments: Ints

    @property
    def hands(self) -> int:
        """How many hands the part holds."""
        return int((self.segments[:, 2] - self.segments[:, 1]).sum())


def hands_of_tables(recipe: Recipe) -> Ints:
    """Hands of each table, int64[tables]: as equal as can be, the longer tables first."""
    each, longer = divmod(recipe.hands, recipe.tables)
    counts = np.full(recipe.tables, each, np.int64)
    counts[:longer] += 1
    return counts


def plan(recipe: Recipe) -> list[Part]:
    """Cut a run into parts of about `part_hands` hands.

    Whole tables are put together; a table longer than a part is cut into ranges of hands where
    stacks are reset, and stays whole where they are carried.
    """
    counts = hands_of_tables(recipe)
    size = recipe.part_hands
    if recipe.tournament is not None:
        size = TOURNAMENTS_A_PART * MOST_HANDS
    if recipe.stacks_mode == "reset" and counts[0] > size:
        pieces = [
            np.array([[table, first, min(first + size, count)]], np.int64)
            for table, count in enumerate(counts.tolist())
            for first in range(0, count, size)
        ]
        return [Part(i, piece) for i, piece in enumerate(pieces)]
    ends = np.cumsum(counts)
    part_of = (ends - counts) // size
    parts = []
    for number, tables in enumerate(np.split(np.arange(len(counts)), _changes(part_of))):
        segments = np.zeros((len(tables), 3), np.int64)
        segments[:, 0] = tables
        segments[:, 2] = counts[tables]
        parts.append(Part(number, segments))
    return parts


def _changes(labels: Ints) -> Ints:
    """Indices at which a new label begins."""
    changes: Ints = np.flatnonzero(np.diff(labels)) + 1
    return changes
