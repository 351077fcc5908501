"""The one decision function of all profiles; what tells them apart is their parameters."""

from __future__ import annotations

from typing import TYPE_CHECKING

from railbird.simulate.bots.profile_elsewhere import decide_elsewhere
from railbird.simulate.bots.profile_postflop import decide_postflop
from railbird.simulate.bots.profile_preflop import decide_preflop
from railbird.simulate.codes import HOLDEM, PREFLOP
from railbird.simulate.layout import O_GAME, O_STREET

if TYPE_CHECKING:
    from railbird.simulate.arrays import Ints, Words


def decide_profile(
    obs: Ints,
    stream: Words,
    memory: Ints,  # noqa: ARG001
    params: Ints,
) -> tuple[int, int]:
    """Play as the profile whose parameters these are (docs/profiles.md)."""
    if obs[O_GAME] != HOLDEM:
        return decide_elsewhere(obs, stream, params)
    if obs[O_STREET] == PREFLOP:
        return decide_preflop(obs, stream, params)
    return decide_postflop(obs, stream, params)
