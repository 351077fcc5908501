"""`[session]` and `[population]` of a job, and what a recipe keeps of them.

`[session]` says how players come and go at a table with carried stacks, `[population]` who they
are. Rates are exact: a number per hand, or text per hour of the simulated clock.
"""

from __future__ import annotations

import re
from fractions import Fraction
from typing import TYPE_CHECKING

import msgspec
import numpy as np

from railbird.errors import InputError
from railbird.simulate import layout as at
from railbird.simulate.amounts import buy_in, chips, counted
from railbird.simulate.codes import MAX_SEATS

if TYPE_CHECKING:
    from railbird.simulate.arrays import Ints
    from railbird.simulate.bots.catalogue import Bot
    from railbird.simulate.room import Room, Table

_HUGE_POWER = re.compile(r"[eE][+-]?\d{4}")
UNIT = 1 << 32  # of rates and shares
MOST_AN_HOUR = 3600
MOST_MINUTES = 24 * 60
MOST_PLAYERS = 1_000_000
MOST_ENTRIES = 1_000

Rate = tuple[int, int]


class SessionKeys(
    msgspec.Struct,
    frozen=True,
    forbid_unknown_fields=True,
    kw_only=True,
    rename={"returns": "return"},
):
    """The `[session]` of a job.

    Rates are a chance per hand (0.01) or a number per hour ("2/h"): `arrival` of a table with a
    free seat, the others of each player. Shares are between 0 and 1.
    """

    arrival: str | int | float = "20/h"
    departure: str | int | float = "0.5/h"
    sit_out: str | int | float = "0.5/h"
    returns: str | int | float = "10/h"
    rebuy: str | int | float = 0.5
    post: str | int | float = 0.5
    buy_in: str | int | None = None
    stop_win: str | int = "0"
    stop_loss: str | int = "0"
    open_with: int | None = None
    break_below: int = 0
    patience: int = 60


class PopulationKeys(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The `[population]` of a job: how many players there are, and which bots play them."""

    players: int | str
    mix: str | None = None


class Session(msgspec.Struct, frozen=True, kw_only=True):
    """What a recipe keeps of a `[session]`.

    Rates are (per hand, per hour) and shares in 2^-32, amounts in the smallest unit, `patience` in
    seconds.
    """

    arrival: Rate
    departure: Rate
    sit_out: Rate
    returns: Rate
    rebuy: int
    post: int
    low_buy_in: int
    high_buy_in: int
    stop_win: int
    stop_loss: int
    open_with: int
    break_below: int
    patience: int


class Population(msgspec.Struct, frozen=True):
    """Who may come: player n is played by bot `cycle[n % len(cycle)]` of the recipe's players."""

    players: int
    cycle: tuple[int, ...]


def resolve_session(
    keys: SessionKeys, room: Room, table: Table, stack: int, pool: int | None
) -> Session:
    """Check a `[session]` and turn it into numbers.

    Args:
        keys: what the job says.
        room: the limits of a buy-in.
        table: seats and big blind.
        stack: the buy-in where `[session]` names none.
        pool: how many players there are; None without a `[population]`.

    Raises:
        InputError: a value makes no sense; the message names the key and the remedy.
    """
    low = high = stack
    if keys.buy_in is not None:
        low, high = _buy_ins(keys.buy_in, room, table.big_blind)
    players = min(table.seats, pool or table.seats)
    opens = players if keys.open_with is None else keys.open_with
    for key, value, least, most in (
        ("open_with", opens, 0, players),
        ("break_below", keys.break_below, 0, table.seats),
        ("patience", keys.patience, 0, MOST_MINUTES),
    ):
        if not least <= value <= most:
            raise InputError(f"session.{key} = {value}: from {least} to {most} is possible")
    return Session(
        arrival=_rate("arrival", keys.arrival),
        departure=_rate("departure", keys.departure),
        sit_out=_rate("sit_out", keys.sit_out),
        returns=_rate("return", keys.returns),
        rebuy=_share("rebuy", keys.rebuy),
        post=_share("post", keys.post),
        low_buy_in=low,
        high_buy_in=high,
        stop_win=chips("session.stop_win", keys.stop_win, table.big_blind),
        stop_loss=chips("session.stop_loss", keys.stop_loss, table.big_blind),
        open_with=opens,
        break_below=keys.break_below,
        patience=60 * keys.patience,
    )


def pool_of(keys: PopulationKeys) -> int:
    """How many players there are.

    Raises:
        InputError: it is no count, or too few or too many.
    """
    players = counted("population.players", keys.players)
    if not 2 <= players <= MOST_PLAYERS:
        raise InputError(
            f"population.players = {keys.players}: from 2 to {MOST_PLAYERS:,} is possible"
        )
    return players


def resolve_population(keys: PopulationKeys, listed: list[Bot]) -> tuple[Population, list[Bot]]:
    """Check a `[population]`; returns it and its distinct bots, from a mix with repetitions.

    Raises:
        InputError: too few or too many players or bots.
    """
    if len(listed) > MOST_ENTRIES:
        raise InputError(
            f"population: a mix of {len(listed)}; at most {MOST_ENTRIES:,} is possible, write "
            "smaller counts"
        )
    found: dict[tuple[str, str, tuple[int, ...], str], int] = {}
    bots: list[Bot] = []
    cycle = []
    for bot in listed:
        key = (bot.name, bot.player, tuple(bot.params.tolist()), bot.rake_response)
        if key not in found:
            found[key] = len(bots)
            bots.append(bot)
        cycle.append(found[key])
    if len(bots) > MAX_SEATS:
        raise InputError(
            f"population: {len(bots)} different bots; at most {MAX_SEATS} is possible, name fewer"
        )
    return Population(pool_of(keys), tuple(cycle)), bots


def session_config(cfg: Ints, session: Session, pool: int) -> None:
    """Write a session into the engine's `cfg`; `pool` is the number of players there are."""
    values = {
        at.C_SESSION: 1,
        at.C_POOL: pool,
        at.C_OPEN_WITH: session.open_with,
        at.C_BREAK_BELOW: session.break_below,
        at.C_PATIENCE: session.patience,
        at.C_REBUY: session.rebuy,
        at.C_POST: session.post,
        at.C_STOP_WIN: session.stop_win,
        at.C_STOP_LOSS: session.stop_loss,
        at.C_LOW_BUY_IN: session.low_buy_in,
        at.C_HIGH_BUY_IN: session.high_buy_in,
    }
    for field, rate in (
        (at.C_ARRIVAL, session.arrival),
        (at.C_DEPARTURE, session.departure),
        (at.C_SIT_OUT, session.sit_out),
        (at.C_RETURN, session.returns),
    ):
        values[field], values[field + 1] = rate
    for field, value in values.items():
        cfg[field] = value


def bots_of_pool(population: Population | None, players: int) -> Ints:
    """The bot of each player code, int64; without a population everybody is a bot of his own."""
    if population is None:
        return np.arange(players, dtype=np.int64)
    return np.resize(np.array(population.cycle, np.int64), population.players)


def names_of_pool(population: Population, prefixes: list[str]) -> list[str]:
    """Names by player code, such as tag_00017; `prefixes` are by bot."""
    cycle = [prefixes[bot] for bot in population.cycle]
    return [f"{cycle[code % len(cycle)]}_{code:05d}" for code in range(population.players)]


def _buy_ins(text: str | int, room: Room, big_blind: int) -> tuple[int, int]:
    """One buy-in, or from-to, between which whole numbers of big blinds are drawn."""
    first, dash, second = str(text).partition("-")
    if not first.strip() or (dash and not second.strip()):
        raise InputError(
            f"session.buy_in = {text!r}: write one amount (100bb, 200) or two (40bb-100bb)"
        )
    low = buy_in("session.buy_in", first.strip(), room, big_blind)
    high = buy_in("session.buy_in", second.strip(), room, big_blind) if dash else low
    if high < low:
        raise InputError(
            f"session.buy_in = {text!r}: the first amount may not be the larger one; swap them"
        )
    if low == 0:
        raise InputError(f"session.buy_in = {text!r}: chips are needed; write 40bb-100bb or 100bb")
    return low, high


def _fraction(text: str, key: str, value: object, remedy: str) -> Fraction:
    try:
        # a huge power takes minutes and gigabytes to work out
        return Fraction("" if _HUGE_POWER.search(text) else text.strip())
    except (ValueError, ZeroDivisionError):
        raise InputError(f"session.{key} = {value!r}: {remedy}") from None


def _rate(key: str, value: str | float) -> Rate:
    """A chance per hand, or a number per hour ('2/h')."""
    remedy = "write a chance per hand (0.01) or a number per hour ('2/h')"
    text = str(value)
    if text.endswith("/h"):
        rate = _fraction(text.removesuffix("/h"), key, value, remedy)
        if not 0 <= rate <= MOST_AN_HOUR:
            raise InputError(f"session.{key} = {value!r}: from 0/h to {MOST_AN_HOUR}/h is possible")
        return 0, round(rate * UNIT)
    rate = _fraction(text, key, value, remedy)
    if not 0 <= rate <= 1:
        raise InputError(f"session.{key} = {value!r}: a chance per hand is from 0 to 1; {remedy}")
    return round(rate * UNIT), 0


def _share(key: str, value: str | float) -> int:
    share = _fraction(str(value), key, value, "write a share from 0 to 1, as 0.5")
    if not 0 <= share <= 1:
        raise InputError(f"session.{key} = {value!r}: a share is from 0 to 1")
    return round(share * UNIT)
