"""Hands written as PHH: read back they are the same rows; PokerKit pays the same."""

from __future__ import annotations

import datetime as dt
import tomllib
from decimal import Decimal
from io import StringIO
from typing import TYPE_CHECKING, Any

import polars as pl
import pytest
from phh_hands import check_down, write

import railbird
from railbird import Lake, handrows
from railbird.errors import InputError
from railbird.ingest import ingest
from railbird.ingest.export import HandRows, write_hands
from railbird.ingest.phh_write import PhhWriter, UnwritableError

if TYPE_CHECKING:
    from pathlib import Path

# Columns that say where a hand was read, not what was played.
OWN = {
    "hands": {"table_id", "hand_no", "source", "site_hand_id", "duration", "stacks_mode"},
    "players": {"table_id"},
    "actions": {"pot_before", "street_total", "stack_before"},
    "pots": set(),
}
ORDER = {"players": ["seat"], "actions": ["seq"], "pots": ["pot_no"]}


def rows_of(lake: Lake, table: str) -> pl.DataFrame:
    """Return a table by the number of the hand that was played, without what is a file's own."""
    names = [name for name in lake.sql(f"from {table} limit 0").columns if name not in OWN[table]]
    numbers = lake.sql("select hand_id, coalesce(site_hand_id::bigint, hand_id) as hand from hands")
    rows = lake.sql(f"from {table}").select(names).join(numbers, on="hand_id").drop("hand_id")
    return rows.sort("hand", *ORDER.get(table, []))


def round_trip(folder: Path, **job: Any) -> tuple[Lake, Lake, Path]:
    """Play, export and read again; the rows of both lakes must be the same."""
    railbird.play(lake=folder / "played", run="r", **job)
    played = Lake(folder / "played")
    file = folder / "hands.phhs"
    exported = played.export(file)
    assert exported.left_out == {}
    result = ingest([file], folder / "read", run="r")
    assert (result.hands, result.issues) == (exported.hands, 0)
    read = Lake(folder / "read")
    for table in OWN:
        first, second = (rows_of(lake, table) for lake in (played, read))
        assert first.equals(second), [c for c in first.columns if not first[c].equals(second[c])]
    return played, read, file


GAMES: dict[str, dict[str, Any]] = {
    "PL Omaha": {"game": "omaha"},
    "FL Omaha": {"game": "omaha", "betting": "FL", "stakes": "2/4"},
    "FL Omaha hi-lo": {"game": "omaha8", "betting": "FL", "stakes": "2/4"},
}
JOBS: dict[str, dict[str, Any]] = {
    "NL": {"betting": "NL"},
    "PL": {"betting": "PL", "seats": 4, "stack": "30bb"},
    "FL": {"betting": "FL", "stakes": "2/4", "stack": "12bb"},
    "heads-up": {"seats": 2, "stakes": "0.05/0.10", "rake": "none"},
    "short stacks and a big-blind ante": {
        "seats": 9, "ante": "1bb", "ante_kind": "bb", "stack": "6bb", "stacks": "carry",
    },
    "antes and straddles": {"seats": 8, "ante": "0.5", "straddle": "8", "betting": "FL"},
    "short stacks and antes": {"seats": 5, "ante": "0.5", "stack": "3bb", "room": "casino"},
    **GAMES,
    "short stacks of Omaha": {"game": "omaha", "seats": 9, "stack": "4bb", "stacks": "carry"},
    "short stacks of hi-lo": GAMES["FL Omaha hi-lo"] | {"seats": 8, "stack": "5bb"},
    "heads-up Omaha": {"game": "omaha", "seats": 2, "rake": "none"},
}  # fmt: skip


@pytest.mark.parametrize("name", list(JOBS))
def test_round_trip(tmp_path, name):
    _, read, _ = round_trip(tmp_path, hands=1000, bots="random,tag", **JOBS[name])
    assert read.check().is_empty()


@pytest.mark.slow
@pytest.mark.parametrize("betting", ["NL", "PL", "FL"])
def test_round_trip_of_20_000(tmp_path, betting):
    round_trip(tmp_path, hands=20_000, betting=betting, bots="random,tag,lag,station,nit,random")


@pytest.mark.slow
@pytest.mark.parametrize("game", list(GAMES))
def test_round_trip_of_20_000_hands_of_omaha(tmp_path, game):
    round_trip(tmp_path, hands=20_000, bots="random,tag,lag,station,nit,random", **GAMES[game])


def pays(text: str, chip: Decimal) -> list[Decimal]:
    """Return the final stacks by PokerKit, with odd chips of the size that the hand states."""
    from pokerkit import HandHistory

    def shares(amount: Any, n: int) -> tuple[Any, Any]:
        share = Decimal(amount) / n // chip * chip
        return share, amount - share * n

    history = HandHistory.loads(text, parse_value=Decimal)
    history.divmod = shares
    *_, end = history
    return [Decimal(stack) for stack in end.stacks]


def odd_chips(lake: Lake) -> set[int]:
    """Return hands whose split leaves several odd chips, which PokerKit gives to one player."""
    rows = lake.sql(
        "select distinct hand_id from pots where (amount - rake) % bit_count(winners[1]) > 1"
    )
    return set(rows["hand_id"])


@pytest.mark.parametrize("job", ["NL", "PL", "FL", "heads-up", "antes and straddles", *GAMES])
def test_pokerkit_pays_the_same(tmp_path, job):
    # PokerKit knows neither half bets nor odd chips one by one: deep stacks, and no such split
    deep = JOBS[job] | {"stack": "200bb", "rake": "none"}
    lake, _, file = round_trip(tmp_path, hands=300, bots="random,tag", **deep)
    skipped = odd_chips(lake)
    compared = 0
    with file.open("rb") as stream:
        tables = tomllib.load(stream, parse_float=Decimal)
    texts = file.read_text().split("\n\n")
    for text, fields in zip(texts, tables.values(), strict=True):
        if fields["hand"] in skipped:
            continue
        paid = pays(text.partition("\n")[2], Decimal(fields["_railbird_chip"]))
        assert paid == fields["finishing_stacks"], text
        compared += 1
    assert compared > 260


def test_a_hand_in_full(tmp_path):
    railbird.play(lake=tmp_path / "lake", hands=3, seats=3, bots="station", seed=7, rake="none")
    lake = Lake(tmp_path / "lake")
    result = lake.export(tmp_path / "one.phh", where="hand_no = 1")
    assert (result.hands, result.left_out) == (1, {})
    fields = tomllib.loads((tmp_path / "one.phh").read_text())
    rake = fields.pop("_railbird_rake")
    assert rake.startswith('{"name":"none","bps":0,')
    actions = fields.pop("actions")
    assert [text.split()[:2] for text in actions[:3]] == [["d", "dh"]] * 3
    assert sum(fields.pop("finishing_stacks")) == 600
    assert set(fields.pop("players")) == {"station_1", "station_2", "station_3"}
    seats = fields.pop("seats")
    assert sorted(seats) == [1, 2, 3]
    assert fields == {
        "variant": "NT", "ante_trimming_status": False, "antes": [0, 0, 0],
        "blinds_or_straddles": [1, 2, 0], "min_bet": 2, "starting_stacks": [200, 200, 200],
        "time": dt.time(0, 0, 27), "time_zone": "UTC", "day": 1, "month": 1, "year": 2026,
        "hand": 1, "seat_count": 3, "currency": "USD", "_railbird_chip": Decimal("0.01"),
        "_railbird_room": "standard", "_railbird_profiles": ["station"] * 3,
    } | {"_railbird_chip": fields["_railbird_chip"]}  # fmt: skip


ODD = [
    write((1, 2, -3, 0, 4), (100, 90.5, 80, 70, 60), "p1 f; p2 f; p3 f; p4 f",
          antes=[0, 0, 0, 0, 3], players='["O\'Neil", "a\\"b", "tab\\t", "\\u007f", "ü"]',
          currency="'EUR'", venue='"V"', hand="'A-07'", seats=[3, 4, 6, 8, 1], seat_count=9,
          time="11:57:05.250", time_zone="'Europe/Paris'", day=6, month=7, year=2009),
    write((10, 0, 0), (100,) * 3, "p2 f; p3 f", antes=[1, 2, 3], min_bet=10, _railbird_button=2,
          seats=[4, 5, 1], seat_count=5),
    write((1, 2, 0), (9, 9, 9), "p3 cbr 5; p1 f; p2 cc; FLOP; p2 cbr 100; p3 f", min_bet=3,
          starting_stacks="[inf, inf, 9.25]", holes=("????", "AsKs", "????")),
    write((1, 2), (50, 60), "p2 cc; p1 cc;" + check_down("p1 p2"),
          variant="'FT'", small_bet=2, big_bet=4, min_bet=None,
          _railbird_rake='\'{"name":"x","bps":500,"no_flop_no_drop":false}\''),
]  # fmt: skip


def test_what_was_read_is_written_and_read_again(tmp_path):
    first = tmp_path / "first.phhs"
    first.write_text("\n\n".join(f"[{n}]\n{text}" for n, text in enumerate(ODD, start=1)))
    assert ingest([first], tmp_path / "one").issues == 0
    assert Lake(tmp_path / "one").check().is_empty()
    second = tmp_path / "second.phhs"
    assert Lake(tmp_path / "one").export(second).hands == len(ODD)
    again = ingest([second], tmp_path / "two")
    assert again.issues == 0
    for table in ("hands", "players", "actions", "pots"):
        one, two = (
            Lake(tmp_path / name).sql(f"from {table} order by all").drop("run", strict=False)
            for name in ("one", "two")
        )
        skipped = ["site_hand_id"] if table == "hands" else []
        assert one.drop(skipped).equals(two.drop(skipped)), table
    sites = Lake(tmp_path / "two").sql("select site_hand_id from hands order by hand_id")
    assert sites["site_hand_id"].to_list() == ["A-07", "1", "2", "3"]


HAND = {
    "game": "holdem", "betting": "NL", "boards": None, "status": "complete", "button_seat": 2,
    "seats": 3,
}  # fmt: skip


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"game": "omaha8", "betting": "PL"}, "PL omaha8: PHH has no variant like it"),
        ({"game": "draw"}, "NL draw: PHH has no variant like it"),
        ({"boards": ["x", "y"]}, "several boards"),
        ({"status": "truncated"}, "status truncated: only whole hands"),
        ({}, "the blinds are not left of the button"),
    ],
)
def test_hands_that_the_format_cannot_hold(change, reason):
    players = [{"seat": seat, "position": word} for seat, word in enumerate(("BB", "SB", "BTN"))]
    rows = HandRows(HAND | change, players, [])
    with pytest.raises(UnwritableError, match=reason):
        PhhWriter({}).text(rows, 1)
    stream = StringIO()
    result = write_hands([("r", {}, [rows, rows])], stream)
    assert (result.hands, list(result.left_out.values()), stream.getvalue()) == (0, [2], "")


def test_what_cannot_be_exported(tmp_path):
    railbird.play(lake=tmp_path / "lake", hands=10, run="a", bots="station")
    keep = "hands,players"
    railbird.play(lake=tmp_path / "lake", hands=10, run="b", keep=keep, bots="station", seed=2)
    lake = Lake(tmp_path / "lake")
    for options, message in (
        ({"run": "x"}, "no run 'x' in this lake; it holds a, b"),
        ({"run": "b"}, "run b keeps no actions; hands are written from all tables: play it again"),
        ({"run": "a", "where": "pott > 1"}, "--where: "),
        ({"run": "a", "where": "pot < 0"}, "no hand meets the condition; nothing written"),
        ({"run": "a"}, "several hands for a .phh file, which holds one; name it .phhs"),
    ):
        with pytest.raises(InputError) as caught:
            lake.export(tmp_path / "out.phh", **options)
        assert str(caught.value).startswith(message)
        assert [file.name for file in tmp_path.iterdir()] == ["lake"]


@pytest.mark.parametrize("missing", ["players", "actions"])
def test_a_hand_without_all_of_its_rows_is_no_hand(missing):
    class Damaged:
        def sql(self, query: str) -> pl.DataFrame:
            table = next(name for name in ("players", "actions", "") if f"from {name}" in query)
            return pl.DataFrame({"hand_id": [1, 3] if table == missing else [1, 2, 3]})

    hands = handrows._hands(Damaged(), "r", "true")  # type: ignore[arg-type]
    assert next(hands).hand == {"hand_id": 1}
    with pytest.raises(InputError, match="run r, hand 2: rows of players or actions are missing;"):
        next(hands)
