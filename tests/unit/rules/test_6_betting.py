"""Section 6, where the pages are silent: forced bets and betting."""

from __future__ import annotations

import pytest
from scripted import CALL, CHECK, FOLD, RAISE, Setting, changed

from railbird.lake import bits
from railbird.simulate.codes import ACTIONS
from railbird.simulate.job import Job, resolve
from railbird.simulate.play import play
from railbird.simulate.room import find_room, room_names
from railbird.simulate.room_text import as_toml

LIMPED = "2c 3c 0c 1k"
LIMITS = {"betting": "FL", "stakes": "10/20"}  # blinds 5 and 10, bets 10 and 20


# ---------------------------------------------------------------- button and blinds
def test_heads_up_the_button_posts_the_small_blind_and_acts_first_before_the_flop_only():
    setting = Setting(seats=2)
    assert setting.play("1f").actions[:2] == [(1, "sb", 100), (0, "bb", 200)]
    assert setting.facing("").seat == 1
    assert setting.facing("1c 0k").seat == 0


def test_heads_up_the_button_is_dealt_last():
    done = Setting(seats=2).check_down()
    assert (done.hole(0)[:2], done.hole(1)[:2]) == ("2c", "2d")


def test_short_ante_before_blind():
    """A stack of 1.50: 1.00 of ante, half a blind of what is left."""
    posts = (*((seat, "ante", 100) for seat in range(4)), (0, "sb", 100), (1, "bb", 200))
    setting = Setting(stacks=(5000, 150, 5000, 5000), posts=posts, job={"ante": "1"})
    assert setting.check_down().actions[:6] == [
        *((seat, "ante", 100) for seat in range(4)), (0, "sb", 100), (1, "bb", 50),
    ]  # fmt: skip


@pytest.mark.parametrize("first", [True, False])
def test_big_blind_ante_first_or_last_is_a_switch(tmp_path, first):
    """A blind of 2, an ante of 2 and a stack of 3: the rest pays what comes last."""
    room = changed(find_room("standard"), blinds__big_blind_ante_first=first)
    mine = tmp_path / "mine.toml"
    mine.write_text(as_toml(changed(room, seating__min_buy_in=1)))
    job = Job(
        room=str(mine), hands=8, seats=4, ante="2", ante_kind="bb", stack="3", bots="always_call"
    )
    rows = play(resolve(job))
    posts = {}
    for what, amount in zip(
        rows.column("actions", "what").tolist(),
        rows.column("actions", "amount").tolist(),
        strict=True,
    ):
        name = ACTIONS[what & bits.WHAT_ACTION_MASK]
        if name in ("ante", "bb"):
            posts.setdefault(name, set()).add(amount)
    assert posts == ({"ante": {200}, "bb": {100}} if first else {"ante": {100}, "bb": {200}})


def test_short_blind_is_all_in_and_others_owe_the_full_blind():
    spot = Setting(stacks=(5000, 120, 5000, 5000)).facing("")
    assert (spot.seat, spot.to_call, spot.min_to) == (2, 200, 400)


def test_short_blind_leaves_the_pot_limit_maximum_as_it_was():
    usual = Setting(job={"betting": "PL"}).facing("")
    short = Setting(job={"betting": "PL"}, stacks=(5000, 120, 5000, 5000)).facing("")
    assert usual.max_to == short.max_to == 700


def test_straddle_is_the_new_bring_in_not_a_raise_and_has_the_option():
    posts = ((0, "sb", 100), (1, "bb", 200), (2, "straddle", 400))
    setting = Setting(posts=posts, bring_in=400, last_blind=2, job={"straddle": "4"})
    first = setting.facing("")
    assert (first.seat, first.to_call, first.min_to) == (3, 400, 800)
    option = setting.facing("3c 0c 1c")
    assert (option.seat, option.legal) == (2, FOLD | CHECK | RAISE)
    assert setting.check_down("3c 0c 1c 2k").column("hands", "raises_preflop") == [0]


def test_straddles_double():
    assert resolve(Job(straddle="8")).table.straddles == 2


@pytest.mark.parametrize("room", room_names())
def test_straddle_ante_and_button_blind_are_off(room):
    table = resolve(Job(room=room)).table
    assert (table.straddles, table.ante, table.ante_kind) == (0, 0, None)


def test_button_blind_is_supported():
    """The button alone posts; the player left of him acts first, he last."""
    setting = Setting(posts=((3, "bb", 200),), sb_seat=-1, bb_seat=3)
    assert setting.facing("").seat == 0
    assert (setting.facing("0c 1c 2c").seat, setting.facing("0c 1c 2c").to_call) == (3, 0)


# ---------------------------------------------------------------- betting
def test_short_all_in_does_not_reopen_the_betting_to_those_who_have_acted():
    setting = Setting(job={"stakes": "1/2"}, stacks=(1900, 20000, 20000, 20000))
    spot = setting.facing("2r1600 3c 0r1900 1c")
    assert (spot.seat, spot.to_call, spot.legal) == (2, 300, FOLD | CALL)


@pytest.mark.parametrize(("switch", "legal"), [(True, FOLD | CALL | RAISE), (False, FOLD | CALL)])
def test_short_all_ins_that_make_a_full_raise_together_reopen_it_by_a_switch(switch, legal):
    setting = Setting(
        job={"stakes": "10/20"},
        stacks=(100000, 15000, 22000, 100000),
        changes={"betting__cumulative_reopen": switch},
    )
    assert setting.facing(f"{LIMPED} 0b10000 1r13000 2r20000 3c").legal == legal


def test_all_in_bet_below_the_big_blind_lets_the_next_raise_add_a_full_one():
    setting = Setting(stacks=(300, 20000, 20000, 20000))
    spot = setting.facing(f"{LIMPED} 0b100")
    assert (spot.seat, spot.to_call, spot.min_to) == (1, 100, 300)


@pytest.mark.parametrize(("all_in", "next_to"), [(1400, 2000), (1500, 2500)])
def test_half_a_bet_counts_as_a_full_bet_less_does_not(all_in, next_to):
    """A bet of 10 and an all-in: to 14 the next completes to 20, to 15 he raises to 25."""
    setting = Setting(job=LIMITS, stacks=(100000, 1000 + all_in, 100000, 100000))
    assert setting.facing(f"{LIMPED} 0b1000 1r{all_in}").min_to == next_to


def test_half_a_bet_counts_toward_the_cap():
    setting = Setting(job=LIMITS, stacks=(100000, 2500, 100000, 100000))
    assert setting.facing(f"{LIMPED} 0b1000 1r1500 2r2500 3r3500").legal == FOLD | CALL


def test_half_a_bet_does_not_count_where_the_room_says_so():
    setting = Setting(
        job=LIMITS, stacks=(100000, 2500, 100000, 100000), changes={"betting__half_bet_rule": False}
    )
    assert setting.facing(f"{LIMPED} 0b1000 1r1500").min_to == 2000


@pytest.mark.parametrize(("rule", "most"), [("as_posted", 700), ("full", 800)])
def test_pot_limit_maximum_is_the_pot_after_the_call_with_the_small_blind_by_a_switch(rule, most):
    """Blinds 1/2: call 2, then the pot of 1 + 2 + 2 on top."""
    setting = Setting(
        job={"betting": "PL", "stakes": "1/2"}, changes={"betting__pot_limit_small_blind": rule}
    )
    assert setting.facing("").max_to == most


def test_no_betting_when_at_most_one_has_chips_and_nothing_is_owed():
    """The board runs out and the hands are tabled."""
    holes = ("AcAd", "2c7d", "3c8d", "4c9d")
    setting = Setting(stacks=(1000, 5000, 20000, 20000), holes=holes, board="Kh9sTc5d6h")
    done = setting.play("2f 3f 0r1000 1c")
    assert done.column("hands", "last_street") == [3]
    assert done.shown == [(0, "show"), (1, "show")]
