"""User fields of PHH that say what the format cannot: written by the export, read here.

`_railbird_betting` (the format has neither pot-limit hold'em nor fixed-limit Omaha),
`_railbird_room` (a built-in room whose house rules were in force), `_railbird_chip` (the smallest
chip), `_railbird_rake` (the rake policy, as JSON), `_railbird_button` (seat of the button where it
is not the last player's) and `_railbird_profiles`. A hand without them is read as docs/ingest.md
says.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec

from railbird.ingest.phh_fields import optional
from railbird.ingest.recorded import (
    LARGEST_AMOUNT,
    RECORDED,
    UNIT,
    UNKNOWN_STACK,
    UnreadableError,
)
from railbird.simulate.codes import MAX_SEATS
from railbird.simulate.policy import ROUNDINGS, Rake
from railbird.simulate.rake_terms import ALLOCATIONS, KINDS, MAX_STEPS, PLAYERS
from railbird.simulate.room import find_room, room_names

# Every field that a setting depends on.
OWN_FIELDS = (
    "_railbird_betting", "_railbird_room", "_railbird_chip", "_railbird_rake", "_railbird_button",
)  # fmt: skip
# A game and betting without a code of its own is written as the one that allows all of its bets and
# pays the same.
WIDER = {("holdem", "NL"): "PL", ("omaha", "PL"): "FL"}
# Ten such stacks, all of them raked away and shared out by stack, fit in 64 bits.
SAFELY_RAKED = 9 * 10**8
LARGEST_UNIT = 10**13


def read_betting(fields: dict[str, Any], game: str, standard: str) -> str:
    """Return the betting structure: that of the variant, or one that the format has no code for."""
    said: str | None = optional(fields, "_railbird_betting", str)
    if said in (None, standard):
        return standard
    if (game, standard) in WIDER and said == WIDER[game, standard]:
        return said
    raise UnreadableError(
        "field", f"_railbird_betting: {said!r} does not go with variant {fields['variant']}"
    )


def read_room(fields: dict[str, Any]) -> str:
    """Return the name of the room: a file says no more, so only built-in ones are known."""
    name: str | None = optional(fields, "_railbird_room", str)
    if name in (None, RECORDED):
        return RECORDED
    if name not in _rooms():
        raise UnreadableError(
            "field", f"_railbird_room: no room {name!r}; known: {', '.join(_rooms())}"
        )
    return name


@cache
def blind_first(room: str, ante_kind: str | None) -> bool:
    """Return whether a big blind who antes for the table posts his blind first by the room's rule.

    Without a room antes come first, as the format has it; it matters to a short stack alone.
    """
    if ante_kind != "bb" or room == RECORDED:
        return False
    return not find_room(room).blinds.big_blind_ante_first


@cache
def _rooms() -> tuple[str, ...]:
    return tuple(room_names())


def read_chip(fields: dict[str, Any], chip: int) -> int:
    """Return the smallest chip: the hand's own, else that of its file."""
    stated = optional(fields, "_railbird_chip", int)
    if stated is None:
        return chip
    if not 0 < stated <= LARGEST_AMOUNT or (UNIT % stated and stated % UNIT):
        raise UnreadableError("field", "_railbird_chip must be a part or a multiple of 1")
    return int(stated)


def read_button(fields: dict[str, Any], places: tuple[int, ...], seats: int) -> int:
    """Return the seat of the button, from 0: the last player's, or an empty one."""
    button = optional(fields, "_railbird_button", int)
    if button is None or button - 1 == places[-1]:
        return places[-1]
    if not 1 <= button <= seats or button - 1 in places:
        raise UnreadableError(
            "field", f"_railbird_button must be the last player's seat or an empty one of {seats}"
        )
    return int(button) - 1


def read_rake(fields: dict[str, Any]) -> Rake | None:
    """Return the rake policy, None where the hand states none."""
    text = optional(fields, "_railbird_rake", str)
    if text is None:
        return None
    try:
        rake = msgspec.json.decode(text, type=Rake)
    except (msgspec.MsgspecError, RecursionError) as error:
        raise UnreadableError("field", f"_railbird_rake: {error}") from error
    if rake.state is not None:
        raise UnreadableError("field", f"_railbird_rake: {rake.state}")
    if rake.splash is not None or rake.fees is not None:
        raise UnreadableError("field", "_railbird_rake: money beside the pot is not replayed")
    caps_fit = len(rake.caps) == MAX_SEATS + 1 and all(
        -1 <= cap <= LARGEST_AMOUNT for cap in rake.caps
    )
    if not (
        0 <= rake.bps <= 10_000
        and rake.rounding in ROUNDINGS
        and is_sound(rake)
        and 0 < rake.unit <= LARGEST_UNIT
        and caps_fit
    ):
        raise UnreadableError("field", "_railbird_rake: no policy that could be in force")
    return rake


def is_sound(rake: Rake) -> bool:
    """Whether the engine can take a schedule as it stands: its lists have their lengths."""
    steps = (*rake.thresholds, *(rake.jackpot.steps if rake.jackpot is not None else ()))
    numbers = (*rake.rates, *rake.steps, *rake.amounts, rake.base, rake.percent_from, rake.min_pot)
    return (
        rake.kind in KINDS
        and rake.players in PLAYERS
        and rake.allocation in ALLOCATIONS
        and all(len(values) in (0, MAX_SEATS + 1) for values in (rake.rates, rake.steps))
        and len(rake.amounts) in (0, MAX_SEATS + 1)
        and (rake.kind != "step" or (len(rake.steps) > 0 and min(rake.steps) > 0))
        and len(steps) <= MAX_STEPS
        and all(0 <= step.pot <= LARGEST_AMOUNT for step in steps)
        and all(abs(step.amount) <= LARGEST_AMOUNT for step in steps)
        and all(0 <= number <= LARGEST_AMOUNT for number in numbers)
        and all(0 <= bps <= 10_000 for bps in rake.rates)
    )


def read_profiles(fields: dict[str, Any], players: int) -> list[str | None] | None:
    """Return the profile of each player ('' is none), None where the hand states none."""
    names = optional(fields, "_railbird_profiles", list)
    if names is None:
        return None
    if len(names) != players or set(map(type, names)) != {str}:
        raise UnreadableError("field", f"_railbird_profiles must be {players} names")
    return [name or None for name in names] if "" in names else names


def refuse_overflow(rake: Rake | None, stacks: tuple[int, ...], decisions: list[int]) -> None:
    """Refuse amounts whose rake, or whose share of it, cannot be computed in 64 bits."""
    if rake is None or (rake.is_plain and not rake.bps) or max(stacks) <= SAFELY_RAKED:
        return
    known = [stack for stack in stacks if stack != UNKNOWN_STACK]
    pot = max((*known, *decisions[2::4]), default=0) * len(stacks)
    bps = rake.bps if rake.is_plain else 10_000
    most = pot * bps // 10_000 + rake.unit
    if min(rake.caps[2:]) >= 0:
        most = min(most, max(rake.caps))
    if max(pot * bps, pot * most) >= 1 << 63:
        raise UnreadableError("amount", "amounts too large for a rake policy")
