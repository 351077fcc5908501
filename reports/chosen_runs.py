"""Which runs a report adds up, where nobody names them: all but hands that would count twice.

A counterfactual (`railbird.reports.counterfactual`) holds the hands of another run of the lake
under another rake policy. The views hold every run, so that the user's own SQL sees them all.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from railbird.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from railbird.lake.lake import LakeFolder


def words(flag: str, text: str | Sequence[str]) -> tuple[str, ...]:
    """Return the words of a text with commas, or of a sequence, each once.

    Raises:
        InputError: there is none.
    """
    given = text.split(",") if isinstance(text, str) else text
    found = tuple(dict.fromkeys(word.strip() for word in given if word.strip()))
    if not found:
        raise InputError(f"{flag}: it is empty; leave it out, or name something")
    return found


def pooled_runs(
    folder: LakeFolder,
    named: str | Sequence[str] | None = None,
    note: Callable[[str], None] | None = None,
) -> list[str]:
    """Return the runs that a report adds up: those that are named, else all but counterfactuals.

    Args:
        folder: the lake.
        named: names of runs, counterfactuals among them as you like; None for the usual ones.
        note: told in one line what was left out.

    Raises:
        InputError: there is no such run, or none is named.
    """
    if named is not None:
        chosen = list(words("--runs", named))
        for run in chosen:
            folder.require_run(run)
        return chosen
    again = folder.counterfactuals()
    if again and note is not None:
        run = next(iter(again))
        said = f"{run}, which is {again[run]}"
        if len(again) > 1:
            said = f"{run} and {len(again) - 1} more, which are other runs"
        note(f"left out: {said} played again under another policy; --runs names runs to add up")
    return [run for run in folder.runs() if run not in again]


def runs_text(runs: Sequence[str]) -> str:
    """Return the names of runs, at most three of them."""
    if len(runs) == 1:
        return f"run {runs[0]}"
    if len(runs) > 3:
        return f"runs {', '.join(runs[:3])} and {len(runs) - 3} more"
    return f"runs {', '.join(runs)}"
