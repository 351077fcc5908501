"""Compile the engine and the bots, or load them compiled; the signatures of both."""

from __future__ import annotations

import hashlib
import threading
from contextlib import contextmanager
from functools import cache
from importlib import import_module
from importlib.resources import files
from typing import TYPE_CHECKING, Any

import numpy as np
from numba import njit, types

from railbird.jitcache import cache_folder, compiled_code, hash_sources, is_kept
from railbird.simulate.calls import BOT_SIGNATURE, INTS, MATRIX, STREAMS, address_of
from railbird.simulate.layout import PARTS
from railbird.simulate.parts import ALL_PARTS, HAND, parts_needed

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from pathlib import Path

    from railbird.simulate.arrays import Ints

# numba's stubs do not know all that its decorator takes
_njit: Any = njit

# Sources that turn a recipe into a kernel call, and rows into bytes.
RUN_SOURCES = (
    "cards.py", "lake/columns.py", "lake/encode.py", "lake/footer.py", "lake/pages.py",
    "lake/schema.py", "lake/writer.py", "simulate/card_columns.py", "simulate/columns.py",
    "simulate/plan.py", "simulate/play.py", "simulate/policy.py", "simulate/policy_build.py",
    "simulate/policy_file.py", "simulate/policy_read.py", "simulate/rake_terms.py",
    "simulate/room.py", "simulate/rows.py", "simulate/sessions.py", "simulate/tournaments.py",
)  # fmt: skip

# Every source the compiled engine comes from; a test compares the list with the imports.
ENGINE_SOURCES = (
    "registry.py", "lake/bits.py", "simulate/awards.py", "simulate/betting.py",
    "simulate/blinds.py", "simulate/boards.py", "simulate/booking.py", "simulate/button.py",
    "simulate/calls.py", "simulate/codes.py", "simulate/deal.py", "simulate/deck.py",
    "simulate/draw.py", "simulate/evaluator.py", "simulate/evaluator_tables.npz",
    "simulate/evaluator_tables.py", "simulate/flags.py", "simulate/hand.py", "simulate/hilo.py",
    "simulate/house.py", "simulate/jit.py", "simulate/layout.py", "simulate/muck.py",
    "simulate/omaha.py", "simulate/omaha_tables.npz", "simulate/omaha_tables.py",
    "simulate/parts.py", "simulate/philox.py", "simulate/presence.py", "simulate/rake.py",
    "simulate/ranking.py", "simulate/record.py", "simulate/replay_kernel.py",
    "simulate/seating.py", "simulate/session.py", "simulate/settle.py", "simulate/table.py",
    "simulate/tournament.py",
)  # fmt: skip

COMPILING = "compiling the engine for this machine, once (half a minute, more on a busy one)"
COMPILING_BOTS = "compiling the bots for this machine, once"
# Loading the compiled engine takes a fraction of this.
LOAD_SECONDS = 2.0

_TABLES_SIGNATURE = types.int64(
    INTS, INTS, INTS, INTS, STREAMS, INTS, MATRIX, MATRIX, MATRIX, INTS, MATRIX,
    MATRIX, MATRIX, MATRIX, MATRIX, MATRIX,
)  # fmt: skip
_SESSIONS_SIGNATURE = types.int64(
    INTS, INTS, INTS, INTS, STREAMS, INTS, MATRIX, MATRIX, INTS, MATRIX, MATRIX, MATRIX, INTS,
    MATRIX, MATRIX, MATRIX, MATRIX, MATRIX, MATRIX, MATRIX,
)  # fmt: skip
_HANDS_SIGNATURE = types.int64(
    MATRIX, MATRIX, INTS, INTS, STREAMS, INTS, MATRIX, MATRIX, MATRIX, INTS,
    MATRIX, MATRIX, MATRIX, MATRIX, MATRIX,
)  # fmt: skip

# What runs many hands, by purpose: tables whose players stay, tables with sessions, recorded hands.
_DRIVERS = {
    "tables": ("table", "play_tables", _TABLES_SIGNATURE),
    "sessions": ("session", "play_sessions", _SESSIONS_SIGNATURE),
    "hands": ("replay_kernel", "replay_hands", _HANDS_SIGNATURE),
}


@cache
def kernel_hash() -> str:
    """Hash of what the compiled engine comes from (hex); names its cache folders."""
    return hash_sources(ENGINE_SOURCES)


@cache
def engine_hash() -> str:
    """Hash of all sources between a recipe and its bytes (hex): the engine, bots, and the writer.

    It is part of every recipe, so that a mended engine never serves hands of the old one.
    """
    return hash_sources((*ENGINE_SOURCES, *RUN_SOURCES, *_bot_sources()))


def source_hash(source: bytes) -> str:
    """Hash of a bot's source (hex)."""
    return hashlib.sha256(source).hexdigest()


@cache
def _bot_sources() -> tuple[str, ...]:
    """Sources of the built-in bots and of what bots may call; numbers are compiled into them."""
    folder = files("railbird") / "simulate" / "bots"
    kinds = (".py", ".toml")
    names = sorted(file.name for file in folder.iterdir() if file.name.endswith(kinds))
    return tuple(f"simulate/bots/{name}" for name in names)


def compile_bot(function: Callable[..., Any], source: str | None = None) -> Callable[..., Any]:
    """Compile a decision function with the frozen signature, or load it compiled.

    Args:
        function: a plain Python function.
        source: hash of the source it stands in; None for a function of this package.
    """
    with compiled_code(f"{kernel_hash()} {hash_sources(_bot_sources())} {source or ''}"):
        compiled: Callable[..., Any] = _njit(BOT_SIGNATURE, cache=is_kept(), nogil=True)(function)
    return compiled


_compiled: dict[str, Callable[..., Any]] = {}


def is_engine_kept() -> bool:
    """Whether the engine is kept compiled on this machine, but perhaps for what few tables need."""
    return HAND.function in _compiled or any(_folder_of(HAND.function).rglob("*.nbi"))


def load_engine(
    purpose: str, cfgs: Ints, rks: Ints, note: Callable[[str], None] | None = None
) -> tuple[Callable[..., int], Ints]:
    """Compile the engine, or load it compiled.

    Args:
        purpose: "tables" whose players stay (`table.play_tables`), "sessions" where they come and
            go (`session.play_sessions`), or recorded "hands" (`replay_kernel.replay_hands`).
        cfgs: rules of all tables, int64[tables, CFG_SIZE].
        rks: their rake policies, int64[tables, RAKE_SIZE].
        note: told before a compilation that takes long.

    Returns:
        The driver, and what belongs at st[S_PARTS]: addresses of the parts these tables need, 0 for
        the others.
    """
    addresses = np.zeros(PARTS, np.int64)
    with said_if_long(note, COMPILING) as say:
        for part in parts_needed(cfgs, rks):
            function = _compile(part.module, part.function, part.signature, say)
            addresses[part.place] = address_of(function, part.signature)
        driver = _compile(*_DRIVERS[purpose], say)
    return driver, addresses


def load_rest(purpose: str, parts: Iterable[str]) -> None:
    """Compile the driver for a purpose, after parts by the names of their functions."""
    for part in ALL_PARTS:
        if part.function in parts:
            _compile(part.module, part.function, part.signature)
    _compile(*_DRIVERS[purpose])


def _folder_of(function: str) -> Path:
    return cache_folder(f"{kernel_hash()} {function}")


def _compile(
    module: str,
    function: str,
    signature: Any,  # noqa: ANN401 - a type of numba's
    say: Callable[[], None] = lambda: None,
) -> Callable[..., Any]:
    """Compile a function of `simulate`, once a process; what is compiled is kept alive."""
    if function not in _compiled:
        plain = getattr(import_module(f"railbird.simulate.{module}"), function)
        with compiled_code(f"{kernel_hash()} {function}") as warm:
            if not warm:
                say()
            _compiled[function] = _njit(
                signature, nogil=True, cache=is_kept(), _nrt=False, error_model="numpy"
            )(plain)
    return _compiled[function]


@contextmanager
def said_if_long(note: Callable[[str], None] | None, text: str) -> Iterator[Callable[[], None]]:
    """Yield a function that says, once, that something is being compiled.

    It is also said when loading takes long: another process may be compiling the same engine, or
    what is kept may not serve (numba keeps compiled code by path and time of the sources).
    """
    turn = threading.Lock()  # taken by the first who says it, and never given back

    def say() -> None:
        if note is not None and turn.acquire(blocking=False):
            note(text)

    timer = threading.Timer(LOAD_SECONDS, say)
    timer.daemon = True
    timer.start()
    try:
        yield say
    finally:
        timer.cancel()
