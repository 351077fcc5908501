"""What profiles answer to seats, prices, depth and company, counted over all hands."""

from __future__ import annotations

from itertools import combinations, pairwise

import pytest
from game_views import compiled_profile
from profile_views import BLIND, NAMES, answer, flop, observation, raised, shares, unopened

from railbird.cards import RANKS
from railbird.simulate import layout as at
from railbird.simulate.bots import profile_tables
from railbird.simulate.codes import (
    BET,
    CALL,
    FOLD,
    POS_BTN,
    RAISE,
)


@pytest.fixture(scope="module")
def decide():
    return compiled_profile()


# ---------------------------------------------------------------- before the flop


@pytest.mark.parametrize("name", NAMES)
def test_opening_ranges_are_those_of_the_file(decide, name):
    profile = profile_tables.read_profile(profile_tables.folder() / "profiles" / f"{name}.toml")
    for behind in range(1, 10):
        found = shares(decide, name, unopened(behind, dealt=10))
        assert found[RAISE] == pytest.approx(profile.unopened.raise_[behind] / 100, abs=0.012)
        assert found[CALL] == pytest.approx(profile.unopened.limp[behind] / 100, abs=0.02)


@pytest.mark.parametrize("name", NAMES)
def test_more_hands_are_opened_the_nearer_the_button_and_the_fewer_the_players(decide, name):
    by_place = [1 - shares(decide, name, unopened(behind, 9))[FOLD] for behind in range(8, 1, -1)]
    assert all(late >= early for early, late in pairwise(by_place))
    assert by_place[-1] > 1.3 * by_place[0]
    under_the_gun = [
        1 - shares(decide, name, unopened(dealt - 1, dealt))[FOLD] for dealt in (9, 6, 4)
    ]
    heads_up = 1 - shares(decide, name, unopened(1, 2))[FOLD]
    assert all(fewer > more for more, fewer in pairwise([*under_the_gun, heads_up]))


@pytest.mark.parametrize("name", NAMES)
def test_the_big_blind_defends_less_the_bigger_the_raise(decide, name):
    folded = [shares(decide, name, raised(size))[FOLD] for size in (2, 3, 5, 10, 30, 100)]
    assert all(bigger > smaller for smaller, bigger in pairwise(folded))
    called = [shares(decide, name, raised(size))[CALL] for size in (2, 3, 5, 10)]
    assert all(bigger < smaller for smaller, bigger in pairwise(called))


@pytest.mark.parametrize("name", NAMES)
def test_late_raisers_get_less_respect_than_early_ones(decide, name):
    played = [1 - shares(decide, name, raised(2.5, opener))[FOLD] for opener in (3, 2, 1, 0)]
    assert all(later > earlier for earlier, later in pairwise(played))
    heads_up = 1 - shares(decide, name, raised(2.5, 0, dealt=2))[FOLD]
    assert heads_up > played[-1]


@pytest.mark.parametrize("name", NAMES)
def test_calls_need_chips_behind(decide, name):
    called = [
        shares(decide, name, raised(3, position=POS_BTN, opener=2, stack=depth * BLIND))[CALL]
        for depth in (10, 20, 100)
    ]
    noise = 0.005  # the edges of ranges are drawn
    assert called[0] < called[2]
    assert called[0] - noise < called[1] < called[2] + noise


def test_few_hands_call_all_in_and_they_are_strong(decide):
    for name in ("nit", "tag", "lag"):
        assert shares(decide, name, raised(100))[CALL] < 0.08
        assert answer(decide, name, raised(100), "AcAd")[0] == CALL
    short = shares(decide, "tag", raised(8, stack=8 * BLIND))[CALL]
    assert 0.10 < short < 0.45


def test_short_stacks_open_all_in(decide):
    short = unopened(2, stack=8 * BLIND)
    assert answer(decide, "tag", short, "AcAd")[:2] == (RAISE, 8 * BLIND)
    assert answer(decide, "tag", unopened(2), "AcAd")[:2] == (RAISE, 5 * BLIND // 2)


def test_limpers_make_raises_bigger_and_ranges_narrower(decide):
    one, three = (observation(POSITION=POS_BTN, CALLERS=limpers) for limpers in (1, 3))
    assert shares(decide, "tag", three)[RAISE] < shares(decide, "tag", one)[RAISE]
    assert answer(decide, "tag", one, "AcAd")[1] == 7 * BLIND // 2
    assert answer(decide, "tag", three, "AcAd")[1] == 11 * BLIND // 2


def test_openers_defend_a_share_of_what_they_opened(decide):
    def played(opener, size):
        obs = raised(size, position=POS_BTN)
        obs[at.O_RAISES], obs[at.O_OPENER], obs[at.O_FROM_BUTTON] = 2, 1, opener
        obs[at.O_STREET_TOTAL] = 5 * BLIND // 2
        obs[at.O_POT] += 5 * BLIND // 2
        obs[at.O_TO_CALL] = obs[at.O_BET_TO] - 5 * BLIND // 2
        return 1 - shares(decide, "tag", obs)[FOLD]

    assert played(0, 9) > played(3, 9) > 0.03
    assert played(0, 20) < played(0, 9)


def test_most_decisions_before_the_flop_need_no_random_number(decide):
    unread = 4  # the word of the stream that says that nothing was drawn
    drawn = {
        cards
        for cards in ("AcAd", "KhQh", "QcTd", "Kh9d", "Th9h", "Jh8d", "7c5d", "7c2d")
        if answer(decide, "tag", unopened(3), cards)[2][6] != unread
    }
    assert len(drawn) <= 3


def test_ranges_fade_out_at_their_edge(decide):
    mixed = 0
    for first, second in combinations(range(0, 52, 4), 2):  # all suited, of one suit
        cards = "".join(RANKS[card // 4] + "c" for card in (second, first))
        answers = {answer(decide, "tag", unopened(3), cards, hand)[0] for hand in range(40)}
        mixed += len(answers) > 1
        assert answers <= {FOLD, RAISE}
    assert 1 <= mixed <= 12


# ---------------------------------------------------------------- after the flop


@pytest.mark.parametrize("name", NAMES)
def test_bigger_bets_fold_more_hands_on_the_flop(decide, name):
    folded = [shares(decide, name, flop("Kh8s5c", bet))[FOLD] for bet in (0.33, 0.67, 1, 2)]
    assert all(bigger > smaller for smaller, bigger in pairwise(folded))
    assert answer(decide, name, flop("Kh8s5c", 2), "KcKd")[0] in {CALL, RAISE}


@pytest.mark.parametrize("name", NAMES)
def test_who_raised_last_bets_more_and_less_into_a_crowd(decide, name):
    with_initiative = shares(decide, name, flop("Kh8s5c", initiative=True))[BET]
    without = shares(decide, name, flop("Kh8s5c"))[BET]
    crowd = shares(decide, name, flop("Kh8s5c", players=5, initiative=True))[BET]
    assert with_initiative > 1.2 * without
    assert crowd < with_initiative


@pytest.mark.parametrize("name", NAMES)
def test_a_crowd_and_a_raise_make_bluff_catchers_fold(decide, name):
    bet = flop("Kh8s5c", 0.67)
    crowd = flop("Kh8s5c", 0.67, players=5)
    again = flop("Kh8s5c", 0.67)
    again[at.O_RAISES] = 2
    alone = shares(decide, name, bet)[FOLD]
    assert shares(decide, name, crowd)[FOLD] > alone
    assert shares(decide, name, again)[FOLD] > alone


def test_profiles_differ_as_their_names_say(decide):
    def on_flop(action, **where):
        return {name: shares(decide, name, flop("Kh8s5c", **where))[action] for name in NAMES}

    folded = on_flop(FOLD, bet=0.67)
    assert folded["nit"] > folded["tag"] > folded["lag"] > folded["maniac"] > folded["station"]
    raised_more = on_flop(RAISE, bet=0.67)
    assert raised_more["maniac"] > raised_more["lag"] > raised_more["tag"] > raised_more["nit"]
    bets = on_flop(BET, initiative=True)
    assert bets["maniac"] > bets["lag"] > bets["tag"] > bets["nit"] > bets["station"]


def test_bets_are_shares_of_the_pot(decide):
    sizes = {
        answer(decide, "tag", flop("Kh8s5c", initiative=True), "AcKd", hand)[1]
        for hand in range(300)
    }
    pot = 6 * BLIND
    assert sizes == {0, *(round(pot * part / 100) for part in (33, 50, 67, 100))}


def test_low_stack_to_pot_ratios_go_all_in(decide):
    obs = flop("Kh8s5c", initiative=True)
    obs[at.O_STACK] = obs[at.O_MAX_TO] = 5 * BLIND
    answers = {answer(decide, "tag", obs, "AcKd", hand)[:2] for hand in range(100)}
    assert (BET, 5 * BLIND) in answers
    assert all(amount in {0, 5 * BLIND} or amount < 2.25 * BLIND for _, amount in answers)
