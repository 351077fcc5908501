"""Five card draw: the order of the draw, standing pat, the deck that runs short, the second round.

Decks are fixed: the first cards go round one by one from the left of the button, then one is burnt.
"""

from __future__ import annotations

from typing import Any

import pytest

from railbird.cards import format_cards, parse_cards
from railbird.errors import InputError
from railbird.lake import bits
from railbird.simulate.card_columns import set_hands, shown_column
from railbird.simulate.codes import ACTIONS, CAN_CALL, CAN_FOLD, CAN_RAISE
from railbird.simulate.job import Job, resolve
from railbird.simulate.policy import find_policy, rake_of_policy
from railbird.simulate.rake_terms import rake_config
from railbird.simulate.replay import Hand, replay
from railbird.simulate.room import Table, find_room, table_config

RICH = 10_000


def deck_of(hands: list[str], stub: str) -> list[int]:
    """Return the deck that deals these hands, left of the button first, and then the stub."""
    dealt = [parse_cards(hand) for hand in hands]
    order = [hand[i] for i in range(5) for hand in dealt] + parse_cards(stub)
    return order + [card for card in range(52) if card not in order]


def hand(deck: list[int] | None, actions: list[tuple[int, str, int]], **change: Any) -> Hand:
    """Three players, blinds 1/2, limits 2/4; seat 0 is the small blind, the last the button."""
    seats = change.pop("seats", 3)
    betting = change.pop("betting", "FL")
    limits = (2, 4) if betting == "FL" else (0, 0)
    rules = table_config(find_room("standard"), Table("draw", betting, seats, 1, 2, *limits))
    values: dict[str, Any] = {
        "cfg": rules,
        "rk": rake_config(rake_of_policy(find_policy("none"), -2)),
        "stacks": (RICH,) * seats,
        "button": seats - 1,
        "sb_seat": 0,
        "bb_seat": 1,
        "bring_in": 2,
        "posts": ((0, "sb", 1), (1, "bb", 2)),
        "last_blind": 1,
        "holes": (),
        "board": (),
        "actions": tuple(actions),
        "deck": deck,
    }
    return Hand(**(values | change))


def played(*args: Any, **change: Any) -> dict[str, Any]:
    """Play a hand that stands, and return what came of it."""
    rows, verdicts = replay([hand(*args, **change)])
    assert verdicts[0].reason == ""
    players = rows.columns("players")
    set_hands(players, "draw", 5)
    what = rows.column("actions", "what")
    action = what & bits.WHAT_ACTION_MASK
    draws = action == ACTIONS.index("draw")
    shown = texts(shown_column(rows.column("actions", "cards"), "draw"))
    return {
        "hole": texts(players["hole"]),
        "final": texts(players["final_hand"]),
        "rank": players["hand_rank"][0].tolist(),
        "discards": [text for text, draw in zip(shown, draws, strict=True) if draw],
        "drawers": (what >> bits.WHAT_SEAT_SHIFT & bits.WHAT_SEAT_MASK)[draws].tolist(),
        "streets": (what >> bits.WHAT_STREET_SHIFT & bits.WHAT_STREET_MASK)[draws].tolist(),
        "collected": rows.column("players", "collected").tolist(),
        "last_street": int(rows.column("hands", "last_street")[0]),
        "flop_players": int(rows.column("hands", "flop_players")[0]),
        "rows": rows,
    }


def texts(column: Any) -> list[str | None]:
    """Return the strings of a column of text."""
    data = column.data.tobytes().decode()
    spans = zip(column.offsets[:-1], column.offsets[1:], column.absent, strict=True)
    return [None if absent else data[a:b] for a, b, absent in spans]


LIMPED = [(2, "call", 0), (0, "call", 0), (1, "check", 0)]
CHECKED = [(0, "check", 0), (1, "check", 0), (2, "check", 0)]
HANDS = ["AhKh7c5d2s", "QsQd9c8c3h", "JsTs6d4d2h"]


def test_left_of_the_button_draws_first_and_cards_come_in_their_places():
    deck = deck_of(HANDS, "3c" + "AcAd" + "Qh" + "9s8s7s5s3s")  # 3c is burnt
    draws = [(0, "draw", 0b01100), (1, "draw", 0b10000), (2, "draw", 0b11111)]
    result = played(deck, LIMPED + draws + CHECKED)
    assert result["drawers"] == [0, 1, 2]
    assert result["streets"] == [1, 1, 1]
    assert result["discards"] == ["7c5d", "3h", "JsTs6d4d2h"]
    assert result["hole"] == HANDS
    assert result["final"] == ["AhKhAcAd2s", "QsQd9c8cQh", "9s8s7s5s3s"]
    assert result["collected"] == [0, 0, 6]
    assert (result["last_street"], result["flop_players"]) == (1, 3)


@pytest.mark.parametrize("pat", [("check", 0), ("draw", 0)])
def test_standing_pat_keeps_the_five_cards(pat):
    draws = [(seat, *pat) for seat in range(3)]
    result = played(deck_of(HANDS, "3c"), LIMPED + draws + CHECKED)
    assert result["final"] == result["hole"] == HANDS
    assert result["discards"] == [None] * 3
    assert result["collected"] == [0, 6, 0]


def test_who_folds_before_the_draw_has_no_final_hand():
    script = [(2, "fold", 0), (0, "call", 0), (1, "check", 0), (0, "check", 0), (1, "check", 0)]
    result = played(deck_of(HANDS, "3c"), [*script, *CHECKED[:2]])
    assert result["final"] == [HANDS[0], HANDS[1], None]
    assert result["flop_players"] == 2


def test_all_in_players_draw_too_and_the_hands_are_tabled():
    deck = deck_of(HANDS, "3c" + "AcAd")
    script = [(2, "raise", 50), (0, "raise", 100), (1, "fold", 0), (2, "call", 0)]
    draws = [(0, "draw", 0b01100), (2, "check", 0)]
    result = played(deck, script + draws, betting="NL", stacks=(100, RICH, 100))
    assert result["drawers"] == [0, 2]
    assert result["collected"] == [202, 0, 0]
    what = result["rows"].column("actions", "what") & bits.WHAT_ACTION_MASK
    assert (what == ACTIONS.index("show")).sum() == 2


def test_the_bigger_bet_comes_after_the_draw():
    pat = [(0, "check", 0), (1, "check", 0), (2, "check", 0)]
    rows, verdicts = replay([hand(deck_of(HANDS, "3c"), LIMPED + pat)])
    assert (verdicts[0].seat, verdicts[0].min_to, verdicts[0].max_to) == (0, 4, 4)
    rows, verdicts = replay([hand(deck_of(HANDS, "3c"), [])])
    assert (verdicts[0].seat, verdicts[0].min_to) == (2, 4)  # before: the blind and one lower limit
    assert verdicts[0].legal == CAN_FOLD | CAN_CALL | CAN_RAISE
    assert rows.hands.shape[1] == 0


def test_draw_games_have_a_raise_cap_of_their_own():
    pat = [(0, "check", 0), (1, "check", 0), (2, "check", 0)]
    raises = [(i % 3, "raise", 4 + 4 * i) for i in range(1, 5)]
    script = [*LIMPED, *pat, (0, "bet", 4), *raises]
    three = replay([hand(deck_of(HANDS, "3c"), script[:-1])])[1][0]
    four = replay([hand(deck_of(HANDS, "3c"), script)])[1][0]
    assert three.legal == CAN_FOLD | CAN_CALL | CAN_RAISE
    assert four.legal == CAN_FOLD | CAN_CALL


def test_no_limit_after_the_draw_starts_at_the_big_blind():
    pat = [(0, "check", 0), (1, "check", 0), (2, "check", 0)]
    verdict = replay([hand(deck_of(HANDS, "3c"), LIMPED + pat, betting="NL")])[1][0]
    assert (verdict.min_to, verdict.max_to) == (2, RICH - 2)


def test_discards_that_are_no_mask_of_five_cards_are_refused():
    for wrong, reason in (((0, "draw", 32), "mask"), ((0, "fold", 0), "not allowed")):
        verdict = replay([hand(deck_of(HANDS, "3c"), [*LIMPED, wrong])])[1][0]
        assert reason in verdict.reason
        assert (verdict.seat, verdict.decisions) == (0, 3)


def nine_draw_five(masks: list[int]) -> dict[str, Any]:
    """Nine players limp and draw by these masks, from a deck in the order of its cards."""
    seats = len(masks)
    limps = [(seat, "call", 0) for seat in [*range(2, seats), 0]] + [(1, "check", 0)]
    draws = [(seat, "draw", mask) for seat, mask in enumerate(masks)]
    checks = [(seat, "check", 0) for seat in range(seats)]
    return played(list(range(52)), limps + draws + checks, seats=seats)


def test_a_fixed_deck_comes_again_from_its_top():
    """Nine hold 45 cards, one is burnt: six are left. The seventh card drawn was burnt."""
    result = nine_draw_five([0b11111, 0b00011, *[0] * 7])
    assert result["final"][0] == format_cards(range(46, 51))
    # the last of the stub, then seat 0's first card: the deck's first
    assert result["final"][1][:4] == format_cards([51, 0])


def test_nobody_gets_his_own_discards_back():
    """All nine throw everything away, so that every other card comes again and again."""
    result = nine_draw_five([0b11111] * 9)
    for first, final, thrown in zip(
        result["hole"], result["final"], result["discards"], strict=True
    ):
        assert first == thrown
        assert not set(parse_cards(first)) & set(parse_cards(final))
    held = "".join(result["final"])
    assert len(set(parse_cards(held))) == 45


def test_folded_hands_come_again_once_the_stub_is_dealt_out():
    script = [(seat, "fold", 0) for seat in range(2, 7)]
    script += [(7, "call", 0), (8, "call", 0), (0, "call", 0), (1, "check", 0)]
    draws = [(seat, "draw", 0b11111) for seat in (0, 1, 7, 8)]
    checks = [(seat, "check", 0) for seat in (0, 1, 7, 8)]
    result = played(list(range(52)), script + draws + checks, seats=9)
    # the first drawer got 46 to 50, the second 51: what nobody has now comes in the deck's order
    held = set(range(46, 52)) | {card for card in range(45) if card % 9 in (1, 7, 8)}
    again = [card for card in range(52) if card not in held]
    assert result["final"][1] == format_cards([51, *again[:4]])
    assert result["final"][7] == format_cards(again[4:9])
    assert result["final"][8] == format_cards(again[9:14])


def test_the_burnt_card_comes_again_once_the_stub_is_dealt_out():
    result = nine_draw_five([0b11111] * 3 + [0] * 6)
    assert result["final"][2][:4] == format_cards([36, 45])  # the first's last discard, the burnt


def test_known_hands_and_drawn_cards_need_no_deck():
    holes = tuple(tuple(parse_cards(text)) for text in HANDS)
    drawn = (parse_cards("AcAd"), (), None)
    draws = [(0, "draw", 0b01100), (1, "check", 0), (2, "draw", 0b00001)]
    result = played(None, LIMPED + draws + CHECKED, holes=holes, drawn=drawn)
    assert result["final"] == ["AhKhAcAd2s", HANDS[1], None]


def test_at_most_nine_players():
    resolve(Job(game="draw", seats=9))
    with pytest.raises(InputError, match="seats = 10"):
        resolve(Job(game="draw", seats=10))
