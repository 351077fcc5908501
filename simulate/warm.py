"""Compile bots and the file encoder in a second process while the first compiles the engine.

Only when there is nothing compiled yet and a second core to do it on: the first hand of a first run
comes a third sooner. What it compiles is found in the cache folder (`jitcache.py`), whose locks see
to it that nobody compiles the same thing twice; if it fails, the first process does it itself.
"""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
from typing import TYPE_CHECKING

from railbird.simulate.kernel import is_engine_kept

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator


@contextlib.contextmanager
def compiled_beside(bots: Iterable[str]) -> Iterator[None]:
    """While the block runs, compile what the run needs besides the engine, in another process.

    Args:
        bots: names of the bots.
    """
    if is_engine_kept() or (os.cpu_count() or 1) < 2:
        yield
        return
    command = [sys.executable, "-m", "railbird.simulate.warm", *sorted(set(bots))]
    try:
        process = subprocess.Popen(  # noqa: S603 - this program itself
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
    except OSError:
        yield
        return
    with process:
        try:
            yield
        except BaseException:
            process.kill()
            raise


def main(bots: Iterable[str]) -> None:
    """Compile the bots of these names, and the encoder."""
    import railbird.lake.encode  # noqa: F401 - compiles when it is imported
    from railbird.simulate.bots.catalogue import find_bot
    from railbird.simulate.play import compiled_bot

    for name in bots:
        with contextlib.suppress(Exception):  # the first process says what is wrong with a bot
            compiled_bot(find_bot(name))


if __name__ == "__main__":
    main(sys.argv[1:])
