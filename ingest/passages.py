"""The passages of all files of a run, in order, cut into parts and batches.

Where a part ends follows from the files alone, so that an attempt that goes on after a kill finds
the same parts; finished ones are cut again, which is cheap, but neither read nor replayed.
"""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, BinaryIO, NamedTuple, cast

from railbird.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from railbird.ingest.formats import Reader
    from railbird.ingest.inputs import Input
    from railbird.ingest.recorded import Passage

# A part ends with the passage that reaches either; the bytes bound what waits to be written when
# a file is full of issues.
PART_PASSAGES = 250_000
PART_BYTES = 1 << 28
# Likewise a batch: what is replayed in one call of the kernel.
BATCH_PASSAGES = 4096
BATCH_BYTES = 1 << 23


class Found(NamedTuple):
    """A passage, where it was found, and who reads it.

    Attributes:
        table: number of its file in the run, from 0.
        number: of the passage in its file, from 0.
        passage: its text.
        reader: of its file.
        format: name of its format.
    """

    table: int
    number: int
    passage: Passage
    reader: Reader
    format: str


class Passages:
    """All passages of a run; each part is taken by `batches` or passed by with `skip`."""

    def __init__(self, inputs: Sequence[Input]) -> None:
        """Open the first file."""
        self._all = _passages(inputs)
        self._next = next(self._all, None)

    @property
    def ended(self) -> bool:
        """Whether there is no further passage."""
        return self._next is None

    def skip(self) -> Iterator[Found]:
        """Yield the passages of the next part."""
        passages = size = 0
        while self._next is not None and passages < PART_PASSAGES and size < PART_BYTES:
            found = self._next
            passages += 1
            size += len(found.passage.raw)
            self._next = next(self._all, None)
            yield found

    def batches(self) -> Iterator[list[Found]]:
        """Yield the passages of the next part, many at once."""
        batch: list[Found] = []
        size = 0
        for found in self.skip():
            batch.append(found)
            size += len(found.passage.raw)
            if len(batch) >= BATCH_PASSAGES or size >= BATCH_BYTES:
                yield batch
                batch, size = [], 0
        if batch:
            yield batch


class _Hashed:
    """A stream that is hashed as it is read."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream
        self.digest = hashlib.sha256()

    def read(self, size: int) -> bytes:
        """Read some bytes."""
        block = self._stream.read(size)
        self.digest.update(block)
        return block


def _passages(inputs: Sequence[Input]) -> Iterator[Found]:
    for table, entry in enumerate(inputs):
        known, name = entry.format, entry.format.name
        try:
            with entry.path.open("rb") as stream:
                chip = known.smallest_chip(known.cut(stream))
            reader = known.reader(chip)
            with entry.path.open("rb") as stream:
                hashed = _Hashed(stream)
                for number, passage in enumerate(known.cut(cast("BinaryIO", hashed))):
                    yield Found(table, number, passage, reader, name)
        except OSError as error:
            raise InputError(
                f"{entry.path}: cannot be read any more ({error.strerror}); finished parts are kept"
            ) from error
        if hashed.digest.hexdigest() != entry.sha256:
            raise InputError(
                f"{entry.path}: changed while it was read; run the same command again when nobody "
                "writes to it"
            )
