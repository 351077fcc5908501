"""The policies of a what-if: read, numbered for every kind of table of a lake, and described.

DuckDB sees them as the table `policies`, one row per policy and kind of table, whose `rake` is the
STRUCT that the macros of sql/schema/rake.sql take.
"""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

import msgspec
import polars as pl

from railbird.errors import InputError
from railbird.simulate.policy import Rake, find_policy, rake_of_policy
from railbird.simulate.room import Table

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from railbird.lake.manifest import Manifest
    from railbird.reports.connect import Lake
    from railbird.simulate.policy import Policy

# What a schedule is picked by: equal in all of these, two tables have one schedule.
KIND = {
    "game": pl.String, "betting": pl.String, "small_blind": pl.Int64, "big_blind": pl.Int64,
    "small_bet": pl.Int64, "big_bet": pl.Int64, "seats": pl.Int64, "currency": pl.String,
    "money_exp": pl.Int64,
}  # fmt: skip
HASH_LENGTH = 12


def read_policies(names: Sequence[str]) -> list[Policy]:
    """Return the policies of these built-in names or files, each once.

    Raises:
        InputError: there is no such policy, its file is wrong, or two files share a name.
    """
    found: dict[str, Policy] = {}
    for name in dict.fromkeys(names):
        policy = find_policy(name)
        if found.setdefault(policy.name, policy) != policy:
            raise InputError(
                f"--policy {name}: two different policies are called {policy.name}; rename one"
            )
    return list(found.values())


def policy_hash(policy: Policy) -> str:
    """Return the first digits of the sha256 of everything a policy's file says."""
    text = msgspec.json.encode(policy, order="sorted")
    return hashlib.sha256(text).hexdigest()[:HASH_LENGTH]


def table_kinds(lake: Lake, runs: Iterable[str]) -> pl.DataFrame:
    """Return the kinds of cash tables in some runs, one row each, with the columns of KIND."""
    names = ", ".join("'" + run + "'" for run in runs)  # names of runs have no quotes
    columns = ", ".join(KIND)
    condition = f"run in ({names}) and tournament_id is null"
    query = f"select distinct {columns} from hands where {condition} order by all"  # noqa: S608
    return lake.sql(query).cast(KIND)  # type: ignore[arg-type]


def rakes_of(policy: Policy, kinds: pl.DataFrame) -> list[Rake]:
    """Return the schedule of a policy for each kind of table, in numbers.

    Raises:
        InputError: it has none for one of them.
    """
    return [
        rake_of_policy(
            policy,
            kind["money_exp"],
            kind["currency"],
            Table(
                kind["game"], kind["betting"], kind["seats"], kind["small_blind"],
                kind["big_blind"], kind["small_bet"] or 0, kind["big_bet"] or 0,
            ),
        )
        for kind in kinds.iter_rows(named=True)
    ]  # fmt: skip


def stage(
    lake: Lake, policies: Sequence[Policy], kinds: pl.DataFrame, stored: Sequence[Manifest] = ()
) -> None:
    """Make the table `policies` of a lake's connection.

    Args:
        lake: the lake.
        policies: what is compared.
        kinds: the kinds of tables there are.
        stored: manifests whose own schedules are to be there, too, as `stored <run>`.

    Raises:
        InputError: a policy has no schedule for one of the kinds of tables.
    """
    rows = [
        kinds.with_columns(
            pl.lit(f"stored {manifest.run}").alias("policy"),
            pl.lit("").alias("hash"),
            pl.lit(msgspec.json.encode(manifest.recipe["rake"]).decode()).alias("rake"),
        )
        for manifest in stored
        if "rake" in manifest.recipe
    ]
    for policy in policies:
        rakes = rakes_of(policy, kinds)
        rows.append(
            kinds.with_columns(
                pl.lit(policy.name).alias("policy"),
                pl.lit(policy_hash(policy)).alias("hash"),
                pl.Series("rake", [msgspec.json.encode(rake).decode() for rake in rakes]),
            )
        )
    columns = ", ".join(KIND)
    lake.put(
        "policies",
        pl.concat(rows),
        f"select policy, hash, {columns}, rake_from_json(rake::json) as rake from frame",  # noqa: S608
    )


def policies_table(
    policies: Sequence[Policy], kinds: pl.DataFrame, stored: Sequence[Manifest] = ()
) -> pl.DataFrame:
    """Return what each policy takes from each kind of table, with its rules spelt out.

    One row per policy and kind of table, stored schedules first; amounts in units of the currency.
    """
    rows: list[dict[str, object]] = []
    for manifest in stored:
        if "rake" in manifest.recipe:
            rake = msgspec.convert(manifest.recipe["rake"], Rake)
            unit = 10.0 ** int(manifest.recipe["money_exp"])
            said = {"policy": f"stored: {rake.name}", "hash": None, "tables": f"run {manifest.run}"}
            rows.append(said | describe(rake, unit))
    for policy in policies:
        for kind, rake in zip(kinds.iter_rows(named=True), rakes_of(policy, kinds), strict=True):
            unit = 10.0 ** int(kind["money_exp"])
            rows.append(
                {
                    "policy": policy.name,
                    "hash": policy_hash(policy),
                    "tables": _kind_text(kind),
                    **describe(rake, unit),
                    "title": policy.title,
                    "as_of": policy.as_of or None,
                    "source": policy.source or None,
                }
            )
    return pl.DataFrame(rows, infer_schema_length=None)


def describe(rake: Rake, unit: float) -> dict[str, object]:
    """Return the rules of a schedule as text; `unit` turns smallest units into the currency."""
    return {
        "kind": rake.kind,
        "rate": _rate(rake, unit),
        "caps": _caps(rake.caps, unit),
        "rounding": f"{rake.rounding} to {rake.unit * unit:g}",
        "players": rake.players,
        "gate": _gate(rake, unit),
        "side_pots": rake.allocation,
        "jackpot": "none" if rake.jackpot is None else _said(rake.jackpot),
        "splash": "none" if rake.splash is None else _said(rake.splash),
        "fees": "none" if rake.fees is None else _said(rake.fees),
        "rakeback": "none" if rake.rakeback is None else _said(rake.rakeback),
    }


def _rate(rake: Rake, unit: float) -> str:
    if rake.kind == "percent":
        rates = sorted(set(rake.rates[2:])) or [rake.bps]
        return "/".join(f"{rate / 100:g}" for rate in rates) + " %"
    if rake.kind == "step":
        steps = dict.fromkeys(
            f"{amount * unit:g} per {step * unit:g}"
            for amount, step in zip(rake.amounts[2:], rake.steps[2:], strict=True)
        )
        return ", ".join(steps)
    if rake.kind == "flat":
        return "/".join(f"{amount * unit:g}" for amount in sorted(set(rake.amounts[2:]))) + " flat"
    word = "from" if rake.kind == "thresholds" else "tier from"
    return ", ".join(
        f"{step.amount * unit if rake.kind == 'thresholds' else step.amount / 100:g} {word} "
        f"{step.pot * unit:g}"
        for step in rake.thresholds
    )


def _caps(caps: Sequence[int], unit: float) -> str:
    """Return caps by players, from 2: '1 (2), 2 (3-4), 3 (5+)'; 'none'; or one for all."""
    bands: list[tuple[int, int]] = []
    for players in range(2, len(caps)):
        if not bands or bands[-1][1] != caps[players]:
            bands.append((players, caps[players]))
    text = ["none" if cap < 0 else f"{cap * unit:g}" for _, cap in bands]
    if len(bands) == 1:
        return text[0]
    ends = [first - 1 for first, _ in bands[1:]]
    spans = [
        str(first) if first == last else f"{first}-{last}"
        for (first, _), last in zip(bands, ends, strict=False)
    ]
    return ", ".join(
        f"{cap} ({span})" for cap, span in zip(text, [*spans, f"{bands[-1][0]}+"], strict=True)
    )


def _gate(rake: Rake, unit: float) -> str:
    words = ["no flop, no drop" if rake.no_flop_no_drop else "from the deal"]
    if rake.from_street > 1:
        words.append(f"from street {rake.from_street}")
    if rake.raises_gate >= 0:
        words.append(f"or {rake.raises_gate} raises")
    if rake.min_pot:
        words.append(f"pots from {rake.min_pot * unit:g}")
    if rake.ceiling_bps >= 0:
        words.append(f"at most {rake.ceiling_bps / 100:g} %")
    return "; ".join(words)


def _said(part: msgspec.Struct) -> str:
    """Return the fields of a part of a schedule that are not their defaults."""
    plain: Mapping[str, object] = msgspec.to_builtins(part)
    return ", ".join(
        f"{name}={value}" for name, value in plain.items() if value not in (0, -1, (), [], None)
    )


def _kind_text(kind: Mapping[str, object]) -> str:
    unit = 10.0 ** int(str(kind["money_exp"]))
    low, high = (
        (kind["small_bet"], kind["big_bet"])
        if kind["betting"] == "FL"
        else (kind["small_blind"], kind["big_blind"])
    )
    return (
        f"{kind['game']} {kind['betting']} {float(str(low)) * unit:g}/{float(str(high)) * unit:g} "
        f"{kind['seats']}-max {kind['currency']}"
    )
