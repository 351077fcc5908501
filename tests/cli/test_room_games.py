"""Each game of each room can be played, and what was played passes every check."""

from __future__ import annotations

import pytest

from railbird.simulate.room import find_room, room_names

OFFERED = [
    pytest.param(
        name, game, betting,
        id=f"{name}-{game}-{betting}",
        marks=[pytest.mark.slow] if name in ("standard", "luckyace") else [],
    )
    for name in room_names()
    for game, bettings in find_room(name).games.items()
    for betting in bettings
]  # fmt: skip


@pytest.mark.parametrize(("room", "game", "betting"), OFFERED)
def test_every_game_a_room_offers_is_played(railbird, tmp_path, room, game, betting):
    lake = tmp_path / "lake"
    played = railbird(
        "simulate", "--room", room, "--game", game, "--betting", betting, "--hands", "2k",
        "--lake", lake, "--run", "mine", "--quiet",
    )  # fmt: skip
    assert (played.code, played.out, played.err) == (0, "", "")
    checked = railbird("check", "--lake", lake, "--quiet")
    assert (checked.code, checked.err) == (0, "")
    sql = "select distinct room, game, betting, count(*) as hands from hands group by all"
    told = railbird("sql", "--lake", lake, "--format", "csv", sql)
    assert told.out.splitlines()[1] == f"{room},{game},{betting},2000"
