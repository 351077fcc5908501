"""Random hands for both tables, and the comparison of what they say."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest
from reference.hand import BET, RAISE, Decision, Hand
from reference.random_hands import played, seeded
from reference.table import Table
from reference.with_engine import engine_views, reference_view, verdicts

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from random import Random

    from reference.hand import Result


def differences(engine: Any, reference: Any, where: str = "") -> Iterator[str]:
    """Yield every place where two views part, as one line each."""
    if (
        isinstance(engine, dict)
        and isinstance(reference, dict)
        and engine.keys() == reference.keys()
    ):
        for key, value in engine.items():
            yield from differences(value, reference[key], f"{where}.{key}")
    elif isinstance(engine, list) and isinstance(reference, list) and len(engine) == len(reference):
        for i, (mine, theirs) in enumerate(zip(engine, reference, strict=True)):
            yield from differences(mine, theirs, f"{where}[{i}]")
    elif engine != reference:
        yield f"{where}: engine {engine}, reference {reference}"


def assert_agree(results: Sequence[Result]) -> None:
    """Replay the results' hands in the engine; every view must be the same."""
    views = engine_views([result.hand for result in results])
    for result, view in zip(results, views, strict=True):
        expected = reference_view(result)
        if view != expected:
            found = "\n".join(differences(view, expected))
            pytest.fail(f"{found}\n{result.hand}")


def random_results(
    betting: str, seed: str, hands: int, *, short: bool = False, game: str = "holdem"
) -> list[Result]:
    """Return random hands, each a function of its own seed."""
    return [
        played(seeded(f"{seed} {betting} {i}"), betting, short=short, game=game)
        for i in range(hands)
    ]


def random_decisions(results: Sequence[Result], rng: Random) -> tuple[list[Hand], list[Decision]]:
    """Pick one decision of each hand; return the hands up to there with an impossible answer."""
    asked: list[Hand] = []
    expected: list[Decision] = []
    for result in results:
        script = result.hand.actions
        if not script:
            continue
        before = script[: rng.randrange(len(script))]
        table = Table(result.hand)
        for _, action, total in before:
            table.act(action, total)
        decision = table.decision()
        assert decision is not None
        action = "bet" if decision.legal & BET else "raise"
        asked.append(replace(result.hand, actions=(*before, (decision.seat, action, 1 << 40))))
        expected.append(decision)
    return asked, expected


def assert_same_limits(asked: Sequence[Hand], expected: Sequence[Decision]) -> None:
    """The engine refuses the impossible answers, and says what was possible."""
    for hand, decision, verdict in zip(asked, expected, verdicts(asked), strict=True):
        raising = decision.legal & (BET | RAISE)
        assert verdict.reason == ("above the maximum" if raising else "not allowed here"), hand
        answer = (verdict.seat, verdict.to_call, verdict.legal)
        assert answer == (decision.seat, decision.to_call, decision.legal), hand
        if raising:
            assert (verdict.min_to, verdict.max_to) == (decision.min_to, decision.max_to), hand
