"""Omaha hi-lo: how a pot is halved, quartered and scooped, its odd chips, and who may muck."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from railbird.cards import parse_cards
from railbird.lake import bits
from railbird.simulate.codes import ACTIONS
from railbird.simulate.job import Job, resolve
from railbird.simulate.layout import C_ALL_SHOW
from railbird.simulate.play import play
from railbird.simulate.policy import find_policy, rake_of_policy
from railbird.simulate.rake_terms import Rake, rake_config
from railbird.simulate.replay import Hand, replay
from railbird.simulate.room import Table, find_room, table_config

# three low cards and two kings
BOARD = "3c4d8hKcKs"
KINGS = "KdQdJdTd"  # three kings, no low
LOW = "Ah2hQcJc"  # 8-4-3-2-A, a pair of kings
SAME_LOW = "Ad2sQhJh"
KINGS_AND_LOW = "KhAc2dTs"
WORSE_LOW = "6h7dQsJs"  # 8-7-6-4-3
NOTHING = "TcTh9c9h"

LIMPED = [(2, "call", 0), (0, "call", 0), (1, "check", 0)]
FOLDED = [(2, "call", 0), (0, "fold", 0), (1, "check", 0)]


def checked(script: list[tuple[int, str, int]]) -> list[tuple[int, str, int]]:
    """Check the flop, turn and river down with whoever is left."""
    folded = {seat for seat, action, _ in script if action == "fold"}
    return script + [(s, "check", 0) for _ in range(3) for s in range(3) if s not in folded]


def played(
    holes: tuple[str, ...],
    script: list[tuple[int, str, int]],
    board: str = BOARD,
    chip: int = 1,
    **rake: Any,
) -> dict[str, Any]:
    """Play a hand of three, blinds 1/2, the last on the button; return what came of it."""
    cfg = table_config(find_room("standard"), Table("omaha8", "PL", 3, 1, 2, chip=chip))
    cfg[C_ALL_SHOW] = 0
    rows, verdicts = replay([Hand(
        cfg, rake_config(rake_of_policy(find_policy("none"), -2) if not rake else Rake(**rake)),
        (1_000,) * 3, 2, 0, 1, 2, ((0, "sb", 1), (1, "bb", 2)), 1,
        tuple(parse_cards(hole) for hole in holes), parse_cards(board), tuple(checked(script)),
    )])  # fmt: skip
    assert verdicts[0].reason == ""
    winners = rows.column("pots", "winners").tolist()
    what = rows.column("actions", "what")
    action = what & bits.WHAT_ACTION_MASK
    seat = what >> bits.WHAT_SEAT_SHIFT & bits.WHAT_SEAT_MASK
    ranks = rows.column("players", "hand_rank")
    return {
        "collected": rows.column("players", "collected").tolist(),
        "rake_winner": rows.column("players", "rake_winner").tolist(),
        "awards": [(w & bits.WINNERS_MASK, w >> bits.WINNERS_SHIFT) for w in winners],
        "low": (ranks >> bits.LOW_RANK_SHIFT).tolist(),
        "shown": seat[action == ACTIONS.index("show")].tolist(),
        "mucked": seat[action == ACTIONS.index("muck")].tolist(),
    }


def test_the_odd_chip_of_a_pot_goes_to_the_high_half():
    result = played((NOTHING, LOW, KINGS), FOLDED)
    assert result["collected"] == [0, 2, 3]
    assert result["awards"] == [(0b100, 0b010)]


def test_one_player_scoops_both_halves():
    result = played((NOTHING, KINGS_AND_LOW, WORSE_LOW), LIMPED)
    assert result["collected"] == [0, 6, 0]
    assert result["awards"] == [(0b010, 0b010)]


def test_the_high_hand_takes_all_where_no_low_qualifies():
    result = played((NOTHING, LOW, KINGS), FOLDED, board="3c9dTsKcKs")
    assert result["collected"] == [0, 0, 5]
    assert result["awards"] == [(0b100, 0)]
    assert result["low"] == [0, 0, 0]


def test_a_shared_low_is_a_quarter_of_the_pot():
    result = played((NOTHING, LOW, KINGS_AND_LOW), FOLDED)
    assert result["collected"] == [0, 1, 4]
    assert result["awards"] == [(0b100, 0b110)]


def test_the_odd_chip_inside_a_half_goes_left_of_the_button():
    result = played((LOW, SAME_LOW, KINGS), LIMPED)
    assert result["collected"] == [2, 1, 3]
    assert result["awards"] == [(0b100, 0b011)]


def test_the_wheel_plays_both_ways():
    result = played((NOTHING, "Ah2hQcJc", "7d6sQhJh"), FOLDED, board="3c4d5hKcQs")
    assert result["low"][1] == 56
    # 7-6 makes the better straight: the wheel is the best low only
    assert result["awards"] == [(0b100, 0b010)]
    assert played((NOTHING, "Ah2hQcJc", "KhKdQhJh"), FOLDED, board="3c4d5hKcQs")["awards"] == [
        (0b010, 0b010)
    ]


def test_the_deuce_that_is_paired_leaves_a_low_of_other_cards():
    result = played((NOTHING, "Ah2hQcJc", KINGS), FOLDED, board="2c4d8hKcKs")
    assert result["awards"] == [(0b100, 0)]


def test_what_is_less_than_a_chip_goes_to_the_high_half():
    """A chip of 2 and a pot of 5: the half of a whole chip is 2, three are left."""
    result = played((NOTHING, LOW, KINGS), FOLDED, chip=2)
    assert result["collected"] == [0, 2, 3]
    result = played((LOW, SAME_LOW, KINGS), LIMPED, chip=2)
    assert result["collected"] == [2, 0, 4]


def test_winners_bear_the_rake_in_proportion_to_their_awards():
    result = played(
        (NOTHING, LOW, KINGS_AND_LOW), [(2, "raise", 7), (0, "fold", 0), (1, "call", 0)],
        name="a third", bps=2_000, no_flop_no_drop=False,
    )  # fmt: skip
    assert result["collected"] == [0, 3, 9]
    assert result["rake_winner"] == [0, 1, 2]


def test_who_is_beaten_for_one_half_only_must_show():
    result = played((KINGS, LOW, NOTHING), LIMPED)
    assert (result["shown"], result["mucked"]) == ([0, 1], [2])
    # his low is beaten by one who showed before him, and so is his high hand
    result = played((KINGS, LOW, WORSE_LOW), LIMPED)
    assert (result["shown"], result["mucked"]) == ([0, 1], [2])
    # a low as good as the best is not beaten
    result = played((KINGS, LOW, SAME_LOW), LIMPED)
    assert (result["shown"], result["mucked"]) == ([0, 1, 2], [])
    # nobody has shown a low yet
    result = played((KINGS, WORSE_LOW, LOW), LIMPED)
    assert (result["shown"], result["mucked"]) == ([0, 1, 2], [])


@pytest.mark.parametrize("betting", ["NL", "PL", "FL"])
def test_money_is_conserved_in_every_pot(betting):
    job = Job(game="omaha8", betting=betting, hands=600, tables=3, bots="random,always_call",
              stack="30bb")  # fmt: skip
    rows = play(resolve(job))
    hand = rows.column("hands", "hand_id")
    place = np.searchsorted(hand, rows.column("players", "hand_id"))
    collected = np.bincount(place, rows.column("players", "collected"), len(hand))
    by_winner = np.bincount(place, rows.column("players", "rake_winner"), len(hand))
    rake = rows.column("hands", "rake")
    assert (collected == rows.column("hands", "pot") - rake).all()
    assert (by_winner == rake).all()
    winners = rows.column("pots", "winners")
    assert (winners >> bits.WINNERS_SHIFT > 0).sum() > 100
