"""Ten million stored hands under other rake policies: revenue, nets and attributions.

    python bench/rerake.py LAKE

Any lake will do; `bench/run.py` gives it the ten million hands of its report row.
"""

from __future__ import annotations

import sys
import time
from typing import TYPE_CHECKING

import msgspec

from railbird.reports.connect import Lake
from railbird.reports.whatif_mechanical import revenue
from railbird.reports.whatif_policies import stage, table_kinds
from railbird.simulate.policy import find_policy

if TYPE_CHECKING:
    from collections.abc import Callable

REPEATS = 3
POLICIES = 10
SCAN = "select run, table_id, count(*), sum(pot), sum(rake) from hands group by all"
# run by run, as a report has them: what is grouped before it is joined then stays small
NETS = """
select
    profile, count(*), sum(net), sum(rake_dealt), sum(rake_contributed), sum(rake_weighted),
    sum(rake_winner)
from rerake_players('p0')
group by all
"""


def wall(work: Callable[[], object], repeats: int = REPEATS) -> float:
    """Least wall-clock time of several runs."""
    least = float("inf")
    for _ in range(repeats):
        start = time.perf_counter()
        work()
        least = min(least, time.perf_counter() - start)
    return least


def open_lake(path: str) -> Lake:
    """Return a lake with ten policies staged: five percent and less."""
    lake = Lake(path)
    five = find_policy("five-percent")
    policies = [
        msgspec.structs.replace(five, name=f"p{n}", percent=f"{5 - n * 0.25:.2f}")
        for n in range(POLICIES)
    ]
    stage(lake, policies, table_kinds(lake, lake.runs))
    return lake


def nets(lake: Lake) -> None:
    """Pay every hand again under one policy."""
    for run in lake.runs:
        with lake.only([run]):
            lake.sql(NETS)


def run(path: str) -> list[tuple[str, str, str, str]]:
    """Measure; rows of what, measured, target, against."""
    lake = open_lake(path)
    hands = int(lake.sql("select count(*) as n from hands")["n"][0])
    names = [f"p{n}" for n in range(POLICIES)]
    scan = wall(lambda: lake.sql(SCAN))
    one = wall(lambda: revenue(lake, names[:1]))
    ten = wall(lambda: revenue(lake, names))
    paid = wall(lambda: nets(lake), 1)
    title = f"re-rake of {hands / 1e6:g} M hands"
    return [
        (f"{title}: revenue", f"{one:.2f} s", "<= 1 s", f"{one / scan:.1f} x one scan"),
        (
            f"{title}: nets and four attributions", f"{paid:.1f} s", "<= 60 s",
            f"{paid / scan:.0f} x one scan",
        ),
        (f"{title}: ten policies / one", f"{ten / one:.2f} x", "< 6 x", f"{ten:.2f} s"),
    ]  # fmt: skip


if __name__ == "__main__":
    for row in run(sys.argv[1]):
        print("  ".join(row))
