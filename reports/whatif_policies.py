"""The policies of a what-if: read, numbered for every kind of table of a lake, and described.

DuckDB sees them as the table `policies`, one row per policy and kind of table, whose `rake` is the
STRUCT that the macros of sql/schema/rake.sql take.
"""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Any

import msgspec
import polars as pl

from railbird.errors import InputError
from railbird.reports.chosen_runs import runs_text
from railbird.reports.policy_words import describe
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
# Of more stakes the first and the last are named.
MOST_STAKES = 2


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

    One row per stored schedule, then one per policy and stakes that it treats alike;
    amounts in units of the currency.
    """
    rows: list[dict[str, object]] = []
    played: dict[tuple[Any, ...], list[str]] = {}
    for manifest in stored:
        if "rake" in manifest.recipe:
            rake = msgspec.convert(manifest.recipe["rake"], Rake)
            words = describe(rake, 10.0 ** int(manifest.recipe["money_exp"]))
            played.setdefault((rake.name, *words.items()), []).append(manifest.run)
    for (name, *items), runs in played.items():
        said: dict[str, object] = {"policy": f"stored: {name}", "hash": None}
        rows.append(said | {"tables": runs_text(runs)} | dict(items))
    for policy in policies:
        alike: dict[tuple[Any, ...], list[Mapping[str, object]]] = {}
        for kind, rake in zip(kinds.iter_rows(named=True), rakes_of(policy, kinds), strict=True):
            words = describe(rake, 10.0 ** int(kind["money_exp"]))
            table = (kind["game"], kind["betting"], kind["seats"], kind["currency"])
            alike.setdefault((table, *words.items()), []).append(kind)
        about: dict[str, object] = {
            "title": policy.title,
            "as_of": policy.as_of or None,
            "source": policy.source or None,
        }
        for (_, *rules), of in alike.items():
            said = {"policy": policy.name, "hash": policy_hash(policy), "tables": _kinds_text(of)}
            rows.append(said | dict(rules) | about)
    return pl.DataFrame(rows, infer_schema_length=None)


def _kinds_text(kinds: Sequence[Mapping[str, object]]) -> str:
    """Return tables that differ in their stakes only: 'holdem NL 6-max USD 0.5/1, 1/2'."""
    stakes = []
    for kind in kinds:
        unit = 10.0 ** int(str(kind["money_exp"]))
        low, high = (
            (kind["small_bet"], kind["big_bet"])
            if kind["betting"] == "FL"
            else (kind["small_blind"], kind["big_blind"])
        )
        stakes.append(f"{float(str(low)) * unit:g}/{float(str(high)) * unit:g}")
    named = ", ".join(stakes) if len(stakes) <= MOST_STAKES else f"{stakes[0]} to {stakes[-1]}"
    return f"{kind['game']} {kind['betting']} {kind['seats']}-max {kind['currency']} {named}"
