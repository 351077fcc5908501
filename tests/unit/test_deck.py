"""Dealing: every card once, one at a time, and the same cards whatever else happens."""

from __future__ import annotations

import numpy as np
import pytest

from railbird.cards import format_cards
from railbird.simulate.deck import DECK_SIZE, draw, draw_among, new_deck
from railbird.simulate.philox import PURPOSE_DECK, STREAM_SIZE, next_u32, open_stream

OFFSET = 7


def fresh(seed=42, table=0, hand=0):
    stream = np.zeros(STREAM_SIZE, dtype=np.uint64)
    open_stream(stream, seed, table, hand, PURPOSE_DECK)
    state = np.full(OFFSET + DECK_SIZE + 5, -9, dtype=np.int64)
    new_deck(state, OFFSET)
    return state, stream


def deal(n, **key):
    state, stream = fresh(**key)
    return [draw(state, OFFSET, stream, k) for k in range(n)]


def test_a_new_deck_is_in_order_and_stays_in_its_region():
    state, _ = fresh()
    assert state[OFFSET : OFFSET + DECK_SIZE].tolist() == list(range(52))
    assert set(state[:OFFSET]) == set(state[OFFSET + DECK_SIZE :]) == {-9}


@pytest.mark.parametrize("hand", range(20))
def test_a_deck_deals_every_card_once(hand):
    state, stream = fresh(hand=hand)
    cards = [draw(state, OFFSET, stream, k) for k in range(DECK_SIZE)]
    assert sorted(cards) == list(range(52))
    assert state[OFFSET : OFFSET + DECK_SIZE].tolist() == cards
    assert set(state[:OFFSET]) == set(state[OFFSET + DECK_SIZE :]) == {-9}


def test_cards_are_dealt_only_when_asked_for():
    assert deal(52)[:17] == deal(17)


def test_it_is_the_shuffle_of_fisher_and_yates():
    _, stream = fresh(hand=9)
    deck = list(range(52))
    for k in range(51):
        # One word in 2**26 is drawn again; none of this hand's is.
        chosen = k + (next_u32(stream) * (52 - k) >> 32)
        deck[k], deck[chosen] = deck[chosen], deck[k]
    assert deal(52, hand=9) == deck


def test_a_smaller_stub_deals_its_own_cards_only():
    state, stream = fresh()
    state[OFFSET : OFFSET + 10] = range(30, 40)
    cards = [draw_among(state, OFFSET, stream, k, 10) for k in range(10)]
    assert sorted(cards) == list(range(30, 40))
    assert state[OFFSET + 10 : OFFSET + DECK_SIZE].tolist() == list(range(10, 52))


@pytest.mark.parametrize(
    ("key", "cards"),
    [
        ({"seed": 42}, "9s8c3d6sAs7c9d8sKc"),
        ({"seed": 42, "hand": 1}, "2c3s5dJd4hAs3c6d2d"),
        ({"seed": 42, "table": 1}, "3h9s6hQd4d7d5cTc5d"),
        ({"seed": 2**40 + 42}, "5d6cKs3dQd8h9d2sTd"),
    ],
)
def test_a_seed_promises_the_same_cards_for_ever(key, cards):
    assert format_cards(deal(9, **key)) == cards
