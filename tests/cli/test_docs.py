"""The generated documentation is what the program says."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest

from railbird.cli.app import railbird

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def generate():
    spec = importlib.util.spec_from_file_location("generate", ROOT / "docs" / "generate.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_help_pages(generate):
    assert (ROOT / "docs" / "cli.md").read_text() == generate.cli_page()


def test_tables_of_rooms(generate):
    page = (ROOT / "docs" / "rules.md").read_text()
    assert page == generate.rules_page(page)
    for name in ("rooms", "keys"):
        assert f"<!-- {name} -->\n| key |" in page


def test_readme_shows_commands_that_exist(generate):
    text = (ROOT / "README.md").read_text()
    assert generate.readme_faults(text) == []
    shown = {line.split()[1] for line in generate.commands_of(text)}
    assert shown | {"check", "drop", "export", "ingest"} >= set(railbird.commands)


def test_a_stale_readme_is_noticed(generate):
    text = "<!-- run -->\n```console\n$ railbird report rake --lak x\n$ railbird rune\n```\n"
    faults = generate.readme_faults(text)
    assert [fault.partition("': ")[0] for fault in faults] == [
        "'railbird report rake --lak x",
        "'railbird rune",
    ]


def test_readme_blocks_are_run(generate):
    text = "a\n<!-- run -->\n```console\n$ railbird --version\nold\n```\nb\n"
    assert generate.run_blocks(text) == (
        "a\n<!-- run -->\n```console\n$ railbird --version\nrailbird 0.1.0\n```\nb\n"
    )


def test_the_demo_runs_commands_that_exist(generate):
    makefile = (ROOT / "Makefile").read_text()
    commands = [line for line in makefile.splitlines() if line.startswith("\t$(RAILBIRD) ")]
    page = "\n".join(
        line.replace("\t$(RAILBIRD)", "$ railbird").replace("$(DEMO_", "").replace(")", "")
        for line in commands
    )
    text = f"<!-- run -->\n```console\n{page}\n```\n"
    assert len(generate.commands_of(text)) == 4
    assert generate.readme_faults(text) == []
