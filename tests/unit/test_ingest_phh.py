"""PHH hands, legal and not: what they pay, or which action breaks which rule.

Players are counted from the small blind; the last one is the button. Amounts in the tests are
whole chips.
"""

from __future__ import annotations

from io import BytesIO

import pytest
from phh_hands import fault, read, replayed, stacks_after

from railbird.ingest.phh import Phh
from railbird.ingest.recorded import UNIT
from railbird.lake.bits import OUTCOME_MUCKED, OUTCOME_SHOWN
from railbird.simulate.codes import POSITIONS

BASE = {
    "variant": "'NT'",
    "antes": "[0, 0, 0]",
    "blinds_or_straddles": "[50, 100, 0]",
    "min_bet": "100",
    "starting_stacks": "[10000, 10000, 10000]",
    "players": "['Ann', 'Bob', 'Cy']",
}
DEAL = ["d dh p1 2c7d", "d dh p2 AsKs", "d dh p3 9h9d"]
FOLDED = [*DEAL, "p3 f", "p1 f"]
TO_THE_RIVER = [
    *DEAL, "p3 cbr 300", "p1 f", "p2 cc", "d db 3s4sTd", "p2 cc", "p3 cbr 400", "p2 cc", "d db 5h",
    "p2 cc", "p3 cc", "d db Kd", "p2 cbr 1000", "p3 cc", "p2 sm AsKs", "p3 sm",
]  # fmt: skip
HEADS_UP = {
    "antes": "[0, 0]",
    "blinds_or_straddles": "[50, 100]",
    "starting_stacks": "[5000, 8000]",
    "players": "['Ann', 'Bob']",
}
HEADS_UP_DEAL = ["d dh p1 2c7d", "d dh p2 AsKs"]


def text_of(actions: list[str], **fields: str) -> str:
    lines = [f"{key} = {value}" for key, value in (BASE | fields).items() if value]
    return "\n".join([*lines, f"actions = {actions!r}"])


def stacks(actions: list[str], **fields: str) -> list[float]:
    """Return the stacks after a hand that stands, player by player."""
    return stacks_after(text_of(actions, **fields))


def refused(actions: list[str], **fields: str) -> tuple[str, str]:
    """Return code and message of a hand that does not stand."""
    return fault(text_of(actions, **fields))


def test_everybody_folds():
    assert stacks(FOLDED) == [9950, 10050, 10000]


def test_showdown_and_muck():
    assert stacks(TO_THE_RIVER) == [9950, 11750, 8300]
    _, outcome = replayed(text_of(TO_THE_RIVER))
    outcomes = outcome.rows.column("players", "outcome").tolist()
    assert [o & (OUTCOME_SHOWN | OUTCOME_MUCKED) for o in outcomes] == [
        0,
        OUTCOME_SHOWN,
        OUTCOME_MUCKED,
    ]
    assert outcome.rows.column("hands", "hand_id").tolist() == [3 << 32 | 7]


def test_heads_up_arrays_are_the_other_way_round():
    actions = [*HEADS_UP_DEAL, "p2 cbr 250", "p1 f"]
    assert stacks(actions, **HEADS_UP) == [4900, 8100]
    hand, outcome = replayed(text_of(actions, **HEADS_UP))
    columns = outcome.rows.columns("players")
    assert [POSITIONS[code] for code in columns["position"]] == ["BB", "BTN"]
    assert hand.setting.small_blind == 50 * UNIT
    # antes too: only the big blind's, which stands second
    ante = HEADS_UP | {"antes": "[0, 100]"}
    assert stacks([*HEADS_UP_DEAL, "p2 f"], **ante) == [5050, 7950]


def test_side_pots_and_the_short_stack():
    # p1 is all-in for 1000 with the best hand, p2 and p3 play for the rest
    actions = [
        "d dh p1 AcAd", "d dh p2 KcKd", "d dh p3 QcQd", "p3 cbr 5000", "p1 cc", "p2 cbr 10000",
        "p3 cc", "d db 2s3s7h", "d db 8h", "d db Jd", "p2 sm KcKd", "p3 sm QcQd", "p1 sm AcAd",
    ]  # fmt: skip
    given = "[1000, 10000, 10000]"
    assert stacks(actions, starting_stacks=given) == [3000, 18000, 0]


def test_half_chips_are_split_where_the_file_has_some():
    actions = [
        "d dh p1 2c3d", "d dh p2 AcKd", "d dh p3 AdKc", "p3 cc", "p1 f", "p2 cc", "d db 2s7h8h",
        "p2 cc", "p3 cc", "d db 9d", "p2 cc", "p3 cc", "d db Js", "p2 cc", "p3 cc",
        "p2 sm AcKd", "p3 sm AdKc",
    ]  # fmt: skip
    blinds = {"blinds_or_straddles": "[25, 50, 0]", "min_bet": "50"}
    # 125 chips for two: in whole chips the odd one goes left of the button
    assert stacks(actions, **blinds) == [9975, 10013, 10012]
    halves = "[9975, 10012.5, 10012.5]"
    assert stacks(actions, **blinds, finishing_stacks=halves) == [9975, 10012.5, 10012.5]


def test_ante_of_all_and_of_the_big_blind():
    assert stacks(FOLDED, antes="[10, 10, 10]", ante_trimming_status="true") == [9940, 10070, 9990]
    assert stacks(FOLDED, antes="[0, 100, 0]") == [9950, 10050, 10000]


def test_straddle_acts_last():
    actions = [
        *DEAL, "d dh p4 QhQs", "p4 cbr 500", "p1 f", "p2 f", "p3 cc", "d db 3s4sTd", "p3 f",
    ]  # fmt: skip
    four = {
        "antes": "[0, 0, 0, 0]", "blinds_or_straddles": "[50, 100, 200, 0]",
        "starting_stacks": "[10000, 10000, 10000, 10000]", "players": "",
    }  # fmt: skip
    assert stacks(actions, **four) == [9950, 9900, 9500, 10650]
    hand, _ = replayed(text_of(actions, **four))
    assert hand.players == ["p1", "p2", "p3", "p4"]
    assert hand.setting.straddle == 200 * UNIT
    first = [*actions[:4], "p3 cbr 500", *actions[5:]]
    assert refused(first, **four)[1].startswith("action 5 'p3 cbr 500': out of turn; player 4")


def test_seats_of_the_table():
    hand, outcome = replayed(text_of(FOLDED, seats="[5, 6, 2]", seat_count="6"))
    assert hand.setting.places == (4, 5, 1)
    assert outcome.rows.column("players", "seat").tolist() == [1, 4, 5]
    assert outcome.rows.column("hands", "button_seat").tolist() == [1]


def test_commentary_spaces_no_operations_and_tens():
    deal = ["d  dh p1 10c7d # ten", *DEAL[1:], "", "# a word", "p3   f", "p1 f # bye"]
    assert stacks(deal) == [9950, 10050, 10000]


def test_cards_shown_that_were_not_known():
    actions = ["d dh p1 ????", "d dh p2 ??Ks", "d dh p3 ????", *TO_THE_RIVER[3:]]
    hand, _ = replayed(text_of(actions))
    assert hand.holes[2:4] == [51, 47]
    assert stacks(actions) == [9950, 11750, 8300]


def test_what_a_record_says_of_itself():
    hand = read(
        text_of(
            FOLDED, hand="'A7'", venue="'Club'", currency="'EUR'", time="11:57:05.250", day="6",
            month="7", year="2009", time_zone="'America/New_York'",
        )
    )  # fmt: skip
    assert (hand.site_hand_id, hand.site, hand.setting.currency) == ("A7", "Club", "EUR")
    assert hand.started_at == 1_246_895_825_250_000
    assert hand.tz_status == "stated"


@pytest.mark.parametrize(
    ("fields", "known", "status"),
    [
        ({}, True, "none stated, taken as UTC"),
        ({"time_zone_abbreviation": "'ET'"}, False, "abbreviation 'ET' not read"),
        ({"time_zone": "'Mars/Olympus'"}, False, "zone 'Mars/Olympus' unknown"),
        ({"city": "'Las Vegas'"}, False, "only the place is stated"),
    ],
)
def test_time_zone_is_never_guessed(fields, known, status):
    hand = read(text_of(FOLDED, time="11:57:05", day="6", month="7", year="2009", **fields))
    assert hand.tz_status == status
    assert (hand.started_at == 1_246_881_425_000_000) if known else (hand.started_at is None)


@pytest.mark.parametrize(
    ("actions", "code", "message"),
    [
        ([*DEAL, "p3 cbr 150", "p1 f", "p2 f"], "illegal",
         "action 4 'p3 cbr 150': below the minimum (200)"),
        ([*DEAL, "p3 cbr 10001", "p1 f", "p2 f"], "illegal",
         "action 4 'p3 cbr 10001': above the maximum (10000)"),
        ([*DEAL, "p3 f", "p2 f"], "illegal",
         "action 5 'p2 f': out of turn; player 1 ('Ann') is to act"),
        ([*DEAL, "p3 f"], "illegal",
         "the record ends before the hand does; player 1 ('Ann') is to act"),
        ([*FOLDED, "p2 cc"], "illegal", "action 6 'p2 cc': the hand is over"),
        ([*TO_THE_RIVER[:11], *TO_THE_RIVER[12:]], "illegal",
         "action 12 'p3 cc': out of turn; player 2 ('Bob') is to act"),
        ([*TO_THE_RIVER[:6], *TO_THE_RIVER[7:]], "board", "2 cards on the board are too few"),
        ([*TO_THE_RIVER[:5], "d db 3s4sTd", "p2 cc", *TO_THE_RIVER[7:]], "street",
         "action 7 'p2 cc': 3 cards are on the board; it belongs to the preflop, with 0"),
        ([*FOLDED, "d db 3s4sTd"], "board",
         "3 cards on the board of a hand that ends before the flop"),
        ([*DEAL, "p3 f", "p1 cbr 200", "p2 cbr 300", "p1 cbr 400", "p2 cbr 450"], "illegal",
         "action 8 'p2 cbr 450': below the minimum (500)"),
        (["d dh p1 AsKd", *DEAL[1:], "p3 f", "p1 f"], "cards",
         "As comes twice; a deck holds one of each"),
        (["d dh p1 AxKd", *DEAL[1:]], "cards",
         "action 1 'd dh p1 AxKd': 'Ax' is no card; write them as AhTd, or ?? if unknown"),
        (["d dh p1 AcKdQd", *DEAL[1:]], "cards",
         "action 1 'd dh p1 AcKdQd': 3 cards; a hand of this game has 2"),
        ([DEAL[0], *DEAL], "action", "action 2 'd dh p1 2c7d': this player has cards already"),
        ([*DEAL, "p4 f"], "action", "action 4 'p4 f': there are only 3 players"),
        ([*DEAL, "p0 f"], "action", "action 4 'p0 f': 'p0' is no player; write p1, p2, ..."),
        ([*DEAL, "p3 folds"], "action",
         "action 4 'p3 folds': no action; known: d db, d dh, f, cc, cbr, sm"),
        ([*DEAL, "p3 cbr -5"], "action", "action 4 'p3 cbr -5': '-5' is no amount"),
        ([*DEAL, "p3 cbr 200.005"], "amount",
         "action 4 'p3 cbr 200.005': cbr: 200.005 is finer than a hundredth, the smallest unit"),
        ([*DEAL, "p3 pb"], "action", "action 4 'p3 pb': no action of hold'em"),
        ([*TO_THE_RIVER[:-2], "p2 sm AsKc", "p3 sm"], "cards",
         "action 17 'p2 sm AsKc': other cards than were dealt"),
        ([*TO_THE_RIVER[:-2], "p2 sm", "p3 sm 9h9d"], "muck",
         "player 2 ('Bob') mucks a hand that wins"),
        ([*DEAL[:2], "d dh p3 ????", *TO_THE_RIVER[3:-1]], "unknown_cards",
         "showdown with unknown cards of player 3 ('Cy')"),
        ([*TO_THE_RIVER[:6], "d db 3s4s??", *TO_THE_RIVER[7:]], "unknown_cards",
         "action 7 'd db 3s4s??': a card of the board is unknown"),
    ],
)  # fmt: skip
def test_illegal_hands_name_the_action_and_the_rule(actions, code, message):
    found, words = refused(actions)
    assert (found, words[: len(message)]) == (code, message)


def test_short_all_in_does_not_reopen():
    # p3 opens, p1 goes all-in for less than a full raise, p2 calls, p3 may not raise again
    actions = [*DEAL, "p3 cbr 1000", "p1 cbr 1500", "p2 cc", "p3 cbr 4000"]
    code, message = refused(actions, starting_stacks="[1500, 10000, 10000]")
    assert (code, message) == (
        "illegal",
        "action 7 'p3 cbr 4000': not allowed here (allowed: fold, call)",
    )


@pytest.mark.parametrize(
    ("fields", "code", "message"),
    [
        ({"finishing_stacks": "[9950, 10000, 10050]"}, "stacks",
         "finishing stack of player 2 ('Bob'): 10000 in the record, 10050 by the actions"),
        ({"finishing_stacks": "[9950, 10050]"}, "field",
         "finishing_stacks has 2 entries for 3 players"),
        ({"variant": "'FB'"}, "variant",
         "variant FB (fixed-limit badugi) is not read; those read: NT, FT, PO, FO/8"),
        ({"variant": "'XY'"}, "variant", "variant 'XY' is unknown; known: FT, NT"),
        ({"variant": ""}, "field", "variant is missing"),
        ({"variant": "5"}, "field", "variant must be a text"),
        ({"antes": "[0, 0]"}, "field", "antes has 2 entries for 3 players"),
        ({"antes": "[0, 0, -5]"}, "unsupported", "an ante below zero"),
        ({"blinds_or_straddles": "[50, 100, -70]"}, "unsupported",
         "blinds_or_straddles: player 3 posts late what is neither the big blind, nor the small"),
        ({"blinds_or_straddles": "[-50, 100, 0]"}, "unsupported",
         "blinds_or_straddles: a late post (below zero) in the place of a blind"),
        ({"blinds_or_straddles": "[0, 0, 100]"}, "unsupported", "blinds_or_straddles: the big"),
        ({"blinds_or_straddles": "[200, 100, 0]"}, "unsupported", "blinds_or_straddles: the big"),
        ({"blinds_or_straddles": "[50, 100, 100]"}, "unsupported", "blinds_or_straddles: a str"),
        ({"blinds_or_straddles": "[50, inf, 0]"}, "amount", "blinds_or_straddles: inf is no"),
        ({"min_bet": "0"}, "amount", "min_bet must be above zero"),
        ({"variant": "'FT'"}, "field", "small_bet is missing"),
        ({"variant": "'FT'", "small_bet": "100"}, "field", "big_bet is missing"),
        ({"variant": "'FT'", "small_bet": "100", "big_bet": "50"}, "amount", "small_bet must be"),
        ({"variant": "'NS'"}, "variant", "variant NS (no-limit short-deck hold'em, whose 36 cards"),
        ({"min_bet": ""}, "field", "min_bet is missing"),
        ({"starting_stacks": "[10000, 0, 10000]"}, "amount", "starting_stacks must be above zero"),
        ({"starting_stacks": "[10000]"}, "unsupported", "1 players; 2 to 10 can play"),
        ({"starting_stacks": "10000"}, "field", "starting_stacks is 10000; a list of amounts is"),
        ({"players": "['Ann', 'Bob']"}, "field", "players must be 3 names"),
        ({"players": "['Ann', 'Bob', 'Ann']"}, "field", "players: the same name twice"),
        ({"seats": "[1, 3, 2]"}, "field", "seats are not in the order of the deal, each once"),
        ({"seats": "[1, 1, 2]"}, "field", "seats are not in the order of the deal, each once"),
        ({"seats": "[1, 2, 11]"}, "field", "seats must be from 1 to 10"),
        ({"seats": "[1, 2, true]"}, "field", "seats must be 3 whole numbers"),
        ({"seat_count": "0x" + "f" * 5000}, "field", "seat_count is too large"),
        ({"hand": "0x" + "f" * 5000}, "field", "hand is too large"),
        ({"hand": "1.5"}, "field", "hand must be a whole number"),
        ({"seat_count": "2"}, "field", "seat_count is 2 for 3 players"),
        ({"time": "11:57:05", "day": "31", "month": "2", "year": "2009"}, "field", "no such date"),
        ({"time": "'x'", "day": "31", "month": "1", "year": "2009"}, "field", "time must be a "),
    ],
)  # fmt: skip
def test_fields_that_cannot_be(fields, code, message):
    found, words = refused(FOLDED, **fields)
    assert (found, words[: len(message)]) == (code, message)


def test_smallest_chip_of_a_file():
    form = Phh()

    def chip(text: str) -> int:
        return form.smallest_chip(form.cut(BytesIO(text.encode())))

    assert chip("[1]\nantes = [0, 0]\n[2]\nantes = [0, 0]") == 100
    assert chip("[1]\nantes = [0, 0]\n[2]\nstarting_stacks = [\n 1,\n 2.5]") == 50
    assert chip("[1]\nmin_bet = 0.25\n[2]\nactions = ['p1 cbr 1.10']") == 5
    assert chip("[1]\nfinishing_stacks = [1.01, 2]") == 1
    # other numbers are no money
    assert chip("[1]\n_note = 1.23\nactions = ['p1 f # 33.33 %']\nwinnings = [1.11]") == 100


def test_detection_by_content():
    form = Phh()
    assert form.fits(b"\xef\xbb\xbfvariant = 'NT'")
    assert form.fits(b"# a comment\r[1]\r  actions=[]\r")
    assert not form.fits(b"PokerStars Hand #1: no variant = here")
    assert not form.fits(b"")


FOUR = {
    "antes": "[0, 0, 0, 0]",
    "blinds_or_straddles": "[50, 100, 200, 0]",
    "starting_stacks": "[10000, 10000, 10000, 10000]",
    "players": "",
}
ALL_IN = [
    "d dh p1 AcAd", "d dh p2 KcKd", "d dh p3 QcQd", "p3 cbr 5000", "p1 cc", "p2 cbr 10000",
    "p3 cc", "p2 sm KcKd", "p3 sm QcQd", "p1 sm AcAd", "d db 2s3s7h", "d db 8h", "d db Jd",
]  # fmt: skip


@pytest.mark.parametrize(
    ("actions", "fields"),
    [
        (FOLDED, {}),
        (TO_THE_RIVER, {}),
        ([*HEADS_UP_DEAL, "p2 cbr 250", "p1 f"], HEADS_UP),
        ([*HEADS_UP_DEAL, "p2 f"], HEADS_UP | {"antes": "[0, 100]"}),
        ([*HEADS_UP_DEAL, "p2 cbr 300", "p1 cbr 900", "p2 f"], HEADS_UP | {"antes": "[10, 10]"}),
        (ALL_IN, {"starting_stacks": "[1000, 10000, 10000]"}),
        (FOLDED, {"antes": "[10, 10, 10]", "ante_trimming_status": "true"}),
        (FOLDED, {"antes": "[0, 100, 0]"}),
        (ALL_IN, {"starting_stacks": "[1000, 10100, 10000]", "antes": "[0, 100, 0]"}),
        ([*DEAL, "d dh p4 QhQs", "p4 cbr 500", "p1 f", "p2 f", "p3 f"], FOUR),
    ],
)
def test_pokerkit_reads_the_same(actions, fields):
    from pokerkit import HandHistory

    *_, end = HandHistory.loads(text_of(actions, **fields))
    assert stacks(actions, **fields) == list(end.stacks)
