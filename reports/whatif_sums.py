"""Sums per cluster of a run's hands under its own policy and under another one, hand by hand.

At level L1 the stored hands are raked again; at L2 the run's counterfactual is read, which has the
same decks, seats and random numbers (`railbird.reports.counterfactual`). Either way `hand_id`
pairs the hands. A condition and the columns to split by are those of the baseline's hand: what
reacts to play must not decide which hands are compared. Players are paired by hand, seat and name;
where people come and go, who is on one side only counts there. The SQL is in
`sql/whatif/`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import polars as pl

from railbird.errors import InputError
from railbird.reports.catalogue import put_into, sql_files
from railbird.tomlfile import suggest

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from railbird.reports.connect import Lake

# Frequencies that a report of changed play shows, by their columns in `players`.
FREQUENCIES = ("vpip", "pfr", "b3", "wtsd", "wsd")
# What the SQL adds to the columns of `hands`, and takes from `hands` for players.
HAND_COLUMNS = ("stake",)
# The view of the hands that a question is about: sql/whatif/chosen_hands.sql.
CHOSEN = "chosen_hands"
# What each row has anyway.
HAND_KEYS = ("run", "currency", "money_exp")
PLAYER_KEYS = ("run",)
PLAYER_COLUMNS = ("stake", "currency", "money_exp", "seats", "game", "betting")


@dataclass(frozen=True, slots=True)
class Pair:
    """A baseline, and the run with the same hands under the other policy.

    Attributes:
        baseline: name of the stored run.
        run: name of its counterfactual; None where the stored hands are raked again (L1).
    """

    baseline: str
    run: str | None = None


def paired_hands(
    lake: Lake, policy: str, pairs: Iterable[Pair], by: Sequence[str], where: str | None = None
) -> pl.DataFrame:
    """Return sums over hands, old and new: one row per run, cluster and group.

    Columns: those of `by`, currency, money_exp, run, cluster, and `x_old`, `x_new` for hands,
    seats, pot, rake, raked, at_cap, flops, showdowns and others; money in smallest units, names
    with _bb in big blinds; `rake_differs_new` counts hands whose rake is another.

    Args:
        lake: a lake whose connection has `policies` (`whatif_policies.stage`).
        policy: name of the other policy there.
        pairs: baselines, and their counterfactuals at L2.
        by: columns of `hands`, or `stake`.
        where: condition on the baseline's hands.

    Raises:
        InputError: the condition or a column is wrong.
    """
    _check_columns(by, [*lake.columns("hands"), *HAND_COLUMNS])
    columns = [f"selected.{name}" for name in by if name not in HAND_KEYS]
    return _asked(lake, "hands", policy, pairs, columns, where)


def paired_players(
    lake: Lake, policy: str, pairs: Iterable[Pair], by: Sequence[str], where: str | None = None
) -> pl.DataFrame:
    """Return sums over players' hands, old and new: one row per run, cluster and group.

    Columns: those of `by`, run, cluster, and `x_old`, `x_new` for hands, net_bb, the four
    attributions of the rake in big blinds, and the counts of each of FREQUENCIES.

    Args:
        lake: a lake whose connection has `policies`.
        policy: name of the other policy there.
        pairs: baselines, and their counterfactuals at L2.
        by: columns of `players`, or one of PLAYER_COLUMNS.
        where: condition on the baseline's hands.

    Raises:
        InputError: the condition or a column is wrong, or a run did not keep its players.
    """
    pairs = list(pairs)
    for pair in pairs:
        needed = ("players", "pots") if pair.run is None else ("players",)
        for table in needed:
            _require(lake, pair.baseline, table)
        if pair.run is not None:
            _require(lake, pair.run, "players")
    _check_columns(by, [*lake.columns("players"), *PLAYER_COLUMNS])
    columns = [
        f"selected.{name}"
        if name in PLAYER_COLUMNS
        else f"if(before.hand_id is null, again.{name}, before.{name}) as {name}"
        for name in by
        if name not in PLAYER_KEYS
    ]
    return _asked(lake, "players", policy, pairs, columns, where)


def segments(
    lake: Lake, runs: Sequence[str], policies: Sequence[str], where: str | None = None
) -> dict[str, pl.DataFrame]:
    """Return where hands fall in the stored schedule and in each policy's; rows of segments.sql.

    Args:
        lake: a lake whose connection has `policies`, the stored ones among them.
        runs: the baselines.
        policies: names of the other policies.
        where: condition on the hands.
    """
    text = sql_files("whatif")["segments"]
    found: dict[str, list[pl.DataFrame]] = {}
    for policy in (None, *policies):
        for run in runs:
            name = stored_name(run) if policy is None else policy
            source = _again("hands", name) if policy is not None else f"from {CHOSEN}"
            with lake.only({run}):
                choose_hands(lake, where)
                lake.define("again_hands", source)
                frame = lake.sql(text, {"policy": name})
            found.setdefault("stored" if policy is None else policy, []).append(frame)
    return {policy: pl.concat(frames) for policy, frames in found.items()}


def stored_name(run: str) -> str:
    """Return what the stored schedule of a run is called in the table `policies`."""
    return f"stored {run}"


def pairing(lake: Lake, pairs: Iterable[Pair]) -> pl.DataFrame:
    """Return how far the runs of each pair are the same hands: one row per pair; for L2.

    `paired` hands have one id in both; `same_boards`, `same_seats` (button and players dealt) and
    `same_holes` equal what was paired wherever stacks are reset. `same_investments` and
    `same_nets` count players, and say how much was played otherwise.
    """
    rows = []
    texts = sql_files("whatif")
    for pair in pairs:
        assert pair.run is not None
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
    table: str,
    policy: str,
    pairs: Iterable[Pair],
    columns: Sequence[str],
    where: str | None,
) -> pl.DataFrame:
    """Run the SQL of a table for each pair, with `again_...` standing for the other policy."""
    text = put_into(sql_files("whatif")[f"paired_{table}"], None, columns, columns)
    frames = []
    for pair in pairs:
        source = (
            _again(table, policy)
            if pair.run is None
            else f"from {table} where run = {_text(pair.run)}"
        )
        with lake.only({pair.baseline, pair.run or pair.baseline}):
            choose_hands(lake, where)
            lake.define(f"again_{table}", source)
            parameters = {"old": pair.baseline}
            if "$policy" in text:
                parameters["policy"] = policy
            frames.append(lake.sql(text, parameters))
    return pl.concat(frames)


def choose_hands(lake: Lake, where: str | None) -> None:
    """Make the view of the cash hands that meet a condition, among the runs that the lake shows.

    Raises:
        InputError: the condition is wrong.
    """
    if where is not None:
        lake.check_condition(where, "hands", HAND_COLUMNS)
    lake.define(CHOSEN, put_into(sql_files("whatif")[CHOSEN], where, None, ()))


def _again(table: str, policy: str) -> str:
    """Return the chosen hands, or what belongs to them, raked again."""
    return f"from rerake_{table}({_text(policy)}, hands := '{CHOSEN}')"


def _require(lake: Lake, run: str, table: str) -> None:
    if table not in lake.kept[run]:
        raise InputError(f"run {run} kept no {table}; play it again with --keep hands,players,pots")


def _check_columns(by: Sequence[str], known: Sequence[str]) -> None:
    for name in by:
        if name not in known:
            raise InputError(f"--by: no column '{name}'; {suggest(name, known)}")


def _text(value: str) -> str:
    return "'" + value.replace("'", "''") + "'"
