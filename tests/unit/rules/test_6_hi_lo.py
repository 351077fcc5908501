"""Section 6, hi-lo: whose the odd chips are."""

from __future__ import annotations

from scripted import Setting


def omaha8(*holes: str, board: str, **keys) -> Setting:
    job = {"game": "omaha8", "betting": "NL"}
    return Setting("standard", len(holes), holes=holes, board=board, job=job, **keys)


def test_hi_lo_the_odd_chip_goes_to_the_high_half():
    """A pot of 2.01 is 1.01 for the high hand and 1.00 for the low."""
    posts = ((1, "sb", 100), (0, "bb", 200), (1, "dead", 1))
    setting = omaha8("AcAdKhKs", "2c3d4hTs", board="As7d8cQh6d", posts=posts)
    done = setting.check_down()
    assert done.column("hands", "pot") == [401]
    assert done.column("players", "collected") == [201, 200]


def test_hi_lo_odd_chips_inside_a_half_go_left_of_the_button():
    """Equal lows share 1.01: the first left of the button has the odd chip."""
    posts = ((0, "sb", 100), (1, "bb", 200), (2, "dead", 2))
    setting = omaha8("AcAdKhKs", "2c3dTcTs", "2d3hJcJd", board="As7d8cQh4d", posts=posts)
    done = setting.check_down()
    assert done.column("hands", "pot") == [602]
    assert done.column("players", "collected") == [301, 151, 150]


def test_hi_lo_without_a_low_the_high_hand_takes_all():
    done = omaha8("AcAdKhKs", "2c3d4hTs", board="AsKdQcQh6d").check_down()
    assert done.column("players", "collected") == [400, 0]
