"""Words on stderr: quiet, plain lines in a log, a live line on a terminal."""

from __future__ import annotations

import io

import pytest

from railbird.console import Console, duration, listing, progress_words, size


class Terminal(io.StringIO):
    def isatty(self):
        return True


class Clock:
    def __init__(self):
        self.now = 0.0

    def __call__(self):
        return self.now


def test_quiet_says_only_errors():
    stream = io.StringIO()
    console = Console(quiet=True, stream=stream)
    console.note("a note")
    with console.progress("playing") as update:
        update(1, 2)
    console.error("an error")
    assert stream.getvalue() == "an error\n"


def test_a_log_gets_a_line_every_ten_seconds():
    stream, clock = io.StringIO(), Clock()
    with Console(stream=stream, clock=clock).progress("playing") as update:
        for second in range(0, 31, 3):
            clock.now = float(second)
            update(second * 1000, 60_000)
    assert stream.getvalue() == (
        "playing: 12,000 of 60,000 hands, 1,000 hands/s, 48 s left\n"
        "playing: 24,000 of 60,000 hands, 1,000 hands/s, 36 s left\n"
    )


def test_a_terminal_gets_a_live_line():
    stream, clock = Terminal(), Clock()
    console = Console(stream=stream, clock=clock)
    with console.progress("playing") as update:
        update(0, 100)
        clock.now = 2.0
        update(50, 100)
        console.note("a note [in brackets]")
    shown = stream.getvalue()
    assert "a note [in brackets]" in shown
    assert "playing" in shown
    assert "50 of 100 hands, 25 hands/s, 2.0 s left" in shown


def test_kept_parts_do_not_count_as_speed():
    assert progress_words(900, 1000, 10.0, 100, "hands") == (
        "900 of 1,000 hands, 10 hands/s, 10 s left"
    )
    assert progress_words(5, 5, 0.0, 0, "hands") == "5 of 5 hands"


def test_bytes_are_said_as_people_say_them():
    assert progress_words(2_000_000, 4_000_000, 2.0, 2_000_000, "bytes") == (
        "2.0 MB of 4.0 MB, 1.0 MB/s, 2.0 s left"
    )


@pytest.mark.parametrize(
    ("seconds", "words"),
    [(0.44, "0.4 s"), (9.94, "9.9 s"), (12.4, "12 s"), (185, "3 min 05 s"), (7800, "2 h 10 min")],
)
def test_duration(seconds, words):
    assert duration(seconds) == words


@pytest.mark.parametrize(
    ("count", "words"), [(0, "0 B"), (999, "999 B"), (1_440_000, "1.4 MB"), (5e15, "5000.0 TB")]
)
def test_size(count, words):
    assert size(count) == words


def test_listing_aligns():
    assert listing([("nit", "tight"), ("maniac", "wild")]) == "nit     tight\nmaniac  wild\n"
    assert listing([("nit", "waits for hands, folds")], 25) == "nit  waits for hands,\n     folds\n"
