"""How profiles answer the rake: nothing where they are blind to it, calls before raises else."""

from __future__ import annotations

import msgspec
import numpy as np
import pytest
from game_views import compiled_profile
from profile_views import BLIND, NAMES, answer, flop, observation, raised, shares, unopened

from railbird.errors import InputError
from railbird.simulate import layout as at
from railbird.simulate.bots import profile_params as par
from railbird.simulate.bots import profile_tables, profiles
from railbird.simulate.bots.catalogue import BotEntry, seat_bots
from railbird.simulate.bots.profile_params import ONE, P_RAKE_RESPONSE
from railbird.simulate.codes import CALL, FOLD, POS_BTN, POS_SB, RAISE
from railbird.simulate.job import Job, resolve
from railbird.simulate.play import play
from railbird.simulate.rows import COLUMNS
from railbird.tomlfile import parse

FIVE_PERCENT = 500
NOISE = 0.004  # the edges of ranges are drawn


@pytest.fixture(scope="module")
def decide():
    return compiled_profile()


def raked(obs, bps=FIVE_PERCENT, cap=-1, *, free=True, raked_from=-1):
    """The same observation at a table with rake; the cap is in big blinds."""
    obs = obs.copy()
    obs[at.O_RAKE_BPS] = bps
    obs[at.O_RAKE_CAP] = round(cap * BLIND) if cap >= 0 else -1
    obs[at.O_NO_FLOP_NO_DROP] = free
    obs[at.O_RAKE_RAISES] = raked_from
    return obs


SITUATIONS = [
    unopened(2), unopened(1), raised(2.5), raised(2.5, 2, POS_BTN), raised(3, 0, POS_SB),
    flop("Kh8s5c"), flop("Kh8s5c", 0.67),
]  # fmt: skip


@pytest.mark.parametrize("name", NAMES)
def test_a_blind_profile_answers_as_if_there_were_no_rake(decide, name):
    for obs in SITUATIONS:
        assert shares(decide, name, raked(obs)) == shares(decide, name, obs)


@pytest.mark.parametrize("name", NAMES)
def test_a_rake_of_nothing_changes_nothing(decide, name):
    for obs in SITUATIONS:
        assert shares(decide, name, raked(obs, bps=0), "1") == shares(decide, name, obs)
        assert shares(decide, name, raked(obs, cap=0), "1") == shares(decide, name, obs)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("situation", [raised(2.5, 2, POS_BTN), raised(2.5), raised(3, 0, POS_SB)])
def test_the_higher_the_rake_the_more_is_folded_and_calls_shrink_most(decide, name, situation):
    answers = [shares(decide, name, raked(situation, bps), "1") for bps in (0, 250, 500, 1000)]
    folds = [found[FOLD] for found in answers]
    assert folds == sorted(folds)
    assert folds[-1] > folds[0] + NOISE
    kept = {action: answers[2][action] / answers[0][action] for action in (CALL, RAISE)}
    assert kept[CALL] < 0.8
    assert kept[CALL] < kept[RAISE]


def test_five_percent_costs_the_button_behind_a_raise_about_a_quarter_of_his_hands(decide):
    """The figures of docs/profiles.md."""
    gone = {}
    for name in NAMES:
        before, after = (
            shares(decide, name, raked(raised(2.5, 3, POS_BTN), bps), "1") for bps in (0, 500)
        )
        gone[name] = 1 - (after[CALL] + after[RAISE]) / (before[CALL] + before[RAISE])
    documented = {"nit": 0.34, "tag": 0.22, "lag": 0.26, "station": 0.43, "maniac": 0.31}
    assert gone == pytest.approx(documented, abs=0.015)


def test_a_cap_softens_the_answer(decide):
    obs = raised(2.5, 2, POS_BTN)
    folds = [shares(decide, "tag", raked(obs, cap=cap), "1")[FOLD] for cap in (0, 0.2, 0.5, 3)]
    assert folds == sorted(folds)
    assert folds[0] + NOISE < folds[1] < folds[2] - NOISE


@pytest.mark.parametrize("name", NAMES)
def test_no_flop_no_drop_moves_calls_to_raises(decide, name):
    obs = raised(2.5, 2, POS_BTN)

    def raised_of_played(**policy):
        found = shares(decide, name, raked(obs, **policy), "1")
        return found[RAISE] / (found[RAISE] + found[CALL])

    assert raised_of_played() > raised_of_played(free=False)
    assert raised_of_played() > raised_of_played(bps=0)
    # a 3-bet is the second raise: free where rake is taken from the third on, not from the second
    assert raised_of_played(raked_from=3) == raised_of_played()
    assert raised_of_played(raked_from=2) == raised_of_played(free=False)


def test_limps_shrink_more_than_opening_raises(decide):
    before, after = (shares(decide, "station", raked(unopened(3), bps), "1") for bps in (0, 500))
    assert after[CALL] / before[CALL] < 0.7 < after[RAISE] / before[RAISE]


@pytest.mark.parametrize("name", NAMES)
def test_after_the_flop_the_rake_is_part_of_the_price(decide, name):
    bet = flop("Kh8s5c", 0.67)
    folds = [shares(decide, name, raked(bet, bps), "1")[FOLD] for bps in (0, 500, 1000)]
    assert folds[0] < folds[1] < folds[2]
    capped = shares(decide, name, raked(bet, 1000, cap=0.1), "1")[FOLD]
    assert folds[0] <= capped < folds[1]


def test_the_price_is_that_of_the_pot_without_its_rake(decide):
    """A call of 10 into 90 pays 10 %; 20 % of rake make it 12.5: a hand folded at 11 goes."""
    profile = profiles.profile_bot("tag").params.copy()
    profile[par.P_RAKE_RESPONSE] = ONE
    profile[par.P_FOLD_AT : par.P_FOLD_AT + 30] = 11 * ONE // 100
    profile[par.P_RAISE : par.P_RAISE + 30] = 0
    for number in (par.P_SOFTNESS, par.P_CROWD_FOLD, par.P_RESPECT):
        profile[number] = 0
    obs = flop("Kh8s5c", 0.67)
    obs[at.O_POT], obs[at.O_TO_CALL] = 90 * BLIND, 10 * BLIND
    obs[at.O_HOLE : at.O_HOLE + 2] = (0, 1)
    stream, memory = np.zeros(8, np.uint64), np.zeros(256, np.int64)
    assert decide(obs, stream, memory, profile)[0] == CALL
    assert decide(raked(obs, 500), stream, memory, profile)[0] == CALL
    assert decide(raked(obs, 2000), stream, memory, profile)[0] == FOLD
    assert decide(raked(obs, 2000, cap=5), stream, memory, profile)[0] == CALL


def test_a_response_scales(decide):
    obs = raked(raised(2.5, 2, POS_BTN))
    called = [shares(decide, "tag", obs, response)[CALL] for response in ("0", "0.5", "1", "2")]
    assert called == sorted(called, reverse=True)
    assert called[0] - called[1] == pytest.approx(called[1] - called[2], abs=2 * NOISE)


def test_aces_are_raised_at_any_rake(decide):
    assert answer(decide, "nit", raked(unopened(5), 1000), "AcAd")[0] == RAISE


# ---------------------------------------------------------------- jobs


def test_a_job_sets_the_response_of_all_profiles_and_an_entry_its_own():
    job = Job(
        seats=4, rake_response="0.50",
        bots=(BotEntry("tag"), BotEntry("lag", rake_response=1), "station", "random"),
    )  # fmt: skip
    recipe = resolve(job)
    assert [player.rake_response for player in recipe.players] == ["0.5", "1", "0.5", "0"]
    bots = seat_bots(job.bots, 4, "0.5")
    assert [int(bot.params[P_RAKE_RESPONSE]) for bot in bots[:3]] == [ONE // 2, ONE, ONE // 2]
    assert resolve(msgspec.structs.replace(job, rake_response=0.5)) == recipe
    assert profiles.profile_bot("tag").params[P_RAKE_RESPONSE] == 0


def test_a_profile_may_state_a_factor_of_its_own(tmp_path):
    text = (profiles.folder() / "profiles" / "nit.toml").read_text()
    path = tmp_path / "mine.toml"
    path.write_text(text.replace("[sense]\n", "[sense]\nrake = 0.25\n"))
    (bot,) = seat_bots(f"{path}", 1, "2")
    assert bot.params[P_RAKE_RESPONSE] == ONE // 2
    wrong = text.replace("[sense]\n", "[sense]\nrake = -1.0\n")
    with pytest.raises(InputError, match=r"sense.rake is -1.0; it must be .*>= 0"):
        parse(wrong, profile_tables.Profile, where="mine.toml")


@pytest.mark.parametrize("value", ["much", -1, 10.5, "nan", ""])
def test_a_wrong_response_is_refused(value):
    with pytest.raises(InputError, match=r"rake_response = .*a number from 0 .* to 10 is possible"):
        resolve(Job(rake_response=value))


def test_only_profiles_take_a_response():
    with pytest.raises(InputError, match="random takes no rake_response"):
        resolve(Job(bots=(BotEntry("random", rake_response="1"),)))


def test_blind_hands_are_those_without_rake_and_answering_ones_are_not():
    """The response goes from job to table; without rake it changes not one row."""

    def rows(response, bps=0):
        recipe = resolve(Job(hands=400, rake="none", rake_response=response))
        rake = msgspec.structs.replace(recipe.rake, bps=bps)
        return play(msgspec.structs.replace(recipe, rake=rake))

    blind = rows("0")
    free = rows("1")
    for table in COLUMNS:
        assert (getattr(blind, table) == getattr(free, table)).all()
    dealt = [rows(response, FIVE_PERCENT).actions for response in ("0", "1")]
    assert dealt[0].shape == blind.actions.shape
    assert (dealt[0] == blind.actions).all()
    assert dealt[1].shape != blind.actions.shape
    assert observation()[at.O_RAKE_BPS] == 0
