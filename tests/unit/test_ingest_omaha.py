"""PHH of Omaha, high and hi-lo: what hands pay, or which action breaks which rule.

Players are counted from the small blind; the last one is the button.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from phh_hands import by_player, check_down, fault, nets, stands, write

from railbird import Lake
from railbird.ingest import ingest, passages
from railbird.simulate.card_columns import set_hands

if TYPE_CHECKING:
    from pathlib import Path

# on the board 2c7dJh4s9c: three jacks, kings, queens; the kings come with the best low
JACKS, KINGS, QUEENS = "JsJcTdTh", "KsKdAh3h", "QcQs8s8h"
HOLES = (KINGS, JACKS, QUEENS)
FOLDED = "p3 f; p1 f"
LIMPED = "p3 cc; p1 cc; p2 cc;" + check_down("p1 p2 p3")


def omaha(
    actions: str, blinds: tuple[float, ...] = (5, 10, 0), stacks: Any = (1000,) * 3, **fields: Any
) -> str:
    """Return a hand of pot-limit Omaha."""
    fields = {"holes": HOLES, "variant": "'PO'"} | fields
    return write(blinds, stacks, actions, **fields)


def hi_lo(actions: str, **fields: Any) -> str:
    """Return a hand of fixed-limit Omaha hi-lo at 2/4."""
    limits = {"variant": "'FO/8'", "small_bet": 2, "big_bet": 4, "min_bet": None}
    return omaha(actions, (1, 2, 0), **limits | fields)


def test_exactly_two_hole_cards_play():
    # one heart in the hand and four on the board are no flush; two pairs of the board no full house
    board = {"board": "2h7h7dJhJc"}
    holes = ("Ah3c4c5d", "8h6h2d3s", "QdQsTcTs")
    assert nets(omaha(LIMPED, holes=holes, **board)) == [-10, 20, -10]


def test_all_of_the_high_pot_to_the_best_high_hand():
    assert nets(omaha(LIMPED)) == [-10, 20, -10]


def test_high_and_low_share_the_pot():
    assert nets(hi_lo(LIMPED)) == [1, 1, -2]
    _, outcome = stands(hi_lo(LIMPED))
    columns = outcome.rows.columns("players")
    set_hands(columns, "omaha8", 4)
    low, absent = columns["low_rank"]
    assert absent.tolist() == [False, True, True]
    assert low[0] > 0


def test_no_low_hand_no_low_half():
    assert nets(hi_lo(LIMPED, board="2cTcJhKc3d", holes=("AhAs3h4h", HOLES[1], HOLES[2]))) == [
        -2, 4, -2,
    ]  # fmt: skip


def test_the_odd_chip_of_a_half_goes_to_the_high_hand():
    holes = (QUEENS, KINGS, JACKS)
    actions = "p3 cc; p1 f; p2 cc;" + check_down("p2 p3")
    assert nets(hi_lo(actions, holes=holes)) == [-1, 0, 1]


@pytest.mark.parametrize(
    ("actions", "limit"),
    [("p3 cbr 36", "action 4 'p3 cbr 36': above the maximum (35)"),
     ("p3 cbr 35; p1 cbr 116", "action 5 'p1 cbr 116': above the maximum (115)"),
     ("p3 cbr 19", "action 4 'p3 cbr 19': below the minimum (20)")],
)  # fmt: skip
def test_no_bet_above_the_pot(actions, limit):
    assert fault(omaha(actions)) == ("illegal", limit)


def test_the_largest_bets_are_legal():
    assert nets(omaha("p3 cbr 35; p1 cbr 115; p2 f; p3 f")) == [45, -10, -35]


def test_limits_of_hi_lo():
    assert fault(hi_lo("p3 cbr 5"))[1] == "action 4 'p3 cbr 5': above the maximum (4)"
    assert fault(hi_lo("p3 f", small_bet=None)) == ("field", "small_bet is missing")


def test_fixed_limit_omaha_is_a_user_field():
    own = {"_railbird_betting": "'FL'", "small_bet": 10, "big_bet": 20}
    assert nets(omaha("p3 cbr 20; p1 f; p2 f", **own)) == [-5, -10, 15]
    assert fault(omaha("p3 cbr 35", **own))[1] == "action 4 'p3 cbr 35': above the maximum (20)"
    assert fault(omaha(FOLDED, _railbird_betting="'NL'")) == (
        "field", "_railbird_betting: 'NL' does not go with variant PO",
    )  # fmt: skip


@pytest.mark.parametrize(
    ("first", "variant", "message"),
    [("AhKh", "PO", "action 1 'd dh p1 AhKh': 2 cards; a hand of this game has 4"),
     ("AhKhQhJhTh", "PO", "action 1 'd dh p1 AhKhQhJhTh': 5 cards; a hand of this game has 4"),
     (KINGS, "NT", f"action 1 'd dh p1 {KINGS}': 4 cards; a hand of this game has 2"),
     (JACKS, "PO", "Js comes twice; a deck holds one of each"),
     ("AhKhQhXx", "PO",
      "action 1 'd dh p1 AhKhQhXx': 'Xx' is no card; write them as AhTd, or ?? if unknown")],
)  # fmt: skip
def test_hands_with_too_many_cards_or_too_few(first, variant, message):
    text = omaha(FOLDED, holes=(first, JACKS, QUEENS), variant=f"'{variant}'")
    assert fault(text) == ("cards", message)


def test_unknown_cards():
    dark = ("????????", JACKS, "QcQs8s??")
    _, outcome = stands(omaha(FOLDED, holes=dark))
    assert (outcome.rows.column("players", "hole") < 0).tolist() == [True, False, True]
    # mucked, or shown as unknown: beaten by what is seen
    shown = f"{LIMPED}; p2 sm {JACKS}; p1 sm ????????; p3 sm"
    assert nets(omaha(shown, holes=dark)) == [-10, 20, -10]
    # all unknown until they are shown
    late = f"{LIMPED}; p2 sm {JACKS}; p1 sm {KINGS}; p3 sm {QUEENS}"
    assert nets(omaha(late, holes=["????????"] * 3)) == [-10, 20, -10]
    other = fault(omaha(f"{LIMPED}; p2 sm {KINGS}"))
    assert other == ("cards", f"action 19 'p2 sm {KINGS}': other cards than were dealt")


def test_the_money_says_who_won():
    dark = {"holes": ["????????"] * 3, "finishing_stacks": [990, 1020, 990]}
    assert by_player(omaha(LIMPED, **dark), "collected") == [0, 30, 0]
    wrong = dark | {"finishing_stacks": [990, 1010, 1000]}
    assert fault(omaha(LIMPED, **wrong))[0] == "stacks"


# World Series of Poker 2023, event 43, day 5; stacks in hundreds of chips
SERIES = {
    "PO, hand 30": (
        {
            "variant": "'PO'", "antes": [0, 1000, 0, 0, 0], "min_bet": 1000,
            "blinds_or_straddles": [500, 1000, 0, 0, 0],
            "starting_stacks": [101750, 83500, 40500, 43000, 28250],
            "finishing_stacks": [101250, 77000, 40500, 43000, 35250],
        },
        ("Jd7h5c2c", "AhKs4d2s", "Qs6s6d5d", "8h8d3s3d", "Tc9h7d2d"), "6cJc4h9s7c",
        """p3 f; p4 f; p5 cbr 3000; p1 f; p2 cc; FLOP; p2 cc; p5 cc; TURN; p2 cc; p5 cc; RIVER;
        p2 cbr 2500; p5 cc; p2 sm AhKs4d2s; p5 sm Tc9h7d2d""",
    ),
    "FO/8, hand 17": (
        {
            "variant": "'FO/8'", "ante_trimming_status": "true", "small_bet": 2000, "big_bet": 4000,
            "blinds_or_straddles": [1000, 2000, 0, 0, 0], "min_bet": None,
            "starting_stacks": [38750, 78000, 58000, 42500, 79750],
            "finishing_stacks": [37750, 76000, 54000, 65500, 63750],
        },
        ("Jc7c6d2h", "Ad8d6s3d", "5h3s3h2d", "AsKs4s2s", "AcQs8c2c"), "KcAhJhKd8s",
        """p3 cbr 4000; p4 cbr 6000; p5 cbr 8000; p1 f; p2 f; p3 f; p4 cc; FLOP; p4 cc; p5 cc; TURN;
        p4 cbr 4000; p5 cc; RIVER; p4 cbr 4000; p5 cc; p4 sm AsKs4s2s; p5 sm""",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", list(SERIES))
def test_hands_of_the_world_series_pay_what_they_paid(name):
    fields, holes, board, actions = SERIES[name]
    text = write((1, 2), (1,) * 5, actions, holes=holes, board=board, **fields)
    assert by_player(text, "stack", "-invested", "collected") == fields["finishing_stacks"]


MIXED = [omaha(LIMPED), write((1, 2, 0), (100,) * 3, LIMPED), hi_lo(LIMPED), omaha("p3 cbr 36")]


def mixed(path: Path, hands: list[str]) -> Path:
    path.write_text("\n\n".join(f"[{n}]\n{hand}" for n, hand in enumerate(hands)))
    return path


def test_games_may_be_mixed_in_a_file(tmp_path):
    file = mixed(tmp_path / "mixed.phhs", MIXED * 10)
    result = ingest([file], tmp_path / "lake")
    assert (result.hands, result.issues) == (30, 10)
    lake = Lake(tmp_path / "lake")
    assert lake.check().is_empty()
    rows = lake.sql(
        "select game, betting, hole, count(*) as n from hands join players using (hand_id) "
        "where players.position = 'SB' group by all order by all"
    ).rows()
    assert rows == [
        ("holdem", "NL", "QhQs", 10), ("omaha", "PL", KINGS, 10), ("omaha8", "FL", KINGS, 10),
    ]  # fmt: skip
    again = tmp_path / "again.phhs"
    assert lake.export(again).hands == 30
    assert ingest([again], tmp_path / "second").hands == 30


@pytest.mark.parametrize("batch", [1, 2, 3, 5, 100])
def test_every_row_of_a_mixed_file_is_what_its_own_game_makes_of_it(tmp_path, monkeypatch, batch):
    monkeypatch.setattr(passages, "BATCH_PASSAGES", batch)
    hands = [MIXED[i] for i in (0, 0, 0, 1, 1, 2, 0, 2, 1, 1, 1, 1, 2)]
    ingest([mixed(tmp_path / "mixed.phhs", hands)], tmp_path / "mixed", run="r")
    alone = [ingest([mixed(tmp_path / f"{i}.phhs", [hand])], tmp_path / f"{i}", run="r")
             for i, hand in enumerate(hands)]  # fmt: skip
    assert all(result.hands == 1 for result in alone)
    for table in ("hands", "players", "actions", "pots"):
        whole = Lake(tmp_path / "mixed").sql(f"from {table} order by all")
        own = ["hand_id", "hand_no", "site_hand_id"]
        for i in range(len(hands)):
            single = Lake(tmp_path / f"{i}").sql(f"from {table} order by all")
            part = whole.filter(whole["hand_id"] == i)
            assert part.drop(own, strict=False).equals(single.drop(own, strict=False)), table
