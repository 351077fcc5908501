"""Data files that are named on the command line: built in by name, or a user's own TOML file."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from railbird.errors import InputError
from railbird.tomlfile import key_lines, line_of, load, suggest

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

T = TypeVar("T")


def _folder(folder: str) -> Traversable:
    return files("railbird") / "simulate" / folder


def built_in(folder: str) -> list[str]:
    """Names of the TOML files in a folder of this package, sorted."""
    names = (file.name for file in _folder(folder).iterdir())
    return sorted(name.removesuffix(".toml") for name in names if name.endswith(".toml"))


def find(name: str, type_: type[T], folder: str, what: str) -> T:
    """Read what is called `name` in a folder, or the TOML file at that path.

    Args:
        name: a built-in name, or a path (it has a slash or ends in .toml).
        type_: what the file holds.
        folder: where the built-in ones are; also the command that lists them.
        what: what a message calls it.

    Raises:
        InputError: there is no such thing, or its file is wrong.
    """
    if not _is_path(name) and name not in built_in(folder):
        raise InputError(
            f"unknown {what} {name!r}; {suggest(name, built_in(folder))} "
            f"(see 'railbird {folder}', or give a .toml file)"
        )
    return load(place_of(name, folder), type_, what=what)


def place_of(name: str, folder: str) -> Path | Traversable:
    """Return where the file of this name is, or would be."""
    return Path(name) if _is_path(name) else _folder(folder) / f"{name}.toml"


def _is_path(name: str) -> bool:
    return name.endswith(".toml") or "/" in name


def place(name: str, key: str) -> str:
    """Where a dotted key of a user's own file stands, for messages: `mine.toml, line 3`.

    A key that the file leaves out has the line of the table it would be in.
    """
    text = Path(name).read_text(encoding="utf-8")
    line = line_of(tuple(key.split(".")), key_lines(text))
    return f"{name}, line {line}" if line else name
