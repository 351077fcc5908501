"""What the house keeps, where its money comes from, and what part of a change is whose doing."""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl

from railbird.reports.decomposition import decompose, stratum
from railbird.reports.strata import SAMPLE, UNIT, sampled
from railbird.reports.whatif_tables import compare, groups, half_width, share

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from railbird.reports.decomposition import Decomposition

# What a behavioural comparison holds fixed: the strata of a decomposition.
STRATA = ("game", "betting", "seats", "small_blind", "big_blind", "dealt")
MONEY = ("currency", "money_exp")


def house_table(
    hands: Mapping[str, pl.DataFrame],
    players: Mapping[str, pl.DataFrame],
    rakeback: Mapping[str, tuple[float | None, float | None]],
) -> pl.DataFrame:
    """Return what the house keeps, one row per policy and currency, in units of the currency.

    House net is rake + fees - rakeback - what the site added to pots; jackpot money is apart,
    because it returns to players.

    Args:
        hands: sums over hands of each policy.
        players: sums over players of each policy, for fees; may be empty.
        rakeback: of each policy, share of the rake given back under the old and the new policy;
            None where it depends on more than the rake.
    """
    rows = []
    for policy, frame in hands.items():
        charged = groups(players[policy], MONEY) if policy in players else {}
        for key, group in groups(frame, MONEY).items():
            unit = 10.0 ** int(str(key[1]))
            row: dict[str, object] = {"policy": policy, "currency": key[0]}
            for which, rate in zip(("old", "new"), rakeback[policy], strict=True):
                rake = group.total(f"rake_{which}") * unit
                fees = charged[key].total(f"fees_{which}") * unit if key in charged else None
                added = group.total(f"added_{which}") * unit
                back = None if rate is None else rake * rate
                net = None if fees is None or back is None else rake + fees - back - added
                parts = {
                    "rake": rake, "fees": fees, "rakeback": back, "splash": added,
                    "house_net": net, "jackpot": group.total(f"jackpot_{which}") * unit,
                }  # fmt: skip
                row |= {f"{name}_{which}": _rounded(value) for name, value in parts.items()}
            rows.append(row)
    return pl.DataFrame(rows, infer_schema_length=None)


def segments_table(found: Mapping[str, pl.DataFrame]) -> pl.DataFrame:
    """Return where in its schedule hands fall, one row per policy and segment; in percent.

    Args:
        found: rows of sql/whatif/segments.sql of each policy, and of the stored one.
    """
    rows = []
    for policy, frame in found.items():
        for key, part in frame.partition_by(MONEY, as_dict=True, maintain_order=True).items():
            summed = part.group_by("place", "segment").agg(pl.col("hands", "pot", "rake").sum())
            totals = summed.select(pl.col("hands", "pot", "rake").sum()).row(0)
            rows += [
                {
                    "policy": policy,
                    "currency": key[0],
                    "segment": segment,
                    "hands": hands,
                    "hands_pct": share(hands, totals[0]),
                    "pots_pct": share(pot, totals[1]),
                    "rake_pct": share(rake, totals[2]),
                    "eff": share(rake, pot, 3),
                }
                for _, segment, hands, pot, rake in summed.sort("place", "segment").iter_rows()
            ]
    return pl.DataFrame(rows, infer_schema_length=None)


def decomposition_table(
    one: Mapping[str, pl.DataFrame], two: Mapping[str, pl.DataFrame] | None = None
) -> pl.DataFrame:
    """Return the parts of the change of revenue, one row per policy and currency.

    The parts are exact and add up, taken in the order of `decomposition.ORDER`. At L1 play, mix
    and volume are unknown, not 0.

    Args:
        one: sums over hands at L1, by STRATA.
        two: sums over hands at L2, by STRATA; None where only L1 is known.
    """
    rows = []
    for policy, frame in one.items():
        for key, group in groups(frame, MONEY).items():
            unit = 10.0 ** int(str(key[1]))
            schedule = compare(group, "rake", "hands", None)
            row: dict[str, object] = {"policy": policy, "currency": key[0]}
            if two is None:
                total = (group.total("rake_new") - group.total("rake_old")) * unit
                parts = {"schedule": total, "play": None, "mix": None, "volume": None}
                last = group
            else:
                here = _only(frame, key), _only(two[policy], key)
                found = _strata(*here)
                last = groups(two[policy], MONEY)[key]
                parts = {
                    name: float(value) * unit
                    for name, value in (
                        ("schedule", found.schedule),
                        ("play", found.play),
                        ("mix", found.mix),
                        ("volume", found.volume),
                    )
                }
                total = float(found.total) * unit
            row |= {"revenue_old": _rounded(group.total("rake_old") * unit)}
            row |= {name: _rounded(value) for name, value in parts.items()}
            row |= {
                "revenue_new": _rounded(last.total("rake_new") * unit),
                "total": _rounded(total),
                "schedule_pm": _times(half_width(schedule), group.total("hands_old") * unit),
                "play_pm": None if two is None else _play_error(*here, unit),
            }
            rows.append(row)
    return pl.DataFrame(rows, infer_schema_length=None)


def steps_table(
    one: Mapping[str, pl.DataFrame], two: Mapping[str, pl.DataFrame] | None = None
) -> pl.DataFrame:
    """Return what is behind each part: the same rates of old, re-raked and played-again hands."""
    rows = []
    for policy, frame in one.items():
        for key, group in groups(frame, MONEY).items():
            unit = 10.0 ** int(str(key[1]))
            steps = [("old schedule, old play", group, "old"), ("new, old play", group, "new")]
            if two is not None:
                steps.append(("new, new play", groups(two[policy], MONEY)[key], "new"))
            for step, sums, which in steps:
                hands, raked = sums.total(f"hands_{which}"), sums.total(f"raked_{which}")
                pot = sums.total(f"raked_pot_{which}")
                rows.append(
                    {
                        "policy": policy,
                        "currency": key[0],
                        "step": step,
                        "rake_hand": _rounded(sums.total(f"rake_{which}") * unit / hands, 4),
                        "raked_pct": share(raked, hands),
                        "raked_pot": _rounded(pot * unit / raked, 2) if raked else None,
                        "eff_raked": share(sums.total(f"rake_{which}"), pot, 3),
                        "eff": share(sums.total(f"rake_{which}"), sums.total(f"pot_{which}"), 3),
                        "cap_pct": share(sums.total(f"at_cap_{which}"), raked),
                    }
                )
    return pl.DataFrame(rows, infer_schema_length=None)


def elasticity_table(hands: Mapping[str, pl.DataFrame], low: float, high: float) -> pl.DataFrame:
    """Return L3 scenarios: revenue if volume answers the price with an elasticity in a range.

    Price is the rake per seat and hand in big blinds, and volume changes by elasticity times the
    relative change of the price. No elasticity of cash-game volume has been published: these are
    assumptions. `breakeven` is the elasticity at which the change of revenue is 0.
    """
    rows = []
    for policy, frame in hands.items():
        for key, group in groups(frame, MONEY).items():
            unit = 10.0 ** int(str(key[1]))
            old, new = group.total("rake_old") * unit, group.total("rake_new") * unit
            price = _price(group.total("rake_bb_old"), group.total("seats_old"))
            paid = _price(group.total("rake_bb_new"), group.total("seats_new"))
            change = (paid - price) / price if price else None
            row: dict[str, object] = {
                "policy": policy,
                "currency": key[0],
                "price_change": None if change is None else round(100 * change, 2),
                "delta_fixed_volume": round(new - old, 2),
            }
            for name, elasticity in (("low", low), ("high", high)):
                volume = None if change is None else max(0.0, 1 + elasticity * change)
                row |= {
                    f"elasticity_{name}": elasticity,
                    f"volume_{name}": None if volume is None else round(100 * (volume - 1), 2),
                    f"delta_{name}": None if volume is None else round(new * volume - old, 2),
                }
            row["breakeven"] = round((old - new) / new / change, 3) if change and new else None
            rows.append(row)
    return pl.DataFrame(rows, infer_schema_length=None)


def _strata(one: pl.DataFrame, two: pl.DataFrame) -> Decomposition:
    """Decompose one currency's change."""
    first = one.group_by(STRATA).agg(
        pl.col("hands_old").sum(), pl.col("rake_old", "rake_new").sum()
    )
    second = two.group_by(STRATA).agg(
        pl.col("hands_new").sum(), pl.col("rake_new").sum().alias("rake_played")
    )
    both = first.join(second, on=STRATA, how="full", coalesce=True).fill_null(0)
    names = ("hands_old", "hands_new", "rake_old", "rake_new", "rake_played")
    return decompose(stratum(*row) for row in both.select(names).iter_rows())


def _play_error(one: pl.DataFrame, two: pl.DataFrame, unit: float) -> float | None:
    """Return the half-width of the part of play: new schedule on new play against on old play."""
    first = (
        sampled(one)
        .group_by(SAMPLE)
        .agg(pl.col("hands_old").sum(), pl.col("rake_new").sum().alias("rake_old"))
    )
    second = sampled(two).group_by(UNIT).agg(pl.col("hands_new", "rake_new").sum())
    group = groups(first.join(second, on=UNIT), ())[()]
    change = compare(group, "rake", "hands", None)
    return _times(half_width(change), group.total("hands_old") * unit)


def _only(frame: pl.DataFrame, money: Sequence[object]) -> pl.DataFrame:
    return frame.filter(pl.col("currency") == money[0], pl.col("money_exp") == money[1])


def _price(rake_bb: float, seats: float) -> float:
    return rake_bb / seats if seats else 0.0


def _times(value: float | None, factor: float) -> float | None:
    return None if value is None else round(value * factor, 2)


def _rounded(value: float | None, decimals: int = 2) -> float | None:
    return None if value is None else round(value, decimals) + 0.0
