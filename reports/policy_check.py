"""Look a policy over: does a larger pot ever pay less, and is every part of it ever reached?

Asks the SQL macros that re-rake a lake, so what is looked over is what will be taken.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from railbird.money import format_amount
from railbird.reports.catalogue import sql_files
from railbird.simulate.policy import schedule_label
from railbird.simulate.policy_text import MONEY_EXP, resolved

if TYPE_CHECKING:
    import duckdb
    import polars as pl

    from railbird.simulate.policy_file import Policy, Schedule
    from railbird.simulate.rake_terms import Rake

# Pots in big blinds that a table of samples shows.
SAMPLES = (5, 20, 50, 100, 200)
# Pots that are looked at: each of the first so many units, then so many up to the largest.
FIRST_UNITS, SPREAD, LARGEST_BB = 2_000, 6_000, 2_000

_LOOK = """
with
pots as (
    select range as pot from range($first)
    union
    select range * greatest($largest // $spread, 1) as pot from range($spread)
),
raked as (
    select
        pot,
        n,
        rake_taken(schedule, pot, n) as rake,
        lag(rake_taken(schedule, pot, n)) over (partition by n order by pot) as of_smaller
    from pots, (select unnest([2, 3, 4, 5, 6, 8, 9, 10]) as n),
        (select rake_from_json($rake::json) as schedule)
    where n <= $seats
)
select n, min(pot) as pot, arg_min(rake, pot) as rake, arg_min(of_smaller, pot) as of_smaller
from raked where rake < of_smaller or rake > pot group by n order by n
"""
_SAMPLE = """
select {columns}
from (select rake_from_json($rake::json) as schedule)
"""


def _shell() -> duckdb.DuckDBPyConnection:
    import duckdb

    con = duckdb.connect()
    con.execute(sql_files("schema")["rake"])
    return con


def faults(policy: Policy) -> pl.DataFrame:
    """What is wrong with a policy: schedule and problem; no row when nothing is.

    A pot may not pay less than a smaller one, nor more than it holds; more players may not have a
    lower cap; the base must fit below the cap; a gate must be one that a hand can reach.
    """
    import msgspec
    import polars as pl

    con = _shell()
    rows = []
    for schedule, rake, big_blind in resolved(policy):
        label = schedule_label(schedule)
        rows += [(label, fault) for fault in _reasons(schedule, rake)]
        found = con.execute(
            _LOOK,
            {
                "rake": msgspec.json.encode(rake).decode(),
                "first": FIRST_UNITS,
                "spread": SPREAD,
                "largest": LARGEST_BB * big_blind,
                "seats": schedule.seats[1],
            },
        ).fetchall()
        rows += [
            (label, f"{n} players: a pot of {_money(pot)} pays {_money(due)}, a smaller one more")
            for n, pot, due, _ in found
        ]
    return pl.DataFrame(rows, schema=["schedule", "problem"], orient="row")


def _reasons(schedule: Schedule, rake: Rake) -> list[str]:
    """Faults that follow from the terms alone."""
    found = []
    low, high = schedule.seats
    caps = rake.caps[low : high + 1]
    for n, (fewer, more) in enumerate(pairwise(caps), start=low + 1):
        if rake.players == "dealt" and 0 <= more < (fewer if fewer >= 0 else more + 1):
            text = "no cap" if fewer < 0 else f"a cap of {_money(fewer)}"
            found.append(f"{n} players have a cap of {_money(more)}, fewer {text}; raise it")
    least = min((cap for cap in caps if cap >= 0), default=-1)
    if 0 <= least < rake.base:
        found.append(f"base {_money(rake.base)} is above the cap {_money(least)}; lower it")
    if rake.no_flop_no_drop and rake.from_street > 1 and set(schedule.games) == {"draw"}:
        found.append("from_street: no hand of draw gets beyond the draw; write flop")
    if rake.raises_gate >= 0 and not rake.no_flop_no_drop:
        found.append("raises_without_flop does nothing where no_flop_no_drop is false; leave one")
    reach = _first_pot_at_cap(rake, high)
    over = [s for s in rake.thresholds if rake.kind == "thresholds" and reach and s.pot > reach]
    if over and all(s in over for s in rake.thresholds if s.to_players >= high):
        found.append(f"no threshold is below {_money(reach)}, where the cap is reached; drop them")
    return found


def _first_pot_at_cap(rake: Rake, players: int) -> int:
    """The pot from which the thresholds have reached the cap; 0 where they never do."""
    total = 0
    for step in rake.thresholds:
        if step.from_players <= players <= step.to_players:
            total += step.amount
            if 0 <= rake.caps[players] <= total:
                return step.pot
    return 0


def samples(policy: Policy) -> pl.DataFrame:
    """Rake and jackpot of sample pots: one row per schedule and number of players.

    Columns `5bb` to `200bb` are pots of so many big blinds (fixed limit: lower limits) with a flop
    seen, in units of the currency. Schedules without a stake are shown for 1/2.
    """
    import msgspec
    import polars as pl

    con = _shell()
    rows = []
    for schedule, rake, big_blind in resolved(policy):
        for players in sorted({schedule.seats[0], min(6, schedule.seats[1])}):
            columns = ", ".join(
                f"rake_taken(schedule, {k * big_blind}, {players})"
                f" + jackpot_due(schedule, {k * big_blind}, {players}, {players}, {players}, 3, 1)"
                for k in SAMPLES
            )
            text = _SAMPLE.format(columns=columns)
            drops = con.execute(text, {"rake": msgspec.json.encode(rake).decode()}).fetchone()
            assert drops is not None
            rows.append(
                {"tables": schedule_label(schedule), "players": players}
                | {f"{k}bb": _money(drop) for k, drop in zip(SAMPLES, drops, strict=True)}
            )
    return pl.DataFrame(rows)


def _money(amount: int) -> str:
    return format_amount(amount, MONEY_EXP)
