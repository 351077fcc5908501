"""`railbird bots`, `rooms` and `policies`: every name with one line about it."""

from __future__ import annotations

import pytest

EXPECTED = {
    "bots": {
        *("always_call", "always_raise", "check_fold", "random"),
        *("nit", "tag", "lag", "station", "maniac"),
    },
    "rooms": {"standard", "casino", "pacific", "luckyace", "pokergalaxy", "threegames"},
    "policies": {"none", "five-percent"},
}


@pytest.mark.parametrize("command", EXPECTED)
def test_listing(railbird, command):
    done = railbird(command)
    assert (done.code, done.err) == (0, "")
    # what a line goes on with stands below its words
    lines = [line.split(maxsplit=1) for line in done.out.splitlines() if not line.startswith(" ")]
    assert EXPECTED[command] <= {line[0] for line in lines}
    assert all(len(line) == 2 for line in lines)
