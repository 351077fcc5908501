"""When a what-if is exact, when it is an approximation, and when it has no answer.

docs/whatif.md lists the conditions. A reason is a sentence that says which run and what differs.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

import msgspec

from railbird.reports.chosen_runs import runs_text
from railbird.simulate.bots.own import is_own

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from railbird.lake.manifest import Manifest
    from railbird.simulate.policy import Rake

# Stands for the runs that a reason is true of.
RUNS = "<runs>"
Weight = Literal["refused", "approximate", "note"]


@dataclass(frozen=True, slots=True)
class Reason:
    """Why an answer is not simply exact.

    Attributes:
        weight: 'refused' (no answer), 'approximate', or 'note' (exact, but worth knowing).
        text: one line.
    """

    weight: Weight
    text: str


def mechanical_reasons(
    manifests: Iterable[Manifest], rakes: Mapping[str, Sequence[Rake]]
) -> list[Reason]:
    """Return why raking stored hands again is not exact, or not possible.

    Args:
        manifests: of the baselines.
        rakes: the schedules of each policy.
    """
    manifests = list(manifests)
    found = _of_policies(manifests, rakes)
    for manifest in manifests:
        run, recipe = manifest.run, manifest.recipe
        if manifest.kind == "ingest":
            text = f"hands of {RUNS} are real: how people would have played is not known"
            found.append((run, Reason("approximate", text)))
            continue
        if recipe.get("stacks_mode") == "carry":
            text = f"stacks were carried in {RUNS}, which another rake would have changed"
            found.append((run, Reason("approximate", text)))
        aware = _aware(recipe)
        if aware:
            text = (
                f"bots of {RUNS} answer the rake ({', '.join(aware)}), whose play is held fixed "
                "here; see --level behavioural"
            )
            found.append((run, Reason("approximate", text)))
        own = sorted({p["bot"] for p in recipe.get("players", ()) if is_own(p["bot"])})
        if own:
            text = f"{RUNS}: bots of your own may look at the rake: {', '.join(own)}"
            found.append((run, Reason("approximate", text)))
    return [*(Reason("refused", text) for text in _states(rakes)), *_together(found)]


def _together(found: Iterable[tuple[str, Reason]]) -> list[Reason]:
    """Return what is true of several runs as one reason, with their names in the place of RUNS."""
    runs: dict[Reason, list[str]] = {}
    for run, reason in found:
        runs.setdefault(reason, []).append(run)
    return [
        Reason(reason.weight, reason.text.replace(RUNS, runs_text(of)))
        for reason, of in runs.items()
    ]


def _states(rakes: Mapping[str, Sequence[Rake]]) -> list[str]:
    """Return which policies have a memory, and what for; each reason once."""
    texts = [
        f"policy {policy} has no rake of a single hand: {rake.state}"
        for policy, schedules in rakes.items()
        for rake in schedules
        if rake.state is not None
    ]
    return list(dict.fromkeys(texts))


def _of_policies(
    manifests: Sequence[Manifest], rakes: Mapping[str, Sequence[Rake]]
) -> list[tuple[str, Reason]]:
    """Return, run by run, what a policy asks of the stored hands that they cannot give."""
    found = []
    for policy, schedules in rakes.items():
        by_pot = any(rake.allocation == "independent" for rake in schedules)
        splashes = {_json(rake.splash) for rake in schedules}
        for manifest in manifests:
            run = manifest.run
            if by_pot and not any(part["table"] == "pots" for part in manifest.parts):
                text = f"policy {policy} rakes each pot by itself, and no pots were kept in {RUNS}"
                text += "; play it again with --keep hands,pots"
                found.append((run, Reason("refused", text)))
            stored = manifest.recipe.get("rake", {}).get("splash")
            if splashes != {_json(stored)}:
                text = f"the site's money in the pots of {RUNS} stays: policy {policy} adds other"
                found.append((run, Reason("approximate", text)))
    return found


def _json(value: object) -> bytes:
    return msgspec.json.encode(value, order="sorted")


def behavioural_reasons(manifests: Iterable[Manifest]) -> list[Reason]:
    """Return what to know of playing these runs again, and why that is impossible."""
    found = []
    for manifest in manifests:
        run, recipe = manifest.run, manifest.recipe
        if manifest.kind == "ingest":
            text = f"hands of {RUNS} were read from files and cannot be played again"
            found.append((run, Reason("refused", f"{text}; leave them out with --runs")))
            continue
        if not _aware(recipe) and not any(is_own(p["bot"]) for p in recipe.get("players", ())):
            text = f"bots of {RUNS} are blind to the rake, so that L2 = L1"
            more = "" if recipe.get("stacks_mode") == "reset" else ", carried stacks apart"
            found.append((run, Reason("note", f"{text}{more}; --rake-response makes them look")))
        elif recipe.get("stacks_mode") == "carry":
            text = f"stacks are carried in {RUNS}: what changes early changes later hands"
            found.append((run, Reason("note", text)))
    return _together(found)


def _aware(recipe: Mapping[str, Any]) -> list[str]:
    """Return the players of a recipe that answer the rake."""
    return sorted(
        {p["player"] for p in recipe.get("players", ()) if p.get("rake_response", "0") != "0"}
    )
