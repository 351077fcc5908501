"""Railbird: poker hands as Parquet, and what the rake does to them.

    import railbird

    railbird.play(hands="1M", lake="lake")
    railbird.Lake("lake").report("rake")

These names are loaded when first used: importing railbird alone imports neither numba nor polars,
pyarrow or duckdb.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from railbird.api import Lake, ingest_files, play

__version__ = "0.1.0"

__all__ = ["Lake", "__version__", "ingest_files", "play"]


def __getattr__(name: str) -> object:
    if name in __all__:
        return getattr(importlib.import_module("railbird.api"), name)
    raise AttributeError(f"module 'railbird' has no attribute '{name}'")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
