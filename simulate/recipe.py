"""Recipes: every number that the hands of a run depend on, and nothing else.

A recipe is resolved from a job (`job.py`) and kept in the run's manifest.
"""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from railbird.lake.schema import SCHEMA_VERSION
from railbird.simulate.bots.catalogue import RAKE_BLIND
from railbird.simulate.policy import Rake  # noqa: TC001 - msgspec reads it
from railbird.simulate.room import Room, Table  # noqa: TC001
from railbird.simulate.sessions import Population, Session  # noqa: TC001
from railbird.simulate.tournaments import Tournament  # noqa: TC001

PART_HANDS = 500_000
# Hands a chunk. 2,056 stay in the cache and let the engine play 1.06 million hands/s against 0.74,
# but small pieces cost the writer more than that. No power of two: see rows.empty_matrix.
CHUNK_HANDS = 32_840

# What an illegal answer of a bot does: it stops the run, or a fold or check stands in for it.
Illegal = Literal["refuse", "fold", "check-fold"]


class SeatedBot(msgspec.Struct, frozen=True):
    """A player of the run: his name, the bot that decides for him, and its source's hash.

    `rake_response` is "0" where the bot is blind to the rake, or looks at it by itself.
    """

    player: str
    bot: str
    profile: str
    source_hash: str
    params: tuple[int, ...] = ()
    rake_response: str = RAKE_BLIND


class Recipe(msgspec.Struct, frozen=True, kw_only=True):
    """Everything the hands of a run depend on; equal recipes make equal bytes.

    Amounts are in 10^money_exp of the currency. `stack` is the buy-in, `top_up` the stack below
    which a carried stack is filled up (0: only when broke). `players` are those of each table, or
    where there is a population, its different bots. In a tournament `hands` is what there can be
    at most, and `tables` the number of tournaments.
    """

    hands: int
    tables: int
    room: Room
    table: Table
    currency: str
    money_exp: int
    stack: int
    stacks_mode: Literal["reset", "carry"]
    top_up: int
    rake: Rake
    players: tuple[SeatedBot, ...]
    seed: int
    keep: tuple[str, ...]
    session: Session | None = None
    population: Population | None = None
    tournament: Tournament | None = None
    illegal: Illegal = "refuse"
    part_hands: int = PART_HANDS
    chunk_hands: int = CHUNK_HANDS
    engine_hash: str = ""
    schema_version: int = SCHEMA_VERSION

    def as_dict(self) -> dict[str, Any]:
        """The recipe as the manifest keeps it."""
        built: dict[str, Any] = msgspec.to_builtins(self)
        return built
