"""What `railbird bots test` found, in words: frequencies by situation, and illegal answers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from railbird.cli.botplain import TABLES
from railbird.simulate import layout as at
from railbird.simulate.bots.seen import CHOICES, fault_text, place_text, situation_text
from railbird.simulate.codes import CAN_DRAW, DRAW, FIVE_CARD_DRAW, FOLD, PREFLOP, STREETS

if TYPE_CHECKING:
    from railbird.simulate.arrays import Ints, Words

# before the draw is preflop; then what to draw, and the round after it
ROUNDS = (*STREETS, "draw", "2nd bets")
# by how many bets and raises there are; preflop an unraised pot may have limpers
PREFLOP_SITUATIONS = ("unopened", "limped", "facing a raise", "facing a 3-bet+")
POSTFLOP_SITUATIONS = ("nothing bet", "facing a bet", "facing a raise")
SHOWN = 8  # kinds of illegal answers that are shown with what led to them


@dataclass(frozen=True, slots=True)
class Decisions:
    """All decisions of the bot under test, one row each.

    Attributes:
        table: which kind of table, an index of TABLES.
        obs: what it saw, int64[n, OBS_SIZE].
        stream: its random stream before, uint64[n, STREAM_SIZE].
        memory: its memory before, int64[n, MEMORY_SIZE].
        answer: action and amount, int64[n, 2].
        stream_after: the stream when it had answered.
        memory_after: the memory when it had answered.
        why: why the answer is illegal, a code of layout.py; 0 if it is legal.
        line: line of the illegal answer in its file, else 0.
    """

    table: Ints
    obs: Ints
    stream: Words
    memory: Ints
    answer: Ints
    stream_after: Words
    memory_after: Ints
    why: Ints
    line: Ints


def round_of(obs: Ints) -> int:
    """Index of a decision's round among ROUNDS: its street, or draw's choice and second round."""
    if obs[at.O_LEGAL] & CAN_DRAW:
        return len(STREETS)
    if obs[at.O_GAME] == FIVE_CARD_DRAW and obs[at.O_STREET] > PREFLOP:
        return len(STREETS) + 1
    return int(obs[at.O_STREET])


def situation_of(obs: Ints) -> int:
    """Index of a decision's situation among those of its round."""
    raises = int(obs[at.O_RAISES])
    if obs[at.O_STREET] != PREFLOP:
        return min(raises, 2)
    if raises:
        return min(raises, 2) + 1
    return int(obs[at.O_LIMPERS] > 0)


def frequencies(decisions: Decisions) -> str:
    """How often each action was chosen, one line a street and situation that came up."""
    legal = decisions.why == 0
    draws = (decisions.answer[legal, 0] == DRAW).any()
    choices = CHOICES if draws else CHOICES[:-1]
    heads = [*choices, *(["illegal"] if decisions.why.any() else [])]
    situations = np.array([situation_of(obs) for obs in decisions.obs])
    rounds = np.array([round_of(obs) for obs in decisions.obs])
    chosen = np.where(legal, decisions.answer[:, 0] - FOLD, len(choices))
    lines = [f"{'street':<8} {'situation':<15} {'decisions':>9}"]
    lines[0] += "".join(f" {head:>10}" for head in heads)
    for street, name in enumerate(ROUNDS):
        names = PREFLOP_SITUATIONS if street == PREFLOP else POSTFLOP_SITUATIONS
        for situation, title in enumerate(names):
            here = chosen[(rounds == street) & (situations == situation)]
            if len(here):
                counts = np.bincount(here, minlength=len(heads))[: len(heads)]
                cells = "".join(f" {_cell(int(count), len(here)):>10}" for count in counts)
                lines.append(f"{name:<8} {title:<15} {len(here):>9,}{cells}")
    return "\n".join(lines) + "\n"


def _cell(count: int, total: int) -> str:
    """A count with its share of the line: `52  25%`."""
    return f"{count:,} {count / total:4.0%}" if count else "-"


def illegal_block(decisions: Decisions) -> str:
    """Illegal answers by line and reason, each with the observation it first came from."""
    bad = np.flatnonzero(decisions.why)
    if not len(bad):
        return ""
    kinds: dict[tuple[int, int, int], list[int]] = {}
    for i in bad.tolist():
        key = (int(decisions.line[i]), int(decisions.why[i]), int(decisions.answer[i, 0]))
        kinds.setdefault(key, []).append(i)
    lines = [f"illegal answers: {len(bad):,} of {len(decisions.why):,}"]
    for (line, _, _), found in list(kinds.items())[:SHOWN]:
        first = found[0]
        lines += [
            f"  line {line}: {fault_of(decisions, first)}",
            f"    {_times(len(found))}; first at {place(decisions, first)}",
            f"    {situation_text(decisions.obs[first])}",
        ]
    if len(kinds) > SHOWN:
        lines.append(f"  and {len(kinds) - SHOWN} kinds more")
    return "\n".join(lines) + "\n"


def _times(count: int) -> str:
    return "once" if count == 1 else f"{count:,} times"


def fault_of(decisions: Decisions, i: int) -> str:
    """Why answer `i` is illegal, in words."""
    action, amount = decisions.answer[i].tolist()
    return fault_text(decisions.obs[i], action, amount, int(decisions.why[i]))


def place(decisions: Decisions, i: int) -> str:
    """Where decision `i` was made."""
    kind = TABLES[int(decisions.table[i])]
    game = f"{kind['game']}, " if "game" in kind else ""
    return (
        f"table {int(decisions.table[i]) + 1} ({game}{kind['seats']} seats, "
        f"{kind.get('betting', 'NL')}, "
        f"{kind.get('stack', '100bb')}), {place_text(decisions.obs[i])}"
    )
