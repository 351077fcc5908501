"""`railbird export`: words, files, and what cannot be written."""

from __future__ import annotations

import tomllib

import railbird as package


def test_export_and_back(railbird, lake, tmp_path):
    out = tmp_path / "out.phhs"
    done = railbird("export", "--lake", lake, "--format", "phh", "--run", "limit", "-o", out)
    assert (done.code, done.out, done.err) == (0, "", f"wrote 1,000 hands to {out}\n")
    tables = tomllib.loads(out.read_text())
    assert list(tables) == [str(number) for number in range(1, 1001)]
    assert {hand["variant"] for hand in tables.values()} == {"FT"}
    back = railbird("ingest", out, "--lake", tmp_path / "back", "--quiet")
    assert (back.code, back.err) == (0, "")
    assert len(package.Lake(tmp_path / "back").sql("from hands")) == 1000


def test_some_hands(railbird, lake, tmp_path):
    out = tmp_path / "out.phhs"
    where = "hand_id < 5 and run = 'first'"
    done = railbird("export", "--lake", lake, "--where", where, "-o", out, "--quiet")
    assert (done.code, done.out, done.err) == (0, "", "")
    assert len(tomllib.loads(out.read_text())) == 5
    one = tmp_path / "out.phh"
    done = railbird("export", "--lake", lake, "--where", "hand_id = 5", "--run", "first", "-o", one)
    assert done.err == f"wrote 1 hand to {one}\n"
    assert tomllib.loads(one.read_text())["variant"] == "NT"


def test_mistakes(railbird, lake, tmp_path):
    out = tmp_path / "out.phhs"

    def said(*options: object) -> str:
        done = railbird("export", "--lake", lake, *options)
        assert (done.code, done.out) == (2, "")
        assert not out.exists()
        assert done.err.startswith("railbird export: ")
        return done.err.removeprefix("railbird export: ").strip()

    assert said() == "missing option '--output' / '-o'; see 'railbird export --help'"
    assert said("--format", "pph", "-o", out) == "unknown format 'pph'; did you mean 'phh'?"
    assert said("--run", "x", "-o", out) == "no run 'x' in this lake; it holds first, limit"
    assert said("--where", "pot < 0", "-o", out) == "no hand meets the condition; nothing written"
    assert said("--where", "potty > 0", "-o", out).startswith("--where: ")
    assert said("-o", tmp_path / "out.phh") == (
        "several hands for a .phh file, which holds one; name it .phhs"
    )
    gone = tmp_path / "no" / "out.phhs"
    assert said("-o", gone) == f"{gone}: no such file or directory; check the path"
