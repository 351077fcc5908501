"""Real hand histories: read, replayed through the engine, and written as rows like any other.

May use the engine and the lake; must not know reports. See docs/ingest.md.
"""

from __future__ import annotations

from railbird.ingest.runner import Result, ingest

__all__ = ["Result", "ingest"]
