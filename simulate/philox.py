"""Counter-based random streams: Philox4x32-10, keyed by (seed, table, hand, purpose).

A stream is a pure function of its key, so any hand can be dealt alone, and who draws how much
from one stream never moves another. Source: Salmon, Moraes, Dror and Shaw, "Parallel random
numbers: as easy as 1, 2, 3", SC'11 (`Random123`); its known answers are in the tests.

A stream is one uint64 array of `STREAM_SIZE` words, each of which holds 32 bits:

    0-1   key: the seed's low and high half
    2-5   counter: block, purpose, hand, table
    6     next unread word of the block, 4 = none left
    7-10  the block: four random words
    11    unused: 96 bytes keep streams that lie side by side aligned to 32

Nothing here allocates. The short functions are inlined by force, the long ones are not: 17 cards,
six hands ranked and ten decisions took 147 ns, and 230 ns where LLVM chose (measured).
This module must not know cards, bots or tables.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numba import njit

from railbird.simulate.jit import jit

if TYPE_CHECKING:
    from railbird.simulate.arrays import Words

STREAM_SIZE = 12

# What a stream is for. Seat s decides with PURPOSE_SEAT + s; values are part of every recipe.
PURPOSE_DECK = 0
PURPOSE_SEAT = 1
PURPOSE_SESSION = 32
PURPOSE_SPLASH = 33
PURPOSE_ARRIVAL = 34  # of the n-th player to come to a table; n stands in the place of the hand
PURPOSE_SHOWDOWN = 35  # which mucked hands another player asks to see

_KEY_LOW, _KEY_HIGH, _BLOCK, _PURPOSE, _HAND, _TABLE, _NEXT, _WORDS = range(8)

# numba types a Python int as int64, and int64 with uint64 as float64: every constant is uint64.
_U32 = np.uint64(32)
_MASK = np.uint64(0xFFFFFFFF)
_ONE = np.uint64(1)
_EMPTY = np.uint64(4)
_FIRST_WORD = np.uint64(_WORDS)

# Round multipliers and key increments as published (the golden ratio and sqrt(3) - 1).
_M0 = np.uint64(0xD2511F53)
_M1 = np.uint64(0xCD9E8D57)
_W0 = np.uint64(0x9E3779B9)
_W1 = np.uint64(0xBB67AE85)
_ROUNDS = 10

_TO_UNIT = 2.0**-32


@jit
def open_stream(stream: Words, seed: int, table: int, hand: int, purpose: int) -> None:
    """Point a stream at its first word; the first block is made by the first draw.

    Args:
        stream: uint64[STREAM_SIZE], overwritten.
        seed: 0 .. 2**63 - 1.
        table: 0 .. 2**32 - 1.
        hand: 0 .. 2**32 - 1.
        purpose: one of the PURPOSE_ constants, plus the seat for PURPOSE_SEAT.
    """
    stream[_KEY_LOW] = np.uint64(seed) & _MASK
    stream[_KEY_HIGH] = np.uint64(seed) >> _U32
    stream[_BLOCK] = np.uint64(0)
    stream[_PURPOSE] = np.uint64(purpose) & _MASK
    stream[_HAND] = np.uint64(hand) & _MASK
    stream[_TABLE] = np.uint64(table) & _MASK
    stream[_NEXT] = _EMPTY


@jit
def make_block(stream: Words) -> None:
    """Encrypt the counter into the stream's four words and step to the next block."""
    c0 = stream[_BLOCK]
    c1 = stream[_PURPOSE]
    c2 = stream[_HAND]
    c3 = stream[_TABLE]
    k0 = stream[_KEY_LOW]
    k1 = stream[_KEY_HIGH]
    stream[_BLOCK] = (c0 + _ONE) & _MASK
    for _ in range(_ROUNDS):
        p0 = _M0 * c0
        p1 = _M1 * c2
        # Brackets keep the waiting chain of a round to multiply, shift, xor.
        c0 = (p1 >> _U32) ^ (c1 ^ k0)
        c1 = p1 & _MASK
        c2 = (p0 >> _U32) ^ (c3 ^ k1)
        c3 = p0 & _MASK
        k0 = (k0 + _W0) & _MASK
        k1 = (k1 + _W1) & _MASK
    stream[_WORDS] = c0
    stream[_WORDS + 1] = c1
    stream[_WORDS + 2] = c2
    stream[_WORDS + 3] = c3
    stream[_NEXT] = np.uint64(0)


@njit(forceinline=True)
def next_u32(stream: Words) -> np.uint64:
    """Draw 32 random bits, as uint64 in 0 .. 2**32 - 1."""
    if stream[_NEXT] == _EMPTY:
        make_block(stream)
    position = stream[_NEXT]
    stream[_NEXT] = position + _ONE
    word: np.uint64 = stream[_FIRST_WORD + position]
    return word


@njit(forceinline=True)
def uniform(stream: Words) -> float:
    """Draw a float64 in [0, 1): one word, so a multiple of 2**-32."""
    return next_u32(stream) * _TO_UNIT


@njit(forceinline=True)
def below(stream: Words, n: int) -> np.int64:
    """Draw an integer in 0 .. n - 1, all equally likely, for n in 1 .. 2**32.

    Multiply and reject: of the 2**32 words the first 2**32 mod n are drawn again, so no value
    gets one word more than another. Source: Lemire, "Fast random integer generation in an
    interval", ACM TOMACS 29(1), 2019. For a deck the chance of a second draw is below 2**-26.
    """
    size = np.uint64(n)
    product = next_u32(stream) * size
    if (product & _MASK) < size:
        product = _reject(stream, size, product)
    return np.int64(product >> _U32)


@jit
def _reject(stream: Words, size: np.uint64, product: np.uint64) -> np.uint64:
    """Draw again while a word is one too many; apart, so that callers stay small."""
    unfair = (_MASK - size + _ONE) % size
    while (product & _MASK) < unfair:
        product = next_u32(stream) * size
    return product
