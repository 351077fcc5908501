"""The formats that can be read: one registration each, detection by content.

A format cuts a stream into passages, one a hand, and reads a passage into a recorded hand. Cutting
must be cheap and must not read the whole file at once; reading may be slow. Whatever comes
after is shared. To add a format, see docs/ingest.md.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from functools import cache
from typing import TYPE_CHECKING, BinaryIO, Protocol

from railbird.errors import InputError
from railbird.ingest.recorded import UnreadableError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from railbird.ingest.recorded import Passage, RecordedHand

# How much of a file detection sees.
HEAD_BYTES = 1 << 16


class Reader(ABC):
    """Reads the passages of one file."""

    @abstractmethod
    def read(self, passage: Passage) -> RecordedHand:
        """Return the hand of a passage.

        Raises:
            UnreadableError: the passage holds none that can enter.
        """

    def read_all(self, passages: Sequence[Passage]) -> list[RecordedHand | UnreadableError]:
        """Return the hand of each passage, or why there is none; for those who can do it faster."""
        return [self.try_to_read(passage) for passage in passages]

    def try_to_read(self, passage: Passage) -> RecordedHand | UnreadableError:
        """Return the hand of a passage, or why there is none."""
        try:
            return self.read(passage)
        except UnreadableError as error:
            return error.with_traceback(None)  # which would hold this frame, a cycle


class Format(Protocol):
    """What a format must offer."""

    name: str
    title: str

    def fits(self, head: bytes) -> bool:
        """Return whether a file that begins like this is of the format."""
        ...

    def cut(self, stream: BinaryIO) -> Iterator[Passage]:
        """Cut a file into passages, in order, in bounded memory."""
        ...

    def smallest_chip(self, passages: Iterable[Passage]) -> int:
        """Return the smallest chip of a file, in money units, from its passages."""
        ...

    def reader(self, chip: int) -> Reader:
        """Return a reader of one file whose smallest chip that is."""
        ...


@cache
def formats() -> dict[str, Format]:
    """Return all formats by name, in the order in which they are tried."""
    from railbird.ingest.phh import Phh

    return {known.name: known for known in (Phh(),)}


def known_formats() -> str:
    """Name the formats for a message."""
    return ", ".join(f"{known.name} ({known.title})" for known in formats().values())


def find_format(name: str) -> Format:
    """Return the format of that name.

    Raises:
        InputError: there is none.
    """
    if name not in formats():
        raise InputError(
            f"unknown format {name!r}; known: {known_formats()}; leave --format out to tell it "
            "from the content"
        )
    return formats()[name]


def detect_format(head: bytes) -> Format | None:
    """Return the format of a file that begins like this, None when it is of none."""
    return next((known for known in formats().values() if known.fits(head)), None)
