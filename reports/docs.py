"""Pages of the documentation that are generated: docs/statistics.md, schema.md and checks.md.

Each is a function that returns markdown; `PAGES` names the file that each one belongs in. The prose
around the tables is in `reports/pages`.
"""

from __future__ import annotations

import re
import tempfile
from importlib.resources import files
from pathlib import Path
from string import Template
from typing import TYPE_CHECKING

from railbird.lake import bits
from railbird.lake.schema import TABLES
from railbird.registry import REGISTRY_VERSION, statistics
from railbird.reports.catalogue import reports, sql_files
from railbird.reports.check import scope_of
from railbird.reports.connect import Lake
from railbird.reports.listing import write_empty_lake

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from railbird.registry import Statistic
    from railbird.reports.check import Scope

_GROUPS = {"preflop": "Preflop", "postflop": "Postflop", "showdown": "Showdown"}

# What the views derive; everything else is documented where it is declared, in the lake's schema.
_DERIVED = {
    "run": "name of the run",
    "table_id": "poker table: hand_id >> 32",
    "hand_no": "number of the hand at its table: hand_id & 4294967295",
    "dealt": "players dealt in",
    "hole_class": "'AKs', '77' or 'T9o'; NULL unless two cards are known",
    "net": "collected - invested - fees + bonus",
    "showdown": "reached showdown",
    "shown": "the table saw his cards",
    "mucked": "threw his cards away at showdown",
    "won": "won part of a pot that two or more contested, or the whole hand uncontested",
    "all_in_street": "street on which the last chip went in, 0 preflop to 3 river; NULL: never."
    " Chips that come back uncalled don't change it",
    "hand_category": "name of hand_rank: 'high card' to 'straight flush'",
    "street": "0 preflop (or before the draw), 1 flop (after the draw), 2 turn, 3 river",
    "seat": "seat, from 0",
    "action": "'ante', 'sb', 'bb', 'post', 'dead', 'straddle', 'fold', 'check', 'call', 'bet',"
    " 'raise', 'draw', 'return', 'show' or 'muck'",
    "legal": "what was allowed, a bit mask: 1 fold, 2 check, 4 call, 8 bet, 16 raise; 0 for posts",
    "all_in": "moves the player's last chip",
    "pot_before": "chips that players have put in before the action, on all streets",
    "street_total": "the player's bet on this street after the action, antes and dead posts apart",
    "stack_before": "chips of the player before the action",
    "winners": "masks of seats, one per award: board by board, high then low; 0 where a board"
    " before the last has no low hand",
}

_COUNTERS = {
    "bets": "bets made",
    "raises": "raises made",
    "calls": "calls made",
    "checks": "checks made",
    "folds": "1 where he folded",
}

_RUNS = {
    "run": "name of the run",
    "kind": "'simulate' or 'ingest'",
    "hands": "hands in the run",
    "rake_policy": "name of the rake policy",
    "rake_bps": "its rate in hundredths of a percent",
    "rake_rounding": "'half_even', 'half_up', 'floor' or 'ceiling'",
    "rake_unit": "rake is a multiple of so many units of money",
    "rake_caps": "caps by number of players dealt, from 0; -1 is none",
    "no_flop_no_drop": "no rake in hands that end before the flop",
    "rake": "the whole schedule in numbers, for the macros of docs/rake.md",
    "recipe": "everything the run was made from, as JSON",
    "recipe_hash": "sha256 of the recipe",
    "counterfactual_of": "the run whose hands it plays again under another rake; NULL for others",
    "engine_hash": "sha256 of the engine's sources",
    "bots": "sha256 of each user bot's source",
    "versions": "versions of Railbird and of what it runs on",
    "schema_version": "version of the files' columns",
    "registry_version": "version of the statistics registry that wrote the flags",
    "bytes": "size of the files",
    "parts": "the files, each with table, path, rows, bytes and sha256",
    "tables": "totals of each poker table: hands, money in and out, rake, jackpot, fees,"
    " illegal (answers of bots that a fold or check stood in for)",
    "started": "when the run was begun",
    "finished": "when it was finished",
    "seconds": "how long it took",
}


def statistics_page() -> str:
    """Return docs/statistics.md."""
    parts = []
    for group, title in _GROUPS.items():
        of_group = [s for s in statistics() if s.group == group]
        if of_group:
            rows = [(f"`{s.id}`", _name(s), s.numerator, s.denominator, _how(s)) for s in of_group]
            header = ("id", "name", "done", "opportunity", "from")
            parts.append(f"## {title}\n\n{_table(header, rows)}")
    return _page("statistics.md", version=REGISTRY_VERSION, tables="\n".join(parts))


_VIEWS = (
    "hands", "players", "actions", "pots", "events", "tournaments", "sources", "issues", "runs",
)  # fmt: skip


def schema_page() -> str:
    """Return docs/schema.md."""
    parts = []
    with tempfile.TemporaryDirectory() as folder:
        write_empty_lake(Path(folder))
        lake = Lake(folder)
        for view in _VIEWS:
            grain = TABLES[view].grain if view in TABLES else "one row per run"
            rows = [
                (f"`{column}`", _type(type_), _meaning(view, column))
                for column, type_ in lake.types(view)
                if not _is_flag(view, column)
            ]
            parts.append(f"## {view}\n\n{_sentence(grain)}\n\n{_table(_VIEW_HEADER, rows)}")
            if view == "players":
                parts.append(_FLAGS_NOTE)
    parts += [_reports_part(), _files_part()]
    return _page("schema.md", tables="\n".join(parts))


def _type(type_: str) -> str:
    """A type as DuckDB writes it; of a struct of many fields only that it is one."""
    return type_.lower() if len(type_) < 400 else "struct"


def _page(name: str, **values: object) -> str:
    """Return a page of `reports/pages` with its generated parts filled in."""
    text = (files("railbird") / "reports" / "pages" / name).read_text(encoding="utf-8")
    return Template(text).substitute(values)


_SCOPES: dict[Scope, str] = {
    "hands": "Hand by hand",
    "tables": "Table by table, where stacks are carried",
    "runs": "Whole runs",
}
_GRAIN = re.compile("^-- one row per (.*)$", re.MULTILINE)


def checks_page() -> str:
    """Return docs/checks.md."""

    def grains(of: Mapping[str, str]) -> list[tuple[str, str]]:
        return [(f"`{name}`", _GRAIN.findall(text)[0]) for name, text in of.items()]

    checks = sql_files("checks")
    parts = []
    for scope, title in _SCOPES.items():
        chosen = {name: text for name, text in checks.items() if scope_of(text) == scope}
        parts.append(f"### {title}\n\n{_table(('check', 'finds every'), grains(chosen))}")
    shared = _table(("relation", "one row per"), grains(sql_files("checks/shared")))
    return _page("checks.md", number=len(checks), checks="\n".join(parts), shared=shared)


PAGES: dict[str, Callable[[], str]] = {
    "checks.md": checks_page,
    "schema.md": schema_page,
    "statistics.md": statistics_page,
}

_VIEW_HEADER = ("column", "type", "meaning")
_FLAGS_NOTE = """\
And for each statistic of [statistics.md](statistics.md) two booleans, `<id>` and `<id>_opp`.
"""


_REPORTS_NOTE = """\
## Reports

Each is a file of `sql/reports/`, plain SQL over the views. `--where` and `--by` speak of the view
that a report reads.
"""


def _name(statistic: Statistic) -> str:
    if statistic.variant_of is None:
        return statistic.name
    return f"{statistic.name} (variant of `{statistic.variant_of}`)"


def _how(statistic: Statistic) -> str:
    if statistic.bit is not None:
        return f"{statistic.mask} bit {statistic.bit}"
    if statistic.opp_sql == "true":
        return f"`{statistic.done_sql}`"
    return f"`{statistic.done_sql}`, of `{statistic.opp_sql}`"


def _is_flag(view: str, column: str) -> bool:
    ids = {s.id for s in statistics()}
    return view == "players" and (column in ids or column.removesuffix("_opp") in ids)


def _meaning(view: str, column: str) -> str:
    if view == "runs":
        return _RUNS[column]
    stored = {c.name: c.doc for c in TABLES[view].columns}
    if view == "hands" and column in stored:
        return stored[column]
    counter, _, street = column.rpartition("_")
    if counter in _COUNTERS:
        return f"{_COUNTERS[counter]} on street {street}"
    return stored[column] if column in stored and column not in _DERIVED else _DERIVED[column]


def _reports_part() -> str:
    parts = [_REPORTS_NOTE]
    for report in reports():
        rows = [(f"`{column}`", meaning) for column, meaning in report.columns.items()]
        split = ", ".join(f"`{name}`" for name in report.by or ()) or "nothing more"
        by = "cannot be split" if report.by is None else f"split by {split} unless told otherwise"
        parts.append(
            f"### {report.name}\n\n{_sentence(report.summary)} Reads `{report.source}`; {by}.\n\n"
            f"{_table(('column', 'meaning'), rows)}"
        )
    return "\n".join(parts)


def _files_part() -> str:
    parts = [
        "## Files\n\nWhat is stored; the views unpack it. Bit numbers are append-only.\n",
        _packing(),
    ]
    for table in TABLES.values():
        rows = [(f"`{c.name}`", c.type, "yes" if c.nullable else "", c.doc) for c in table.columns]
        header = ("column", "type", "NULL", "meaning")
        parts.append(f"### {table.name}/run=.../part-....parquet\n\n{_table(header, rows)}")
    return "\n".join(parts)


def _packing() -> str:
    """Return how packed columns are packed, from railbird.lake.bits."""
    what = (
        f"action | street << {bits.WHAT_STREET_SHIFT} | seat << {bits.WHAT_SEAT_SHIFT} | "
        f"legal << {bits.WHAT_LEGAL_SHIFT} | all_in << {bits.WHAT_ALL_IN_SHIFT}; actions are "
        "numbered from 0 in the order of the view's list"
    )
    outcome = (
        f"{bits.OUTCOME_SHOWDOWN} showdown, {bits.OUTCOME_SHOWN} shown, "
        f"{bits.OUTCOME_MUCKED} mucked, {bits.OUTCOME_WON} won; "
        f"from bit {bits.OUTCOME_ALL_IN_SHIFT} the street of the all-in plus one"
    )
    counts = (
        f"two streets, the second from bit {bits.COUNTS_STREET_SHIFT}: "
        f"bit 0 check, 1 bet, 2 fold, "
        f"{bits.COUNTS_RAISES_SHIFT} to {bits.COUNTS_CALLS_SHIFT - 1} raises, "
        f"{bits.COUNTS_CALLS_SHIFT} to {bits.COUNTS_STREET_SHIFT - 1} calls"
    )
    masks = "a bit for each statistic; [statistics.md](statistics.md) has the numbers"
    rows = [
        ("hand_id", f"table_id << {bits.TABLE_SHIFT} | hand_no"),
        ("actions.what", what),
        ("players.outcome", outcome),
        ("players.counts_01, counts_23", counts),
        ("players.preflop_opp, preflop_done, postflop_opp, postflop_done", masks),
        ("pots.winners", f"masks of seats, {bits.WINNERS_SHIFT} bits an award"),
    ]
    return _table(("packed", "how"), rows)


def _table(header: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = ["| " + " | ".join(header) + " |", "|" + "---|" * len(header)]
    lines += ["| " + " | ".join(c.replace("|", "\\|") for c in row) + " |" for row in rows]
    return "\n".join(lines) + "\n"


def _sentence(text: str) -> str:
    return text[0].upper() + text[1:] + "."
