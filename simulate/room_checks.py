"""Which values of a room make no table, and how many players a deck has cards for."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from railbird.errors import InputError
from railbird.money import parse_amount
from railbird.simulate.codes import GAMES, HOLE_CARDS, MAX_SEATS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from railbird.simulate.room import Game, Room

DRAW_PLAYERS = 9  # ten hands of five would leave two cards to draw from
MOST_BOARDS = 3  # as many as `pots.winners` has room for, high and low
OMAHA_HOLE_CARDS = (4, 5, 6)
MOST_HANDS_PER_HOUR = 3_600


class Fault(NamedTuple):
    """A value that will not do: its dotted key, and what to do about it."""

    key: str
    remedy: str


def most_players(game: str, hole_cards: int, burns: int, boards: int = 1) -> int:
    """How many players a deck of 52 has cards for: hole cards, each board, its burn a street.

    >>> [most_players("omaha", n, 3) for n in (4, 5, 6)], most_players("draw", 5, 0)
    ([10, 8, 7], 9)
    >>> [most_players("omaha", 4, 3, boards) for boards in (2, 3)]
    [9, 7]
    """
    if game == "draw":
        return DRAW_PLAYERS
    return min((52 - boards * (5 + burns)) // hole_cards, MAX_SEATS)


def seats_for(room: Room, game: Game, hole_cards: int = 0) -> int:
    """The most players a room seats at a game; 0 hole cards stand for the usual number."""
    cards = hole_cards or HOLE_CARDS[GAMES.index(game)]
    return min(
        room.max_players,
        room.game_max_players.get(game, MAX_SEATS),
        most_players(game, cards, len(room.deal.burn), room.deal.boards),
    )


def faults(room: Room) -> Iterator[Fault]:
    """Yield each value that makes no table or contradicts another."""
    yield from _table_faults(room)
    yield from _currency_faults(room)
    yield from _game_faults(room)
    yield from _board_faults(room)
    yield from _buy_in_faults(room)
    yield from _rule_faults(room)
    for name in room.chosen:
        if not is_key(room, name):
            yield Fault("chosen", f"'{name}' is no key of a room; correct or remove it")


def _table_faults(room: Room) -> Iterator[Fault]:
    least, most = room.min_players, room.max_players
    if not 2 <= least <= MAX_SEATS:
        yield Fault("min_players", f"{least}; from 2 to 10 is possible")
    if not least <= most <= MAX_SEATS:
        yield Fault("max_players", f"{most}; from min_players ({least}) to 10 is possible")
    for size in room.table_sizes:
        if not least <= size <= most:
            yield Fault(
                "table_sizes",
                f"{size}; from min_players ({least}) to max_players ({most}) is possible",
            )


def _currency_faults(room: Room) -> Iterator[Fault]:
    try:
        chip = parse_amount(room.chip)
    except InputError as error:
        yield Fault("chip", f"'{room.chip}': {error}")
    else:
        if chip < 1:
            yield Fault("chip", f"'{room.chip}'; an amount above zero is needed")
    if not room.currencies or not all(c.isalpha() and c.isupper() for c in room.currencies):
        yield Fault("currencies", f'{list(room.currencies)}; write codes in capitals: ["USD"]')
    for currency in room.blinds.exact_currencies:
        if currency not in room.currencies:
            yield Fault(
                "blinds.exact_currencies",
                f"{currency} is none of currencies ({', '.join(room.currencies)}); add it there, "
                "or remove it here",
            )


def _game_faults(room: Room) -> Iterator[Fault]:
    if not room.games:
        yield Fault("games", 'empty; name one, as in holdem = ["NL"]')
    for game, bettings in room.games.items():
        if not bettings:
            yield Fault(f"games.{game}", f'no betting; write {game} = ["NL"], or remove the line')
    if not room.omaha_hole_cards or not set(room.omaha_hole_cards) <= set(OMAHA_HOLE_CARDS):
        yield Fault(
            "omaha_hole_cards", f"{list(room.omaha_hole_cards)}; some of 4, 5, 6 are possible"
        )
    for game, most in room.game_max_players.items():
        key = f"game_max_players.{game}"
        cards = HOLE_CARDS[GAMES.index(game)]
        limit = min(
            most_players(game, cards, len(room.deal.burn), room.deal.boards), room.max_players
        )
        if game not in room.games:
            yield Fault(key, f"the room offers no {game}; add it to [games], or remove the line")
        elif not room.min_players <= most <= limit:
            yield Fault(key, f"{most}; from {room.min_players} to {limit} is possible")


def _board_faults(room: Room) -> Iterator[Fault]:
    boards = room.deal.boards
    if not 1 <= boards <= MOST_BOARDS:
        yield Fault("deal.boards", f"{boards}; from 1 to {MOST_BOARDS} is possible")
    elif boards > 1 and "draw" in room.games:
        yield Fault(
            "deal.boards",
            f"{boards}, and five card draw has no board; remove draw from [games], or write 1",
        )


def _buy_in_faults(room: Room) -> Iterator[Fault]:
    rules = room.seating
    least, most = rules.min_buy_in, rules.max_buy_in
    if least < 1:
        yield Fault("seating.min_buy_in", f"{least}; at least 1 big blind is needed")
    if most < 0:
        yield Fault("seating.max_buy_in", f"{most}; write 0 for no maximum")
    elif 0 < most < least:
        yield Fault(
            "seating.min_buy_in", f"{least} is above max_buy_in ({most}); lower it, or raise that"
        )
    elif rules.buy_in < least or 0 < most < rules.buy_in:
        yield Fault(
            "seating.buy_in",
            f"{rules.buy_in}; from min_buy_in ({least}) to max_buy_in ({most or 'none'}) is "
            "possible",
        )


def _rule_faults(room: Room) -> Iterator[Fault]:
    if room.seating.entry == "three_steps" and room.seating.button == "moving":
        yield Fault(
            "seating.entry",
            "'three_steps' needs a button that follows the blinds; set seating.button to "
            "'small_blind_next' or 'dead', or choose another entry",
        )
    if room.betting.heads_up_uncapped_in_tournaments and not room.betting.heads_up_uncapped:
        yield Fault(
            "betting.heads_up_uncapped_in_tournaments",
            "true, though cash tables are capped heads-up; set betting.heads_up_uncapped = true, "
            "too, or this to false",
        )
    if room.showdown.all_show and room.showdown.throw_away:
        yield Fault(
            "showdown.throw_away", "true, though all show; set this or showdown.all_show to false"
        )
    asks = room.showdown.ask_to_see
    if not 0 <= asks <= 100:
        yield Fault("showdown.ask_to_see", f"{asks}; from 0 to 100 per cent is possible")
    elif asks and room.showdown.all_show:
        yield Fault(
            "showdown.ask_to_see",
            f"{asks}, though all show and nobody mucks; write 0, or set showdown.all_show = false",
        )
    least = {
        "blinds.floor_unit": (room.blinds.floor_unit, 1),
        "blinds.floor_above": (room.blinds.floor_above, 0),
        "betting.raise_cap": (room.betting.raise_cap, 0),
        "betting.raise_cap_draw": (room.betting.raise_cap_draw, 0),
    }
    for key, (value, minimum) in least.items():
        if value < minimum:
            yield Fault(key, f"{value}; at least {minimum} is needed")
    for pace in room.clock.hands_per_hour:
        if not 1 <= pace <= MOST_HANDS_PER_HOUR:
            yield Fault("clock.hands_per_hour", f"{pace}; from 1 to 3600 is possible")


def is_key(room: Room, dotted: str) -> bool:
    """Whether `betting.raise_cap` is a key, or `games.holdem.PL` one value of a key's list."""
    value: object = room
    for word in dotted.split("."):
        if isinstance(value, tuple):
            return word in value
        value = value.get(word) if isinstance(value, dict) else getattr(value, word, None)
        if value is None:
            return False
    return True
