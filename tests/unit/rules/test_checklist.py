"""Which rules there are: every row of the rule pages has a test whose name begins with it.

One line a row of a table, or a rule that common practice adds; the files beside this one are the
sections. A row without a test, or a test without its row here, fails.
"""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

HERE = Path(__file__).parent

ROWS = {
    "test_1_deal": """
        deck
        blinds_are_posted_before_the_deal
        hole_cards
        first_card
        order_of_the_deal
        burn
        board
        betting_rounds
        button_after_the_hand
        table_sizes
    """,
    "test_2_blinds_and_bets": """
        small_blind
        big_blind
        blinds_are_live
        ante
        limits
        bet_size_of_rounds_1_and_2
        bet_size_of_rounds_3_and_4
        raises_one_bet_and_three
        raises_no_exception_heads_up
        raises_three_and_then
        raises_stay_capped
        raises_unlimited
        raises_three_even_then_in_tournaments
        first_to_act_in_round_1
        first_to_act_later
        once_there_is_a_bet
        no_limit_minimum_raise
        round_ends
    """,
    "test_3_showdown": """
        when
        hand
        board_plays
        ties
        who_shows_first
        who_shows_all_remaining
        need_to_show
        another_player_may_ask_to_see
        bettor_who_is_beaten_may_throw
        pot
    """,
    "test_4_seating": """
        minimum_buy_in
        post_of_a_new_player
        post_or_sit_out_and_wait
        nobody_joins_in_late_position
        small_blind_gets_the_button
        three_steps
        full_blinds_are_posted_before_the_button
        missed_big_blind_the_next_player
        missed_big_blind_is_dealt_out
        missed_big_blind_the_small_blinds_part_is_dead
        missed_small_blind_two_players
        missed_small_blind_may_not_return
        missed_small_blind_made_up_is_dead
        nothing_stated
        button_moves
        button_shows
    """,
    "test_5_draw": """
        blinds_as_hold_em
        five_cards_each
        two_rounds
        exchange_none_some_or_all
        stand_pat
        first_round_begins
        first_bet
        fixed_limit_has_the_bigger_bet
        no_limit_raises
        hand_is_the_five_cards_held
        left_of_the_button_draws_first
        all_in_players_draw
        stub_short
        at_most_nine
        four_raises
    """,
    "test_5_omaha": """
        omaha_four_hole_cards
        omaha_five_and_six
        omaha_exactly_two
        omaha_everything_else_as_hold_em
        omaha_fixed_limit
        omaha_players
    """,
    "test_6_betting": """
        heads_up
        short_ante_before_blind
        big_blind_ante_first_or_last
        short_blind
        straddle_is_the_new_bring_in
        straddles_double
        straddle_ante_and_button_blind_are_off
        button_blind_is_supported
        short_all_in_does_not_reopen
        short_all_ins_that_make_a_full_raise
        all_in_bet_below_the_big_blind
        half_a_bet
        pot_limit_maximum
        no_betting_when
    """,
    "test_6_buttons": """
        three_to_two
        dead_button_the_big_blind_always_advances
        dead_button_the_small_blind_may_be_absent
        dead_button_may_stand_at_an_empty_seat
        sitting_out_never_freezes
        first_button
        first_hand_has_no_entry_posts
        missed_blinds_at_most
        missed_blinds_waiting
        missed_blinds_nobody_posts_between
        poster_has_the_option
    """,
    "test_6_hi_lo": """
        hi_lo_the_odd_chip
        hi_lo_odd_chips_inside_a_half
        hi_lo_without_a_low
    """,
    "test_6_pots": """
        uncalled_bet
        side_pots_one_for_each
        folded_chips
        slice_that_only_folded_players_reached
        dead_money
        odd_chips
        side_pots_are_shown_down_first
        last_aggressor
        muck_only_when_beaten
        all_in_hands
        suits_never_rank
        wheel_plays
        several_boards
        time_out
    """,
}


def names_in(module: str) -> list[str]:
    """Names of the tests of a module."""
    tree = ast.parse((HERE / f"{module}.py").read_text())
    return [
        node.name.removeprefix("test_")
        for node in tree.body
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
    ]


def test_every_section_has_its_rows():
    modules = {path.stem for path in HERE.glob("test_*.py")} - {Path(__file__).stem}
    assert modules == set(ROWS)


@pytest.mark.parametrize(
    ("module", "row"), [(module, row) for module, rows in ROWS.items() for row in rows.split()]
)
def test_every_row_has_a_test(module, row):
    assert any(name.startswith(row) for name in names_in(module)), f"{module}: no test of {row}"


@pytest.mark.parametrize("module", ROWS)
def test_every_test_is_of_a_row(module):
    rows = ROWS[module].split()
    strays = [name for name in names_in(module) if not any(name.startswith(row) for row in rows)]
    assert strays == []
