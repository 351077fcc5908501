"""A user's own bot: FILE.py:NAME sits down beside the built-in ones, or says why it cannot."""

from __future__ import annotations

import pytest

BOT = '''
from railbird.simulate.codes import CALL, CAN_CHECK, CHECK
from railbird.simulate.layout import O_LEGAL


def decide(obs, stream, memory, params):
    """Call everything."""
    if obs[O_LEGAL] & CAN_CHECK:
        return CHECK, 0
    return CALL, 0


def short(obs, stream):
    return CHECK, 0


def vague(obs, stream, memory, params):
    return obs.mood, 0


def illegal(obs, stream, memory, params):
    return CHECK, 0
'''


@pytest.fixture(autouse=True)
def in_folder(tmp_path, monkeypatch):
    """Work in an empty folder with a bot file in it."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.py").write_text(BOT)


def test_an_own_bot_plays(railbird):
    seats = ("--seats", "3", "--bots", "random", "--bot", "mine.py:decide")
    done = railbird("simulate", "--hands", "300", "--lake", "lake", "--run", "first", *seats, "-q")
    assert (done.code, done.out, done.err) == (0, "", "")
    query = "select distinct profile from players order by profile"
    assert railbird("sql", "--lake", "lake", "--format", "csv", query).out == (
        "profile\ndecide\nrandom\n"
    )


def test_an_edited_bot_is_another_run(railbird):
    command = ("simulate", "--hands", "50", "--bot", "mine.py:decide", "--lake", "lake")
    assert railbird(*command, "-q").code == 0
    assert "nothing to do" in railbird(*command).err
    with open("mine.py", "a") as file:  # noqa: PTH123
        file.write("\n# edited\n")
    assert "played 50 hands" in railbird(*command).err


MISTAKES = [
    (
        "no.py:decide",
        "bot no.py:decide: cannot read no.py (No such file or directory); check the path",
    ),
    ("mine.py", "bot mine.py: name its function, too: mine.py:decide"),
    (
        "mine.py:decid",
        "bot mine.py:decid: no function 'decid' in mine.py; did you mean 'decide'?",
    ),
    (
        "mine.py:short",
        (
            "bot mine.py:short, line 13: takes 2 arguments; "
            "write def short(obs, stream, memory, params)"
        ),
    ),
    (
        "mine.py:vague",
        (
            "bot mine.py:vague, line 18: numba cannot compile it "
            "(Unknown attribute 'mood' of type readonly array(int64, 1d, C)); "
            "write it in numba's subset of Python, see docs/bots.md"
        ),
    ),
    (
        "mine.py:decide:many",
        "bots 'mine.py:decide:many': 'mine.py:decide:many' has no valid count; write tag:2",
    ),
]


@pytest.mark.parametrize(("bot", "message"), MISTAKES)
def test_mistake(railbird, bot, message):
    done = railbird("simulate", "--hands", "10", "--bot", bot, "--lake", "lake")
    assert (done.code, done.out, done.err) == (2, "", f"railbird simulate: {message}\n")


def test_an_illegal_answer(railbird):
    done = railbird("simulate", "--hands", "10", "--bot", "mine.py:illegal", "--lake", "lake")
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith("railbird simulate: bot illegal_5 at table 0, hand 0, seat ")
    assert " preflop: illegal action: check is not allowed here; " in done.err
    assert done.err.endswith("; 'railbird bots test mine.py:illegal' shows the line\n")
    assert done.err.count("\n") == 1


def test_a_file_that_cannot_be_run(railbird, tmp_path):
    (tmp_path / "mine.py").write_text("def decide(:\n")
    done = railbird("simulate", "--hands", "10", "--bot", "mine.py:decide", "--lake", "lake")
    assert (done.code, done.err) == (
        2,
        "railbird simulate: bot mine.py, line 1: invalid syntax; correct the line\n",
    )
    (tmp_path / "mine.py").write_text("1 / 0\n")
    done = railbird("simulate", "--hands", "10", "--bot", "mine.py:decide", "--lake", "lake")
    assert (done.code, done.err) == (
        2,
        (
            "railbird simulate: bot mine.py, line 1: cannot be run (ZeroDivisionError: division by "
            "zero); correct the line\n"
        ),
    )
