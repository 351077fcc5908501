"""The toy hands as a lake, written once and opened afresh where a test changes it."""

from __future__ import annotations

import importlib.util
import shutil
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from game_damage import change

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import ModuleType


def _load_toy_lake() -> ModuleType:
    path = Path(__file__).with_name("toy_lake.py")
    spec = importlib.util.spec_from_file_location("toy_lake", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["toy_lake"] = module
    spec.loader.exec_module(module)
    return module


toy_lake = _load_toy_lake()


@pytest.fixture(scope="session")
def toy_path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of the toy lake; tests only read it."""
    return toy_lake.write_toy_lake(tmp_path_factory.mktemp("toy") / "lake")


@pytest.fixture
def toy_copy(toy_path: Path, tmp_path: Path) -> Path:
    """Return a copy of the toy lake that a test may damage."""
    return Path(shutil.copytree(toy_path, tmp_path / "lake"))


@pytest.fixture
def alter_rows() -> Callable[..., None]:
    """Return a function that alters the rows of one table of a run in place."""
    return change
