"""Rooms: the house rules of a table, read from TOML and turned into the engine's numbers.

A room is data. The engine knows the values, never the name; a user copies a file and changes it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import msgspec
import numpy as np

from railbird.errors import InputError
from railbird.money import parse_amount
from railbird.simulate import layout
from railbird.simulate.codes import BETTINGS, FIXED_LIMIT, GAMES, MAX_SEATS
from railbird.simulate.named import built_in, find

if TYPE_CHECKING:
    from railbird.simulate.arrays import Ints

Betting = Literal["NL", "PL", "FL"]
Street = Literal["flop", "turn", "river"]


class Deal(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Order of the cards."""

    first_card: Literal["left_of_button", "left_of_big_blind"] = "left_of_button"
    one_at_a_time: bool = True
    burn: tuple[Street, ...] = ("flop", "turn", "river")


class Blinds(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How the blinds follow from a fixed-limit table's lower limit."""

    small_blind: Literal["half"] = "half"
    floor_unit: int = 1
    floor_above: int = 0
    big_blind_ante_first: bool = False


class Betting_(msgspec.Struct, frozen=True, forbid_unknown_fields=True):  # noqa: N801
    """Sizes, caps and what reopens the betting."""

    bet_sizes: Literal["lower_upper", "one_size"] = "lower_upper"
    raise_cap: int = 3
    heads_up_uncapped: bool = False
    half_bet_rule: bool = True
    cumulative_reopen: bool = True
    pot_limit_small_blind: Literal["as_posted", "full"] = "as_posted"


class Showdown(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who shows first, and who may muck."""

    first_to_show: Literal["last_aggressor", "first_to_act"] = "last_aggressor"
    all_show: bool = False


class Room(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """House rules; see docs/rules.md for every value.

    `min_buy_in` is in big blinds, `chip` an amount (the smallest chip, in which odd chips are
    paid). `chosen` names the values that the room's page does not state.
    """

    name: str
    title: str = ""
    source: str = ""
    currency: str = "USD"
    chip: str = "0.01"
    min_players: int = 2
    max_players: int = 10
    min_buy_in: int = 1
    rake: str = "none"
    chosen: tuple[str, ...] = ()
    games: dict[Literal["holdem"], tuple[Betting, ...]] = {}
    deal: Deal = Deal()
    blinds: Blinds = Blinds()
    betting: Betting_ = Betting_()
    showdown: Showdown = Showdown()


class Table(msgspec.Struct, frozen=True):
    """What is played for at a table: amounts in the smallest unit of the currency.

    `small_bet` and `big_bet` are 0 where there is no fixed limit. `ante_kind` is None, 'all' or
    'bb'. `straddles` counts the players who straddle; each doubles the last blind.
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


def room_names() -> list[str]:
    """Names of the rooms that are built in, sorted."""
    return built_in("rooms")


def find_room(name: str) -> Room:
    """Read a room by its built-in name or from a TOML file.

    Raises:
        InputError: no such room, or its file is wrong.
    """
    room = find(name, Room, "rooms", "room")
    _check_room(room)
    return room


def _check_room(room: Room) -> None:
    """Refuse values that make no table.

    Raises:
        InputError: naming the key and what is possible.
    """
    chip = parse_amount(room.chip)
    faults = {
        f"min_players = {room.min_players}; from 2 to 10 is possible": not (
            2 <= room.min_players <= MAX_SEATS
        ),
        f"max_players = {room.max_players}; from min_players to 10 is possible": not (
            room.min_players <= room.max_players <= MAX_SEATS
        ),
        f"min_buy_in = {room.min_buy_in}; at least 1 big blind is needed": room.min_buy_in < 1,
        f"chip = {room.chip!r}; an amount above zero is needed": chip < 1,
        f"blinds.floor_unit = {room.blinds.floor_unit}; at least 1": room.blinds.floor_unit < 1,
        f"betting.raise_cap = {room.betting.raise_cap}; at least 0": room.betting.raise_cap < 0,
        'games is empty; name one, as in holdem = ["NL"]': not any(room.games.values()),
    }
    for fault, is_so in faults.items():
        if is_so:
            raise InputError(f"room {room.name}: {fault}")


def small_blind_of(room: Room, lower_limit: int) -> int:
    """Small blind of a fixed-limit table: half the lower limit, rounded as the room does.

    Never zero (rules: $15/$30 has $7 where the room floors to whole dollars).
    """
    half = lower_limit // 2
    if lower_limit > room.blinds.floor_above and room.blinds.floor_unit > 1:
        floored = half // room.blinds.floor_unit * room.blinds.floor_unit
        return floored or half
    return half or lower_limit


def table_config(room: Room, table: Table) -> Ints:
    """Turn a room and a table into the engine's `cfg` array (int64[CFG_SIZE])."""
    cfg = np.zeros(layout.CFG_SIZE, np.int64)
    betting = BETTINGS.index(table.betting)
    fixed = betting == FIXED_LIMIT
    values = {
        layout.C_GAME: GAMES.index(table.game),
        layout.C_BETTING: betting,
        layout.C_SEATS: table.seats,
        layout.C_SMALL_BLIND: table.small_blind,
        layout.C_BIG_BLIND: table.big_blind,
        layout.C_ANTE: table.ante,
        layout.C_ANTE_KIND: {None: 0, "all": 1, "bb": 2}[table.ante_kind if table.ante else None],
        layout.C_STRADDLES: table.straddles,
        layout.C_SMALL_BET: table.small_bet,
        layout.C_BIG_BET: table.big_bet,
        layout.C_CHIP: table.chip,
        layout.C_RAISE_CAP: room.betting.raise_cap if fixed else -1,
        layout.C_HEADS_UP_UNCAPPED: fixed and room.betting.heads_up_uncapped,
        layout.C_HALF_BET_RULE: room.betting.half_bet_rule,
        layout.C_CUMULATIVE_REOPEN: room.betting.cumulative_reopen,
        layout.C_POT_LIMIT_FULL_SMALL_BLIND: room.betting.pot_limit_small_blind == "full",
        layout.C_FIRST_CARD: room.deal.first_card == "left_of_big_blind",
        layout.C_ROUNDS: room.deal.one_at_a_time,
        layout.C_BURN: sum(
            1 << i for i, s in enumerate(("flop", "turn", "river")) if s in room.deal.burn
        ),
        layout.C_ALL_SHOW: room.showdown.all_show,
        layout.C_LAST_AGGRESSOR_SHOWS: room.showdown.first_to_show == "last_aggressor",
        layout.C_BIG_BLIND_ANTE_FIRST: room.blinds.big_blind_ante_first,
        layout.C_FLAGS: 1,
    }
    for field, value in values.items():
        cfg[field] = int(value)
    return cfg
