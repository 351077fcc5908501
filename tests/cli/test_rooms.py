"""`railbird rooms` and `rooms show`: the rules at a glance, and a room to copy and change."""

from __future__ import annotations

import csv
import io

import msgspec
import pytest

from railbird.simulate.job import Job, resolve
from railbird.simulate.room import Room, find_room, room_names
from railbird.simulate.room_text import ABOUT, KEYS, as_toml, whose_value

MINE = ["--room", "mine.toml"]
CONTRADICTORY = """name = "mine"
[games]
holdem = ["NL"]
[seating]
min_buy_in = 200
max_buy_in = 150
"""
PAGES = ("pacific", "luckyace", "casino", "pokergalaxy", "threegames")


def room_keys():
    hints = msgspec.inspect.type_info(Room)
    for field in hints.fields:
        if isinstance(field.type, msgspec.inspect.StructType):
            yield from (f"{field.name}.{inner.name}" for inner in field.type.fields)
        else:
            yield field.name


def test_every_key_of_a_room_is_explained():
    assert set(KEYS) == set(room_keys())


def test_the_list_is_a_table_of_80_columns(railbird, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    done = railbird("rooms")
    assert (done.code, done.err) == (0, "")
    lines = done.out.splitlines()
    assert max(map(len, lines)) <= 80
    assert len(lines) == 2 + sum(len(find_room(name).games) for name in room_names())


def test_the_list_says_the_rules_of_each_game(railbird):
    done = railbird("rooms", "--format", "csv")
    rows = {(r["room"], r["game"]): r for r in csv.DictReader(io.StringIO(done.out))}
    assert rows["pokergalaxy", "holdem"] == {
        "room": "pokergalaxy", "game": "holdem", "betting": "FL", "seats": "2,5,10",
        "button": "sb next", "entry": "three steps", "raises": "3, hu any", "buy_in": "10+ bb",
    }  # fmt: skip
    assert rows["threegames", "draw"]["seats"] == "2-9"
    assert rows["threegames", "draw"]["raises"] == "4"
    assert rows["pacific", "holdem"]["betting"] == "FL NL PL"


@pytest.mark.parametrize("name", room_names())
def test_a_shown_room_is_the_same_room(tmp_path, name):
    mine = tmp_path / "mine.toml"
    mine.write_text(as_toml(find_room(name)))
    assert find_room(str(mine)) == find_room(name)
    assert resolve(Job(room=str(mine))) == resolve(Job(room=name))


def test_show_prints_a_room_of_ones_own_with_every_value(railbird, tmp_path):
    mine = tmp_path / "mine.toml"
    mine.write_text('name = "mine"\n[games]\nholdem = ["PL"]\n')
    done = railbird("rooms", "show", str(mine))
    assert (done.code, done.err) == (0, "")
    assert 'holdem = ["PL"]\n' in done.out
    assert "raise_cap = 3\n" in done.out


@pytest.mark.parametrize("name", PAGES)
def test_show_says_whose_each_value_is(railbird, name):
    room = find_room(name)
    lines = railbird("rooms", "show", name).out.splitlines()
    table = ""
    marked = {}
    for line in lines:
        if line.startswith("["):
            table = line.strip("[]") + "."
        elif " = " in line and not line.startswith("#"):
            key, _, rest = line.partition(" = ")
            marked[table + key] = rest.rpartition("  # ")[2] if "  # " in rest else ""
    assert {key for key, whose in marked.items() if not whose} == set(ABOUT)
    for key in room.chosen:
        if key in marked:
            assert marked[key] == "ours"
    assert marked["seating.button"] == "page"
    assert set(marked) >= {key for key in KEYS if "games" not in key and "max_players" not in key}


def test_one_value_of_a_list_can_be_ours():
    room = find_room("pokergalaxy")
    assert whose_value(room, "deal.burn") == "page; river ours"
    assert whose_value(find_room("standard"), "deal.burn") == ""


def test_an_unknown_room_names_the_nearest(railbird):
    done = railbird("rooms", "show", "pokergalaxi")
    assert done.code == 2
    assert done.err == (
        "railbird rooms: unknown room 'pokergalaxi'; did you mean 'pokergalaxy'? "
        "(see 'railbird rooms', or give a .toml file)\n"
    )


@pytest.mark.parametrize(
    ("text", "flags", "message"),
    [
        (None, ["--room", "pacific", "--game", "draw"],
         ("game = 'draw': room pacific offers holdem; choose another --game or --room "
         "(see 'railbird rooms')")),
        (None, ["--room", "threegames", "--game", "draw", "--seats", "10"],
         "seats = 10: the deck has cards for 9 players at draw with 5 hole cards; lower --seats"),
        (None, ["--room", "pacific", "--stack", "9bb"],
         ("stack = 9bb: the buy-in is below the room's minimum of 10 big blinds (10.00); raise "
         "--stack")),
        ('title = "no name"\n', ["--room", "mine.toml"],
         "mine.toml: key 'name' is missing; add it"),
        (CONTRADICTORY, MINE,
         ("mine.toml, line 5: seating.min_buy_in: 200 is above max_buy_in (150); "
          "lower it, or raise that")),
    ],
)  # fmt: skip
def test_bad_input_is_one_line_with_the_remedy(
    railbird, monkeypatch, tmp_path, text, flags, message
):
    monkeypatch.chdir(tmp_path)
    if text:
        (tmp_path / "mine.toml").write_text(text)
    done = railbird("simulate", "--hands", "10", "--lake", "lake", *flags)
    assert (done.code, done.out) == (2, "")
    assert done.err == f"railbird simulate: {message}\n"
