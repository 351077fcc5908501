"""`railbird bots new` and `railbird bots test`: whole outputs, and one line for each mistake."""

from __future__ import annotations

import re

import pytest

from railbird.simulate.codes import ACTIONS, DRAW, FOLD

BOT = """
import numpy as np

from railbird.simulate.bots.tools import check_or_call, check_or_fold, uniform
from railbird.simulate.codes import BET, CALL, CHECK, FOLD, RAISE
from railbird.simulate.layout import (
    O_AGGRESSOR, O_CHIP, O_LEGAL, O_MAX_TO, O_MIN_TO, O_POT, O_STREET, O_TO_CALL
)

TABLE = np.arange(10)


def decide(obs, stream, memory, params):
    memory[0] += 1
    if params[0] and uniform(stream) < 0.5:
        return check_or_fold(obs)
    return check_or_call(obs)


def illegal(obs, stream, memory, params):
    return CHECK, 0


def low(obs, stream, memory, params):
    if obs[O_LEGAL] & 16:
        return (
            RAISE,
            obs[O_MIN_TO] - obs[O_CHIP],
        )
    return check_or_call(obs)


def high(obs, stream, memory, params):
    if obs[O_LEGAL] & 8 and obs[O_MIN_TO] < obs[O_MAX_TO]:
        return BET, 2 * obs[O_MAX_TO]
    return check_or_call(obs)


def beyond(obs, stream, memory, params):
    return CHECK, obs[len(obs) + 3]


def before(obs, stream, memory, params):
    memory[obs[O_AGGRESSOR]] += 1
    return check_or_call(obs)


def no_number(obs, stream, memory, params):
    return check_or_call(obs) if params[1] else check_or_fold(obs)


def own_table(obs, stream, memory, params):
    return check_or_call(obs) if TABLE[-1] else check_or_fold(obs)


def writes(obs, stream, memory, params):
    obs[0] = 1
    return check_or_call(obs)


def halves(obs, stream, memory, params):
    return CHECK, 0.5


def nothing(obs, stream, memory, params):
    if obs[O_STREET] == 0:
        return check_or_call(obs)


def divides(obs, stream, memory, params):
    return check_or_call(obs) if obs[O_POT] / obs[O_TO_CALL] > 2 else check_or_fold(obs)


def vague(obs, stream, memory, params):
    return obs.mood, 0


def plain(obs, stream, memory, params):
    return helper(obs), 0


def helper(obs):
    return CHECK if obs[O_LEGAL] & 2 else CALL


def keeps(obs, stream, memory, params):
    sums = {0: 1}
    return FOLD if sums.get("x") else (CHECK if obs[O_LEGAL] & 2 else CALL), 0


def wraps(obs, stream, memory, params):
    memory[0] = 4_000_000_000
    square = int(memory[0]) * int(memory[0])
    return check_or_fold(obs) if square < 0 else check_or_call(obs)


def remembers(obs, stream, memory, params):
    memory[0] = 4_000_000_000
    memory[3] = int(memory[0]) * int(memory[0]) % 1_000_003
    return check_or_call(obs)


def off_chip(obs, stream, memory, params):
    if obs[O_CHIP] > 1 and obs[O_LEGAL] & 16 and obs[O_MIN_TO] < obs[O_MAX_TO]:
        return RAISE, obs[O_MIN_TO] + 1
    return check_or_call(obs)
"""


@pytest.fixture(autouse=True)
def in_folder(tmp_path, monkeypatch):
    """Work in an empty folder with a bot file in it."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.py").write_text(BOT)


def line_of(text):
    """Number of the first line of the file that holds the text."""
    return next(i for i, line in enumerate(BOT.splitlines(), 1) if text in line)


def test_an_example_is_written_once_and_passes_its_test(railbird):
    done = railbird("bots", "new", "first.py")
    assert (done.code, done.out, done.err) == (
        0,
        "",
        "wrote first.py; test it with: railbird bots test first.py:decide\n",
    )
    done = railbird("bots", "new", "first.py")
    assert (done.code, done.out, done.err) == (
        2,
        "",
        "railbird bots: bot first.py: exists already; choose another name\n",
    )
    done = railbird("bots", "test", "first.py:decide", "-q", "--hands", 100)
    assert (done.code, done.err) == (0, "")
    assert done.out.endswith(
        "first.py:decide: legal, and the same compiled, decision by decision\n"
    )


def test_an_example_is_a_python_file_in_a_folder_that_exists(railbird):
    assert railbird("bots", "new", "first").err == (
        "railbird bots: bot first: a bot stands in a Python file; name it first.py\n"
    )
    done = railbird("bots", "new", "no/first.py")
    assert (done.code, done.err) == (
        2,
        "railbird bots: no/first.py: no such file or directory; check the path\n",
    )


def test_a_bot_is_tested_and_what_it_did_is_shown(railbird):
    done = railbird("bots", "test", "mine.py:decide", "--hands", 64)
    assert (done.code, done.err) == (
        0,
        (
            "playing 64 hands as plain Python, with checks\n"
            "putting the same decisions to the compiled bot\n"
        ),
    )
    head, blank, titles, *rows, end, verdict = done.out.splitlines()
    assert re.fullmatch(r"mine.py:decide: 64 hands at 8 kinds of tables, \d+ decisions", head)
    assert blank == end == ""
    assert titles.split() == ["street", "situation", "decisions", *ACTIONS[FOLD:DRAW]]
    assert {row[:24].strip() for row in rows} >= {
        "preflop  unopened", "preflop  limped", "preflop  facing a raise",
        "preflop  facing a 3-bet+", "flop     nothing bet", "river    facing a bet",
    }  # fmt: skip
    count = sum(int(row[24:34].replace(",", "")) for row in rows)
    assert head.split()[-2] == f"{count:,}"
    columns = [[row[at : at + 11].strip() for row in rows] for at in range(34, 89, 11)]
    assert [set(column) == {"-"} for column in columns] == [True, False, False, True, True]
    assert verdict == "mine.py:decide: legal, and the same compiled, decision by decision"


def test_a_bot_is_tested_with_its_parameters(railbird):
    done = railbird("bots", "test", "mine.py:decide", "--hands", 60, "--params", "1,7", "-q")
    assert done.code == 0
    rows = [row for row in done.out.splitlines() if row.startswith("preflop  facing")]
    assert all(re.search(r" \d+ +\d\d% +- ", row) for row in rows)  # it folds now
    done = railbird("bots", "test", "mine.py:decide", "--params", "1,x")
    assert (done.code, done.out, done.err) == (
        2,
        "",
        "railbird bots: --params: 'x' is no whole number; write them as 3,250\n",
    )


ILLEGAL = [
    ("illegal", "    return CHECK, 0", "illegal action: check is not allowed here"),
    ("low", "        return (", r"illegal amount: raise to \d+ is below the minimum of \d+"),
    (
        "off_chip",
        "return RAISE, obs[O_MIN_TO] + 1",
        r"amount off the chip: raise to \d+ is no multiple of 100",
    ),
    ("high", "return BET", r"illegal amount: bet to \d+ is above the maximum of \d+"),
]


@pytest.mark.parametrize(("name", "code", "fault"), ILLEGAL)
def test_illegal_answers_are_shown_with_what_led_to_them(railbird, name, code, fault):
    done = railbird("bots", "test", f"mine.py:{name}", "-q", "--hands", 60)
    assert done.code == 2
    line = line_of(code)
    seen = (
        r"([2-9TJQKA][cdhs]){2,6} on (no board|([2-9TJQKA][cdhs]){3,5}), pot \d+, "
        r"legal fold[a-z/]*, to call \d+, stack \d+(, bets from \d+ to \d+ in chips of 1(00)?)?"
    )
    at = r"table \d \((omaha8?, |draw, )?\d seats, (NL|PL|FL), \d+bb\), "
    at += r"hand \d+, seat \d, (preflop|flop|turn|river)"
    block = rf"illegal answers: \d+ of \d+\n  line {line}: {fault}\n"
    block += rf"    (once|\d+ times); first at {at}\n    {seen}\n"
    assert re.search(block, done.out)
    assert done.out.endswith(
        f"\nmine.py:{name}: the same compiled, decision by decision, but not legal\n"
    )
    error = rf"railbird bots: bot mine.py:{name}, line {line}: {fault} "
    error += rf"\(\d+ of \d+ answers are illegal\); first at {at}: {seen}\n"
    assert re.fullmatch(error, done.err)


FAULTS = [
    ("beyond", "len(obs) + 3", r"IndexError: obs\[\d+\] is out of bounds; it has the indices 0 to"),
    ("before", "O_AGGRESSOR]] +", r"IndexError: memory\[-1\] is out of bounds; it has the indices"),
    ("no_number", "params[1]", r"IndexError: params\[1\] is out of bounds; it has the indices 0 t"),
    ("own_table", "TABLE[-1]", r"IndexError: TABLE\[-1\] is out of bounds; it has the indices 0 t"),
    ("writes", "obs[0] = 1", "TypeError: obs is read-only; keep what you need in memory"),
    ("halves", "CHECK, 0.5", r"its answer is \(7, 0.5\); both have to be whole numbers of 64 bits"),
    ("nothing", "if obs[O_STREET] == 0", "its answer is None; write return action, amount"),
    ("divides", "/ obs[O_TO_CALL]", "FloatingPointError: divide by zero encountered"),
    ("vague", "obs.mood", "AttributeError: an array has no attribute 'mood'"),
    ("plain", "helper(obs), 0", r"calls helper, a plain function; put @njit over it \(from numba "),
    ("keeps", 'sums.get("x")', "numba cannot compile it "),
]


@pytest.mark.parametrize(("name", "code", "fault"), FAULTS)
def test_a_mistake_is_one_line_with_file_and_line(railbird, name, code, fault):
    done = railbird("bots", "test", f"mine.py:{name}", "-q", "--hands", 20)
    assert done.code == 2
    where = f"railbird bots: bot mine.py:{name}, line {line_of(code)}: "
    assert re.match(re.escape(where) + fault, done.err), done.err
    assert done.err.count("\n") == 1


def test_the_first_decision_that_differs_is_named(railbird):
    done = railbird("bots", "test", "mine.py:wraps", "-q", "--hands", 20)
    assert done.code == 2
    assert re.fullmatch(
        r"railbird bots: bot mine.py:wraps: differs when it is compiled, at table 1 \(6 seats, NL, "
        r"100bb\), hand \d+, seat \d, \w+: c(all|heck) as plain Python, (fold|check) compiled; "
        "look for integers beyond 64 bits and for values kept outside of `memory`\n",
        done.err,
    ), done.err
    done = railbird("bots", "test", "mine.py:remembers", "-q", "--hands", 20)
    assert re.search(r", preflop: memory\[3\] is \d+ as plain Python, -?\d+ compiled; ", done.err)


def test_a_misspelt_command_and_a_missing_file(railbird):
    assert railbird("bots", "tset", "mine.py:decide").err == (
        "railbird bots: no command 'tset'; did you mean 'test'?\n"
    )
    assert railbird("bots", "test", "no.py:decide", "-q").err == (
        "railbird bots: bot no.py:decide: cannot read no.py (No such file or directory); "
        "check the path\n"
    )
