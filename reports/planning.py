"""How many hands a what-if needs to find a change that matters, from those that it has.

The lake at hand is the pilot: its realised paired error says how many clusters like its own would
find a wanted change with a power of 80 % at a level of 5 %, two-sided. The formula and its source
are those of `intervals.minimum_detectable`, solved for the clusters.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import polars as pl

from railbird.errors import InputError
from railbird.reports.intervals import clusters_needed
from railbird.reports.whatif_tables import compare, groups

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from railbird.reports.intervals import Difference

# In big blinds per 100 hands and seat; beyond them a number of hands means nothing.
LEAST, MOST = 1e-4, 1e4


def read_amount(text: str | float) -> float:
    """Return the change to be found, in big blinds per 100 hands and seat.

    Raises:
        InputError: it is no amount, or one that makes no sense.
    """
    try:
        amount = float(text)
    except ValueError:
        amount = math.nan
    if not LEAST <= amount <= MOST:
        raise InputError(
            f"--detect {text}: write big blinds per 100 hands and seat, from {LEAST:g} to {MOST:g}"
        )
    return amount


def detect_table(
    hands: Mapping[str, pl.DataFrame],
    players: Mapping[str, pl.DataFrame],
    amount: float,
    rake_by: Sequence[str] = (),
    net_by: Sequence[str] = (),
) -> pl.DataFrame:
    """Return the hands that find a change, one row per policy, quantity and group.

    Quantities are the house's rake and the players' net, in big blinds per 100 hands and seat;
    hands are hands dealt at the tables of a group. A quantity that no hand changes needs none.

    Args:
        hands: sums over hands of each policy.
        players: sums over players' hands of each policy; may be empty.
        amount: the change to be found, in big blinds per 100 hands and seat.
        rake_by: columns of hands to split the rake by.
        net_by: columns of players to split the net by.
    """
    rows: list[dict[str, object]] = []
    for policy, frame in hands.items():
        for split in dict.fromkeys([(), tuple(rake_by)]):
            for key, group in groups(frame, split).items():
                found = compare(group, "rake_bb", "seats", None)
                dealt = group.total("hands_old")
                rows.append(_row(policy, "rake", key, found, dealt, amount))
        if policy not in players:
            continue
        tables = frame.group_by("run", "cluster").agg(pl.col("hands_old").sum())
        for split in dict.fromkeys([(), tuple(net_by)]):
            for key, group in groups(players[policy], split).items():
                found = compare(group, "net_bb", "hands", None)
                there = _of_group(players[policy], split, key)
                seen = tables.join(there, on=["run", "cluster"], how="semi", nulls_equal=True)
                dealt = float(seen["hands_old"].sum())
                rows.append(_row(policy, "net", key, found, dealt, amount))
    return pl.DataFrame(rows, infer_schema_length=None)


def _of_group(frame: pl.DataFrame, by: Sequence[str], key: tuple[object, ...]) -> pl.DataFrame:
    return frame.filter(
        *(pl.col(name).eq_missing(pl.lit(value)) for name, value in zip(by, key, strict=True))
    )


def _row(
    policy: str,
    of: str,
    key: tuple[object, ...],
    found: Difference,
    hands: float,
    amount: float,
) -> dict[str, object]:
    needed = None
    if found.se and found.clusters:
        needed = clusters_needed(found.se, found.clusters, amount / 100, df=found.df)
    elif found.se == 0:
        needed = 0 if found.verdict == "no effect" else 2
    return {
        "policy": policy,
        "of": of,
        "group": ", ".join(str(value) for value in key) or "all",
        "delta": None if found.value is None else round(100 * found.value, 4) + 0.0,
        "mde": None if found.mde is None else round(100 * found.mde, 4),
        "tables": found.clusters,
        "hands": int(hands),
        "tables_needed": needed,
        "hands_needed": None if needed is None else math.ceil(needed * hands / found.clusters),
    }
