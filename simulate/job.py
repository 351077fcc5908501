"""Jobs: what a user asks for, and the recipe that follows from it.

A `Job` is a TOML file or flags, as text a person would write. `resolve` checks it and turns it
into a `Recipe` (`recipe.py`).
"""

from __future__ import annotations

from typing import Literal

import msgspec

from railbird.errors import InputError
from railbird.money import format_amount
from railbird.simulate.amounts import MONEY_EXP, buy_in, chips, counted
from railbird.simulate.bots.catalogue import (
    DEFAULT_MIX,
    RAKE_BLIND,
    BotEntry,
    listed_bots,
    own_params,
    player_names,
    seat_bots,
)
from railbird.simulate.job_table import currency_of, table_of
from railbird.simulate.kernel import engine_hash
from railbird.simulate.policy import Rake, find_policy, rake_of_policy
from railbird.simulate.recipe import PART_HANDS, Illegal, Recipe, SeatedBot
from railbird.simulate.room import Betting, Game, Room, Table, find_room
from railbird.simulate.sessions import (
    PopulationKeys,
    Session,
    SessionKeys,
    pool_of,
    resolve_population,
    resolve_session,
)
from railbird.simulate.tournaments import (
    CHIPS,
    MOST_TABLES,
    Tournament,
    TournamentKeys,
    as_tournament,
    level_place,
    resolve_tournament,
    stakes_of,
    starting_chips,
)

TABLES = ("hands", "players", "actions", "pots")
HANDS_A_TABLE = 1_000
# a run of so many hands would fill some 70 TB, and its plan memory
MOST_HANDS = 10**11
# chips at one table, over a whole run where stacks are carried: sums of their products with a rake
# in basis points stay below 63 bits, here and in SQL
MOST_CHIPS = 900_000_000_000_000
# players of the default mix at a table with fewer than six seats, first to last
SHORT_MIX = ("tag", "lag", "station", "nit", "maniac")


class Job(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What a user asks for; every key is also a flag of `railbird simulate`."""

    hands: int | str = 1_000_000
    lake: str | None = None
    run: str | None = None
    room: str = "standard"
    game: Game = "holdem"
    betting: Betting | None = None
    hole_cards: int | None = None
    seats: int | None = None
    stakes: str = "1/2"
    currency: str | None = None
    ante: str | int = "0"
    ante_kind: Literal["all", "bb"] = "all"
    straddle: str | int = "0"
    stack: str | int | None = None
    stacks: Literal["reset", "carry"] = "reset"
    top_up: str | int = "0"
    bots: str | tuple[BotEntry | str, ...] = DEFAULT_MIX
    illegal: Illegal = "refuse"
    rake: str | None = None
    rake_response: str | int | float = RAKE_BLIND
    tables: int | None = None
    seed: int = 1
    keep: str = ",".join(TABLES)
    session: SessionKeys | None = None
    population: PopulationKeys | None = None
    tournament: TournamentKeys | None = None


def resolve(job: Job) -> Recipe:
    """Check a job and work out its recipe.

    Raises:
        InputError: a value makes no sense; the message names the key and the remedy.
    """
    room = find_room(job.room)
    if job.tournament is not None:
        job = as_tournament(job, job.tournament)
    hands = _hands(job.hands)
    table = table_of(job, room, level_place(job.tournament, 1) if job.tournament else "")
    currency = currency_of(job, room)
    stack = _stack(job, room, table)
    tournament = _tournament(job, room, table, currency)
    if job.stacks == "reset" and str(job.top_up) != "0":
        raise InputError(
            f"top_up = {job.top_up}: stacks are reset each hand; carry them, or leave it out"
        )
    rake = rake_of_policy(find_policy(job.rake or room.rake), MONEY_EXP, currency, table)
    tables = _tables(job, hands)
    _check_memory(job, rake, -(-hands // tables))
    session = _session(job, room, table, stack)
    rebuys = hands if job.stacks == "carry" and tournament is None else 1
    _check_size(job, table, stack if session is None else session.high_buy_in, rebuys)
    population = None
    if job.population is None:
        bots = seat_bots(_bots(job, table.seats), table.seats, job.rake_response)
    else:
        mix = job.population.mix or job.bots
        population, bots = resolve_population(job.population, listed_bots(mix, job.rake_response))
    names = player_names(bots)
    return Recipe(
        hands=hands,
        tables=tables,
        room=room,
        table=table,
        currency=currency if tournament is None else CHIPS,
        money_exp=MONEY_EXP,
        stack=stack,
        stacks_mode=job.stacks,
        top_up=chips("top_up", job.top_up, table.big_blind),
        rake=rake,
        players=tuple(
            SeatedBot(
                name, bot.name, bot.profile, bot.source_hash, own_params(bot), bot.rake_response
            )
            for name, bot in zip(names, bots, strict=True)
        ),
        seed=_seed(job.seed),
        keep=_keep(job.keep),
        session=session,
        population=population,
        tournament=tournament,
        illegal=job.illegal,
        engine_hash=engine_hash(),
    )


def _session(job: Job, room: Room, table: Table, stack: int) -> Session | None:
    """How players come and go; a population comes by itself. To a tournament nobody comes late."""
    if job.tournament is not None or (job.session is None and job.population is None):
        return None
    if job.stacks != "carry":
        section = "session" if job.session is not None else "population"
        raise InputError(
            f"[{section}]: players come and go where stacks are carried; set stacks = 'carry' "
            "(--stacks carry)"
        )
    return resolve_session(job.session or SessionKeys(), room, table, stack, _pool(job))


def _tournament(job: Job, room: Room, table: Table, currency: str) -> Tournament | None:
    """The tournament that the job says, its levels checked as any table is."""
    if job.tournament is None:
        return None
    tables = []
    for number, (stakes, ante) in enumerate(stakes_of(job.tournament), 1):
        level = msgspec.structs.replace(job, stakes=stakes, ante=ante)
        tables.append(table_of(level, room, level_place(job.tournament, number)))
    return resolve_tournament(
        job.tournament, tables, table.seats, _pool(job), currency, job.ante_kind
    )


def _pool(job: Job) -> int | None:
    """How many players there are; None without a population."""
    return None if job.population is None else pool_of(job.population)


def _bots(job: Job, seats: int) -> str | tuple[BotEntry | str, ...]:
    """Who plays: the default mix is cut to a smaller table."""
    if job.bots == DEFAULT_MIX and seats <= len(SHORT_MIX):
        return ",".join(SHORT_MIX[:seats])
    return job.bots


def _stack(job: Job, room: Room, table: Table) -> int:
    """The buy-in, between the room's limits; the chips of a tournament have none."""
    if job.tournament is not None:
        return starting_chips(job.stack or 0, table)
    if job.stack is None:
        return room.seating.buy_in * table.big_blind
    return buy_in("stack", job.stack, room, table.big_blind)


def _check_size(job: Job, table: Table, stack: int, buy_ins: int) -> None:
    """Refuse stakes so high that a number would not fit its column."""
    most = stack * table.seats * buy_ins
    if most > MOST_CHIPS:
        sees = f"a table could see {format_amount(most)}, more than {format_amount(MOST_CHIPS)}"
        if job.tournament is not None:
            raise InputError(f"tournament.chips = {job.stack}: {sees}; lower it")
        raise InputError(f"stakes = {job.stakes!r}: {sees}; lower --stakes or --stack")


def _check_memory(job: Job, rake: Rake, hands_a_table: int) -> None:
    """Refuse a rake with a memory where a table's hands may be played in pieces."""
    if rake.state is not None and job.stacks == "reset" and hands_a_table > PART_HANDS:
        raise InputError(
            f"rake policy {rake.name}: {rake.state}, but tables of {hands_a_table:,} hands with "
            f"stacks reset are played in pieces of {PART_HANDS:,}; raise --tables, or carry stacks"
        )


def _hands(value: int | str) -> int:
    count = counted("hands", value)
    if count < 1:
        raise InputError(f"hands = {value}: at least 1 is needed; raise --hands")
    if count > MOST_HANDS:
        raise InputError(
            f"hands = {value}: at most {MOST_HANDS:,} is possible in a run; lower --hands, and "
            "play several runs with other seeds"
        )
    return count


def _tables(job: Job, hands: int) -> int:
    if job.tables is None:
        return min(-(-hands // HANDS_A_TABLE), MOST_TABLES)
    if not 1 <= job.tables <= min(hands, MOST_TABLES):
        most = f"the number of hands ({hands})" if hands < MOST_TABLES else f"{MOST_TABLES:,}"
        raise InputError(
            f"tables = {job.tables}: from 1 to {most} is possible; change --tables or --hands"
        )
    if -(-hands // job.tables) >= 2**32:
        raise InputError(f"tables = {job.tables}: too many hands a table; raise --tables")
    return job.tables


def _seed(seed: int) -> int:
    if not 0 <= seed < 2**63:
        raise InputError(f"seed = {seed}: from 0 to 2^63 - 1 is possible")
    return seed


def _keep(text: str) -> tuple[str, ...]:
    wanted = [name.strip() for name in text.split(",") if name.strip()]
    for name in wanted:
        if name not in TABLES:
            raise InputError(
                f"keep = {text!r}: unknown table {name!r}; choose of {', '.join(TABLES)}"
            )
    if "hands" not in wanted:
        raise InputError(f"keep = {text!r}: hands cannot be left out; add it")
    return tuple(name for name in TABLES if name in wanted)
