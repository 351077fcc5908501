"""Random streams: the published answers, an independent reference, and exact uniform integers."""

from __future__ import annotations

import numpy as np
import pytest
from numba import njit

from railbird.simulate.philox import (
    PURPOSE_DECK,
    PURPOSE_SEAT,
    PURPOSE_SESSION,
    STREAM_SIZE,
    below,
    make_block,
    next_u32,
    open_stream,
    uniform,
)

# Rows "philox4x32 10" of tests/kat_vectors in Random123 1.14: counter, key, words.
KNOWN_ANSWERS = [
    (
        (0x00000000, 0x00000000, 0x00000000, 0x00000000),
        (0x00000000, 0x00000000),
        (0x6627E8D5, 0xE169C58D, 0xBC57AC4C, 0x9B00DBD8),
    ),
    (
        (0xFFFFFFFF, 0xFFFFFFFF, 0xFFFFFFFF, 0xFFFFFFFF),
        (0xFFFFFFFF, 0xFFFFFFFF),
        (0x408F276D, 0x41C83B0E, 0xA20BC7C6, 0x6D5451FD),
    ),
    (  # the digits of pi
        (0x243F6A88, 0x85A308D3, 0x13198A2E, 0x03707344),
        (0xA4093822, 0x299F31D0),
        (0xD16CFE09, 0x94FDCCEB, 0x5001E420, 0x24126EA1),
    ),
]


def reference_block(counter, key):
    """Philox4x32-10 in Python integers, as the paper writes it."""
    left0, right0, left1, right1 = counter[1], counter[0], counter[3], counter[2]
    for i in range(10):
        high0, low0 = divmod(0xD2511F53 * right0, 2**32)
        high1, low1 = divmod(0xCD9E8D57 * right1, 2**32)
        key0 = (key[0] + i * 0x9E3779B9) % 2**32
        key1 = (key[1] + i * 0xBB67AE85) % 2**32
        right0, left0, right1, left1 = high1 ^ left0 ^ key0, low1, high0 ^ left1 ^ key1, low0
    return [right0, left0, right1, left1]


def reference_words(seed, table, hand, purpose, n):
    words = []
    for block in range((n + 3) // 4):
        words += reference_block((block, purpose, hand, table), (seed % 2**32, seed // 2**32))
    return words[:n]


def reference_below(words, n):
    """The draw that leaves out the last 2**32 mod n low products, word by word."""
    for word in words:
        if word * n % 2**32 >= 2**32 % n:
            return word * n // 2**32
    raise AssertionError("not enough words")


def opened(seed=1, table=2, hand=3, purpose=PURPOSE_DECK):
    stream = np.zeros(STREAM_SIZE, dtype=np.uint64)
    open_stream(stream, seed, table, hand, purpose)
    return stream


def words_of(stream, n):
    return [next_u32(stream) for _ in range(n)]


@pytest.mark.parametrize(("counter", "key", "words"), KNOWN_ANSWERS)
def test_the_published_vectors(counter, key, words):
    stream = np.array([*key, *counter, 4, 0, 0, 0, 0, 0], dtype=np.uint64)
    make_block(stream)
    assert stream[7:11].tolist() == list(words)
    assert reference_block(counter, key) == list(words)


def test_a_stream_is_keyed_by_seed_table_hand_and_purpose():
    rng = np.random.default_rng(20240607)
    for _ in range(300):
        seed = int(rng.integers(2**63))
        table, hand = (int(word) for word in rng.integers(2**32, size=2))
        purpose = int(rng.integers(64))
        stream = opened(seed, table, hand, purpose)
        assert words_of(stream, 11) == reference_words(seed, table, hand, purpose, 11)


@pytest.mark.parametrize("seed", [0, 1, 2**32 - 1, 2**32, 2**63 - 1])
def test_both_halves_of_the_seed_count(seed):
    assert words_of(opened(seed), 4) == reference_words(seed, 2, 3, PURPOSE_DECK, 4)


def test_opening_makes_no_block():
    stream = opened()
    assert stream[7:].tolist() == [0] * 5
    next_u32(stream)
    assert stream[7:11].all()


def test_opening_again_starts_over():
    stream = opened()
    first = words_of(stream, 7)
    open_stream(stream, 1, 2, 3, PURPOSE_DECK)
    assert words_of(stream, 7) == first


def test_purposes_of_ten_seats_stay_apart():
    purposes = {PURPOSE_DECK, PURPOSE_SESSION, *(PURPOSE_SEAT + seat for seat in range(10))}
    assert len(purposes) == 12


def test_uniform_is_a_word_over_two_to_the_32():
    stream, twin = opened(), opened()
    for _ in range(1000):
        value = uniform(stream)
        assert 0.0 <= value < 1.0
        assert value == next_u32(twin) / 2**32


def test_uniform_never_reaches_one():
    stream = opened()
    next_u32(stream)
    stream[8] = 2**32 - 1
    assert uniform(stream) == 1.0 - 2.0**-32


@pytest.mark.parametrize("n", [1, 2, 3, 6, 52, 1000, 3 * 2**30, 2**31 + 1, 2**32 - 1, 2**32])
def test_below_is_the_exact_reference(n):
    for hand in range(50):
        value = below(opened(hand=hand), n)
        assert value == reference_below(reference_words(1, 2, hand, PURPOSE_DECK, 64), n)
        assert 0 <= value < n


def test_below_draws_again_exactly_where_a_word_is_left_over():
    # 2**32 mod 3 = 1, so one word is too many: 0, whose low product 0 is below 1.
    stream = opened()
    next_u32(stream)
    stream[8:11] = [0, 0x55555556, 7]
    assert below(stream, 3) == 1
    assert stream[6] == 3


def test_streams_work_in_kernels_without_reference_counts():
    @njit(_nrt=False)
    def total(stream, n):
        held = 0
        for hand in range(n):
            open_stream(stream, 5, 0, hand, PURPOSE_SEAT)
            held += below(stream, 10)
            if uniform(stream) < 0.5:
                held += 1
        return held

    assert 4500 < total(np.zeros(STREAM_SIZE, dtype=np.uint64), 1000) < 5500
