"""Tables of a what-if on frames worked by hand: two tables of a run, one policy or two."""

from __future__ import annotations

import polars as pl
import pytest

from railbird.reports.whatif_tables import players_table, revenue_table, winners_table


def hands(new=(300, 500), *, differs=None, **more):
    """Two tables of 100 hands: rake 4.00 and 6.00 of pots of 100.00 each, at 1/2."""
    new_cents = list(new)
    return pl.DataFrame(
        {
            "currency": ["USD", "USD"],
            "money_exp": [-2, -2],
            "run": ["first", "first"],
            "cluster": [0, 1],
            "hands_old": [100, 100],
            "hands_new": [100, 100],
            "seats_old": [600, 600],
            "seats_new": [600, 600],
            "pot_old": [10_000, 10_000],
            "pot_new": [10_000, 10_000],
            "rake_old": [400, 600],
            "rake_new": new_cents,
            "rake_bb_old": [2.0, 3.0],
            "rake_bb_new": [value / 200 for value in new_cents],
            "raked_old": [50, 50],
            "raked_new": [50, 50],
            "at_cap_old": [10, 0],
            "at_cap_new": [20, 5],
            "rake_differs_old": [0, 0],
            "rake_differs_new": differs or [int(new_cents[0] != 400), int(new_cents[1] != 600)],
            **more,
        }
    )  # fmt: skip


def test_revenue_is_in_units_of_the_currency():
    row = revenue_table({"new": hands()}).row(0, named=True)
    assert (row["revenue_old"], row["revenue_new"], row["revenue_delta"]) == (10.0, 8.0, -2.0)
    assert (row["rake_hand_old"], row["rake_hand_new"]) == (0.05, 0.04)
    assert row["rake_hand_delta"] == -0.01
    assert (row["eff_old"], row["eff_new"], row["eff_delta"]) == (5.0, 4.0, -1.0)
    assert (row["raked_old"], row["cap_old"], row["cap_new"]) == (50.0, 10.0, 25.0)
    # 5 big blinds of rake in 1,200 seats
    assert row["rake_bb100_old"] == pytest.approx(100 * 5 / 1200, abs=1e-3)
    assert (row["hands"], row["tables"], row["seats_hand"]) == (200, 2, 6.0)
    # both tables lose 1.00: nothing varies
    assert (row["rake_hand_delta_pm"], row["verdict"]) == (0.0, "lower")


def test_a_policy_that_changes_no_hand_has_no_effect():
    row = revenue_table({"same": hands((400, 600))}).row(0, named=True)
    assert (row["revenue_delta"], row["rake_hand_delta"], row["rake_hand_delta_pm"]) == (0, 0, 0)
    assert row["verdict"] == "no effect"


def test_hands_that_cancel_are_an_effect():
    row = revenue_table({"other": hands((400, 600), differs=[2, 0])}).row(0, named=True)
    assert row["revenue_delta"] == 0
    assert row["verdict"] == "not distinguishable from 0"


def test_every_policy_has_a_row_in_every_group():
    frames = {
        "a": hands(dealt=[6, 3]),
        "b": hands((200, 300), dealt=[6, 3]),
    }
    table = revenue_table(frames, ["dealt"])
    assert table.select("dealt", "policy").rows() == [(3, "a"), (3, "b"), (6, "a"), (6, "b")]
    assert table["revenue_new"].to_list() == [5.0, 3.0, 3.0, 2.0]
    # one table each: a difference, and no error
    assert table["verdict"].to_list() == ["unknown"] * 4


def test_currencies_are_never_added():
    frame = hands(currency=["USD", "EUR"])
    table = revenue_table({"a": frame})
    assert table["currency"].to_list() == ["EUR", "USD"]


def test_stakes_and_positions_stand_in_their_order():
    stakes = pl.concat([hands(stake=["10/20", "2/4"]), hands(stake=["0.5/1", "1/2"])])
    assert revenue_table({"a": stakes}, ["stake"])["stake"].to_list() == [
        "0.5/1", "1/2", "2/4", "10/20",
    ]  # fmt: skip
    seats = hands(position=["BTN", "SB"])
    assert revenue_table({"a": seats}, ["position"])["position"].to_list() == ["SB", "BTN"]


def players(**more):
    return pl.DataFrame(
        {
            "run": ["first"] * 4,
            "cluster": [0, 0, 1, 1],
            "player": ["tag", "fish", "tag", "fish"],
            "profile": ["tag", "fish", "tag", "fish"],
            "hands_old": [100] * 4,
            "hands_new": [100] * 4,
            "net_bb_old": [10.0, -14.0, -1.0, -2.0],
            "net_bb_new": [11.0, -13.0, 0.5, -1.5],
            "weighted_bb_old": [1.0, 3.0, 1.0, 2.0],
            "weighted_bb_new": [0.5, 2.5, 0.5, 0.5],
            "winner_bb_old": [4.0, 0.0, 2.0, 1.0],
            "winner_bb_new": [3.0, 0.0, 0.5, 0.5],
            **more,
        }
    )


def test_gross_is_net_and_the_rake_attributed():
    table = players_table({"new": players()}, [("profile",)], ["weighted", "winner"])
    tag = table.filter(group="tag", attribution="weighted").row(0, named=True)
    assert (tag["net_bb100_old"], tag["net_bb100_new"]) == (4.5, 5.75)
    assert (tag["rake_bb100_old"], tag["rake_bb100_new"]) == (1.0, 0.5)
    assert tag["gross_bb100"] == tag["net_bb100_new"] + tag["rake_bb100_new"] == 6.25
    assert tag["breakeven_bb100"] == 0.5
    assert tag["net_bb100_delta"] == 1.25
    assert table["split"].unique().to_list() == ["profile"]
    assert table.height == 4


def test_a_deposit_lasts_as_long_as_the_loss_lets_it():
    table = players_table({"new": players()}, [("profile",)])
    fish = table.filter(group="fish").row(0, named=True)
    # 16 bb lost in 200 hands, then 14.5; 3 of them are rake
    assert (fish["bust_hands_old"], fish["bust_hands_new"]) == (1_250, round(100 * 200 / 14.5))
    assert fish["rake_of_loss_new"] == pytest.approx(100 * 3 / 14.5, abs=0.05)
    tag = table.filter(group="tag").row(0, named=True)
    assert (tag["bust_hands_old"], tag["rake_of_loss_new"]) == (None, None)


def test_what_floats_leave_of_zero_is_no_loss():
    even = players().with_columns(pl.lit(-1e-13).alias("net_bb_new"))
    assert players_table({"new": even}, [()])["bust_hands_new"].to_list() == [None]


def test_winners_are_counted_player_by_player():
    table = winners_table({"new": players()}, ["profile"])
    every = table.filter(group="all").row(0, named=True)
    # gross: tag twice (10 + 4, -1 + 2); net: tag once, then twice
    assert (every["players"], every["hands_player"]) == (4, 100.0)
    assert (every["winners_gross"], every["winners_old"], every["winners_new"]) == (50, 25, 50)
    tag = table.filter(group="tag").row(0, named=True)
    assert (tag["winners_old"], tag["winners_new"], tag["winners_delta"]) == (50.0, 100.0, 50.0)


def test_nobody_changing_sides_is_not_called_no_effect():
    moved = players(net_bb_new=[10.5, -13.5, -0.5, -1.5])
    every = winners_table({"new": moved}, []).row(0, named=True)
    assert (every["winners_old"], every["winners_new"], every["winners_delta"]) == (25, 25, 0)
    assert every["verdict"] == "not distinguishable from 0"
    still = players(net_bb_new=[10.0, -14.0, -1.0, -2.0])
    assert winners_table({"new": still}, [])["verdict"].unique().to_list() == ["no effect"]
