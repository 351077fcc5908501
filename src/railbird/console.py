"""Words for the person at the terminal: everything here goes to stderr, never to stdout.

stdout carries data alone, so that every command can stand in a pipe. A `Console` says notes and
shows progress: a live line with rate and time left on a terminal (rich, imported only then), one
plain line every ten seconds in a log, nothing at all when quiet. Errors are said even when quiet.
It knows nothing of what is being done.
"""

from __future__ import annotations

import contextlib
import sys
import textwrap
import time
from typing import TYPE_CHECKING, TextIO

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from rich.progress import Progress

# How often a log gets a line of progress, in seconds.
PLAIN_INTERVAL = 10.0


class Console:
    """Says what a command is doing.

    Args:
        quiet: say nothing but errors.
        stream: where to; stderr by default, looked up when something is said.
        clock: seconds, monotonic.
    """

    def __init__(
        self,
        *,
        quiet: bool = False,
        stream: TextIO | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Set up; nothing is written yet."""
        self.quiet = quiet
        self._stream = stream
        self._clock = clock
        self._live: Progress | None = None

    @property
    def stream(self) -> TextIO:
        """The stream that words go to."""
        return self._stream if self._stream is not None else sys.stderr

    def note(self, text: str) -> None:
        """Say one line, unless quiet."""
        if not self.quiet:
            self._line(text)

    def error(self, text: str) -> None:
        """Say one line, quiet or not."""
        self._line(text)

    @contextlib.contextmanager
    def progress(self, label: str, unit: str = "hands") -> Iterator[Callable[[int, int], None]]:
        """Show progress while the block runs; yields `update(done, total)`.

        `update` may be called often and from several threads in turn. The rate counts what was
        done since the first call, so parts that were kept from an earlier run don't inflate it.
        """
        if self.quiet:
            yield lambda _done, _total: None
        elif self.stream.isatty():
            with self._live_progress(label, unit) as update:
                yield update
        else:
            yield _PlainProgress(self, label, unit, self._clock).update

    def _line(self, text: str) -> None:
        # Data written so far comes first where both streams end in one file. stdout may be gone.
        with contextlib.suppress(OSError, ValueError):
            sys.stdout.flush()
        if self._live is not None:
            self._live.console.print(text, markup=False, highlight=False, soft_wrap=True)
        else:
            print(text, file=self.stream, flush=True)

    @contextlib.contextmanager
    def _live_progress(self, label: str, unit: str) -> Iterator[Callable[[int, int], None]]:
        from rich.console import Console as RichConsole
        from rich.progress import BarColumn, Progress, TextColumn

        start: tuple[float, int] | None = None
        progress = Progress(
            TextColumn("{task.description}"),
            BarColumn(bar_width=24),
            TextColumn("{task.fields[words]}"),
            console=RichConsole(file=self.stream),
            transient=True,
        )
        task = progress.add_task(label, total=None, words="")

        def update(done: int, total: int) -> None:
            nonlocal start
            now = self._clock()
            if start is None:
                start = (now, done)
            words = progress_words(done, total, now - start[0], done - start[1], unit)
            progress.update(task, completed=done, total=total, words=words)

        with progress:
            self._live = progress
            try:
                yield update
            finally:
                self._live = None


class _PlainProgress:
    """One line of progress every `PLAIN_INTERVAL` seconds, for logs."""

    def __init__(self, console: Console, label: str, unit: str, clock: Callable[[], float]) -> None:
        self._console = console
        self._label = label
        self._unit = unit
        self._clock = clock
        self._start: tuple[float, int] | None = None
        self._said = clock()

    def update(self, done: int, total: int) -> None:
        now = self._clock()
        if self._start is None:  # nothing can be said of the speed yet
            self._start = (now, done)
            return
        if now - self._said < PLAIN_INTERVAL:
            return
        self._said = now
        since, before = self._start
        words = progress_words(done, total, now - since, done - before, self._unit)
        self._console.note(f"{self._label}: {words}")


def progress_words(done: int, total: int, seconds: float, gained: int, unit: str) -> str:
    """Return progress in words: how much, how fast, how long still.

    Args:
        done: units done in all, kept ones from an earlier run included.
        total: units to do.
        seconds: how long `gained` took.
        gained: units done in these seconds.
        unit: what is counted; "bytes" are said as kB, MB and so on.
    """
    is_bytes = unit == "bytes"
    words = f"{size(done)} of {size(total)}" if is_bytes else f"{done:,} of {total:,} {unit}"
    if gained > 0 and seconds > 0:
        rate = gained / seconds
        words += f", {size(round(rate))}/s" if is_bytes else f", {rate:,.0f} {unit}/s"
        if done < total:
            words += f", {duration((total - done) / rate)} left"
    return words


def duration(seconds: float) -> str:
    """Return a duration as a person says it: `0.4 s`, `12 s`, `3 min 05 s`, `2 h 10 min`."""
    if seconds < 10:
        return f"{seconds:.1f} s"
    whole = round(seconds)
    if whole < 60:
        return f"{whole} s"
    if whole < 3600:
        return f"{whole // 60} min {whole % 60:02d} s"
    return f"{whole // 3600} h {whole % 3600 // 60:02d} min"


def size(count: int) -> str:
    """Return a number of bytes as a person says it: `812 B`, `1.4 MB` (powers of 1000)."""
    value = float(count)
    for unit in ("B", "kB", "MB", "GB"):
        if value < 1000:
            return f"{value:.0f} B" if unit == "B" else f"{value:.1f} {unit}"
        value /= 1000
    return f"{value:.1f} TB"


def counted(number: int, noun: str) -> str:
    """Return a number with its noun: `1 hand`, `20,000 hands`."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def listing(rows: Sequence[tuple[str, str]], line: int = 100) -> str:
    """Return names and what they are in two aligned columns, wrapped at `line` characters."""
    width = max((len(name) for name, _ in rows), default=0)
    room = max(line - width - 2, 20)
    lines: list[str] = []
    for name, text in rows:
        first, *rest = textwrap.wrap(text, room) or [""]
        lines.append(f"{name:<{width}}  {first}".rstrip())
        lines += [f"{'':<{width}}  {more}" for more in rest]
    return "".join(line + "\n" for line in lines)
