"""What PartWriter writes is what three independent readers read."""

from __future__ import annotations

import errno
import hashlib
import os
from typing import TYPE_CHECKING, Any

import duckdb
import numpy as np
import polars as pl
import pyarrow.parquet as pq
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from railbird.cards import cards_column
from railbird.errors import InputError
from railbird.lake import writer as writer_module
from railbird.lake.encode import LARGEST_DICTIONARY, Encoder
from railbird.lake.schema import TABLES, arrow_schema
from railbird.lake.writer import PartWriter

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

HANDS: dict[str, Any] = {
    "duration": 30, "source": "simulate", "room": "casino", "game": "holdem", "betting": "NL",
    "currency": "USD", "money_exp": -2, "chip": 1, "small_blind": 100, "big_blind": 200,
    "ante": 0, "straddle": 0, "seats": 6, "seated": 6, "dealt": 6, "button_seat": 0,
    "last_street": 0, "flop_players": 0, "raises_preflop": 0, "showdown": False, "pot": 300,
    "rake": 0, "jackpot": 0, "added_by_site": 0, "rake_policy": "none", "stacks_mode": "reset",
    "status": "complete",
}  # fmt: skip
ACTIONS: dict[str, Any] = {"seq": 0, "what": 0, "amount": 0, "to_call": 0}
POTS: dict[str, Any] = {
    "pot_no": 0, "amount": 0, "rake": 0, "jackpot": 0, "eligible": 3, "winners": 1
}  # fmt: skip
CONSTANTS = {"hands": HANDS, "actions": ACTIONS, "pots": POTS}


def write(root: Path, table: str, *chunks: Mapping[str, Any]) -> Path:
    part = PartWriter(root, "r", 0, [table], CONSTANTS)
    for chunk in chunks:
        part.write(table, chunk)
    (entry,) = part.close()
    path = root / entry["file"]
    content = path.read_bytes()
    assert entry["bytes"] == len(content)
    assert entry["sha256"] == hashlib.sha256(content).hexdigest()
    assert entry["rows"] == pq.ParquetFile(path).metadata.num_rows
    return path


def read(path: Path, column: str) -> list[Any]:
    """Read a column with Arrow, polars and DuckDB, and insist that they agree."""
    table = pq.ParquetFile(path).read()
    assert table.schema.equals(arrow_schema(path.parts[-3]))
    values: list[Any] = table[column].to_pylist()
    assert pl.read_parquet(path, hive_partitioning=False)[column].to_list() == values
    with duckdb.connect() as connection:
        connection.execute("set timezone = 'UTC'")
        rows = connection.execute(f"select {column} from read_parquet('{path}')").fetchall()  # noqa: S608
    got = [row[0] for row in rows]
    if column != "started_at":  # DuckDB hands out times in pytz's zones
        assert got == values
    return values


def write_or_abort(root: Path, columns: Mapping[str, Any]) -> None:
    with PartWriter(root, "r", 0, ["hands"], CONSTANTS) as part:
        part.write("hands", columns)
        part.close()


IDS = np.arange(5) + (7 << 32)


def test_every_form_of_a_column_is_read_back(tmp_path: Path) -> None:
    cards = np.array([[0, 1, 2, -1, -1], [-1] * 5, [51, 50, 49, 48, 47], [-1] * 5, [-1] * 5])
    path = write(
        tmp_path,
        "hands",
        {
            "hand_id": IDS,
            "started_at": IDS * 0 + 1_000_000,
            "pot": np.array([1, 2, 2, 2**62, -(2**62)]),
            "showdown": np.array([True, False, True, True, False]),
            "small_bet": (np.arange(5), np.array([True, False, False, False, True])),
            "big_bet": np.ma.masked_equal(np.array([4, 0, 4, 0, 4]), 0),
            "ante_kind": (np.array([0, -1, 1, 1, -1]), ["bb", "all", "not used"]),
            "site_hand_id": ["a1", None, "", "ü", "a1"],
            "room": ["x", "y", "x", "x", "x"],
            "board": cards_column(cards),
            "boards": [["2c3d4h", "2c3d4s"], None, [], ["As"], None],
            "raises_preflop": np.array([1, 2, 3, 32767, -32768], np.int16),
            "dup_set": None,
            "level": np.int64(3),
        },
    )
    assert read(path, "hand_id") == IDS.tolist()
    assert [str(value) for value in read(path, "started_at")] == ["1970-01-01 00:00:01+00:00"] * 5
    assert read(path, "pot") == [1, 2, 2, 2**62, -(2**62)]
    assert read(path, "showdown") == [True, False, True, True, False]
    assert read(path, "small_bet") == [None, 1, 2, 3, None]
    assert read(path, "big_bet") == [4, None, 4, None, 4]
    assert read(path, "ante_kind") == ["bb", None, "all", "all", None]
    assert read(path, "site_hand_id") == ["a1", None, "", "ü", "a1"]
    assert read(path, "room") == ["x", "y", "x", "x", "x"]
    assert read(path, "board") == ["2c2d2h", None, "AsAhAdAcKs", None, None]
    assert read(path, "boards") == [["2c3d4h", "2c3d4s"], None, [], ["As"], None]
    assert read(path, "raises_preflop") == [1, 2, 3, 32767, -32768]
    assert read(path, "dup_set") == [None] * 5
    assert read(path, "level") == [3] * 5
    assert read(path, "currency") == ["USD"] * 5
    assert read(path, "money_exp") == [-2] * 5


def test_chunks_of_different_forms_are_joined(tmp_path: Path) -> None:
    one = {"hand_id": IDS, "room": "x", "ante_kind": None, "board": ["As"] * 5, "level": 1}
    names = (np.array([1, 0, 1, 1, 0]), ["a", "x"])
    two = {"hand_id": IDS + 5, "room": names, "ante_kind": names, "level": None, "small_bet": 9}
    three = {"hand_id": IDS + 10, "room": "x", "boards": [["As"], None, None, None, []]}
    path = write(tmp_path, "hands", one, two, three)
    assert read(path, "room") == ["x"] * 5 + ["x", "a", "x", "x", "a"] + ["x"] * 5
    assert read(path, "ante_kind") == [None] * 5 + ["x", "a", "x", "x", "a"] + [None] * 5
    assert read(path, "board") == ["As"] * 5 + [None] * 10
    assert read(path, "level") == [1] * 5 + [None] * 10
    assert read(path, "small_bet") == [None] * 5 + [9] * 5 + [None] * 5
    assert read(path, "boards") == [None] * 10 + [["As"], None, None, None, []]
    assert pq.ParquetFile(path).num_row_groups == 1


@settings(max_examples=40, deadline=None)
@given(
    st.lists(st.integers(-(2**63), 2**63 - 1), min_size=1, max_size=300),
    st.integers(0, 63),
    st.data(),
)
def test_any_integers_are_read_back(
    tmp_path_factory: pytest.TempPathFactory, values: list[int], shift: int, data: st.DataObject
) -> None:
    numbers = np.array(values) >> shift
    nulls = np.array(data.draw(st.lists(st.booleans(), min_size=len(numbers))))[: len(numbers)]
    rows = {"hand_id": numbers, "pot": numbers, "small_bet": (numbers, nulls)}
    path = write(tmp_path_factory.mktemp("any"), "hands", rows)
    assert read(path, "hand_id") == numbers.tolist()
    assert read(path, "pot") == numbers.tolist()
    expected = [None if null else number for number, null in zip(numbers, nulls, strict=True)]
    assert read(path, "small_bet") == expected


@pytest.mark.parametrize("distinct", [1, 2, 256, 257, 1024, 1025, 8193, 65536, 65537])
def test_dictionaries_of_every_size(tmp_path: Path, distinct: int) -> None:
    amounts = np.random.default_rng(distinct).integers(0, distinct, 3 * distinct)
    amounts[:distinct] = np.arange(distinct)
    names = [str(number) for number in range(distinct)]
    chunk = {"hand_id": amounts, "amount": amounts, "what": amounts, "cards": (amounts, names)}
    path = write(tmp_path, "actions", chunk)
    assert read(path, "amount") == read(path, "what") == amounts.tolist()
    assert read(path, "cards") == [names[number] for number in amounts]
    chunk_encodings = pq.ParquetFile(path).metadata.row_group(0).column(3).encodings
    assert ("RLE_DICTIONARY" in chunk_encodings) == (distinct <= LARGEST_DICTIONARY)


def test_delta_packing_of_every_width() -> None:
    encoder = Encoder()
    for width in range(64):
        steps = np.random.default_rng(width).integers(0, 1 << width, 1000, np.int64)
        values = np.cumsum(steps, dtype=np.int64)
        packed = encoder.delta(values)
        assert len(packed) < 1000 * (width + 1) / 8 + 250
    assert encoder.delta(np.empty(0, np.int64)) == b"\x80\x01\x04\x00\x00"


def test_the_same_rows_give_the_same_bytes(tmp_path: Path) -> None:
    chunks = [
        {"hand_id": IDS + 5 * k, "pot": np.arange(5) * k, "room": (np.arange(5) % 2, ["a", "b"])}
        for k in range(4)
    ]
    once = write(tmp_path / "1", "hands", *chunks).read_bytes()
    assert write(tmp_path / "2", "hands", *chunks).read_bytes() == once
    strided = []
    for k, chunk in enumerate(chunks):
        spaced = np.zeros((5, 2), np.int64)
        spaced[:, 0] = np.arange(5) * k
        strided.append({**chunk, "pot": spaced[:, 0]})
    assert write(tmp_path / "3", "hands", *strided).read_bytes() == once


def test_arrays_may_be_reused_after_a_write(tmp_path: Path) -> None:
    ids, codes, board = IDS.copy(), np.zeros(5, np.int64), np.zeros((5, 5), np.int64)
    part = PartWriter(tmp_path, "r", 0, ["hands"], CONSTANTS)
    part.write("hands", {"hand_id": ids, "room": (codes, ["a", "b"]), "board": cards_column(board)})
    ids[:], codes[:], board[:] = 0, 1, 1
    (entry,) = part.close()
    path = tmp_path / entry["file"]
    assert read(path, "hand_id") == IDS.tolist()
    assert read(path, "room") == ["a"] * 5
    assert read(path, "board") == ["2c2c2c2c2c"] * 5


def test_row_groups_are_bounded_and_small_writes_are_gathered(tmp_path: Path) -> None:
    size = TABLES["pots"].row_group
    small = [{"hand_id": np.arange(size // 8) + k * (size // 8)} for k in range(20)]
    metadata = pq.ParquetFile(write(tmp_path / "small", "pots", *small)).metadata
    rows = [metadata.row_group(k).num_rows for k in range(metadata.num_row_groups)]
    assert rows == [size, size, size // 2]
    huge = write(tmp_path / "huge", "pots", {"hand_id": np.arange(5 * size + 3)})
    metadata = pq.ParquetFile(huge).metadata
    assert [metadata.row_group(k).num_rows - size for k in range(5)] == [0, 1, 0, 1, 1]
    assert read(huge, "hand_id") == list(range(5 * size + 3))


def test_only_filtered_columns_carry_bounds(tmp_path: Path) -> None:
    path = write(tmp_path, "hands", {"hand_id": IDS, "pot": IDS})
    group = pq.ParquetFile(path).metadata.row_group(0)
    bounded = {}
    for k in range(group.num_columns):
        chunk = group.column(k)
        if chunk.statistics is not None and chunk.statistics.has_min_max:
            bounded[chunk.path_in_schema] = (chunk.statistics.min, chunk.statistics.max)
    assert bounded == {"hand_id": (IDS[0], IDS[-1]), "big_blind": (200, 200)}


def test_files_name_their_run_and_schema(tmp_path: Path) -> None:
    metadata = pq.ParquetFile(write(tmp_path, "pots", {"hand_id": IDS})).metadata
    assert metadata.metadata == {b"railbird.run": b"r", b"railbird.schema_version": b"1"}
    assert metadata.created_by == "railbird version 1"


def test_a_part_without_rows_is_a_valid_file(tmp_path: Path) -> None:
    assert read(write(tmp_path, "hands"), "hand_id") == []
    assert read(write(tmp_path / "2", "hands", {"hand_id": IDS[:0]}), "pot") == []


@pytest.mark.parametrize(
    ("columns", "message"),
    [
        ({"hand_id": IDS, "net": IDS}, "hands has no column net"),
        ({"pot": 3}, "hands: no column says how many rows there are"),
        ({"hand_id": IDS, "pot": IDS[:3]}, "column pot: 3 rows, others have 5"),
        ({"hand_id": IDS, "pot": None}, "column pot: NULL is not allowed"),
        ({"hand_id": IDS, "pot": (IDS, IDS > 0)}, "column pot: NULL is not allowed"),
        ({"hand_id": IDS, "pot": IDS * 0.5}, "column pot: .* integers is needed, not float64"),
        ({"hand_id": IDS, "pot": "3"}, "column pot: '3' is no int64"),
        ({"hand_id": IDS, "room": 3}, "column room: 3 is no string"),
        ({"hand_id": IDS, "room": (IDS * 0 + 2, ["a", "b"])}, r"a code is not in -1\.\.1"),
        ({"hand_id": IDS, "last_street": IDS * 0 + 128}, "128..128 does not fit int8"),
        ({"hand_id": IDS, "raises_preflop": 70_000}, "70000..70000 does not fit int16"),
    ],
)
def test_what_does_not_fit_is_refused(
    tmp_path: Path, columns: dict[str, Any], message: str
) -> None:
    with pytest.raises(ValueError, match=message):
        write_or_abort(tmp_path, columns)
    assert list(tmp_path.rglob("*part*")) == []


def test_nothing_has_its_final_name_before_close(tmp_path: Path) -> None:
    part = PartWriter(tmp_path, "r", 0, ["hands", "pots"], CONSTANTS)
    part.write("hands", {"hand_id": IDS})
    names = sorted(path.name for path in tmp_path.rglob("part*"))
    assert names == ["part-00000.parquet.inprogress-r"] * 2
    part.abort()
    assert list(tmp_path.rglob("part*")) == []


class _Refusing:
    """A file that takes so many writes and then fails."""

    def __init__(self, file: Any, writes: int, code: int) -> None:
        self._file, self._writes, self._code = file, writes, code

    def __getattr__(self, name: str) -> Any:
        return getattr(self._file, name)

    def write(self, content: bytes) -> int:
        self._writes -= 1
        if self._writes < 0:
            raise OSError(self._code, "refused")
        return int(self._file.write(content))


@pytest.mark.parametrize(
    ("code", "message"),
    [
        (
            errno.ENOSPC,
            (
                "no space left in {folder}; finished parts are kept; free space and run the same "
                "command again"
            ),
        ),
        (
            errno.EACCES,
            (
                "{folder} cannot be written (Permission denied); "
                "give yourself permission or choose another --lake"
            ),
        ),
        (
            errno.EIO,
            (
                "{folder}/part-00000.parquet cannot be written (Input/output error); "
                "put that right and run the same command again"
            ),
        ),
    ],
)
@pytest.mark.parametrize("writes", [0, 5, 37])
def test_a_refusing_disk_is_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, code: int, message: str, writes: int
) -> None:
    monkeypatch.setattr(
        writer_module,
        "open_unbuffered",
        lambda path: _Refusing(path.open("wb", buffering=0), writes, code),
    )
    with pytest.raises(InputError) as error:
        write_or_abort(tmp_path, {"hand_id": IDS})
    assert str(error.value) == message.format(folder=tmp_path / "hands" / "run=r")
    assert list(tmp_path.rglob("part*")) == []


def test_a_folder_that_cannot_be_made_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "hands").write_text("a file")
    with pytest.raises(InputError, match=r"cannot be written \(Not a directory\)"):
        PartWriter(tmp_path, "r", 0, ["hands"], CONSTANTS)


def test_files_are_synced_before_they_are_renamed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    order: list[str] = []
    real = os.fsync

    def fsync(handle: int) -> None:
        order.append("synced")
        real(handle)

    monkeypatch.setattr(os, "fsync", fsync)
    monkeypatch.setattr(writer_module, "sync_folder", lambda _: order.append("renamed"))
    write(tmp_path, "pots", {"hand_id": IDS})
    assert order == ["synced", "renamed"]
