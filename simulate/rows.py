"""What the engine wrote, as named columns of int64."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from railbird.simulate import layout

if TYPE_CHECKING:
    from railbird.simulate.arrays import Ints

COLUMNS = {
    "hands": layout.H_COLUMNS,
    "players": layout.P_COLUMNS,
    "actions": layout.A_COLUMNS,
    "pots": layout.X_COLUMNS,
    "events": layout.E_COLUMNS,
    "tournaments": layout.T_COLUMNS,
}


@dataclass(frozen=True, slots=True)
class Rows:
    """Rows of one call of the kernel: for each table a matrix (column, row), trimmed to its rows.

    Columns are those of `layout.H_COLUMNS` and its siblings; money in the smallest unit.
    """

    hands: Ints
    players: Ints
    actions: Ints
    pots: Ints
    events: Ints
    tournaments: Ints

    def column(self, table: str, name: str) -> Ints:
        """Return one column of a table as int64[rows]."""
        matrix: Ints = getattr(self, table)
        return matrix[COLUMNS[table].index(name)]

    def columns(self, table: str) -> dict[str, Ints]:
        """Return all columns of a table by name."""
        matrix: Ints = getattr(self, table)
        return dict(zip(COLUMNS[table], matrix, strict=True))


def empty_matrix(table: str, rows: int) -> Ints:
    """Return a matrix with room for `rows` rows of a table.

    Columns lie an odd number of cache lines apart: with a power of two between them, all columns
    of a row fall into the same set of the cache, and the engine plays a fifth fewer hands.
    """
    columns = len(COLUMNS[table])
    padded = -(-rows // 512) * 512 + 72
    return np.empty((columns, padded), np.int64)
