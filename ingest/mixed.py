"""Cards and ranks of a batch whose hands are of several games, as columns of the lake.

Each game packs its cards in its own way; here every row gets what its own game makes of it.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np

from railbird.cards import TextColumn
from railbird.simulate.card_columns import set_hands, shown_column

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from railbird.ingest.recorded import Setting
    from railbird.simulate.arrays import Ints

# Columns of the engine's rows that each game packs in its own way, or that say what is in them.
PACKED = ("hole", "hand_rank", "outcome")


def mixed_hands(
    packed: dict[str, Ints], settings: Sequence[Setting], kinds: Ints
) -> dict[str, Any]:
    """Return hands and ranks of `players` as text and numbers; NULL where unknown.

    Args:
        packed: the columns PACKED as the engine made them.
        settings: of the batch.
        kinds: which of them each row has.
    """
    rows = len(kinds)
    hole = np.full(rows, None, object)
    numbers = {name: np.zeros(rows, np.int64) for name in ("hand_rank", "low_rank")}
    absent = {name: np.ones(rows, np.bool_) for name in numbers}
    for setting, mine in _games(settings, kinds):
        columns: dict[str, Any] = {name: values[mine] for name, values in packed.items()}
        set_hands(columns, setting.game, setting.hole_cards)
        hole[mine] = _texts(columns["hole"])
        for name in columns.keys() & numbers.keys():
            numbers[name][mine], absent[name][mine] = columns[name]
    return {"hole": hole.tolist()} | {name: (numbers[name], absent[name]) for name in numbers}


def mixed_shown(packed: Ints, settings: Sequence[Setting], kinds: Ints) -> list[str | None]:
    """Return cards shown as text, row by row; None where there are none."""
    cards = np.full(len(kinds), None, object)
    for setting, mine in _games(settings, kinds):
        cards[mine] = _texts(shown_column(packed[mine], setting.game))
    found: list[str | None] = cards.tolist()
    return found


def _games(settings: Sequence[Setting], kinds: Ints) -> Iterator[tuple[Setting, Ints]]:
    """Yield a setting of each game, and the rows of the game."""
    games = [setting.game for setting in settings]
    for game in dict.fromkeys(games):
        is_of_game = np.array([other == game for other in games], np.bool_)
        yield settings[games.index(game)], np.flatnonzero(is_of_game[kinds])


def _texts(column: tuple[Ints, list[str]] | TextColumn) -> NDArray[np.object_]:
    if isinstance(column, TextColumn):
        whole, ends = column.data.tobytes().decode(), column.offsets.tolist()
        found = [whole[a:b] or None for a, b in pairwise(ends)]
    else:
        codes, names = column
        found = [None if code < 0 else names[code] for code in codes.tolist()]
    return np.array(found, object)
