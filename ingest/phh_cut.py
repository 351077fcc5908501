"""Cut a PHH or PHHS file into hands without reading it all, and without parsing it.

A line with nothing but `[name]` begins a hand, whatever comes before it: so a hand that is broken
in any way (a quote that is never closed, half a line) ends where the next one begins. Text before
the first such line is a hand of its own (a `.phh` file). Line ends may be LF, CRLF or CR, mixed.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, BinaryIO

from railbird.ingest.recorded import Passage

if TYPE_CHECKING:
    from collections.abc import Iterator

BLOCK = 1 << 20
# A real hand has some hundred bytes, a long one with commentary some thousand.
LONGEST_HAND = 1 << 18
# What is kept of a passage that is longer.
KEPT = 1 << 12
# A header line is looked for again from this far back when the next block arrives.
_LONGEST_HEADER = 1 << 12

_BOM = b"\xef\xbb\xbf"
# Begins with a plain byte, which is looked for ten times as fast as "a line's start"; CR counts as
# LF while looking.
_HEADER = re.compile(
    rb"""\n([ \t]*\[[ \t]*(?:[A-Za-z0-9_-]+|"[^"\n]*"|'[^'\n]*')[ \t]*\]"""
    rb"""[ \t]*(?:\#[^\n]*)?)(?=\n)"""
)
_SPACE = b" \t\r\n"


def cut(stream: BinaryIO) -> Iterator[Passage]:
    """Cut a stream into passages, in order; blank space and comments between hands are left out."""
    cutter = _Cutter(stream.read(len(_BOM)))
    while block := stream.read(BLOCK):
        yield from cutter.feed(block)
    yield from cutter.finish()


class _Cutter:
    """The bytes that belong to no finished passage yet, and where in the file they stand."""

    def __init__(self, head: bytes) -> None:
        # a line end before the first byte, so that every header comes after one
        has_bom = head == _BOM
        self._data = b"\n" if has_bom else b"\n" + head
        self._offset = len(_BOM) - 1 if has_bom else -1  # of the first byte of the data
        self._line = 0  # of the first byte of the data
        self._searched = 0  # the next header starts here or later
        self._long: Passage | None = None  # the beginning of the passage in hand, if too long

    def feed(self, block: bytes) -> Iterator[Passage]:
        """Take a block and yield the passages that are complete."""
        self._data += block
        begin = 0
        lines = self._data.replace(b"\r", b"\n") if b"\r" in self._data else self._data
        for match in _HEADER.finditer(lines, self._searched):
            end = match.start(1)
            if end > begin:
                passage = self._passage(self._data[begin:end])
                if passage is not None:
                    yield passage
                begin = end
        self._data = self._data[begin:]
        if len(self._data) > LONGEST_HAND:
            self._drop()
        self._searched = max(0, len(self._data) - _LONGEST_HEADER)

    def finish(self) -> Iterator[Passage]:
        """Yield what is left when the stream has ended."""
        yield from self.feed(b"\n")
        passage = self._passage(self._data)
        if passage is not None:
            yield passage

    def _passage(self, raw: bytes) -> Passage | None:
        """Return the next bytes of the file as a passage, None if no hand can be in them."""
        passage = None
        text = raw.strip(_SPACE)
        begun, self._long = self._long, None
        if begun is not None:
            end = self._offset + len(raw.rstrip(_SPACE)) if text else self._offset
            passage = Passage(begun.start, end, begun.line, begun.raw, too_long=True)
        elif text and not _is_comment(text):
            lead = 0 if raw[0] == text[0] else len(raw) - len(raw.lstrip(_SPACE))
            start = self._offset + lead
            line = self._line + (count_lines(raw[:lead]) if lead else 0)
            too_long = len(text) > LONGEST_HAND
            kept = text[:KEPT] if too_long else text
            passage = Passage(start, start + len(text), line, kept, too_long)
        self._offset += len(raw)
        self._line += count_lines(raw)
        return passage

    def _drop(self) -> None:
        """Forget all but the end of a passage that is too long, where a header may begin."""
        if self._long is None and self._data.strip(_SPACE):
            lead = len(self._data) - len(self._data.lstrip(_SPACE))
            start, line = self._offset + lead, self._line + count_lines(self._data[:lead])
            kept = self._data[lead : lead + KEPT]
            self._long = Passage(start, start, line, kept, too_long=True)
        gone = len(self._data) - _LONGEST_HEADER
        if self._data[gone - 1 : gone + 1] == b"\r\n":
            gone -= 1
        self._offset += gone
        self._line += count_lines(self._data[:gone])
        self._data = self._data[gone:]


def count_lines(raw: bytes) -> int:
    """Count line ends: LF, CRLF and CR."""
    lines = raw.count(b"\n")
    if b"\r" in raw:
        lines += raw.count(b"\r") - raw.count(b"\r\n")
    return lines


def _is_comment(text: bytes) -> bool:
    return text[:1] == b"#" and all(
        not line.strip() or line.lstrip()[:1] == b"#" for line in text.splitlines()
    )
