"""The types of the engine's arrays, for readers and type checkers; compiled code ignores them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

Ints: TypeAlias = npt.NDArray[np.int64]
Words: TypeAlias = npt.NDArray[np.uint64]
# decide(observation, stream, memory, params) -> (action, amount); see docs/bots.md
Decide: TypeAlias = Callable[[Ints, Words, Ints, Ints], tuple[int, int]]
Bots: TypeAlias = Sequence[Decide]
