"""`railbird policies`: the list, one to copy, one looked over, and every refusal in one line."""

from __future__ import annotations

import pytest

from railbird.simulate.policy import find_policy, policy_names

SIMPLE = 'name = "mine"\npercent = "5"\n'


def write(folder, text, name="mine.toml"):
    path = folder / name
    path.write_text(text)
    return str(path)


def test_the_list_is_aligned_and_fits_80_columns(railbird):
    result = railbird("policies")
    lines = result.out.splitlines()
    assert [line.split()[0] for line in lines] == policy_names()
    assert max(map(len, lines)) <= 80
    assert len({line.rindex(find_policy(line.split()[0]).title) for line in lines}) == 1


def test_show_prints_a_file_that_means_the_same(railbird, tmp_path):
    for name in ("wpn-fl", "aztec-riches-fl", "las-vegas-live"):
        text = railbird("policies", "show", name).out
        copy = find_policy(write(tmp_path, text))
        assert copy == find_policy(name)
    assert (
        "# FL      1/2               2 % / 3 % (3) / 4 % (5)  0.50 / 0.70"
        in railbird("policies", "show", "wpn-fl").out
    )


def test_check_prints_what_sample_pots_pay(railbird):
    lines = railbird("policies", "check", "vegaspoker247-fl").out.splitlines()
    row = next(line for line in lines if line.startswith("FL from 2/4"))
    assert row.split()[3:] == ["2", "0.50", "1.00", "1.00", "1.00", "1.00"]


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ('percent = "5"\ncaps = { 2 = "3", 4 = "1" }', "4 players have a cap of 1.00, fewer a cap"),
        ('percent = "5"\nbase = "2"\ncap_most = "1"', "base 2.00 is above the cap 1.00; lower it"),
        ('percent = "5"\nno_flop_no_drop = false\nraises_without_flop = 2', "does nothing where"),
        ('[[schedules]]\ngames = ["draw"]\npercent = "5"\nfrom_street = "turn"', "beyond the draw"),
        ('thresholds = [{ pot = "10", take = "2" }, { pot = "20", take = "1" }]\ncap_most = "2"',
         None),
    ],
)  # fmt: skip
def test_check_exits_1_with_the_reasons(railbird, tmp_path, text, problem):
    path = write(tmp_path, f'name = "mine"\n{text}\n')
    result = railbird("policies", "check", path)
    assert result.code == (1 if problem else 0)
    if problem:
        assert problem in result.out
        assert result.err.strip().endswith("rake policy mine: 1 row above")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('percent = "101"', "line 2: percent = '101' is not a percentage from 0 to 100"),
        ('percent = "1e999999"', "line 2: percent = '1e999999' is not a percentage from 0 to 100"),
        ('percent = "5.123"', "line 2: percent = '5.123' is not a percentage"),
        ('percent = "5"\ncaps = { 3 = "1" }', "line 3: caps: a gap below the first band"),
        ('percent = "5"\ncaps = { 4 = "1", 2 = "2" }', "line 3: caps: a gap below the first band"),
        ('percent = "5"\ncaps = { 2 = "1", 11 = "2" }', "line 3: caps: 11 players; bands must"),
        ('percent = "5"\ncaps = { 2 = "1", 5 = "2", 3 = "2" }', "line 3: caps: bands overlap"),
        ('percent = "5"\ncap_most = "-1"', "line 3: cap_most = '-1' is below zero"),
        ('percent = "5"\nunit = "0"', "line 3: unit = '0' must be above zero"),
        ('percent = "5"\nflat = "1"', "line 3: percent and flat: a schedule has one of them"),
        ('kind = "step"', "line 2: kind = 'step' needs the key 'step'; add it"),
        ('kind = "flat"\npercent = "5"', "line 2: kind = 'flat', but there is a key 'percent'"),
        ('thresholds = [{ pot = "20", take = "1" }, { pot = "10", take = "1" }]',
         "line 2: thresholds: for 2 players the pots do not rise; sort the rows"),
        ('tiers = [{ players = [2, 5], pot = "0", percent = "5" }]',
         "line 2: tiers: a gap, no row is for 6 players; widen players"),
        ('percent = "5"\nraises_without_flop = 0', "line 3: raises_without_flop = 0: at least 1"),
        ('percent = "5"\ntime_pots = 0', "line 3: time_pots = 0: at least 1 is needed"),
        ('percents = "5"', "line 2: unknown key 'percents'; did you mean 'percent'?"),
        ('percent = "5"\n[fees]\ntime_minutes = 0', "line 4: fees.time_minutes = 0: at least 1"),
        ('percent = "5"\n[splash]\nevery = 3', "splash.prizes: from 1 to 8 prizes"),
        (('percent = "5"\n[rakeback]\ntiers = [{ volume = "9", percent = "1" }, '
         '{ volume = "9", percent = "2" }]'), "line 4: rakeback.tiers: volumes do not rise"),
        ('[[schedules]]\nbetting = ["NL"]\npercent = "5"\n[[schedules]]\npercent = "4"',
         "line 5: schedules overlap: schedule 2 and schedule 1 hold for the same NL tables"),
        (('[[schedules]]\nbetting = ["NL"]\nfrom_stakes = "1/2"\nto_stakes = "2/4"\npercent = "5"\n'
         '[[schedules]]\nbetting = ["NL"]\nfrom_stakes = "5/10"\npercent = "4"'),
         "line 5: to_stakes = '2/4': a gap up to schedule 2, which begins at '5/10'"),
        (('[[schedules]]\nbetting = ["NL"]\nfrom_stakes = "1/2"\nto_stakes = "5/10"\npercent = "5"'
         '\n'
         '[[schedules]]\nbetting = ["NL"]\nfrom_stakes = "5/10"\npercent = "4"'),
         "line 5: to_stakes = '5/10': schedules overlap: schedule 2 begins at '5/10' already"),
        (('[[schedules]]\nseats = [2, 2]\npercent = "5"\n[[schedules]]\nseats = [4, 9]\n'
         'percent = "4"'), "line 6: a gap: no schedule has tables of 3 seats; widen seats of one"),
        ('[[schedules]]\nfrom_stakes = "1/2"\npercent = "5"',
         "line 3: from_stakes = '1/2' means blinds in NL and PL but limits in FL"),
        ('[[schedules]]\nbetting = ["FL"]\nfrom_stakes = "2"\npercent = "5"',
         "line 4: from_stakes = '2': write two amounts, as"),
        ('[[schedules]]\nseats = [1, 6]\npercent = "5"', "line 3: seats = [1, 6]: [least, most]"),
    ],
)  # fmt: skip
def test_check_exits_2_in_one_line_with_file_line_and_remedy(railbird, tmp_path, text, message):
    path = write(tmp_path, f'name = "mine"\n{text}\n')
    result = railbird("policies", "check", path)
    assert result.code == 2
    assert result.out == ""
    assert result.err.count("\n") == 1
    assert f"{path}, {message}" in result.err or message in result.err


def test_simulate_names_what_a_policy_has(railbird, tmp_path):
    result = railbird(
        "simulate", "--rake", "partypoker-fl", "--hands", "10", "--lake", tmp_path / "l"
    )
    assert result.code == 2
    assert result.err.count("\n") == 1
    assert (
        "partypoker-fl has no schedule for holdem NL, big blind 2, 6 seats; it has FL from 2/4"
        in (result.err)
    )


def test_an_old_simple_file_means_what_it_meant(tmp_path):
    policy = find_policy(
        write(tmp_path, SIMPLE + '[[caps]]\nfrom_players = 2\ncap = "1"\n'
              '[[caps]]\nfrom_players = 5\ncap = "3"\n')
    )  # fmt: skip
    assert policy.schedules == ()
    assert [cap.cap for cap in policy.caps] == ["1", "3"]
