"""A rake schedule in numbers: what the engine, the manifest and the SQL macros read.

A `Rake` holds for one kind of table (game, betting, stakes, seats); `policy.py` picks and resolves
it from a policy's file. Amounts are in the smallest unit of the currency, rates in basis points.
Lists by players have 11 entries, for 0 to 10 players; an empty one means 0 for all.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
import numpy as np

from railbird.simulate import layout
from railbird.simulate.codes import MAX_SEATS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from railbird.simulate.arrays import Ints

ROUNDINGS = ("half_even", "floor", "half_up", "ceiling", "carry")
KINDS = ("percent", "step", "thresholds", "tiers", "flat")
PLAYERS = ("dealt", "seated", "flop_players")
ALLOCATIONS = ("cumulative", "proportional", "independent")
METHODS = ("dealt", "contributed", "weighted", "winner")
MAX_PRIZES = layout.R_MAX_PRIZES
MAX_STEPS = layout.R_MAX_STEPS


class Step(msgspec.Struct, frozen=True):
    """From a pot of `pot` on, `amount` more is due; of tiers, the rate is so many points higher.

    Holds for `from_players` to `to_players` players.
    """

    from_players: int
    to_players: int
    pot: int
    amount: int


class Jackpot(msgspec.Struct, frozen=True):
    """What is dropped for jackpots, with gates of its own; `most` -1: no maximum."""

    bps: int = 0
    most: int = -1
    steps: tuple[Step, ...] = ()
    from_street: int = 1
    raises_gate: int = -1
    min_pot: int = 0


class Prize(msgspec.Struct, frozen=True):
    """Money that the house may add to a pot, and how often against the other prizes."""

    amount: int
    weight: int = 1


class Splash(msgspec.Struct, frozen=True):
    """The house adds a prize to one hand in `every` on average, drawn from a stream of its own."""

    every: int
    prizes: tuple[Prize, ...]


class Fees(msgspec.Struct, frozen=True):
    """Charges that never touch the pot; periods are in seconds of the table's clock.

    `dead_drop` is paid by the button, `per_hand` by everybody dealt in, `time` by everybody at the
    table once a `time_period`, `membership` likewise. `cash_out_bps` is a share of a settled
    equity, `tournament_bps` of a buy-in.
    """

    dead_drop: int = 0
    per_hand: int = 0
    time: int = 0
    time_period: int = 0
    membership: int = 0
    membership_period: int = 0
    cash_out_bps: int = 0
    tournament_bps: int = 0


class VolumeTier(msgspec.Struct, frozen=True):
    """On the rake above `volume` in a period the rakeback is so many basis points higher."""

    volume: int
    bps: int


class Multiplier(msgspec.Struct, frozen=True):
    """How much of a player's rake counts, by profile: a player-value multiplier in thousandths."""

    profile: str
    permille: int


class Rakeback(msgspec.Struct, frozen=True):
    """What goes back to players, as a share of the rake attributed to them by `method`.

    `tiers` rise with the volume of a `period` (seconds); without tiers `bps` of all of it.
    `own_permille` and `source_permille` weight a player's own rake and the part that an operator
    gives him by source. `tip` is what a winner of a raked pot gives the dealer. These three follow
    no published formula.
    """

    method: str = "weighted"
    bps: int = 0
    tiers: tuple[VolumeTier, ...] = ()
    period: int = 0
    multipliers: tuple[Multiplier, ...] = ()
    own_permille: int = 1000
    source_permille: int = 0
    tip: int = 0


class Rake(msgspec.Struct, frozen=True):
    """A schedule in numbers, as the manifest keeps it and SQL's STRUCT has it.

    Attributes:
        name: of the policy.
        bps: the rate, where `rates` does not say otherwise.
        rounding: of percentages, to multiples of `unit`.
        unit: in smallest units.
        no_flop_no_drop: no rake before `from_street`.
        caps: by players; -1 means no cap.
        kind: percent, step, thresholds, tiers or flat.
        rates: basis points by players.
        steps: size of one step of the pot, by players.
        amounts: rake of one step, or of the hand (flat), by players.
        thresholds: what falls due where (kinds thresholds and tiers).
        base: the least that is taken once rake is due.
        percent_from: the percentage counts from a pot of this size on.
        from_street: 1 flop or draw, 2 turn, 3 river.
        raises_gate: so many raises before the flop take rake without one; -1: never.
        min_pot: no rake of a smaller pot.
        players: who is counted for bands: dealt, seated or flop_players.
        allocation: how the rake is allotted to pots.
        ceiling_bps: a regulator's maximum, of what was wagered; -1: none.
        time_pots: only the first so many raked hands of a `time_period` pay; 0: all do.
        time_period: seconds.
    """

    name: str
    bps: int = 0
    rounding: str = "half_even"
    unit: int = 1
    no_flop_no_drop: bool = True
    caps: tuple[int, ...] = (-1,) * (MAX_SEATS + 1)
    kind: str = "percent"
    rates: tuple[int, ...] = ()
    steps: tuple[int, ...] = ()
    amounts: tuple[int, ...] = ()
    thresholds: tuple[Step, ...] = ()
    base: int = 0
    percent_from: int = 0
    from_street: int = 1
    raises_gate: int = -1
    min_pot: int = 0
    players: str = "dealt"
    allocation: str = "cumulative"
    ceiling_bps: int = -1
    time_pots: int = 0
    time_period: int = 0
    jackpot: Jackpot | None = None
    splash: Splash | None = None
    fees: Fees | None = None
    rakeback: Rakeback | None = None

    @property
    def state(self) -> str | None:
        """Why hands cannot be raked one by one; None where they can."""
        if self.rounding == "carry":
            return "it carries fractions from hand to hand (rounding = 'carry')"
        if self.time_pots:
            return "only the first pots of a period pay (time_pots)"
        return None

    @property
    def is_plain(self) -> bool:
        """Whether it is one percentage with caps by players dealt: the engine's shortest way."""
        return (
            self.kind == "percent"
            and not self.rates
            and self.rounding != "carry"
            and (self.base, self.percent_from, self.from_street, self.min_pot) == (0, 0, 1, 0)
            and (self.raises_gate, self.ceiling_bps, self.time_pots) == (-1, -1, 0)
            and (self.players, self.allocation) == ("dealt", "cumulative")
            and self.jackpot is None
            and self.splash is None
        )


def rake_config(rake: Rake) -> Ints:
    """Turn a rake into the engine's `rk` array (int64[RAKE_SIZE])."""
    rk = np.zeros(layout.RAKE_SIZE, np.int64)
    values = {
        layout.R_BPS: rake.bps,
        layout.R_ROUNDING: ROUNDINGS.index(rake.rounding),
        layout.R_NO_FLOP_NO_DROP: rake.no_flop_no_drop,
        layout.R_UNIT: rake.unit,
        layout.R_PLAIN: rake.is_plain,
        layout.R_KIND: KINDS.index(rake.kind),
        layout.R_BASE: rake.base,
        layout.R_PERCENT_FROM: rake.percent_from,
        layout.R_FROM_STREET: rake.from_street if rake.no_flop_no_drop else 0,
        layout.R_RAISES_GATE: rake.raises_gate,
        layout.R_MIN_POT: rake.min_pot,
        layout.R_PLAYERS: PLAYERS.index(rake.players),
        layout.R_ALLOCATION: ALLOCATIONS.index(rake.allocation),
        layout.R_CEILING: rake.ceiling_bps,
        layout.R_TIME_POTS: rake.time_pots,
        layout.R_POT_PERIOD: rake.time_period,
        layout.R_BEFORE: rake.splash is not None or rake.fees is not None,
    }
    for field, value in values.items():
        rk[field] = int(value)
    _fill(rk, layout.R_CAPS, rake.caps)
    _fill(rk, layout.R_RATES, rake.rates or (rake.bps,) * (MAX_SEATS + 1))
    _fill(rk, layout.R_STEPS, rake.steps)
    _fill(rk, layout.R_AMOUNTS, rake.amounts)
    _fill(rk, layout.R_PRICES, prices(rake))
    _fill_steps(rk, layout.R_N_THRESHOLDS, rake.thresholds)
    _set_jackpot(rk, rake.jackpot or Jackpot())
    _set_house(rk, rake)
    return rk


def prices(rake: Rake) -> tuple[int, ...]:
    """The marginal rate in basis points by players, as bots see it: nominal where it is stepped.

    Tiers are quoted at their first rate, thresholds at what the last of them has added up to.
    """
    if rake.kind == "percent":
        return rake.rates or (rake.bps,) * (MAX_SEATS + 1)
    found = []
    for n in range(MAX_SEATS + 1):
        steps = [s for s in rake.thresholds if s.from_players <= n <= s.to_players]
        bps = 0
        if rake.kind == "step" and rake.steps[n]:
            bps = 10_000 * rake.amounts[n] // rake.steps[n]
        elif rake.kind == "tiers" and steps:
            bps = steps[0].amount
        elif rake.kind == "thresholds" and steps and steps[-1].pot:
            bps = 10_000 * sum(s.amount for s in steps) // steps[-1].pot
        found.append(min(bps, 10_000))
    return tuple(found)


def _fill(rk: Ints, field: int, values: Sequence[int]) -> None:
    rk[field : field + len(values)] = values


def _fill_steps(rk: Ints, field: int, steps: tuple[Step, ...]) -> None:
    """Write how many steps there are, and four numbers for each."""
    rk[field] = len(steps)
    flat = [n for s in steps for n in (s.from_players, s.to_players, s.pot, s.amount)]
    _fill(rk, field + 1, flat)


def _set_jackpot(rk: Ints, jackpot: Jackpot) -> None:
    rk[layout.R_J_BPS] = jackpot.bps
    rk[layout.R_J_MOST] = jackpot.most
    rk[layout.R_J_FROM_STREET] = jackpot.from_street
    rk[layout.R_J_RAISES_GATE] = jackpot.raises_gate
    rk[layout.R_J_MIN_POT] = jackpot.min_pot
    _fill_steps(rk, layout.R_J_N_STEPS, jackpot.steps)


def _set_house(rk: Ints, rake: Rake) -> None:
    fees = rake.fees or Fees()
    rk[layout.R_DEAD_DROP] = fees.dead_drop
    rk[layout.R_HAND_FEE] = fees.per_hand
    rk[layout.R_TIME_FEE] = fees.time
    rk[layout.R_TIME_PERIOD] = fees.time_period
    rk[layout.R_MEMBERSHIP] = fees.membership
    rk[layout.R_MEMBERSHIP_PERIOD] = fees.membership_period
    if rake.splash is not None:
        rk[layout.R_SPLASH_EVERY] = rake.splash.every
        rk[layout.R_N_PRIZES] = len(rake.splash.prizes)
        flat = [n for prize in rake.splash.prizes for n in (prize.weight, prize.amount)]
        _fill(rk, layout.R_PRIZES, flat)
