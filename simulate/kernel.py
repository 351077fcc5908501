"""Compile the engine, or load it compiled: the one typed door to `table.play_tables`.

numba's disk cache does not notice changes in other files and races between processes, so the
compiled code lies in a folder named by a hash of all sources it comes from, numba, Python and the
CPU, and is made under a lock.
"""

from __future__ import annotations

import fcntl
import hashlib
import os
import sys
import warnings
from contextlib import contextmanager
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numba
from llvmlite import binding
from numba import njit, types

from railbird.simulate.codes import MAX_SEATS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

# numba's stubs know neither its settings nor all that its decorator takes
_CONFIG: Any = numba.config
_njit: Any = njit
_types: Any = types

# Functions as values are marked experimental; the signature and the tests hold the engine to them.
warnings.filterwarnings("ignore", ".*First-class function type feature")

# Every source the compiled engine comes from; a test compares the list with the imports.
ENGINE_SOURCES = (
    "registry.py", "lake/bits.py", "simulate/betting.py", "simulate/codes.py", "simulate/deal.py",
    "simulate/deck.py", "simulate/evaluator.py", "simulate/evaluator_tables.npz",
    "simulate/evaluator_tables.py", "simulate/flags.py", "simulate/hand.py", "simulate/jit.py",
    "simulate/layout.py", "simulate/philox.py", "simulate/rake.py", "simulate/record.py",
    "simulate/replay_kernel.py", "simulate/settle.py", "simulate/table.py",
)  # fmt: skip

INTS = types.Array(types.int64, 1, "C")
FROZEN_INTS = types.Array(types.int64, 1, "C", readonly=True)
WORDS = types.Array(types.uint64, 1, "C")
MATRIX = types.Array(types.int64, 2, "C")
STREAMS = types.Array(types.uint64, 2, "C")

# decide(observation, stream, memory, params) -> (action, amount): frozen, see docs/bots.md.
BOT_SIGNATURE = _types.Tuple((types.int64, types.int64))(FROZEN_INTS, WORDS, INTS, FROZEN_INTS)
BOTS = _types.UniTuple(types.FunctionType(BOT_SIGNATURE), MAX_SEATS)

_TABLES_SIGNATURE = types.int64(
    INTS, INTS, INTS, INTS, STREAMS, BOTS, MATRIX, MATRIX, MATRIX, INTS, MATRIX,
    MATRIX, MATRIX, MATRIX, MATRIX, MATRIX,
)  # fmt: skip
_HANDS_SIGNATURE = types.int64(
    MATRIX, MATRIX, INTS, INTS, STREAMS, BOTS, MATRIX, MATRIX, MATRIX, INTS,
    MATRIX, MATRIX, MATRIX, MATRIX, MATRIX,
)  # fmt: skip


@cache
def engine_hash() -> str:
    """Hash of the engine's sources (hex): two engines of one hash play the same hands."""
    digest = hashlib.sha256()
    root = files("railbird")
    for name in ENGINE_SOURCES:
        digest.update(name.encode() + b"\0" + root.joinpath(name).read_bytes() + b"\0")
    return digest.hexdigest()


def source_hash(source: bytes) -> str:
    """Hash of a bot's source (hex)."""
    return hashlib.sha256(source).hexdigest()


def cache_folder(extra: str = "") -> Path:
    """Folder of the compiled code of this build on this CPU (RAILBIRD_CACHE_DIR moves it)."""
    home = os.environ.get("XDG_CACHE_HOME")
    base = (Path(home) if home else Path.home() / ".cache") / "railbird"
    base = Path(os.environ.get("RAILBIRD_CACHE_DIR") or base)
    cpu = binding.get_host_cpu_name()
    build = f"{engine_hash()}|{extra}|{numba.__version__}|{sys.version}|{cpu}"
    return base / hashlib.sha256(build.encode()).hexdigest()[:20]


@contextmanager
def compiled_code(extra: str = "") -> Iterator[bool]:
    """Let numba keep compiled code in this build's folder; yields whether some is there.

    One process compiles at a time. Where the folder cannot be written, nothing is kept.
    """
    folder = cache_folder(extra)
    before = _CONFIG.CACHE_DIR
    try:
        folder.mkdir(parents=True, exist_ok=True)
        lock = (folder / "lock").open("w")
    except OSError:
        yield False
        return
    with lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        _CONFIG.CACHE_DIR = str(folder)
        try:
            yield any(folder.rglob("*.nbi"))
        finally:
            _CONFIG.CACHE_DIR = before


def _cached() -> bool:
    return bool(_CONFIG.CACHE_DIR)


def compile_bot(function: Callable[..., Any]) -> Callable[..., Any]:
    """Compile a decision function with the frozen signature; call inside `compiled_code`."""
    compiled: Callable[..., Any] = _njit(BOT_SIGNATURE, cache=_cached(), nogil=True)(function)
    return compiled


@cache
def table_kernel() -> Callable[..., int]:
    """The compiled `table.play_tables`; call the first time inside `compiled_code`."""
    from railbird.simulate.table import play_tables

    return _compile(play_tables, _TABLES_SIGNATURE)


@cache
def replay_kernel() -> Callable[..., int]:
    """The compiled `replay_kernel.replay_hands`; call the first time inside `compiled_code`."""
    from railbird.simulate.replay_kernel import replay_hands

    return _compile(replay_hands, _HANDS_SIGNATURE)


def _compile(function: Callable[..., int], signature: Any) -> Callable[..., int]:  # noqa: ANN401
    compiled: Callable[..., int] = _njit(
        signature, nogil=True, cache=_cached(), _nrt=False, error_model="numpy"
    )(function)
    return compiled
