"""How a profile answers the price of the rake, where it is told to (docs/profiles.md, "The rake").

Everything follows from one number, the rake's share of the pot that is expected in the end, and
from whether a pot that is won without a flop is free of it. A response of 0 never comes here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from railbird.simulate.bots.profile_params import ONE, P_RAKE_RESPONSE
from railbird.simulate.jit import inlined, jit
from railbird.simulate.layout import (
    O_BET_TO,
    O_NO_FLOP_NO_DROP,
    O_POT,
    O_RAISES,
    O_RAKE_BPS,
    O_RAKE_CAP,
    O_RAKE_RAISES,
    O_STACK,
    O_TO_CALL,
)

if TYPE_CHECKING:
    from railbird.simulate.arrays import Ints

# How many times as big as on the flop a pot is in the end. Measured on the default mix without
# rake, two players: 3.2 with one raise before the flop, 2.7 with two.
GROWTH = 3.0
# What a hundredth of the expected pot takes of a range, in hundredths of it: from calls at the
# usual price, from raises that win the blinds free of rake, and from raises that do not. So 5 %
# of the pot with the cap out of reach costs the button behind an early raise 22 to 43 percent of
# the hands the profiles go on with (measured); published solutions say 25 to 35, calls most.
CALL_LOSES, FREE_RAISE_LOSES, RAISE_LOSES = 10.0, 2.0, 4.0
USUAL_PRICE = 0.38
# Share of the lost calls that are raised instead where a pot without a flop is free.
RERAISED = 0.1
MOST_LOST = 0.9
TEN_THOUSAND = 10_000.0


@inlined
def answers_rake(obs: Ints, params: Ints) -> bool:
    """True when there is a price and the profile is not blind to it."""
    return params[P_RAKE_RESPONSE] != 0 and obs[O_RAKE_BPS] > 0


@jit
def rake_share(obs: Ints, pot: float) -> float:
    """Share of a pot that the rake takes: the percentage, less where the cap has been reached."""
    rake = pot * obs[O_RAKE_BPS] / TEN_THOUSAND
    if obs[O_RAKE_CAP] >= 0:
        rake = min(rake, float(obs[O_RAKE_CAP]))
    return rake / max(pot, 1.0)


@jit
def expected_share(obs: Ints, put_in: float) -> float:
    """The rake's share of the final pot when the player puts in so much and is called.

    The pot grows `GROWTH` times, but not beyond the player's stack and as much of one opponent's.
    """
    pot = obs[O_POT] + put_in + max(put_in - obs[O_TO_CALL], 0.0)
    most = pot + 2.0 * max(obs[O_STACK] - put_in, 0.0)
    return rake_share(obs, min(GROWTH * pot, most))


@jit
def is_free_without_flop(obs: Ints) -> bool:
    """True when one more raise that everybody folds to wins a pot without rake."""
    raked_from = obs[O_RAKE_RAISES]
    return obs[O_NO_FLOP_NO_DROP] != 0 and (raked_from < 0 or obs[O_RAISES] + 1 < raked_from)


@jit
def ranges_after_rake(
    obs: Ints, params: Ints, raising: float, calling: float, raised_to: int
) -> tuple[float, float]:
    """The raising and the calling range, narrowed by the rake; calls shrink most.

    Args:
        obs: the observation.
        params: the profile's parameters.
        raising: share of hands that would be raised without rake, of 65536.
        calling: share of hands that would be called, likewise.
        raised_to: street total of the raise.

    Returns:
        Both ranges; the same numbers where the rake is 0.
    """
    response = params[P_RAKE_RESPONSE] / ONE
    to_call = float(obs[O_TO_CALL])
    price = to_call / (obs[O_POT] + to_call) / USUAL_PRICE
    calls_lose = response * CALL_LOSES * price * price * expected_share(obs, to_call)
    lost = calling * min(calls_lose, MOST_LOST)
    put_in = min(to_call + raised_to - obs[O_BET_TO], float(obs[O_STACK]))
    free = is_free_without_flop(obs)
    loses = response * (FREE_RAISE_LOSES if free else RAISE_LOSES) * expected_share(obs, put_in)
    raising *= 1.0 - min(loses, MOST_LOST)
    if free:
        raising += RERAISED * lost
    return raising, calling - lost


@jit
def price_after_rake(obs: Ints, params: Ints) -> int:
    """Price of a call in 1/65536 of the pot after it, the rake on that pot taken off."""
    to_call = float(obs[O_TO_CALL])
    pot = obs[O_POT] + to_call
    lost = min(params[P_RAKE_RESPONSE] / ONE * rake_share(obs, pot), 0.5)
    return int(to_call * ONE / (pot * (1.0 - lost)))
