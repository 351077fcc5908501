"""The wheel holds everything the program reads, also when built where links are lost."""

from __future__ import annotations

import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
LINKED = ("simulate", "ingest", "reports", "sql")


def source_files() -> set[str]:
    """Return the names that the wheel must hold."""
    names = {
        f"railbird/{path.relative_to(ROOT / 'src' / 'railbird').as_posix()}"
        for path in (ROOT / "src" / "railbird").rglob("*")
        if path.is_file()
    }
    for folder in LINKED:
        names |= {
            f"railbird/{path.relative_to(ROOT).as_posix()}"
            for path in (ROOT / folder).rglob("*")
            if path.is_file()
        }
    return {name for name in names if "__pycache__" not in name}


@pytest.fixture(scope="module", params=["links", "links written as text", "no links"])
def wheel_names(request, tmp_path_factory) -> set[str]:
    """Return the names in a wheel built from a copy of the sources."""
    copy = tmp_path_factory.mktemp("copy")
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, copy / name)
    skip = shutil.ignore_patterns("__pycache__")
    for name in ("src", *LINKED):
        shutil.copytree(ROOT / name, copy / name, symlinks=True, ignore=skip)
    for name in LINKED:
        link = copy / "src" / "railbird" / name
        if request.param != "links":
            link.unlink()
        if request.param == "links written as text":
            link.write_text(f"../../{name}")
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", "dist"],
        cwd=copy,
        check=True,
        capture_output=True,
    )
    (wheel,) = (copy / "dist").glob("*.whl")
    return set(zipfile.ZipFile(wheel).namelist())


def test_wheel_holds_every_source_file(wheel_names):
    held = {name for name in wheel_names if not name.startswith("railbird-")}
    assert held == source_files()


@pytest.mark.parametrize("ending", [".py", ".toml", ".sql", ".yml", ".npz", "py.typed"])
def test_wheel_holds_data(wheel_names, ending):
    assert any(name.endswith(ending) for name in wheel_names)
