"""What is played for, from the keys of a job: game, betting, seats, blinds, antes, currency."""

from __future__ import annotations

from typing import TYPE_CHECKING

from railbird.errors import InputError
from railbird.money import format_amount, parse_amount
from railbird.simulate.amounts import MONEY_EXP, chips
from railbird.simulate.codes import GAMES, HOLE_CARDS, MAX_SEATS
from railbird.simulate.room import Betting, Room, Table, small_blind_of
from railbird.simulate.room_checks import most_players, seats_for

if TYPE_CHECKING:
    from railbird.simulate.job import Job

USUAL_SEATS = 6


def table_of(job: Job, room: Room, level: str = "") -> Table:
    """What is played for; see `_blinds` for what stakes mean.

    Args:
        job: what the user asks for.
        room: whose rules hold.
        level: where stakes and ante come from, for messages: a level of a tournament; by default
            the job's own keys.

    Raises:
        InputError: a value makes no sense; the message names the key and the remedy.
    """
    betting = _betting(job, room)
    hole_cards = _hole_cards(job, room)
    seats = _seats(job, room, hole_cards)
    stakes_from = level or f"stakes = {job.stakes!r}"
    small, big, lower, upper = _blinds(job, room, betting, stakes_from)
    ante = chips(f"{level}, ante" if level else "ante", job.ante, big)
    if ante and not room.blinds.antes:
        raise InputError(
            f"{level or f'ante = {job.ante}'}: room {room.name} plays without antes; leave "
            f"{'it' if level else '--ante'} out, or set blinds.antes = true in a room of your own"
        )
    smallest, whose = room.chip, f"room {room.name}"
    if job.tournament is not None:
        smallest, whose = "1", "a tournament"
    chip = parse_amount(smallest, MONEY_EXP)
    ante_from = level or f"ante = {job.ante!r}"
    for where, amount in (
        (stakes_from, small), (stakes_from, big), (stakes_from, upper), (ante_from, ante),
    ):  # fmt: skip
        if amount % chip:
            raise InputError(
                f"{where}: {format_amount(amount)} is no multiple of {smallest}, the smallest chip "
                f"of {whose}; change it, or the room's chip"
            )
    return Table(
        job.game, betting, seats, small, big, lower, upper, ante,
        job.ante_kind if ante else None, _straddles(job, seats, big), chip, hole_cards,
        job.tournament is not None,
    )  # fmt: skip


def currency_of(job: Job, room: Room) -> str:
    """What is played for; the room's first currency unless the job names another."""
    if job.currency is not None and job.currency not in room.currencies:
        raise InputError(
            f"currency = {job.currency!r}: room {room.name} plays in "
            f"{' or '.join(room.currencies)}; choose another --currency or --room"
        )
    return job.currency or room.currencies[0]


def _stakes(text: str, where: str) -> tuple[int, int]:
    first, slash, second = text.partition("/")
    if not slash:
        raise InputError(f"{where}: write two amounts, as 1/2 or 0.25/0.50")
    try:
        low, high = parse_amount(first, MONEY_EXP), parse_amount(second, MONEY_EXP)
    except InputError as error:
        raise InputError(f"{where}: {error}") from None
    if low <= 0 or high <= 0:
        raise InputError(f"{where}: blinds and limits must be above zero; raise them")
    if low > high:
        raise InputError(f"{where}: the first amount may not be the larger one; swap them")
    return low, high


def _blinds(job: Job, room: Room, betting: Betting, where: str) -> tuple[int, int, int, int]:
    """Small and big blind, and the smaller and bigger bet of fixed limit.

    Stakes are the blinds; in fixed limit they are the lower and the upper limit, but where one
    bet size holds in all rounds, they are the blinds and the bet is the big blind.
    """
    low, high = _stakes(job.stakes, where)
    if betting != "FL":
        return low, high, 0, 0
    if room.betting.bet_sizes == "one_size":
        return low, high, high, high
    if room.betting.bet_sizes == "lower_double" and high != 2 * low:
        raise InputError(
            f"{where}: the upper limit of room {room.name} is twice the lower; "
            f"write {format_amount(low)}/{format_amount(2 * low)}"
        )
    return small_blind_of(room, low, currency_of(job, room)), low, low, high


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
    boards = room.deal.boards
    cards = most_players(job.game, hole_cards, len(room.deal.burn), boards)
    if cards < job.seats <= MAX_SEATS:
        several = f" and {boards} boards" if boards > 1 else ""
        raise InputError(
            f"seats = {job.seats}: the deck has cards for {cards} players at {job.game} with "
            f"{hole_cards} hole cards{several}; lower --seats"
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
