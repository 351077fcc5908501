"""The rooms' rules, one test a rule: who gets which card, the blinds, caps, orders, showdowns."""

from __future__ import annotations

from fractions import Fraction

import msgspec
import numpy as np
import pytest
from numba import njit

from railbird.cards import DECK
from railbird.errors import InputError
from railbird.lake import bits
from railbird.reports.connect import Lake
from railbird.simulate import layout as at
from railbird.simulate.codes import ACTIONS
from railbird.simulate.job import Job, resolve
from railbird.simulate.policy import Rake, find_policy, rake_config, rake_of_policy
from railbird.simulate.rake import share_out
from railbird.simulate.replay import Hand, replay
from railbird.simulate.room import Room, Table, find_room, room_names, small_blind_of, table_config
from railbird.simulate.room_checks import faults
from railbird.simulate.runner import simulate
from railbird.tomlfile import load

NO_RAKE = rake_config(rake_of_policy(find_policy("none"), -2))
ORDERED = tuple(range(52))


def cards(packed: int) -> list[str]:
    """Two hole cards of a players row as text."""
    first, second = divmod(packed, 51)
    return [DECK[first], DECK[second + (second >= first)]]


def played(room, actions, *, seats=4, button=3, betting="NL", deck=ORDERED, **changes):
    """Play a hand of a room with a deck in order; returns rows and verdict."""
    small_bet, big_bet = (200, 400) if betting == "FL" else (0, 0)
    table = Table("holdem", betting, seats, 100, 200, small_bet, big_bet, **changes)
    sb = button if seats == 2 else (button + 1) % seats
    bb = (sb + 1) % seats
    hand = Hand(
        table_config(room, table), NO_RAKE, (20_000,) * seats, button, sb, bb, 200,
        ((sb, "sb", 100), (bb, "bb", 200)), bb, (None,) * seats, (), actions, deck,
    )  # fmt: skip
    rows, verdicts = replay([hand])
    return rows, verdicts[0]


def limped(seats=4):
    """Everybody calls, then all check it down; seat 0 is the small blind."""
    preflop = [(s, "call", 0) for s in (2, 3, 0)] + [(1, "check", 0)]
    later = [(s, "check", 0) for _ in range(3) for s in range(seats)]
    return tuple(preflop + later)


def board(rows):
    packed = int(rows.column("hands", "board")[0])
    return [DECK[packed >> 6 * i & 63] for i in range(5)]


def test_casino_first_card_left_of_the_button_and_the_button_last():
    rows, verdict = played(find_room("casino"), limped())
    assert verdict.error == 0
    dealt = [cards(code) for code in rows.column("players", "hole").tolist()]
    assert dealt == [[DECK[0], DECK[4]], [DECK[1], DECK[5]], [DECK[2], DECK[6]], [DECK[3], DECK[7]]]


def test_pacific_first_card_left_of_the_big_blind():
    rows, _ = played(find_room("pacific"), limped())
    dealt = [cards(code) for code in rows.column("players", "hole").tolist()]
    # the order of the deal is seats 2, 3, 0, 1
    assert dealt == [[DECK[2], DECK[6]], [DECK[3], DECK[7]], [DECK[0], DECK[4]], [DECK[1], DECK[5]]]


def test_cards_of_a_player_at_once_where_the_room_deals_so():
    room = find_room("standard")
    room = msgspec.structs.replace(
        room, deal=msgspec.structs.replace(room.deal, one_at_a_time=False)
    )
    rows, _ = played(room, limped())
    assert cards(int(rows.column("players", "hole")[0])) == [DECK[0], DECK[1]]


def test_casino_burns_one_card_before_flop_turn_and_river():
    rows, _ = played(find_room("casino"), limped())
    assert board(rows) == [DECK[9], DECK[10], DECK[11], DECK[13], DECK[15]]


def test_no_burn_where_the_room_does_not_burn():
    room = find_room("standard")
    room = msgspec.structs.replace(room, deal=msgspec.structs.replace(room.deal, burn=()))
    rows, _ = played(room, limped())
    assert board(rows) == list(DECK[8:13])


def test_heads_up_the_button_posts_the_small_blind_and_is_dealt_last():
    actions = (
        (1, "call", 0),
        (0, "check", 0),
        *[(s, "check", 0) for _ in range(3) for s in (0, 1)],
    )
    rows, verdict = played(find_room("standard"), actions, seats=2, button=1)
    assert verdict.error == 0
    assert cards(int(rows.column("players", "hole")[0])) == [DECK[0], DECK[2]]
    assert cards(int(rows.column("players", "hole")[1])) == [DECK[1], DECK[3]]


@pytest.mark.parametrize(
    ("lower", "small_blind"),
    [(50, 25), (100, 50), (200, 100), (300, 100), (500, 200), (1500, 700), (5, 2), (1, 1)],
)
def test_pacific_small_blind_is_half_the_lower_limit_floored_to_dollars_above_one(
    lower, small_blind
):
    assert small_blind_of(find_room("pacific"), lower) == small_blind


def test_casino_small_blind_is_half_the_minimum_bet_to_the_cent():
    assert [small_blind_of(find_room("casino"), bet) for bet in (1000, 1500, 5)] == [500, 750, 2]


def test_casino_blinds_are_two_independent_values():
    recipe = resolve(Job(room="casino", stakes="3/10", hands=1))
    assert (recipe.table.small_blind, recipe.table.big_blind) == (300, 1000)
    assert recipe.currency == "EUR"


def test_casino_has_one_bet_size_for_all_rounds():
    table = resolve(Job(room="casino", betting="FL", stakes="4/10", hands=1)).table
    assert (table.small_blind, table.big_blind) == (400, 1000)
    assert (table.small_bet, table.big_bet) == (1000, 1000)


def test_pacific_bets_the_lower_limit_in_rounds_one_and_two_and_the_upper_after():
    recipe = resolve(Job(room="pacific", stakes="15/30", hands=1))
    table = recipe.table
    assert (table.betting, table.small_blind, table.big_blind) == ("FL", 700, 1500)
    assert (table.small_bet, table.big_bet) == (1500, 3000)


def test_pacific_one_bet_and_three_raises_then_only_call_or_fold():
    raises = ((2, "raise", 400), (3, "raise", 600), (0, "raise", 800), (1, "raise", 1000))
    _, verdict = played(find_room("pacific"), raises, betting="FL")
    assert (verdict.decisions, verdict.reason, verdict.legal) == (3, "not allowed here", 1 | 4)


def test_pacific_caps_raises_heads_up_too():
    raises = ((1, "raise", 400), (0, "raise", 600), (1, "raise", 800), (0, "raise", 1000))
    _, verdict = played(find_room("pacific"), raises, seats=2, button=1, betting="FL")
    assert (verdict.decisions, verdict.legal) == (3, 1 | 4)


def test_no_cap_heads_up_where_the_room_lifts_it():
    room = find_room("pacific")
    room = msgspec.structs.replace(
        room, betting=msgspec.structs.replace(room.betting, heads_up_uncapped=True)
    )
    raises = tuple((1 - i % 2, "raise", 400 + 200 * i) for i in range(8))
    rows, verdict = played(room, (*raises, (1, "fold", 0)), seats=2, button=1, betting="FL")
    assert verdict.error == 0
    assert int(rows.column("hands", "raises_preflop")[0]) == 8


def test_blinds_are_live_the_big_blind_acts_last_and_has_the_option():
    _, verdict = played(find_room("casino"), ((2, "call", 0), (3, "call", 0), (0, "call", 0)))
    assert (verdict.reason, verdict.seat) == ("the record ends before the hand does", 1)
    assert verdict.legal == 1 | 2 | 16


def test_first_to_act_may_not_check_in_round_one():
    _, verdict = played(find_room("casino"), ((2, "check", 0),))
    assert (verdict.seat, verdict.reason, verdict.legal & 2) == (2, "not allowed here", 0)


def test_first_to_act_later_is_left_of_the_button_though_the_button_folded():
    actions = ((2, "call", 0), (3, "fold", 0), (0, "call", 0), (1, "check", 0), (1, "check", 0))
    _, verdict = played(find_room("casino"), actions)
    assert (verdict.decisions, verdict.reason, verdict.amount) == (4, "out of turn", 1)


def test_no_limit_raise_is_at_least_the_last_bet_or_raise():
    """Big blind 2: raise to 6 is a raise by 4, the next at least to 10."""
    _, verdict = played(find_room("standard"), ((2, "raise", 600), (3, "raise", 900)))
    assert (verdict.reason, verdict.min_to) == ("below the minimum", 1000)


def shown(room, actions):
    """Seats that showed or mucked, in order."""
    rows, verdict = played(room, actions)
    assert verdict.error == 0, verdict
    what = rows.column("actions", "what").tolist()
    names = [ACTIONS[w & bits.WHAT_ACTION_MASK] for w in what]
    seats = [w >> bits.WHAT_SEAT_SHIFT & bits.WHAT_SEAT_MASK for w in what]
    return [(s, n) for s, n in zip(seats, names, strict=True) if n in ("show", "muck")]


def test_without_a_bet_on_the_last_round_the_first_to_act_shows_first():
    order = shown(find_room("standard"), limped())
    assert [seat for seat, _ in order] == [0, 1, 2, 3]
    assert order[0] == (0, "show")


def test_the_last_aggressor_of_the_last_round_shows_first():
    river = [(0, "check", 0), (1, "bet", 200), (2, "call", 0), (3, "call", 0), (0, "call", 0)]
    order = shown(find_room("standard"), (*limped()[:-4], *river))
    assert [seat for seat, _ in order] == [1, 2, 3, 0]


def test_nobody_mucks_where_all_show():
    room = find_room("standard")
    room = msgspec.structs.replace(
        room, showdown=msgspec.structs.replace(room.showdown, all_show=True)
    )
    assert {name for _, name in shown(room, limped())} == {"show"}


def test_a_beaten_player_may_muck():
    # clubs, diamonds, hearts, spades of a rank lie together: later seats hold the higher cards
    order = shown(find_room("standard"), limped())
    rows, _ = played(find_room("standard"), limped())
    rank = rows.column("players", "hand_rank").tolist()
    best = 0
    for seat, name in order:
        assert name == ("show" if rank[seat] >= best else "muck")
        best = max(best, rank[seat])


def test_a_lone_winner_does_not_show():
    rows, _ = played(find_room("standard"), ((2, "fold", 0), (3, "fold", 0), (0, "fold", 0)))
    outcome = rows.column("players", "outcome")
    assert (outcome & (bits.OUTCOME_SHOWN | bits.OUTCOME_SHOWDOWN) == 0).all()


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
        ({"room": "pacific", "stakes": "2/5"}, "is twice the lower; write --stakes 2.00/4.00"),
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


def test_a_buy_in_above_the_rooms_maximum_is_refused(tmp_path):
    mine = tmp_path / "mine.toml"
    mine.write_text('name = "mine"\n[games]\nholdem = ["NL"]\n[seating]\nmax_buy_in = 200\n')
    with pytest.raises(InputError) as error:
        resolve(Job(room=str(mine), stack="201bb"))
    assert str(error.value) == (
        "stack = 201bb: the buy-in is above the room's maximum of 200 big blinds (400.00); "
        "lower --stack"
    )


def test_odd_chips_are_paid_in_the_rooms_smallest_chip():
    """The board plays three ways, chips of 5 cents: 1.95 less .10 pays .65 / .60 / .60."""
    room = msgspec.structs.replace(find_room("standard"), chip="0.05")
    table = Table("holdem", "NL", 3, 5, 10, chip=5)
    rk = rake_config(Rake("tenth", bps=500, no_flop_no_drop=False))
    holes = ((0, 5), (1, 6), (2, 7))
    board = (35, 38, 43, 46, 51)  # Ts Jh Qs Kh As: a straight that nobody improves
    hand = Hand(
        table_config(room, table), rk, (200,) * 3, 2, 0, 1, 10, ((0, "sb", 5), (1, "bb", 10)), 1,
        holes, board, ((2, "raise", 65), (0, "call", 0), (1, "call", 0),
                       *[(s, "check", 0) for _ in range(3) for s in range(3)]),
    )  # fmt: skip
    rows, verdicts = replay([hand])
    assert verdicts[0].error == 0
    assert rows.column("hands", "rake").tolist() == [10]
    assert rows.column("players", "collected").tolist() == [65, 60, 60]


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
