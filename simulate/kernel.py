"""Compile the engine and the bots, or load them compiled; the signatures of both."""

from __future__ import annotations

import hashlib
import threading
from contextlib import contextmanager
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from numba import njit, types

from railbird.jitcache import cache_folder, compiled_code, hash_sources, is_kept
from railbird.simulate.calls import BOT_SIGNATURE, INTS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

# numba's stubs do not know all that its decorator takes
_njit: Any = njit
_types: Any = types

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
    "simulate/blinds.py", "simulate/booking.py", "simulate/button.py", "simulate/calls.py",
    "simulate/codes.py", "simulate/deal.py", "simulate/deck.py", "simulate/draw.py",
    "simulate/evaluator.py", "simulate/evaluator_tables.npz", "simulate/evaluator_tables.py",
    "simulate/flags.py", "simulate/hand.py", "simulate/hilo.py", "simulate/house.py",
    "simulate/jit.py", "simulate/layout.py", "simulate/omaha.py", "simulate/omaha_tables.npz",
    "simulate/omaha_tables.py", "simulate/philox.py", "simulate/presence.py", "simulate/rake.py",
    "simulate/ranking.py", "simulate/record.py", "simulate/replay_kernel.py",
    "simulate/seating.py", "simulate/session.py", "simulate/settle.py", "simulate/table.py",
    "simulate/tournament.py",
)  # fmt: skip

COMPILING = {
    "tables": "compiling the engine for this machine, once (about a minute)",
    "sessions": "compiling the engine for tables where players come and go, once (about a minute)",
    "hands": "compiling the engine that replays recorded hands, once (about a minute)",
}
# Loading the compiled engine takes a fraction of this.
LOAD_SECONDS = 2.0

MATRIX = types.Array(types.int64, 2, "C")
STREAMS = types.Array(types.uint64, 2, "C")

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


_kernels: dict[str, Callable[..., int]] = {}


def kernel_is_kept(purpose: str) -> bool:
    """Whether the kernel for a purpose (tables, sessions, hands) is kept on this machine."""
    folder = cache_folder(f"{kernel_hash()} {purpose}")
    return purpose in _kernels or any(folder.rglob("*.nbi"))


def table_kernel(note: Callable[[str], None] | None = None) -> Callable[..., int]:
    """The compiled `table.play_tables`; `note` is told before a long compilation."""
    if "tables" not in _kernels:
        from railbird.simulate.table import play_tables

        _kernels["tables"] = _compile(play_tables, _TABLES_SIGNATURE, "tables", note)
    return _kernels["tables"]


def session_kernel(note: Callable[[str], None] | None = None) -> Callable[..., int]:
    """The compiled `session.play_sessions`; `note` is told before a long compilation.

    A kernel of its own: tables whose players stay need not wait for it to be compiled.
    """
    if "sessions" not in _kernels:
        from railbird.simulate.session import play_sessions

        _kernels["sessions"] = _compile(play_sessions, _SESSIONS_SIGNATURE, "sessions", note)
    return _kernels["sessions"]


def replay_kernel(note: Callable[[str], None] | None = None) -> Callable[..., int]:
    """The compiled `replay_kernel.replay_hands`; `note` is told before a long compilation."""
    if "hands" not in _kernels:
        from railbird.simulate.replay_kernel import replay_hands

        _kernels["hands"] = _compile(replay_hands, _HANDS_SIGNATURE, "hands", note)
    return _kernels["hands"]


def _compile(
    function: Callable[..., int],
    signature: Any,  # noqa: ANN401 - a type of numba's
    purpose: str,
    note: Callable[[str], None] | None = None,
) -> Callable[..., int]:
    with (
        _said_if_long(note, COMPILING[purpose]) as say,
        compiled_code(f"{kernel_hash()} {purpose}") as warm,
    ):
        if not warm:
            say()
        compiled: Callable[..., int] = _njit(
            signature, nogil=True, cache=is_kept(), _nrt=False, error_model="numpy"
        )(function)
    return compiled


@contextmanager
def _said_if_long(note: Callable[[str], None] | None, text: str) -> Iterator[Callable[[], None]]:
    """Yield a function that says, once, that the engine is being compiled.

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
