"""Situations that broke other engines, written as PHH: legal they pay right, else they are issues.

Each comes twice: the legal hand with what every player wins, and the same hand with one action
that the rules do not allow, with the issue that names it.
"""

from __future__ import annotations

import pytest
from phh_hands import by_player, check_down, fault, nets, stands, write

from railbird.ingest.recorded import UNIT

RICH = 10_000
LIMPED = "p3 cc; p4 cc; p1 cc; p2 cc; FLOP;"
ALL_FOLD = "p5 f; p6 f; p7 f; p8 f; p9 f; p10 f; p1 f; p3 f; FLOP; TURN; RIVER"
TEN = {"antes": [100] * 10, "ante_trimming_status": "true"}
LIMIT = {"variant": "'FT'", "small_bet": 10, "big_bet": 20, "min_bet": None}
POT = {"_railbird_betting": "'PL'"}


def at(players: int, *, raised: str) -> str:
    """Return the words of an issue for an action after the cards were dealt."""
    number, _, rest = raised.partition(" ")
    action, _, reason = rest.partition(": ")
    return f"action {players + int(number)} '{action}': {reason}"


# situation, blinds, stacks, legal actions, best hands, what everybody wins
LEGAL = [
    ("1", (1, 2, 0, 0), (19, 200, 200, 200),
     "p3 cbr 16; p4 cc; p1 cbr 19; p2 cc; p3 cc; p4 cc;" + check_down("p2 p3 p4"),
     (1,), {}, [57, -19, -19, -19]),
    ("2", (10, 20, 0, 0), (1000, 150, 220, 1000),
     LIMPED + "p1 cbr 100; p2 cbr 130; p3 cbr 200; p4 cc; p1 cbr 300; p4 f; TURN; RIVER",
     (1,), {}, [590, -150, -220, -220]),
    ("3", (10, 20, 0, 0), (1000, 140, 160, 1000),
     LIMPED + "p1 cbr 100; p2 cbr 120; p3 cbr 140; p4 cbr 240; p1 f; TURN; RIVER",
     (4,), {}, [-120, -140, -160, 420]),
    ("4", (10, 20), (200, 1000),
     "p2 cbr 100; p1 cbr 180; p2 cbr 260; p1 cc; FLOP; TURN; RIVER", (1,), {}, [200, -200]),
    ("5", (5, 10, 0), (1000, 30, 1000),
     "p3 cbr 25; p1 cc; p2 cbr 30; p3 cc; p1 cc;" + check_down("p1 p3"), (2,), {}, [-30, 60, -30]),
    ("6", (1, 2), (RICH, RICH), "p2 cbr 50; p1 cc; FLOP; p1 cbr 2; p2 f", (), {}, [50, -50]),
    ("7", (1, 2), (RICH, RICH), "p2 cbr 4; p1 f", (), {}, [-2, 2]),
    ("8", (1, 2, 0, 0), (100, 1, 100, 100), "p3 cc; p4 f; p1 cc;" + check_down("p1 p3"),
     (2, 3), {}, [-2, 2, 0, 0]),
    ("9", (400, 800, *[0] * 8), (RICH, 800, *[RICH] * 8), "p3 cc; p4 cbr 1600;" + ALL_FOLD,
     (2,), TEN, [-500, 2700, -900, -700, *[-100] * 6]),
    ("10", (1, 2), (1, RICH), "FLOP; TURN; RIVER", (1,), {}, [1, -1]),
    ("12", (1, 2, 0, 0), (50, 200, 100, 200),
     ("p3 cbr 6; p4 cc; p1 cbr 50; p2 cc; p3 cbr 100; p4 cc; p2 cc; FLOP; p2 cbr 20; p4 cbr 60;"
      "p2 f; TURN; RIVER"), (1, 3), {}, [150, -120, 50, -80]),
    ("17", (5, 10, 0, 0), (RICH,) * 4, "p3 cbr 35; p4 cbr 120; p1 f; p2 f; p3 f", (), POT,
     [-5, -10, -35, 50]),
    ("18", (5, 10, 0), (RICH, 24, RICH),
     "p3 cc; p1 cc; p2 cc; FLOP; p1 cbr 10; p2 cbr 14; p3 cbr 20; p1 cbr 30; p3 f; TURN; RIVER",
     (1,), LIMIT, [54, -24, -30]),
    ("18, half a bet", (5, 10, 0), (RICH, 25, RICH),
     "p3 cc; p1 cc; p2 cc; FLOP; p1 cbr 10; p2 cbr 15; p3 cc; p1 cbr 25; p3 f; TURN; RIVER",
     (1,), LIMIT, [50, -25, -25]),
    ("19, both blinds", (1, 2, -3, 0), (100,) * 4, "p3 cc; p4 f; p1 f;p2 cc;FLOP;p2 f", (), {},
     [-1, -2, 3, 0]),
    ("19, the small one", (1, 2, -1, 0), (100,) * 4, "p3 cc; p4 f; p1 f; p2 cc; FLOP; p2 f", (), {},
     [-1, -2, 3, 0]),
]  # fmt: skip

# situation, blinds, stacks, actions, fields, what the issue says (actions counted after the deal)
ILLEGAL = [
    ("1", (1, 2, 0, 0), (19, 200, 200, 200), "p3 cbr 16; p4 cc; p1 cbr 19; p2 cc; p3 cbr 60", {},
     "5 p3 cbr 60: not allowed here (allowed: fold, call)"),
    ("2", (10, 20, 0, 0), (1000, 150, 220, 1000),
     LIMPED + "p1 cbr 100; p2 cbr 130; p3 cbr 200; p4 cc; p1 cbr 270", {},
     "10 p1 cbr 270: below the minimum (300)"),
    ("3", (10, 20, 0, 0), (1000, 140, 160, 1000),
     LIMPED + "p1 cbr 100; p2 cbr 120; p3 cbr 140; p4 cbr 239", {},
     "9 p4 cbr 239: below the minimum (240)"),
    ("4", (10, 20), (200, 1000), "p2 cbr 100; p1 cbr 180; p2 cbr 200", {},
     "3 p2 cbr 200: below the minimum (260)"),
    ("5", (5, 10, 0), (1000, 30, 1000), "p3 cbr 25; p1 cc; p2 cbr 40", {},
     "3 p2 cbr 40: above the maximum (30)"),
    ("6", (1, 2), (RICH, RICH), "p2 cbr 50; p1 cc; FLOP; p1 cbr 1", {},
     "4 p1 cbr 1: below the minimum (2)"),
    ("7", (1, 2), (RICH, RICH), "p1 cc; p2 cc", {},
     "1 p1 cc: out of turn; player 2 ('p2') is to act"),
    ("8", (1, 2, 0, 0), (100, 1, 100, 100), "p3 cbr 3", {}, "1 p3 cbr 3: below the minimum (4)"),
    ("9", (400, 800, *[0] * 8), (RICH, 800, *[RICH] * 8), "p3 cc; p4 cbr 1500;" + ALL_FOLD, TEN,
     "2 p4 cbr 1500: below the minimum (1600)"),
    ("10", (1, 2), (1, RICH), "p2 cc; FLOP; TURN; RIVER", {}, "1 p2 cc: the hand is over"),
    ("17", (5, 10, 0, 0), (RICH,) * 4, "p3 cbr 36", POT, "1 p3 cbr 36: above the maximum (35)"),
    ("17, next", (5, 10, 0, 0), (RICH,) * 4, "p3 cbr 35; p4 cbr 121", POT,
     "2 p4 cbr 121: above the maximum (120)"),
    ("18", (5, 10, 0), (RICH, 24, RICH),
     "p3 cc; p1 cc; p2 cc; FLOP; p1 cbr 10; p2 cbr 14; p3 cbr 24", LIMIT,
     "7 p3 cbr 24: above the maximum (20)"),
    ("18, closed", (5, 10, 0), (RICH, 24, RICH),
     "p3 cc; p1 cc; p2 cc; FLOP; p1 cbr 10; p2 cbr 14; p3 cc; p1 cbr 20", LIMIT,
     "8 p1 cbr 20: not allowed here (allowed: fold, call)"),
    ("18, the cap", (5, 10, 0), (RICH,) * 3, "p3 cbr 20; p1 cbr 30; p2 cbr 40; p3 cbr 50", LIMIT,
     "4 p3 cbr 50: not allowed here (allowed: fold, call)"),
    ("19, the option is no raise", (1, 2, -3, 0), (100,) * 4, "p3 cbr 3", {},
     "1 p3 cbr 3: below the minimum (4)"),
    ("20, the lone big blind acts last", (10, 0, 0), (RICH,) * 3, "p1 cc", {},
     "1 p1 cc: out of turn; player 2 ('p2') is to act"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("blinds", "stacks", "actions", "best", "fields", "expected"),
    [case[1:] for case in LEGAL], ids=[case[0] for case in LEGAL],
)  # fmt: skip
def test_legal_hands_pay_right(blinds, stacks, actions, best, fields, expected):
    assert nets(write(blinds, stacks, actions, best=best, **fields)) == expected


@pytest.mark.parametrize(
    ("blinds", "stacks", "actions", "fields", "expected"),
    [case[1:] for case in ILLEGAL], ids=[case[0] for case in ILLEGAL],
)  # fmt: skip
def test_illegal_hands_name_the_action_and_the_rule(blinds, stacks, actions, fields, expected):
    text = write(blinds, stacks, actions, **fields)
    assert fault(text) == ("illegal", at(len(stacks), raised=expected))


ROYAL = {"board": "TsJsQsKsAs", "holes": ("2h4h", "2d7d", "9h4d")}


def test_11_odd_chip_left_of_the_button():
    actions = "p3 cc; p1 f; p2 cc;" + check_down("p2 p3")
    assert by_player(write((1, 2, 0), (9, 9, 9), actions, **ROYAL), "collected") == [0, 3, 2]
    four = {"board": ROYAL["board"], "holes": (*ROYAL["holes"], "9d4c")}
    actions = "p3 cc; p4 cc; p1 f; p2 cc;" + check_down("p2 p3 p4")
    text = write((1, 2, 0, 0), (9,) * 4, actions, **four)
    assert by_player(text, "collected") == [0, 3, 2, 2]
    wrong = write((1, 2, 0, 0), (9,) * 4, actions, finishing_stacks=[8, 9, 10, 9], **four)
    assert fault(wrong) == (
        "stacks", "finishing stack of player 2 ('p2'): 9 in the record, 10 by the actions",
    )  # fmt: skip


def policy(bps: int, rounding: str = "half_even", cap: int = -1) -> str:
    caps = [-1, -1, *[cap] * 9]
    return (
        f'\'{{"name":"x","bps":{bps},"rounding":"{rounding}","unit":1,'
        f'"no_flop_no_drop":true,"caps":{caps}}}\''
    )


@pytest.mark.parametrize(
    ("blinds", "stacks", "actions", "best", "fields", "rake", "expected"),
    [
        (LEGAL[10][1], LEGAL[10][2], LEGAL[10][3], (1, 3), {"_railbird_rake": policy(500, cap=500)},
         5, [145, -120, 50, -80]),
        ((50, 100), (198, 500), "p2 cbr 280; p1 cc; FLOP; TURN; RIVER", (1,),
         {"_railbird_rake": policy(100)}, 3.96, [194.04, -198]),
        ((1.5, 3, 0), (100,) * 3,
         ("p3 cbr 9; p1 cc; p2 cc; FLOP; p1 cc; p2 cc; p3 cc; TURN; p1 cbr 22.84; p2 cc; p3 cc;"
         " RIVER; p1 cbr 45.85; p2 f; p3 f"), (), {"_railbird_rake": policy(400, "floor")} | POT,
         3.82, [59.86, -31.84, -31.84]),
        ((0.02, 0.05, 0, 0), (100, 3.87, 100, 100),
         "p3 cbr 4.24; p4 cc; p1 f; p2 cc;" + check_down("p3 p4"), (4,),
         {"_railbird_rake": policy(500, "floor")}, 0.61, [-0.02, -3.87, -4.24, 7.52]),
        ((0.02, 0.05, 0, 0, 0), (9, 9, 9, 2.83, 9),
         "p3 cbr 0.13; p4 cc; p5 cbr 3.17; p1 f; p2 f; p3 f; p4 cc; FLOP; TURN; RIVER", (5,),
         {"_railbird_rake": policy(610)}, 0.36, [-0.02, -0.05, -0.13, -2.83, 2.67]),
    ],
    ids=["12", "13", "14", "15", "16"],
)  # fmt: skip
def test_rake_that_a_hand_states(blinds, stacks, actions, best, fields, rake, expected):
    text = write(blinds, stacks, actions, best=best, **fields)
    assert nets(text) == expected
    _, outcome = stands(text)
    assert outcome.rows.column("hands", "rake").tolist() == [round(rake * UNIT)]


def test_20_dead_button():
    # seat 2 has the button and is empty, seat 4 the big blind, nobody a small blind
    text = write((10, 0, 0), (100,) * 3, "p2 cc; p3 f; p1 cc; FLOP; p1 cc; p2 cbr 10; p1 f",
                 seats=[4, 5, 1], seat_count=5, _railbird_button=2)  # fmt: skip
    assert nets(text) == [-10, 10, 0]
    _, outcome = stands(text)
    assert outcome.rows.column("hands", "button_seat").tolist() == [1]
    assert fault(text.replace("_railbird_button = 2", "_railbird_button = 4")) == (
        "field", "_railbird_button must be the last player's seat or an empty one of 5",
    )  # fmt: skip


def test_21_a_game_that_is_not_played_is_counted_by_name():
    text = write((1, 2, 0), (9, 9, 9), "p3 f; p1 f", variant="'FR'")
    assert fault(text) == (
        "variant", "variant FR (fixed-limit razz) is not read; those read: NT, FT, PO, FO/8",
    )  # fmt: skip
