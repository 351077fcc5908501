"""Profile bots as data: their files, orders and classes of hands, and that answers are legal."""

from __future__ import annotations

import ast
from importlib.resources import files
from itertools import combinations, pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from railbird.cards import RANKS, parse_cards
from railbird.errors import InputError
from railbird.simulate import betting
from railbird.simulate import layout as at
from railbird.simulate.bots import profile_params as par
from railbird.simulate.bots import profile_tables, profiles
from railbird.simulate.bots.profile_answer import raise_or_call
from railbird.simulate.bots.profile_params import (
    AIR,
    BEST_PAIR,
    BIG_HAND,
    MIDDLE_PAIR,
    MONSTER,
    STRONG_DRAW,
    TOP_PAIR,
    TWO_PAIR,
    WEAK_DRAW,
    WEAK_PAIR,
)
from railbird.simulate.bots.profile_strength import hand_class
from railbird.simulate.codes import (
    CAN_CALL,
    CAN_FOLD,
    CAN_RAISE,
    RAISE,
)
from railbird.simulate.job import Job, resolve
from railbird.simulate.play import play
from railbird.tomlfile import parse

NAMES = profiles.profile_names()


# ---------------------------------------------------------------- the files


def test_profiles_are_found_by_name_with_titles_and_their_own_hashes():
    assert NAMES == ["nit", "tag", "lag", "station", "maniac"]
    bots = [profiles.profile_bot(name) for name in NAMES]
    assert [bot.name for bot in bots] == NAMES
    assert all(bot.title and "\n" not in bot.title for bot in bots)
    assert all(bot.params.shape == (par.PARAMS_SIZE,) for bot in bots)
    assert len({bot.source_hash for bot in bots}) == len(NAMES)
    with pytest.raises(InputError, match="unknown profile 'maniak'; did you mean 'maniac'"):
        profiles.profile_bot("maniak")


def test_the_hash_covers_every_source_the_function_comes_from():
    package = files("railbird") / "simulate" / "bots"
    seen, todo = set(), {"profile_elsewhere.py", "profile_kernel.py", "profile_tables.py"}
    while todo:
        name = todo.pop()
        seen.add(name)
        for node in ast.walk(ast.parse((package / name).read_text())):
            module = getattr(node, "module", None) or ""
            if module == "railbird.simulate.bots":
                todo |= {f"{alias.name}.py" for alias in node.names} - seen
            elif module.startswith("railbird.simulate.bots."):
                todo |= {f"{module.rpartition('.')[2]}.py"} - seen
    assert seen | {"game_orders.toml", "hand_orders.toml"} == set(profiles.SOURCES)


def test_a_profile_of_ones_own_is_a_file_like_the_built_in_ones(tmp_path):
    path = tmp_path / "mine.toml"
    text = (files("railbird") / "simulate/bots/profiles/nit.toml").read_text()
    path.write_text(text)
    bot = profiles.profile_of_file(path)
    built_in = profiles.profile_bot("nit")
    assert bot.name == bot.profile == "mine"
    assert (bot.params == built_in.params).all()
    assert bot.source_hash == built_in.source_hash
    path.write_text(text.replace("edge = 1.5", "edge = 2.5"))
    changed = profiles.profile_of_file(path)
    assert changed.source_hash != bot.source_hash
    assert np.flatnonzero(changed.params != bot.params).tolist() == [par.P_EDGE]


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("squeeze =", "sqeeze =", r"unknown key 'sqeeze' in \[raised\]; did you mean 'squeeze'"),
        ("per_limper = 80", "per_limper = 101", r"limped.per_limper is 101; it must be .*<= 100"),
        ("limp = [8, ", "limp = [", r"unopened.limp is .*; it must be a list .*length >= 10"),
        ("weights = [20, 35, 35, 10]", "weights = [0, 0, 0, 0]", r"\[postflop\] weights: all are"),
        ("respect = 11\n", "", r"key 'respect' is missing in \[postflop\]; add it"),
    ],
)  # fmt: skip
def test_a_wrong_file_is_refused_in_one_line(old, new, message):
    text = (files("railbird") / "simulate/bots/profiles/nit.toml").read_text()
    assert old in text
    with pytest.raises(InputError, match=message) as error:
        parse(text.replace(old, new, 1), profile_tables.Profile, where="nit.toml")
    assert "\n" not in str(error.value)


# ---------------------------------------------------------------- orders of hands


@pytest.mark.parametrize("order", ["open", "call", "strong"])
def test_orders_hold_each_class_once_best_hands_first(order):
    names = getattr(profile_tables.read_orders(), order).split()
    rank = {name: place for place, name in enumerate(names)}
    assert len(rank) == 169
    assert names[:3] == ["AA", "KK", "QQ"]
    assert all(rank[2 * high] < rank[2 * low] for low, high in pairwise(RANKS))
    for low, high in combinations(RANKS, 2):
        assert rank[f"{high}{low}s"] < rank[f"{high}{low}o"]


def test_places_are_the_middle_of_a_class_in_all_1326_hands():
    orders = profile_tables.read_orders()
    places = profile_tables.places(orders.open)
    assert places[profile_tables.class_index("AA")] == 3 * 65536 // 1326
    assert places[profile_tables.class_index("KK")] == 9 * 65536 // 1326
    assert places.max() < 65536
    with pytest.raises(InputError, match="each of the 169 classes"):
        profile_tables.places(orders.open.replace("AKs", "AKo"))
    for wrong in ("A", "AK", "AAs", "KAs", "AKx", "AKso"):
        with pytest.raises(InputError, match="write it as 77, AKs or T9o"):
            profile_tables.class_index(wrong)


# ---------------------------------------------------------------- classes of hands


@pytest.mark.parametrize(
    ("hole", "board", "expected"),
    [
        ("7c2d", "KhTs4d", AIR),
        ("AcQd", "Jh7s4d", WEAK_DRAW),  # two overcards
        ("8c6d", "Th9s2d", WEAK_DRAW),  # needs a seven
        ("8c7d", "Th9s2d", STRONG_DRAW),  # open-ended
        ("9c5d", "Jh8s7d", STRONG_DRAW),  # two gaps: needs a six or a ten
        ("Ah3h", "Kh8h4c", STRONG_DRAW),
        ("AhKh", "8h7h6h5h", BIG_HAND),
        ("AcKd", "8h7h6h", WEAK_DRAW),  # no heart: three of the suit are the board's
        ("AcKd", "9h8h6h5h", WEAK_DRAW),  # the board's draw counts for nobody
        ("5c4d", "Kh9s4c", WEAK_PAIR),
        ("6c6d", "Kh9s4c", WEAK_PAIR),
        ("TcTd", "Kh9s4c", MIDDLE_PAIR),
        ("9cQd", "Kh9s4c", MIDDLE_PAIR),
        ("Kc8d", "Kh9s4c", TOP_PAIR),
        ("KcQd", "Kh9s4c", BEST_PAIR),
        ("AcAd", "Kh9s4c", BEST_PAIR),
        ("7c2d", "KhKs4c", AIR),  # the pair lies on the board
        ("7c7d", "KhKs4c", MIDDLE_PAIR),
        ("Kc9d", "Kh9s4c", TWO_PAIR),
        ("9c2d", "KhKs9s", MIDDLE_PAIR),  # two pair, one of them the board's
        ("4d4s", "Kh9s4c", BIG_HAND),
        ("4d3s", "Kh4h4c", BIG_HAND),
        ("AdQs", "4d4h4c", WEAK_DRAW),  # three of a kind for everybody
        ("QcJd", "Th9s8c", BIG_HAND),
        ("QcJd", "Th9h8h", TWO_PAIR),  # a flush is near
        ("KhTd", "Kc7d3d2d", MIDDLE_PAIR),  # a flush is near, the kicker is low
        ("AhKc", "9h7h3h2h", BIG_HAND),  # the best flush
        ("4hKc", "9h7h3h2h", BEST_PAIR),  # a low one on four of the suit
        ("4hKc", "Ah9h7h3h2h", BEST_PAIR),
        ("KcKd", "Kh9s9c", MONSTER),
        ("9d2d", "KhKs9s9c", MONSTER),
        ("AcQd", "9h9s9d9c", WEAK_PAIR),
        ("6h5h", "9h8h7h", MONSTER),
        ("2c2d", "AhKhQhJhTh", WEAK_PAIR),  # plays the board
        ("2c3d", "KhKsQdQc7s", AIR),
        ("Ac3d", "KhJs8d5c2s", WEAK_DRAW),  # ace-high on the river
        ("8c7d", "Th9s2d3cKs", AIR),  # a draw that missed
    ],
)
def test_hands_are_classed_by_what_they_add_to_the_board(hole, board, expected):
    cards = parse_cards(board)
    obs = np.full(at.OBS_SIZE, -1, np.int64)
    obs[at.O_BOARD_CARDS] = len(cards)
    obs[at.O_BOARD : at.O_BOARD + len(cards)] = cards
    for order in (parse_cards(hole), parse_cards(hole)[::-1]):
        obs[at.O_HOLE : at.O_HOLE + 2] = order
        assert hand_class(obs) == expected


# ---------------------------------------------------------------- legal answers


@settings(deadline=None)  # the first call compiles
@given(
    chip=st.sampled_from([1, 5, 25, 100]),
    total=st.integers(0, 5_000),
    stack=st.integers(1, 50_000),
    span=st.tuples(st.floats(0, 1), st.floats(0, 1)),
    wanted=st.integers(0, 100_000),
    commit=st.integers(0, 65_536),
)
def test_amounts_are_legal_whatever_is_wanted(chip, total, stack, span, wanted, commit):
    obs = np.zeros(at.OBS_SIZE, np.int64)
    low, high = sorted(total + 1 + round(part * (stack - 1)) for part in span)
    obs[at.O_LEGAL] = CAN_FOLD | CAN_CALL | CAN_RAISE
    obs[at.O_CHIP], obs[at.O_STREET_TOTAL], obs[at.O_STACK] = chip, total, stack
    obs[at.O_MIN_TO], obs[at.O_MAX_TO] = low, high
    cfg = np.zeros(at.CFG_SIZE, np.int64)
    cfg[at.C_CHIP] = chip
    action, amount = raise_or_call(obs, wanted, commit)
    assert betting.refusal(cfg, obs, action, amount) == at.OK
    if low <= wanted <= high and wanted << 16 < commit * (total + stack) and action == RAISE:
        assert abs(amount - wanted) < chip or amount == high


@pytest.mark.parametrize("betting_form", ["NL", "PL", "FL"])
@pytest.mark.parametrize(
    "table",
    [
        {"seats": 2, "stack": "3bb"},
        {"seats": 3, "stack": "40bb", "stacks": "carry"},
        {"seats": 6, "stakes": "0.25/0.50", "stack": "23.37", "stacks": "carry"},
        {"seats": 9, "ante": "0.25", "stack": "12bb", "stacks": "carry"},
        {"seats": 10, "straddle": "8", "stack": "250bb", "stacks": "carry"},
    ],
)
def test_the_engine_never_refuses_an_answer(betting_form, table):
    names = "maniac,station" if table["seats"] == 2 else "maniac,station,lag"
    rows = play(resolve(Job(hands=3_000, betting=betting_form, bots=names, **table)))
    assert rows.hands.shape[1] == 3_000
