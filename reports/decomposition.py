"""Cut a change of revenue into schedule, play, mix and volume, so that the parts add up exactly.

The order is a convention: first the schedule on the old hands, then the changed play, then the
mix of strata, then the volume. Strata are what a behavioural comparison holds fixed (stake,
players dealt, table type), never what reacts to play, such as the kind of pot.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

ORDER = "schedule, play, mix, volume"


@dataclass(frozen=True, slots=True)
class Stratum:
    """One stratum: how many hands, and the rake per hand in smallest units.

    Attributes:
        hands_old: hands under the old policy.
        hands_new: hands under the new one.
        old: rake per hand, old schedule on the old play.
        reraked: rake per hand, new schedule on the old play; level L1.
        new: rake per hand, new schedule on the new play; level L2.
    """

    hands_old: int
    hands_new: int
    old: Fraction
    reraked: Fraction
    new: Fraction


@dataclass(frozen=True, slots=True)
class Decomposition:
    """The parts of a change of revenue, in smallest units; exact fractions.

    Attributes:
        schedule: N0 sum w0 (r10 - r00); level L1.
        play: N0 sum w0 (r11 - r10); level L2.
        mix: N0 sum (w1 - w0) r11; level L3.
        volume: (N1 - N0) sum w1 r11; level L3.
        total: new revenue minus old; the sum of the four.
    """

    schedule: Fraction
    play: Fraction
    mix: Fraction
    volume: Fraction
    total: Fraction


def stratum(
    hands_old: int, hands_new: int, sum_old: int, sum_reraked: int, sum_new: int
) -> Stratum:
    """Return a stratum from sums of rake; a side without hands takes the other side's rake.

    With no new hand in a stratum nothing is known of its play, so the play is taken as unchanged
    and the loss is booked as mix. With no old hand its schedule and play weigh nothing.
    """
    new = Fraction(sum_new, hands_new) if hands_new else Fraction(0)
    if not hands_old:
        return Stratum(hands_old, hands_new, new, new, new)
    reraked = Fraction(sum_reraked, hands_old)
    old = Fraction(sum_old, hands_old)
    return Stratum(hands_old, hands_new, old, reraked, new if hands_new else reraked)


def decompose(strata: Iterable[Stratum]) -> Decomposition:
    """Return the parts of the change of revenue, in the order of ORDER.

    With N the hands in all, w the share of a stratum in them and r[schedule, play] its rake per
    hand, as in docs/whatif.md.

    Raises:
        ValueError: there is no hand on one of the sides, so that it has no mix.
    """
    strata = list(strata)
    n_old = sum(s.hands_old for s in strata)
    n_new = sum(s.hands_new for s in strata)
    if not n_old or not n_new:
        raise ValueError("a decomposition needs hands under the old and under the new policy")
    zero = Fraction(0)
    schedule = sum((s.hands_old * (s.reraked - s.old) for s in strata), zero)
    play = sum((s.hands_old * (s.new - s.reraked) for s in strata), zero)
    mix = sum(
        (n_old * (Fraction(s.hands_new, n_new) - Fraction(s.hands_old, n_old)) * s.new
         for s in strata),
        zero,
    )  # fmt: skip
    volume = sum(((n_new - n_old) * Fraction(s.hands_new, n_new) * s.new for s in strata), zero)
    total = sum((s.hands_new * s.new - s.hands_old * s.old for s in strata), zero)
    return Decomposition(schedule, play, mix, volume, total)
