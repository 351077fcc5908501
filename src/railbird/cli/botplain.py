"""The half of `railbird bots test` that runs with the compiler off, in a process of its own.

Engine and bot play some hands as plain Python. Every array the bot is given refuses indices that
are outside of it, and negative ones, which numpy would count from the end; every answer is checked
and written down with what led to it. `bottest.py` starts this module and reads what it wrote.
"""

from __future__ import annotations

import contextlib
import os
import sys
import traceback
from dataclasses import replace
from operator import index
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
import numpy as np

from railbird.errors import RailbirdError

if TYPE_CHECKING:
    from collections.abc import Callable

    from railbird.simulate.arrays import Ints, Words
    from railbird.simulate.bots.catalogue import Bot
    from railbird.simulate.recipe import Recipe

# Tables that bring a bot into unlike situations: full and heads-up, deep and short, capped raises,
# and every game.
TABLES: tuple[dict[str, Any], ...] = (
    {"seats": 6, "bots": "{bot},tag,lag,nit,station,maniac"},
    {"seats": 2, "bots": "{bot},random", "stack": "300bb"},
    {"seats": 9, "bots": "{bot},random,station,tag,always_raise", "stack": "12bb"},
    {"seats": 5, "bots": "{bot},maniac,random", "betting": "FL", "stakes": "2/4"},
    {"seats": 4, "bots": "{bot},random,lag", "betting": "PL"},
    {"seats": 6, "bots": "{bot},random,tag", "game": "omaha", "betting": "PL"},
    {"seats": 4, "bots": "{bot},random,station", "game": "omaha8", "betting": "PL"},
    {"seats": 6, "bots": "{bot},random,lag", "game": "draw", "betting": "NL"},
)
# the smallest chip at each, so that an amount between two chips is noticed
CHIPS = (1, 1, 100, 1, 100, 1, 100, 1)
# names of the arrays of `decisions.npz`, one row a decision
ARRAYS = ("table", "obs", "stream", "memory", "answer", "stream_after", "memory_after", "why",
          "line")  # fmt: skip
DECISIONS, FAULT = "decisions.npz", "fault.txt"


class Checked(np.ndarray[Any, Any]):
    """An array that refuses indices outside of it, negative ones too, and says its name."""

    label = "an array"

    def __array_finalize__(self, source: Any) -> None:  # noqa: ANN401
        """Hand the name on to slices."""
        self.label = getattr(source, "label", "an array")

    def __getitem__(self, key: Any) -> Any:  # noqa: ANN401
        """Read what lies inside."""
        self._refuse_outside(key)
        return super().__getitem__(key)

    def __setitem__(self, key: Any, value: Any) -> None:  # noqa: ANN401
        """Write what lies inside, where writing is allowed."""
        self._refuse_outside(key)
        if not self.flags.writeable:
            raise TypeError(f"{self.label} is read-only; keep what you need in memory")
        super().__setitem__(key, value)

    def _refuse_outside(self, key: Any) -> None:  # noqa: ANN401
        for axis, part in enumerate(key if isinstance(key, tuple) else (key,)):
            if isinstance(part, int | np.integer) and not 0 <= part < self.shape[axis]:
                raise IndexError(
                    f"{self.label}[{part}] is out of bounds; it has the indices 0 to "
                    f"{self.shape[axis] - 1}"
                )


def checked(array: Any, label: str, *, writeable: bool = True) -> Checked:  # noqa: ANN401
    """Return a view that checks indices, under the name that messages call it by."""
    view: Checked = array.view(Checked)
    view.label = label
    view.flags.writeable = writeable and array.flags.writeable
    return view


class BadAnswerError(Exception):
    """An answer that is no pair of whole numbers, and the line it comes from."""

    def __init__(self, message: str, line: int) -> None:
        """Keep both."""
        super().__init__(message)
        self.line = line


class Recorder:
    """Stands in for the bot under test: calls it with checked arrays and keeps what happened."""

    def __init__(self, bot: Bot) -> None:
        """Take the bot; arrays among its file's own names are checked, too."""
        self._function = bot.function
        self._params = bot.params
        self.rows: dict[str, list[Any]] = {name: [] for name in ARRAYS}
        self.table = 0
        self.cfg: Ints = np.zeros(0, np.int64)
        names = bot.function.__globals__
        for name, value in list(names.items()):
            if type(value) is np.ndarray:
                names[name] = checked(value, name)

    def decide(self, obs: Ints, stream: Words, memory: Ints, params: Ints) -> tuple[int, int]:
        """Answer as the bot does, and note how it came to that."""
        from railbird.simulate.betting import refusal
        from railbird.simulate.codes import CAN_DRAW
        from railbird.simulate.draw import draw_refusal
        from railbird.simulate.layout import O_LEGAL

        del params  # the engine's are padded to the longest at the table
        before = obs.copy(), stream.copy(), memory.copy()
        action, amount = self._pair(self._call(obs, stream, memory), before)
        if obs[O_LEGAL] & CAN_DRAW:
            why = int(draw_refusal(action, amount))
        else:
            why = int(refusal(self.cfg, obs, action, amount))
        values = (self.table, *before, (action, amount), stream.copy(), memory.copy(), why,
                  self._line(before) if why else 0)  # fmt: skip
        for name, value in zip(ARRAYS, values, strict=True):
            self.rows[name].append(value)
        return action, amount

    def _call(self, obs: Ints, stream: Words, memory: Ints) -> Any:  # noqa: ANN401
        # compiled bots raise where they divide by zero; numpy would only warn
        with np.errstate(divide="raise", invalid="raise", over="ignore"):
            return self._function(
                checked(obs, "obs", writeable=False),
                checked(stream, "stream"),
                checked(memory, "memory"),
                checked(self._params, "params", writeable=False),
            )

    def _pair(self, answer: Any, before: tuple[Ints, Words, Ints]) -> tuple[int, int]:  # noqa: ANN401
        """Return an answer as two integers of 64 bits."""
        fault = "write return action, amount"
        if isinstance(answer, tuple) and len(answer) == 2:
            with contextlib.suppress(TypeError):
                pair = index(answer[0]), index(answer[1])
                if all(-(2**63) <= number < 2**63 for number in pair):
                    return pair
            fault = "both have to be whole numbers of 64 bits"
        raise BadAnswerError(f"its answer is {answer!r}; {fault}", self._line(before))

    def _line(self, before: tuple[Ints, Words, Ints]) -> int:
        """Line of the `return` that answers here: call once more, and watch."""
        found = 0

        def watch(frame: Any, event: str, _: Any) -> Any:  # noqa: ANN401
            nonlocal found
            if frame.f_code is not self._function.__code__:
                return None
            if event == "return":
                found = frame.f_lineno
            return watch

        held = sys.gettrace()
        sys.settrace(watch)
        try:
            obs, stream, memory = before
            self._call(obs.copy(), stream.copy(), memory.copy())
        finally:
            sys.settrace(held)
        return found


def _recipe(number: int, name: str, hands: int) -> Recipe:
    """Recipe of one of the kinds of tables, with its share of the hands."""
    from railbird.simulate.job import Job, resolve

    kind = TABLES[number] | {"bots": TABLES[number]["bots"].format(bot=name)}
    share = max(1, hands // len(TABLES))
    recipe = resolve(Job(hands=share, illegal="check-fold", **kind))
    table = msgspec.structs.replace(recipe.table, chip=CHIPS[number])
    return msgspec.structs.replace(recipe, table=table)


def _play(bot: Bot, hands: int) -> Recorder:
    """Play all kinds of tables as plain Python."""
    from railbird.simulate.bots.catalogue import seated_bot
    from railbird.simulate.plan import plan
    from railbird.simulate.play import Engine
    from railbird.simulate.room import table_config

    recorder = Recorder(bot)

    def decide(obs: Ints, stream: Words, memory: Ints, params: Ints) -> tuple[int, int]:
        return recorder.decide(obs, stream, memory, params)

    stand_in = replace(bot, function=decide)  # numba takes functions, no methods
    for number in range(len(TABLES)):
        recipe = _recipe(number, bot.name, hands)
        recorder.table = number
        recorder.cfg = table_config(recipe.room, recipe.table)
        bots = [
            stand_in
            if player.bot == bot.name
            else seated_bot(player.bot, player.params, player.rake_response)
            for player in recipe.players
        ]
        engine = Engine(recipe, bots)
        for part in plan(recipe):
            for _ in engine.chunks(part.segments):
                pass
    return recorder


def _call_plainly() -> None:
    """Let the engine call bots and its parts as Python functions; before all else of it."""
    from railbird.simulate import calls

    functions: list[Callable[..., Any]] = []

    def address_of(function: Callable[..., Any], _signature: object = None) -> int:
        functions.append(function)
        return len(functions) - 1

    def call(address: int, *arrays: Any) -> Any:  # noqa: ANN401
        return functions[address](*arrays)

    vars(calls).update(address_of=address_of, ask=call, play_part=call, work_out=call)


def fault_line(bot: str, error: Exception) -> str | None:
    """Return an error inside the bot's file as one line with its line; None if it is none."""
    file = Path(f"{bot.rpartition('.py:')[0]}.py").resolve()
    frames = traceback.extract_tb(error.__traceback__)
    lines = [frame.lineno for frame in frames if Path(frame.filename).resolve() == file]
    if not lines:
        return None
    text = " ".join(str(error).split()).replace("'Checked' object", "an array")
    return f"bot {bot}, line {lines[-1]}: {type(error).__name__}: {text}"


def main(name: str, params: tuple[int, ...], hands: int, folder: Path) -> None:
    """Play, and leave the decisions or the fault in a file of `folder`."""
    from railbird.simulate.bots.catalogue import find_bot

    fault: str | None
    try:
        bot = find_bot(name)
        if params:
            bot = replace(bot, params=np.array(params, np.int64))
        arrays: dict[str, Any] = {
            key: np.array(values) for key, values in _play(bot, hands).rows.items()
        }
        np.savez(folder / DECISIONS, **arrays)
    except BadAnswerError as error:
        fault = f"bot {name}, line {error.line}: {error}"
    except RailbirdError as error:
        fault = str(error)
    except Exception as error:
        fault = fault_line(name, error)
        if fault is None:
            raise
    else:
        return
    (folder / FAULT).write_text(fault)


if __name__ == "__main__":
    _call_plainly()
    sys.stdout = sys.stderr  # what a bot prints is no result
    try:
        main(
            sys.argv[1],
            tuple(int(number) for number in sys.argv[4:]),
            int(sys.argv[2]),
            Path(sys.argv[3]),
        )
    except KeyboardInterrupt:
        os._exit(130)
