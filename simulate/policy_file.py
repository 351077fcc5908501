"""What a policy's TOML file may say, and how its schedules divide the tables among them.

Amounts and percentages are text ("0.25", "3bb", "4.5"), never floats. A policy's own terms hold
for every schedule that does not say otherwise; a file without schedules is one for all tables.
Knows nothing of the engine's numbers: `policy_build.py` makes those.
"""

from __future__ import annotations

from decimal import Decimal, InvalidOperation
from typing import Literal

import msgspec

from railbird.simulate.codes import MAX_SEATS

Game = Literal["holdem", "omaha", "omaha8", "draw"]
Betting = Literal["NL", "PL", "FL"]
Kind = Literal["percent", "step", "thresholds", "tiers", "flat"]
Rounding = Literal["half_even", "floor", "half_up", "ceiling", "carry"]
Players = Literal["dealt", "seated", "flop_players"]
Allocation = Literal["cumulative", "proportional", "independent"]
Method = Literal["dealt", "contributed", "weighted", "winner"]
GAMES: tuple[Game, ...] = ("holdem", "omaha", "omaha8", "draw")
BETTINGS: tuple[Betting, ...] = ("NL", "PL", "FL")
# one value for all, or by players from so many on: { 2 = "1", 3 = "2", 5 = "3" }
ByPlayers = str | dict[str, str]


class Fault(Exception):  # noqa: N818 - it becomes an InputError once its line is known
    """A policy that makes no sense: the key it is about, and what is wrong with the remedy."""

    def __init__(self, key: tuple[str | int, ...], message: str) -> None:
        """Note the key, as a path into the file."""
        super().__init__(message)
        self.key = key


class Cap(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Cap of the rake from so many players on: the long form of `caps = { 2 = "1" }`."""

    from_players: int
    cap: str


class StepTerms(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`take` for every full `per` of the pot."""

    take: ByPlayers
    per: ByPlayers


class ThresholdTerms(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`take` more from a pot of `pot` on; for so many players, [least, most]."""

    pot: str
    take: str
    players: tuple[int, int] = (2, MAX_SEATS)


class TierTerms(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`percent` of the part of the pot above `pot`; for so many players, [least, most]."""

    pot: str
    percent: str
    players: tuple[int, int] = (2, MAX_SEATS)


class JackpotTerms(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The jackpot drop; its gates default to a flop seen."""

    percent: str = "0"
    most: str | None = None
    thresholds: tuple[ThresholdTerms, ...] = ()
    no_flop_no_drop: bool = True
    raises_without_flop: int | None = None
    min_pot: str = "0"


class PrizeTerms(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Money the house adds to a pot, and how often against the other prizes."""

    amount: str
    weight: int = 1


class SplashTerms(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One hand in `every` gets a prize; `reserve` is dropped for it, beside the jackpot."""

    every: int = 0
    prizes: tuple[PrizeTerms, ...] = ()
    reserve: tuple[ThresholdTerms, ...] = ()


class FeesTerms(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Charges that never touch the pot; periods in minutes."""

    dead_drop: str = "0"
    per_hand: str = "0"
    time: str = "0"
    time_minutes: int = 30
    membership: str = "0"
    membership_minutes: int = 1_440
    cash_out_percent: str = "0"
    tournament_percent: str = "0"


class VolumeTerms(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Rakeback of `percent` on the attributed rake above `volume` in a period."""

    volume: str
    percent: str


class RakebackTerms(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What goes back to players; the last four keys are an operator's own formulas."""

    method: Method = "weighted"
    percent: str = "0"
    tiers: tuple[VolumeTerms, ...] = ()
    days: int = 30
    multipliers: dict[str, str] = {}
    own_weight: str = "1"
    source_weight: str = "0"
    tip: str = "0"


class Terms(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How rake is taken; None where it is not said. docs/policies.md describes every key."""

    kind: Kind | None = None
    percent: ByPlayers | None = None
    step: StepTerms | None = None
    flat: ByPlayers | None = None
    thresholds: tuple[ThresholdTerms, ...] | None = None
    tiers: tuple[TierTerms, ...] | None = None
    base: str | None = None
    percent_from: str | None = None
    min_pot: str | None = None
    rounding: Rounding | None = None
    unit: str | None = None
    no_flop_no_drop: bool | None = None
    from_street: Literal["flop", "turn", "river"] | None = None
    raises_without_flop: int | None = None
    players: Players | None = None
    caps: tuple[Cap, ...] | dict[str, str] | None = None
    cap_bb: ByPlayers | None = None
    cap_per_player: str | None = None
    cap_most: str | None = None
    ceiling_percent: str | None = None
    allocation: Allocation | None = None
    time_pots: int | None = None
    time_minutes: int | None = None
    jackpot: JackpotTerms | None = None
    splash: SplashTerms | None = None
    fees: FeesTerms | None = None
    rakeback: RakebackTerms | None = None


class Schedule(Terms, frozen=True, forbid_unknown_fields=True):
    """Terms for some tables: games, bettings, table sizes, and stakes from `from_stakes` on.

    A row of stakes ends where the next one for the same tables begins; the last goes on without
    end, or to `to_stakes`.
    """

    games: tuple[Game, ...] = GAMES
    betting: tuple[Betting, ...] = BETTINGS
    seats: tuple[int, int] = (2, MAX_SEATS)
    from_stakes: str | None = None
    to_stakes: str | None = None


class Policy(Terms, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A rake policy as its file says it."""

    name: str
    title: str = ""
    as_of: str = ""
    source: str = ""
    second_hand: bool = False
    currency: str = "any"
    schedules: tuple[Schedule, ...] = ()


# keys that say how much is due: a schedule that has one of them takes none from the policy
MECHANISM = ("kind", "percent", "step", "flat", "thresholds", "tiers")
_CAPS = ("caps", "cap_bb", "cap_per_player", "cap_most")


def terms_of(policy: Policy, index: int) -> tuple[Terms, dict[str, tuple[str | int, ...]]]:
    """The terms of a schedule with the policy's own behind them, and where each key stands."""
    terms = {name: getattr(policy, name) for name in Terms.__struct_fields__}
    where: dict[str, tuple[str | int, ...]] = {name: (name,) for name in terms}
    if policy.schedules:
        schedule = policy.schedules[index]
        said = [name for name in terms if getattr(schedule, name) is not None]
        for group in (MECHANISM, _CAPS):
            if any(name in said for name in group):
                terms.update(dict.fromkeys(group))
        for name in said:
            terms[name] = getattr(schedule, name)
            where[name] = ("schedules", index, name)
    return Terms(**terms), where


def schedules_of(policy: Policy) -> tuple[Schedule, ...]:
    """The schedules of a policy; one for all tables where the file has none."""
    return policy.schedules or (Schedule(),)


def stake_value(text: str, betting: str) -> Decimal:
    """What a stake is compared by: the big blind, in fixed limit the lower limit.

    Raises:
        ValueError: it is no pair of amounts.
    """
    first, slash, second = text.partition("/")
    try:
        low, high = Decimal(first.strip()), Decimal(second.strip())
    except InvalidOperation:
        raise ValueError(text) from None
    if not slash or not 0 < low <= high:
        raise ValueError(text)
    return low if betting == "FL" else high


def starts_at(schedule: Schedule, betting: str) -> Decimal:
    """Where its row of stakes begins; 0 where it has no beginning."""
    if schedule.from_stakes is None:
        return Decimal(0)
    return stake_value(schedule.from_stakes, betting)


def ends_at(schedule: Schedule, betting: str) -> Decimal | None:
    """The last stake of its row; None where there is no last one."""
    return None if schedule.to_stakes is None else stake_value(schedule.to_stakes, betting)


def pick(policy: Policy, game: str, betting: str, seats: int, stake: Decimal) -> int | None:
    """Index of the schedule for a table; None if there is none."""
    best: tuple[Decimal, int] | None = None
    for index, schedule in enumerate(schedules_of(policy)):
        if game not in schedule.games or betting not in schedule.betting:
            continue
        start, end = starts_at(schedule, betting), ends_at(schedule, betting)
        if start > stake or not schedule.seats[0] <= seats <= schedule.seats[1]:
            continue
        if best is None or start > best[0]:
            best = (start, index)
            last = end
    if best is None or (last is not None and stake > last):
        return None
    return best[1]


def check_ranges(policy: Policy) -> None:
    """Refuse schedules that leave a gap between them, or claim the same table.

    Raises:
        Fault: with the key and the remedy.
    """
    for index, schedule in enumerate(policy.schedules):
        _check_schedule(schedule, ("schedules", index))
    for game in GAMES:
        for betting in BETTINGS:
            rows = [
                (starts_at(s, betting), i, s)
                for i, s in enumerate(policy.schedules)
                if game in s.games and betting in s.betting
            ]
            rows.sort(key=lambda row: row[:2])
            for position, (start, index, schedule) in enumerate(rows):
                later = [
                    row
                    for row in rows[position + 1 :]
                    if max(row[2].seats[0], schedule.seats[0])
                    <= min(row[2].seats[1], schedule.seats[1])
                ]
                if later:
                    _check_pair(index, schedule, betting, start, later[0])
            _check_seats(rows)


def _check_schedule(schedule: Schedule, key: tuple[str | int, ...]) -> None:
    low, high = schedule.seats
    if not 2 <= low <= high <= MAX_SEATS:
        raise Fault(
            (*key, "seats"), f"seats = [{low}, {high}]: [least, most], from 2 to {MAX_SEATS}"
        )
    for name in ("games", "betting"):
        if not getattr(schedule, name):
            raise Fault((*key, name), f"{name} is empty; name one, or leave the key out for all")
    for name in ("from_stakes", "to_stakes"):
        text = getattr(schedule, name)
        if text is None:
            continue
        if "FL" in schedule.betting and len(schedule.betting) > 1:
            raise Fault(
                (*key, name),
                f"{name} = {text!r} means blinds in NL and PL but limits in FL; set betting to "
                'one of them, as ["NL", "PL"] or ["FL"]',
            )
        try:
            stake_value(text, schedule.betting[0])
        except ValueError:
            raise Fault(
                (*key, name), f'{name} = {text!r}: write two amounts, as "0.25/0.50"'
            ) from None


def _check_pair(
    index: int,
    schedule: Schedule,
    betting: str,
    start: Decimal,
    after: tuple[Decimal, int, Schedule],
) -> None:
    """Compare a row of stakes with the next one for some of the same tables."""
    other = f"schedule {after[1] + 1}"
    if after[0] == start:
        raise Fault(
            ("schedules", after[1]),
            f"schedules overlap: {other} and schedule {index + 1} hold for the same {betting} "
            "tables; change from_stakes, seats, games or betting of one",
        )
    end = ends_at(schedule, betting)
    if end is None:
        return
    if end < start:
        message = f"to_stakes lies below from_stakes = {schedule.from_stakes!r}; raise it"
    elif end >= after[0]:
        message = f"schedules overlap: {other} begins at {after[2].from_stakes!r} already"
    else:
        message = f"a gap up to {other}, which begins at {after[2].from_stakes!r}"
    raise Fault(
        ("schedules", index, "to_stakes"),
        f"to_stakes = {schedule.to_stakes!r}: {message}; leave to_stakes out",
    )


def _check_seats(rows: list[tuple[Decimal, int, Schedule]]) -> None:
    """Refuse table sizes between two schedules of the same stakes that none of them has."""
    for start in sorted({row[0] for row in rows}):
        held = [row for row in rows if row[0] <= start]
        covered = {n for row in held for n in range(row[2].seats[0], row[2].seats[1] + 1)}
        missing = [n for n in range(min(covered), max(covered)) if n not in covered]
        if missing:
            raise Fault(
                ("schedules", held[-1][1], "seats"),
                f"a gap: no schedule has tables of {missing[0]} seats; widen seats of one",
            )
