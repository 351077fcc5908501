"""A user's own bots against built-in ones that do the same, and what the tools cost.

    python bench/bots.py

The copies are files as a user would write them, seated by FILE.py:NAME. Both play the same hands,
in turns, so that a busy machine slows both; each figure is the least CPU time of several runs.
"""

from __future__ import annotations

import tempfile
import time
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
import numpy as np
from numba import njit

from railbird.cards import parse_cards
from railbird.simulate import layout as at
from railbird.simulate.bots import basic, tools
from railbird.simulate.bots.catalogue import find_bot
from railbird.simulate.job import Job, resolve
from railbird.simulate.philox import STREAM_SIZE, open_stream
from railbird.simulate.plan import plan
from railbird.simulate.play import Engine

if TYPE_CHECKING:
    from railbird.simulate.arrays import Ints, Words
    from railbird.simulate.bots.catalogue import Bot
    from railbird.simulate.recipe import Recipe

HANDS = {"always_call": 200_000, "check_fold": 400_000, "random": 200_000, "tag": 200_000}
ROUNDS = 7
SEATS = 6
# rows of so many hands stay in the processor's cache, so that the bots weigh as much as they can
CHUNK = 2_056

PROFILE = """
from railbird.simulate.bots.profile_postflop import decide_postflop
from railbird.simulate.bots.profile_preflop import decide_preflop
from railbird.simulate.codes import PREFLOP
from railbird.simulate.layout import O_STREET


def tag(obs, stream, memory, params):
    if obs[O_STREET] == PREFLOP:
        return decide_preflop(obs, stream, params)
    return decide_postflop(obs, stream, params)
"""


@dataclass(frozen=True, slots=True)
class BotRow:
    """One line of the bench: what, the figure, what is to be reached, what it is held against."""

    what: str
    measured: str
    target: str
    against: str = ""


def run() -> list[BotRow]:
    """Measure everything."""
    with tempfile.TemporaryDirectory(prefix="railbird-bench-") as folder:
        file = Path(folder) / "mine.py"
        file.write_text(Path(basic.__file__).read_text() + PROFILE)
        rows = [own_row(name, hands, file) for name, hands in HANDS.items()]
    return [*rows, *tool_rows()]


def own_row(name: str, hands: int, file: Path) -> BotRow:
    """Hands a second with six copies of a built-in bot, and with six of the built-in one."""
    built_in = find_bot(name)
    own = replace(find_bot(f"{file}:{name}"), params=built_in.params)
    recipe = resolve(Job(hands=hands, seats=SEATS, bots="random"))
    recipe = msgspec.structs.replace(recipe, chunk_hands=CHUNK)
    theirs, ours = least_seconds(recipe, [built_in, own])
    return BotRow(
        f"own copy of {name} against the built-in one",
        f"{theirs / ours:.2f} x",
        ">= 0.90 x",
        f"{hands / ours:,.0f} against {hands / theirs:,.0f} hands/s",
    )


def least_seconds(recipe: Recipe, bots: list[Bot]) -> list[float]:
    """Least CPU seconds of a recipe with a table full of each bot, in turns."""
    engines = [Engine(recipe, [bot] * SEATS) for bot in bots]
    least = [float("inf")] * len(bots)
    for turn in range(ROUNDS):
        for i in range(len(bots)) if turn % 2 else reversed(range(len(bots))):
            start = time.process_time()
            for part in plan(recipe):
                for _ in engines[i].chunks(part.segments):
                    pass
            least[i] = min(least[i], time.process_time() - start)
    return least


@njit()
def many_equities(obs: Ints, stream: Words, samples: int, times: int) -> float:
    """Call the estimate in compiled code, as a bot does, with another hand each time."""
    total = 0.0
    for i in range(times):
        obs[at.O_HOLE] = 40 + i % 8  # a queen or a king; one of eight, so that nothing is hoisted
        total += tools.equity(obs, stream, samples)
    return total


def tool_rows() -> list[BotRow]:
    """Microseconds of an estimate: exact on the river, sampled before."""
    cases = [
        ("equity on the river, exact, 990 hands", "Tc8h5d3s2c", 2, 1),
        ("equity on the flop, one opponent, 100 samples", "Tc8h5d", 2, 100),
        ("equity before the flop, five opponents, 100 samples", "", 6, 100),
    ]
    return [BotRow(what, f"{micros(*case):.1f} us", "-") for what, *case in cases]


def micros(board: str, players: int, samples: int, times: int = 2_000) -> float:
    """Least microseconds of one call."""
    obs = np.full(at.OBS_SIZE, -1, np.int64)
    obs[at.O_HOLE : at.O_HOLE + 2] = parse_cards("AhAs")
    cards = parse_cards(board) if board else []
    obs[at.O_BOARD : at.O_BOARD + len(cards)] = cards
    obs[at.O_BOARD_CARDS], obs[at.O_PLAYERS] = len(cards), players
    stream = np.zeros(STREAM_SIZE, np.uint64)
    open_stream(stream, 1, 0, 0, 1)
    many_equities(obs, stream, samples, 1)
    least = float("inf")
    for _ in range(ROUNDS):
        start = time.process_time()
        many_equities(obs, stream, samples, times)
        least = min(least, time.process_time() - start)
    return least / times * 1e6


if __name__ == "__main__":
    for row in run():
        print(f"{row.what:<52} {row.measured:>10}  {row.target:<9} {row.against}")
