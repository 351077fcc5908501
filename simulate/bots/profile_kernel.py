"""The one decision function of all profiles; what tells them apart is their parameters."""

from __future__ import annotations

from railbird.simulate.bots.profile_postflop import decide_postflop
from railbird.simulate.bots.profile_preflop import decide_preflop
from railbird.simulate.codes import PREFLOP
from railbird.simulate.layout import O_STREET


def decide_profile(obs, stream, memory, params):  # noqa: ANN001, ANN201, ARG001
    """Play as the profile whose parameters these are (docs/profiles.md)."""
    if obs[O_STREET] == PREFLOP:
        return decide_preflop(obs, stream, params)
    return decide_postflop(obs, stream, params)
