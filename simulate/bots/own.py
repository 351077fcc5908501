"""A user's own bot: a decision function in a Python file, named FILE.py:NAME.

The file is run as it stands; whatever the function calls has to be compiled by numba too. The
hash of the file's bytes goes into the recipe, so that an edited bot is another run.
"""

from __future__ import annotations

import importlib.util
import inspect
import re
import sys
import sysconfig
import traceback
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any

from railbird.errors import InputError
from railbird.tomlfile import suggest

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import ModuleType

MARK = ".py:"
PARAMETERS = 4
# what numba says of the most frequent mistakes, and what to say instead
REMEDIES = (
    (
        r"Untyped global name '(\w+)'.*<class 'function'>",
        r"calls \1, a plain function; put @njit over it (from numba import njit)",
    ),
    (
        r"No conversion from .* to UniTuple\(int64 x 2\)",
        "does not answer with two whole numbers everywhere; write return action, amount",
    ),
)


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
            f"bot {name}, line {function.__code__.co_firstlineno}: takes {count} arguments; write "
            f"def {function_name}(obs, stream, memory, params)"
        )
    _refuse_helpers(name, module)
    return function, source


def _refuse_helpers(name: str, module: ModuleType) -> None:
    """Refuse a bot that uses another file of the user's: its changes would go unnoticed.

    Raises:
        InputError: naming the file.
    """
    known = [Path(path).resolve() for path in sysconfig.get_paths().values()]
    for value in vars(module).values():
        origin = value.__name__ if inspect.ismodule(value) else getattr(value, "__module__", None)
        file = getattr(sys.modules.get(str(origin)), "__file__", None)
        if file is None or str(origin).partition(".")[0] in {"railbird", module.__name__}:
            continue
        path = Path(file).resolve()
        if not any(path.is_relative_to(folder) for folder in known):
            raise InputError(
                f"bot {name}: uses {path.name}, a file of its own whose changes would go "
                "unnoticed; put everything the bot needs into one file"
            )


def write_example(path: Path) -> None:
    """Write a commented bot to start from; an existing file is left alone.

    Raises:
        InputError: the file exists, or its name is none of a Python file.
        OSError: the file cannot be written.
    """
    if path.suffix != ".py":
        raise InputError(f"bot {path}: a bot stands in a Python file; name it {path}.py")
    try:
        with path.open("x") as file:
            file.write(files("railbird").joinpath("simulate/bots/example_bot.txt").read_text())
    except FileExistsError:
        raise InputError(f"bot {path}: exists already; choose another name") from None


def explain_refusal(name: str, error: Exception) -> InputError:
    """Return numba's complaint about a bot as one line: what it cannot compile, and where."""
    text = re.sub(r"\x1b\[[0-9;]*m", "", str(error))
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    fault = next(
        (line for line in lines if not line.startswith("Failed in ")), type(error).__name__
    )
    line = _line_of_refusal(name, text) or getattr(getattr(error, "loc", None), "line", None)
    where = f", line {line}" if line else ""
    for pattern, remedy in REMEDIES:
        found = re.search(pattern, text)
        if found:
            return InputError(f"bot {name}{where}: {found.expand(remedy)}")
    fault = re.sub(r"\.* Raised from .*", "", fault).rstrip(".")
    return InputError(
        f"bot {name}{where}: numba cannot compile it ({fault}); "
        "write it in numba's subset of Python, see docs/bots.md"
    )


def _line_of_refusal(name: str, text: str) -> str | None:
    """First line of the bot's own file that numba names, else the first line it names at all."""
    file = Path(f"{name.rpartition(MARK)[0]}.py").name
    places = re.findall(r'File "([^"]*)", line (\d+)', text)
    places += re.findall(r"Raised from (.*) \((\d+)\)", text)
    own = [line for path, line in places if Path(path).name == file]
    return next(iter([*own, *[line for _, line in places]]), None)


def _run(path: Path) -> ModuleType:
    """Import a file by its path, under a name that no package has."""
    module_name = f"railbird_bot_{path.stem}"
    spec = importlib.util.spec_from_file_location(module_name, path)
    assert spec is not None
    assert spec.origin is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[module_name] = module
    try:
        spec.loader.exec_module(module)
    except SyntaxError as error:
        raise InputError(
            f"bot {path}, line {error.lineno}: {error.msg}; correct the line"
        ) from None
    except (Exception, SystemExit) as error:  # noqa: BLE001 - whatever the user's file raises
        frames = traceback.extract_tb(error.__traceback__)
        lines = [frame.lineno for frame in frames if Path(frame.filename) == Path(spec.origin)]
        where = f", line {lines[-1]}" if lines else ""
        raise InputError(
            f"bot {path}{where}: cannot be run ({type(error).__name__}: {error}); correct the line"
        ) from None
    return module
