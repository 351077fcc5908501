"""Where compiled code is kept between runs, and how it gets there safely.

numba's disk cache does not notice changes in other files, races between processes, and holds code
for one CPU. So each build has a folder of its own, named by what the code was made from, numba,
Python and the CPU, and one process at a time compiles into it.
"""

from __future__ import annotations

import fcntl
import hashlib
import os
import sys
import threading
from contextlib import contextmanager
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numba
from llvmlite import binding

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

# numba's stubs do not know its settings
_CONFIG: Any = numba.config
# the setting is the process's, so threads take turns too
_TURN = threading.RLock()


def hash_sources(names: Iterable[str]) -> str:
    """Hash of files of this package (hex), by paths below `railbird/`."""
    digest = hashlib.sha256()
    root = files("railbird")
    for name in names:
        digest.update(name.encode() + b"\0" + root.joinpath(name).read_bytes() + b"\0")
    return digest.hexdigest()


def cache_folder(made_from: str) -> Path:
    """Folder of the code made from sources of this hash; RAILBIRD_CACHE_DIR moves them all."""
    home = os.environ.get("XDG_CACHE_HOME")
    base = (Path(home) if home else Path.home() / ".cache") / "railbird"
    base = Path(os.environ.get("RAILBIRD_CACHE_DIR") or base)
    cpu = binding.get_host_cpu_name()
    build = f"{made_from}|{numba.__version__}|{sys.version}|{cpu}"
    return base / hashlib.sha256(build.encode()).hexdigest()[:20]


@contextmanager
def compiled_code(made_from: str) -> Iterator[bool]:
    """Let numba keep compiled code in a build's folder; yields whether some is there.

    Where the folder cannot be written nothing is kept, and the code is compiled every time.
    """
    folder = cache_folder(made_from)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        lock = (folder / "lock").open("w")
    except OSError:
        yield False
        return
    with _TURN, lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        before = _CONFIG.CACHE_DIR
        _CONFIG.CACHE_DIR = str(folder)
        try:
            yield any(folder.rglob("*.nbi"))
        finally:
            _CONFIG.CACHE_DIR = before


def is_kept() -> bool:
    """Whether code compiled now is kept: the value of numba's `cache` option."""
    return bool(_CONFIG.CACHE_DIR)


def is_compiler_off() -> bool:
    """Whether NUMBA_DISABLE_JIT is set: functions then run as plain Python."""
    return bool(_CONFIG.DISABLE_JIT)
