"""Fields of PHH hands: the fast way agrees with the library, and no amount is ever a float."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from railbird.ingest import phh_fields
from railbird.ingest.phh_fields import UNKNOWN, read_fields
from railbird.ingest.recorded import LARGEST_AMOUNT, UnreadableError

HAND = """[7]
variant = 'NT'
ante_trimming_status = true
antes = [0, 0, 0]
blinds_or_straddles = [0.5, 1, 0]
min_bet = 1
starting_stacks = [100, 99.75, 1000.10]
actions = ['d dh p1 AhKh', 'p3 cbr 2.50', 'p1 f # "out"']
time = 11:57:05
seats = [5, 6, 1]
hand = 60313099320
venue = "Club"
players = ['a', 'Ünal', '']
"""


def issue(raw: bytes) -> tuple[str, str]:
    with pytest.raises(UnreadableError) as caught:
        read_fields(raw)
    return caught.value.code, caught.value.message


def plain(text: str):
    """Return the fields the fast way, None where it leaves them to the library."""
    if not phh_fields.is_ordinary(text.encode()):
        return None
    fields = phh_fields.read_lines(text.strip().split("\n"))
    if fields is not None:
        fields.pop("", None)
    return fields


def test_both_ways_give_the_same():
    fields = plain(HAND)
    assert fields is not None
    assert fields == phh_fields.read_toml(HAND)
    assert fields["starting_stacks"] == (10000, 9975, 100010)
    assert fields["blinds_or_straddles"] == (50, 100, 0)


@given(st.data())
def test_the_fast_way_accepts_nothing_else(data):
    lines = HAND.strip().split("\n")
    at = data.draw(st.integers(0, len(lines) - 1))
    line = lines[at]
    spot = data.draw(st.integers(0, len(line)))
    new = data.draw(
        st.text(st.characters(codec="utf-8"), max_size=3) | st.sampled_from("'\"[],.#=-_0\\")
    )
    lines[at] = line[:spot] + new + line[spot + data.draw(st.integers(0, 2)) :]
    if data.draw(st.booleans()):
        lines.append(data.draw(st.sampled_from(lines)))
    text = "\n".join(lines)
    fast = plain(text)
    if fast is not None:
        assert fast == phh_fields.read_toml(text)


@pytest.mark.parametrize(
    ("text", "units"),
    [
        ("1", 100), ("-1", -100), ("0.5", 50), ("1_000", 100_000), ("1e3", 100_000),
        ("12.50", 1250), ("12.5000000000000000000000000000000000000", 1250), ("0.0", 0),
        ("-0.01", -1), ("+5", 500), ("0x10", 1600), ("inf", UNKNOWN), ("+inf", UNKNOWN),
        ("0e999999999", 0), (str(LARGEST_AMOUNT // 100), LARGEST_AMOUNT),
    ],
)  # fmt: skip
def test_amounts_are_exact(text, units):
    assert read_fields(f"antes = [{text}]\nmin_bet = {text}".encode()) == {
        "antes": (units,),
        "min_bet": units,
    }


@pytest.mark.parametrize(
    ("text", "code", "words"),
    [
        ("0.005", "amount", "0.005 is finer than a hundredth"),
        ("1.1000000000000000000000000000000000001", "amount", "finer than a hundredth"),
        ("1e999999999", "amount", "1E+999999999 is too large"),
        ("1e-999999999", "amount", "finer than a hundredth"),
        ("1e99999999999999999999", "syntax", "not valid TOML"),
        ("99999999999999", "amount", "99999999999999 is too large"),
        ("0x" + "f" * 9999, "amount", "a number of 39996 bits is too large"),
        ("1" * 5000, "syntax", "not valid TOML"),
        ("nan", "amount", "NaN is no amount"),
        ("-inf", "amount", "-Infinity is no amount"),
        ("'5'", "field", "'5' is no amount"),
        ("true", "field", "True is no amount"),
        ("[1]", "field", "[1] is no amount"),
        ("007", "syntax", "not valid TOML"),
    ],
)
def test_bad_amounts(text, code, words):
    found, message = issue(f"antes = [{text}]".encode())
    assert found == code
    assert words in message
    assert len(message) < 200
    assert "\n" not in message


def test_text_that_is_no_toml():
    assert issue(b"a = 1\nb = \xff") == (
        "not_utf8",
        "byte 11 of the hand is not UTF-8; save the file as UTF-8",
    )
    assert issue(b"[1]\na = 'x")[0] == "syntax"
    assert issue(b"a = " + b"[" * 50_000)[0] == "syntax"
    assert issue(b"a = 1\na = 1")[0] == "syntax"
    assert issue(b"[1]\na = 1\n[2.x]\nb = 1")[0] == "syntax"


def test_line_ends_do_not_matter():
    expected = read_fields(HAND.encode())
    for end in ("\r\n", "\r"):
        assert read_fields(HAND.replace("\n", end).encode()) == expected
    assert read_fields(HAND.replace("\n", "\r\n", 4).replace("]\n", "]\r").encode()) == expected


def test_user_fields_and_lists_on_many_lines():
    text = "[1]\nantes = [\n 1.5, # first\n 2,\n]\n_own = {a = 1.25}\n\n[1._more]\nx = 1979-05-27\n"
    fields = read_fields(text.encode())
    assert fields["antes"] == (150, 200)
    assert str(fields["_own"]["a"]) == "1.25"
