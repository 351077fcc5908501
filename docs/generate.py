"""Write the generated parts of the documentation: pages and marked blocks of pages.

They are `docs/cli.md`, the tables of rooms in `docs/rules.md`, and the marked blocks of README.md
and `docs/whatif.md`.

`python docs/generate.py` writes them anew. A page's commands are really run, one after the other in
one empty folder, and their stdout is pasted under them; the default seed is fixed, so it is the
same everywhere. `--check` writes nothing and fails when a page in `docs` is stale or when a command
of a block, one of its options or its report no longer exists.

A marked block looks like this; a block's lines that start with `$` are commands, and a line that
starts with `#` beside them is kept:

    <!-- run -->
    ```console
    $ railbird report rake --lake demo-lake
    ...
    ```
"""

from __future__ import annotations

import argparse
import os
import re
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path

import click

from railbird.cli.app import railbird
from railbird.errors import RailbirdError
from railbird.simulate import room_text as rooms_in_words

ROOT = Path(__file__).resolve().parent.parent
CLI_PAGE = ROOT / "docs" / "cli.md"
RULES_PAGE = ROOT / "docs" / "rules.md"
README = ROOT / "README.md"
# pages whose marked blocks are run
RUN_PAGES = (README, ROOT / "docs" / "whatif.md")

_BLOCK = re.compile(r"(<!-- run -->\n```console\n)(.*?)(^```$)", re.DOTALL | re.MULTILINE)
_TABLE = re.compile(r"(<!-- (keys|rooms) -->\n).*?(<!-- end -->)", re.DOTALL)
_HEAD = """# The command line

Written by `python docs/generate.py` from the program's own help; do not edit.
"""


def main() -> int:
    """Write or check; returns the exit code."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--check", action="store_true", help="write nothing; fail when stale")
    parser.add_argument("--cli", action="store_true", help="only the pages in docs")
    arguments = parser.parse_args()
    page = cli_page()
    rules = rules_page(RULES_PAGE.read_text())
    if arguments.check:
        faults = [
            f"{path.relative_to(ROOT)}: {fault}"
            for path in RUN_PAGES
            for fault in readme_faults(path.read_text())
        ]
        if not CLI_PAGE.exists() or CLI_PAGE.read_text() != page:
            faults.append("docs/cli.md is stale; run 'make docs'")
        if RULES_PAGE.read_text() != rules:
            faults.append("docs/rules.md is stale; run 'make docs'")
        for fault in faults:
            print(fault, file=sys.stderr)
        return 1 if faults else 0
    CLI_PAGE.write_text(page)
    RULES_PAGE.write_text(rules)
    if not arguments.cli:
        for path in RUN_PAGES:
            path.write_text(run_blocks(path.read_text()))
    return 0


def cli_page() -> str:
    """Return the help pages of all commands as one Markdown page."""
    parts = [_HEAD]
    for path in command_paths(railbird, ()):
        help_page = help_text(path)
        parts.append(f"\n## {' '.join(('railbird', *path))}\n\n```text\n{help_page}\n```\n")
    return "".join(parts)


def command_paths(command: click.Command, path: tuple[str, ...]) -> list[tuple[str, ...]]:
    """Return the path of a command and of every command below it."""
    paths = [path]
    if isinstance(command, click.Group):
        for name, child in command.commands.items():
            paths += command_paths(child, (*path, name))
    return paths


def help_text(path: tuple[str, ...]) -> str:
    """Return a command's help page, as wide as this page allows."""
    command: click.Command = railbird
    settings = {**railbird.context_settings, "terminal_width": 100}
    context = click.Context(railbird, info_name="railbird", **settings)
    for name in path:
        assert isinstance(command, click.Group)
        command = command.commands[name]
        context = click.Context(command, info_name=name, parent=context)
    return command.get_help(context).rstrip()


def rules_page(text: str) -> str:
    """Return docs/rules.md with the tables of rooms as the rooms' files have them."""
    tables = {"keys": rooms_in_words.keys_table(), "rooms": rooms_in_words.rooms_table()}
    return _TABLE.sub(lambda block: block[1] + tables[block[2]] + block[3], text)


def commands_of(text: str) -> list[str]:
    """Return the commands in the marked blocks of a page, in order."""
    return [
        line[2:]
        for block in _BLOCK.finditer(text)
        for line in block[2].splitlines()
        if line.startswith("$ ")
    ]


def readme_faults(text: str) -> list[str]:
    """Return what is wrong with the commands of the marked blocks, without running them."""
    faults = []
    for line in commands_of(text):
        words = shlex.split(line.partition(" | ")[0])
        if words[:1] != ["railbird"]:
            faults.append(f"'{line}' is no railbird command")
            continue
        try:
            _parse(words[1:])
        except (click.ClickException, RailbirdError) as error:
            faults.append(f"'{line}': {error}")
    return faults


def _parse(words: list[str]) -> None:
    """Parse a command line as the program does, and stop there."""
    context = railbird.make_context("railbird", list(words))
    command: click.Command = railbird
    while isinstance(command, click.Group) and words:
        name, child, words = command.resolve_command(context, words)
        if child is None:
            return
        command = child
        context = command.make_context(name, list(words), parent=context)


def run_blocks(text: str) -> str:
    """Run the commands of the marked blocks in an empty folder and paste what they print."""
    with tempfile.TemporaryDirectory() as folder:
        return _BLOCK.sub(lambda block: _run_block(block, Path(folder)), text)


def _run_block(block: re.Match[str], folder: Path) -> str:
    lines: list[str] = []
    for line in block[2].splitlines():
        if line.startswith("#"):
            lines.append(line)
        if not line.startswith("$ "):
            continue
        done = subprocess.run(  # noqa: S602 - our own page, pipes included
            line[2:],
            shell=True,
            cwd=folder,
            env=os.environ | {"COLUMNS": "100", "PATH": _path()},
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode:
            sys.exit(f"'{line[2:]}' failed: {done.stderr}")
        lines += [line, *done.stdout.rstrip("\n").splitlines(), ""]
    return block[1] + "\n".join(lines).rstrip("\n") + "\n" + block[3]


def _path() -> str:
    """Return PATH with this environment's programs first."""
    return os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")])


if __name__ == "__main__":
    sys.exit(main())
