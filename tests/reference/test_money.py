"""The reference table's own arithmetic, against worked examples of published schedules."""

from __future__ import annotations

import pytest
from reference.hand import Pot, Rake
from reference.pots import award, rake_of, shared, split_into_pots, uncalled, with_rake

ROUNDINGS = ("half_even", "floor", "half_up", "ceiling")


@pytest.mark.parametrize(
    ("bps", "cap", "pot", "expected"),
    [
        (450, None, 1100, (50, 49, 50, 50)),
        (450, None, 1300, (58, 58, 59, 59)),
        (500, 300, 4225, (211, 211, 211, 212)),
        (500, 300, 4210, (210, 210, 211, 211)),
        (500, 300, 5989, (299, 299)),
        (500, 300, 5990, (300, 299)),
        (500, 300, 6000, (300, 300)),
        (500, 300, 6001, (300, 300)),
        (625, 50, 72, (4,)),
        (625, 50, 100, (6,)),
        (625, 50, 136, (8,)),
        (625, 50, 800, (50,)),
        (600, 300, 4000, (240,)),
        (200, 50, 300, (6,)),
        (450, 40, 750, (34,)),
        (100, 300, 26000, (260,)),
    ],
)
def test_percentage_and_rounding(
    bps: int, cap: int | None, pot: int, expected: tuple[int, ...]
) -> None:
    caps = () if cap is None else ((2, cap),)
    for rounding, rake in zip(ROUNDINGS, expected, strict=False):
        assert rake_of(pot, Rake(bps, rounding, caps), dealt=6) == rake


def test_cap_by_players_dealt() -> None:
    rake = Rake(350, caps=((2, 150_00), (3, 175_00), (5, 225_00)))
    by_dealt = [rake_of(10_000_00, rake, dealt) for dealt in (2, 3, 4, 5, 10)]
    assert by_dealt == [150_00, 175_00, 175_00, 225_00, 225_00]


@pytest.mark.parametrize(
    ("rake", "pots", "expected"),
    [
        (Rake(450, caps=((2, 150),)), (3180, 798), (143, 7)),
        (Rake(450), (562, 786, 636), (25, 36, 28)),
        (Rake(500, caps=((2, 300),)), (3000, 5000), (150, 150)),
        (Rake(500, caps=((2, 5),)), (200, 150, 40), (5, 0, 0)),
    ],
)
def test_rake_is_cumulative_over_the_pots(
    rake: Rake, pots: tuple[int, ...], expected: tuple[int, ...]
) -> None:
    raked = with_rake([Pot(amount, frozenset((0, 1))) for amount in pots], rake, 6, last_street=3)
    assert tuple(pot.rake for pot in raked) == expected


def test_no_flop_no_drop() -> None:
    pots = [Pot(1_000, frozenset((0,)))]
    assert with_rake(pots, Rake(500), 6, last_street=0)[0].rake == 0
    assert with_rake(pots, Rake(500, no_flop_no_drop=False), 6, last_street=0)[0].rake == 50


@pytest.mark.parametrize(
    ("amount", "weights", "expected"),
    [
        (100, (1, 1, 1), (34, 33, 33)),
        (300, (200, 2900, 2900, 0), (10, 145, 145, 0)),
        (300, (3000, 5000), (113, 187)),
        (7, (2, 2, 2, 1), (2, 2, 2, 1)),
        (5, (50, 120, 100, 120), (1, 2, 1, 1)),
    ],
)
def test_shares_are_exact(amount: int, weights: tuple[int, ...], expected: tuple[int, ...]) -> None:
    assert tuple(shared(amount, dict(enumerate(weights))).values()) == expected


@pytest.mark.parametrize(
    ("amount", "rake", "chip", "winners", "expected"),
    [
        (200, 10, 5, 4, (50, 50, 45, 45)),
        (200, 9, 5, 4, (51, 50, 45, 45)),
        (5, 0, 1, 2, (3, 2)),
        (7, 0, 1, 3, (3, 2, 2)),
    ],
)
def test_odd_chips(
    amount: int, rake: int, chip: int, winners: int, expected: tuple[int, ...]
) -> None:
    pot = Pot(amount, frozenset(range(winners)), rake)
    assert tuple(award(pot, range(winners), (), chip).awards.values()) == expected


def test_uncalled_bet_counts_those_who_folded() -> None:
    assert uncalled({0: 50, 1: 120, 2: 100, 3: 160}, folded={1}) == (3, 40)
    assert uncalled({0: 50, 1: 200, 2: 100, 3: 160}, folded={1}) == (1, 0)


def test_what_only_the_folded_reached_joins_the_pot_below() -> None:
    pots = split_into_pots({0: 50, 1: 200, 2: 100, 3: 100}, dict.fromkeys(range(4), 1), {1})
    assert [pot.amount for pot in pots] == [204, 250]
    assert pots[1].eligible == {2, 3}
