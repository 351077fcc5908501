"""Compiled inner loops of the Parquet writer: dictionary codes and delta packing.

They take a column as the engine leaves it (int64, one after the other in memory) and do in one
pass what costs most. In bench/encoding.py (262,144 hands of the default job, all four tables, one
core, CPU time) a hand costs 1.6 us and 59 bytes this way; pyarrow's ParquetWriter, tuned column
by column, lost with 4.3 us and 67 bytes, polars' writer with 4.2 us and 70 bytes: both hash or
sort every value at 5 to 13 ns, also where a column is constant. The functions work in memory that
the caller provides, hold no GIL, and know nothing of Parquet beyond the two encodings.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np
from numba import njit

from railbird.jitcache import compiled_code, hash_sources, is_kept

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

LARGEST_DICTIONARY = 1 << 16
# (slots, keys) to try in turn: most columns have few values, and a small table stays in the cache
_TABLES = ((1 << 11, 1 << 10), (1 << 14, 1 << 13), (1 << 18, LARGEST_DICTIONARY))
_MULTIPLIER = -7046029254386353131  # 2^64 / golden ratio, odd: spreads neighbours over the slots
_BLOCK, _MINIBLOCKS, _MINI = 128, 4, 32
T = TypeVar("T")
F = TypeVar("F", bound="Callable[..., object]")
_NOTHING = np.empty(0, np.bool_)
_SOURCE = hash_sources(["lake/encode.py"])


def _compiled(signature: str) -> Callable[[F], F]:
    """Compile a function for one signature when this module is imported, or load it from disk."""

    def compile_it(function: F) -> F:
        with compiled_code(_SOURCE):
            compiled: Any = njit(signature, nogil=True, cache=is_kept())(function)
        typed: F = compiled
        return typed

    return compile_it


class Encoder:
    """Scratch memory for encoding columns, one after the other; one for each thread."""

    def __init__(self) -> None:
        """Allocate the tables; they grow with the longest column."""
        slots = _TABLES[-1][0]
        self._slot_keys = np.empty(slots, np.int64)
        self._slot_codes = np.empty(slots, np.int32)
        self._keys = np.empty(LARGEST_DICTIONARY, np.int64)
        self._codes = np.empty(0, np.uint16)
        self._bytes = np.empty(0, np.uint8)
        self._memory: dict[tuple[int, int], tuple[Sequence[str], Any]] = {}

    def dictionary(
        self, values: NDArray[np.int64], absent: NDArray[np.bool_] | None
    ) -> tuple[NDArray[np.int64], NDArray[np.uint16]] | None:
        """Return the distinct values in order of appearance, and each value's number in it.

        Args:
            values: contiguous, writable.
            absent: True where a value is NULL and is left out; None if none is.

        Returns:
            (distinct values, codes of the values present), valid until the next call, or None
            where there are more than 65,536 distinct values.
        """
        codes = self._room_for_codes(len(values))
        skip = _NOTHING if absent is None else absent
        for slots, keys in _TABLES:
            count, present = _dictionary_codes(
                values,
                skip,
                self._slot_keys[:slots],
                self._slot_codes[:slots],
                self._keys[:keys],
                codes,
            )
            if count >= 0:
                return self._keys[:count], codes[:present]
        return None

    def renumber(
        self, values: NDArray[np.int64], names: int
    ) -> tuple[NDArray[np.int64], NDArray[np.uint16]] | None:
        """Return the same as `dictionary` for codes of a list of so many names; -1 is NULL.

        Raises:
            ValueError: a code is not in -1..names - 1.
        """
        codes = self._room_for_codes(len(values))
        if names > LARGEST_DICTIONARY:
            return self.dictionary(values, values < 0)
        new = np.full(names, -1, np.int32)
        count, present = _renumbered(values, new, self._keys, codes)
        if count < 0:
            raise ValueError(f"code {values[present]} is not in -1..{names - 1}")
        return self._keys[:count], codes[:present]

    def remembered(self, names: Sequence[str], make: Callable[[Sequence[str]], T]) -> T:
        """Return make(names), from memory where the same list came before.

        A long list comes with every row group; it may grow in between, but not change.
        """
        key = (id(names), len(names))
        if key not in self._memory:
            self._memory[key] = (names, make(names))  # holds names, so that the id stays theirs
        known: T = self._memory[key][1]
        return known

    def _room_for_codes(self, rows: int) -> NDArray[np.uint16]:
        if len(self._codes) < rows:
            self._codes = np.empty(rows, np.uint16)
        return self._codes

    def delta(self, values: NDArray[np.int64]) -> bytes:
        """Return values in DELTA_BINARY_PACKED, in blocks of 128 values and four miniblocks."""
        room = 64 + 8 * len(values) + 16 * (len(values) // _BLOCK + 1) + 8 * _BLOCK
        if len(self._bytes) < room:
            self._bytes = np.empty(room, np.uint8)
        return self._bytes[: _delta_packed(values, self._bytes)].tobytes()


@_compiled(
    "UniTuple(int64, 2)(int64[::1], bool_[::1], int64[::1], int32[::1], int64[::1], uint16[::1])"
)
def _dictionary_codes(
    values: NDArray[np.int64],
    absent: NDArray[np.bool_],
    slot_keys: NDArray[np.int64],
    slot_codes: NDArray[np.int32],
    keys: NDArray[np.int64],
    codes: NDArray[np.uint16],
) -> tuple[int, int]:
    """Fill keys and codes; return how many there are of each, (-1, 0) if keys do not suffice.

    Indices are unsigned, so that numba does not look for negative ones: a third of the time.
    """
    slot_codes[:] = -1
    last_slot = np.uint64(slot_codes.shape[0] - 1)
    count = present = 0
    last, code = 0, -1
    for i in range(values.shape[0]):
        if absent.shape[0] and absent[i]:
            continue
        value = values[i]
        if value != last or code < 0:
            slot = np.uint64((value * _MULTIPLIER) >> 40) & last_slot
            while slot_codes[slot] >= 0 and slot_keys[slot] != value:
                slot = (slot + np.uint64(1)) & last_slot
            if slot_codes[slot] < 0:
                if count == keys.shape[0]:
                    return -1, 0
                slot_codes[slot] = count
                slot_keys[slot] = value
                keys[count] = value
                count += 1
            code, last = slot_codes[slot], value
        codes[present] = code
        present += 1
    return count, present


@_compiled("UniTuple(int64, 2)(int64[::1], int32[::1], int64[::1], uint16[::1])")
def _renumbered(
    values: NDArray[np.int64],
    new: NDArray[np.int32],
    keys: NDArray[np.int64],
    codes: NDArray[np.uint16],
) -> tuple[int, int]:
    """Fill keys and codes; return how many there are of each, or (-1, row) of a wrong code."""
    count = present = 0
    names = np.uint64(new.shape[0])
    for i in range(values.shape[0]):
        code = np.uint64(values[i])
        if code >= names:
            if values[i] == -1:
                continue
            return -1, i
        if new[code] < 0:
            new[code] = count
            keys[count] = values[i]
            count += 1
        codes[present] = new[code]
        present += 1
    return count, present


@_compiled("int64(uint8[::1], int64, uint64)")
def _put_varint(out: NDArray[np.uint8], at: int, value: np.uint64) -> int:
    while value >= np.uint64(128):
        out[at] = np.uint8((value & np.uint64(127)) | np.uint64(128))
        value >>= np.uint64(7)
        at += 1
    out[at] = np.uint8(value)
    return at + 1


@_compiled("uint64(int64)")
def _zigzag(value: int) -> np.uint64:
    return np.uint64((value << 1) ^ (value >> 63))


@_compiled("int64(uint8[::1], int64, uint64[::1], int64)")
def _put_bits(out: NDArray[np.uint8], at: int, values: NDArray[np.uint64], width: int) -> int:
    """Append values of `width` bits each, lowest bit first; their number is a multiple of 8."""
    if width <= 8:  # nearly always: eight values fit into one word
        for first in range(0, values.shape[0], 8):
            word = np.uint64(0)
            for k in range(8):
                word |= values[first + k] << np.uint64(k * width)
            for _ in range(width):
                out[at] = np.uint8(word & np.uint64(255))
                word >>= np.uint64(8)
                at += 1
        return at
    held, bits = np.uint64(0), 0
    for value in values:
        left = width
        rest = value
        while left > 0:
            take = min(left, 32)  # `held` has at most 7 bits, so 32 more always fit
            held |= (rest & ((np.uint64(1) << np.uint64(take)) - np.uint64(1))) << np.uint64(bits)
            rest >>= np.uint64(take)
            left -= take
            bits += take
            while bits >= 8:
                out[at] = np.uint8(held & np.uint64(255))
                held >>= np.uint64(8)
                bits -= 8
                at += 1
    return at


@_compiled("int64(int64[::1], uint8[::1])")
def _delta_packed(values: NDArray[np.int64], out: NDArray[np.uint8]) -> int:
    """Fill out; return the number of bytes."""
    n = values.shape[0]
    at = _put_varint(out, 0, np.uint64(_BLOCK))
    at = _put_varint(out, at, np.uint64(_MINIBLOCKS))
    at = _put_varint(out, at, np.uint64(n))
    at = _put_varint(out, at, _zigzag(values[0] if n else 0))
    above = np.zeros(_BLOCK, np.uint64)
    for start in range(1, n, _BLOCK):
        m = min(_BLOCK, n - start)
        least = values[start] - values[start - 1]
        for i in range(start + 1, start + m):
            least = min(least, values[i] - values[i - 1])
        above[m:] = 0
        for i in range(m):
            above[i] = np.uint64(values[start + i] - values[start + i - 1] - least)
        at = _put_varint(out, at, _zigzag(least))
        widths = at
        at += _MINIBLOCKS
        for mini in range(_MINIBLOCKS):
            part = above[mini * _MINI : (mini + 1) * _MINI]
            used, width = np.uint64(0), 0
            for value in part:
                used |= value
            while used:
                used >>= np.uint64(1)
                width += 1
            out[widths + mini] = width
            if mini * _MINI < m:
                at = _put_bits(out, at, part, width)
    return at
