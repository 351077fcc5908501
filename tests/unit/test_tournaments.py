"""Sit-and-gos: levels, who is out, prizes, and what a job may say of them."""

from collections import defaultdict

import numpy as np
import pytest
from game_damage import change

from railbird.errors import InputError
from railbird.lake.lake import LakeFolder
from railbird.reports.check import run_checks
from railbird.reports.connect import Lake
from railbird.simulate import layout as at
from railbird.simulate.job import Job, resolve
from railbird.simulate.play import play
from railbird.simulate.room import find_room, table_config
from railbird.simulate.runner import replay_manifest, simulate
from railbird.simulate.sessions import PopulationKeys
from railbird.simulate.tournaments import TournamentKeys, prizes_of, usual_payouts


def sng(count=40, **changes):
    keys = {k: changes.pop(k) for k in tuple(changes) if k in TournamentKeys.__struct_fields__}
    return resolve(Job(tournament=TournamentKeys(count=count, **keys), **changes))


@pytest.fixture(scope="module")
def played():
    """Sixty tournaments of quick players: many go broke in the same hand."""
    recipe = sng(60, bots="maniac:3,always_raise:2,lag", seats=6)
    return recipe, play(recipe)


def hands_of(rows):
    """Per tournament and hand: level, small blind posted, and (player, stack, stack after)."""
    found = defaultdict(lambda: defaultdict(list))
    players = rows.columns("players")
    net = players["collected"] - players["invested"]
    columns = (players["hand_id"], players["player"], players["stack"], players["stack"] + net)
    for hand, player, stack, after in zip(*(c.tolist() for c in columns), strict=True):
        found[hand >> 32][hand & 0xFFFFFFFF].append((player, stack, after))
    return found


def places_of(hands, n):
    """Places as the rule says them, from the hands alone: (first, number of equals) by player."""
    left = n
    places = {}
    for number in sorted(hands):
        broke = sorted(((s, p) for p, s, after in hands[number] if after == 0), reverse=True)
        left -= len(broke)
        better = [s for s, _ in broke]
        for stack, player in broke:
            places[player] = (left + 1 + better.index(stack), better.count(stack))
    (winner,) = [p for p, _, after in hands[max(hands)] if after > 0]
    places[winner] = (1, 1)
    return places


def test_players_broke_in_the_same_hand_are_ranked_by_stack(played):
    recipe, rows = played
    results = defaultdict(dict)
    for t, player, place, _ in rows.tournaments.T.tolist():
        results[t][player] = place
    together = 0
    for t, hands in hands_of(rows).items():
        expected = places_of(hands, recipe.table.seats)
        assert results[t] == {player: first for player, (first, _) in expected.items()}
        together += sum(sum(a == 0 for _, _, a in hand) > 1 for hand in hands.values())
    assert together > 10


def test_players_broke_from_equal_stacks_share_the_prizes_of_their_places():
    recipe = sng(200, seats=3, bots="always_raise", payouts=("50", "30", "20"), buy_in="10.01")
    prizes = recipe.tournament.prizes
    assert prizes == (1502, 901, 600)
    rows = play(recipe)
    shared = 0
    for t, hands in hands_of(rows).items():
        places = places_of(hands, 3)
        mine = rows.tournaments[:, rows.tournaments[0] == t]
        assert mine[3].sum() == 3003
        for _, player, place, prize in mine.T.tolist():
            first, equals = places[player]
            money = sum(prizes[first - 1 : first - 1 + equals])
            assert place == first
            assert prize - money // equals in ((0,) if money % equals == 0 else (0, 1))
            shared += equals > 1
    assert shared > 20


def test_a_tournament_ends_when_one_player_has_all_chips(played):
    recipe, rows = played
    for hands in hands_of(rows).values():
        for number in sorted(hands):
            assert sum(stack for _, stack, _ in hands[number]) == 6 * recipe.stack
            assert all(stack > 0 for _, stack, _ in hands[number])
        assert sum(after == 6 * recipe.stack for _, _, after in hands[max(hands)]) == 1


def blinds_by_hand(rows):
    """Big blind posted, and the highest ante, by (tournament, hand), of players not all-in."""
    what = rows.column("actions", "what")
    ids, amounts = rows.column("actions", "hand_id"), rows.column("actions", "amount")
    blind = defaultdict(int)
    ante = defaultdict(int)
    for kind, store in ((2, blind), (0, ante)):
        for hand, amount in zip(
            ids[what & 15 == kind].tolist(), amounts[what & 15 == kind].tolist(), strict=True
        ):
            store[hand] = max(store[hand], amount)
    return blind, ante


def test_levels_rise_by_hands():
    recipe = sng(30, levels=("10/20", "20/40/5", "50/100/10"), level_hands=4)
    rows = play(recipe)
    level = rows.column("hands", "level")
    number = rows.column("hands", "hand_id") & 0xFFFFFFFF
    assert (level == np.minimum(number // 4, 2) + 1).all()
    blind, ante = blinds_by_hand(rows)
    full = 0
    for hand, n in zip(rows.column("hands", "hand_id").tolist(), level.tolist(), strict=True):
        assert blind[hand] <= (2_000, 4_000, 10_000)[n - 1]
        assert ante[hand] == (0, 500, 1_000)[n - 1]
        full += blind[hand] == (2_000, 4_000, 10_000)[n - 1]
    assert full > 0.9 * len(level)


def test_levels_rise_by_minutes_of_the_clock():
    recipe = sng(30, level_minutes=3)
    rows = play(recipe)
    started = rows.column("hands", "started")
    expected = np.minimum(started // 180, len(recipe.tournament.levels) - 1) + 1
    assert (rows.column("hands", "level") == expected).all()
    assert started.max() > 600


def test_fixed_limit_levels_are_limits():
    recipe = sng(10, betting="FL", levels=("20/40", "50/100"), level_hands=5)
    assert recipe.tournament.levels[1].small_bet == 5_000
    assert recipe.tournament.levels[1].big_bet == 10_000
    assert recipe.tournament.levels[1].small_blind == 2_500
    play(recipe)


def test_three_raises_even_heads_up_in_a_tournament_where_cash_tables_lift_the_cap():
    room = find_room("pokergalaxy")
    cash = resolve(Job(room="pokergalaxy", seats=2, stakes="10/20"))
    tournament = sng(
        20, room="pokergalaxy", seats=2, bots="always_raise", levels=("20/40",), chips=1_000
    )
    assert table_config(room, cash.table)[at.C_HEADS_UP_UNCAPPED] == 1
    assert table_config(room, tournament.table)[at.C_HEADS_UP_UNCAPPED] == 0
    rows = play(tournament)
    assert rows.column("hands", "raises_preflop").max() == 3


def test_the_dead_button_goes_on_where_a_player_is_out(tmp_path):
    """The big blind advances to the next player in every hand, whoever went broke between."""
    text = 'name = "dead"\n[games]\nholdem = ["NL"]\n[seating]\nbutton = "dead"\n'
    (tmp_path / "dead.toml").write_text(text)
    rows = play(sng(20, room=str(tmp_path / "dead.toml"), bots="maniac"))
    what = rows.column("actions", "what")
    is_big = what & 15 == 2
    seats = (what[is_big] >> 6 & 15).tolist()
    ids = rows.column("actions", "hand_id")[is_big].tolist()
    big = dict(zip(ids, seats, strict=True))
    alive = defaultdict(set)
    players = rows.columns("players")
    for hand, seat in zip(players["hand_id"].tolist(), players["seat"].tolist(), strict=True):
        alive[hand].add(seat)
    followed = 0
    for hand, seat in big.items():
        if len(alive.get(hand + 1, ())) < 3 or hand + 1 not in big:
            continue
        ring = [(seat + i) % 6 for i in range(1, 7)]
        assert big[hand + 1] == next(s for s in ring if s in alive[hand + 1])
        followed += 1
    assert followed > 100


@pytest.mark.parametrize(
    ("payouts", "pool", "players", "prizes"),
    [
        (("100",), 4_000, 4, (4_000, 0, 0, 0)),
        (("50", "30", "20"), 10_001, 3, (5_001, 3_000, 2_000)),
        (("65", "35"), 3, 2, (2, 1)),
        (("33.4", "33.3", "33.3"), 100, 3, (34, 33, 33)),
    ],
)
def test_prizes_make_the_prize_money(payouts, pool, players, prizes):
    assert prizes_of(payouts, pool, players) == prizes
    assert sum(prizes) == pool


def test_usual_payouts_by_players():
    assert [len(usual_payouts(n)) for n in range(2, 11)] == [1, 1, 1, 2, 2, 2, 3, 3, 3]


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"count": 0}, "tournament.count = 0: from 1 to 1,000,000 is possible"),
        ({"count": "2G"}, "tournament.count = 2G: from 1 to 1,000,000 is possible"),
        ({"levels": ()}, "tournament.levels: 0 levels; from 1 to 100 are possible"),
        (
            {"levels": ("10",)},
            "tournament.levels, level 1 = '10': no level; write small and big blind",
        ),
        ({"levels": ("10/20", "20/10")}, "tournament.levels, level 2 = '20/10': the first amount"),
        ({"levels": ("20/10", "20/40")}, "tournament.levels, level 1 = '20/10': the first amount"),
        ({"levels": ("10/20/x",)}, "tournament.levels, level 1 = '10/20/x', ante = 'x': no amount"),
        ({"levels": ("10/x",)}, "tournament.levels, level 1 = '10/x': amount 'x': not a number"),
        ({"levels": ("50/100", "10/20")}, "tournament.levels: the blinds fall"),
        (
            {"levels": ("0.5/1",)},
            "tournament.levels, level 1 = '0.5/1': 0.50 is no multiple of 1, the smallest chip of",
        ),
        ({"level_hands": 5, "level_minutes": 5}, "leave one of them out"),
        ({"level_hands": 0}, "tournament.level_hands = 0: from 1 to"),
        ({"payouts": ("60", "50")}, "percentages that fall from place to place and make 100"),
        ({"payouts": ("40", "60")}, "percentages that fall"),
        ({"payouts": ("x",)}, "percentages that fall"),
        ({"payouts": ("nan", "50")}, "percentages that fall"),
        ({"payouts": ("9e999999", "9e999999")}, "percentages that fall"),
        ({"seats": 2, "payouts": ("50", "30", "20")}, "for at most 2 players"),
        ({"chips": 0}, "tournament.chips = 0: less than the first big blind (20.00); raise it"),
        ({"chips": "1500.5"}, "tournament.chips = 1500.5: whole chips are needed; round it"),
        ({"buy_in": 10**16}, "tournament.buy_in = 10000000000000000: at most"),
        (
            {"seats": 6, "population": PopulationKeys(players=5)},
            "population.players = 5: a tournament of 6 needs as many; raise it, or lower --seats",
        ),
        ({"fee": "-1"}, "tournament.fee = -1: below zero"),
        ({"fee": "x"}, "tournament.fee = 'x': not a number; write it as 2 or 2.50"),
        ({"stakes": "5/10"}, "stakes: follows from tournament.levels; leave stakes out"),
        ({"rake": "five-percent"}, "rake: follows from tournament.fee; leave rake out"),
        ({"tables": 5}, "tables: follows from tournament.count; leave tables out"),
        ({"hands": 500}, "hands: follows from tournament.count; leave hands out"),
    ],
)
def test_a_tournament_that_makes_no_sense_is_refused(changes, message):
    with pytest.raises(InputError) as error:
        sng(**changes)
    assert message in str(error.value)


def test_a_tournament_that_nobody_wins_is_refused(tmp_path):
    recipe = sng(1, seats=2, bots="check_fold", levels=("10/20",))
    with pytest.raises(InputError, match="nobody has won it after 10,000 hands; seat other bots"):
        simulate(recipe, tmp_path, "endless")
    assert LakeFolder.open(tmp_path).runs() == []


@pytest.mark.slow
def test_tournaments_in_a_lake_same_bytes_on_any_threads_and_all_checks_pass(tmp_path):
    keys = {"count": 300, "game": "omaha", "betting": "PL", "room": "standard"}
    recipe = sng(**keys)
    one = simulate(recipe, tmp_path / "one", threads=1)
    two = simulate(recipe, tmp_path / "two", threads=2)
    first, second = (LakeFolder.open(tmp_path / n).read_manifest(one.run) for n in ("one", "two"))
    assert [p["sha256"] for p in first.parts] == [p["sha256"] for p in second.parts]
    assert two.hands == one.hands == first.hands
    lake = Lake(tmp_path / "one")
    assert lake.check().is_empty()
    assert lake.sql("select count(*) from hands").item() == first.hands
    replay_manifest(tmp_path / "one" / "runs" / f"{one.run}.json", tmp_path / "copy")
    money = lake.sql("select sum(buy_in), sum(fee), sum(prize), count(*) from tournaments").row(0)
    assert money == (300 * 6 * 1_000, 300 * 6 * 100, 300 * 6 * 1_000, 1_800)
    report = lake.report("tournaments")
    assert report["price"].to_list() == ["10+1"]
    assert report["fees"].to_list() == [1_800.0]
    assert report["fee_pct_prizes"].to_list() == [10.0]
    assert report["roi_pct"].to_list() == [-9.09]
    hands = (
        "select distinct currency, stacks_mode, rake_policy, tournament_id = table_id from hands"
    )
    assert lake.sql(hands).row(0) == ("chips", "carry", "none", True)


@pytest.mark.parametrize(
    ("check", "column"),
    [
        ("09_tournaments_pay_their_prize_money", "prize"),
        ("09_places_follow_from_the_chips", "place"),
    ],
)
def test_wrong_prizes_and_places_are_found(tmp_path, check, column):
    result = simulate(sng(3), tmp_path)

    def more(rows):
        rows[4][column] += 1

    change(tmp_path, "tournaments", result.run, more)
    found = run_checks(Lake(tmp_path), only=[check])
    assert found.height == 1
    assert "tournament 0: " in found["problem"].item()


@pytest.mark.slow
def test_a_population_plays_tournaments_and_the_fee_is_the_houses(tmp_path):
    from railbird.simulate.sessions import PopulationKeys

    population = PopulationKeys(players=500, mix="tag:2,lag,nit,station,maniac")
    recipe = sng(200, seats=9, population=population, buy_in="20", fee="2")
    result = simulate(recipe, tmp_path)
    lake = Lake(tmp_path)
    assert lake.check().is_empty()
    assert lake.sql("select count(distinct player) from tournaments").item() > 400
    rake = lake.report("rake", by="stake")
    assert rake["stake"].to_list() == ["20+2"]
    assert rake["currency"].to_list() == ["USD"]
    assert rake["fee_sum"].to_list() == [200 * 9 * 2.0]
    assert rake["hands"].to_list() == [result.hands]
    by_profile = lake.report("tournaments", by="profile")
    assert set(by_profile["profile"]) == {"tag", "lag", "nit", "station", "maniac"}
