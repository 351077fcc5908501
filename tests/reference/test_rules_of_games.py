"""The reference table's own rules for Omaha, hi-lo and draw, on cases that a person can check."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from typing import TYPE_CHECKING

import pytest
from phevaluator import evaluate_omaha_cards
from reference.deal import dealt
from reference.exchange import Exchange
from reference.hand import DealOrder, Hand, IllegalActionError, Pot
from reference.pots import award
from reference.random_hands import seeded
from reference.showdown import LOW_HANDS, high_rank, low_rank, playable
from reference.toy_hands import cards

if TYPE_CHECKING:
    from collections.abc import Sequence

FOUR = Hand(
    betting="NL",
    stacks=(100,) * 4,
    button=3,
    small_blind=1,
    big_blind=2,
    posts=((0, "sb", 1), (1, "bb", 2)),
    holes=(None,) * 4,
    board=(),
)


def test_low_hands_from_the_worst_to_the_wheel() -> None:
    assert len(LOW_HANDS) == 56
    in_order = ("8c7d6h5s4c", "8c7d6h5s3c", "8c7d6h5s2c", "8c7d6h5sAc", "8c7d6h4s3c")
    assert [low_rank(cards(text)) for text in in_order] == [1, 2, 3, 4, 5]
    assert [low_rank(cards(text)) for text in ("6c4d3h2sAc", "5c4c3c2cAc")] == [55, 56]
    assert [low_rank(cards(text)) for text in ("9c4d3h2sAc", "8c8d3h2sAc", "KcQd3h2sAc")] == [0] * 3


def test_every_low_of_five_cards_compares_card_by_card() -> None:
    values = {"A23456789TJQK"[value - 1]: value for value in range(1, 14)}
    lows = {}
    for ranks in combinations("A2345678", 5):
        text = "".join(rank + suit for rank, suit in zip(ranks, "cdhsc", strict=True))
        lows[tuple(sorted((values[rank] for rank in ranks), reverse=True))] = low_rank(cards(text))
    assert sorted(lows.values()) == list(range(1, 57))
    best_first = sorted(lows)
    assert [lows[low] for low in best_first] == list(range(56, 0, -1))


@pytest.mark.parametrize(
    ("hole", "board", "same"),
    [
        ("Ks8cJs5c", "3s5hQsQd9h", "QsQd5h5cKs"),  # one queen pair on the board, and kicker king
        ("AsKsQsJs", "Ts9s2c2d3h", "AsKs2c2dTs"),  # four of a suit in the hand are no flush
        ("Ah2c7d8s", "KhQhJh9h3c", "AhKhQhJh8s"),  # one heart with four on the board is no flush
        ("AcAdAhAs", "KcKdKhKs2c", "AcAdKcKdKh"),  # two aces at most: a full house
        ("Tc2c3d4d", "AsKsQsJsTs", "TcTsAsKs4d"),  # the board does not play
    ],
)
def test_omaha_plays_exactly_two_with_three(hole: str, board: str, same: str) -> None:
    hand = replace(FOUR, game="omaha", board=cards(board))
    best = max(map(high_rank, playable(hand, cards(hole))))
    assert best == high_rank(cards(same))
    assert best == 7463 - evaluate_omaha_cards(*cards(board), *cards(hole))


@pytest.mark.parametrize("size", [4, 5, 6])
def test_omaha_hands_have_so_many_combinations(size: int) -> None:
    hand = replace(FOUR, game="omaha", board=tuple(range(5)))
    fives = set(playable(hand, tuple(range(5, 5 + size))))
    assert len(fives) == {4: 60, 5: 100, 6: 150}[size]


@pytest.mark.parametrize(
    ("amount", "rake", "chip", "high", "low", "expected"),
    [
        (100, 0, 1, (0,), (), {0: 100}),
        (100, 0, 1, (0,), (1,), {0: 50, 1: 50}),
        (101, 0, 1, (0,), (1,), {0: 51, 1: 50}),  # the odd chip goes to the high half
        (100, 0, 1, (0,), (0, 1), {0: 75, 1: 25}),  # quartered
        (102, 0, 1, (2,), (1, 2), {2: 76, 1: 26}),  # 51 for the low: its odd chip to the first
        (103, 0, 1, (0, 1), (0, 1), {0: 52, 1: 51}),  # 52 and 51: 26 + 26, 26 + 25
        (100, 0, 1, (0, 1), (0, 1, 2), {0: 25 + 17, 1: 25 + 17, 2: 16}),
        (105, 5, 25, (0,), (1,), {0: 50, 1: 50}),
        (130, 5, 25, (0,), (1,), {0: 75, 1: 50}),  # five chips of 25: three and two
        (138, 0, 25, (0,), (1,), {0: 88, 1: 50}),  # what is less than a chip is the high half's
        (1, 0, 1, (0,), (1,), {0: 1, 1: 0}),
    ],
)
def test_high_and_low_share_a_pot(
    amount: int,
    rake: int,
    chip: int,
    high: Sequence[int],
    low: Sequence[int],
    expected: dict[int, int],
) -> None:
    assert award(Pot(amount, frozenset(range(3)), rake), high, low, chip).awards == expected


DECK = tuple(range(52))


def test_cards_are_dealt_one_at_a_time_from_the_left_of_the_button() -> None:
    hand = dealt(replace(FOUR, game="omaha"), DECK, DealOrder(burn=()), 4)
    assert hand.holes == tuple((seat, seat + 4, seat + 8, seat + 12) for seat in range(4))
    assert hand.board == (16, 17, 18, 19, 20)


def test_cards_are_dealt_at_once_from_the_left_of_the_big_blind() -> None:
    order = DealOrder("left_of_big_blind", one_at_a_time=False)
    hand = dealt(replace(FOUR, game="omaha"), DECK, order, 4)
    assert hand.holes == ((8, 9, 10, 11), (12, 13, 14, 15), (0, 1, 2, 3), (4, 5, 6, 7))
    assert hand.board == (17, 18, 19, 21, 23)  # 16, 20 and 22 are burnt


def drawing(players: int) -> Hand:
    """Return a draw hand of so many players: seat 0 holds 0, n, 2n ...; the stub follows."""
    hand = replace(FOUR, game="draw", stacks=(100,) * players, button=players - 1)
    return dealt(hand, DECK, DealOrder(burn=()), 5)


def test_discards_are_replaced_in_their_places_from_the_stub() -> None:
    exchange = Exchange(drawing(4))
    assert exchange.draw(0, 0b01010, set()) == (4, 12)
    assert exchange.held[0] == (0, 20, 8, 21, 16)
    assert exchange.draw(1, 0, set()) == ()
    assert exchange.held[1] == (1, 5, 9, 13, 17)


def test_what_is_shuffled_in_when_the_stub_is_too_short() -> None:
    exchange = Exchange(drawing(9), lambda rest, others: [*others, *rest])
    exchange.draw(0, 0b11111, {3})
    assert exchange.stub == [50, 51]  # seven cards were left
    exchange.draw(1, 0b00111, {3})  # too few: seat 0's discards and seat 3's hand come back
    assert exchange.held[1] == (0, 9, 18, 28, 37)
    assert exchange.stub == [27, 36, 3, 12, 21, 30, 39, 50, 51]
    exchange.draw(2, 0b11111, {3})
    exchange.draw(4, 0b01111, {3})
    assert exchange.stub == []
    exchange.draw(5, 0b00001, {3})  # and now what seats 1, 2 and 4 have thrown away
    assert exchange.held[5][0] == 1
    assert sorted(exchange.stub) == [2, 4, 10, 11, 13, 19, 20, 22, 29, 31, 38]


def test_a_player_whom_the_stub_is_enough_for_gets_the_last_of_it() -> None:
    exchange = Exchange(drawing(9))
    exchange.draw(0, 0b11111, {3})
    exchange.draw(1, 0b00011, {3})
    assert (exchange.held[1][:2], exchange.again) == ((50, 51), [])


def test_nobody_is_dealt_what_he_has_discarded() -> None:
    rng = seeded("own discards")
    for _ in range(300):
        hand = drawing(9)
        exchange = Exchange(
            hand, lambda rest, others: rng.sample([*rest, *others], len(rest) + len(others))
        )
        folded = set(rng.sample(range(9), rng.randint(0, 7)))
        for seat in range(9):
            if seat not in folded:
                discards = exchange.draw(seat, rng.randrange(32), folded)
                assert not set(discards) & set(exchange.held[seat])
        live = [card for seat in range(9) if seat not in folded for card in exchange.held[seat]]
        assert len(live) == len(set(live))


def test_a_card_that_cannot_come_back_is_refused() -> None:
    own = replace(drawing(9), again=(1,))
    exchange = Exchange(own)
    exchange.draw(0, 0b11111, set())
    with pytest.raises(IllegalActionError, match="card 1 cannot come now"):
        exchange.draw(1, 0b00111, set())
