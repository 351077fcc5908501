"""`railbird ingest`: words, repeats, and files that cannot be read."""

from __future__ import annotations

import pytest

GOOD = """\
[{number}]
variant = 'NT'
antes = [0, 0, 0]
blinds_or_straddles = [50, 100, 0]
min_bet = 100
starting_stacks = [10000, 10000, 10000]
actions = {actions}
hand = {number}
players = ['Ann', 'Bob', 'Cy']
finishing_stacks = {stacks}
"""
FOLDED = [
    "['d dh p1 2c7d', 'd dh p2 AsKs', 'd dh p3 9h9d', 'p3 f', 'p1 f']",
    "[9950, 10050, 10000]",
]
ILLEGAL = [
    "['d dh p1 2c7d', 'd dh p2 AsKs', 'd dh p3 9h9d', 'p3 cbr 120', 'p1 f', 'p2 f']",
    "[9950, 9900, 10150]",
]


@pytest.fixture
def history(tmp_path):
    """Return a file with two hands, the second of which raises below the minimum."""
    hands = [
        GOOD.format(number=number, actions=actions, stacks=stacks)
        for number, (actions, stacks) in enumerate([FOLDED, ILLEGAL], start=1)
    ]
    path = tmp_path / "two.phhs"
    path.write_text("\n".join(hands))
    return path


def test_a_good_hand_enters_and_a_bad_one_is_an_issue(railbird, history, tmp_path):
    lake = tmp_path / "lake"
    done = railbird("ingest", history, "--lake", lake, "--run", "real")
    assert (done.code, done.out) == (0, "")
    first, second = done.err.splitlines()
    assert first.startswith(f"read 1 hand into {lake} as run real in ")
    assert second == "1 did not enter; the view `issues` says why, one by one"
    issues = railbird("sql", "--lake", lake, "--format", "csv", "select line, code from issues")
    assert issues.out.startswith("line,code\n")
    assert issues.out.count("\n") == 2
    assert railbird("check", "--lake", lake, "--quiet").code == 0
    again = railbird("ingest", history, "--lake", lake)
    assert (again.code, again.out) == (0, "")
    assert again.err == f"{lake} holds this run already as real; nothing to do\n"


def test_quiet(railbird, history, tmp_path):
    done = railbird("ingest", history, "--lake", tmp_path / "lake", "--quiet")
    assert (done.code, done.out, done.err) == (0, "", "")


def test_mistakes(railbird, history, tmp_path):
    lake = tmp_path / "lake"
    other = tmp_path / "a.txt"
    other.write_text("hello\n")
    empty = tmp_path / "empty.phhs"
    empty.write_text("")
    cases = {
        (tmp_path / "no.phhs",): (f"{tmp_path}/no.phhs: no such file; look at the path's spelling"),
        (tmp_path,): f"{tmp_path}: a folder, not a file; name the files in it ({tmp_path}/*)",
        (empty,): f"{empty}: the file is empty; leave it out",
        (other,): (
            f"{other}: not a known format; known: phh (Poker Hand History, .phh and .phhs); "
            "if it is one of these, name it with --format"
        ),
        (history, "--format", "ph"): (
            "unknown format 'ph'; known: phh (Poker Hand History, .phh and .phhs); "
            "leave --format out to tell it from the content"
        ),
        (history, "--lake", other): f"{other}: a file, not a folder; name a folder with --lake",
        (): "missing argument 'FILES...'; see 'railbird ingest --help'",
    }
    for arguments, message in cases.items():
        done = railbird("ingest", "--lake", lake, *arguments)
        assert (done.code, done.out, done.err) == (2, "", f"railbird ingest: {message}\n")
    assert not lake.exists()
