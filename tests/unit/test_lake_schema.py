"""The physical schema keeps the promises that readers rely on."""

from __future__ import annotations

import pytest

from railbird.lake import bits
from railbird.lake.schema import TABLES, arrow_schema, describe


def test_types_are_those_that_every_reader_knows() -> None:
    allowed = {"bool", "int8", "int16", "int32", "int64", "string", "timestamp[us, UTC]"}
    assert {kind for _, _, kind, _, _ in describe()} <= {*allowed, "list<string>"}


def test_every_column_is_named_once_and_documented() -> None:
    rows = describe()
    assert len({(table, column) for table, column, *_ in rows}) == len(rows)
    assert all(doc and "\n" not in doc for *_, doc in rows)


def test_money_is_64_bits_wide() -> None:
    money = [row for row in describe() if "money_exp of the currency" in row[4]]
    assert len(money) > 25
    assert all(kind == "int64" for _, _, kind, _, _ in money)


@pytest.mark.parametrize("table", TABLES)
def test_statistics_are_written_for_what_readers_filter_by(table: str) -> None:
    marked = {column.name for column in TABLES[table].columns if column.stats}
    assert marked <= {"hand_id", "table_id", "tournament_id", "started_at", "big_blind"}
    assert ("hand_id" in marked) == ("hand_id" in arrow_schema(table).names)


def test_a_column_can_be_asked_for() -> None:
    assert TABLES["hands"].column("pot").type == "int64"
    with pytest.raises(KeyError, match=r"hands\.net"):
        TABLES["hands"].column("net")


def test_packed_fields_do_not_overlap() -> None:
    fields = [
        bits.WHAT_ACTION_MASK,
        bits.WHAT_STREET_MASK << bits.WHAT_STREET_SHIFT,
        bits.WHAT_SEAT_MASK << bits.WHAT_SEAT_SHIFT,
        bits.WHAT_LEGAL_MASK << bits.WHAT_LEGAL_SHIFT,
        1 << bits.WHAT_ALL_IN_SHIFT,
    ]
    assert sum(fields) == (1 << 16) - 1
    counters = [
        bits.COUNTS_CHECK,
        bits.COUNTS_BET,
        bits.COUNTS_FOLD,
        bits.COUNTS_MASK << bits.COUNTS_RAISES_SHIFT,
        bits.COUNTS_MASK << bits.COUNTS_CALLS_SHIFT,
    ]
    assert sum(counters) == (1 << bits.COUNTS_STREET_SHIFT) - 1
    outcome = bits.OUTCOME_SHOWDOWN | bits.OUTCOME_SHOWN | bits.OUTCOME_MUCKED | bits.OUTCOME_WON
    assert outcome == (1 << bits.OUTCOME_ALL_IN_SHIFT) - 1
    assert bits.WINNERS_MASK == (1 << bits.WINNERS_SHIFT) - 1
    assert bits.HAND_NO_MASK == (1 << bits.TABLE_SHIFT) - 1
