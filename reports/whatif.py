"""What would another rake policy have taken? From the question to the answer.

Level L1 (mechanical) rakes the stored hands again; L2 (behavioural) plays them again under the
other policy and reports what changed play adds, after the L1 answer, which is its anchor.
docs/whatif.md says how to read it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from railbird.errors import InputError
from railbird.lake.lake import LakeFolder
from railbird.reports.connect import Lake
from railbird.reports.counterfactual import baselines, play_counterfactual
from railbird.reports.sweep import swept
from railbird.reports.whatif_answer import LEVELS, Answer, Question, Section
from railbird.reports.whatif_exact import behavioural_reasons
from railbird.reports.whatif_policies import read_policies
from railbird.reports.whatif_sections import L1, L2, Builder, sources
from railbird.reports.whatif_sums import Pair
from railbird.simulate.policy import policy_names

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from railbird.lake.manifest import Manifest
    from railbird.simulate.policy import Policy

    Progress = Callable[[int, int], None]
    Note = Callable[[str], None]

# A sweep of so few policies gets every table; a larger one only what each policy takes.
MOST_IN_FULL = 3

__all__ = ["LEVELS", "Answer", "Question", "Section", "ask"]


def ask(
    path: Path | str,
    question: Question,
    *,
    threads: int | None = None,
    progress: Progress | None = None,
    note: Note | None = None,
) -> Answer:
    """Answer a question about a lake.

    Args:
        path: the lake.
        question: what is asked.
        threads: for playing at L2.
        progress: of playing, hands done and hands in all.
        note: told what is appended to the lake, and every approximation.

    Raises:
        InputError: the question makes no sense, or has no exact or approximate answer.
        DamagedLakeError: the lake cannot be read.
    """
    folder = LakeFolder.open(path)
    runs = baselines(folder, question.runs)
    if not runs:
        raise InputError(f"{folder.path}: no run in this lake that is not a counterfactual")
    manifests = [folder.read_manifest(run) for run in runs]
    # tournaments have no rake of a hand: their runs are left out, and not played again
    manifests = [m for m in manifests if not m.recipe.get("tournament")] or manifests
    runs = [manifest.run for manifest in manifests]
    named, policies = _policies(question, manifests)
    state = Builder(question, manifests, named, policies, Answer(), note)
    two = None
    if question.level == "behavioural":
        two = _play(folder, state, threads, progress)
    state.open(Lake(path))
    state.add_policies()
    if state.mechanical():
        state.add_level(L1, {p.name: [Pair(run) for run in runs] for p in policies}, "")
    if two is not None:
        state.add_pairing(two)
        state.add_level(L2, two, "_l2")
    state.add_parts()
    state.answer.sections.append(sources(manifests, two))
    return state.answer


def _policies(
    question: Question, manifests: Sequence[Manifest]
) -> tuple[list[Policy], list[Policy]]:
    """Return the policies that get every table, and all that are compared."""
    named = read_policies(question.policies)
    if not question.sweeps:
        if not named:
            raise InputError("no policy to compare; name one with --policy, or vary one by --sweep")
        return named, named
    if named:
        return named, [*named, *swept(named[0], question.sweeps)]
    stored = {str(m.recipe.get("rake", {}).get("name")) for m in manifests}
    if len(stored) > 1:
        raise InputError(
            f"--sweep: the runs have several policies ({', '.join(sorted(stored))}); say which "
            "one to vary with --policy"
        )
    name = stored.pop()
    if name not in policy_names():
        raise InputError(
            f"--sweep: stored policy '{name}' is not a built-in one; name its file with --policy"
        )
    base = read_policies([name])[0]
    for manifest in manifests:
        if not _is_played_under(base, manifest):
            raise InputError(
                f"--sweep: run {manifest.run} was played under another policy named '{name}', not "
                "the built-in one; name its file with --policy"
            )
    varied = swept(base, question.sweeps)
    return (varied if len(varied) <= MOST_IN_FULL else []), varied


def _is_played_under(policy: Policy, manifest: Manifest) -> bool:
    """Whether a run's recipe holds the schedule that a policy has for its table."""
    from railbird.simulate.policy import Rake, rake_of_policy
    from railbird.simulate.room import Table

    recipe = manifest.recipe
    table = msgspec.convert(recipe["table"], Table)
    own = rake_of_policy(policy, recipe["money_exp"], recipe["currency"], table)
    return own == msgspec.convert(recipe["rake"], Rake)


def _play(
    folder: LakeFolder, state: Builder, threads: int | None, progress: Progress | None
) -> dict[str, list[Pair]]:
    """Play every run again under every policy; those that are there already are taken."""
    from railbird.simulate.policy import rake_of_policy
    from railbird.simulate.runner import recipe_of_manifest

    for reason in behavioural_reasons(state.manifests):
        if reason.weight == "refused":
            raise InputError(reason.text)
        state.say(reason.text)
    pairs: dict[str, list[Pair]] = {}
    for policy in state.policies:
        for manifest in state.manifests:
            recipe = recipe_of_manifest(manifest)
            rake = rake_of_policy(policy, recipe.money_exp, recipe.currency, recipe.table)
            made = play_counterfactual(folder, manifest.run, rake, threads, progress, state.note)
            pairs.setdefault(policy.name, []).append(Pair(made.baseline, made.run))
    return pairs
