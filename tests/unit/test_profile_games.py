"""A profile's tables for games that are not hold'em: where they are, and how they play."""

from __future__ import annotations

from dataclasses import replace
from importlib.resources import files

import numpy as np
import pytest
from game_views import holding, seat_stream
from profile_views import BLIND, NAMES

from railbird.errors import InputError
from railbird.simulate import layout as at
from railbird.simulate.bots import profile_params as par
from railbird.simulate.bots.profile_games import Games, params_of_game
from railbird.simulate.bots.profile_tables import Profile
from railbird.simulate.bots.profiles import bot_in_game, profile_bot, profile_of_file
from railbird.simulate.codes import CALL, CAN_CALL, CAN_FOLD, FIVE_CARD_DRAW, FOLD
from railbird.simulate.job import Job, resolve
from railbird.simulate.kernel import compile_bot
from railbird.tomlfile import parse

NIT = (files("railbird") / "simulate/bots/profiles/nit.toml").read_text(encoding="utf-8")
PLAIN = NIT[: NIT.index("# other games")]
ROW = list(range(10))


def percents(params, first):
    """A row of a table as the file has it."""
    return [round(100 * int(number) / par.ONE, 1) for number in params[first : first + par.CLASSES]]


def fold_at(text, game, *, fixed_limit, hole_cards=4):
    """`fold_at` of a profile's text by street."""
    profile = parse(text, Profile, where="mine.toml")
    params = params_of_game(
        profile_bot("nit").params, profile, game, fixed_limit=fixed_limit, hole_cards=hole_cards
    )
    return [percents(params, par.P_FOLD_AT + street * par.CLASSES) for street in range(3)]


def section(name, *, first):
    """A section of Omaha whose rows of `fold_at` begin with a number that tells it."""
    rows = "\n".join(f"{street} = {[first, *ROW[1:]]}" for street in ("flop", "turn", "river"))
    return f"[{name}.fold_at]\n{rows}\n"


@pytest.mark.parametrize("name", NAMES)
def test_every_built_in_profile_has_tables_for_every_game(name):
    profile = profile_bot(name).games
    for game in ("omaha", "omaha_limit", "omaha8", "omaha8_limit", "draw", "draw_limit"):
        assert getattr(profile, game).fold_at is not None, game


@pytest.mark.parametrize(
    ("sections", "expected"),
    [
        ({}, {"omaha": None, "omaha FL": None, "omaha8": None, "omaha8 FL": None}),
        ({"omaha": 1}, {"omaha": 1, "omaha FL": 1, "omaha8": 1, "omaha8 FL": 1}),
        ({"omaha": 1, "omaha_limit": 2}, {"omaha": 1, "omaha FL": 2, "omaha8": 1, "omaha8 FL": 2}),
        ({"omaha8": 3}, {"omaha": None, "omaha FL": None, "omaha8": 3, "omaha8 FL": 3}),
        (
            {"omaha": 1, "omaha_limit": 2, "omaha8": 3},
            {"omaha": 1, "omaha FL": 2, "omaha8": 3, "omaha8 FL": 2},
        ),
        (
            {"omaha": 1, "omaha_limit": 2, "omaha8": 3, "omaha8_limit": 4},
            {"omaha": 1, "omaha FL": 2, "omaha8": 3, "omaha8 FL": 4},
        ),
    ],
)
def test_a_section_that_is_left_out_is_the_next_one_of_its_game(sections, expected):
    text = PLAIN + "".join(section(name, first=first) for name, first in sections.items())
    usual = parse(PLAIN, Profile, where="plain.toml").fold_at
    for where, first in expected.items():
        game, _, limit = where.partition(" ")
        found = fold_at(text, game, fixed_limit=limit == "FL")
        whole = [usual.flop, usual.turn, usual.river] if first is None else 3 * [[first, *ROW[1:]]]
        assert found == [list(row) for row in whole], where


def test_tables_after_the_draw_stand_in_the_row_of_the_river():
    after, limit = [5, *ROW[1:]], [6, *ROW[1:]]
    text = PLAIN + f"[draw]\nfold_at = {after}\n"
    assert fold_at(text, "draw", fixed_limit=False)[2] == after
    assert fold_at(text, "draw", fixed_limit=True)[2] == after
    text += f"[draw_limit]\nfold_at = {limit}\n"
    assert fold_at(text, "draw", fixed_limit=False)[2] == after
    assert fold_at(text, "draw", fixed_limit=True)[2] == limit


def test_more_hole_cards_fold_more_below_a_big_hand():
    text = PLAIN + "[omaha]\nper_card = 2\n"
    four, six = (fold_at(text, "omaha", fixed_limit=False, hole_cards=n) for n in (4, 6))
    for few, many in zip(four, six, strict=True):
        assert [a - b for a, b in zip(few, many, strict=True)] == pytest.approx(8 * [4] + 2 * [0])


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[omaha]\nfold = 2\n", "unknown key 'fold' in [omaha]; did you mean 'fold_at'?"),
        ("[omaha.fold_at]\nflop = []\n", "omaha.fold_at.flop is []; it must be a list"),
        ("[omaha.raise]\n", "key 'flop' is missing in [omaha.raise]; add it"),
        ("[draw]\nraise = [1]\n", "draw.raise is [1]; it must be a list"),
        ("[draw_limit]\nsnow = 2\n", "unknown key 'snow' in [draw_limit]"),
        (f"[draw]\nfold_at = {[101, *ROW[1:]]}\n", "draw.fold_at[1] is 101; it must be"),
    ],
)
def test_a_wrong_section_is_refused_in_one_line(text, message):
    with pytest.raises(InputError) as caught:
        parse(PLAIN + text, Profile, where="mine.toml")
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


def test_hold_em_never_looks_at_them(tmp_path):
    path = tmp_path / "nit.toml"
    path.write_text(PLAIN)
    plain, whole = profile_of_file(path), profile_bot("nit")
    assert (plain.params == whole.params).all()
    table = resolve(Job()).table
    assert bot_in_game(whole, table) is whole


def test_the_response_to_the_rake_is_kept_in_every_game():
    params = profile_bot("tag").params.copy()
    params[par.P_RAKE_RESPONSE] = par.ONE
    bot = replace(profile_bot("tag"), params=params)
    for game in ("omaha", "omaha8", "draw"):
        seated = bot_in_game(bot, resolve(Job(game=game)).table)
        assert seated.params[par.P_RAKE_RESPONSE] == par.ONE
        assert params[par.P_KEEP_KICKER] == 0


def test_a_missed_draw_folds_to_one_bet_of_fixed_limit_and_two_pair_does_not():
    table = resolve(Job(game="draw", betting="FL", stakes="2/4")).table
    for name in NAMES:
        bot = bot_in_game(profile_bot(name), table)
        decide = compile_bot(bot.function)
        for hand, expected in (("Kc9c7c5c2d", FOLD), ("KcKd9c9d2h", CALL)):
            obs = holding(FIVE_CARD_DRAW, hand)
            obs[at.O_STREET], obs[at.O_DEALT], obs[at.O_LIVE_MASK], obs[at.O_RAISES] = 1, 6, 3, 1
            obs[at.O_DRAWN : at.O_DRAWN + 2] = 3
            obs[at.O_POT], obs[at.O_TO_CALL], obs[at.O_STACK] = 8 * BLIND, 2 * BLIND, 90 * BLIND
            obs[at.O_LEGAL] = CAN_FOLD | CAN_CALL
            obs[at.O_RAKE_BPS] = 0
            answers = [
                decide(obs, seat_stream(hand=n), np.zeros(256, np.int64), bot.params)[0]
                for n in range(40)
            ]
            assert answers.count(expected) >= 36, (name, hand)


def test_without_sections_every_game_is_played_by_hold_em_s_tables():
    for game in ("omaha", "omaha8", "draw"):
        params = profile_bot("lag").params
        found = params_of_game(params, Games(), game, fixed_limit=True, hole_cards=4)
        assert (found == params).all()
