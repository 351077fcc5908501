"""Section 3, the showdown."""

from __future__ import annotations

import pytest
from scripted import Setting, changed

from railbird.lake import bits
from railbird.simulate.codes import ACTIONS
from railbird.simulate.job import Job, resolve
from railbird.simulate.play import play
from railbird.simulate.room import find_room
from railbird.simulate.room_text import as_toml

HOLD_EM = ("pacific", "luckyace", "casino", "pokergalaxy", "threegames")
LIMPED = "2c 3c 0c 1k"
PAIRS = ("3c3d", "4c4d", "5c5d", "6c6d", "7c7d")  # seat 4 best


def seats_of(room: str) -> int:
    return 5 if room == "pokergalaxy" else 4


def showdown(room: str, *, holes=PAIRS, board="2hTsQcKd9h", **keys) -> Setting:
    seats = seats_of(room)
    return Setting(room, seats, holes=holes[:seats], board=board, **keys)


def checked_to_the_river(room: str) -> str:
    seats = seats_of(room)
    limps = " ".join(f"{seat}c" for seat in [*range(2, seats), 0]) + " 1k"
    return " ".join([limps, *[" ".join(f"{s}k" for s in range(seats))] * 2])


@pytest.mark.parametrize("room", HOLD_EM)
def test_when_after_the_fourth_round_with_two_or_more_left(room):
    done = showdown(room).check_down()
    names = [name for _, name, _ in done.actions]
    last = max(i for i, name in enumerate(names) if name == "check")
    assert set(names[last + 1 :]) <= {"show", "muck"}
    assert done.column("hands", "showdown") == [1]


@pytest.mark.parametrize("room", HOLD_EM)
@pytest.mark.parametrize(
    ("holes", "board", "winners"),
    [
        # two of the hand and three of the board: a straight against a pair
        (("8c7d", "AcAd"), "9hTsJc2d3h", {0}),
        # one of the hand and four of the board: a flush
        (("Ah2c", "KcKd"), "3h6hTh8h2s", {0}),
        # the board alone: a straight to the ace that nobody improves
        (("2c3d", "4c4d"), "ThJsQcKdAh", {0, 1}),
    ],
)
def test_hand_is_the_best_five_of_seven(room, holes, board, winners):
    seats = seats_of(room)
    others = ("2d4s", "3s5s", "4h5d")[: seats - 2]
    setting = Setting(room, seats, holes=(*holes, *others), board=board)
    folds = " ".join(f"{seat}f" for seat in range(2, seats))
    done = setting.check_down(f"{folds} 0c 1k")
    (mask,) = done.column("pots", "winners")
    assert {seat for seat in range(seats) if mask & 1023 & 1 << seat} == winners


@pytest.mark.parametrize("room", ["casino", "threegames"])
def test_board_plays_and_the_remaining_players_split_the_pot(room):
    done = showdown(room, board="ThJsQcKdAh").check_down("2c 3f 0c 1k")
    assert done.net == [0, 0, 0, 0]
    done = showdown(room, board="ThJsQcKdAh").check_down("2c 3c 0c 1k 0b200 1c 2c 3f")
    third = 200 / 3
    assert done.net[3] == -200
    assert all(abs(net - third) < 1 for net in done.net[:3])


@pytest.mark.parametrize("room", HOLD_EM)
def test_ties_equal_hands_share(room):
    holes = ("AcKd", "AdKc", "2c2d", "3c4d", "3d4c")
    done = showdown(room, holes=holes, board="AhKsQc7d9h").check_down()
    assert done.net[0] == done.net[1] > 0


def test_ties_kickers_decide_king_five_beats_queen_five():
    """On a board with a 5."""
    holes = ("Kc5c", "Qd5d", "2c3d", "2d3c")
    done = showdown("threegames", holes=holes, board="5h8sTcJd2s").check_down()
    assert [net > 0 for net in done.net] == [True, False, False, False]


def test_hand_cards_speak_whatever_the_player_thinks():
    """The best hand wins though its holder only called."""
    done = showdown("pokergalaxy").check_down()
    assert done.net[4] > 0


def test_who_shows_first_is_the_last_aggressor_of_the_last_round():
    river = checked_to_the_river("pokergalaxy")
    unit = showdown("pokergalaxy").facing(river).min_to
    bet = f"{river} 0k 1b{unit} 2r{2 * unit} 3c 4c 0c 1c"
    assert [seat for seat, _ in showdown("pokergalaxy").play(bet).shown] == [2, 3, 4, 0, 1]


def test_who_shows_first_is_the_first_to_act_if_there_was_no_bet():
    shown = showdown("pokergalaxy").check_down().shown
    assert [seat for seat, _ in shown] == [0, 1, 2, 3, 4]
    assert shown[0] == (0, "show")


def test_who_shows_all_remaining_players_do():
    best_first = tuple(reversed(PAIRS[:4]))
    done = showdown("threegames", holes=best_first).check_down()
    assert done.shown == [(seat, "show") for seat in range(4)]


def test_need_to_show_only_one_who_must_may_not_muck():
    """The others muck when they are beaten; the first has to show though he will lose."""
    best_first = tuple(reversed(PAIRS))
    done = showdown("pokergalaxy", holes=best_first).check_down()
    assert done.shown == [(0, "show"), *[(seat, "muck") for seat in range(1, 5)]]
    worst_first = showdown("pokergalaxy").check_down()
    assert worst_first.shown[0] == (0, "show")
    assert worst_first.net[0] < 0


def test_another_player_may_ask_to_see_a_mucked_hand_and_it_is_shown():
    """In the place where it would have been mucked; whoever wins wins."""
    best_first = tuple(reversed(PAIRS))
    mucked = showdown("pokergalaxy", holes=best_first).check_down()
    asks = {"showdown__ask_to_see": 100}
    asked = showdown("pokergalaxy", holes=best_first, changes=asks).check_down()
    assert asked.shown == [(seat, "show") for seat in range(5)]
    assert [outcome & 6 for outcome in asked.column("players", "outcome")] == [2] * 5
    assert asked.net == mucked.net
    assert [seat for seat, _ in asked.shown] == [seat for seat, _ in mucked.shown]


def room_of(folder, name, **changes):
    """A copy of a room with some keys set otherwise, as a file."""
    mine = folder / "mine.toml"
    mine.write_text(as_toml(changed(find_room(name), name="mine", **changes)))
    return str(mine)


def test_another_player_may_ask_to_see_a_share_of_the_mucked_hands(tmp_path):
    """Which ones comes from a stream of its own: cards, decisions and money stay as they are."""
    jobs = [
        Job(room=room, stakes="2/4", seats=5, hands=5_000, seed=11, rake="none")
        for room in ("pokergalaxy", room_of(tmp_path, "pokergalaxy", showdown__ask_to_see=30))
    ]
    usual, asked = (play(resolve(job)) for job in jobs)
    for name in ("hole", "collected", "counts_01", "counts_23", "hand_rank"):
        assert (usual.column("players", name) == asked.column("players", name)).all()
    mucked, still = (
        int((rows.column("players", "outcome") & bits.OUTCOME_MUCKED != 0).sum())
        for rows in (usual, asked)
    )
    assert mucked > 1_000
    assert still / mucked == pytest.approx(0.7, abs=0.05)
    cards = asked.column("actions", "cards")
    shows = asked.column("actions", "what") & bits.WHAT_ACTION_MASK == ACTIONS.index("show")
    assert (cards[shows] >= 0).all()


RIVER_BET = "0k 1b{unit} 2c 3f 4f 0f"


def test_bettor_who_is_beaten_may_throw_his_hand_away():
    """Seat 1 bets, seat 2 calls with the better hand: he shows, and the bettor need not."""
    river = checked_to_the_river("pokergalaxy")
    unit = showdown("pokergalaxy").facing(river).min_to
    bet = f"{river} {RIVER_BET.format(unit=unit)}"
    throws = {"showdown__throw_away": True}
    assert showdown("pokergalaxy").play(bet).shown == [(1, "show"), (2, "show")]
    thrown = showdown("pokergalaxy", changes=throws).play(bet)
    assert thrown.shown == [(2, "show"), (1, "muck")]
    assert thrown.net == showdown("pokergalaxy").play(bet).net


def test_bettor_who_is_beaten_may_throw_only_where_he_bet_and_is_beaten():
    river = checked_to_the_river("pokergalaxy")
    unit = showdown("pokergalaxy").facing(river).min_to
    throws = {"showdown__throw_away": True}
    best_first = tuple(reversed(PAIRS))
    winning = showdown("pokergalaxy", holes=best_first, changes=throws)
    done = winning.play(f"{river} {RIVER_BET.format(unit=unit)}")
    assert done.shown == [(1, "show"), (2, "muck")]
    # nobody bets: the first to act has to show, beaten or not
    assert showdown("pokergalaxy", changes=throws).check_down().shown[0] == (0, "show")


def test_bettor_who_is_beaten_may_throw_and_another_may_ask_to_see():
    river = checked_to_the_river("pokergalaxy")
    unit = showdown("pokergalaxy").facing(river).min_to
    both = {"showdown__throw_away": True, "showdown__ask_to_see": 100}
    done = showdown("pokergalaxy", changes=both).play(f"{river} {RIVER_BET.format(unit=unit)}")
    assert done.shown == [(2, "show"), (1, "show")]


def test_need_to_show_a_lone_winner_does_not():
    done = showdown("pokergalaxy").play("2f 3f 4f 0f")
    assert done.shown == []
    assert done.column("players", "outcome")[1] & 7 == 0  # no showdown, nothing shown or mucked


def test_need_to_show_every_dealt_card_is_kept_all_the_same():
    """`shown` says what the table would have seen; the hole cards are always in the rows."""
    done = showdown("pokergalaxy").play("2f 3f 4f 0f")
    assert [done.hole(seat) for seat in range(5)] == list(PAIRS)


@pytest.mark.parametrize("room", ["pacific", "luckyace"])
def test_pot_an_all_in_player_takes_his_part_and_the_best_of_the_others_the_rest(room):
    best_first = tuple(reversed(PAIRS[:4]))
    setting = showdown(room, holes=best_first, stacks=(200, 1000, 1000, 1000))
    done = setting.check_down("2r200 3c 0c 1c | 1b100 2c 3c")
    # seat 0 is all-in before the flop for 2.00 and has the best hand: he takes 4 * 2.00
    assert done.column("pots", "amount") == [800, 300]
    assert done.net[:2] == [600, 0]


@pytest.mark.parametrize("room", ["pacific", "luckyace"])
def test_pot_is_paid_less_the_rake(room):
    rows = play(resolve(Job(room=room, hands=400, seed=3)))
    rake = rows.column("hands", "rake").sum()
    assert rake > 0
    paid = rows.column("players", "collected").sum()
    assert paid == rows.column("hands", "pot").sum() - rake
