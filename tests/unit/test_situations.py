"""Situations that broke other engines, each with its right answer, for both tables.

Seats: 0 small blind, 1 big blind, 2 first to act ... the last is the button; heads-up 0 is the big
blind and 1 the button. Every amount of a bet or raise is the street total.
"""

from __future__ import annotations

from dataclasses import replace

import pytest
from reference.both import BOTH, facing, finished, refused
from reference.hand import Hand, Rake
from reference.toy_hands import cards

from railbird.simulate.codes import CAN_BET, CAN_CALL, CAN_CHECK, CAN_FOLD, CAN_RAISE

both = pytest.mark.parametrize("table", BOTH)

BOARD = "2c7dJh4s9c"
RICH = 10_000
# from the worst to the best on this board: two high cards, then pairs
HOLES = ("QdTd", "KdTc", "3h3s", "5h5s", "6h6s", "8h8s", "ThTs", "QhQs", "KhKs", "AhAs")


def hold_em(
    blinds: tuple[int, int],
    stacks: tuple[int, ...],
    *,
    betting: str = "NL",
    best: tuple[int, ...] = (),
    board: str = BOARD,
    ante: int = 0,
    rake: Rake = Rake(),  # noqa: B008  frozen
    limits: tuple[int, int] = (0, 0),
) -> Hand:
    """Return a hand; `best` names the seats with the best cards, the very best first."""
    seats = len(stacks)
    small_blind = 1 if seats == 2 else 0
    big_blind = 0 if seats == 2 else 1
    order = [seat for seat in range(seats) if seat not in best] + list(reversed(best))
    strength = {seat: cards(HOLES[-seats + i]) for i, seat in enumerate(order)}
    antes = [(seat, "ante", ante) for seat in range(seats)] if ante else []
    return Hand(
        betting=betting,
        stacks=stacks,
        button=seats - 1,
        small_blind=blinds[0],
        big_blind=blinds[1],
        small_bet=limits[0],
        big_bet=limits[1],
        ante=ante,
        ante_kind="all" if ante else None,
        posts=(*antes, (small_blind, "sb", blinds[0]), (big_blind, "bb", blinds[1])),
        holes=tuple((strength[s][0], strength[s][1]) for s in range(seats)),
        board=cards(board),
        rake=rake,
    )


def check_down(hand: Hand, script: list[tuple[int, str, int]]) -> list[tuple[int, str, int]]:
    """Return the script, followed by checks to the end of the hand."""
    full = list(script)
    while refused(hand, full) == "the record ends before the hand does":
        full.append((facing("reference", hand, full).seat, "check", 0))
    return full


@both
def test_1_short_all_in_does_not_reopen(table: str) -> None:
    hand = hold_em((1, 2), (19, 200, 200, 200))
    script = [(2, "raise", 16), (3, "call", 0), (0, "raise", 19), (1, "call", 0)]
    spot = facing(table, hand, script)
    assert (spot.seat, spot.to_call, spot.legal) == (2, 3, CAN_FOLD | CAN_CALL)


LIMPED = [(2, "call", 0), (3, "call", 0), (0, "call", 0), (1, "check", 0)]


@both
def test_2_short_all_ins_add_up_to_a_raise(table: str) -> None:
    hand = hold_em((10, 20), (RICH, 150, 220, RICH))
    script = [*LIMPED, (0, "bet", 100), (1, "raise", 130), (2, "raise", 200), (3, "call", 0)]
    spot = facing(table, hand, script)
    assert (spot.seat, spot.to_call, spot.min_to) == (0, 100, 300)
    assert spot.legal & CAN_RAISE


@both
def test_2_unless_the_room_says_that_they_do_not(table: str) -> None:
    hand = replace(hold_em((10, 20), (RICH, 150, 220, RICH)), cumulative_reopen=False)
    script = [*LIMPED, (0, "bet", 100), (1, "raise", 130), (2, "raise", 200), (3, "call", 0)]
    assert facing(table, hand, script).legal == CAN_FOLD | CAN_CALL


@both
def test_3_minimum_raise_over_short_all_ins(table: str) -> None:
    hand = hold_em((10, 20), (RICH, 140, 160, RICH))
    spot = facing(table, hand, [*LIMPED, (0, "bet", 100), (1, "raise", 120), (2, "raise", 140)])
    assert (spot.seat, spot.to_call, spot.min_to) == (3, 140, 240)


@both
def test_4_minimum_raise_beyond_the_rivals_stack(table: str) -> None:
    hand = hold_em((10, 20), (200, RICH))
    script = [(1, "raise", 100), (0, "raise", 180)]
    assert facing(table, hand, script).min_to == 260
    done = finished(table, hand, [*script, (1, "raise", 260), (0, "call", 0)])
    assert done["returned"] == {1: 60}
    assert done["pot"] == 400


@both
def test_5_only_raise_is_all_in(table: str) -> None:
    hand = hold_em((5, 10), (RICH, 30, RICH))
    spot = facing(table, hand, [(2, "raise", 25), (0, "call", 0)])
    assert (spot.seat, spot.min_to, spot.max_to) == (1, 30, 30)


@both
def test_6_minimum_bet_starts_anew_on_the_flop(table: str) -> None:
    hand = hold_em((1, 2), (RICH, RICH))
    assert facing(table, hand, [(1, "raise", 50), (0, "call", 0)]).min_to == 2


@both
def test_7_heads_up_order(table: str) -> None:
    hand = hold_em((1, 2), (RICH, RICH))
    spot = facing(table, hand)
    assert (spot.seat, spot.to_call, spot.min_to) == (1, 1, 4)
    spot = facing(table, hand, [(1, "call", 0), (0, "check", 0)])
    assert (spot.seat, spot.legal) == (0, CAN_FOLD | CAN_CHECK | CAN_BET)


@both
def test_8_short_big_blind_is_owed_in_full(table: str) -> None:
    hand = hold_em((1, 2), (RICH, 1, RICH, RICH), best=(1, 2))
    spot = facing(table, hand)
    assert (spot.seat, spot.to_call, spot.min_to) == (2, 2, 4)
    script = check_down(hand, [(2, "call", 0), (3, "fold", 0), (0, "call", 0)])
    done = finished(table, hand, script)
    assert [pot[0] for pot in done["pots"]] == [3, 2]
    assert done["net"] == {0: -2, 1: 2, 2: 0, 3: 0}


@both
def test_9_ante_before_a_short_big_blind(table: str) -> None:
    hand = hold_em((400, 800), (RICH, 800, *(RICH,) * 8), ante=100, best=(1,))
    script = [(2, "call", 0), (3, "raise", 1600)]
    script += [(seat, "fold", 0) for seat in (4, 5, 6, 7, 8, 9, 0, 2)]
    done = finished(table, hand, script)
    assert (0, 1, "bb", 700) in [row[:4] for row in done["actions"]]
    assert [pot[0] for pot in done["pots"]] == [3500, 200]
    assert done["returned"] == {3: 800}


@both
def test_10_no_decision_when_nothing_is_owed(table: str) -> None:
    done = finished(table, hold_em((1, 2), (1, RICH), best=(0,)))
    assert done["net"] == {0: 1, 1: -1}
    assert done["last_street"] == 3
    assert not [row for row in done["actions"] if row[5]]


ROYAL = "TsJsQsKsAs"


@both
def test_11_odd_chip_left_of_the_button(table: str) -> None:
    three = hold_em((1, 2), (RICH,) * 3, board=ROYAL)
    three = replace(three, holes=tuple(map(_pair, ("2h4h", "2d7d", "9h4d"))))
    script = check_down(three, [(2, "call", 0), (0, "fold", 0), (1, "check", 0)])
    done = finished(table, three, script)
    assert done["pot"] == 5
    assert {s: p["collected"] for s, p in done["players"].items()} == {0: 0, 1: 3, 2: 2}

    four = hold_em((1, 2), (RICH,) * 4, board=ROYAL)
    four = replace(four, holes=tuple(map(_pair, ("2h4h", "2d7d", "9h4d", "9d4c"))))
    script = [(2, "call", 0), (3, "call", 0), (0, "fold", 0), (1, "check", 0)]
    done = finished(table, four, check_down(four, script))
    assert done["pot"] == 7
    assert {s: p["collected"] for s, p in done["players"].items()} == {0: 0, 1: 3, 2: 2, 3: 2}


def _pair(text: str) -> tuple[int, int]:
    first, second = cards(text)
    return first, second


@both
def test_12_three_pots_one_rake(table: str) -> None:
    hand = hold_em((1, 2), (50, 200, 100, 200), best=(0, 2))
    script = [(2, "raise", 6), (3, "call", 0), (0, "raise", 50), (1, "call", 0)]
    script += [(2, "raise", 100), (3, "call", 0), (1, "call", 0)]
    script += [(1, "bet", 20), (3, "raise", 60), (1, "fold", 0)]
    done = finished(table, hand, script)
    assert [pot[0] for pot in done["pots"]] == [200, 150, 40]
    assert done["returned"] == {3: 40}
    assert done["net"] == {0: 150, 1: -120, 2: 50, 3: -80}

    done = finished(table, replace(hand, rake=Rake(bps=500, caps=((2, 5),))), script)
    assert [pot[1] for pot in done["pots"]] == [5, 0, 0]
    assert done["net"] == {0: 145, 1: -120, 2: 50, 3: -80}
    shares = {
        share: [done["players"][seat][share] for seat in range(4)]
        for share in ("dealt", "contributed", "weighted", "winner")
    }
    assert shares == {
        "dealt": [2, 1, 1, 1],
        "contributed": [2, 1, 1, 1],
        "weighted": [1, 2, 1, 1],
        "winner": [5, 0, 0, 0],
    }


@both
def test_13_uncalled_part_is_not_raked(table: str) -> None:
    hand = hold_em((50, 100), (198_00, 500_00), rake=Rake(bps=100))
    done = finished(table, hand, [(1, "raise", 280_00), (0, "call", 0)])
    assert (done["returned"], done["pot"], done["rake"]) == ({1: 82_00}, 396_00, 396)


@both
def test_14_uncalled_river_bet_and_floored_rake(table: str) -> None:
    rake = Rake(bps=400, rounding="floor")
    hand = hold_em((150, 300), (RICH,) * 3, betting="PL", rake=rake)
    script = [(2, "raise", 900), (0, "call", 0), (1, "call", 0)]
    script += [(0, "check", 0), (1, "check", 0), (2, "check", 0)]
    script += [(0, "bet", 2284), (1, "call", 0), (2, "call", 0)]
    script += [(0, "bet", 4585), (1, "fold", 0), (2, "fold", 0)]
    done = finished(table, hand, script)
    assert (done["returned"], done["pot"], done["rake"]) == ({0: 4585}, 9552, 382)
    assert done["players"][0]["collected"] == 9170


@both
def test_15_rake_falls_on_the_pots_as_they_grow(table: str) -> None:
    rake = Rake(bps=500, rounding="floor")
    hand = hold_em((2, 5), (RICH, 387, RICH, RICH), rake=rake, best=(3,))
    script = [(2, "raise", 424), (3, "call", 0), (0, "fold", 0), (1, "call", 0)]
    done = finished(table, hand, check_down(hand, script))
    assert [pot[:2] for pot in done["pots"]] == [(1163, 58), (74, 3)]
    assert done["net"][3] == 752


@both
def test_16_short_all_in_call(table: str) -> None:
    hand = hold_em((2, 5), (RICH, RICH, RICH, 283, RICH), rake=Rake(bps=610), best=(4,))
    script = [(2, "raise", 13), (3, "call", 0), (4, "raise", 317)]
    script += [(0, "fold", 0), (1, "fold", 0), (2, "fold", 0), (3, "call", 0)]
    done = finished(table, hand, script)
    assert (done["returned"], done["pot"], done["rake"]) == ({4: 34}, 586, 36)
    winner = done["players"][4]
    assert (winner["invested"], winner["collected"], done["net"][4]) == (283, 550, 267)


@both
def test_17_pot_limit_maximum(table: str) -> None:
    hand = hold_em((5, 10), (RICH,) * 4, betting="PL")
    assert facing(table, hand).max_to == 35
    assert facing(table, hand, [(2, "raise", 35)]).max_to == 120


FLOP = [(2, "call", 0), (0, "call", 0), (1, "check", 0), (0, "bet", 10)]


@both
def test_18_less_than_half_a_bet_is_completed(table: str) -> None:
    hand = hold_em((5, 10), (RICH, 24, RICH), betting="FL", limits=(10, 20))
    script = [*FLOP, (1, "raise", 14)]
    spot = facing(table, hand, script)
    assert (spot.seat, spot.min_to, spot.max_to) == (2, 20, 20)
    spot = facing(table, hand, [*script, (2, "call", 0)])
    assert (spot.seat, spot.to_call, spot.legal) == (0, 4, CAN_FOLD | CAN_CALL)
    spot = facing(table, hand, [*script, (2, "raise", 20)])
    assert (spot.seat, spot.to_call, spot.min_to, spot.max_to) == (0, 10, 30, 30)


@both
def test_18_half_a_bet_counts_as_a_full_one(table: str) -> None:
    hand = hold_em((5, 10), (RICH, 25, RICH), betting="FL", limits=(10, 20))
    script = [*FLOP, (1, "raise", 15)]
    spot = facing(table, hand, script)
    assert (spot.seat, spot.min_to, spot.max_to) == (2, 25, 25)
    spot = facing(table, hand, [*script, (2, "call", 0)])
    assert (spot.seat, spot.to_call, spot.min_to, spot.max_to) == (0, 5, 25, 25)


@both
def test_18_unless_the_room_has_no_half_bet_rule(table: str) -> None:
    hand = hold_em((5, 10), (RICH, 25, RICH), betting="FL", limits=(10, 20))
    hand = replace(hand, half_bet_rule=False)
    script = [*FLOP, (1, "raise", 15)]
    assert facing(table, hand, script).max_to == 20
    assert facing(table, hand, [*script, (2, "call", 0)]).legal == CAN_FOLD | CAN_CALL


@both
def test_fixed_limit_cap_is_one_bet_and_three_raises(table: str) -> None:
    hand = hold_em((5, 10), (RICH,) * 3, betting="FL", limits=(10, 20))
    script = [(2, "raise", 20), (0, "raise", 30), (1, "raise", 40)]
    assert facing(table, hand, script).legal == CAN_FOLD | CAN_CALL


@both
def test_fixed_limit_has_no_cap_heads_up_where_the_room_says_so(table: str) -> None:
    hand = hold_em((5, 10), (RICH,) * 3, betting="FL", limits=(10, 20))
    script = [(2, "raise", 20), (0, "fold", 0), (1, "raise", 30), (2, "raise", 40)]
    assert facing(table, hand, script).legal == CAN_FOLD | CAN_CALL
    hand = replace(hand, heads_up_uncapped=True)
    assert facing(table, hand, script).min_to == 50
    # three were in until the cap was reached: it holds though one folds now
    capped = [(2, "raise", 20), (0, "raise", 30), (1, "raise", 40), (2, "fold", 0)]
    assert facing(table, hand, capped).legal == CAN_FOLD | CAN_CALL


@both
@pytest.mark.parametrize("straddles", [1, 2])
def test_straddle_is_the_new_bring_in(table: str, straddles: int) -> None:
    hand = hold_em((1, 2), (RICH,) * 6)
    posts = [(2 + i, "straddle", 4 << i) for i in range(straddles)]
    hand = replace(hand, posts=(*hand.posts, *posts))
    amount = posts[-1][2]
    spot = facing(table, hand)
    assert (spot.seat, spot.to_call, spot.min_to) == (2 + straddles, amount, 2 * amount)
    seats = [(spot.seat + i) % 6 for i in range(5)]
    spot = facing(table, hand, [(seat, "call", 0) for seat in seats])
    assert (spot.seat, spot.to_call, spot.legal) == (
        posts[-1][0],
        0,
        CAN_FOLD | CAN_CHECK | CAN_RAISE,
    )
    script = [(seat, "call", 0) for seat in seats]
    assert facing(table, hand, [*script, (spot.seat, "check", 0)]).min_to == 2


@both
def test_live_post_has_the_option_and_dead_post_does_not_count(table: str) -> None:
    hand = hold_em((1, 2), (RICH,) * 5)
    hand = replace(hand, posts=(*hand.posts, (3, "dead", 1), (3, "post", 2)))
    spot = facing(table, hand, [(2, "fold", 0)])
    assert (spot.seat, spot.to_call, spot.min_to) == (3, 0, 4)
    hand = replace(hand, posts=hand.posts[:-1])
    spot = facing(table, hand, [(2, "fold", 0)])
    assert (spot.seat, spot.to_call) == (3, 2)


@both
def test_dead_money_is_in_the_main_pot(table: str) -> None:
    hand = hold_em((1, 2), (RICH, RICH, 10, RICH), best=(2, 3))
    hand = replace(hand, posts=((1, "ante", 2), *hand.posts), ante=2, ante_kind="bb")
    script = [(2, "raise", 10), (3, "raise", 30), (0, "fold", 0), (1, "call", 0)]
    done = finished(table, hand, check_down(hand, script))
    assert [pot[0] for pot in done["pots"]] == [33, 40]
    assert done["net"] == {0: -1, 1: -32, 2: 23, 3: 10}


def shows(table: str, hand: Hand, script: list[tuple[int, str, int]]) -> list[tuple[int, str]]:
    """Return who shows and who mucks, in order."""
    rows = finished(table, hand, script)["actions"]
    return [(row[1], row[2]) for row in rows if row[2] in ("show", "muck")]


THREE_LIMP = [(2, "call", 0), (0, "call", 0), (1, "check", 0)]
TO_THE_RIVER = THREE_LIMP + [(seat, "check", 0) for _ in range(2) for seat in (0, 1, 2)]


@both
def test_last_aggressor_shows_first_and_the_beaten_muck(table: str) -> None:
    hand = hold_em((1, 2), (RICH,) * 3, best=(2, 1, 0))
    river = [(0, "bet", 2), (1, "call", 0), (2, "raise", 6), (0, "call", 0), (1, "call", 0)]
    assert shows(table, hand, TO_THE_RIVER + river) == [(2, "show"), (0, "muck"), (1, "muck")]
    hand = hold_em((1, 2), (RICH,) * 3, best=(1, 0, 2))
    assert shows(table, hand, TO_THE_RIVER + river) == [(2, "show"), (0, "show"), (1, "show")]


@both
def test_first_to_act_shows_first_when_the_river_is_checked(table: str) -> None:
    hand = hold_em((1, 2), (RICH,) * 3, best=(1, 2, 0))
    script = TO_THE_RIVER + [(seat, "check", 0) for seat in (0, 1, 2)]
    assert shows(table, hand, script) == [(0, "show"), (1, "show"), (2, "muck")]


@both
def test_all_in_hands_are_tabled(table: str) -> None:
    hand = hold_em((1, 2), (8, RICH, RICH), best=(2,))
    river = [(0, "check", 0), (1, "check", 0), (2, "bet", 6), (0, "call", 0), (1, "call", 0)]
    assert shows(table, hand, TO_THE_RIVER + river) == [(2, "show"), (0, "show"), (1, "muck")]


@both
def test_every_hand_is_tabled_when_no_bet_is_possible_any_more(table: str) -> None:
    hand = hold_em((1, 2), (RICH, RICH, 50), best=(2,))
    script = [(2, "raise", 50), (0, "call", 0), (1, "raise", 500), (0, "fold", 0)]
    assert shows(table, hand, script) == [(1, "show"), (2, "show")]


@both
def test_side_pots_are_shown_down_first(table: str) -> None:
    hand = hold_em((1, 2), (20, RICH, RICH), best=(0,))
    script = [(2, "call", 0), (0, "raise", 20), (1, "call", 0), (2, "call", 0)]
    script += [(seat, "check", 0) for _ in range(2) for seat in (1, 2)]
    script += [(1, "bet", 40), (2, "call", 0)]
    assert shows(table, hand, script) == [(1, "show"), (2, "show"), (0, "show")]
