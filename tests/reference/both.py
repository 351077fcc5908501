"""One door to both tables, the compiled engine and the reference, for tests that ask both."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from reference.flags import flags
from reference.play import play
from reference.table import Table
from reference.with_engine import engine_views, reference_view, verdicts

if TYPE_CHECKING:
    from reference.hand import Hand

BOTH = ("engine", "reference")
Script = list[tuple[int, str, int]]


@dataclass(frozen=True)
class Facing:
    """What the player whose turn it is has in front of him."""

    seat: int
    to_call: int
    legal: int
    min_to: int
    max_to: int


def facing(table: str, hand: Hand, script: Script | None = None) -> Facing:
    """Return the decision that follows a script."""
    actions = tuple(script or ())
    if table == "engine":
        [verdict] = verdicts([replace(hand, actions=actions)])
        assert verdict.reason == "the record ends before the hand does", verdict
        return Facing(verdict.seat, verdict.to_call, verdict.legal, verdict.min_to, verdict.max_to)
    reference = Table(hand)
    for _, action, total in actions:
        reference.act(action, total)
    decision = reference.decision()
    assert decision is not None, "the hand is over"
    return Facing(decision.seat, decision.to_call, decision.legal, decision.min_to, decision.max_to)


def refused(hand: Hand, script: Script) -> str:
    """Return why the engine refuses a script, '' if it does not."""
    [verdict] = verdicts([replace(hand, actions=tuple(script))])
    return verdict.reason


def finished(table: str, hand: Hand, script: Script | None = None) -> dict[str, Any]:
    """Return a whole hand as `engine_views` and `reference_view` tell it, with the nets."""
    played = hand if script is None else replace(hand, actions=tuple(script))
    if table == "engine":
        [view] = engine_views([played])
        assert "refused" not in view, view["refused"]
    else:
        view = reference_view(play(played))
    players = view["players"]
    view["net"] = {s: p["collected"] - p["invested"] for s, p in players.items()}
    view["returned"] = {row[1]: -row[3] for row in view["actions"] if row[2] == "return"}
    return view


def reference_flags(hand: Hand) -> dict[str, tuple[set[int], set[int]]]:
    """Return the reference's statistics as `derived.engine_flags` gives the engine's."""
    tally = flags(play(hand))
    return {name: (tally.opp[name], tally.done[name]) for name in tally.opp}
