"""The same hands again under another rake policy: runs that behavioural what-ifs compare.

A counterfactual is an ordinary run of the lake, played by the planner and the runner from the
baseline's own recipe with another `rake`: same plan, same streams, so `hand_id` pairs them. Its
manifest names the run it came from, which keeps it from being taken for hands of its own.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

import msgspec

from railbird.errors import InputError
from railbird.lake.manifest import hash_recipe
from railbird.reports.chosen_runs import pooled_runs
from railbird.simulate.runner import recipe_of_manifest, simulate

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from railbird.lake.lake import LakeFolder
    from railbird.lake.manifest import Manifest
    from railbird.simulate.policy import Rake
    from railbird.simulate.recipe import Recipe

    Progress = Callable[[int, int], None]
    Note = Callable[[str], None]

# Of the recipe's hash, in the name of a run: tells versions of one policy file apart.
HASH_LENGTH = 8
_LONGEST_NAME = 80


@dataclass(frozen=True, slots=True)
class Counterfactual:
    """A baseline and the run that plays it again.

    Attributes:
        baseline: name of the run that was stored.
        run: name of the run under the other policy; the baseline's own where nothing differs.
        played: whether it was played now, and not found in the lake.
        hands: in each of them.
    """

    baseline: str
    run: str
    played: bool
    hands: int


def baselines(lake: LakeFolder, runs: Sequence[str] | None = None) -> list[str]:
    """Return the runs a what-if starts from: those asked for, else all but counterfactuals.

    Args:
        lake: the lake.
        runs: names of runs; None for all.

    Raises:
        InputError: there is no such run, one is a counterfactual of another run in the lake, or two
            of them are the same hands under two policies.
        DamagedLakeError: a manifest cannot be read.
    """
    chosen, again = pooled_runs(lake, runs), lake.counterfactuals()
    for run in chosen:
        if run in again:
            raise InputError(
                f"--runs {run}: it is {again[run]} played again under another policy, and no "
                f"baseline; name --runs {again[run]}, and that policy with --policy"
            )
    _refuse_the_same_hands(lake.read_manifest(run) for run in chosen)
    return chosen


def _refuse_the_same_hands(manifests: Iterable[Manifest]) -> None:
    """Refuse runs whose recipes differ in nothing but the rake: their hands would count twice."""
    seen: dict[str, str] = {}
    for manifest in manifests:
        if manifest.kind != "simulate":
            continue
        bare = hash_recipe({k: v for k, v in manifest.recipe.items() if k != "rake"})
        other = seen.setdefault(bare, manifest.run)
        if other != manifest.run:
            raise InputError(
                f"runs {other} and {manifest.run} are the same hands under two policies and would "
                f"count twice; name one of them with --runs {other}"
            )


def counterfactual_recipe(manifest: Manifest, rake: Rake) -> Recipe:
    """Return the recipe of a run with another rake.

    Raises:
        InputError: the run was not played, or the engine or a bot has changed since.
        DamagedLakeError: the recipe has been edited, or is of another version.
    """
    return msgspec.structs.replace(recipe_of_manifest(manifest), rake=rake)


def counterfactual_name(baseline: str, rake: Rake, recipe_hash: str) -> str:
    """Return a name such as `first.at-five-percent-1a2b3c4d`, cut to what a run's name may be."""
    policy = re.sub(r"[^A-Za-z0-9_.-]+", "-", rake.name).strip("-") or "policy"
    tail = f"-{recipe_hash[:HASH_LENGTH]}"
    return f"{baseline}.at-{policy}"[: _LONGEST_NAME - len(tail)] + tail


def play_counterfactual(
    lake: LakeFolder,
    baseline: str,
    rake: Rake,
    threads: int | None = None,
    progress: Progress | None = None,
    note: Note | None = None,
) -> Counterfactual:
    """Play a run again under another rake and append it to the lake.

    A run that holds the recipe already is taken as it is, and one that was interrupted goes on
    with the parts that are missing.

    Args:
        lake: the lake.
        baseline: name of the run to play again.
        rake: the other policy, in numbers for this run's tables.
        threads: workers; by default one a core.
        progress: called with hands done and hands in all.
        note: told what was appended or reused.

    Raises:
        InputError: the run cannot be played again, or the lake cannot be written.
        DamagedLakeError: its manifest cannot be used.
    """
    manifest = lake.read_manifest(baseline)
    recipe = counterfactual_recipe(manifest, rake)
    recipe_hash = hash_recipe(recipe.as_dict())
    name = counterfactual_name(baseline, rake, recipe_hash)
    result = simulate(
        recipe,
        lake.path,
        name if recipe_hash != manifest.recipe_hash else baseline,
        threads,
        progress,
        note,
        counterfactual_of=baseline,
    )
    if note is not None and result.run != baseline:
        done = "was there already" if result.already_there else "appended"
        note(f"run {result.run} {done}: {baseline} under {rake.name}")
    return Counterfactual(baseline, result.run, not result.already_there, result.hands)
