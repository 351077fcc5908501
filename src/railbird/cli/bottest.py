"""`railbird bots test`: play a user's bot as plain Python first, then compiled, and compare.

Compiled code does not check array bounds and its integers wrap at 64 bits. So engine and bot play
some hands with the compiler off, in a process of its own (`botplain.py`), where a wrong index is
an error with a line. Each decision of those hands is then put to the compiled bot, which has to
give the same answer and leave its memory and its stream the same.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from railbird.cli.botplain import ARRAYS, DECISIONS, FAULT, TABLES
from railbird.cli.botreport import Decisions, fault_of, frequencies, illegal_block, place
from railbird.errors import InputError
from railbird.simulate.bots.seen import answer_text, situation_text

if TYPE_CHECKING:
    from collections.abc import Callable

HANDS = 500


def run_test(
    bot: str,
    note: Callable[[str], None],
    deliver: Callable[[str], None],
    *,
    params: tuple[int, ...] = (),
    hands: int = HANDS,
) -> None:
    """Test a bot: tables and verdict go to `deliver`, words about the work to `note`.

    Args:
        bot: FILE.py:NAME.
        note: told what is being done.
        deliver: given what was found, text of whole lines.
        params: the numbers the bot is seated with.
        hands: how many hands are played, in equal shares at all kinds of tables.

    Raises:
        InputError: the bot cannot be used, makes an error, answers illegally, or plays otherwise
            when it is compiled.
    """
    hands = max(1, hands // len(TABLES)) * len(TABLES)
    note(f"playing {hands:,} hands as plain Python, with checks")
    decisions = _play_plainly(bot, params, hands)
    deliver(
        f"{bot}: {hands:,} hands at {len(TABLES)} kinds of tables, "
        f"{len(decisions.answer):,} decisions\n\n{frequencies(decisions)}\n"
    )
    illegal = illegal_block(decisions)
    if illegal:
        deliver(f"{illegal}\n")
    note("putting the same decisions to the compiled bot")
    difference = _first_difference(bot, params, decisions)
    if difference:
        raise InputError(
            f"bot {bot}: differs when it is compiled, {difference}; look for integers beyond 64 "
            "bits and for values kept outside of `memory`"
        )
    same = "the same compiled, decision by decision"
    if illegal:
        deliver(f"{bot}: {same}, but not legal\n")
        raise InputError(f"bot {bot}, {_illegal_line(decisions)}")
    deliver(f"{bot}: legal, and {same}\n")


def _play_plainly(bot: str, params: tuple[int, ...], hands: int) -> Decisions:
    """Return the decisions that a process with the compiler off made.

    Raises:
        InputError: the bot makes an error there.
    """
    with tempfile.TemporaryDirectory(prefix="railbird-bot-") as folder:
        done = subprocess.run(  # noqa: S603 - this program itself
            [sys.executable, "-W", "ignore", "-m", "railbird.cli.botplain", bot, str(hands),
             folder, *map(str, params)],
            env=os.environ | {"NUMBA_DISABLE_JIT": "1"},
            check=False,
        )  # fmt: skip
        fault = Path(folder) / FAULT
        if fault.exists():
            raise InputError(fault.read_text())
        if done.returncode:
            raise RuntimeError(f"the plain test of {bot} broke off (code {done.returncode})")
        with np.load(Path(folder) / DECISIONS) as file:
            decisions = Decisions(**{name: file[name] for name in ARRAYS})
    if not len(decisions.answer):
        raise InputError(f"bot {bot}: never had to decide; play more hands with --hands")
    return decisions


def _first_difference(bot: str, params: tuple[int, ...], decisions: Decisions) -> str:
    """Put every decision to the compiled bot; say where it first differs, empty if nowhere."""
    from numba.core.errors import NumbaError, UnsupportedBytecodeError

    from railbird.simulate.bots.catalogue import find_bot
    from railbird.simulate.bots.own import explain_refusal
    from railbird.simulate.kernel import compile_bot

    found = find_bot(bot)
    try:
        compiled = compile_bot(found.function, found.source_hash)
    except (NumbaError, UnsupportedBytecodeError) as error:
        raise explain_refusal(bot, error) from None
    numbers = np.array(params, np.int64) if params else found.params
    numbers.flags.writeable = False
    for i, obs in enumerate(decisions.obs):
        obs.flags.writeable = False
        stream, memory = decisions.stream[i].copy(), decisions.memory[i].copy()
        said = _unlike(compiled, (obs, stream, memory, numbers), decisions, i)
        if said:
            return f"at {place(decisions, i)}: {said}"
    return ""


def _unlike(
    compiled: Callable[..., Any], arguments: tuple[Any, ...], decisions: Decisions, i: int
) -> str:
    """What is not the same when decision `i` is made compiled; empty if everything is."""
    plain = tuple(decisions.answer[i].tolist())
    try:
        answer = compiled(*arguments)
    except Exception as error:  # noqa: BLE001 - whatever compiled code raises
        return f"{answer_text(*plain)} as plain Python, {type(error).__name__} ({error}) compiled"
    if answer != plain:
        return f"{answer_text(*plain)} as plain Python, {answer_text(*answer)} compiled"
    _, stream, memory, _ = arguments
    unlike = np.flatnonzero(memory != decisions.memory_after[i])
    if len(unlike):
        k = int(unlike[0])
        return (
            f"memory[{k}] is {decisions.memory_after[i, k]} as plain Python, {memory[k]} compiled"
        )
    if (stream != decisions.stream_after[i]).any():
        return "it draws another number of random numbers"
    return ""


def _illegal_line(decisions: Decisions) -> str:
    """The first illegal answer and how many there are, for one line."""
    bad = np.flatnonzero(decisions.why)
    i = int(bad[0])
    return (
        f"line {decisions.line[i]}: {fault_of(decisions, i)} ({len(bad):,} of "
        f"{len(decisions.why):,} answers are illegal); first at {place(decisions, i)}: "
        f"{situation_text(decisions.obs[i])}"
    )
