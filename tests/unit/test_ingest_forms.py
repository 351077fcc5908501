"""Hands read many at once, by their form: the same hands as read one by one, faults included."""

from __future__ import annotations

from io import BytesIO
from math import gcd
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from phh_hands import check_down, write

from railbird.ingest.phh import Phh
from railbird.ingest.recorded import UNIT, Passage, RecordedHand, UnreadableError

FIELDS: dict[str, Any] = {
    "players": "['a', 'b', 'c']", "finishing_stacks": "[95, 100, 105]", "venue": "'V'",
    "time": "11:57:05", "time_zone": "'UTC'", "day": 6, "month": 7, "year": 2009, "hand": 17,
    "seats": [2, 5, 1], "seat_count": 6,
}  # fmt: skip
SHOWN = check_down("p1 p2 p3") + "; p1 sm QhQs; p2 sm -; p3 sm; p2 sm KhKs"
TEXT = write((1, 2, 0), (100, 100.5, 100), f"p3 cc; p1 cbr 5.50; p2 cc; p3 cc; {SHOWN}", **FIELDS)
# the export writes its actions in the middle, and quotes with ' alone
HAND = TEXT.replace('"', "'").encode()


def passage(raw: bytes) -> Passage:
    return Passage(0, len(raw), 1, raw)


def told(found: RecordedHand | UnreadableError) -> Any:
    """Return a hand, or what is wrong, as something that can be compared."""
    if isinstance(found, UnreadableError):
        return found.code, found.message
    names = [name for name in RecordedHand.__slots__ if name != "texts"]
    return {name: getattr(found, name) for name in names} | {"texts": list(found.texts)}


def both(*raws: bytes) -> tuple[list[Any], list[Any]]:
    """Return hands as read together, and as read one by one by readers that know nothing."""
    together = Phh().reader(1).read_all([passage(raw) for raw in raws])
    alone = [Phh().reader(1).try_to_read(passage(raw)) for raw in raws]
    return [told(found) for found in together], [told(found) for found in alone]


def is_fast(raw: bytes) -> bool:
    """Return whether a hand like this one is read by its form alone, once the form is known."""
    reader = Phh().reader(1)
    reader.read(passage(raw))

    def refuse(_: Passage) -> RecordedHand:
        raise AssertionError("read the long way")

    reader.read = refuse  # type: ignore[method-assign]
    (found,) = reader.read_all([passage(raw)])
    return isinstance(found, RecordedHand)


def test_the_usual_hand_is_read_by_its_form():
    assert is_fast(HAND)
    assert is_fast(b"[12]\n" + HAND)
    assert is_fast(HAND.replace(b"'QhQs'", b"'????'"))
    together, alone = both(HAND, HAND, HAND.replace(b"hand = 17", b"hand = 'A-1'"))
    assert together == alone
    assert [hand["site_hand_id"] for hand in together] == ["17", "17", "A-1"]


SPOTS = [
    b"p1 sm QhQs", b"p2 sm -", b"p3 sm", b"d db 2c7dJh", b"d dh p1 QhQs", b"p1 cbr 5.50", b"p3 cc",
    b"[95, 100, 105]", b"[100, 100.5, 100]", b"11:57:05", b"day = 6", b"'UTC'", b"hand = 17",
    b"['a', 'b', 'c']", b"actions = ['", b"'V'", b"variant",
]  # fmt: skip
PUT = [
    "p1 sm QsQh", "p1 sm ????", "p1 sm QhQh", "p1 sm ??Qs", "d db 2c7d", "d db 2c7d??", "p4 cc",
    "p10 f", "p0 cc", "d dh p1 ????", "d dh p1 QhQsTs", "d dh p2 KhKs", "d dh p9 KsTs", "p1 pb",
    "p1 cbr 5.555", "p1 cbr 5.", "p1 cbr .5", "p1 cbr 07", "p1 cbr 123456789012345", "p1 cbr -1",
    "p3 cc # so", "", "p3 f ', 'p1 f", "d db 2c7dJh', 'd db 8h8s", "p1 sm 10hTd", "d db QdTd9h",
    "[95, 100]", "[inf, 100, 105]", "[95, 1e2, 105]", "[0, 1, 1]", "[95.001, 1, 1]", "11:57:05.5",
    "25:00:00", "day = 31", "day = '6'", "day = 6\nday = 6", "'Europe/Paris'", "'Nowhere'",
    "hand = 0", "hand = 007", "hand = true", "['a', 'b', 'b']", "['a', 'b']", "['a', \"b'c\"]", "5",
    "actions = ['p1 f']\nactions = ['", "#", "]", "'", "\r", "\t", "\x01", "\u2028", "é",
]  # fmt: skip


OMAHA = HAND.replace(b"'NT'", b"'PO'")
for two, four in ((b"QhQs", b"QhQs2d3d"), (b"KhKs", b"KhKs4d5d"), (b"AhAs", b"AhAs6d7s")):
    OMAHA = OMAHA.replace(two, four)
OMAHA_PUT = [
    "p1 sm 3dQs2dQh", "p1 sm ????????", "p1 sm ????", "p1 sm QhQs2d", "p1 sm QhQs2d3d4d",
    "p1 sm QhQs2d??", "p1 sm QhQs2d2d", "d dh p1 ????????", "d dh p1 ????", "d dh p1 QhQs2d??",
    "d dh p1 QhQs2dKh", "d dh p1 QhQs",
]  # fmt: skip


@pytest.mark.parametrize("new", [*OMAHA_PUT, *PUT])
def test_both_ways_say_the_same_of_omaha(new):
    assert is_fast(OMAHA)
    for spot in (b"p1 sm QhQs2d3d", b"d dh p1 QhQs2d3d", b"p2 sm KhKs4d5d", b"p3 cc"):
        together, alone = both(OMAHA, HAND, OMAHA.replace(spot, new.encode()), HAND)
        assert together == alone


@given(st.data())
def test_both_ways_say_the_same(data):
    raw = b"[3]\n" * data.draw(st.booleans()) + HAND
    spot = data.draw(st.sampled_from(SPOTS))
    new = data.draw(st.sampled_from(PUT) | st.text(max_size=4)).encode()
    at = raw.index(spot)
    cut = len(spot) if data.draw(st.booleans()) else data.draw(st.integers(0, 2))
    at += data.draw(st.integers(0, len(spot) - cut))
    changed = raw[:at] + new + raw[at + cut :]
    together, alone = both(raw, changed, raw, changed)
    assert together == alone


@pytest.mark.parametrize("new", PUT)
@pytest.mark.parametrize("spot", SPOTS)
def test_both_ways_say_the_same_of_every_pair(spot, new):
    raw = HAND.replace(spot, new.encode())
    together, alone = both(HAND, raw, HAND, raw)
    assert together == alone


def test_a_line_after_the_actions_is_no_part_of_the_one_before_them():
    end = HAND.index(b"']", HAND.index(b"actions")) + 2
    joined = HAND[:end] + b"5" + HAND[end:]
    together, alone = both(HAND, joined)
    assert together == alone
    assert together[1][0] == "syntax"


def test_forms_may_alternate():
    other = HAND.replace(b"venue = 'V'\n", b"")
    moved = b"min_bet = 2\n" + HAND.replace(b"min_bet = 2\n", b"")
    together, alone = both(*[HAND, other, moved] * 4)
    assert together == alone


def test_settings_are_shared_by_the_hands_that_have_them():
    form = Phh()
    file = b"".join(b"[%d]\n%b\n\n" % (n, HAND) for n in range(1, 6))
    hands = form.reader(1).read_all(list(form.cut(BytesIO(file))))
    assert len({id(hand.setting) for hand in hands if isinstance(hand, RecordedHand)}) == 1


@given(
    st.lists(st.sampled_from(["1", "2.50", "0.05", "0.1", "3.20", "0.04", "7.125"]), min_size=1),
    st.sampled_from(["0.05", "0.03", "12", "0.123456"]),
)
def test_the_smallest_chip_looks_at_every_amount_and_at_nothing_else(bets, won):
    texts = [f"winnings = [{won}, 0]\nactions = ['p1 cbr {bet}']" for bet in bets]
    passages = [passage(text.encode()) for text in texts]
    hundredths = [int(bet.partition(".")[2][:2].ljust(2, "0")) for bet in bets if "." in bet]
    assert Phh().smallest_chip(passages) == gcd(UNIT, *hundredths)
