"""The compiled engine's cache and identity: which sources it comes from, and where it is kept."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from importlib.resources import files

import pytest
from scripted import changed

from railbird import jitcache
from railbird.ingest import phh_kernel
from railbird.simulate import kernel, layout, play, warm
from railbird.simulate.job import Job, resolve
from railbird.simulate.parts import ALL_PARTS, parts_needed
from railbird.simulate.policy import rake_config
from railbird.simulate.room import table_config


def imports_of(path: str) -> set[str]:
    """Railbird modules that a source imports when it runs, as paths below the package."""
    tree = ast.parse(files("railbird").joinpath(path).read_text())
    found = set()
    for node in tree.body:
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("railbird."):
            module = (node.module or "").removeprefix("railbird.").replace(".", "/")
            for name in node.names:
                below = f"{module}/{name.name}.py"
                found.add(below if files("railbird").joinpath(below).is_file() else f"{module}.py")
    return found


def test_engine_sources_are_all_that_the_kernels_import():
    todo = {"simulate/table.py", "simulate/session.py", "simulate/replay_kernel.py"}
    todo |= {"simulate/parts.py"} | {f"simulate/{part.module}.py" for part in ALL_PARTS}
    seen: set[str] = set()
    while todo:
        path = todo.pop()
        seen.add(path)
        todo |= imports_of(path) - seen
    seen -= {"errors.py", "cards.py"}  # messages and text, not rules
    tables = {"simulate/evaluator_tables.npz", "simulate/omaha_tables.npz"}
    assert seen | tables == set(kernel.ENGINE_SOURCES)


def test_sources_of_the_compiled_phh_reader_are_all_that_it_imports():
    """A number that changes elsewhere would else stay the old one in what is kept compiled."""
    imported = imports_of("ingest/phh_kernel.py") - {"jitcache.py"}
    assert imported | {"ingest/phh_kernel.py"} == set(phh_kernel.SOURCES)


def test_run_sources_are_what_a_recipe_and_its_rows_go_through():
    """Sources whose change could make other bytes of the same recipe."""
    reached = imports_of("simulate/play.py") | imports_of("simulate/columns.py")
    compiler = {"simulate/kernel.py", "simulate/warm.py"}
    elsewhere = {"errors.py", "jitcache.py", "money.py", "simulate/recipe.py"}
    bots = {path for path in reached if path.startswith("simulate/bots/")}
    covered = {*kernel.ENGINE_SOURCES, *kernel.RUN_SOURCES}
    assert reached - compiler - elsewhere - bots - covered == set()


def test_cache_folder_is_named_by_sources_numba_and_cpu(monkeypatch, tmp_path):
    monkeypatch.setenv("RAILBIRD_CACHE_DIR", str(tmp_path))
    here = jitcache.cache_folder("sources")
    assert here.parent == tmp_path
    assert jitcache.cache_folder("other sources") != here
    with monkeypatch.context() as patch:
        patch.setattr(jitcache.numba, "__version__", "0.0")
        assert jitcache.cache_folder("sources") != here
    monkeypatch.setattr(jitcache.binding, "get_host_cpu_name", lambda: "abacus")
    assert jitcache.cache_folder("sources") != here


def test_a_cache_that_cannot_be_written_is_done_without(tmp_path):
    blocked = tmp_path / "file"
    blocked.write_text("")
    program = (
        "from railbird.simulate import kernel\n"
        "from railbird.simulate.bots.basic import check_fold\n"
        "print(kernel.compile_bot(check_fold).signatures != [])"
    )
    env = {**os.environ, "RAILBIRD_CACHE_DIR": str(blocked / "below")}
    done = subprocess.run(
        [sys.executable, "-c", program], env=env, capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "True"


def test_compiled_code_is_there_the_second_time(tmp_path, monkeypatch):
    monkeypatch.setenv("RAILBIRD_CACHE_DIR", str(tmp_path))
    with jitcache.compiled_code("x") as warm:
        assert not warm
        kernel._njit("int64(int64)", cache=jitcache.is_kept())(double)
    with jitcache.compiled_code("x") as warm:
        assert warm


def double(x):
    return 2 * x


def test_every_part_has_a_place_of_its_own():
    assert sorted(part.place for part in ALL_PARTS) == list(range(layout.PARTS))


@pytest.mark.parametrize(
    ("job", "needed"),
    [
        ({}, {"play_hand"}),
        ({"rake": "texas-time"}, {"play_hand", "charge_before"}),
        ({"rake": "quarter-per-five"}, {"play_hand", "take_drops"}),
        ({"game": "omaha"}, {"play_hand", "deal_game", "write_codes", "rank_omaha_hands"}),
        (
            {"game": "omaha8", "rake": "none"},
            {"play_hand", "deal_game", "write_codes", "rank_omaha_hands", "award_halves"},
        ),
        (
            {"game": "draw"},
            {"play_hand", "deal_game", "write_codes", "draw_cards", "rank_draw_hands"},
        ),
    ],
)
def test_a_table_compiles_the_parts_it_calls_and_no_others(job, needed):
    recipe = resolve(Job(hands=1, **job))
    cfg = table_config(recipe.room, recipe.table)[None]
    rk = rake_config(recipe.rake)[None]
    assert {part.function for part in parts_needed(cfg, rk)} == needed


@pytest.mark.parametrize(
    ("game", "function"), [("holdem", "decide_profile"), ("draw", "decide_elsewhere")]
)
def test_the_second_process_compiles_the_bots_of_the_game(monkeypatch, game, function):
    compiled = []
    monkeypatch.setattr(play, "compiled_bot", lambda bot: compiled.append(bot.function.__name__))
    monkeypatch.setattr(warm, "load_rest", lambda _purpose, _parts: None)
    warm.main("tables", "", game, "tag", "always_call")
    assert compiled == [function, "always_call"]


@pytest.mark.parametrize(
    ("changes", "needed"),
    [
        ({"deal__boards": 2}, {"play_hand", "deal_boards", "award_boards"}),
        ({"showdown__throw_away": True}, {"play_hand", "show_at_will"}),
        ({"showdown__ask_to_see": 5}, {"play_hand", "show_at_will"}),
    ],
)
def test_what_few_rooms_do_is_compiled_for_them_alone(changes, needed):
    recipe = resolve(Job(hands=1))
    cfg = table_config(changed(recipe.room, **changes), recipe.table)[None]
    rk = rake_config(recipe.rake)[None]
    assert {part.function for part in parts_needed(cfg, rk)} == needed
