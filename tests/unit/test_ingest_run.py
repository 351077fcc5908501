"""Files into a lake: parts, repeats, kills, damage; and all hands of the Pluribus set."""

from __future__ import annotations

import csv
import os
from io import BytesIO
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from railbird import Lake
from railbird.errors import InputError
from railbird.ingest import ingest, passages
from railbird.ingest.inputs import examine
from railbird.ingest.laying import Layer
from railbird.ingest.passages import Passages
from railbird.ingest.phh import Phh
from railbird.ingest.recorded import ISSUE_CODES, UnreadableError
from railbird.ingest.replaying import replay_batch
from railbird.lake.lake import LakeFolder

HAND = """[{n}]
variant = 'NT'
antes = [0, 0, 0]
blinds_or_straddles = [50, 100, 0]
min_bet = 100
starting_stacks = [10000, 10000, 10000]
actions = ['d dh p1 2c7d', 'd dh p2 AsKs', 'd dh p3 9h9d', 'p3 cbr {bet}', 'p1 f', 'p2 f']
hand = {n}
players = ['Ann', 'Bob', 'Cy']
finishing_stacks = [9950, 9900, 10150]
"""
CORPUS = Path(
    os.environ.get("RAILBIRD_CORPUS") or Path(__file__).parents[2].parent / "shared" / "corpus"
)


def hands(*bets: object) -> str:
    return "\n".join(HAND.format(n=n, bet=bet) for n, bet in enumerate(bets, start=1))


def issues(lake: Path) -> list[tuple[object, ...]]:
    return Lake(lake).sql("select line, code, message from issues order by file, line").rows()


def digests(lake: Path) -> list[str]:
    folder = LakeFolder.open(lake)
    return [part["sha256"] for run in folder.runs() for part in folder.read_manifest(run).parts]


@pytest.fixture
def small_parts(monkeypatch):
    monkeypatch.setattr(passages, "PART_PASSAGES", 3)
    monkeypatch.setattr(passages, "BATCH_PASSAGES", 2)


def test_broken_hands_do_not_lose_their_neighbours(tmp_path):
    good, broken = hands(250, 300, 300), HAND.format(n=9, bet=300)
    pieces = [
        good.encode(),
        broken.replace("'p1 f'", '"""p1 f').encode(),
        hands(150).encode(),
        broken.replace("players", "play\xe9rs").encode("latin-1"),
        broken.replace("10150]", "10100]").encode(),
        broken.replace("'NT'", "'NS'").encode(),
        hands(999).replace("\n", "\r\n").encode(),
        b"[x]\n",
        hands(250).replace("\n", "\r").encode(),
    ]
    path = tmp_path / "mixed.phhs"
    path.write_bytes(b"\n".join(pieces))
    result = ingest([path], tmp_path / "lake")
    assert (result.hands, result.issues) == (5, 6)
    assert [issue[1] for issue in issues(tmp_path / "lake")] == [
        "syntax", "illegal", "not_utf8", "stacks", "variant", "field",
    ]  # fmt: skip
    lake = Lake(tmp_path / "lake")
    kept = lake.sql("select hand_no, byte_start, byte_end from hands join sources using (hand_id)")
    content = path.read_bytes()
    assert sorted(kept["hand_no"]) == [0, 1, 2, 8, 10]
    for _, start, end in kept.rows():
        assert content[start:end].startswith(b"[")
        assert b"Cy" in content[start:end]
    raw = lake.sql("select byte_start, byte_end, raw from issues where code <> 'not_utf8'")
    assert all(content[start:end].decode() == text for start, end, text in raw.rows())
    assert lake.check().is_empty()


def test_rows_are_those_of_a_simulated_run(tmp_path):
    path = tmp_path / "one.phh"
    path.write_text(HAND.format(n=7, bet=250).partition("\n")[2])
    result = ingest([path], tmp_path / "lake", run="real")
    assert (result.run, result.hands, result.issues) == ("real", 1, 0)
    lake = Lake(tmp_path / "lake")
    (hand,) = lake.sql(
        "select run, hand_id, source, site_hand_id, room, game, betting, currency, money_exp, chip,"
        " small_blind, big_blind, ante, dealt, button_seat, pot, rake, rake_policy, stacks_mode,"
        " started_at, status from hands"
    ).rows()
    assert hand == (
        "real", 0, "phh", "7", "recorded", "holdem", "NL", "chips", -2, 100, 5000, 10000, 0, 3, 2,
        25000, 0, "recorded", "reset", None, "complete",
    )  # fmt: skip
    players = lake.sql("select player, position, hole, net, vpip, pfr, profile from players")
    assert players.rows() == [
        ("Ann", "SB", "2c7d", -5000, False, False, None),
        ("Bob", "BB", "AsKs", -10000, False, False, None),
        ("Cy", "BTN", "9h9d", 15000, True, True, None),
    ]


@pytest.mark.usefixtures("small_parts")
def test_same_files_same_bytes_and_no_second_run(tmp_path):
    for name in "ab":
        (tmp_path / f"{name}.phhs").write_text(hands(250, 150, 300, *[ord(name) * 3] * 3))
    both = [tmp_path / "a.phhs", tmp_path / "b.phhs"]
    first = ingest(both, tmp_path / "one")
    second = ingest(both[::-1], tmp_path / "two")
    assert first.run == second.run
    assert (first.hands, first.issues) == (10, 2)
    assert digests(tmp_path / "one") == digests(tmp_path / "two")
    again = ingest(both, tmp_path / "one", run="other")
    assert again.already_there
    assert (again.run, again.hands, again.issues) == (first.run, 10, 2)
    assert sorted(Lake(tmp_path / "one").sql("select hand_id from hands")["hand_id"]) == [
        table << 32 | n for table in (0, 1) for n in (0, 2, 3, 4, 5)
    ]


@pytest.mark.usefixtures("small_parts")
def test_an_attempt_that_died_goes_on(tmp_path, monkeypatch):
    path = tmp_path / "hands.phhs"
    path.write_text(hands(250, 150, 300, 350, 400, 90, 500, 600))
    whole = ingest([path], tmp_path / "whole")
    skip, read = Passages.skip, []

    def dies(self):
        read.append(0)
        if len(read) == 3:
            raise KeyboardInterrupt
        return skip(self)

    with monkeypatch.context() as patch:
        patch.setattr(Passages, "skip", dies)
        with pytest.raises(KeyboardInterrupt):
            ingest([path], tmp_path / "lake")
    assert LakeFolder.open(tmp_path / "lake").runs() == []
    written = []
    batches = Passages.batches

    def counted(self):
        written.append(0)
        return batches(self)

    monkeypatch.setattr(Passages, "batches", counted)
    seen: list[tuple[int, int]] = []
    result = ingest(
        [path], tmp_path / "lake", progress=lambda done, total: seen.append((done, total))
    )
    assert len(written) == 1
    assert (result.hands, result.issues) == (whole.hands, whole.issues) == (6, 2)
    assert digests(tmp_path / "lake") == digests(tmp_path / "whole")
    size = path.stat().st_size
    assert seen[-1] == (size, size)
    assert [done for done, _ in seen] == sorted(done for done, _ in seen)
    assert Lake(tmp_path / "lake").check().is_empty()


def test_many_small_files_share_batches(tmp_path):
    files = []
    for n in range(20):
        files.append(tmp_path / f"{n:02}.phh")
        files[-1].write_text(HAND.format(n=n, bet=250 + n).partition("\n")[2])
    result = ingest(files, tmp_path / "lake")
    assert (result.hands, result.issues) == (20, 0)
    lake = Lake(tmp_path / "lake")
    assert lake.sql("select count(distinct table_id) as n from hands")["n"].item() == 20
    assert lake.check().is_empty()


def test_equal_content_is_read_once(tmp_path):
    for name in "abc":
        (tmp_path / f"{name}.phhs").write_text(hands(250))
    notes: list[str] = []
    files = [tmp_path / f"{name}.phhs" for name in "abca"]
    assert ingest(files, tmp_path / "lake", note=notes.append).hands == 1
    said = [note for note in notes if not note.startswith("compiling")]
    assert said == [
        f"{tmp_path}/{name}.phhs has the same content as {tmp_path}/a.phhs; read once"
        for name in "bc"
    ]


def test_files_that_cannot_be_read(tmp_path):
    def refusal(*files: Path, format: str = "auto") -> str:  # noqa: A002
        with pytest.raises(InputError) as caught:
            ingest(files, tmp_path / "lake", format=format)
        assert not (tmp_path / "lake").exists()
        return str(caught.value).replace(str(tmp_path), "DIR")

    (tmp_path / "empty.phhs").touch()
    (tmp_path / "other.txt").write_text("PokerStars Hand #1")
    (tmp_path / "bom.txt").write_bytes(b"\xef\xbb\xbf")
    os.mkfifo(tmp_path / "pipe")
    known = "known: phh (Poker Hand History, .phh and .phhs)"
    assert refusal() == "no file named; name the hand histories to read"
    assert refusal(tmp_path / "gone") == "DIR/gone: no such file; look at the path's spelling"
    assert refusal(tmp_path) == "DIR: a folder, not a file; name the files in it (DIR/*)"
    assert refusal(tmp_path / "empty.phhs") == "DIR/empty.phhs: the file is empty; leave it out"
    assert refusal(tmp_path / "pipe").startswith("DIR/pipe: no ordinary file; save its content")
    for name in ("other.txt", "bom.txt"):
        assert refusal(tmp_path / name) == (
            f"DIR/{name}: not a known format; {known}; if it is one of these, name it with --format"
        )
    assert refusal(tmp_path / "other.txt", format="pkh") == (
        f"unknown format 'pkh'; {known}; leave --format out to tell it from the content"
    )


def test_a_format_may_be_named(tmp_path):
    path = tmp_path / "odd.txt"
    path.write_text("nothing = 'of PHH'")
    result = ingest([path], tmp_path / "lake", format="phh")
    assert (result.hands, result.issues) == (0, 1)
    assert issues(tmp_path / "lake") == [(1, "field", "variant is missing")]
    assert Lake(tmp_path / "lake").check().is_empty()


def test_a_file_that_changes_while_it_is_read(tmp_path):
    path = tmp_path / "hands.phhs"
    path.write_text(hands(250))
    inputs = examine([path], "auto")
    path.write_text(hands(300))
    stream = Passages(inputs)
    with pytest.raises(InputError, match="changed while it was read; run the same command again"):
        list(stream.skip())


DAMAGE = [b"'", b'"""', b"[", b"]", b"\r", b"\n", b"9" * 30, b"e99", b"inf", b"-", b".5", b"#"]


@st.composite
def damaged(draw):
    """Three hands, the second of which is damaged in a few places."""
    first, middle, last = (HAND.format(n=n, bet=250).encode() for n in (1, 2, 3))
    text = bytearray(middle)
    for _ in range(draw(st.integers(1, 6))):
        at = draw(st.integers(4, len(text)))
        new = draw(st.binary(max_size=4) | st.sampled_from(DAMAGE))
        text[at : at + draw(st.integers(0, 12))] = new
    return b"\n".join([first, bytes(text), last])


@settings(max_examples=300, deadline=None)
@given(damaged())
def test_any_damage_leaves_the_neighbours(content):
    form = Phh()
    reader = form.reader(form.smallest_chip(form.cut(BytesIO(content))))
    hands, broken = [], []
    for passage in form.cut(BytesIO(content)):
        try:
            hands.append(reader.read(passage))
        except UnreadableError as error:
            broken.append(error.code)
    outcome = replay_batch(Layer().lay(hands, [0] * len(hands), range(len(hands))))
    stands = [hands[i].site_hand_id for i in outcome.standing]
    assert stands[0] == "1"
    assert stands[-1] == "3"
    assert len(stands) + len(outcome.refused) + len(broken) >= 3
    assert set(broken) <= set(ISSUE_CODES)


@settings(max_examples=15, deadline=None)
@given(damaged())
def test_any_damage_can_be_written(tmp_path_factory, content):
    folder = tmp_path_factory.mktemp("damaged")
    (folder / "hands.phhs").write_bytes(content)
    result = ingest([folder / "hands.phhs"], folder / "lake")
    lake = Lake(folder / "lake")
    assert {"1", "3"} <= set(lake.sql("select site_hand_id from hands")["site_hand_id"])
    assert len(lake.sql("select raw from issues")) == result.issues


@pytest.fixture(scope="module")
def pluribus(tmp_path_factory) -> Path | None:
    """Return a lake with all Pluribus hands; None where the corpus is not on this machine."""
    files = sorted((CORPUS / "phhs_pluribus").glob("*.phhs"))
    if not files:
        assert "RAILBIRD_CORPUS" not in os.environ, f"no phhs_pluribus/*.phhs in {CORPUS}"
        return None
    lake = tmp_path_factory.mktemp("pluribus") / "lake"
    result = ingest(files, lake, run="pluribus")
    assert (result.hands, result.issues) == (6457, 0)
    return lake


def test_pluribus_pays_what_the_corpus_expects(pluribus):
    if pluribus is None:
        return
    with (CORPUS / "EXPECTED.tsv").open(newline="") as table:
        expected = [
            row
            for row in csv.DictReader(table, delimiter="\t", quoting=csv.QUOTE_NONE)
            if row["file"].startswith("phhs_pluribus/")
        ]
    paid: dict[str, list[list[int]]] = {}
    for file, stacks in (
        Lake(pluribus)
        .sql(
            "select any_value(file) as file, list(stack + net order by seat) as stacks"
            " from players join sources using (hand_id) group by hand_id order by hand_id"
        )
        .rows()
    ):
        paid.setdefault("phhs_pluribus/" + Path(file).name, []).append(stacks)
    assert len(expected) == 6457
    wanted: dict[str, list[list[int]]] = {}
    for row in expected:
        stacks = [round(float(stack) * 100) for stack in row["finishing_stacks"].split("|")]
        wanted.setdefault(row["file"], []).append(stacks)
    assert paid == wanted
    assert sum(stack % 100 == 50 for file in paid.values() for hand in file for stack in hand) == 10


def test_pluribus_keeps_every_invariant(pluribus):
    if pluribus is not None:
        assert Lake(pluribus).check().is_empty()


def test_pluribus_beside_a_simulated_run(pluribus):
    if pluribus is None:
        return
    from railbird import play

    play(hands=2000, lake=pluribus, run="bots", seed=5)
    lake = Lake(pluribus)
    for report in ("rake", "positions", "showdown"):
        assert set(lake.report(report, by="run")["run"]) == {"pluribus", "bots"}
