"""Write hands to files of other formats: one registration each, as for reading.

Rows come from whoever asks the lake; nothing here knows where they are kept.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol, TextIO

from railbird.errors import InputError
from railbird.ingest.phh_write import HandRows, PhhWriter, UnwritableError
from railbird.tomlfile import suggest

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from railbird.simulate.policy import Rake

    # Name of a run, its rake policies by name, and its hands.
    RunHands = tuple[str, Mapping[str, Rake], Iterable[HandRows]]

__all__ = ["WRITERS", "Exported", "HandRows", "check_writer", "write_hands"]


class HandWriter(Protocol):
    """What a format must offer."""

    def text(self, rows: HandRows, number: int | None) -> str:
        """Return one hand as text; `number` is None in a file that holds nothing else.

        Raises:
            UnwritableError: the format cannot hold it.
        """
        ...


WRITERS: dict[str, Callable[[Mapping[str, Rake]], HandWriter]] = {"phh": PhhWriter}


@dataclass(frozen=True, slots=True)
class Exported:
    """What became of an export: hands written, and how many were left out for which reason."""

    hands: int
    left_out: dict[str, int]


def check_writer(name: str) -> None:
    """Refuse a format that cannot be written.

    Raises:
        InputError: there is none of that name.
    """
    if name not in WRITERS:
        raise InputError(f"no format {name!r} to write; {suggest(name, list(WRITERS))}")


def write_hands(
    runs: Iterable[RunHands], stream: TextIO, name: str = "phh", *, single: bool = False
) -> Exported:
    """Write hands to a stream, one after the other with an empty line between.

    Args:
        runs: run by run.
        stream: where to.
        name: of the format.
        single: the file is of the kind that holds one hand.

    Raises:
        InputError: there is no format of that name, or several hands for a file of one.
    """
    check_writer(name)
    count = 0
    left_out: dict[str, int] = {}
    for _, rakes, hands in runs:
        writer = WRITERS[name](rakes)
        for hand in hands:
            try:
                text = writer.text(hand, None if single else count + 1)
            except UnwritableError as error:
                left_out[str(error)] = left_out.get(str(error), 0) + 1
                continue
            if single and count:
                raise InputError("several hands for a .phh file, which holds one; name it .phhs")
            stream.write(f"\n\n{text}" if count else text)
            count += 1
    if count:
        stream.write("\n")
    return Exported(count, left_out)
