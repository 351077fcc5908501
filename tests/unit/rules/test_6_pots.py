"""Section 6, where the pages are silent: pots and showdown."""

from __future__ import annotations

import pytest
from scripted import Setting, changed

from railbird.lake import bits
from railbird.simulate.codes import ACTIONS
from railbird.simulate.job import Job, resolve
from railbird.simulate.play import play
from railbird.simulate.room import find_room
from railbird.simulate.room_text import as_toml

LIMPED = "2c 3c 0c 1k"
PAIRS = ("3c3d", "4c4d", "5c5d", "6c6d")
BOARD = "2hTsQcKd9h"
STRAIGHT = "ThJsQcKdAh"  # nobody improves it


def test_uncalled_bet_is_returned_before_the_rake():
    done = Setting(holes=PAIRS, board=BOARD).play("2r600 3r5000 0f 1f 2f")
    assert done.actions[-1] == (3, "return", -4400)
    assert done.column("hands", "pot") == [600 + 600 + 100 + 200]


def test_side_pots_one_for_each_all_in_amount():
    setting = Setting(holes=PAIRS, board=BOARD, stacks=(1000, 3000, 9000, 9000))
    done = setting.check_down("2r1000 3c 0c 1c | 1b2000 2c 3c | 2b6000 3c")
    assert done.column("pots", "amount") == [4000, 6000, 12000]
    assert done.column("pots", "eligible") == [0b1111, 0b1110, 0b1100]


def test_folded_chips_stay_in_the_pots_they_reached():
    setting = Setting(holes=PAIRS, board=BOARD, stacks=(1000, 9000, 9000, 9000))
    done = setting.check_down("2r1000 3c 0c 1c | 1b2000 2f 3c")
    assert done.column("pots", "amount") == [4000, 4000]
    done = setting.check_down("2r1000 3c 0c 1c | 1b2000 2c 3c | 1b3000 2f 3c")
    assert done.column("pots", "amount") == [4000, 6000 + 6000]


def test_slice_that_only_folded_players_reached_joins_the_pot_below():
    """A big blind all-in for 1.25 of 2.50, a late post of 2.50 that folds: nothing goes back."""
    posts = ((0, "sb", 100), (1, "bb", 250), (2, "post", 250))
    setting = Setting(stacks=(9000, 125, 9000, 9000), posts=posts, job={"stakes": "1/2.50"})
    done = setting.play("2f 3f 0f")
    assert "return" not in {name for _, name, _ in done.actions}
    assert done.column("pots", "amount") == [100 + 125 + 250]
    assert done.net == [-100, 350, -250, 0]


def test_dead_money_is_in_the_main_pot():
    posts = ((0, "sb", 100), (1, "bb", 200), (3, "dead", 100), (3, "post", 200))
    setting = Setting(holes=PAIRS, board=BOARD, stacks=(9000, 400, 9000, 9000), posts=posts)
    done = setting.check_down("2r400 3c 0c 1c | 0b1000 2c 3c")
    assert done.column("pots", "amount") == [4 * 400 + 100, 3000]


@pytest.mark.parametrize(("chip", "parts"), [("0.01", [67, 67, 66]), ("0.05", [70, 65, 65])])
def test_odd_chips_go_in_the_smallest_chip_to_the_first_winners_left_of_the_button(
    tmp_path, chip, parts
):
    """2.00 three ways, .20 of them dead."""
    mine = tmp_path / "mine.toml"
    mine.write_text(as_toml(changed(find_room("standard"), chip=chip)))
    posts = ((0, "sb", 5), (1, "bb", 10), (2, "dead", 20))
    setting = Setting(
        str(mine), 3, holes=PAIRS[:3], board=STRAIGHT, job={"stakes": "0.05/0.10"}, posts=posts
    )
    assert setting.check_down("2r60 0c 1c").column("players", "collected") == parts


def test_side_pots_are_shown_down_first():
    """The side pot's players show before the all-in player of the main pot."""
    setting = Setting(holes=PAIRS, board=BOARD, stacks=(1000, 9000, 9000, 9000))
    done = setting.check_down("2r1000 3c 0c 1c | 1b500 2c 3c")
    assert [seat for seat, _ in done.shown] == [1, 2, 3, 0]


def test_last_aggressor_of_the_last_round_shows_first_else_the_first_to_act():
    setting = Setting(holes=PAIRS, board=BOARD)
    river = f"{LIMPED} 0k 1k 2k 3k 0k 1k 2k 3k"
    bet = setting.play(f"{river} 0k 1k 2b200 3c 0c 1c")
    assert [seat for seat, _ in bet.shown] == [2, 3, 0, 1]
    checked = setting.play(f"{river} 0k 1k 2k 3k")
    assert [seat for seat, _ in checked.shown] == [0, 1, 2, 3]


def test_last_aggressor_shows_first_or_always_the_first_to_act_by_a_switch():
    setting = Setting(holes=PAIRS, board=BOARD, changes={"showdown__first_to_show": "first_to_act"})
    river = f"{LIMPED} 0k 1k 2k 3k 0k 1k 2k 3k"
    done = setting.play(f"{river} 0k 1k 2b200 3c 0c 1c")
    assert [seat for seat, _ in done.shown] == [0, 1, 2, 3]


def test_muck_only_when_beaten_in_every_pot_he_contests():
    """Seat 1 is beaten in the main pot by the all-in player, but wins the side pot: he shows."""
    holes = ("AcAd", "KcKh", "4c4d", "3c3d")
    setting = Setting(holes=holes, board="2hTsQc7d9h", stacks=(1000, 9000, 9000, 9000))
    done = setting.check_down("2r1000 3c 0c 1c | 1b500 2c 3c")
    assert dict(done.shown) == {0: "show", 1: "show", 2: "muck", 3: "muck"}


def test_muck_only_when_beaten_and_never_where_all_show_by_a_switch():
    best_first = tuple(reversed(PAIRS))
    setting = Setting(holes=best_first, board=BOARD, changes={"showdown__all_show": True})
    assert {name for _, name in setting.check_down().shown} == {"show"}


def test_all_in_hands_are_always_tabled():
    best_first = tuple(reversed(PAIRS))
    setting = Setting(holes=best_first, board=BOARD, stacks=(9000, 9000, 9000, 1000))
    done = setting.check_down("2r1000 3c 0c 1c")
    assert (3, "show") in done.shown


def test_suits_never_rank():
    done = Setting(seats=2, holes=("AsKs", "AcKc"), board="2h7dJsQd9h").check_down()
    assert done.net == [0, 0]


def test_wheel_plays():
    done = Setting(seats=2, holes=("Ac2d", "KcKd"), board="3h4d5s9cJh").check_down()
    assert done.net[0] > 0
    six_high = Setting(seats=2, holes=("Ac2d", "6c2h"), board="3h4d5s9cJh").check_down()
    assert six_high.net[1] > 0


# two hole cards each from the left of the button, then burn and flop, burn and turn, burn and river
TWO_HANDS = "AcKcAdKd"  # seat 0 has the aces, seat 1 the kings


def two_boards(boards=2, deck=TWO_HANDS, **keys):
    keys.setdefault("stacks", (2000, 2000))
    return Setting(seats=2, changes={"deal__boards": boards}, deck=deck, **keys)


def test_several_boards_are_dealt_from_one_deck_without_replacement():
    """Each with its own burnt cards, the first one first."""
    deck = f"{TWO_HANDS} 2c 3c4c5h 2d 7h 2h 8h 2s 3d4d5d 6c 9d 6d Td 6h 3h4h5s 7c 9h 7d Th"
    dealt = ["3c4c5h7h8h", "3d4d5d9dTd", "3h4h5s9hTh"]
    for boards in (1, 2, 3):
        done = two_boards(boards, deck.replace(" ", "")).play("1r2000 0c")
        assert [done.board, *done.more_boards] == dealt[:boards]


def test_several_boards_have_in_common_what_lay_there():
    deck = f"{TWO_HANDS}2c3c4c5h2d7h2h8h2s9d6cTd"
    done = two_boards(deck=deck).play("1c 0k 0b1800 1c")
    assert [done.board, *done.more_boards] == ["3c4c5h7h8h", "3c4c5h9dTd"]
    done = two_boards(deck=deck).play("1c 0k 0k 1k 0b1800 1c")
    assert [done.board, *done.more_boards] == ["3c4c5h7h8h", "3c4c5h7h9d"]


def test_several_boards_only_before_the_last_card():
    for script in ("1c 0k 0k 1k 0k 1k 0b1800 1c", "1r2000 0f", "1c 0k 0k 1k 0k 1k 0k 1k"):
        assert two_boards().play(script).more_boards == []


def test_several_boards_have_an_equal_part_of_every_pot():
    """Aces win on the first board, kings make three of a kind on the second."""
    deck = f"{TWO_HANDS}2c3c4h9s2dJh2hTh2s3d4dKh5c9h5dTd"
    done = two_boards(deck=deck).play("1r2000 0c")
    assert done.net == [0, 0]
    assert done.column("pots", "winners") == [0b01 | 0b10 << 10]
    assert [outcome & 8 for outcome in done.column("players", "outcome")] == [8, 8]
    assert two_boards(1, deck).play("1r2000 0c").net == [2000, -2000]


def test_several_boards_odd_chips_go_to_the_first():
    """A pot of 40.01: 20.01 on the first board, 20.00 on the second; three boards: 13.34 twice."""
    deck = f"{TWO_HANDS}2c3c4h9s2dJh2hTh2s3d4dKh5c9h5dTd5s7c8h9c6cQh6dJs"
    posts = ((1, "sb", 100), (0, "bb", 200), (1, "dead", 1))
    keys = {"posts": posts, "stacks": (2000, 2001)}
    assert two_boards(deck=deck, **keys).play("1r2000 0c").net == [1, -1]
    collected = two_boards(3, deck, **keys).play("1r2000 0c").column("players", "collected")
    assert collected == [1334 + 1333, 1334]


def test_several_boards_are_halved_each_between_high_and_low():
    """A low on the second board only: the high hand has all of the first board's half."""
    job = {"game": "omaha8", "betting": "NL"}
    deck = "AcKcAdKd2c9h3c9d"  # seat 0: A A 2 3, seat 1: K K 9 9
    deck += "2dQsJhTc2hKs2sTh" + "3dKh4d5h3h8c3sQd"
    done = two_boards(deck=deck, job=job).play("1r600 0r1800 1r2000 0c")
    assert [done.board, *done.more_boards] == ["QsJhTcKsTh", "Kh4d5h8cQd"]
    # first board: kings in full for seat 1, no low; second: three kings, and seat 0's low
    assert done.column("pots", "winners") == [0b10 | 0b10 << 20 | 0b01 << 30]
    assert done.column("players", "collected") == [1000, 3000]


def test_several_boards_leave_the_first_as_it_is(tmp_path):
    """Where one board is dealt, it is the same; so are decisions, and pots before they are paid."""
    room = find_room("standard")
    games = {game: bettings for game, bettings in room.games.items() if game != "draw"}
    mine = tmp_path / "mine.toml"
    mine.write_text(
        as_toml(changed(room, name="mine", deal__boards=2, games=games, game_max_players={}))
    )
    one, two = (
        play(resolve(Job(room=name, hands=2_000, stack="20bb", bots="random", seed=5)))
        for name in ("standard", str(mine))
    )
    for name in ("board", "last_street", "pot", "rake", "showdown"):
        assert (one.column("hands", name) == two.column("hands", name)).all()
    several = two.column("hands", "more_boards") != 0
    assert several.sum() > 200
    assert not one.column("hands", "more_boards").any()


ONLY_BETS = """
from railbird.simulate.codes import BET

def decide(obs, stream, memory, params):
    return BET, 0  # below every minimum
"""


def test_time_out_checks_if_possible_else_folds(tmp_path):
    """An answer that is none, as when time runs out: `check-fold` stands in for it."""
    bot = tmp_path / "late.py"
    bot.write_text(ONLY_BETS)
    recipe = resolve(
        Job(hands=20, seats=3, bots=f"{bot}:decide,always_call:2", illegal="check-fold")
    )
    late = next(i for i, player in enumerate(recipe.players) if "late" in player.bot)
    rows = play(recipe)
    names = actions_of(rows, late)
    assert {name for name, _ in names} == {"check", "fold"}
    assert all(to_call == 0 for name, to_call in names if name == "check")
    assert all(to_call > 0 for name, to_call in names if name == "fold")


def actions_of(rows, player):
    """(action, to_call) of a player's decisions."""
    seat_of = {
        (hand, code): seat
        for hand, seat, code in zip(
            *(rows.column("players", name).tolist() for name in ("hand_id", "seat", "player")),
            strict=True,
        )
    }
    decisions = ("fold", "check", "call", "bet", "raise")
    return [
        (ACTIONS[what & bits.WHAT_ACTION_MASK], to_call)
        for hand, what, to_call in zip(
            *(rows.column("actions", name).tolist() for name in ("hand_id", "what", "to_call")),
            strict=True,
        )
        if what >> bits.WHAT_SEAT_SHIFT & bits.WHAT_SEAT_MASK == seat_of[hand, player]
        and ACTIONS[what & bits.WHAT_ACTION_MASK] in decisions
    ]
