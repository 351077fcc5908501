"""Runs in which players come and go: checks, determinism, money, populations, tables that break."""

from __future__ import annotations

import json
from collections import Counter
from typing import TYPE_CHECKING

import msgspec
import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from session_hands import events_of, posts_of, recipe_of, schedule_of, scripted

from railbird.errors import InputError
from railbird.reports.check import run_checks
from railbird.reports.connect import Lake
from railbird.simulate.bots.catalogue import Bot, find_bot
from railbird.simulate.codes import CALL, CAN_CALL, CHECK, FOLD
from railbird.simulate.job import Job, resolve
from railbird.simulate.layout import O_LEGAL
from railbird.simulate.play import play
from railbird.simulate.runner import replay_manifest, simulate
from railbird.simulate.sessions import PopulationKeys, SessionKeys

if TYPE_CHECKING:
    from pathlib import Path

LIVELY = {
    "arrival": 0.3, "departure": 0.03, "sit_out": 0.05, "returns": 0.3, "rebuy": 0.5, "post": 0.5,
    "buy_in": "20bb-60bb", "stop_win": "60bb", "stop_loss": "60bb",
}  # fmt: skip
MIX = "always_call,random,tag,maniac"


def lively(session: dict | None = None, **changes):
    job = {
        "hands": 4_000, "tables": 10, "stacks": "carry", "bots": MIX, "top_up": "10bb",
        "population": PopulationKeys(players=300),
    }  # fmt: skip
    made = resolve(Job(**(job | changes), session=SessionKeys(**(LIVELY | (session or {})))))
    return msgspec.structs.replace(made, part_hands=1_000, chunk_hands=300)


def sums(lake: Path, run: str) -> dict[str, str]:
    manifest = json.loads((lake / "runs" / f"{run}.json").read_text())
    return {part["file"].replace(run, "RUN"): part["sha256"] for part in manifest["parts"]}


@pytest.mark.parametrize(
    ("button", "entry", "missed"),
    [
        ("moving", "post_or_wait", "common"),
        ("dead", "post_or_wait", "common"),
        ("dead", "wait", "common"),
        ("small_blind_next", "three_steps", "marked"),
    ],
)
def test_a_lively_run_passes_every_check(tmp_path, button, entry, missed):
    recipe = lively(seats=7)
    seating = msgspec.structs.replace(
        recipe.room.seating, button=button, entry=entry, missed_blinds=missed
    )
    recipe = msgspec.structs.replace(
        recipe, room=msgspec.structs.replace(recipe.room, seating=seating)
    )
    simulate(recipe, tmp_path, "lively")
    lake = Lake(tmp_path)
    assert run_checks(lake).rows() == []
    counts = dict(lake.sql("select event, count(*) from events group by event").rows())
    assert counts.keys() == {
        "sit", "buy_in", "top_up", "rebuy", "cash_out", "sit_out", "return", "missed_big",
        "missed_small", "leave",
    }  # fmt: skip
    dealt = dict(lake.sql("select dealt, count(*) from hands group by dealt").rows())
    assert dealt.keys() >= {2, 3, 4, 5, 6}


def test_threads_replay_and_chunks_never_change_a_row(tmp_path):
    recipe = lively()
    for threads in (1, 2, 7):
        simulate(recipe, tmp_path / str(threads), "lively", threads=threads)
    first, *others = [sums(tmp_path / str(threads), "lively") for threads in (1, 2, 7)]
    assert len(first) == 4 * 5
    assert all(other == first for other in others)
    replay_manifest(tmp_path / "1" / "runs" / "lively.json", tmp_path / "again")
    assert sums(tmp_path / "again", "lively") == first
    whole = play(recipe)
    for size in (1, 7, 4_000):
        pieces = play(msgspec.structs.replace(recipe, chunk_hands=size, hands=400, tables=1))
        for name in ("hands", "players", "actions", "pots", "events"):
            matrix = getattr(pieces, name)
            assert np.array_equal(matrix, getattr(whole, name)[:, : matrix.shape[1]]) or (
                name == "events"  # a shorter run cashes out at its end
            )


def test_events_balance_with_the_rake_to_the_cent(tmp_path):
    simulate(lively(rake="five-percent"), tmp_path, "lively")
    lake = Lake(tmp_path)
    ((moved,),) = lake.sql("select sum(amount)::bigint from events").rows()
    ((rake,),) = lake.sql("select sum(rake)::bigint from hands").rows()
    assert moved == rake > 0


def _change_events(path: Path, alter) -> None:
    for file in sorted((path / "events" / "run=lively").iterdir()):
        content = pq.read_table(file, partitioning=None)
        rows = [row for row in content.to_pylist() if alter(row)]
        pq.write_table(pa.Table.from_pylist(rows, schema=content.schema), file)


@pytest.mark.parametrize(
    ("check", "alter"),
    [
        ("06_events_agree_with_the_deal", lambda row: row["event"] != "return"),
        ("06_events_agree_with_the_deal", lambda row: row["event"] != "leave"),
        ("06_events_agree_with_the_deal", lambda row: row["seat"] != 0 or row["event"] != "sit"),
        ("06_stacks_come_from_events", lambda row: row["event"] != "rebuy"),
        ("06_carried_stacks_follow", lambda row: row["event"] != "top_up"),
        ("01_events_make_the_rake", lambda row: row["event"] != "cash_out" or row["seat"] != 1),
    ],
)
def test_a_check_finds_events_that_are_gone(tmp_path, check, alter):
    simulate(lively(hands=1_000, tables=2), tmp_path, "lively")
    _change_events(tmp_path, alter)
    assert run_checks(Lake(tmp_path), only=[check]).height > 0


FROM_HAND_TO_HAND = [
    "06_carried_stacks_follow", "06_events_agree_with_the_deal", "06_stacks_come_from_events",
]  # fmt: skip


def test_checks_from_hand_to_hand_get_tables_whole_with_their_events_alone(tmp_path, monkeypatch):
    monkeypatch.setattr("railbird.reports.slices.SLICE", 1)
    simulate(lively(hands=600, tables=3), tmp_path, "lively")
    lake = Lake(tmp_path)
    with lake.tables("lively", 1 << 32 | 7, 1 << 32 | 9):
        for view in ("hands", "players", "events"):
            tables = lake.sql(f"from {view} select distinct table_id")
            assert tables.rows() == [(1,)]
    assert run_checks(lake, only=FROM_HAND_TO_HAND).rows() == []
    _change_events(tmp_path, lambda row: row["table_id"] != 2 or row["event"] != "top_up")
    found = run_checks(Lake(tmp_path), only=FROM_HAND_TO_HAND, rows_a_check=10_000)
    assert set(found["check"]) == {FROM_HAND_TO_HAND[0], FROM_HAND_TO_HAND[2]}
    assert {hand >> 32 for hand in found["hand_id"]} == {2}


def test_players_dealt_seats_taken_and_the_clock_are_those_of_each_hand(tmp_path):
    simulate(lively(), tmp_path, "lively")
    lake = Lake(tmp_path)
    wrong = lake.sql(
        "select count(*) from (select p.hand_id, any_value(p.dealt) as dealt, count(*) as n, "
        "min(p.dealt) as least from players p group by p.hand_id) c join hands h using (hand_id) "
        "where c.n <> h.dealt or c.dealt <> h.dealt or c.least <> h.dealt or h.seated < h.dealt"
    ).rows()
    assert wrong == [(0,)]
    pace = resolve(Job()).room.clock.hands_per_hour
    seconds = dict(lake.sql("select dealt, any_value(duration) from hands group by dealt").rows())
    assert seconds == {n: (7200 + pace[n - 2]) // (2 * pace[n - 2]) for n in seconds}
    gaps = lake.sql(
        "select count(*) from (select epoch_us(started_at) // 1000000 as begun, duration, "
        "lead(epoch_us(started_at) // 1000000) over (partition by table_id order by hand_no) "
        "as begins from hands) where begins < begun + duration"
    ).rows()
    assert gaps == [(0,)]


def test_who_is_broke_buys_in_again_by_rate():
    for share, event in ((1, "rebuy"), (0, "leave")):
        recipe = lively({"rebuy": share, "departure": 0, "stop_loss": 0, "stop_win": 0}, top_up=0)
        events = events_of(play(recipe))
        assert any(what == event for _, _, what, _ in events)
        if share == 0:
            assert not any(what == "rebuy" for _, _, what, _ in events)
            gone = [amount for _, _, what, amount in events if what == "cash_out"]
            assert 0 in gone


def test_stop_win_and_stop_loss_make_a_player_leave():
    recipe = lively({"departure": 0, "rebuy": 0}, top_up=0, bots="always_call")
    events = play(recipe).events
    bought: dict[tuple[int, int], int] = {}
    results = []
    for table, _, seat, _, event, amount in events.T.tolist():
        if event == 1:
            bought[table, seat] = amount
        elif event == 4:
            results.append(-amount - bought[table, seat])
    left = [result for result in results if abs(result) >= 12_000]
    assert max(left) >= 12_000
    assert min(results) >= -12_000  # 60 big blinds are all that anybody brings


def test_buy_ins_are_drawn_between_two_amounts():
    events = events_of(play(lively()))
    amounts = {amount for _, _, what, amount in events if what == "buy_in"}
    assert min(amounts) >= 4_000
    assert max(amounts) <= 12_000
    assert len(amounts) > 20
    assert all(amount % 200 == 0 for amount in amounts)


def test_a_table_breaks_when_nobody_is_left_to_play_with(tmp_path):
    session = {"arrival": 0, "departure": 0.05, "sit_out": 0, "patience": 10}
    result = simulate(lively(session, tables=4), tmp_path, "short")
    manifest = json.loads((tmp_path / "runs" / "short.json").read_text())
    by_table = {entry["table_id"]: entry["hands"] for entry in manifest["tables"]}
    assert result.hands == manifest["hands"] == sum(by_table.values())
    assert all(0 < hands < 1_000 for hands in by_table.values())
    lake = Lake(tmp_path)
    assert run_checks(lake).rows() == []
    assert lake.sql("select count(*) from events where event = 'leave'").rows() == [
        lake.sql("select count(*) from events where event = 'sit'").row(0)
    ]


def test_a_table_may_break_below_a_number_of_players():
    session = {"arrival": 0, "departure": 0.02, "sit_out": 0, "break_below": 5}
    rows = play(lively(session))
    assert set(rows.column("hands", "seated").tolist()) == {5, 6}


def test_a_table_waits_for_players_while_the_clock_runs():
    session = {"open_with": 0, "arrival": "6/h", "departure": 0, "sit_out": 0, "patience": 600}
    rows = play(lively(session, hands=20, tables=2))
    started = rows.column("hands", "started")
    assert all(started[rows.column("hands", "hand_id") & 0xFFFFFFFF == 0] >= 600)
    assert (rows.column("hands", "dealt")[:3] >= 2).all()


def test_a_run_in_which_no_hand_is_played_is_a_run(tmp_path):
    session = {"open_with": 0, "arrival": 0, "patience": 1}
    assert simulate(lively(session), tmp_path, "empty").hands == 0
    assert Lake(tmp_path).sql("select count(*) from hands").rows() == [(0,)]


def test_nobody_sits_at_a_table_twice():
    rows = play(lively(population=PopulationKeys(players=8)))
    seats = list(
        zip(rows.column("players", "hand_id"), rows.column("players", "player"), strict=True)
    )
    assert len(set(seats)) == len(seats)


def test_without_a_population_the_players_of_the_table_come_back():
    rows = play(lively(population=None, bots="always_call,random,tag,maniac,nit,lag"))
    assert set(rows.column("players", "player").tolist()) == set(range(6))
    again = Counter((t, p) for t, _, _, p, event, _ in rows.events.T.tolist() if event == 0)
    assert max(again.values()) > 1


def test_who_arrives_depends_on_nothing_that_is_played():
    """The n-th player to come to a table is drawn beforehand: bots and money do not change him."""

    def arrivals(recipe):
        rows = play(recipe)
        found: dict[int, list[int]] = {}
        for table, _, _, player, event, _ in rows.events.T.tolist():
            if event == 0:
                found.setdefault(table, []).append(player)
        return found

    many = {"population": PopulationKeys(players=1_000_000)}  # hardly ever one who sits already
    one = arrivals(lively(**many))
    other = arrivals(lively({"stop_win": 0, "departure": 0.05}, **(many | {"bots": "maniac,nit"})))
    for table, players in one.items():
        both = min(len(players), len(other[table]))
        assert both > 10
        assert players[:both] == other[table][:both]


def test_names_and_profiles_of_a_population(tmp_path):
    recipe = lively(population=PopulationKeys(players=1_000, mix="tag:2,always_call"))
    simulate(recipe, tmp_path, "people")
    names = Lake(tmp_path).sql("select distinct player, profile from players").rows()
    assert len(names) > 100
    assert {profile for _, profile in names} == {"tag", "always_call"}
    assert all(name.rpartition("_")[0] == profile for name, profile in names)
    numbers = {int(name.rpartition("_")[2]): profile for name, profile in names}
    assert all((n % 3 == 2) == (profile == "always_call") for n, profile in numbers.items())
    assert "tag_00000" in {name for name, _ in names} or max(numbers) < 1_000


def _calls_once(obs, stream, memory, params):  # noqa: ARG001
    """Call the first time it is asked in a seat, fold ever after."""
    memory[0] += 1
    if memory[0] == 1 and obs[O_LEGAL] & CAN_CALL:
        return CALL, 0
    return (FOLD if obs[O_LEGAL] & CAN_CALL else CHECK), 0


def test_what_a_bot_remembers_is_forgotten_when_the_seat_changes_hands():
    once = Bot("once", "", _calls_once, np.zeros(1, np.int64), "once", "test")
    changes = {3: [("leave", 0)], 4: [("sit and wait", 0)]}
    rows = play(recipe_of(9, 3), [once], schedule_of([0, 1, 2], 0, changes))
    calls = Counter(
        what >> 6 & 15 for what in rows.column("actions", "what").tolist() if what & 15 == CALL
    )
    assert calls == {0: 2, 1: 1}  # twice in seat 0: once each of two players


def test_a_short_post_is_all_in_and_the_others_owe_the_full_blind():
    rows = scripted(2, [0, 1, 2, 3], 0, {1: [("sit and post", 5)]}, stack=150, bot="always_call")
    assert posts_of(rows)[1][1][5] == "post"


def test_straddles_are_fewer_where_fewer_are_dealt_in(tmp_path):
    recipe = lively({"departure": 0.1, "arrival": 0.1}, straddle="8", stakes="1/2")
    simulate(recipe, tmp_path, "straddled")
    lake = Lake(tmp_path)
    assert run_checks(lake).rows() == []
    found = dict(lake.sql("select dealt, any_value(straddle) from hands group by 1").rows())
    assert (found[2], found[3], found[4], found[5]) == (0, 400, 800, 800)


def test_a_top_up_fills_to_the_players_own_buy_in():
    rows = play(lively({"stop_win": 0, "stop_loss": 0}))
    bought: dict[tuple[int, int], int] = {}
    filled = 0
    stacks = {
        (hand >> 32, hand & 0xFFFFFFFF, seat): stack
        for hand, seat, stack in zip(
            *(rows.column("players", n).tolist() for n in ("hand_id", "seat", "stack")),
            strict=True,
        )
    }
    for table, hand, seat, _, event, amount in rows.events.T.tolist():
        if event == 1:
            bought[table, seat] = amount
        elif event == 2 and (table, hand, seat) in stacks:
            filled += 1
            assert stacks[table, hand, seat] == bought[table, seat]
    assert filled > 10


@pytest.mark.parametrize(
    ("keys", "message"),
    [
        ({"arrival": "2/x"}, "session.arrival = '2/x': write a chance per hand"),
        ({"departure": 1.5}, "session.departure = 1.5: a chance per hand is from 0 to 1"),
        ({"returns": "4000/h"}, "session.return = '4000/h': from 0/h to 3600/h is possible"),
        ({"rebuy": 2}, "session.rebuy = 2: a share is from 0 to 1"),
        ({"post": "x"}, "session.post = 'x': write a share from 0 to 1"),
        ({"buy_in": "100bb-40bb"}, "the first amount may not be the larger one; swap them"),
        ({"buy_in": "-100bb"}, "session.buy_in = '-100bb': write one amount (100bb, 200) or two"),
        ({"buy_in": "40bb-"}, "session.buy_in = '40bb-': write one amount (100bb, 200) or two"),
        ({"buy_in": ""}, "session.buy_in = '': write one amount (100bb, 200) or two"),
        ({"buy_in": 0}, "session.buy_in = 0: the buy-in is below the room's minimum"),
        ({"stop_win": "abc"}, "session.stop_win = 'abc': no amount; write it as 100bb or 200"),
        ({"open_with": 7}, "session.open_with = 7: from 0 to 6 is possible"),
        ({"break_below": 9}, "session.break_below = 9: from 0 to 6 is possible"),
        ({"patience": -1}, "session.patience = -1: from 0 to 1440 is possible"),
    ],
)
def test_a_wrong_session_is_one_line_with_the_remedy(keys, message):
    with pytest.raises(InputError) as caught:
        resolve(Job(stacks="carry", session=SessionKeys(**keys)))
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_session_needs_carried_stacks():
    with pytest.raises(InputError, match=r"\[session\]: .* set stacks = 'carry'"):
        resolve(Job(session=SessionKeys()))
    with pytest.raises(InputError, match=r"\[population\]: .* set stacks = 'carry'"):
        resolve(Job(population=PopulationKeys(players=10)))


def test_a_population_has_at_most_ten_bots_and_enough_players():
    names = ",".join(f"always_call:{n}" for n in range(1, 12))
    resolve(Job(stacks="carry", bots=names, population=PopulationKeys(players=10)))
    with pytest.raises(InputError, match=r"population.players = 1: from 2"):
        resolve(Job(stacks="carry", population=PopulationKeys(players=1)))
    with pytest.raises(InputError, match="a mix of 1001; at most 1,000"):
        resolve(Job(stacks="carry", bots="tag:1001", population=PopulationKeys(players=10)))


def test_find_bot_is_what_a_population_plays():
    recipe = lively(population=PopulationKeys(players=50, mix="always_call"))
    assert [player.bot for player in recipe.players] == [find_bot("always_call").name]
