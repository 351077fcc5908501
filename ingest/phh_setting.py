"""From the fields of a PHH hand to its setting: seats, button, blinds, antes, straddles.

The order of players is that of the deal: the small blind first, the button last. Heads-up the
button has the small blind and is dealt last, and the specification writes blinds and antes the
other way round: `[1, 2]` is 2 by p1 and 1 by p2.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from railbird.ingest.phh_blinds import read_blinds
from railbird.ingest.phh_fields import UNKNOWN, optional, required
from railbird.ingest.phh_own import (
    blind_first,
    read_betting,
    read_button,
    read_chip,
    read_rake,
    read_room,
)
from railbird.ingest.recorded import Setting, UnreadableError
from railbird.simulate.codes import GAMES, HOLE_CARDS, MAX_SEATS

# Variants that exist, with the words for a message; those of GAMES_READ are read, the others are
# counted as issues.
VARIANTS = {
    "FT": "fixed-limit Texas hold'em",
    "NT": "no-limit Texas hold'em",
    "NS": "no-limit short-deck hold'em, whose 36 cards the engine does not deal",
    "PO": "pot-limit Omaha",
    "FO/8": "fixed-limit Omaha hi-lo",
    "F7S": "fixed-limit seven-card stud",
    "F7S/8": "fixed-limit seven-card stud hi-lo",
    "FR": "fixed-limit razz",
    "N2L1D": "no-limit deuce-to-seven single draw",
    "F2L3D": "fixed-limit deuce-to-seven triple draw",
    "FB": "fixed-limit badugi",
}
# Game and betting of each variant that is read.
GAMES_READ = {
    "NT": ("holdem", "NL"),
    "FT": ("holdem", "FL"),
    "PO": ("omaha", "PL"),
    "FO/8": ("omaha8", "FL"),
}


def check_variant(fields: dict[str, Any]) -> None:
    """Refuse what is neither hold'em nor Omaha with 52 cards.

    Raises:
        UnreadableError: another variant, or none.
    """
    variant = required(fields, "variant", str)
    if variant in GAMES_READ:
        return
    if variant in VARIANTS:
        raise UnreadableError(
            "variant", f"variant {variant} ({VARIANTS[variant]}) is not read; those read: "
            f"{', '.join(GAMES_READ)}"
        )  # fmt: skip
    raise UnreadableError(
        "variant", f"variant {variant[:40]!r} is unknown; known: {', '.join(VARIANTS)}"
    )


def make_setting(fields: dict[str, Any], players: int, chip: int) -> Setting:
    """Return the setting of a hand.

    Args:
        fields: of the hand.
        players: how many there are.
        chip: smallest chip, where the hand does not state it.

    Raises:
        UnreadableError: a field is missing or impossible, or the engine cannot play it yet.
    """
    trimmed = bool(optional(fields, "ante_trimming_status", bool))
    antes = _by_player(fields, "antes", players)
    if trimmed:  # what no other ante matches is handed back at once
        second = sorted(antes)[-2]
        antes = tuple([min(ante, second) for ante in antes])
    blinds = read_blinds(_by_player(fields, "blinds_or_straddles", players))
    ante, ante_kind = _ante(antes, blinds.big_blind_player)
    game, usual_betting = GAMES_READ[fields["variant"]]
    betting = read_betting(fields, game, usual_betting)
    small_bet, big_bet = _limits(fields, betting, blinds.big_blind)
    places, seats = _places(fields, players)
    antes_posted = [(player, "ante", amount) for player, amount in enumerate(antes) if amount]
    room = read_room(fields)
    before = 0  # blinds that are posted before the antes
    if blind_first(room, ante_kind):
        before = 1 + [kind for _, kind, _ in blinds.posts].index("bb")
    return Setting(
        betting=betting,
        currency=optional(fields, "currency", str) or "chips",
        chip=read_chip(fields, chip),
        small_blind=blinds.small_blind,
        big_blind=blinds.big_blind,
        small_bet=small_bet,
        big_bet=big_bet,
        ante=ante,
        ante_kind=ante_kind,
        dead_antes=not trimmed,
        straddle=blinds.straddle,
        seats=seats,
        places=places,
        posts=(*blinds.posts[:before], *antes_posted, *blinds.posts[before:]),
        small_blind_player=blinds.small_blind_player,
        big_blind_player=blinds.big_blind_player,
        button=read_button(fields, places, seats),
        last_blind_player=blinds.last_player,
        bring_in=max(blinds.big_blind, blinds.straddle),
        room=room,
        rake=read_rake(fields),
        game=game,
        hole_cards=HOLE_CARDS[GAMES.index(game)],
    )


def _limits(fields: dict[str, Any], betting: str, big_blind: int) -> tuple[int, int]:
    """Return the limits; without a limit the least bet where it is not the big blind, and 0."""
    if betting != "FL":
        min_bet = required(fields, "min_bet", int)
        if min_bet <= 0:
            raise UnreadableError("amount", "min_bet must be above zero")
        return (0 if min_bet == big_blind else min_bet), 0
    small, big = required(fields, "small_bet", int), required(fields, "big_bet", int)
    if not 0 < small <= big:
        raise UnreadableError(
            "amount", "small_bet must be above zero, and big_bet no smaller"
        )  # fmt: skip
    return small, big


def _by_player(fields: dict[str, Any], key: str, players: int) -> tuple[int, ...]:
    amounts: tuple[int, ...] = required(fields, key, tuple)
    if len(amounts) != players:
        raise UnreadableError("field", f"{key} has {len(amounts)} entries for {players} players")
    if UNKNOWN in amounts:
        raise UnreadableError("amount", f"{key}: inf is no amount to post")
    return amounts[::-1] if players == 2 else amounts


def _ante(antes: tuple[int, ...], big_blind_player: int) -> tuple[int, str | None]:
    """Return the largest ante, and who antes."""
    largest = max(antes)
    if min(antes) < 0:
        raise UnreadableError("unsupported", "an ante below zero is not read")
    if largest == 0:
        return 0, None
    if min(antes) == largest:
        return largest, "all"
    payers = [player for player, amount in enumerate(antes) if amount]
    if payers == [big_blind_player]:
        return largest, "bb"
    return largest, "button" if payers == [len(antes) - 1] else "uneven"


def _places(fields: dict[str, Any], players: int) -> tuple[tuple[int, ...], int]:
    """Return the seat of each player, from 0, and how many seats there are."""
    seats = optional(fields, "seats", list)
    count = optional(fields, "seat_count", int)
    if seats is None:
        total = players if count is None else count
        if not players <= total <= MAX_SEATS:
            raise UnreadableError("field", f"seat_count is {total} for {players} players")
        return tuple(range(players)), total
    if len(seats) != players or any(type(seat) is not int for seat in seats):
        raise UnreadableError("field", f"seats must be {players} whole numbers")
    total = max(seats) if count is None else count
    if min(seats) < 1 or max(seats) > total or total > MAX_SEATS:
        raise UnreadableError("field", f"seats must be from 1 to {min(max(total, 1), MAX_SEATS)}")
    # clockwise from the small blind: the distance grows all the way round
    distances = [(seat - seats[0]) % total for seat in seats]
    if any(a >= b for a, b in pairwise(distances)):
        raise UnreadableError("field", "seats are not in the order of the deal, each once")
    return tuple(seat - 1 for seat in seats), total
