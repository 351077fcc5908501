"""How fast PHH is written, and read and replayed: CPU time on one core.

    python bench/histories.py [FILE.phhs]

The file, by default an export of simulated six-handed hands, is read whole into a lake, all tables.
"""

from __future__ import annotations

import sys
import tempfile
import time
from io import BytesIO
from pathlib import Path

from railbird import Lake, play
from railbird.ingest import ingest
from railbird.ingest.phh import Phh
from railbird.ingest.phh_fields import read_fields

HANDS = 30_000
REPEATS = 3


def export(folder: Path) -> tuple[Path, float]:
    """Play hands and export them; returns the file, and hands a second of the export."""
    play(lake=folder / "played", hands=HANDS, bots="tag,lag,station,nit,random,tag")
    file = folder / "hands.phhs"
    start = time.process_time()
    Lake(folder / "played").export(file)
    return file, HANDS / (time.process_time() - start)


def read_rate(file: Path, folder: Path) -> float:
    """Hands a second from a file into a lake, best of several."""
    best = 0.0
    for i in range(REPEATS + 1):  # the first one loads what is compiled
        start = time.process_time()
        hands = ingest([file], folder / f"read{i}").hands
        if i:
            best = max(best, hands / (time.process_time() - start))
    return best


def parse_rate(file: Path) -> float:
    """Hands a second of cutting a file and reading its fields, and nothing else."""
    content = file.read_bytes()
    best = 0.0
    for _ in range(REPEATS):
        start = time.process_time()
        hands = sum(1 for passage in Phh().cut(BytesIO(content)) if read_fields(passage.raw))
        best = max(best, hands / (time.process_time() - start))
    return best


def run(given: Path | None = None) -> list[tuple[str, float, str]]:
    """Return (what, figure, unit) for each speed."""
    with tempfile.TemporaryDirectory(prefix="railbird-phh-") as name:
        folder = Path(name)
        file, written = (given, 0.0) if given else export(folder)
        found = [
            ("PHH read and replayed into a lake, 1 core", read_rate(file, folder), "hands/s"),
            ("the fields of PHH alone", parse_rate(file), "hands/s"),
        ]
        if not given:
            found.append(("PHH written from a lake, 1 core", written, "hands/s"))
        return found


if __name__ == "__main__":
    for what, figure, unit in run(Path(sys.argv[1]) if len(sys.argv) > 1 else None):
        print(f"{what}: {figure:,.0f} {unit}")
