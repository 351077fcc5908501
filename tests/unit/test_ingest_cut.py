"""Cutting PHH files: where hands begin and end, whatever stands in between."""

from __future__ import annotations

from io import BytesIO

import pytest
from hypothesis import given
from hypothesis import strategies as st

from railbird.ingest import phh_cut
from railbird.ingest.phh_cut import LONGEST_HAND, count_lines, cut

THREE = b"[1]\na = 1\n\n[2]\na = 2\nb = 3\n\n\n[3]\na = 4"


def pieces(content: bytes) -> list[bytes]:
    found = list(cut(BytesIO(content)))
    for passage in found:
        assert content[passage.start : passage.end] == passage.raw
        assert passage.line == 1 + count_lines(content[: passage.start])
    return [passage.raw for passage in found]


def test_tables():
    assert pieces(THREE) == [b"[1]\na = 1", b"[2]\na = 2\nb = 3", b"[3]\na = 4"]


def test_single_hand():
    assert pieces(b"a = 1\nb = [1]\n") == [b"a = 1\nb = [1]"]


@pytest.mark.parametrize("end", [b"\r\n", b"\r", b"\n"])
def test_line_ends(end):
    assert len(pieces(THREE.replace(b"\n", end))) == 3


def test_mixed_line_ends():
    mixed = b"[1]\r\na = 1\r[2]\na = 2\r\n\r[3]\r\na = 3\n\r\n"
    assert pieces(mixed) == [b"[1]\r\na = 1", b"[2]\na = 2", b"[3]\r\na = 3"]


def test_byte_order_mark_comments_and_space_are_no_hands():
    content = b"\xef\xbb\xbf# a file\n\n  # of hands\n[ 'x' ] # first\na = 1\n \t\n"
    assert pieces(content) == [b"[ 'x' ] # first\na = 1"]
    assert pieces(b"") == []
    assert pieces(b"\xef\xbb\xbf") == []
    assert pieces(b"a") == [b"a"]


def test_a_quote_that_is_never_closed_ends_with_the_next_hand():
    assert pieces(b'[1]\na = """\nb\n[2]\na = 1\n') == [b'[1]\na = """\nb', b"[2]\na = 1"]


def test_header_at_the_very_end():
    assert pieces(b"[1]\na = 1\n[2]") == [b"[1]\na = 1", b"[2]"]


def test_other_brackets_begin_no_hand():
    text = b"[1]\na = [\n[1, 2],\n]\n[1.user]\nb = 1\n[[c]]\nd = 1"
    assert pieces(text) == [text]


@given(
    st.lists(
        st.sampled_from([b"[1]", b"\n", b"\r\n", b"\r", b"a = 1", b" ", b"# c", b"'", b'["x"]']),
        max_size=40,
    ),
    st.integers(1, 9),
)
def test_blocks_do_not_matter(words, block):
    content = b"".join(words)
    whole = list(cut(BytesIO(content)))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(phh_cut, "BLOCK", block)
        assert list(cut(BytesIO(content))) == whole


def test_too_long_a_passage_is_cut_short_and_the_next_is_whole():
    long = b"[1]\na = '" + b"x\r\n" * LONGEST_HAND + b"'"
    content = b"[0]\nb = 1\n" + long + b"\n[2]\na = 2\n"
    first, found, last = cut(BytesIO(content))
    assert (first.raw, last.raw) == (b"[0]\nb = 1", b"[2]\na = 2")
    assert found.too_long
    assert content[found.start :].startswith(found.raw)
    assert len(found.raw) == phh_cut.KEPT
    assert content[found.start : found.end] == long
    assert last.line == 1 + count_lines(content[: last.start])


def test_memory_is_bounded():
    class Endless:
        left = 200

        def read(self, size: int) -> bytes:
            self.left -= 1
            return b"x" * size if self.left > 0 else b""

    (found,) = cut(Endless())  # type: ignore[arg-type]
    assert found.too_long
    assert found.end == 3 + 198 * phh_cut.BLOCK


def test_much_blank_space_is_no_hand():
    content = b"\n" * (3 * LONGEST_HAND) + b" [1]\na = 1 \n"
    assert pieces(content) == [b"[1]\na = 1"]
