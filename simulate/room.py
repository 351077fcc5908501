"""Rooms: the house rules of a table, read from TOML and turned into the engine's numbers.

A room is data. The engine knows the values, never the name; a user copies a file and changes it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import msgspec
import numpy as np

from railbird.errors import InputError
from railbird.simulate import layout
from railbird.simulate.codes import (
    BETTINGS,
    FIVE_CARD_DRAW,
    FIXED_LIMIT,
    GAMES,
    HOLE_CARDS,
    OMAHA8,
)
from railbird.simulate.named import built_in, find, place
from railbird.simulate.room_checks import faults

if TYPE_CHECKING:
    from railbird.simulate.arrays import Ints

Betting = Literal["NL", "PL", "FL"]
Game = Literal["holdem", "omaha", "omaha8", "draw"]
Street = Literal["flop", "turn", "river"]

# by code, as in `cfg`
BUTTON_RULES = ("moving", "dead", "small_blind_next")
ENTRY_RULES = ("wait", "post_or_wait", "three_steps")
MISSED_RULES = ("common", "marked")
ANTE_KINDS = (None, "all", "bb")


class Deal(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Order of the cards; how many boards are dealt to players who are all-in."""

    first_card: Literal["left_of_button", "left_of_big_blind"] = "left_of_button"
    one_at_a_time: bool = True
    burn: tuple[Street, ...] = ("flop", "turn", "river")
    boards: int = 1


class Seating(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How the button moves, how one gets into the game, what one brings; buy-ins in big blinds.

    `max_buy_in` is 0 where there is none.
    """

    button: Literal["moving", "dead", "small_blind_next"] = "moving"
    entry: Literal["wait", "post_or_wait", "three_steps"] = "post_or_wait"
    missed_blinds: Literal["common", "marked"] = "common"
    min_buy_in: int = 1
    buy_in: int = 100
    max_buy_in: int = 0


class Blinds(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How the small blind follows from a lower limit, and which forced bets there are.

    `floor_unit` and `floor_above` are in the smallest unit of the currency; in
    `exact_currencies` half the lower limit is not rounded to the unit.
    """

    small_blind: Literal["half"] = "half"
    floor_unit: int = 1
    floor_above: int = 0
    exact_currencies: tuple[str, ...] = ()
    antes: bool = True
    big_blind_ante_first: bool = False


class Betting_(msgspec.Struct, frozen=True, forbid_unknown_fields=True):  # noqa: N801
    """Sizes, caps and what reopens the betting."""

    bet_sizes: Literal["lower_upper", "lower_double", "one_size"] = "lower_upper"
    raise_cap: int = 3
    raise_cap_draw: int = 4
    heads_up_uncapped: bool = False
    heads_up_uncapped_in_tournaments: bool = False
    half_bet_rule: bool = True
    cumulative_reopen: bool = True
    pot_limit_small_blind: Literal["as_posted", "full"] = "as_posted"


class Showdown(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who shows first, and who may muck; `ask_to_see` is in per cent of the mucked hands."""

    first_to_show: Literal["last_aggressor", "first_to_act"] = "last_aggressor"
    all_show: bool = False
    throw_away: bool = False
    ask_to_see: int = 0


class Clock(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Pace of the table: hands an hour with 2, 3 ... 10 players dealt in."""

    hands_per_hour: tuple[int, int, int, int, int, int, int, int, int] = (
        180, 135, 110, 95, 85, 78, 72, 67, 63,
    )  # fmt: skip


class Room(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """House rules; see docs/rules.md for every value.

    `chip` is an amount (the smallest chip, in which odd chips are paid), `currencies` begins with
    the usual one, `table_sizes` lists how many seats a table can have (empty: any number from
    `min_players` to `max_players`), `game_max_players` narrows that for single games. `chosen`
    names the values that the room's page does not state.
    """

    name: str
    title: str = ""
    source: str = ""
    currencies: tuple[str, ...] = ("USD",)
    chip: str = "0.01"
    min_players: int = 2
    max_players: int = 10
    table_sizes: tuple[int, ...] = ()
    omaha_hole_cards: tuple[int, ...] = (4,)
    rake: str = "none"
    chosen: tuple[str, ...] = ()
    games: dict[Game, tuple[Betting, ...]] = {}
    game_max_players: dict[Game, int] = {}
    deal: Deal = Deal()
    seating: Seating = Seating()
    blinds: Blinds = Blinds()
    betting: Betting_ = Betting_()
    showdown: Showdown = Showdown()
    clock: Clock = Clock()


class Table(msgspec.Struct, frozen=True):
    """What is played for at a table: amounts in the smallest unit of the currency.

    `small_bet` and `big_bet` are 0 where there is no fixed limit. `ante_kind` is None, 'all' or
    'bb'. `straddles` counts the players who straddle; each doubles the last blind. `hole_cards`
    is 0 for as many as the game usually has.
    """

    game: str
    betting: Betting
    seats: int
    small_blind: int
    big_blind: int
    small_bet: int = 0
    big_bet: int = 0
    ante: int = 0
    ante_kind: Literal["all", "bb"] | None = None
    straddles: int = 0
    chip: int = 1
    hole_cards: int = 0
    tournament: bool = False


def room_names() -> list[str]:
    """Names of the rooms that are built in, sorted."""
    return built_in("rooms")


def find_room(name: str) -> Room:
    """Read a room by its built-in name or from a TOML file.

    Raises:
        InputError: no such room, or its file is wrong: one line with file, line, key and remedy.
    """
    room = find(name, Room, "rooms", "room")
    for fault in faults(room):
        raise InputError(f"{place(name, fault.key)}: {fault.key}: {fault.remedy}")
    return room


def small_blind_of(room: Room, lower_limit: int, currency: str | None = None) -> int:
    """Small blind that follows from a lower limit or minimum bet: half, rounded as the room does.

    Never zero (rules: $15/$30 has $7 where the room floors to whole dollars).
    """
    half = lower_limit // 2
    unit = room.blinds.floor_unit
    exact = (currency or room.currencies[0]) in room.blinds.exact_currencies
    if lower_limit > room.blinds.floor_above and unit > 1 and not exact:
        return half // unit * unit or half
    return half or lower_limit


def table_config(room: Room, table: Table) -> Ints:
    """Turn a room and a table into the engine's `cfg` array (int64[CFG_SIZE])."""
    cfg = np.zeros(layout.CFG_SIZE, np.int64)
    game = GAMES.index(table.game)
    betting = BETTINGS.index(table.betting)
    fixed = betting == FIXED_LIMIT
    rules = room.betting
    cap = rules.raise_cap_draw if game == FIVE_CARD_DRAW else rules.raise_cap
    uncapped = (
        rules.heads_up_uncapped_in_tournaments if table.tournament else rules.heads_up_uncapped
    )
    values = {
        layout.C_GAME: game,
        layout.C_BETTING: betting,
        layout.C_SEATS: table.seats,
        layout.C_SMALL_BLIND: table.small_blind,
        layout.C_BIG_BLIND: table.big_blind,
        layout.C_ANTE: table.ante,
        layout.C_ANTE_KIND: ANTE_KINDS.index(table.ante_kind if table.ante else None),
        layout.C_STRADDLES: table.straddles,
        layout.C_SMALL_BET: table.small_bet,
        layout.C_BIG_BET: table.big_bet,
        layout.C_CHIP: table.chip,
        layout.C_RAISE_CAP: cap if fixed else -1,
        layout.C_HEADS_UP_UNCAPPED: fixed and uncapped,
        layout.C_HALF_BET_RULE: rules.half_bet_rule,
        layout.C_CUMULATIVE_REOPEN: rules.cumulative_reopen,
        layout.C_POT_LIMIT_FULL_SMALL_BLIND: rules.pot_limit_small_blind == "full",
        layout.C_FIRST_CARD: room.deal.first_card == "left_of_big_blind",
        layout.C_ROUNDS: room.deal.one_at_a_time,
        layout.C_BURN: sum(
            1 << i for i, s in enumerate(("flop", "turn", "river")) if s in room.deal.burn
        ),
        layout.C_BOARDS: room.deal.boards,
        layout.C_ALL_SHOW: room.showdown.all_show,
        layout.C_THROW_AWAY: room.showdown.throw_away,
        layout.C_ASK_TO_SEE: room.showdown.ask_to_see,
        layout.C_LAST_AGGRESSOR_SHOWS: room.showdown.first_to_show == "last_aggressor",
        layout.C_BIG_BLIND_ANTE_FIRST: room.blinds.big_blind_ante_first,
        layout.C_FLAGS: 1,
        layout.C_HOLE_CARDS: table.hole_cards or HOLE_CARDS[game],
        layout.C_HI_LO: game == OMAHA8,
        layout.C_BUTTON_RULE: BUTTON_RULES.index(room.seating.button),
        layout.C_ENTRY_RULE: ENTRY_RULES.index(room.seating.entry),
        layout.C_MISSED_RULE: MISSED_RULES.index(room.seating.missed_blinds),
        layout.C_MIN_BUY_IN: room.seating.min_buy_in * table.big_blind,
        layout.C_MAX_BUY_IN: room.seating.max_buy_in * table.big_blind,
    }
    for i, pace in enumerate(room.clock.hands_per_hour):
        values[layout.C_HANDS_PER_HOUR + 2 + i] = pace
    for field, value in values.items():
        cfg[field] = int(value)
    return cfg
