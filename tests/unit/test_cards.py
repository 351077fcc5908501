"""Cards as numbers and as text."""

from __future__ import annotations

from itertools import permutations

import numpy as np
import pytest

from railbird.cards import (
    DECK,
    HOLE_STRINGS,
    cards_column,
    format_cards,
    hole_class,
    hole_code,
    parse_cards,
)
from railbird.errors import InputError


def test_the_deck_is_rank_times_four_plus_suit() -> None:
    assert DECK[0] == "2c"
    assert DECK[51] == "As"
    assert parse_cards("2c2d2h2s3cAs") == [0, 1, 2, 3, 4, 51]


def test_cards_survive_the_way_to_text_and_back() -> None:
    assert format_cards(parse_cards("AhKd Ts")) == "AhKdTs"
    assert format_cards([50, -1, 0]) == "Ah2c"
    assert parse_cards("ahkd") == parse_cards("AhKd")
    assert parse_cards("") == []


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("AhK", "cards 'AhK': two characters a card are needed, as in 'AhKd'"),
        (
            "AhXd",
            (
                "cards 'AhXd': 'Xd' is no card; "
                "write a rank of 23456789TJQKA and a suit of cdhs, as in 'AhKd'"
            ),
        ),
        ("AhAh", "cards 'AhAh': Ah comes twice; a deck holds one of each"),
    ],
)
def test_bad_cards_say_why(text: str, message: str) -> None:
    with pytest.raises(InputError) as error:
        parse_cards(text)
    assert str(error.value) == message


def test_there_are_169_classes_with_their_numbers_of_hands() -> None:
    counts: dict[str, int] = {}
    for first, second in permutations(range(52), 2):
        name = hole_class(first, second)
        counts[name] = counts.get(name, 0) + 1
    assert len(counts) == 169
    assert {len(name) for name in counts} == {2, 3}
    assert all(n == {"s": 8, "o": 24}.get(name[2:], 12) for name, n in counts.items())
    assert hole_class(*parse_cards("Kd Ah")) == "AKo"
    assert hole_class(*parse_cards("9hTh")) == "T9s"


@pytest.mark.parametrize(("first", "second"), [(3, 3), (-1, 4), (0, 52)])
def test_no_class_of_what_are_no_two_cards(first: int, second: int) -> None:
    with pytest.raises(ValueError, match="no two cards"):
        hole_class(first, second)


def test_every_ordered_pair_has_its_code() -> None:
    assert len(set(HOLE_STRINGS)) == 2652
    for first, second in permutations(range(52), 2):
        assert HOLE_STRINGS[hole_code(first, second)] == DECK[first] + DECK[second]
    assert hole_code(-1, 5) == hole_code(5, -1) == -1


def test_boards_become_one_column_of_text() -> None:
    rows = ["2c3d4h", "", "AsKsQsJsTs", "2c2d2h2s"]
    cards = np.full((4, 5), -1)
    for row, text in zip(cards, rows, strict=True):
        row[: len(text) // 2] = parse_cards(text)
    column = cards_column(cards)
    text = column.data.tobytes().decode()
    pairs = zip(column.offsets, column.offsets[1:], strict=False)
    assert [text[start:stop] for start, stop in pairs] == rows
    assert column.absent.tolist() == [False, True, False, False]
    assert len(column) == 4
