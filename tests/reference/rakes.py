"""Rake of one pot from a schedule in numbers, in plain Python; random schedules."""

from __future__ import annotations

from fractions import Fraction
from math import ceil, floor
from typing import TYPE_CHECKING, NamedTuple

from railbird.simulate.rake_terms import Jackpot, Rake, Step

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random


class Spot(NamedTuple):
    """What the rake of a pot depends on."""

    pot: int
    dealt: int
    seated: int
    flop_players: int
    last_street: int
    raises: int


def rounded(exact: Fraction, rounding: str) -> int:
    """Round a number of whole units."""
    if rounding == "half_even":
        return round(exact)
    if rounding == "half_up":
        return floor(exact + Fraction(1, 2))
    return {"floor": floor, "ceiling": ceil}[rounding](exact)


def players_of(rake: Rake, spot: Spot) -> int:
    """How many players the schedule counts; without a flop those dealt in."""
    counted = {"dealt": spot.dealt, "seated": spot.seated, "flop_players": spot.flop_players}
    return counted[rake.players] or spot.dealt


def is_open(from_street: int, raises_gate: int, spot: Spot) -> bool:
    """Whether the street was reached, or raises before the flop stand for it."""
    return spot.last_street >= from_street or 0 <= raises_gate <= spot.raises


def rake_due(rake: Rake, spot: Spot) -> int:
    """Return the rake of a pot."""
    pot, n = spot.pot, players_of(rake, spot)
    from_street = rake.from_street if rake.no_flop_no_drop else 0
    if pot < rake.min_pot or not is_open(from_street, rake.raises_gate, spot):
        return 0
    limits = [pot]
    if rake.caps[n] >= 0:
        limits.append(rake.caps[n])
    if rake.ceiling_bps >= 0:
        limits.append(floor(pot * Fraction(rake.ceiling_bps, 10_000)))
    return min(max(_asked(rake, pot, n), rake.base), *limits)


def _asked(rake: Rake, pot: int, n: int) -> int:
    if rake.kind == "step":
        return rake.amounts[n] * (pot // rake.steps[n])
    if rake.kind == "flat":
        return rake.amounts[n]
    rows = [s for s in rake.thresholds if s.from_players <= n <= s.to_players]
    if rake.kind == "thresholds":
        return sum(s.amount for s in rows if pot >= s.pot)
    if rake.kind == "tiers":  # each part of the pot at its own rate
        rate, exact = 0, Fraction(0)
        for s, end in zip(rows, [*(s.pot for s in rows[1:]), None], strict=True):
            rate += s.amount
            top = pot if end is None else min(pot, end)
            exact += max(0, top - s.pot) * Fraction(rate, 10_000)
    else:
        bps = rake.rates[n] if rake.rates else rake.bps
        exact = pot * Fraction(bps, 10_000) if pot >= rake.percent_from else Fraction(0)
    return rounded(exact / rake.unit, rake.rounding) * rake.unit


def jackpot_due(rake: Rake, spot: Spot) -> int:
    """Return the jackpot drop that a pot asks for."""
    jackpot = rake.jackpot
    if jackpot is None or spot.pot < jackpot.min_pot:
        return 0
    if not is_open(jackpot.from_street, jackpot.raises_gate, spot):
        return 0
    n = players_of(rake, spot)
    share = spot.pot * Fraction(jackpot.bps, 10_000) / rake.unit
    drop = rounded(share, rake.rounding) * rake.unit + sum(
        s.amount for s in jackpot.steps if s.from_players <= n <= s.to_players and spot.pot >= s.pot
    )
    return min(drop, spot.pot, *([jackpot.most] if jackpot.most >= 0 else []))


def random_schedule(rng: Random) -> Rake:
    """Draw a schedule of any per-hand mechanism."""
    kind = rng.choice(("percent", "step", "thresholds", "tiers", "flat"))
    unit = rng.choice((1, 1, 1, 5, 100))
    some = rng.random() < 0.5
    return Rake(
        "drawn",
        rng.choice((0, 1, 100, 235, 450, 500, 625, 1_000)),
        rng.choice(("half_even", "floor", "half_up", "ceiling")),
        unit,
        no_flop_no_drop=rng.random() < 0.7,
        caps=_caps(rng),
        kind=kind,
        rates=_bands(rng, lambda: rng.randrange(0, 1_000)) if some else (),
        steps=_bands(rng, lambda: rng.choice((15, 20, 100, 500, 2_000))),
        amounts=_bands(rng, lambda: rng.choice((0, 1, 5, 25, 50))),
        thresholds=_steps(rng, is_rate=kind == "tiers"),
        base=rng.choice((0, 0, 100)),
        percent_from=rng.choice((0, 0, 2_000)),
        from_street=rng.choice((1, 1, 1, 2, 3)),
        raises_gate=rng.choice((-1, -1, 1, 2)),
        min_pot=rng.choice((0, 0, 200)),
        players=rng.choice(("dealt", "seated", "flop_players")),
        ceiling_bps=rng.choice((-1, -1, 0, 1_000)),
        jackpot=None if rng.random() < 0.3 else _jackpot(rng),
    )


def _bands(rng: Random, draw: object) -> tuple[int, ...]:
    values = [draw() for _ in range(3)]  # type: ignore[operator]
    starts = sorted(rng.sample(range(3, 11), 2))
    return tuple(values[(n >= starts[0]) + (n >= starts[1])] for n in range(11))


def _caps(rng: Random) -> tuple[int, ...]:
    return _bands(rng, lambda: rng.choice((-1, 0, 4, 50, 100, 300, 500)))


def _steps(rng: Random, *, is_rate: bool) -> tuple[Step, ...]:
    """Rows for two bands of players; rates change by rows, and never fall below zero."""
    edge = rng.randrange(2, 10)
    rows: list[Step] = []
    for band in ((2, edge), (edge + 1, 10)):
        pots = sorted(rng.sample(range(0, 12_000, 250), rng.randrange(1, 5)))
        rate = 0
        for pot in pots:
            amount = rng.choice((25, 50, 100))
            if is_rate:
                new = rng.randrange(0, 800)
                amount, rate = new - rate, new
            rows.append(Step(*band, pot, amount))
    return tuple(rows)


def _jackpot(rng: Random) -> Jackpot:
    return Jackpot(
        rng.choice((0, 100)),
        rng.choice((-1, 100, 200)),
        _steps(rng, is_rate=False) if rng.random() < 0.7 else (),
        rng.choice((0, 1)),
        rng.choice((-1, 2)),
        rng.choice((0, 1_000)),
    )


def edges_of(rake: Rake, dealt: int) -> Sequence[int]:
    """Pots at which something changes: thresholds, where steps begin, where a cap is reached."""
    edges = {1, rake.min_pot, rake.percent_from, *(s.pot for s in rake.thresholds)}
    if rake.jackpot is not None:
        edges |= {rake.jackpot.min_pot, *(s.pot for s in rake.jackpot.steps)}
    cap = rake.caps[dealt]
    if rake.kind == "step" and rake.steps:
        edges |= {k * rake.steps[dealt] for k in (1, 2, 3)}
        if cap > 0 and rake.amounts[dealt]:
            edges.add(-(-cap // rake.amounts[dealt]) * rake.steps[dealt])
    bps = rake.rates[dealt] if rake.rates else rake.bps
    if cap > 0 and bps:
        edges.add(cap * 10_000 // bps)
    return sorted(pot + d for pot in edges for d in (-1, 0, 1) if pot + d >= 0)
