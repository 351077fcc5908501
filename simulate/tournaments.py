"""`[tournament]` of a job, and what a recipe keeps of it: a sit-and-go, one table each.

Everybody pays buy-in and fee, gets the same chips, and plays until one has them all. Blinds rise
by levels. The fee is the house's take; the buy-ins are paid out as prizes.
"""

from __future__ import annotations

from decimal import Decimal, InvalidOperation
from itertools import pairwise
from typing import TYPE_CHECKING

import msgspec
import numpy as np

from railbird.errors import InputError
from railbird.money import format_amount
from railbird.simulate import layout as at
from railbird.simulate.amounts import chips, counted, money
from railbird.simulate.room import ANTE_KINDS

if TYPE_CHECKING:
    from railbird.simulate.arrays import Ints
    from railbird.simulate.job import Job
    from railbird.simulate.room import Table

CHIPS = "chips"  # the currency of a tournament's hands
# Hands after which a tournament is taken for one that never ends: bots that only fold pass the
# same blinds round for ever.
MOST_HANDS = 10_000
MOST_LEVELS = 100
TOURNAMENTS_A_PART = 4_000
# Tables of a run, or tournaments: each has a row in the manifest, some 180 MB in all.
MOST_TABLES = 1_000_000
# of a buy-in or a fee: the prize money of a table fits its column
MOST_MONEY = 10**14

# Blinds of common sit-and-gos, for 1,500 chips; the third amount is the ante.
USUAL_LEVELS = (
    "10/20", "15/30", "25/50", "50/100", "75/150", "100/200", "100/200/25", "200/400/25",
    "300/600/50", "400/800/50", "600/1200/75", "1000/2000/100", "1500/3000/150",
    "2000/4000/200", "3000/6000/300",
)  # fmt: skip
# Shares of the prize money in percent, by the number of players: the first row that has room.
USUAL_PAYOUTS = ((4, ("100",)), (7, ("65", "35")), (10, ("50", "30", "20")))


class TournamentKeys(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The `[tournament]` of a job; amounts of money and of chips as text.

    `levels` are small blind / big blind / ante (lower / upper limit / ante in fixed limit), which
    last `level_hands` hands or `level_minutes` minutes of the simulated clock each, the last one
    for ever. `payouts` are percentages of the buy-ins, first place first.
    """

    count: int | str = 1_000
    buy_in: str | int = "10"
    fee: str | int = "1"
    chips: int | str = 1_500
    levels: tuple[str, ...] = USUAL_LEVELS
    level_hands: int | None = None
    level_minutes: int | None = None
    payouts: tuple[str | int, ...] = ()


class Level(msgspec.Struct, frozen=True):
    """Blinds and bets of one level, in the smallest part of a chip; bets are 0 without a limit."""

    small_blind: int
    big_blind: int
    ante: int
    small_bet: int
    big_bet: int


class Tournament(msgspec.Struct, frozen=True, kw_only=True):
    """What a recipe keeps of a `[tournament]`.

    Money in the smallest unit of `currency`; `prizes` by place, for as many places as players.
    A level lasts `level_hands` hands, or where that is 0 `level_seconds` seconds.
    """

    buy_in: int
    fee: int
    currency: str
    levels: tuple[Level, ...]
    level_hands: int
    level_seconds: int
    prizes: tuple[int, ...]
    ante_kind: str


def count_of(keys: TournamentKeys) -> int:
    """How many tournaments are played.

    Raises:
        InputError: none, or too many.
    """
    count = counted("tournament.count", keys.count)
    if not 1 <= count <= MOST_TABLES:
        raise InputError(f"tournament.count = {keys.count}: from 1 to {MOST_TABLES:,} is possible")
    return count


def level_place(keys: TournamentKeys, number: int) -> str:
    """How messages name a level: its number, from 1, and what the job says."""
    return f"tournament.levels, level {number} = {keys.levels[number - 1]!r}"


def stakes_of(keys: TournamentKeys) -> list[tuple[str, str]]:
    """The levels as (stakes, ante), as a job would say them.

    Raises:
        InputError: there is none, there are too many, or one is not two or three amounts.
    """
    if not 1 <= len(keys.levels) <= MOST_LEVELS:
        raise InputError(
            f"tournament.levels: {len(keys.levels)} levels; from 1 to {MOST_LEVELS} are possible"
        )
    found = []
    for number, level in enumerate(keys.levels, 1):
        amounts = level.split("/")
        if len(amounts) not in (2, 3):
            raise InputError(
                f"{level_place(keys, number)}: no level; write small and big blind, and the ante "
                "if there is one, as '50/100/10'"
            )
        found.append(("/".join(amounts[:2]), amounts[2] if len(amounts) == 3 else "0"))
    return found


def starting_chips(amount: int | str, table: Table) -> int:
    """What everybody starts with, in the smallest part of a chip.

    Raises:
        InputError: it is no whole number of chips, or less than the first big blind.
    """
    stack = chips("tournament.chips", amount, 1)
    if stack % table.chip:
        raise InputError(f"tournament.chips = {amount}: whole chips are needed; round it")
    if stack < table.big_blind:
        raise InputError(
            f"tournament.chips = {amount}: less than the first big blind "
            f"({format_amount(table.big_blind)}); raise it, or lower tournament.levels"
        )
    return stack


# what a tournament settles itself, and where
_OF_A_TOURNAMENT = {
    "hands": "tournament.count",
    "stakes": "tournament.levels",
    "ante": "tournament.levels",
    "stack": "tournament.chips",
    "stacks": "the tournament, whose stacks are carried",
    "top_up": "the tournament, where nobody buys in again",
    "straddle": "the tournament, which has none",
    "tables": "tournament.count",
    "rake": "tournament.fee",
    "session": "the tournament, where nobody comes or goes",
}


def as_tournament(job: Job, keys: TournamentKeys) -> Job:
    """The job with what the tournament settles: its first level, its chips, its number of tables.

    Raises:
        InputError: the job says it, too.
    """
    usual = type(job)()
    for key, settled in _OF_A_TOURNAMENT.items():
        if getattr(job, key) != getattr(usual, key):
            raise InputError(f"{key}: follows from {settled}; leave {key} out")
    count = count_of(keys)
    stakes, ante = stakes_of(keys)[0]
    return msgspec.structs.replace(
        job, hands=count * MOST_HANDS, tables=count, stakes=stakes, ante=ante, stack=keys.chips,
        stacks="carry", rake="none",
    )  # fmt: skip


def resolve_tournament(
    keys: TournamentKeys,
    tables: list[Table],
    players: int,
    pool: int | None,
    currency: str,
    ante_kind: str,
) -> Tournament:
    """Check a `[tournament]` and turn it into numbers.

    Args:
        keys: what the job says.
        tables: what is played for at each level.
        players: how many take part.
        pool: how many players there are; None without a `[population]`.
        currency: what buy-in and fee are paid in.
        ante_kind: who pays the antes, 'all' or 'bb'.

    Raises:
        InputError: a value makes no sense; the message names the key and the remedy.
    """
    buy_in = _money("buy_in", keys.buy_in)
    if pool is not None and pool < players:
        raise InputError(
            f"population.players = {pool}: a tournament of {players} needs as many; raise it, or "
            "lower --seats"
        )
    if any(b.big_blind < a.big_blind for a, b in pairwise(tables)):
        raise InputError("tournament.levels: the blinds fall; list the levels in rising order")
    return Tournament(
        buy_in=buy_in,
        fee=_money("fee", keys.fee),
        currency=currency,
        levels=tuple(
            Level(t.small_blind, t.big_blind, t.ante, t.small_bet, t.big_bet) for t in tables
        ),
        prizes=prizes_of(keys.payouts or usual_payouts(players), buy_in * players, players),
        ante_kind=ante_kind,
        **_length(keys),
    )


def _length(keys: TournamentKeys) -> dict[str, int]:
    """How long a level lasts: ten hands unless the job says otherwise."""
    hands, minutes = keys.level_hands, keys.level_minutes
    if hands is not None and minutes is not None:
        raise InputError(
            "tournament: level_hands and level_minutes are both set; leave one of them out"
        )
    for key, value, most in (("level_hands", hands, MOST_HANDS), ("level_minutes", minutes, 1_440)):
        if value is not None and not 1 <= value <= most:
            raise InputError(f"tournament.{key} = {value}: from 1 to {most} is possible")
    if minutes is not None:
        return {"level_hands": 0, "level_seconds": 60 * minutes}
    return {"level_hands": hands or 10, "level_seconds": 0}


def usual_payouts(players: int) -> tuple[str, ...]:
    """What is usual: winner takes all to four players, then 65/35, from eight on 50/30/20."""
    return next(shares for most, shares in USUAL_PAYOUTS if players <= most)


def prizes_of(payouts: tuple[str | int, ...], pool: int, players: int) -> tuple[int, ...]:
    """Prizes by place, which add up to the prize money; odd units go to the first places.

    Raises:
        InputError: the percentages do not fall from place to place, or are not 100 together.
    """
    try:
        shares = [Decimal(str(share)) for share in payouts]
    except InvalidOperation:
        shares = [Decimal(-1)]
    if not all(share.is_finite() and share <= 100 for share in shares):
        shares = [Decimal(-1)]
    falls = all(a >= b for a, b in pairwise(shares))
    if sum(shares) != 100 or shares[-1] <= 0 or not falls or len(shares) > players:
        raise InputError(
            f"tournament.payouts = {[str(share) for share in payouts]}: percentages that fall from "
            f"place to place and make 100, for at most {players} players; as ['50', '30', '20']"
        )
    prizes = [int(share * pool / 100) for share in shares]
    for i in range(pool - sum(prizes)):
        prizes[i % len(prizes)] += 1
    return (*prizes, *[0] * (players - len(prizes)))


def tournament_config(cfg: Ints, tournament: Tournament, pool: int) -> None:
    """Write a tournament into the engine's `cfg`: a session in which nobody comes or goes.

    `pool` is the number of players there are. `cfg` has the table's rules already.
    """
    if any(level.ante for level in tournament.levels):
        cfg[at.C_ANTE_KIND] = ANTE_KINDS.index(tournament.ante_kind)
    cfg[at.C_SESSION] = 1
    cfg[at.C_POOL] = pool
    cfg[at.C_OPEN_WITH] = cfg[at.C_SEATS]
    cfg[at.C_LOW_BUY_IN] = cfg[at.C_HIGH_BUY_IN] = cfg[at.C_STACK]
    cfg[at.C_TOURNAMENT] = 1
    cfg[at.C_LEVEL_HANDS] = tournament.level_hands
    cfg[at.C_LEVEL_SECONDS] = tournament.level_seconds
    cfg[at.C_BREAK_BELOW] = 2  # one is left
    cfg[at.C_PRIZES : at.C_PRIZES + len(tournament.prizes)] = tournament.prizes


def level_matrix(tournament: Tournament | None) -> Ints:
    """Levels as the engine reads them, int64[levels, 5]; none at a cash table."""
    levels = tournament.levels if tournament is not None else ()
    matrix = np.zeros((len(levels), len(Level.__struct_fields__)), np.int64)
    for i, level in enumerate(levels):
        matrix[i] = msgspec.structs.astuple(level)
    return matrix


def _money(key: str, value: int | str) -> int:
    amount = money(f"tournament.{key}", value)
    if amount < 0:
        raise InputError(f"tournament.{key} = {value}: below zero; it is at least 0")
    if amount > MOST_MONEY:
        raise InputError(
            f"tournament.{key} = {value}: at most {format_amount(MOST_MONEY)} is possible"
        )
    return amount


def price_text(tournament: Tournament) -> str:
    """Buy-in and fee as a lobby writes them: `10+1`."""
    amounts = (format_amount(a).removesuffix(".00") for a in (tournament.buy_in, tournament.fee))
    return "+".join(amounts)
