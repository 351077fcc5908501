"""Generated SQL and documentation are what the registry says now."""

from __future__ import annotations

import dataclasses
from importlib.resources import files
from pathlib import Path

import pytest

from railbird import registry
from railbird.reports import generated
from railbird.reports.docs import PAGES

DOCS = Path(__file__).parents[2] / "docs"
REMEDY = "run `python -m railbird.reports.generated`"


@pytest.mark.parametrize("name", list(generated.GENERATED))
def test_sql_is_fresh(name: str) -> None:
    text = (files("railbird") / "sql" / name).read_text(encoding="utf-8")
    assert text == generated.GENERATED[name](), REMEDY


@pytest.mark.parametrize("name", list(PAGES))
def test_page_is_fresh(name: str) -> None:
    assert (DOCS / name).read_text(encoding="utf-8") == PAGES[name](), REMEDY


def test_a_later_statistic_is_tested_against_the_version_of_the_run(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    later = [
        dataclasses.replace(s, since=2) if s.id == "vpip" else s for s in registry.statistics()
    ]
    monkeypatch.setattr(generated, "statistics", lambda: tuple(later))
    lines = generated.players_sql().splitlines()
    versions = "(select map(list(r.run), list(r.registry_version)) from lake_runs(root) as r)"
    expected = f"case when {versions}[s.run] >= 2 then (s.preflop_done & 1) <> 0 end as vpip,"
    assert [line.strip() for line in lines if line.endswith(" as vpip,")] == [expected]
