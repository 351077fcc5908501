"""Jobs: what a user asks for, and the recipe that follows from it.

A `Job` is a TOML file or flags, as text a person would write. `resolve` checks it and turns it
into a `Recipe` (`recipe.py`).
"""

from __future__ import annotations

from typing import Literal

import msgspec

from railbird.errors import InputError
from railbird.money import format_amount, parse_amount, parse_count
from railbird.simulate.amounts import MONEY_EXP, buy_in, chips
from railbird.simulate.bots.catalogue import (
    DEFAULT_MIX,
    RAKE_BLIND,
    BotEntry,
    listed_bots,
    own_params,
    player_names,
    seat_bots,
)
from railbird.simulate.codes import GAMES, HOLE_CARDS, MAX_SEATS
from railbird.simulate.kernel import engine_hash
from railbird.simulate.policy import Rake, find_policy, rake_of_policy
from railbird.simulate.recipe import PART_HANDS, Illegal, Recipe, SeatedBot
from railbird.simulate.room import Betting, Game, Room, Table, find_room, small_blind_of
from railbird.simulate.room_checks import most_players, seats_for
from railbird.simulate.sessions import (
    PopulationKeys,
    Session,
    SessionKeys,
    resolve_population,
    resolve_session,
)
from railbird.simulate.tournaments import (
    CHIPS,
    Tournament,
    TournamentKeys,
    as_tournament,
    resolve_tournament,
    stakes_of,
    starting_chips,
)

TABLES = ("hands", "players", "actions", "pots")
HANDS_A_TABLE = 1_000
USUAL_SEATS = 6
MAX_TABLES = 2**31 - 1
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
    hands = _count("hands", job.hands)
    table = _table(job, room)
    currency = _currency(job, room)
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
        try:
            tables.append(_table(level, room))
        except InputError as error:
            raise InputError(f"tournament.levels, level {number}: {error}") from None
    return resolve_tournament(
        job.tournament, tables, table.seats, _pool(job), currency, job.ante_kind
    )


def _pool(job: Job) -> int | None:
    """How many players there are; None without a population."""
    return None if job.population is None else parse_count(str(job.population.players))


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


def _currency(job: Job, room: Room) -> str:
    """What is played for; the room's first currency unless the job names another."""
    if job.currency is not None and job.currency not in room.currencies:
        raise InputError(
            f"currency = {job.currency!r}: room {room.name} plays in "
            f"{' or '.join(room.currencies)}; choose another --currency or --room"
        )
    return job.currency or room.currencies[0]


def _check_size(job: Job, table: Table, stack: int, buy_ins: int) -> None:
    """Refuse stakes so high that a number would not fit its column."""
    most = stack * table.seats * buy_ins
    if most > MOST_CHIPS:
        raise InputError(
            f"stakes = {job.stakes!r}: a table could see {format_amount(most)}, more than "
            f"{format_amount(MOST_CHIPS)}; lower --stakes or --stack"
        )


def _check_memory(job: Job, rake: Rake, hands_a_table: int) -> None:
    """Refuse a rake with a memory where a table's hands may be played in pieces."""
    if rake.state is not None and job.stacks == "reset" and hands_a_table > PART_HANDS:
        raise InputError(
            f"rake policy {rake.name}: {rake.state}, but tables of {hands_a_table:,} hands with "
            f"stacks reset are played in pieces of {PART_HANDS:,}; raise --tables, or carry stacks"
        )


def _count(key: str, value: int | str) -> int:
    count = parse_count(str(value))
    if count < 1:
        raise InputError(f"{key} = {value}: at least 1 is needed")
    return count


def _tables(job: Job, hands: int) -> int:
    if job.tables is None:
        return min(-(-hands // HANDS_A_TABLE), MAX_TABLES)
    if not 1 <= job.tables <= min(hands, MAX_TABLES):
        raise InputError(
            f"tables = {job.tables}: from 1 to the number of hands ({hands}) is possible"
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
        raise InputError(f"keep = {text!r}: hands cannot be left out")
    return tuple(name for name in TABLES if name in wanted)


def _stakes(text: str) -> tuple[int, int]:
    first, slash, second = text.partition("/")
    if not slash:
        raise InputError(f"stakes = {text!r}: write two amounts, as 1/2 or 0.25/0.50")
    low, high = parse_amount(first, MONEY_EXP), parse_amount(second, MONEY_EXP)
    if low <= 0 or high <= 0:
        raise InputError(f"stakes = {text!r}: blinds and limits must be above zero")
    if low > high:
        raise InputError(f"stakes = {text!r}: the first amount may not be the larger one")
    return low, high


def _betting(job: Job, room: Room) -> Betting:
    offered = {str(game): bettings for game, bettings in room.games.items() if bettings}
    if job.game not in offered:
        raise InputError(
            f"game = {job.game!r}: room {room.name} offers {', '.join(offered)}; choose another "
            "--game or --room (see 'railbird rooms')"
        )
    if job.betting is None:
        return offered[job.game][0]
    if job.betting not in offered[job.game]:
        raise InputError(
            f"betting = {job.betting!r}: room {room.name} offers {', '.join(offered[job.game])} "
            f"{job.game}; choose another --betting or --room"
        )
    return job.betting


def _hole_cards(job: Job, room: Room) -> int:
    """How many hole cards the game is played with."""
    usual = HOLE_CARDS[GAMES.index(job.game)]
    possible = room.omaha_hole_cards if job.game in ("omaha", "omaha8") else (usual,)
    if job.hole_cards is not None and job.hole_cards not in possible:
        raise InputError(
            f"hole_cards = {job.hole_cards}: room {room.name} deals "
            f"{' or '.join(map(str, possible))} cards at {job.game}; choose that, or another --room"
        )
    return job.hole_cards or possible[0]


def _seats(job: Job, room: Room, hole_cards: int) -> int:
    """How many seats the table has: what the job says, else six, or the nearest size below."""
    most = seats_for(room, job.game, hole_cards)
    sizes = [n for n in room.table_sizes or range(room.min_players, most + 1) if n <= most]
    if not sizes:
        raise InputError(
            f"game = {job.game!r}: none of room {room.name}'s table sizes has cards or seats for "
            f"it (at most {most}); correct the room's table_sizes"
        )
    if job.seats is None:
        return max((n for n in sizes if n <= USUAL_SEATS), default=sizes[0])
    if job.seats in sizes:
        return job.seats
    cards = most_players(job.game, hole_cards, len(room.deal.burn))
    if cards < job.seats <= MAX_SEATS:
        raise InputError(
            f"seats = {job.seats}: the deck has cards for {cards} players at {job.game} with "
            f"{hole_cards} hole cards; lower --seats"
        )
    if room.table_sizes:
        raise InputError(
            f"seats = {job.seats}: room {room.name} has tables of "
            f"{', '.join(map(str, sizes[:-1]))} or {sizes[-1]} seats; choose one with --seats"
        )
    at = f" at {job.game}" if most < room.max_players else ""
    raise InputError(
        f"seats = {job.seats}: room {room.name} seats {sizes[0]} to {sizes[-1]}{at}; lower or "
        "raise --seats"
    )


def _blinds(job: Job, room: Room, betting: Betting) -> tuple[int, int, int, int]:
    """Small and big blind, and the smaller and bigger bet of fixed limit.

    Stakes are the blinds; in fixed limit they are the lower and the upper limit, but where one
    bet size holds in all rounds, they are the blinds and the bet is the big blind.
    """
    low, high = _stakes(job.stakes)
    if betting != "FL":
        return low, high, 0, 0
    if room.betting.bet_sizes == "one_size":
        return low, high, high, high
    if room.betting.bet_sizes == "lower_double" and high != 2 * low:
        raise InputError(
            f"stakes = {job.stakes!r}: the upper limit of room {room.name} is twice the lower; "
            f"write --stakes {format_amount(low)}/{format_amount(2 * low)}"
        )
    return small_blind_of(room, low, _currency(job, room)), low, low, high


def _table(job: Job, room: Room) -> Table:
    """What is played for; see `_blinds` for what stakes mean."""
    betting = _betting(job, room)
    hole_cards = _hole_cards(job, room)
    seats = _seats(job, room, hole_cards)
    small, big, lower, upper = _blinds(job, room, betting)
    ante = chips("ante", job.ante, big)
    if ante and not room.blinds.antes:
        raise InputError(
            f"ante = {job.ante}: room {room.name} plays without antes; leave --ante out, or set "
            "blinds.antes = true in a room of your own"
        )
    smallest, whose = room.chip, f"room {room.name}"
    if job.tournament is not None:
        smallest, whose = "1", "a tournament"
    chip = parse_amount(smallest, MONEY_EXP)
    for key, amount in (("stakes", small), ("stakes", big), ("stakes", upper), ("ante", ante)):
        if amount % chip:
            raise InputError(
                f"{key}: {format_amount(amount)} is no multiple of {smallest}, the smallest chip "
                f"of {whose}; change it, or the room's chip"
            )
    return Table(
        job.game, betting, seats, small, big, lower, upper, ante,
        job.ante_kind if ante else None, _straddles(job, seats, big), chip, hole_cards,
        job.tournament is not None,
    )  # fmt: skip


def _straddles(job: Job, seats: int, big_blind: int) -> int:
    """How many players straddle, from the highest straddle: 2, 4, 8 ... big blinds."""
    amount = chips("straddle", job.straddle, big_blind)
    if amount == 0:
        return 0
    for n in range(1, seats - 1):
        if amount == big_blind << n:
            return n
    raise InputError(
        f"straddle = {job.straddle!r}: each straddle doubles the last blind, and a table of "
        f"{seats} has room for {max(seats - 2, 0)}; the first is "
        f"{format_amount(2 * big_blind)}"
    )
