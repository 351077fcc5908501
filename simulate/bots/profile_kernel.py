"""The one decision function of all profiles in hold'em; their parameters tell them apart.

Other games have their own (`profile_elsewhere.py`): in one function with them, hold'em's decisions
cost the whole engine 6 to 8 percent of its hands a second (measured).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from railbird.simulate.bots.profile_postflop import decide_postflop
from railbird.simulate.bots.profile_preflop import decide_preflop
from railbird.simulate.codes import PREFLOP
from railbird.simulate.layout import O_STREET

if TYPE_CHECKING:
    from railbird.simulate.arrays import Ints, Words


def decide_profile(
    obs: Ints,
    stream: Words,
    memory: Ints,  # noqa: ARG001
    params: Ints,
) -> tuple[int, int]:
    """Play as the profile whose parameters these are (docs/profiles.md)."""
    if obs[O_STREET] == PREFLOP:
        return decide_preflop(obs, stream, params)
    return decide_postflop(obs, stream, params)
