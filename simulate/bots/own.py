"""A user's own bot: a decision function in a Python file, named FILE.py:NAME.

The file is run as it stands; whatever the function calls has to be compiled by numba too. The
hash of the file's bytes goes into the recipe, so that an edited bot is another run.
"""

from __future__ import annotations

import importlib.util
import inspect
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from railbird.errors import InputError
from railbird.tomlfile import suggest

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import ModuleType

MARK = ".py:"
PARAMETERS = 4


def is_own(name: str) -> bool:
    """Return whether a bot's name means a function in a file."""
    return MARK in name or name.endswith(".py")


def load_function(name: str) -> tuple[Callable[..., Any], bytes]:
    """Return the decision function FILE.py:NAME, and the source it stands in.

    Raises:
        InputError: no such file or function, the file cannot be run, or the function does not
            take what a decision function takes.
    """
    file, mark, function_name = name.rpartition(MARK)
    path = Path(f"{file}.py" if mark else name)
    if not mark:
        raise InputError(f"bot {name}: name its function, too: {name}:decide")
    try:
        source = path.read_bytes()
    except OSError as error:
        raise InputError(
            f"bot {name}: cannot read {path} ({error.strerror}); check the path"
        ) from None
    module = _run(path)
    found = getattr(module, function_name, None)
    function = getattr(found, "py_func", found)  # decorated with njit already
    if not inspect.isfunction(function):
        names = [n for n, value in vars(module).items() if inspect.isfunction(value)]
        raise InputError(
            f"bot {name}: no function '{function_name}' in {path}; {suggest(function_name, names)}"
        )
    count = len(inspect.signature(function).parameters)
    if count != PARAMETERS:
        raise InputError(
            f"bot {name}: takes {count} arguments; write "
            f"def {function_name}(obs, stream, memory, params)"
        )
    return function, source


def explain_refusal(name: str, error: Exception) -> InputError:
    """Return numba's complaint about a bot as one line: what it cannot compile, and where."""
    text = re.sub(r"\x1b\[[0-9;]*m", "", str(error))
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    fault = next(
        (line for line in lines if not line.startswith("Failed in ")), type(error).__name__
    )
    place = re.search(r'File "[^"]*", line (\d+)', text)
    where = f", line {place[1]}" if place else ""
    return InputError(
        f"bot {name}{where}: numba cannot compile it ({fault.rstrip('.')}); "
        "write it in numba's subset of Python, see docs/bots.md"
    )


def _run(path: Path) -> ModuleType:
    """Import a file by its path, under a name that no package has."""
    module_name = f"railbird_bot_{path.stem}"
    spec = importlib.util.spec_from_file_location(module_name, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[module_name] = module
    try:
        spec.loader.exec_module(module)
    except SyntaxError as error:
        raise InputError(
            f"bot {path}, line {error.lineno}: {error.msg}; correct the line"
        ) from None
    except Exception as error:  # noqa: BLE001 - whatever the user's file raises
        raise InputError(
            f"bot {path}: cannot be run ({type(error).__name__}: {error}); "
            f"'python {path}' shows where"
        ) from None
    return module
