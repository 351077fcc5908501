"""Bots of the user's own: their parameters, names, and what an illegal answer does."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest
from numba.core import event

from railbird.errors import InputError
from railbird.jitcache import cache_folder
from railbird.lake import bits
from railbird.lake.lake import LakeFolder
from railbird.simulate.bots import basic
from railbird.simulate.bots.catalogue import BotEntry, parse_bots, seat_bots
from railbird.simulate.codes import CHECK, FOLD
from railbird.simulate.job import Job, resolve
from railbird.simulate.kernel import kernel_hash
from railbird.simulate.play import Engine, play
from railbird.simulate.runner import recipe_of_manifest, simulate
from railbird.tomlfile import load

BOT = """
from railbird.simulate.codes import CALL, CHECK, FOLD, RAISE
from railbird.simulate.layout import O_DECISIONS, O_LEGAL, O_MAX_TO, O_MIN_TO


def by_params(obs, stream, memory, params):
    memory[0] += 1
    if obs[O_LEGAL] & 2:
        return CHECK, 0
    return (CALL if params[0] else FOLD), 0


def wrong(obs, stream, memory, params):
    return RAISE, obs[O_MAX_TO] + 1


def divides(obs, stream, memory, params):
    return FOLD, obs[O_MIN_TO] // memory[9]


def formats(obs, stream, memory, params):
    return FOLD, len(f"{obs[O_MIN_TO]:>3}")


def nonsense(obs, stream, memory, params):
    return -1003, 0
"""


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "mine.py"
    path.write_text(BOT)
    return path


def folds(rows, player):
    """How often a player folded before the flop."""
    own = rows.column("players", "player") == player
    return int((rows.column("players", "counts_01")[own] & bits.COUNTS_FOLD != 0).sum())


def test_bots_of_a_job_file_have_parameters_names_and_counts(tmp_path, file):
    job = tmp_path / "job.toml"
    job.write_text(
        f'hands = 60\nseats = 4\n[[bots]]\nbot = "{file}:by_params"\nparams = [1]\ncount = 2\n'
        f'player = "caller"\n[[bots]]\nbot = "{file}:by_params"\nparams = [0]\n'
        '[[bots]]\nbot = "always_raise"\n'
    )
    recipe = resolve(load(job, Job, what="job"))
    assert [p.player for p in recipe.players] == [
        "caller_1", "caller_2", "by_params", "always_raise",
    ]  # fmt: skip
    assert [p.params for p in recipe.players] == [(1,), (1,), (0,), ()]
    rows = play(recipe)
    assert folds(rows, 0) == folds(rows, 1) == 0
    assert folds(rows, 2) > 40
    simulate(recipe, tmp_path / "lake", "own")
    manifest = LakeFolder.open(tmp_path / "lake").read_manifest("own")
    assert recipe_of_manifest(manifest) == recipe


def test_a_changed_bot_is_not_replayed(tmp_path, file):
    recipe = resolve(Job(hands=5, seats=2, bots=f"{file}:by_params"))
    simulate(recipe, tmp_path / "lake", "own")
    file.write_text(BOT + "\n# another file now\n")
    manifest = LakeFolder.open(tmp_path / "lake").read_manifest("own")
    with pytest.raises(InputError, match="has changed since; restore it to replay"):
        recipe_of_manifest(manifest)


def test_built_in_bots_take_no_parameters():
    with pytest.raises(InputError, match="tag takes no params"):
        seat_bots((BotEntry("tag", params=(1,)),), 2)


def test_nobody_at_the_table_is_refused():
    with pytest.raises(InputError, match="nobody sits down"):
        resolve(Job(bots=()))


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("tag:2,lag", [("tag", 2), ("lag", 1)]),
        ("a/b.py:decide", [("a/b.py:decide", 1)]),
        ("a/b.py:decide:3, nit", [("a/b.py:decide", 3), ("nit", 1)]),
    ],
)
def test_lists_of_bots(text, names):
    assert [(entry.bot, entry.count) for entry in parse_bots(text)] == names


def test_an_illegal_answer_stops_the_run_with_what_the_bot_saw(file):
    with pytest.raises(InputError) as error:
        play(resolve(Job(hands=5, seats=2, bots=f"{file}:wrong")))
    assert "bot wrong_" in str(error.value)
    assert re.fullmatch(
        r"bot wrong_[12] at table 0, hand 0, seat [01], preflop: illegal amount: raise to 20001 is "
        r"above the maximum of 20000; ([2-9TJQKA][cdhs]){2} on no board, pot 300, legal "
        "fold/call/raise, to call 100, stack 19900, bets from 400 to 20000 in chips of 1; "
        f"'railbird bots test {re.escape(str(file))}:wrong' shows the line",
        str(error.value),
    ), error.value


def test_an_answer_that_is_no_action_is_not_taken_for_a_script(file):
    with pytest.raises(InputError, match="not allowed here") as error:
        play(resolve(Job(hands=5, seats=2, bots=f"{file}:nonsense")))
    assert "action -1003 is" in str(error.value)


def test_an_error_in_a_bot_stops_the_run_in_one_line(file):
    with pytest.raises(InputError) as error:
        play(resolve(Job(hands=5, seats=2, bots=f"{file}:divides")))
    assert "preflop: ZeroDivisionError (integer division by zero); 'railbird" in str(error.value)


def test_what_numba_does_not_know_is_one_line(file):
    with pytest.raises(InputError, match="line 22: numba cannot compile it"):
        play(resolve(Job(hands=5, seats=2, bots=f"{file}:formats")))


@pytest.mark.parametrize(("illegal", "action"), [("fold", FOLD), ("check-fold", CHECK)])
def test_illegal_answers_can_count_as_folds_or_checks(tmp_path, file, illegal, action):
    job = Job(hands=50, seats=2, bots=f"always_call,{file}:wrong", illegal=illegal)
    recipe = resolve(job)
    rows = play(recipe)
    what = rows.column("actions", "what")
    made = what & bits.WHAT_ACTION_MASK
    legal = what >> bits.WHAT_LEGAL_SHIFT & bits.WHAT_LEGAL_MASK
    free = (legal & 2 != 0) & np.isin(made, (FOLD, CHECK))
    assert (made[free] == action).any()
    notes: list[str] = []
    simulate(recipe, tmp_path / "lake", "own", note=notes.append)
    manifest = LakeFolder.open(tmp_path / "lake").read_manifest("own")
    count = sum(table.illegal for table in manifest.tables)
    assert count > 0
    assert f"{count} illegal answers of bots were replaced (illegal = {illegal})" in notes


def kept(folder):
    """Names, sizes and times of all that is kept compiled."""
    return {
        path: (path.stat().st_size, path.stat().st_mtime_ns)
        for path in folder.rglob("*.nb*")
        if path.is_file()
    }


def test_the_engine_is_not_compiled_again_for_a_bot_never_seen(tmp_path):
    """No compilation of the engine, no other engine, and no new file where it is kept."""
    play(resolve(Job(hands=5, seats=2, bots="random")))
    engine = Engine(resolve(Job(hands=5, seats=2, bots="random")))
    folder = cache_folder(f"{kernel_hash()} play_hand")
    before = kept(folder)
    assert before
    compiled: list[str] = []
    listener = Listener(compiled)
    (tmp_path / "fresh.py").write_text(BOT + f"\n# {tmp_path}\n")  # no other run has its hash
    event.register("numba:compile", listener)
    try:
        play(resolve(Job(hands=50, seats=2, bots=f"{tmp_path}/fresh.py:by_params")))
    finally:
        event.unregister("numba:compile", listener)
    assert compiled == ["by_params"]
    again = Engine(resolve(Job(hands=5, seats=2, bots="random")))
    assert again._kernel is engine._kernel
    assert (again._parts == engine._parts).all()
    assert kept(folder) == before


class Listener(event.Listener):
    """Writes down the names of the functions that numba compiles."""

    def __init__(self, names):
        self._names = names

    def on_start(self, event):
        self._names.append(event.data["dispatcher"].py_func.__name__)

    def on_end(self, event):
        pass


def test_a_copy_of_a_built_in_bot_plays_the_same_hands(tmp_path):
    source = Path(basic.__file__).read_text()
    (tmp_path / "mine.py").write_text(source)
    for name in ("random", "always_raise"):
        copied = play(resolve(Job(hands=300, seats=4, bots=f"{tmp_path}/mine.py:{name}")))
        built_in = play(resolve(Job(hands=300, seats=4, bots=name)))
        assert (copied.actions == built_in.actions).all()
