"""Hands of a lake as rows, run by run in the order of their ids, for whoever writes them.

Stands beside the Python API: it asks the reports layer and hands rows to writers, which may not.
"""

from __future__ import annotations

from itertools import groupby
from operator import itemgetter
from typing import TYPE_CHECKING, Any

import msgspec

from railbird.errors import InputError
from railbird.ingest.export import HandRows
from railbird.simulate.policy import Rake

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    import polars as pl

    from railbird.ingest.export import RunHands
    from railbird.reports.connect import Lake

# Hands asked for at a time: each question looks through the files again. They stay columns until
# they are handed over, one at a time.
CHUNK = 16_384

_NOTHING: tuple[None, list[dict[str, Any]]] = None, []
# What a writer may ask for.
_COLUMNS = (
    "hand_id", "game", "betting", "boards", "status", "button_seat", "seats", "currency",
    "money_exp", "chip", "small_blind", "big_blind", "small_bet", "big_bet", "ante", "ante_kind",
    "straddle", "board", "last_street", "rake", "jackpot", "rake_policy", "room", "started_at",
    "site_hand_id",
)  # fmt: skip
_HANDS = f"""
select {", ".join(f"h.{name}" for name in _COLUMNS)}, s.site
from (select * from hands where {{these}}) as h
left join (select distinct run, hand_id, site from sources where {{those}}) as s
    on h.run = s.run and h.hand_id = s.hand_id
order by h.hand_id
"""  # noqa: S608 - names of columns
_PLAYERS = """
select hand_id, seat, player, profile, position, hole, stack, invested, collected from players
where {those} and hand_id in (select hand_id from hands where {these}) order by hand_id, seat
"""
_ACTIONS = """
select hand_id, seat, street, action, amount, legal, all_in, cards from actions
where {those} and hand_id in (select hand_id from hands where {these}) order by hand_id, seq
"""


def hands_of(lake: Lake, run: str | None = None, where: str | None = None) -> Iterator[RunHands]:
    """Yield each run's name, its rake policies by name, and its hands.

    Args:
        lake: an open lake.
        run: only this run.
        where: only hands that meet this SQL condition on the view `hands`.

    Raises:
        InputError: there is no such run, the condition is wrong, or a run keeps too little.
    """
    if run is not None and run not in lake.runs:
        raise InputError(f"no run {run!r} in this lake; it holds {', '.join(lake.runs)}")
    condition = "true" if where is None else f"(\n{where}\n)"
    try:
        lake.sql(f"select hand_id from hands where {condition} limit 0")  # noqa: S608 - the user's
    except InputError as error:
        raise InputError(str(error).replace("query:", "--where:", 1)) from None
    for name in lake.runs if run is None else [run]:
        yield name, _rakes(lake, name), _hands(lake, name, condition)


def _rakes(lake: Lake, run: str) -> Mapping[str, Rake]:
    """Return the policies that a run's recipe states."""
    stated: Any = lake.folder.read_manifest(run).recipe.get("rake")
    if stated is None:
        return {}
    rake = msgspec.convert(stated, Rake)
    return {rake.name: rake}


def _hands(lake: Lake, run: str, condition: str) -> Iterator[HandRows]:
    in_run = f"run = {_quoted(run)}"
    ids = lake.sql(
        f"select hand_id from hands where {in_run} and {condition} order by hand_id"  # noqa: S608
    )["hand_id"]
    for start in range(0, len(ids), CHUNK):
        chunk = ids[start : start + CHUNK]
        those = f"{in_run} and hand_id between {chunk[0]} and {chunk[-1]}"
        these = f"{those} and {condition}"
        hands, players, actions = [
            lake.sql(query.format(these=these, those=those))
            for query in (_HANDS, _PLAYERS, _ACTIONS)
        ]
        if players.is_empty() or actions.is_empty():
            raise InputError(
                f"run {run} keeps no {'players' if players.is_empty() else 'actions'}; hands are "
                "written from all tables: play it again with --keep players,actions"
            )
        of_players, of_actions = _by_hand(players), _by_hand(actions)
        for hand in hands.iter_rows(named=True):
            number = hand["hand_id"]
            first, seated = next(of_players, _NOTHING)
            second, acted = next(of_actions, _NOTHING)
            if not number == first == second:
                raise InputError(
                    f"run {run}, hand {number}: rows of players or actions are missing; look at "
                    "the lake with railbird check"
                )
            yield HandRows(hand, seated, acted)


def _by_hand(rows: pl.DataFrame) -> Iterator[tuple[int | None, list[dict[str, Any]]]]:
    """Yield the number of each hand and its rows, which stand together."""
    for number, group in groupby(rows.iter_rows(named=True), key=itemgetter("hand_id")):
        yield number, list(group)


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"
