"""Level L1 in one pass: what several policies take from a lake's hands, in sums per cluster.

Every card, action and pot stays; only the schedule changes. The macros of sql/schema/rerake_*.sql
do the same hand by hand, pots and players included; this is the short way to the revenue, which
prices each situation once. A policy that rakes every pot by itself takes the long way.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import polars as pl

from railbird.errors import InputError
from railbird.reports.catalogue import put_into, sql_files
from railbird.reports.whatif_policies import KIND
from railbird.reports.whatif_sums import HAND_COLUMNS, Pair, choose_hands, paired_hands
from railbird.tomlfile import suggest

if TYPE_CHECKING:
    from collections.abc import Sequence

    from railbird.reports.connect import Lake

_POLICY = re.compile(r"/\* policy \*/(.*?)/\* policy \*/", re.DOTALL)
# What a frame has of old and new; hands, seats and pots are the same in both.
SUMS = ("hands", "seats", "pot", "rake", "jackpot", "raked", "raked_pot", "rake_differs")
# What a schedule changes of a hand.
CHANGED = ("rake", "jackpot", "raked", "raked_pot", "rake_differs", "at_cap")
_KINDS = f"select distinct {', '.join(KIND)} from policies where policy = $policy order by all"  # noqa: S608


def revenue(
    lake: Lake,
    policies: Sequence[str],
    by: Sequence[str] = (),
    where: str | None = None,
    runs: Sequence[str] | None = None,
) -> dict[str, pl.DataFrame]:
    """Return sums over hands under each policy, exact to the smallest unit of money.

    Columns: those of `by`, currency, money_exp, run, cluster, x_old and x_new for each of SUMS,
    and at_cap_new; one row per cluster and group. Tournaments pay no rake and are left out.

    Args:
        lake: a lake whose connection has `policies` (`whatif_policies.stage`).
        policies: names of policies there.
        by: columns of `hands`, or `stake`.
        where: condition on the hands.
        runs: names of runs; all unless told otherwise.

    Raises:
        InputError: the condition or a column is wrong.
    """
    known = [*lake.columns("hands"), *HAND_COLUMNS]
    for name in by:
        if name not in known:
            raise InputError(f"--by: no column '{name}'; {suggest(name, known)}")
    alone = _raked_pot_by_pot(lake)
    together = [policy for policy in policies if policy not in alone]
    keys = [*dict.fromkeys([*by, "currency", "money_exp", "run", "cluster"])]
    found = {}
    if together:
        with lake.only(runs or lake.runs):
            choose_hands(lake, where)
            wide = _wide(lake, together, by)
        found = {name: _of_policy(wide, keys, n) for n, name in enumerate(together)}
    for policy in policies:
        if policy in alone:
            pairs = [Pair(run) for run in runs or lake.runs]
            frame = paired_hands(lake, policy, pairs, by, where)
            found[policy] = frame.group_by(keys).agg(pl.exclude(keys).sum()).sort(keys)
    sums = [f"{name}_{side}" for name in SUMS for side in ("old", "new")]
    return {policy: found[policy].select(*keys, *sums, "at_cap_new") for policy in policies}


def paired_in_one_pass(
    lake: Lake,
    policies: Sequence[str],
    by: Sequence[str],
    where: str | None,
    runs: Sequence[str],
) -> dict[str, pl.DataFrame]:
    """Return what `paired_hands` says of each policy at L1, asking for all of them at once.

    What is old, and what no schedule changes, comes from the first policy.

    Args:
        lake: a lake whose connection has `policies`.
        policies: names of policies there, at least one.
        by: columns of `hands`, or `stake`; `big_blind` among them.
        where: condition on the hands.
        runs: names of runs.

    Raises:
        InputError: the condition or a column is wrong.
    """
    first, *others = policies
    frame = paired_hands(lake, first, [Pair(run) for run in runs], by, where)
    found = {first: frame}
    if not others:
        return found
    keys = [*dict.fromkeys([*by, "currency", "money_exp", "run", "cluster"])]
    changed = [f"{name}_new" for name in CHANGED]
    kept = frame.drop(*changed, "rake_bb_new")
    for policy, sums in revenue(lake, others, by, where, runs).items():
        again = kept.join(sums.select(*keys, *changed), on=keys, nulls_equal=True)
        in_blinds = (pl.col("rake_new") / pl.col("big_blind")).alias("rake_bb_new")
        found[policy] = again.with_columns(in_blinds).select(frame.columns)
    return found


def _raked_pot_by_pot(lake: Lake) -> set[str]:
    query = "select distinct policy from policies where rake.allocation = 'independent'"
    return set(lake.sql(query)["policy"])


def _wide(lake: Lake, policies: Sequence[str], by: Sequence[str]) -> pl.DataFrame:
    """Return one row per cluster and group, with columns numbered by policy."""
    columns = [f"h.{name}" for name in by]
    text = put_into(sql_files("whatif")["revenue"], None, columns, columns)
    text = _POLICY.sub(
        lambda found: ",".join(found[1].replace("_0", f"_{n}") for n in range(len(policies))), text
    )
    names = {f"policy_{n}": policy for n, policy in enumerate(policies)}
    # the kinds that there are schedules for, as in the macros; hands of others have no price
    kinds = lake.sql(_KINDS, {"policy": policies[0]})
    return pl.concat(lake.sql(text, {**names, "kind": k}) for k in kinds.iter_rows(named=True))


def _of_policy(wide: pl.DataFrame, keys: Sequence[str], number: int) -> pl.DataFrame:
    """Return the sums of one policy as old and new."""
    same = ("hands", "seats", "pot")
    taken = ("rake", "jackpot", "raked", "raked_pot")
    summed = wide.group_by(keys).agg(pl.exclude(keys).sum()).sort(keys)
    return summed.select(
        *keys,
        *(pl.col(name).alias(f"{name}_{side}") for name in same for side in ("old", "new")),
        *(pl.col(f"{name}_old") for name in taken),
        *(pl.col(f"{name}_{number}").alias(f"{name}_new") for name in taken),
        pl.lit(0, pl.Int64).alias("rake_differs_old"),
        pl.col(f"differs_{number}").alias("rake_differs_new"),
        pl.col(f"at_cap_{number}").alias("at_cap_new"),
    )
