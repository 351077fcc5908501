"""The tables of a what-if, from sums per cluster under the old and the new policy.

The input is the same at both levels: a frame with one row per run, cluster and group, and columns
`x_old` and `x_new` (`whatif_sums.py` makes them); `strata.py` says which clusters are one unit, and
in which stratum it lies. Money comes in smallest units, and leaves in units of the currency. Rates
are of sums, intervals are paired, clustered and stratified (`intervals.py`); where several policies
are compared they hold together.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import polars as pl

from railbird.reports.intervals import Difference, difference, ratio, simultaneous
from railbird.reports.strata import SAMPLE, UNIT, sampled

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    import numpy as np
    import numpy.typing as npt

    Floats = npt.NDArray[np.float64]
    Ints = npt.NDArray[np.int64]

# From the small blind to the button, as in `position_order` of sql/schema/macros.sql.
POSITIONS = ("SB", "BB", "UTG", "UTG+1", "UTG+2", "UTG+3", "LJ", "HJ", "CO", "BTN")
# In big blinds: the deposit whose loss is timed.
DEPOSIT = 100
# In big blinds a hand: a smaller loss is what is left of zero in a sum of floats.
LOSS = 1e-9


@dataclass(frozen=True, slots=True)
class Group:
    """The clusters of one group under one policy: arrays by column, all of one length.

    Attributes:
        sums: columns, float[clusters].
        strata: the stratum of each cluster, int[clusters].
    """

    sums: dict[str, Floats]
    strata: Ints

    def __getitem__(self, name: str) -> Floats:
        """Return a column, float[clusters]."""
        return self.sums[name]

    def total(self, name: str) -> float:
        """Return the sum of a column."""
        return float(self.sums[name].sum())


def groups(frame: pl.DataFrame, by: Sequence[str]) -> dict[tuple[object, ...], Group]:
    """Return the clusters of each group, groups in order of their values (`_places`)."""
    values = [name for name in frame.columns if name.endswith(("_old", "_new"))]
    keys = list(dict.fromkeys([*by, *SAMPLE]))
    order = list(dict.fromkeys([*by, *UNIT]))
    summed = sampled(frame).group_by(keys).agg(pl.col(values).sum()).sort(order)
    parts = {(): summed} if not by else summed.partition_by(by, as_dict=True, maintain_order=True)
    found = {
        key: Group(
            {name: part[name].cast(pl.Float64).to_numpy() for name in values},
            part["stratum"].cast(pl.Int64).to_numpy(),
        )
        for key, part in parts.items()
    }
    if not {"stake", "position"} & set(by):
        return found
    return {key: found[key] for key in sorted(found, key=lambda key: _places(by, key))}


def _places(by: Sequence[str], key: tuple[object, ...]) -> list[tuple[object, ...]]:
    """Return what sorts groups: stakes by their blinds, positions as one sits, others by value."""
    places: list[tuple[object, ...]] = []
    for name, value in zip(by, key, strict=True):
        if value is None:
            places.append((0,))
        elif name == "stake":
            places.append((1, *[float(part) for part in reversed(str(value).split("/"))]))
        elif name == "position":
            places.append((1, POSITIONS.index(str(value))))
        else:
            places.append((1, value))
    return places


def share(part: float, whole: float, decimals: int = 2) -> float | None:
    """Return part / whole in percent; None where there is no whole."""
    return round(100 * part / whole, decimals) if whole else None


def revenue_table(frames: Mapping[str, pl.DataFrame], by: Sequence[str] = ()) -> pl.DataFrame:
    """Return what each policy takes, one row per group and policy.

    Args:
        frames: sums over hands of each policy, with at least hands, seats, pot, rake, rake_bb,
            raked and at_cap, each _old and _new, and currency, money_exp.
        by: columns to split by; currency is always one.
    """
    keys = list(dict.fromkeys([*by, "currency", "money_exp"]))
    parts = {policy: groups(frame, keys) for policy, frame in frames.items()}
    rows = []
    for key in dict.fromkeys(key for part in parts.values() for key in part):
        here = {policy: part[key] for policy, part in parts.items() if key in part}
        c = _together([here[p] for p in here], "rake", "hands")
        for policy, group in here.items():
            said = dict(zip(keys, key, strict=True))
            unit = 10.0 ** int(str(said.pop("money_exp")))
            rows.append(said | {"policy": policy} | _revenue_row(group, unit, c))
    return _table(rows)


def _revenue_row(group: Group, unit: float, c: float | None) -> dict[str, object]:
    hands, seats = group.total("hands_old"), group.total("seats_old")
    per_hand = compare(group, "rake", "hands", c)
    rate = compare(group, "rake", "pot", None)
    per_seat = compare(group, "rake_bb", "seats", None)
    return {
        "hands": int(hands),
        "tables": per_hand.clusters,
        "revenue_old": round(group.total("rake_old") * unit, 2),
        "revenue_new": round(group.total("rake_new") * unit, 2),
        "revenue_delta": round((group.total("rake_new") - group.total("rake_old")) * unit, 2),
        "rake_hand_old": _scaled(_ratio(group, "rake_old", "hands_old"), unit, 4),
        "rake_hand_new": _scaled(_ratio(group, "rake_new", "hands_new"), unit, 4),
        "rake_hand_delta": _scaled(per_hand.value, unit, 6),
        "rake_hand_delta_pm": _scaled(half_width(per_hand), unit, 6),
        "verdict": per_hand.verdict,
        "eff_old": share(group.total("rake_old"), group.total("pot_old"), 3),
        "eff_new": share(group.total("rake_new"), group.total("pot_new"), 3),
        "eff_delta": _scaled(rate.value, 100, 4),
        "eff_delta_pm": _scaled(half_width(rate), 100, 4),
        "raked_old": share(group.total("raked_old"), hands),
        "raked_new": share(group.total("raked_new"), group.total("hands_new")),
        "cap_old": share(group.total("at_cap_old"), group.total("raked_old")),
        "cap_new": share(group.total("at_cap_new"), group.total("raked_new")),
        "rake_bb100_old": _scaled(_ratio(group, "rake_bb_old", "seats_old"), 100, 3),
        "rake_bb100_new": _scaled(_ratio(group, "rake_bb_new", "seats_new"), 100, 3),
        "rake_bb100_delta": _scaled(per_seat.value, 100, 4),
        "rake_bb100_delta_pm": _scaled(half_width(per_seat), 100, 4),
        "rake_hour_old": _per_hour(group, "old", unit),
        "rake_hour_new": _per_hour(group, "new", unit),
        "se_paired": _scaled(per_hand.se, unit, 6),
        "se_unpaired": _scaled(per_hand.se_unpaired, unit, 6),
        "rho": None if per_hand.rho is None else round(per_hand.rho, 4),
        "mde": _scaled(per_hand.mde, unit, 6),
        "seats_hand": round(seats / hands, 2) if hands else None,
    }


def _per_hour(group: Group, which: str, unit: float) -> float | None:
    """Return the rake of an hour of a table; None where hands have no duration."""
    seconds = group.total(f"seconds_{which}") if f"seconds_{which}" in group.sums else 0.0
    return round(3600 * group.total(f"rake_{which}") * unit / seconds, 2) if seconds else None


def players_table(
    frames: Mapping[str, pl.DataFrame],
    splits: Sequence[Sequence[str]],
    attributions: Sequence[str] = ("weighted",),
) -> pl.DataFrame:
    """Return who pays, one row per policy, attribution and group of each split; in bb/100.

    Gross is net plus the rake attributed; break-even is what a player must win before rake.

    Args:
        frames: sums over players' hands of each policy: hands, net_bb and the attributions in
            big blinds, each _old and _new.
        splits: columns to split by, one table under the other.
        attributions: of ATTRIBUTIONS.
    """
    rows = []
    for by in splits:
        parts = {policy: groups(frame, by) for policy, frame in frames.items()}
        for key in dict.fromkeys(key for part in parts.values() for key in part):
            here = {policy: part[key] for policy, part in parts.items() if key in part}
            c = _together(list(here.values()), "net_bb", "hands")
            for policy, group in here.items():
                for attribution in attributions:
                    said = {
                        "split": ",".join(by) or "all",
                        "group": ", ".join(str(value) for value in key) or "all",
                        "policy": policy,
                        "attribution": attribution,
                    }
                    rows.append(said | _player_row(group, f"{attribution}_bb", c))
    return _table(rows)


def _player_row(group: Group, rake: str, c: float | None) -> dict[str, object]:
    net = compare(group, "net_bb", "hands", c)
    new = ratio(group["net_bb_new"], group["hands_new"], strata=group.strata)
    rake_old = _ratio(group, f"{rake}_old", "hands_old")
    rake_new = _ratio(group, f"{rake}_new", "hands_new")
    return {
        "hands": int(group.total("hands_old")),
        "gross_bb100": _scaled(_sum(new.value, rake_new), 100, 2),
        "rake_bb100_old": _scaled(rake_old, 100, 3),
        "rake_bb100_new": _scaled(rake_new, 100, 3),
        "net_bb100_old": _scaled(_ratio(group, "net_bb_old", "hands_old"), 100, 2),
        "net_bb100_new": _scaled(new.value, 100, 2),
        "net_bb100_new_pm": _scaled(None if new.low is None else _sum(new.high, -new.low), 50, 2),
        "net_bb100_delta": _scaled(net.value, 100, 4),
        "net_bb100_delta_pm": _scaled(half_width(net), 100, 4),
        "verdict": net.verdict,
        "breakeven_bb100": _scaled(rake_new, 100, 3),
        "bust_hands_old": _hands_to_bust(_ratio(group, "net_bb_old", "hands_old")),
        "bust_hands_new": _hands_to_bust(new.value),
        "rake_of_loss_new": _of_loss(rake_new, new.value),
    }


def _hands_to_bust(net: float | None) -> int | None:
    """Return after how many hands DEPOSIT is lost at this rate; None for who does not lose."""
    return None if net is None or net > -LOSS else round(DEPOSIT / -net)


def _of_loss(rake: float | None, net: float | None) -> float | None:
    """Return the rake in percent of the loss; above 100 he would win without it."""
    return None if rake is None or net is None or net > -LOSS else share(rake, -net, 1)


def winners_table(frames: Mapping[str, pl.DataFrame], by: Sequence[str]) -> pl.DataFrame:
    """Return which share of players wins, before rake and after; one row per policy and group.

    A player is one person at one table; the interval is clustered by table.

    Args:
        frames: sums over players' hands of each policy, with `player` and the columns of `by`.
        by: columns to split by; a row for all comes first.
    """
    rows = []
    for policy, frame in frames.items():
        keys = list(dict.fromkeys([*by, "run", *SAMPLE, "player"]))
        each = (
            sampled(frame)
            .group_by(keys)
            .agg(
                pl.col(
                    "hands_old",
                    "hands_new",
                    "net_bb_old",
                    "net_bb_new",
                    "winner_bb_old",
                    "winner_bb_new",
                ).sum()
            )
        )
        won = each.with_columns(
            # who came only under the other policy is a player there, and only there
            (pl.col("hands_old") > 0).cast(pl.Int64).alias("players_old"),
            (pl.col("hands_new") > 0).cast(pl.Int64).alias("players_new"),
            (pl.col("net_bb_old") + pl.col("winner_bb_old") > 1e-9).cast(pl.Int64).alias("g_old"),
            (pl.col("net_bb_old") > 1e-9).cast(pl.Int64).alias("won_old"),
            (pl.col("net_bb_new") > 1e-9).cast(pl.Int64).alias("won_new"),
            (pl.col("net_bb_new") != pl.col("net_bb_old")).cast(pl.Int64).alias("moved_new"),
        )
        for split in ((), tuple(by)):
            for key, group in groups(won, split).items():
                rows.append(
                    {"group": ", ".join(str(value) for value in key) or "all", "policy": policy}
                    | _winners_row(group)
                )
    return _table(rows)


def _winners_row(group: Group) -> dict[str, object]:
    players, new_players = group["players_old"], group["players_new"]
    new = ratio(group["won_new"], new_players, strata=group.strata)
    # nobody may have changed sides although every result moved
    moved = group.total("moved_new") > 0
    same = bool((players == new_players).all())
    change = difference(
        group["won_old"], group["won_new"], players, None if same else new_players, changed=moved,
        strata=group.strata,
    )  # fmt: skip
    return {
        "players": int(players.sum()),
        "hands_player": _scaled(_ratio(group, "hands_old", "players_old"), 1, 1),
        "winners_gross": share(group.total("g_old"), float(players.sum())),
        "winners_old": share(group.total("won_old"), float(players.sum())),
        "winners_new": share(group.total("won_new"), float(new_players.sum())),
        "winners_new_pm": _scaled(None if new.low is None else _sum(new.high, -new.low), 50, 2),
        "winners_delta": _scaled(change.value, 100, 2),
        "winners_delta_pm": _scaled(half_width(change), 100, 2),
        "verdict": change.verdict,
    }


def rates_table(
    frames: Mapping[str, pl.DataFrame], rates: Mapping[str, tuple[str, str, float]]
) -> pl.DataFrame:
    """Return rates old and new with their paired difference, one row per policy and rate.

    Args:
        frames: sums of each policy.
        rates: title to numerator, denominator (without _old, _new) and factor.
    """
    rows = []
    for policy, frame in frames.items():
        group = groups(frame, ())[()]
        for title, (y, x, factor) in rates.items():
            change = compare(group, y, x, None)
            rows.append(
                {
                    "policy": policy,
                    "rate": title,
                    "old": _scaled(_ratio(group, f"{y}_old", f"{x}_old"), factor, 3),
                    "new": _scaled(_ratio(group, f"{y}_new", f"{x}_new"), factor, 3),
                    "delta": _scaled(change.value, factor, 4),
                    "delta_pm": _scaled(half_width(change), factor, 4),
                    "verdict": change.verdict,
                }
            )
    return _table(rows)


def compare(group: Group, y: str, x: str, c: float | None) -> Difference:
    """Return the paired difference of y / x; c is the quantile of a simultaneous interval."""
    old, new = group[f"{x}_old"], group[f"{x}_new"]
    same = bool((old == new).all())
    # sums of a cluster may agree although its hands do not
    differs = f"{y}_differs_new"
    return difference(
        group[f"{y}_old"],
        group[f"{y}_new"],
        old,
        None if same else new,
        changed=group.total(differs) > 0 if differs in group.sums else None,
        quantile=c,
        strata=group.strata,
    )


def half_width(found: Difference) -> float | None:
    """Return half of an interval's width; None for a single cluster."""
    if found.low is None or found.high is None:
        return None
    return (found.high - found.low) / 2


def _together(of: Sequence[Group], y: str, x: str) -> float | None:
    """Return the quantile with which the intervals of several policies hold together."""
    if len(of) < 2 or len({len(group[f"{x}_old"]) for group in of}) > 1:
        return None
    return simultaneous(
        of[0][f"{y}_old"],
        [group[f"{y}_new"] for group in of],
        of[0][f"{x}_old"],
        [group[f"{x}_new"] for group in of],
        strata=of[0].strata,
    )


def _ratio(group: Group, y: str, x: str) -> float | None:
    whole = group.total(x)
    return group.total(y) / whole if whole else None


def _sum(a: float | None, b: float | None) -> float | None:
    return None if a is None or b is None else a + b


def _scaled(value: float | None, factor: float, decimals: int) -> float | None:
    # + 0.0 turns -0.0 into 0.0
    return None if value is None else round(value * factor, decimals) + 0.0


def _table(rows: Sequence[Mapping[str, object]]) -> pl.DataFrame:
    return pl.DataFrame(rows, infer_schema_length=None)
