"""docs/bots.md: every field is explained, and its bots play as they stand there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from railbird.cli.bottest import run_test
from railbird.simulate import layout
from railbird.simulate.bots import tools
from railbird.simulate.job import Job, resolve
from railbird.simulate.play import play

PAGE = (Path(__file__).parents[2] / "docs" / "bots.md").read_text()
BOTS = {
    name: block
    for block in re.findall(r"^```python\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)
    for name in re.findall(r"^def (\w+)\(obs, stream, memory, params\)", block, re.MULTILINE)
}


@pytest.fixture
def doc_bot(tmp_path):
    """Return a function that writes a bot of the page to a file and names it."""

    def write(name):
        (tmp_path / f"{name}.py").write_text(BOTS[name])
        return f"{tmp_path / name}.py:{name}"

    return write


def test_every_field_of_the_observation_is_documented_in_order_with_its_size():
    offsets = {name: at for name, at in vars(layout).items() if re.fullmatch(r"O_\w+", name)}
    names = sorted(offsets, key=offsets.__getitem__)
    ends = [*[offsets[name] for name in names[1:]], layout.OBS_SIZE]
    sizes = {name: end - offsets[name] for name, end in zip(names, ends, strict=True)}
    section = PAGE.partition("## The observation")[2].partition("\n## ")[0]
    documented = re.findall(r"^\| `(O_\w+)`(?: \((\d+)\))? \| \S", section, re.MULTILINE)
    assert documented == [(n, str(sizes[n]) if sizes[n] > 1 else "") for n in names]


def test_every_tool_is_documented():
    section = PAGE.partition("## Tools")[2].partition("\n## ")[0]
    rows = [line.split("|")[1] for line in section.splitlines() if line.startswith("| `")]
    documented = re.findall(r"`(\w+)\(", " ".join(rows))
    assert sorted(documented) == sorted(tools.__all__)


def test_there_are_three_worked_bots():
    assert list(BOTS) == ["chart_bot", "odds_bot", "memory_bot"]


@pytest.mark.parametrize("name", BOTS)
def test_a_worked_bot_plays(doc_bot, name):
    """An illegal answer would stop the run."""
    for table in ({"seats": 6}, {"seats": 10, "stack": "15bb"}, {"seats": 2, "betting": "FL"}):
        recipe = resolve(Job(hands=400, bots=f"{doc_bot(name)},random", **table))
        rows = play(recipe)
        assert rows.hands.shape[1] == 400


def test_the_bot_with_memory_adapts(doc_bot):
    """It calls more against those who always raise than against those who never do."""

    def invested(others):
        recipe = resolve(Job(hands=2_000, seats=3, bots=f"{doc_bot('memory_bot')},{others}"))
        rows = play(recipe)
        own = rows.column("players", "player") == 0
        return (rows.column("players", "invested")[own] > recipe.table.big_blind).mean()

    assert invested("always_raise") > invested("always_call")


@pytest.mark.parametrize("name", ["odds_bot", "memory_bot"])
def test_a_worked_bot_passes_its_own_test(doc_bot, name):
    said: list[str] = []
    run_test(doc_bot(name), said.append, said.append, hands=50)
    assert said[-1].endswith(": legal, and the same compiled, decision by decision\n")
