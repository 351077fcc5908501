"""From the fields of a PHH hand to its setting: seats, button, blinds, antes, straddles.

The order of players is that of the deal: the small blind first, the button last. Heads-up the
button has the small blind and is dealt last, and the specification writes blinds and antes the
other way round: `[1, 2]` is 2 by p1 and 1 by p2.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from railbird.ingest.phh_fields import UNKNOWN
from railbird.ingest.recorded import Setting, UnreadableError
from railbird.simulate.codes import MAX_SEATS

# Variants that exist, with the words for a message; NT is read, the others are counted as issues.
VARIANTS = {
    "FT": "fixed-limit Texas hold'em",
    "NT": "no-limit Texas hold'em",
    "NS": "no-limit short-deck hold'em",
    "PO": "pot-limit Omaha",
    "FO/8": "fixed-limit Omaha hi-lo",
    "F7S": "fixed-limit seven-card stud",
    "F7S/8": "fixed-limit seven-card stud hi-lo",
    "FR": "fixed-limit razz",
    "N2L1D": "no-limit deuce-to-seven single draw",
    "F2L3D": "fixed-limit deuce-to-seven triple draw",
    "FB": "fixed-limit badugi",
}
READ = {"NT": "NL"}


def check_variant(fields: dict[str, Any]) -> None:
    """Refuse what is not no-limit hold'em.

    Raises:
        UnreadableError: another variant, or none.
    """
    variant = required(fields, "variant", str)
    if variant in READ:
        return
    if variant in VARIANTS:
        raise UnreadableError("variant", f"variant {variant} ({VARIANTS[variant]}) is not read")
    raise UnreadableError(
        "variant", f"variant {variant[:40]!r} is unknown; known: {', '.join(VARIANTS)}"
    )


def required(fields: dict[str, Any], key: str, kind: type) -> Any:  # noqa: ANN401
    """Return a field that must be there.

    Raises:
        UnreadableError: it is missing, or of another type.
    """
    if key not in fields:
        raise UnreadableError("field", f"{key} is missing")
    return optional(fields, key, kind)


def optional(fields: dict[str, Any], key: str, kind: type) -> Any:  # noqa: ANN401
    """Return a field of a type, None where it is missing.

    Raises:
        UnreadableError: it is of another type.
    """
    value = fields.get(key)
    if value is not None and (
        not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool)
    ):
        words = {str: "a text", int: "a whole number", bool: "true or false"}
        raise UnreadableError("field", f"{key} must be {words.get(kind, 'a list')}")
    if isinstance(value, int) and value.bit_length() > 63:
        raise UnreadableError("field", f"{key} is too large")
    return value


def make_setting(fields: dict[str, Any], players: int, chip: int) -> Setting:
    """Return the setting of a hand.

    Raises:
        UnreadableError: a field is missing or impossible, or the engine cannot play it yet.
    """
    antes = _by_player(fields, "antes", players)
    blinds = _by_player(fields, "blinds_or_straddles", players)
    ante, ante_kind = _ante(antes)
    big_blind_player = 0 if players == 2 else 1
    small_blind_player = 1 - big_blind_player
    small_blind, big_blind = blinds[small_blind_player], blinds[big_blind_player]
    if min(blinds) < 0:
        raise UnreadableError("unsupported", "a blind below zero (a late or dead post) is not read")
    if big_blind <= 0 or small_blind > big_blind:
        raise UnreadableError(
            "unsupported", "blinds_or_straddles: the big blind must be above zero, and the small "
            "blind no larger"
        )  # fmt: skip
    min_bet = required(fields, "min_bet", int)
    if min_bet != big_blind:
        raise UnreadableError("unsupported", "min_bet is not the big blind")
    posts = [(player, "ante", amount) for player, amount in enumerate(antes) if amount]
    kinds = {small_blind_player: "sb", big_blind_player: "bb"}
    posts += [
        (player, kinds.get(player, "straddle"), blinds[player])
        for player in _order_of_posts(players)
        if blinds[player]
    ]
    straddle = max(blinds[2:], default=0) if players > 2 else 0
    if 0 < straddle <= big_blind:
        raise UnreadableError(
            "unsupported", "blinds_or_straddles: a straddle must be above the big blind"
        )
    places, seats = _places(fields, players)
    bring_in = max(blinds)
    return Setting(
        betting=READ[fields["variant"]],
        currency=optional(fields, "currency", str) or "chips",
        chip=chip,
        small_blind=small_blind,
        big_blind=big_blind,
        ante=ante,
        ante_kind=ante_kind,
        dead_antes=not optional(fields, "ante_trimming_status", bool),
        straddle=straddle,
        seats=seats,
        places=places,
        posts=tuple(posts),
        small_blind_player=small_blind_player,
        big_blind_player=big_blind_player,
        # the last of the largest; bets of the same size count from the later seat
        last_blind_player=max(range(players), key=lambda player: (blinds[player], player))
        if players > 2
        else big_blind_player,
        bring_in=bring_in,
    )


def _by_player(fields: dict[str, Any], key: str, players: int) -> tuple[int, ...]:
    amounts: tuple[int, ...] = required(fields, key, tuple)
    if len(amounts) != players:
        raise UnreadableError("field", f"{key} has {len(amounts)} entries for {players} players")
    if UNKNOWN in amounts:
        raise UnreadableError("amount", f"{key}: inf is no amount to post")
    return amounts[::-1] if players == 2 else amounts


def _ante(antes: tuple[int, ...]) -> tuple[int, str | None]:
    """Return the ante and its kind: everybody's, or the big blind's for all."""
    largest = max(antes)
    if min(antes) < 0:
        raise UnreadableError("unsupported", "an ante below zero is not read")
    if largest == 0:
        return 0, None
    if min(antes) == largest:
        return largest, "all"
    payers = [player for player, amount in enumerate(antes) if amount]
    if payers == [0 if len(antes) == 2 else 1]:
        return largest, "bb"
    raise UnreadableError(
        "unsupported", "antes differ from player to player (only the same for all, or the big "
        "blind's for all, is read)"
    )  # fmt: skip


def _order_of_posts(players: int) -> range:
    """Small blind, big blind, straddles; heads-up the small blind is the second player."""
    return range(1, -1, -1) if players == 2 else range(players)


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
