"""Compile bots, the file encoder and the rest in a second process while the first compiles a hand.

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

from railbird.simulate.kernel import is_engine_kept, load_rest
from railbird.simulate.parts import HAND

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from railbird.simulate.parts import Part


@contextlib.contextmanager
def compiled_beside(
    bots: Iterable[str], game: str, purpose: str, parts: Iterable[Part]
) -> Iterator[None]:
    """While the block compiles a hand, compile in another process what else the run needs.

    Args:
        bots: names of the bots.
        game: what they play.
        purpose: which driver runs the hands, see `kernel.load_engine`.
        parts: the parts of the engine that the block compiles.
    """
    if is_engine_kept() or (os.cpu_count() or 1) < 2:
        yield
        return
    names = ",".join(part.function for part in parts if part is not HAND)
    said = (purpose, names, game, *sorted(set(bots)))
    command = [sys.executable, "-m", "railbird.simulate.warm", *said]
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


def main(purpose: str, parts: str, game: str, *bots: str) -> None:
    """Compile the bots of these names, the encoder, and the engine's rarer parts and driver."""
    import railbird.lake.encode  # noqa: F401 - compiles when it is imported
    from railbird.simulate.bots.catalogue import find_bot
    from railbird.simulate.bots.profiles import with_function_of
    from railbird.simulate.play import compiled_bot

    for name in bots:
        with contextlib.suppress(Exception):  # the first process says what is wrong with a bot
            compiled_bot(with_function_of(find_bot(name), game))
    load_rest(purpose, parts.split(","))


if __name__ == "__main__":
    main(*sys.argv[1:])
