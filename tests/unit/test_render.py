"""How a result looks in each format, byte by byte."""

from __future__ import annotations

import csv
import io
import json

import polars as pl
import pytest

from railbird.errors import InputError
from railbird.reports.render import Format, render

FRAME = pl.DataFrame(
    {
        "position": ["SB", "BTN", None],
        "hands": [10, 2000, 3],
        "vpip": [24.5, None, 100.0],
        "net_bb100_pm": [-1.25, 0.0, None],
        "won": [True, False, None],
    }
)

TABLE = """\
position  hands   vpip  net_bb100_pm  won
--------  -----  -----  ------------  -----
SB           10   24.5         -1.25  true
BTN        2000      -          0.00  false
-             3  100.0             -  -
"""

NARROW = """\
                          net
                        bb100
position  hands   vpip     pm
--------  -----  -----  -----
SB           10   24.5  -1.25
BTN        2000      -   0.00
-             3  100.0      -

position  won
--------  -----
SB        true
BTN       false
"""

CSV = """\
position,hands,vpip,net_bb100_pm,won
SB,10,24.5,-1.25,true
BTN,2000,,0.00,false
,3,100.0,,
"""

MARKDOWN = """\
| position | hands | vpip | net_bb100_pm | won |
| --- | --: | --: | --: | --- |
| SB | 10 | 24.5 | -1.25 | true |
| BTN | 2000 | - | 0.00 | false |
| - | 3 | 100.0 | - | - |
"""

JSON = """\
[
{"position":"SB","hands":10,"vpip":24.5,"net_bb100_pm":-1.25,"won":true},
{"position":"BTN","hands":2000,"vpip":null,"net_bb100_pm":0.0,"won":false},
{"position":null,"hands":3,"vpip":100.0,"net_bb100_pm":null,"won":null}
]
"""


@pytest.mark.parametrize(
    ("format_", "text"), [("table", TABLE), ("csv", CSV), ("markdown", MARKDOWN), ("json", JSON)]
)
def test_text_formats(format_: Format, text: str) -> None:
    assert render(FRAME, format_) == text


def test_a_wide_table_becomes_blocks_that_repeat_the_keys() -> None:
    assert render(FRAME, "table", keys=1, width=32) == NARROW


def test_table_and_csv_agree_cell_by_cell() -> None:
    table = str(render(FRAME, "table")).splitlines()
    rows = list(csv.reader(io.StringIO(str(render(FRAME, "csv")))))
    for line, row in zip([table[0], *table[2:]], rows, strict=True):
        assert line.split() == [cell or "-" for cell in row]


def test_parquet_comes_back_the_same_and_twice_the_same_bytes() -> None:
    content = render(FRAME, "parquet")
    assert isinstance(content, bytes)
    assert pl.read_parquet(io.BytesIO(content)).equals(FRAME)
    assert render(FRAME, "parquet") == content


def test_no_rows() -> None:
    empty = FRAME.head(0)
    assert render(empty, "csv") == "position,hands,vpip,net_bb100_pm,won\n"
    assert render(empty, "json") == "[]\n"
    assert str(render(empty, "table")).count("\n") == 2


def test_values_that_are_no_plain_numbers() -> None:
    frame = pl.DataFrame({"a": [float("nan")], "b": [[1, None]], "c": [{"x": 1}], "d": ["p|q"]})
    assert (
        render(frame, "table")
        == "  a  b       c       d\n---  ------  ------  ---\nnan  [1, -]  {x: 1}  p|q\n"
    )
    assert json.loads(render(frame, "json")) == [
        {"a": None, "b": [1, None], "c": {"x": 1}, "d": "p|q"}
    ]
    assert "| nan | [1, -] | {x: 1} | p\\|q |" in str(render(frame, "markdown"))


def test_unknown_format() -> None:
    with pytest.raises(
        InputError, match="unknown format 'xls'; known: table, csv, json, parquet, markdown"
    ):
        render(FRAME, "xls")  # type: ignore[arg-type]
