"""Section 2, blinds, bets and raises."""

from __future__ import annotations

import pytest
from scripted import BET, CALL, CHECK, FOLD, RAISE, Setting

from railbird.errors import InputError
from railbird.simulate.job import Job, resolve
from railbird.simulate.room import find_room, small_blind_of

FIXED = {"stakes": "2/4", "betting": "FL"}


def blinds(room: str, stakes: str, currency: str = "USD") -> tuple[int, int]:
    recipe = resolve(Job(room=room, betting="FL", stakes=stakes, currency=currency))
    return recipe.table.small_blind, recipe.table.big_blind


@pytest.mark.parametrize("room", ["pacific", "luckyace"])
@pytest.mark.parametrize(
    ("stakes", "small_blind"),
    [
        ("15/30", 700), ("5/10", 200), ("3/6", 100), ("2/4", 100), ("1/2", 50), ("0.50/1", 25),
        ("0.02/0.04", 1), ("0.01/0.02", 1),
    ],
)  # fmt: skip
def test_small_blind_is_half_the_lower_limit_floored_to_dollars_above_one(
    room, stakes, small_blind
):
    lower = round(100 * float(stakes.partition("/")[0]))
    assert blinds(room, stakes) == (small_blind, lower)


@pytest.mark.parametrize(
    ("currency", "stakes", "small_blind"),
    [
        ("USD", "2/4", 100), ("USD", "5/10", 200), ("USD", "15/30", 700), ("EUR", "1/2", 50),
        ("EUR", "5/10", 250), ("EUR", "15/30", 750),
    ],
)  # fmt: skip
def test_small_blind_is_floored_in_dollars_and_exact_in_euro(currency, stakes, small_blind):
    assert blinds("pokergalaxy", stakes, currency)[0] == small_blind


@pytest.mark.parametrize(("room", "minimum", "small_blind"), [
    ("casino", 1000, 500), ("casino", 1500, 750), ("threegames", 1000, 500), ("threegames", 5, 2),
])  # fmt: skip
def test_small_blind_is_half_the_minimum_bet(room, minimum, small_blind):
    assert small_blind_of(find_room(room), minimum) == small_blind


@pytest.mark.parametrize("room", ["pacific", "luckyace", "pokergalaxy", "threegames"])
def test_big_blind_is_the_lower_limit(room):
    assert blinds(room, "15/30", find_room(room).currencies[0])[1] == 1500


def test_big_blind_need_not_be_twice_the_small_one():
    for betting in ("NL", "PL", "FL"):
        table = resolve(Job(room="casino", betting=betting, stakes="3/10")).table
        assert (table.small_blind, table.big_blind) == (300, 1000)


def test_big_blind_sets_the_minimum_bet():
    spot = Setting("threegames", job={"stakes": "5/10"}).facing("2c 3c 0c 1k")
    assert (spot.legal, spot.min_to) == (FOLD | CHECK | BET, 1000)


@pytest.mark.parametrize("room", ["pacific", "luckyace"])
def test_blinds_are_live_they_may_check_call_raise_and_fold(room):
    setting = Setting(room, job=FIXED)
    small = setting.facing("2c 3c")
    assert (small.seat, small.to_call, small.legal) == (0, 100, FOLD | CALL | RAISE)
    big = setting.facing("2c 3c 0c")
    assert (big.seat, big.to_call) == (1, 0)
    assert big.legal & (CHECK | RAISE | FOLD) == CHECK | RAISE | FOLD
    assert setting.play("2c 3c 0f 1k 1k 2k 3k 1k 2k 3k 1k 2k 3k").net[0] == -100


@pytest.mark.parametrize("room", ["casino", "pokergalaxy"])
def test_blinds_are_live_and_the_big_blind_acts_last_with_the_option(room):
    seats = 5 if room == "pokergalaxy" else 4
    limps = " ".join(f"{seat}c" for seat in [*range(2, seats), 0])
    spot = Setting(room, seats).facing(limps)
    assert (spot.seat, spot.to_call) == (1, 0)
    assert spot.legal & (CHECK | RAISE) == CHECK | RAISE


@pytest.mark.parametrize("room", ["pacific", "luckyace"])
def test_ante_there_is_none(room):
    with pytest.raises(InputError, match=f"room {room} plays without antes"):
        resolve(Job(room=room, ante="1"))
    assert "ante" not in {name for _, name, _ in Setting(room).check_down().actions}


@pytest.mark.parametrize("room", ["pacific", "luckyace"])
def test_limits_the_lower_is_always_half_of_the_upper(room):
    for stakes in ("1/2", "5/10"):
        table = resolve(Job(room=room, stakes=stakes)).table
        assert table.big_bet == 2 * table.small_bet
    with pytest.raises(InputError, match="twice the lower; write 5"):
        resolve(Job(room=room, stakes="5/15"))


def test_limits_are_one_size_for_all_rounds():
    table = resolve(Job(room="casino", betting="FL", stakes="5/10")).table
    assert (table.small_bet, table.big_bet) == (1000, 1000)
    setting = Setting("casino", job={"betting": "FL", "stakes": "5/10"})
    limped = "2c 3c 0c 1k | 0k 1k 2k 3k | 0k 1k 2k 3k"
    assert setting.facing(limped).min_to == 1000


def test_limits_are_a_lower_and_an_upper_one():
    table = resolve(Job(room="pokergalaxy", stakes="2/5")).table
    assert (table.small_bet, table.big_bet) == (200, 500)


def test_limits_rounds_with_higher_bets_have_a_bigger_minimum_bet():
    setting = Setting("threegames", job=FIXED)
    flop = setting.facing("2c 3c 0c 1k")
    turn = setting.facing("2c 3c 0c 1k 0k 1k 2k 3k")
    assert (flop.min_to, turn.min_to) == (200, 400)


@pytest.mark.parametrize("room", ["pacific", "luckyace", "pokergalaxy"])
def test_bet_size_of_rounds_1_and_2_is_the_lower_limit_one_unit_each(room):
    seats = 5 if room == "pokergalaxy" else 4
    limps = " ".join(f"{seat}c" for seat in [*range(2, seats), 0]) + " 1k"
    setting = Setting(room, seats, job={"stakes": "2/4"})
    first = setting.facing("")
    assert (first.min_to, first.max_to) == (400, 400)
    assert setting.facing("2r400").min_to == 600
    bet = setting.facing(limps)
    assert (bet.min_to, bet.max_to) == (200, 200)
    assert setting.facing(f"{limps} 0b200").max_to == 400
    assert setting.refused("2r500") == "above the maximum"


@pytest.mark.parametrize("room", ["pacific", "luckyace", "pokergalaxy"])
def test_bet_size_of_rounds_3_and_4_is_the_upper_limit(room):
    """$2/$4: $4 from the turn on."""
    seats = 5 if room == "pokergalaxy" else 4
    text = " ".join(f"{seat}c" for seat in [*range(2, seats), 0]) + " 1k"
    checks = " ".join(f"{seat}k" for seat in range(seats))
    setting = Setting(room, seats, job={"stakes": "2/4"})
    for rounds in (2, 3):
        at_turn = " ".join([text, *[checks] * (rounds - 1)])
        bet = setting.facing(at_turn)
        assert (bet.min_to, bet.max_to) == (400, 400)
        assert setting.facing(f"{at_turn} 0b400").min_to == 800


@pytest.mark.parametrize("room", ["pacific", "luckyace"])
def test_raises_one_bet_and_three_raises_then_only_call_or_fold(room):
    """The big blind is the bet of round 1: the cap is four units; later rounds the same."""
    setting = Setting(room, job=FIXED)
    capped = setting.facing("2r400 3r600 0r800")
    assert (capped.legal, capped.to_call) == (FOLD | CALL, 600)
    flop = setting.facing("2c 3c 0c 1k | 0b200 1r400 2r600 3r800")
    assert (flop.legal, flop.to_call) == (FOLD | CALL, 600)
    assert setting.refused("2r400 3r600 0r800 1r1000") == "not allowed here"


@pytest.mark.parametrize("room", ["pacific", "luckyace"])
def test_raises_no_exception_heads_up(room):
    capped = Setting(room, 2, job=FIXED).facing("1r400 0r600 1r800")
    assert capped.legal == FOLD | CALL


def test_raises_three_and_then_only_call_or_fold_with_more_than_two_players():
    setting = Setting("pokergalaxy", 5, job={"stakes": "2/4"})
    assert setting.facing("2r400 3r600 4r800").legal == FOLD | CALL
    checked = "2c 3c 4c 0c 1k | 0k 1k 2k 3k 4k"
    assert setting.facing(f"{checked} | 0b400 1r800 2r1200 3r1600").legal == FOLD | CALL


def test_raises_unlimited_when_only_two_players_are_left_at_cash_tables():
    """Stated at the turn, played on every round that is heads-up before the cap is reached."""
    war = " ".join(f"{1 - i % 2}r{400 + 200 * i}" for i in range(9))
    setting = Setting("pokergalaxy", 2, job={"stakes": "2/4"})
    assert setting.facing(war).legal == FOLD | CALL | RAISE
    at_turn = "2c 3c 4f 0f 1k | 1b200 2c 3f"
    war = " ".join(f"{1 + i % 2}{'r' if i else 'b'}{400 + 400 * i}" for i in range(7))
    five = Setting("pokergalaxy", 5, job={"stakes": "2/4"})
    assert five.facing(f"{at_turn} | {war}").legal == FOLD | CALL | RAISE


def test_raises_stay_capped_when_the_cap_was_reached_before_two_were_left():
    setting = Setting("pokergalaxy", 5, job={"stakes": "2/4"})
    assert setting.facing("2r400 3r600 4r800 0f 1f 2f").legal == FOLD | CALL


def test_raises_three_even_then_in_tournaments():
    setting = Setting("pokergalaxy", 2, job={"stakes": "2/4"}, tournament=True)
    assert setting.facing("1r400 0r600 1r800").legal == FOLD | CALL


@pytest.mark.parametrize("room", ["pacific", "luckyace", "casino"])
def test_first_to_act_in_round_1_is_left_of_the_big_blind(room):
    """Everyone has to put in at least the big blind to stay."""
    spot = Setting(room).facing("")
    assert (spot.seat, spot.to_call) == (2, resolve(Job(room=room)).table.big_blind)
    assert spot.legal == FOLD | CALL | RAISE


def test_first_to_act_in_round_1_may_not_check():
    setting = Setting("pokergalaxy", 5)
    assert setting.facing("").legal == FOLD | CALL | RAISE
    assert setting.refused("2k") == "not allowed here"


@pytest.mark.parametrize("room", ["pacific", "luckyace", "casino", "threegames"])
def test_first_to_act_later_is_the_first_active_player_left_of_the_button(room):
    setting = Setting(room)
    assert setting.facing("2c 3c 0c 1k").seat == 0
    assert setting.facing("2c 3c 0f 1k").seat == 1


def test_first_to_act_later_though_the_player_at_the_button_folded():
    setting = Setting("pokergalaxy", 5)
    assert setting.facing("2c 3c 4f 0c 1k").seat == 0
    assert setting.facing("2c 3c 4f 0f 1k | 1k 2k 3k").seat == 1


@pytest.mark.parametrize("room", ["pacific", "luckyace", "casino"])
def test_once_there_is_a_bet_call_raise_or_fold_and_folding_forfeits(room):
    setting = Setting(room, job={"betting": "FL", "stakes": "2/4" if room != "casino" else "1/2"})
    limped = "2c 3c 0c 1k"
    assert setting.facing(f"{limped} 0b200").legal == FOLD | CALL | RAISE
    done = setting.play(f"{limped} 0b200 1f 2c 3f 0k 2k 0k 2k")
    assert (done.net[1], done.net[3]) == (-200, -200)


@pytest.mark.parametrize("room", ["pokergalaxy", "threegames"])
def test_once_there_is_a_bet_nobody_may_check(room):
    seats = 5 if room == "pokergalaxy" else 4
    limps = " ".join(f"{seat}c" for seat in [*range(2, seats), 0]) + " 1k"
    setting = Setting(room, seats, job={"betting": "FL"})
    assert setting.refused(f"{limps} 0b100 1k") == "not allowed here"


def test_no_limit_minimum_raise_is_the_last_bet_or_the_last_raises_increment():
    """A bet of 10, a raise to 30 (by 20): the next to 50 at least."""
    setting = Setting("threegames", job={"stakes": "2.50/5"})
    limped = "2c 3c 0c 1k"
    assert setting.facing(f"{limped} 0b1000").min_to == 2000
    assert setting.facing(f"{limped} 0b1000 1r3000").min_to == 5000
    assert setting.refused(f"{limped} 0b1000 1r3000 2r4999") == "below the minimum"


def test_no_limit_minimum_raise_before_the_flop_is_to_twice_the_big_blind():
    """Big blind 5: to 10, a raise by one big blind; the first bet later at least the big blind."""
    setting = Setting("threegames", job={"stakes": "2.50/5"})
    assert setting.facing("").min_to == 1000
    assert setting.facing("2c 3c 0c 1k").min_to == 500
    assert setting.refused("2c 3c 0c 1k 0b499") == "below the minimum"


@pytest.mark.parametrize("room", ["pacific", "luckyace", "casino", "pokergalaxy", "threegames"])
def test_round_ends_when_all_check_or_all_have_called(room):
    seats = 5 if room == "pokergalaxy" else 4
    limps = " ".join(f"{seat}c" for seat in [*range(2, seats), 0]) + " 1k"
    checks = " ".join(f"{seat}k" for seat in range(seats))
    setting = Setting(room, seats, job={"betting": "FL"})
    assert setting.facing(f"{limps} {checks}").seat == 0
    unit = setting.facing(limps).min_to
    called = " ".join(f"{seat}c" for seat in range(1, seats))
    after = setting.facing(f"{limps} 0b{unit} {called}")
    assert (after.seat, after.to_call) == (0, 0)


@pytest.mark.parametrize("room", ["pacific", "luckyace", "casino", "pokergalaxy", "threegames"])
def test_round_ends_when_one_player_is_left_who_wins_at_once(room):
    seats = 5 if room == "pokergalaxy" else 4
    folds = " ".join(f"{seat}f" for seat in [*range(2, seats), 0])
    done = Setting(room, seats).play(folds)
    small = resolve(Job(room=room, seats=seats)).table.small_blind
    assert done.net[:2] == [-small, small]
    assert done.shown == []
