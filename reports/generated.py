"""SQL that is generated from the statistics registry: the `players` macro and the flag check.

    python -m railbird.reports.generated

writes them into `sql/`, and in a checkout the pages of `railbird.reports.docs` into `docs/`;
`tests/unit/test_generated.py` fails while they differ. They are files, not text made at run time,
so that the SQL folder works in a DuckDB shell without Python.
"""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING

from railbird.registry import statistics

if TYPE_CHECKING:
    from collections.abc import Iterable

    from railbird.registry import Statistic

STREETS = range(4)

_PLAYERS = """\
-- Generated from the registry by `python -m railbird.reports.generated`; do not edit.
-- lake_plain_players(root): one row per player dealt in, statistics and counters still packed.
create or replace macro lake_plain_players(root) as table
    select
        s.*, -- noqa: AM04
        s.hand_id >> 32 as table_id,
        s.collected - s.invested - s.fees + s.bonus as net,
        (s.outcome & 1) <> 0 as showdown,
        (s.outcome & 2) <> 0 as shown,
        (s.outcome & 4) <> 0 as mucked,
        (s.outcome & 8) <> 0 as won,
        (nullif((s.outcome >> 4) & 7, 0) - 1)::tinyint as all_in_street
    from
        read_parquet(
            lake_files(root, 'players'),
            hive_partitioning = true,
            hive_types = {{ 'run': varchar }},
            union_by_name = true
        ) as s
    where s.run in (select v.run from lake_visible(root) as v);

-- lake_players(root): one row per player dealt in. A statistic `s` is two booleans: `s` (done) and
-- `s_opp` (had the opportunity); its rate is count_if(s) / nullif(count_if(s_opp), 0).
create or replace macro lake_players(root) as table
    with
    unpacked as (
        select
            s.*,
{counters}
{bits}
        from lake_plain_players(root) as s
    )

    select
        run,
        hand_id,
        table_id,
        big_blind,
        dealt,
        seat,
        player,
        profile,
        position,
        from_button,
        hole,
        hole_class_of(hole) as hole_class,
        final_hand,
        stack,
        invested,
        collected,
        fees,
        bonus,
        net,
        rake_dealt,
        rake_contributed,
        rake_weighted,
        rake_winner,
        showdown,
        shown,
        mucked,
        won,
        all_in_street,
        hand_rank,
        low_rank,
        hand_category_of(hand_rank) as hand_category,
        ev_net,
{columns}
{counter_names}
    from unpacked;
"""

_FLAG_CHECK = """\
-- Generated from the registry by `python -m railbird.reports.generated`; do not edit.
-- one row per player-hand that has done a statistic without having had its opportunity
with
wrong as (
    select *
    from player_statistics
    where
{conditions}
)

select
    hand_id,
    format(
        'seat {{}} did without an opportunity: {{}}',
        seat,
        concat_ws(
            ', ',
{cases}
        )
    ) as problem
from wrong
"""


def _shifted(column: str, shift: int) -> str:
    return f"s.{column} >> {shift}" if shift else f"s.{column}"


def _counter_columns() -> Iterable[str]:
    """Yield the unpacking of each counter; the layout is that of railbird.lake.bits."""
    for street in STREETS:
        column = "counts_01" if street < 2 else "counts_23"
        base = 31 * (street % 2)
        for name, shift, width in (
            ("checks", 0, 1),
            ("bets", 1, 1),
            ("folds", 2, 1),
            ("raises", 3, 14),
            ("calls", 17, 14),
        ):
            mask = (1 << width) - 1
            yield f"(({_shifted(column, base + shift)}) & {mask}) as {name}_{street},"


def _counter_names() -> Iterable[str]:
    for name in ("bets", "raises", "calls", "checks", "folds"):
        for street in STREETS:
            yield f"{name}_{street},"


def _bit_columns() -> Iterable[str]:
    """Yield the two booleans of each statistic that the engine computes."""
    for statistic in statistics():
        if statistic.bit is None:
            continue
        for suffix, kind in (("", "done"), ("_opp", "opp")):
            test = f"(s.{statistic.mask}_{kind} & {1 << statistic.bit}) <> 0"
            yield f"{_known_since(statistic, test)} as {statistic.id}{suffix},"


def _known_since(statistic: Statistic, test: str) -> str:
    """Return a flag's test, NULL in runs that were written before the statistic existed."""
    if statistic.since == 1:
        return test
    versions = "(select map(list(r.run), list(r.registry_version)) from lake_runs(root) as r)"
    return f"case when {versions}[s.run] >= {statistic.since} then {test} end"


def _statistic_columns() -> Iterable[str]:
    for statistic in statistics():
        if statistic.derived:
            yield f"{statistic.done_sql} as {statistic.id},"
            yield f"{statistic.opp_sql} as {statistic.id}_opp,"
        else:
            yield f"{statistic.id},"
            yield f"{statistic.id}_opp,"


def _indent(lines: Iterable[str], width: int) -> str:
    return "\n".join(" " * width + line for line in lines)


def players_sql() -> str:
    """Return the text of sql/schema/players.sql."""
    return _PLAYERS.format(
        counters=_indent(_counter_columns(), 12),
        bits=_indent(_bit_columns(), 12).removesuffix(","),
        columns=_indent(_statistic_columns(), 8),
        counter_names=_indent(_counter_names(), 8).removesuffix(","),
    )


def flag_check_sql() -> str:
    """Return the text of sql/checks/07_done_implies_opportunity.sql."""
    cases = [f"case when {s.id} and not {s.id}_opp then '{s.id}' end," for s in statistics()]
    cases[-1] = cases[-1].removesuffix(",")
    conditions = [f"or ({s.id} and not {s.id}_opp)" for s in statistics()]
    conditions[0] = conditions[0].removeprefix("or ")
    return _FLAG_CHECK.format(conditions=_indent(conditions, 8), cases=_indent(cases, 12))


GENERATED = {
    "schema/players.sql": players_sql,
    "checks/07_done_implies_opportunity.sql": flag_check_sql,
}


def main() -> None:
    """Write every generated file."""
    from railbird.reports.docs import PAGES

    package = Path(str(files("railbird")))
    for name, text in GENERATED.items():
        (package / "sql" / name).write_text(text(), encoding="utf-8")
    docs = package.parents[1] / "docs"
    if docs.is_dir():
        for name, text in PAGES.items():
            (docs / name).write_text(text(), encoding="utf-8")


if __name__ == "__main__":
    main()
