"""`railbird bots test`: play a user's bot as plain Python first, then compiled, and compare.

Compiled code does not check array bounds and its integers wrap at 64 bits. So the engine and the
bot play some hands with the compiler off, in a process of its own, where a wrong index is an
error with a line; the same hands compiled then have to come out the same.
"""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
import traceback
from operator import index
from pathlib import Path
from typing import TYPE_CHECKING, Any

from railbird.errors import InputError, RailbirdError

if TYPE_CHECKING:
    from collections.abc import Callable

HANDS = 150
# Tables that bring a bot into unlike situations: full and heads-up, deep and short, capped raises.
TABLES: tuple[dict[str, Any], ...] = (
    {"seats": 6, "bots": "{bot},tag,lag,nit,station,maniac"},
    {"seats": 2, "bots": "{bot},random", "stack": "300bb"},
    {"seats": 9, "bots": "{bot},random,station,tag,always_raise", "stack": "12bb"},
    {"seats": 5, "bots": "{bot},maniac,random", "betting": "FL", "stakes": "2/4"},
    {"seats": 4, "bots": "{bot},random,lag", "betting": "PL"},
)


def run_test(bot: str, note: Callable[[str], None]) -> str:
    """Test a bot and return what was found, one line.

    Raises:
        InputError: the bot cannot be used, makes an error, answers illegally, or plays otherwise
            when it is compiled.
    """
    hands = HANDS * len(TABLES)
    note(f"playing {hands} hands as plain Python, with checks")
    plain = _plain_digest(bot)
    note(f"playing the same {hands} hands compiled")
    if digest(bot, note) != plain:
        raise InputError(
            f"bot {bot}: plays other hands compiled than as plain Python; look for integers beyond "
            "64 bits, reads past the end of an array, and values kept outside of `memory`"
        )
    return f"{bot}: {hands} hands at {len(TABLES)} kinds of tables, legal and the same compiled\n"


def digest(bot: str, note: Callable[[str], None] | None = None) -> str:
    """Play all test tables in memory and return a hash of every row (hex)."""
    from railbird.simulate.job import Job, resolve
    from railbird.simulate.plan import plan
    from railbird.simulate.play import Engine
    from railbird.simulate.rows import COLUMNS

    total = hashlib.sha256()
    for table in TABLES:
        recipe = resolve(Job(hands=HANDS, **(table | {"bots": table["bots"].format(bot=bot)})))
        engine = Engine(recipe, note=note)
        for part in plan(recipe):
            for rows, _ in engine.chunks(part.segments):
                for name in COLUMNS:
                    total.update(getattr(rows, name).tobytes())
    return total.hexdigest()


def _plain_digest(bot: str) -> str:
    """Return the digest as a process with the compiler off finds it.

    Raises:
        InputError: the bot makes an error there.
    """
    done = subprocess.run(  # noqa: S603 - this program itself
        [sys.executable, "-W", "ignore", "-m", "railbird.cli.bottest", bot],
        env=os.environ | {"NUMBA_DISABLE_JIT": "1"},
        stdout=subprocess.PIPE,
        text=True,
        check=False,
    )
    kind, _, text = done.stdout.strip().partition(" ")
    if done.returncode or kind not in {"digest", "fault"}:
        raise RuntimeError(f"the plain test of {bot} broke off (code {done.returncode})")
    if kind == "fault":
        raise InputError(text)
    return text


def _call_plainly() -> None:
    """Let the engine call bots as Python functions; before any other part of it is imported."""
    from railbird.simulate import calls

    functions: list[Callable[..., Any]] = []

    def address_of(function: Callable[..., Any]) -> int:
        functions.append(function)
        return len(functions) - 1

    def ask(address: int, obs: Any, stream: Any, memory: Any, params: Any) -> tuple[int, int]:  # noqa: ANN401
        seen, fixed = obs.view(), params.view()
        seen.flags.writeable = fixed.flags.writeable = False
        action, amount = functions[address](seen, stream, memory, fixed)
        return index(action), index(amount)

    vars(calls).update(address_of=address_of, ask=ask)


def _answer(bot: str) -> str:
    """Return the digest, or the fault in one line; runs with the compiler off."""
    _call_plainly()
    try:
        return f"digest {digest(bot)}"
    except RailbirdError as error:
        return f"fault {error}"
    except Exception as error:
        file = Path(f"{bot.rpartition('.py:')[0]}.py").resolve()
        frames = traceback.extract_tb(error.__traceback__)
        lines = [frame.lineno for frame in frames if Path(frame.filename).resolve() == file]
        if lines:
            return f"fault bot {bot}, line {lines[-1]}: {type(error).__name__}: {error}"
        if frames[-1].name == "ask":
            return f"fault bot {bot}: its answer is no pair of integers ({error})"
        raise


if __name__ == "__main__":
    sys.stdout.write(_answer(sys.argv[1]) + "\n")
