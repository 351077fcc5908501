"""Section 5, five card draw, and what section 6 says of it."""

from __future__ import annotations

import pytest
from scripted import CALL, FOLD, RAISE, Setting

from railbird.cards import DECK
from railbird.errors import InputError
from railbird.simulate.job import Job, resolve
from railbird.simulate.play import play
from railbird.simulate.room import find_room

CAN_DRAW = 32
NOBODY = (1 << 30) - 1  # five times no card: not held to the end
NL = {"game": "draw", "betting": "NL"}
FL = {"game": "draw", "betting": "FL", "stakes": "2/4"}
LIMPED = "2c 3c 0c 1k"
STAND = "0k 1k 2k 3k"  # stand pat, or check


def draw(seats: int = 4, **keys) -> Setting:
    return Setting("threegames", seats, **{"job": NL, **keys})


def hand_of(seat: int, seats: int = 4) -> str:
    """Five cards that go round one by one from an ordered deck."""
    return "".join(DECK[seat + seats * i] for i in range(5))


def test_blinds_as_hold_em_posted_not_chosen():
    done = draw().play("2f 3f 0f")
    assert done.actions[:2] == [(0, "sb", 100), (1, "bb", 200)]


def test_five_cards_each_one_at_a_time_and_no_board():
    done = draw().check_down()
    assert [done.hole(seat) for seat in range(4)] == [hand_of(seat) for seat in range(4)]
    assert done.board == ""


def test_two_rounds_of_betting_with_the_draw_between_them():
    setting = draw()
    assert setting.facing(LIMPED).legal & CAN_DRAW
    after = setting.facing(f"{LIMPED} | {STAND}")
    assert (after.legal & CAN_DRAW, after.seat) == (0, 0)
    done = setting.play(f"{LIMPED} | {STAND} | {STAND}")
    assert done.column("hands", "last_street") == [1]


@pytest.mark.parametrize(("mask", "kept"), [(0, 5), (0b00001, 4), (0b00111, 2), (0b11111, 0)])
def test_exchange_none_some_or_all(mask, kept):
    done = draw().play(f"{LIMPED} | 0d{mask} 1k 2k 3k | {STAND}")
    before, after = done.hole(0), done.final(0)
    old = {before[i : i + 2] for i in range(0, 10, 2)}
    new = {after[i : i + 2] for i in range(0, 10, 2)}
    assert len(new) == 5
    assert len(old & new) == kept
    discarded = {before[2 * i : 2 * i + 2] for i in range(5) if mask >> i & 1}
    assert not discarded & new


def test_stand_pat_is_what_a_player_does_who_does_nothing():
    """A bot of hold'em that checks keeps his five cards."""
    done = draw().play(f"{LIMPED} | {STAND} | {STAND}")
    assert [done.final(seat) for seat in range(4)] == [done.hole(seat) for seat in range(4)]


def test_first_round_begins_left_of_the_big_blind_the_second_left_of_the_button():
    setting = draw()
    first = setting.facing("")
    assert (first.seat, first.to_call, first.legal) == (2, 200, FOLD | CALL | RAISE)
    assert setting.facing("2c 3c 0f 1k | 1k 2k 3k").seat == 1
    assert setting.facing(f"{LIMPED} | {STAND}").seat == 0


def test_first_bet_is_at_least_the_big_blind():
    setting = draw()
    assert setting.facing(f"{LIMPED} | {STAND}").min_to == 200
    assert setting.refused(f"{LIMPED} | {STAND} | 0b199") == "below the minimum"


def test_fixed_limit_has_the_bigger_bet_after_the_draw():
    setting = draw(job=FL)
    assert setting.facing("").min_to == 400
    after = setting.facing(f"{LIMPED} | {STAND}")
    assert (after.min_to, after.max_to) == (400, 400)


def test_no_limit_raises_as_in_hold_em():
    """A bet of 10, a raise to 30: the next at least to 50."""
    setting = draw()
    assert setting.facing(f"{LIMPED} | {STAND} | 0b1000 1r3000").min_to == 5000


def test_hand_is_the_five_cards_held():
    holes = ("KcKd2h3s4c", "QcQdQh5s6c", "7c8d9hTsQs", "7d8h9sTcAc")
    done = draw(holes=holes).check_down()
    assert [net > 0 for net in done.net] == [False, True, False, False]


# ---------------------------------------------------------------- section 6
def test_left_of_the_button_draws_first():
    setting = draw()
    assert setting.facing(LIMPED).seat == 0
    assert setting.facing("2c 3c 0f 1k").seat == 1
    done = setting.play(f"{LIMPED} | 0d1 1d1 2d1 3d1 | {STAND}")
    assert [seat for seat, name, _ in done.actions if name == "draw"] == [0, 1, 2, 3]


def test_all_in_players_draw_too():
    setting = draw(stacks=(9000, 9000, 300, 9000))
    done = setting.play("2r300 3c 0c 1c | 0k 1k 2d1 3k | 0k 1k 3k")
    assert (2, "draw") in {(seat, name) for seat, name, _ in done.actions}


def test_stub_short_takes_in_what_is_out_of_play_but_never_the_drawers_own_discards():
    """Nine players leave seven cards; three who draw five need more."""
    setting = draw(9)
    calls = " ".join(f"{seat}c" for seat in [*range(2, 9), 0]) + " 1k"
    draws = "0d31 1d31 2d31 " + " ".join(f"{seat}k" for seat in range(3, 9))
    checks = " ".join(f"{seat}k" for seat in range(9))
    done = setting.play(f"{calls} | {draws} | {checks}")
    held: list[str] = []
    for seat in range(9):
        final = done.final(seat)
        held += [final[i : i + 2] for i in range(0, 10, 2)]
    assert len(held) == len(set(held)) == 45
    for seat in range(3):
        first, final = done.hole(seat), done.final(seat)
        assert not {first[i : i + 2] for i in range(0, 10, 2)} & {
            final[i : i + 2] for i in range(0, 10, 2)
        }


def test_at_most_nine_players():
    assert resolve(Job(room="threegames", game="draw", seats=9)).table.seats == 9
    with pytest.raises(InputError, match="the deck has cards for 9 players at draw"):
        resolve(Job(room="threegames", game="draw", seats=10))
    assert find_room("threegames").game_max_players["draw"] == 9


def test_four_raises_in_place_of_three_by_a_switch():
    usual = draw(job=FL)
    assert usual.facing("2r400 3r600 0r800").legal & RAISE
    assert usual.facing("2r400 3r600 0r800 1r1000").legal == FOLD | CALL
    three = draw(job=FL, changes={"betting__raise_cap_draw": 3})
    assert three.facing("2r400 3r600 0r800").legal == FOLD | CALL


SLOW = """
from railbird.simulate.codes import FOLD

def decide(obs, stream, memory, params):
    return FOLD - 1, 0  # no answer that there is
"""


def test_stand_pat_is_what_is_done_when_time_runs_out(tmp_path):
    bot = tmp_path / "slow.py"
    bot.write_text(SLOW)
    job = Job(
        room="threegames", game="draw", hands=30, seats=2, bots=f"{bot}:decide,always_call",
        illegal="check-fold",
    )  # fmt: skip
    recipe = resolve(job)
    slow = next(i for i, player in enumerate(recipe.players) if "slow" in player.bot)
    rows = play(recipe)
    code = rows.column("players", "hole")[rows.column("players", "player") == slow]
    first, final = code & NOBODY, code >> 30
    assert ((final == first) | (final == NOBODY)).all()
    assert (final == first).any()
