"""What published PHH files do: unknown stacks and cards, late posts, odd antes; and the corpus."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from phh_hands import check_down, fault, nets, read, replayed, stacks_after, stands, write

from railbird import Lake
from railbird.errors import InputError
from railbird.ingest import ingest
from railbird.ingest.recorded import UNIT, UNKNOWN_STACK, UnreadableError
from railbird.lake.bits import OUTCOME_MUCKED, OUTCOME_SHOWN
from railbird.simulate.room import room_names

CORPUS = Path(
    os.environ.get("RAILBIRD_CORPUS") or Path(__file__).parents[2].parent / "shared" / "corpus"
)
HUNDREDS = (100, 100, 100)
LIMIT = {"variant": "'FT'", "small_bet": 2, "big_bet": 4, "min_bet": None}
UNSEEN = ("????", "8h8s", "????")
FLOP_BET = "p3 cc; p1 cc; p2 cc; FLOP; p1 cbr 10; p2 cc; p3 cc; TURN; p1 cc; p2 cc; p3 cc; RIVER;"
TO_SHOWDOWN = FLOP_BET + "p1 cc; p2 cc; p3 cc;"


def posts(text: str) -> list[tuple[int, str, int]]:
    return [(player, kind, amount // UNIT) for player, kind, amount in read(text).setting.posts]


def test_late_posts():
    text = write((1, 2, -2, -1, -3, 0), (100,) * 6, "p3 f; p4 f; p5 f; p6 f; p1 f")
    assert posts(text) == [
        (0, "sb", 1), (1, "bb", 2), (2, "post", 2), (3, "dead", 1), (4, "dead", 1), (4, "post", 2),
    ]  # fmt: skip
    assert nets(text) == [-1, 7, -2, -1, -3, 0]


def test_a_blind_alone_is_a_big_blind():
    text = write((10, 0, 0), HUNDREDS, "p2 f; p3 cbr 25; p1 f")
    assert nets(text) == [-10, 0, 10]
    _, outcome = stands(text)
    assert read(text).setting.small_blind == 0
    assert outcome.rows.column("players", "position").tolist() == [2, 3, 0]  # BB, CO, BTN


def test_button_straddle():
    text = write((1, 2, 0, 4), (100,) * 4, "p1 f; p2 f; p3 f")
    assert nets(text) == [-1, -2, 0, 3]
    assert fault(write((1, 2, 0, 4), (100,) * 4, "p3 f"))[1].startswith("action 5 'p3 f': out of")


@pytest.mark.parametrize(
    ("antes", "kind", "trimmed"),
    [
        ([0, 0, 3], "button", [-1, 4, -3]),
        ([0, 2, 3], "uneven", [-1, 4, -3]),
        ([1, 1, 1], "all", [-2, 3, -1]),
    ],
)
def test_who_antes(antes, kind, trimmed):
    text = write((1, 2, 0), HUNDREDS, "p3 f; p1 f", antes=antes)
    assert read(text).setting.ante_kind == kind
    assert read(text).setting.ante == max(antes) * UNIT
    assert nets(text) == trimmed


@pytest.mark.parametrize(
    ("min_bet", "least_raise", "least_bet"), [(2, 4, 2), (5, 7, 5), (1, 3, 1)]
)  # fmt: skip
def test_a_least_bet_of_its_own(min_bet, least_raise, least_bet):
    def fault_of(actions: str) -> str:
        return fault(write((1, 2, 0), HUNDREDS, actions, min_bet=min_bet))[1]

    assert fault_of(f"p3 cbr {least_raise - 1}").endswith(f"below the minimum ({least_raise})")
    limped = "p3 cc; p1 cc; p2 cc; FLOP;"
    assert fault_of(f"{limped} p1 cbr {least_bet - 0.5}").endswith(f"minimum ({least_bet})")
    text = write((1, 2, 0), HUNDREDS, f"p3 cbr {least_raise}; p1 f; p2 f", min_bet=min_bet)
    assert nets(text) == [-1, -2, 3]
    assert read(text).setting.small_bet == (0 if min_bet == 2 else min_bet * UNIT)


def test_fixed_limit():
    text = write((1, 2, 0), HUNDREDS, "p3 cbr 4; p1 f; p2 cbr 6; p3 cc; FLOP; p2 cbr 2; p3 cbr 4;"
                 "p2 cc; TURN; p2 cbr 4; p3 f", **LIMIT)  # fmt: skip
    assert nets(text) == [-1, 11, -10]
    setting = read(text).setting
    assert (setting.betting, setting.small_bet, setting.big_bet) == ("FL", 200, 400)
    # heads-up before the cap is reached there is none
    war = "p3 f; p1 cbr 4; p2 cbr 6; p1 cbr 8; p2 cbr 10; p1 cbr 12; p2 f"
    assert nets(write((1, 2, 0), HUNDREDS, war, **LIMIT)) == [10, -10, 0]
    capped = fault(write((1, 2, 0), HUNDREDS, war, **LIMIT, _railbird_room="'standard'"))
    assert capped == ("illegal", "action 8 'p2 cbr 10': not allowed here (allowed: fold, call)")


def test_unknown_stacks_are_never_all_in_and_written_as_null(tmp_path):
    text = write((1, 2, 0), HUNDREDS, "p3 cbr 5000; p1 f; p2 cc; FLOP; p2 cbr 90000; p3 f",
                 starting_stacks="[inf, inf, inf]")  # fmt: skip
    assert nets(text) == [-1, 5001, -5000]
    half = write((1, 2, 0), HUNDREDS, "p3 cbr 50; p1 f; p2 f", starting_stacks="[100, inf, 100]",
                 finishing_stacks="[99, inf, 103]")  # fmt: skip
    assert read(half).stacks == (10_000, UNKNOWN_STACK, 10_000)
    path = tmp_path / "one.phhs"
    path.write_text(f"[1]\n{text}\n\n[2]\n{half}\n")
    assert ingest([path], tmp_path / "lake").issues == 0
    lake = Lake(tmp_path / "lake")
    stacks = lake.sql("select stack from players order by hand_id, seat")["stack"].to_list()
    assert stacks == [None, None, None, 10_000, None, 10_000]
    assert lake.sql("select count(*) as n from actions where all_in")["n"].item() == 0
    assert lake.check().is_empty()
    assert " ?" in lake.show(0)
    wrong = half.replace("[99, inf, 103]", "[99, inf, 104]")
    assert fault(wrong)[0] == "stacks"
    ends = write((1, 2), (9, 9), "p2 cbr 500; p1 cc; FLOP; TURN; RIVER", starting_stacks="[inf, 9]")
    assert fault(ends.replace("9]", "inf]")) == (
        "illegal", ("the record ends before the hand does; player 1 ('p1') is to act; "
        "stacks are unknown, so all-ins are"),
    )  # fmt: skip


def test_a_hand_that_is_not_shown_loses():
    text = write((1, 2, 0), HUNDREDS, TO_SHOWDOWN + "p1 sm ????; p2 sm 8h8s; p3 sm", holes=UNSEEN)
    assert nets(text) == [-12, 24, -12]
    _, outcome = replayed(text)
    shown = [
        o & (OUTCOME_SHOWN | OUTCOME_MUCKED) for o in outcome.rows.column("players", "outcome")
    ]
    assert shown == [OUTCOME_MUCKED, OUTCOME_SHOWN, OUTCOME_MUCKED]
    # ... also where it was written as unknown while others were all-in, and shown later
    later = write((1, 2, 0), HUNDREDS, TO_SHOWDOWN + "p1 sm ????; p2 sm 8h8s; p3 sm; p1 sm AhAs",
                  holes=UNSEEN)  # fmt: skip
    assert nets(later) == [24, -12, -12]


def test_a_hand_that_nobody_speaks_of_is_an_issue():
    text = write((1, 2, 0), HUNDREDS, TO_SHOWDOWN + "p2 sm 8h8s; p3 sm", holes=UNSEEN)
    assert fault(text) == ("unknown_cards", "showdown with unknown cards of player 1 ('p1')")
    nobody = write((1, 2, 0), HUNDREDS, TO_SHOWDOWN + "p1 sm; p2 sm ????; p3 sm",
                   holes=("????",) * 3)  # fmt: skip
    assert fault(nobody)[0] == "unknown_cards"


def test_the_money_says_who_won_unseen():
    def unseen(**fields: object) -> str:
        return write((1, 2, 0), HUNDREDS, TO_SHOWDOWN, holes=UNSEEN, **fields)

    assert nets(unseen(finishing_stacks=[124, 88, 88])) == [24, -12, -12]
    assert nets(unseen(winnings=[0, 0, 36])) == [-12, -12, 24]
    _, outcome = stands(unseen(winnings=[0, 0, 36]))
    assert outcome.rows.column("players", "hole").tolist()[2] == -1
    # a claim that the pot does not pay is none
    assert fault(unseen(winnings=[0, 0, 34])) == (
        "unknown_cards", ("the award hangs on unknown cards, and the winnings stated for player 3 "
        "('p3') (34) are not what the actions pay (36)"),
    )  # fmt: skip
    assert fault(unseen(winnings=[0, 0, 0]))[0] == "unknown_cards"
    assert fault(unseen(finishing_stacks=[122, 88, 90]))[0] == "stacks"
    # winnings are not asked where cards are known
    assert nets(write((1, 2, 0), HUNDREDS, "p3 f; p1 f", winnings=[9, 9, 9])) == [-1, 1, 0]


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"_railbird_room": "'../x.toml'"}, "_railbird_room: no room '../x.toml'; known: "),
        ({"_railbird_room": "5"}, "_railbird_room must be a text"),
        ({"_railbird_betting": "'FL'"}, "_railbird_betting: 'FL' does not go with variant NT"),
        ({"_railbird_chip": "0"}, "_railbird_chip must be a part or a multiple of 1"),
        ({"_railbird_chip": "0.03"}, "_railbird_chip must be a part or a multiple of 1"),
        ({"_railbird_rake": "'{'"}, "_railbird_rake: Input data was truncated"),
        ({"_railbird_rake": '\'{"name":"x","bps":99999}\''}, "_railbird_rake: no policy that"),
        ({"_railbird_button": "2"}, "_railbird_button must be the last player's seat or an empty"),
        ({"_railbird_profiles": "['a']"}, "_railbird_profiles must be 3 names"),
    ],
)
def test_user_fields_that_cannot_be(fields, message):
    code, words = fault(write((1, 2, 0), HUNDREDS, "p3 f; p1 f", **fields))
    assert (code, words[: len(message)]) == ("field", message)


def test_user_fields_of_others_are_passed_by():
    text = write((1, 2, 0), HUNDREDS, "p3 f; p1 f", _x="{a = 1.5}", _railbird_else="'?'")
    assert nets(text) == [-1, 1, 0]
    for room in room_names():
        assert read(f"{text}\n_railbird_room = '{room}'").setting.room == room


@pytest.mark.parametrize(
    ("stack", "rake", "stands"),
    [
        (9 * 10**6, '{"name":"x","bps":10000}', True),
        (10**9, '{"name":"x","bps":500}', False),
        (10**9, '{"name":"x","bps":0}', True),
        (10**9, '{"name":"x","bps":500,"caps":[-1,-1,9,9,9,9,9,9,9,9,9]}', True),
        (10**13, '{"name":"x","bps":5000,"caps":[-1,-1,9,9,9,9,9,9,9,9,9]}', False),
        ("inf", '{"name":"x","bps":500}', True),
    ],
)
def test_amounts_too_large_for_a_rake(stack, rake, stands):
    text = write((1, 2, 0), HUNDREDS, "p3 f; p1 f", _railbird_rake=f"'{rake}'",
                 starting_stacks=f"[{stack}, 100, 100]")  # fmt: skip
    if stands:
        assert nets(text) == [-1, 1, 0]
    else:
        assert fault(text) == ("amount", "amounts too large for a rake policy")


def test_all_of_a_large_pot_is_raked_exactly():
    rich = 9 * 10**6
    text = write((1, 2), (rich, rich), f"p2 cbr {rich}; p1 cc; FLOP; TURN; RIVER",
                 _railbird_rake='\'{"name":"x","bps":10000}\'')  # fmt: skip
    _, outcome = stands(text)
    assert outcome.rows.column("hands", "rake").tolist() == [2 * rich * UNIT]
    for shares in ("rake_dealt", "rake_contributed", "rake_weighted", "rake_winner"):
        assert outcome.rows.column("players", shares).sum() == 2 * rich * UNIT


SHOWN = ";p1 sm {};p2 sm {};p3 sm {}"


@pytest.mark.parametrize("trimming", ["true", "false"])
@pytest.mark.parametrize("antes", [[3, 3, 3], [0, 0, 3], [0, 3, 0], [1, 2, 3]])
@pytest.mark.parametrize(
    ("stacks", "actions"),
    [
        (HUNDREDS, "p3 cbr 6; p1 f; p2 f"),
        (HUNDREDS, "p3 cbr 6; p1 cc; p2 cc;" + check_down("p1 p2 p3") + SHOWN),
        ((100, 50, 20), ("p3 cc; p1 cbr 40; p2 cc; p3 cc; FLOP; p1 cc; p2 cc; TURN; p1 cc; p2 cc;"
         "RIVER; p1 cc; p2 cc" + SHOWN)),
    ],
)  # fmt: skip
def test_pokerkit_reads_antes_the_same(antes, trimming, stacks, actions):
    from pokerkit import HandHistory

    holes = ("ThTs", "KhKs", "AhAs")
    if "{}" in actions:
        actions = actions.format(*holes)
    text = write(
        (1, 2, 0), stacks, actions, holes=holes, antes=antes, ante_trimming_status=trimming
    )
    *_, end = HandHistory.loads(text)
    assert stacks_after(text) == list(end.stacks)


DIALECT = [
    write((1, 2, -2, 0), (100,) * 4, "p3 cc; p4 f; p1 f; p2 cbr 8; p3 f"),
    write((1, 2, 0), HUNDREDS, TO_SHOWDOWN + "p1 sm ????; p2 sm 8h8s; p3 sm", holes=UNSEEN,
          starting_stacks="[inf, 100, inf]", winnings=[0, 36, 0]),
    write((1, 2), HUNDREDS[:2], "p2 cbr 4; p1 cbr 6; p2 f", **LIMIT, antes=[1, 0],
          _railbird_rake='\'{"name":"x","bps":500}\'', _railbird_chip=0.05),
]  # fmt: skip
DAMAGE = [b"'", b"[", b"]", b"inf", b"-", b".5", b"#", b"0", b"9" * 20, b"????", b"{", b"\n", b"\r"]


@settings(max_examples=300, deadline=None)
@given(st.data())
def test_any_damage_to_a_dialect_is_an_issue_or_a_hand(data):
    text = bytearray(data.draw(st.sampled_from(DIALECT)).encode())
    for _ in range(data.draw(st.integers(1, 4))):
        spot = data.draw(st.integers(0, len(text)))
        text[spot : spot + data.draw(st.integers(0, 6))] = data.draw(
            st.binary(max_size=3) | st.sampled_from(DAMAGE)
        )
    raw = bytes(text).replace(b"\n[", b"\n [").lstrip(b" \t\r\n")
    try:
        _, outcome = replayed(raw.decode(errors="replace"))
    except (UnreadableError, ValueError) as error:
        assert isinstance(error, UnreadableError) or "unpack" in str(error)  # noqa: PT017
        return
    rows = outcome.rows
    pot = int(rows.column("hands", "pot").sum() - rows.column("hands", "rake").sum())
    assert int(rows.column("players", "collected").sum()) == pot
    assert int(rows.column("players", "invested").sum()) == rows.column("hands", "pot").sum()


def corpus(folder: str) -> list[Path]:
    """Return the files of a part of the corpus; none where it is not on this machine."""
    files = sorted((CORPUS / folder).glob("*.phh*"))
    assert files or "RAILBIRD_CORPUS" not in os.environ, f"no files in {CORPUS / folder}"
    return files


def test_of_the_handhq_hands_nearly_all_enter(tmp_path):
    files = corpus("phhs_handhq")
    if not files:
        return
    result = ingest(files, tmp_path / "lake")
    assert (result.hands, result.issues) == (1951, 18)
    lake = Lake(tmp_path / "lake")
    reasons = lake.sql(
        "select code, regexp_replace(message, 'player \\d+ \\(.*\\)', 'X') as message, count(*) n"
        " from issues group by all order by n"
    )
    assert reasons.rows() == [
        ("field", "seats are not in the order of the deal, each once", 2),
        ("illegal", ("the record ends before the hand does; X is to act; stacks are unknown, so "
         "all-ins are"), 16),
    ]  # fmt: skip
    assert lake.check().is_empty()


def test_of_the_wsop_every_hand_of_holdem_and_omaha_enters(tmp_path):
    files = corpus("phh_wsop")
    if not files:
        return
    result = ingest(files, tmp_path / "lake")
    assert (result.hands, result.issues) == (8, 6)
    lake = Lake(tmp_path / "lake")
    played = lake.sql("select game, betting, count(*) as n from hands group by all order by all")
    assert played.rows() == [
        ("holdem", "FL", 2),
        ("holdem", "NL", 3),
        ("omaha", "PL", 1),
        ("omaha8", "FL", 2),
    ]
    names = lake.sql("select distinct split_part(message, ' ', 2) as v from issues order by v")["v"]
    assert names.to_list() == ["F2L3D", "F7S", "F7S/8", "FR"]
    assert lake.check().is_empty()


def test_a_format_that_cannot_be_written(tmp_path):
    with pytest.raises(InputError, match="no format 'ohh' to write; did you mean 'phh'"):
        Lake.__new__(Lake).export(tmp_path / "x", format="ohh")
