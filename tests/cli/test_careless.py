"""What a careless or a hostile user writes into a job: one line with the remedy, and no lake."""

from __future__ import annotations

import os

import pytest

CARRIED = "stacks = 'carry'\n[session]\n"
NESTED = "bots = " + "[" * 4_000 + "]" * 4_000


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("hands = " + "9" * 5_000, "a number in it is far too long; correct it"),
        (NESTED, "lists or tables too deep in each other; correct it"),
        (CARRIED + "arrival = '1e999999999/h'", "arrival = '1e999999999/h': write a chance"),
        (CARRIED + "arrival = nan", "session.arrival = "),
        ("[[bots]]\nbot = 'tag'\ncount = 1_000_000_000",
         "bots: tag has count = 1000000000; from 1 to 10,000 is possible"),
        ('[[bots]]\nbot = "tag"\nplayer = "a\\nb"',
         "bots: player 'a\\nb': a name is one line of letters, digits and signs"),
        ("[tournament]\ncount = 1\nchips = 900_000_000_000_000", "tournament.chips = "),
    ],
    ids=["digits", "nested", "power", "nan", "count", "name", "chips"],
)  # fmt: skip
def test_a_job_without_sense(railbird, tmp_path, text, message):
    job = tmp_path / "job.toml"
    job.write_text(text)
    done = railbird("simulate", job, "--lake", tmp_path / "lake")
    assert (done.code, done.out) == (2, "")
    assert message in done.err
    assert done.err.count("\n") == 1
    assert not (tmp_path / "lake").exists()


def test_a_mark_before_the_text_of_a_job_is_no_part_of_it(railbird, tmp_path):
    job = tmp_path / "job.toml"
    job.write_bytes(b"\xef\xbb\xbfhands = 10\n")
    assert railbird("simulate", job, "--lake", tmp_path / "lake", "--dry-run").code == 0


def test_a_device_is_no_job(railbird, tmp_path):
    """Reading it to its end would take the memory of the machine."""
    done = railbird("simulate", "/dev/zero", "--lake", tmp_path / "lake")
    assert done.code == 2
    assert "longer than 10,000,000 bytes, as no job file is; name another" in done.err


def test_a_lake_of_a_name_that_is_no_text(railbird, tmp_path):
    lake = os.fsdecode(os.fsencode(tmp_path) + b"/lake\xff")
    done = railbird("simulate", "--hands", "10", "--lake", lake)
    assert done.code == 2
    assert "no UTF-8 name, which files of a lake need; rename the folder" in done.err
