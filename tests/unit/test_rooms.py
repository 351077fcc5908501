"""Rooms as data: what a room may say, what of a job it refuses; its rules are in `rules/`."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from numba import njit

from railbird.errors import InputError
from railbird.reports.connect import Lake
from railbird.simulate import layout as at
from railbird.simulate.job import Job, resolve
from railbird.simulate.rake import share_out
from railbird.simulate.room import Room, Table, find_room, room_names, table_config
from railbird.simulate.room_checks import faults
from railbird.simulate.runner import simulate
from railbird.tomlfile import load


def test_a_room_is_data_that_a_user_can_copy_and_change(tmp_path):
    mine = tmp_path / "mine.toml"
    mine.write_text(
        'name = "mine"\nmax_players = 6\n[games]\nholdem = ["NL"]\n[betting]\nraise_cap = 4\n'
    )
    room = find_room(str(mine))
    assert (room.max_players, room.betting.raise_cap) == (6, 4)
    assert table_config(room, Table("holdem", "FL", 4, 1, 2, 2, 4))[at.C_RAISE_CAP] == 4


def test_a_misspelt_key_of_a_room_names_line_and_nearest(tmp_path):
    mine = tmp_path / "mine.toml"
    mine.write_text('name = "mine"\n[betting]\nraise_caps = 4\n')
    with pytest.raises(InputError) as error:
        load(mine, Room, what="room")
    assert str(error.value).startswith(f"{mine}, line 3: unknown key 'raise_caps' in [betting]")
    assert "did you mean 'raise_cap'?" in str(error.value)


@pytest.mark.parametrize("name", room_names())
def test_a_built_in_room_has_no_fault(name):
    assert list(faults(find_room(name))) == []


@pytest.mark.parametrize(
    ("job", "message"),
    [
        ({"stakes": "500000000000/1000000000000"}, "more than 9000000000000.00; lower --stakes"),
        ({"seats": 1}, "seats = 1: room standard seats 2 to 10"),
        ({"room": "pacific", "game": "omaha"}, "game = 'omaha': room pacific offers holdem"),
        ({"seats": 11}, "seats = 11: room standard seats 2 to 10;"),
        ({"game": "draw", "seats": 10}, "the deck has cards for 9 players at draw with 5 hole"),
        ({"game": "omaha", "hole_cards": 6, "seats": 8}, "cards for 7 players at omaha with 6"),
        ({"game": "omaha", "hole_cards": 7}, "room standard deals 4 or 5 or 6 cards at omaha"),
        ({"hole_cards": 4}, "room standard deals 2 cards at holdem"),
        ({"room": "pokergalaxy", "seats": 6}, "pokergalaxy has tables of 2, 5 or 10 seats"),
        ({"room": "pokergalaxy", "currency": "GBP"}, "pokergalaxy plays in USD or EUR"),
        ({"room": "pacific", "stakes": "2/5"}, "is twice the lower; write 2.00/4.00"),
        ({"room": "pacific", "ante": "0.5"}, "room pacific plays without antes"),
        ({"room": "pacific", "stakes": "1/2", "stack": "9.5bb"}, "below the room's minimum of 10"),
        ({"stack": "0.5bb"}, "below the room's minimum of 1 big blind"),
        ({"stack": "0.3333bb", "stakes": "0.01/0.02"}, "no whole number of the smallest unit"),
        ({"stakes": "2/1"}, "the first amount may not be the larger one"),
    ],
)
def test_what_a_room_does_not_offer_is_refused(job, message):
    with pytest.raises(InputError) as error:
        resolve(Job(**job))
    assert message in str(error.value)


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("min_players = 1", "2: min_players: 1; from 2 to 10 is possible"),
        ("max_players = 11", "2: max_players: 11; from min_players (2) to 10 is possible"),
        ('chip = "0"', "2: chip: '0'; an amount above zero is needed"),
        ("[games]", '2: games: empty; name one, as in holdem = ["NL"]'),
        ("[games]\nholdem = []", '3: games.holdem: no betting; write holdem = ["NL"], or remove'),
        ("[seating]\nmin_buy_in = 0", "3: seating.min_buy_in: 0; at least 1 big blind is needed"),
        ("[seating]\nmin_buy_in = 50\nmax_buy_in = 40\nbuy_in = 45",
         "3: seating.min_buy_in: 50 is above max_buy_in (40); lower it, or raise that"),
        ("[seating]\nmax_buy_in = 40",
         "2: seating.buy_in: 100; from min_buy_in (1) to max_buy_in (40) is possible"),
        ('[seating]\nentry = "three_steps"', "3: seating.entry: 'three_steps' needs a button that"),
        ("[game_max_players]\nomaha = 6", "3: game_max_players.omaha: the room offers no omaha"),
        ("[clock]\nhands_per_hour = [0, 1, 1, 1, 1, 1, 1, 1, 1]",
         "3: clock.hands_per_hour: 0; from 1 to 3600 is possible"),
        ("[blinds]\nexact_currencies = ['EUR']", "3: blinds.exact_currencies: EUR is none of"),
        ("[betting]\nheads_up_uncapped_in_tournaments = true",
         "3: betting.heads_up_uncapped_in_tournaments: true, though cash tables are capped"),
        ("[deal]\nboards = 4", "3: deal.boards: 4; from 1 to 3 is possible"),
        ('[games]\nholdem = ["NL"]\ndraw = ["NL"]\n[deal]\nboards = 2',
         "6: deal.boards: 2, and five card draw has no board; remove draw from [games], or"),
        ("[showdown]\nask_to_see = 101",
         "3: showdown.ask_to_see: 101; from 0 to 100 per cent is possible"),
        ("[showdown]\nask_to_see = 5\nall_show = true",
         "3: showdown.ask_to_see: 5, though all show and nobody mucks; write 0, or set"),
        ("[showdown]\nthrow_away = true\nall_show = true",
         "3: showdown.throw_away: true, though all show; set this or showdown.all_show to false"),
        ("chosen = ['betting.cap']", "2: chosen: 'betting.cap' is no key of a room; correct or"),
    ],
)  # fmt: skip
def test_a_room_that_makes_no_table_is_refused_with_file_line_and_key(tmp_path, text, fault):
    mine = tmp_path / "mine.toml"
    games = "" if "[games]" in text else '\n[games]\nholdem = ["NL"]\n'
    mine.write_text(f'name = "mine"\n{text}\n{games}')
    with pytest.raises(InputError) as error:
        find_room(str(mine))
    assert str(error.value).startswith(f"{mine}, line {fault}")
    assert "\n" not in str(error.value)


def test_the_deck_has_cards_for_fewer_players_where_it_deals_several_boards(tmp_path):
    mine = tmp_path / "mine.toml"
    mine.write_text('name = "mine"\n[games]\nomaha = ["NL"]\n[deal]\nboards = 3\n')
    assert resolve(Job(room=str(mine), game="omaha", seats=7)).table.seats == 7
    with pytest.raises(InputError) as error:
        resolve(Job(room=str(mine), game="omaha", seats=8))
    assert str(error.value) == (
        "seats = 8: the deck has cards for 7 players at omaha with 4 hole cards and 3 boards; "
        "lower --seats"
    )


@pytest.mark.parametrize(
    ("table", "fault"),
    [("games", "did you mean 'draw'?"), ("game_max_players", "did you mean 'draw'?")],
)
def test_an_unknown_game_names_line_and_nearest(tmp_path, table, fault):
    mine = tmp_path / "mine.toml"
    value = '["NL"]' if table == "games" else "6"
    mine.write_text(f'name = "mine"\n[{table}]\ndrawe = {value}\n')
    with pytest.raises(InputError) as error:
        find_room(str(mine))
    assert str(error.value) == f"{mine}, line 3: unknown key 'drawe' in [{table}]; {fault}"


def test_a_buy_in_above_the_rooms_maximum_is_refused(tmp_path):
    mine = tmp_path / "mine.toml"
    mine.write_text('name = "mine"\n[games]\nholdem = ["NL"]\n[seating]\nmax_buy_in = 200\n')
    with pytest.raises(InputError) as error:
        resolve(Job(room=str(mine), stack="201bb"))
    assert str(error.value) == (
        "stack = 201bb: the buy-in is above the room's maximum of 200 big blinds (400.00); "
        "lower --stack"
    )


def test_stakes_off_the_rooms_chip_are_refused(tmp_path):
    mine = tmp_path / "mine.toml"
    mine.write_text('name = "mine"\nchip = "0.25"\n[games]\nholdem = ["NL"]\n')
    with pytest.raises(InputError, match=r"0\.10 is no multiple of 0\.25, the smallest chip"):
        resolve(Job(room=str(mine), stakes="0.10/0.25"))


def test_the_default_mix_is_cut_to_a_small_table():
    players = [p.player for p in resolve(Job(seats=2)).players]
    assert players == ["tag", "lag"]
    assert [p.player for p in resolve(Job(seats=5)).players] == [
        "tag", "lag", "station", "nit", "maniac",
    ]  # fmt: skip


def test_a_policy_of_another_currency_is_refused(tmp_path):
    mine = tmp_path / "mine.toml"
    mine.write_text('name = "mine"\ncurrency = "EUR"\npercent = "5"\n')
    with pytest.raises(InputError, match="it is in EUR, the table plays in USD"):
        resolve(Job(rake=str(mine)))
    assert resolve(Job(rake=str(mine), room="casino")).rake.bps == 500


@njit
def _share_out(state, amount, n):
    share_out(state, amount, n)


@pytest.mark.parametrize(
    ("amount", "weights"),
    [
        (2**61, (1, 2, 2**60)),
        (10**15, (10**15, 3 * 10**14 + 7, 1)),
        (7, (2, 2, 2, 1)),
        (300, (3000, 5000)),
    ],
)
def test_shares_are_exact_beyond_64_bits(amount, weights):
    state = [0] * at.STATE_SIZE
    state[at.S_WEIGHTS : at.S_WEIGHTS + len(weights)] = weights
    numbers = np.array(state, np.int64)
    _share_out(numbers, amount, len(weights))
    shares = numbers[at.S_SHARES : at.S_SHARES + len(weights)].tolist()
    assert sum(shares) == amount
    exact = [Fraction(amount * w, sum(weights)) for w in weights]
    assert all(abs(share - e) < 1 for share, e in zip(shares, exact, strict=True))


def test_a_hand_of_very_many_raises_fits_its_columns(tmp_path):
    recipe = resolve(Job(hands=2, seats=6, bots="always_raise:2,always_call:4", stack="15000bb"))
    simulate(recipe, tmp_path, "deep")
    lake = Lake(tmp_path)
    assert lake.sql("select max(seq) from actions").item() > 32_767
    assert lake.sql("select max(raises_0) from players").item() > 7_000


def test_raises_without_end_stop_the_run_with_the_remedy(tmp_path):
    job = Job(hands=2, seats=2, bots="always_raise", stack="100000bb")
    with pytest.raises(InputError, match=r"more than 16,000 raises on one street; seat another"):
        simulate(resolve(job), tmp_path, "endless")
