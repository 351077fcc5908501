"""Level L2: a run and its counterfactual, hand by hand; what changed play did to the rake.

Both runs have the same decks, seats and random numbers (`railbird.reports.counterfactual`), so
`hand_id`, and with it the seat, pairs them. A condition and the columns to split by are those of
the baseline's hand: what reacts to play must not decide which hands are compared. The SQL is in
`sql/whatif/`, with the names of the two runs as $old and $new.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl

from railbird.errors import InputError
from railbird.reports.catalogue import put_into, sql_files
from railbird.tomlfile import suggest

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from railbird.reports.connect import Lake
    from railbird.reports.counterfactual import Counterfactual

# Frequencies that a report of changed play shows, by their columns in `players`.
FREQUENCIES = ("vpip", "pfr", "b3", "wtsd", "wsd")
# What the SQL adds to the columns of `hands`, and takes from `hands` for players.
HAND_COLUMNS = ("stake",)
PLAYER_COLUMNS = ("stake", "seats", "game", "betting")


def paired_hands(
    lake: Lake, pairs: Iterable[Counterfactual], by: Sequence[str], where: str | None = None
) -> pl.DataFrame:
    """Return sums over hands, old and new: one row per run, cluster and group.

    Columns: those of `by`, currency, money_exp, run, cluster, and `x_old`, `x_new` for hands,
    seats, pot, rake, raked, flops, showdowns and others; money in smallest units, names with _bb
    in big blinds.

    Args:
        lake: a lake that holds both runs of each pair.
        pairs: baselines and their counterfactuals.
        by: columns of `hands`, or `stake`.
        where: condition on the baseline's hands.

    Raises:
        InputError: the condition or a column is wrong.
    """
    _check_columns(by, [*lake.columns("hands"), *HAND_COLUMNS])
    return _asked(lake, pairs, "paired_hands", [f"selected.{name}" for name in by], where)


def paired_players(
    lake: Lake, pairs: Iterable[Counterfactual], by: Sequence[str], where: str | None = None
) -> pl.DataFrame:
    """Return sums over players' hands, old and new: one row per run, cluster and group.

    Columns: those of `by`, run, cluster, and `x_old`, `x_new` for hands, net_bb, the four
    attributions of the rake in big blinds, and the counts of each of FREQUENCIES.

    Args:
        lake: a lake that holds both runs of each pair.
        pairs: baselines and their counterfactuals.
        by: columns of `players`, or one of PLAYER_COLUMNS.
        where: condition on the baseline's hands.

    Raises:
        InputError: the condition or a column is wrong, or a run did not keep its players.
    """
    pairs = list(pairs)
    for run in {run for pair in pairs for run in (pair.baseline, pair.run)}:
        if "players" not in lake.kept[run]:
            raise InputError(f"run {run} kept no players; play it again with --keep hands,players")
    _check_columns(by, [*lake.columns("players"), *PLAYER_COLUMNS])
    return _asked(lake, pairs, "paired_players", [f"before.{name}" for name in by], where)


def pairing(lake: Lake, pairs: Iterable[Counterfactual]) -> pl.DataFrame:
    """Return how far each pair is the same hands: one row per pair.

    `paired` hands have one id in both; `same_boards`, `same_seats` (button and players dealt) and
    `same_holes` equal what was paired wherever stacks are reset. `same_investments` and
    `same_nets` count players, and say how much was played otherwise.
    """
    rows = []
    texts = sql_files("whatif")
    for pair in pairs:
        runs = {"old": pair.baseline, "new": pair.run}
        frames = [
            pl.DataFrame({"run": [pair.baseline], "counterfactual": [pair.run]}),
            lake.sql(texts["pairing"], runs),
        ]
        if "players" in lake.kept[pair.baseline] & lake.kept[pair.run]:
            frames.append(lake.sql(texts["pairing_players"], runs))
        rows.append(pl.concat(frames, how="horizontal"))
    return pl.concat(rows, how="diagonal")


def _asked(
    lake: Lake,
    pairs: Iterable[Counterfactual],
    name: str,
    columns: Sequence[str],
    where: str | None,
) -> pl.DataFrame:
    if where is not None:
        lake.check_condition(where, "hands", HAND_COLUMNS)
    text = put_into(sql_files("whatif")[name], where, columns, columns)
    frames = []
    for pair in pairs:
        with lake.only({pair.baseline, pair.run}):
            frames.append(lake.sql(text, {"old": pair.baseline, "new": pair.run}))
    return pl.concat(frames)


def _check_columns(by: Sequence[str], known: Sequence[str]) -> None:
    for name in by:
        if name not in known:
            raise InputError(f"--by: no column '{name}'; {suggest(name, known)}")
