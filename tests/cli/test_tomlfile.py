"""Whole messages for each way a TOML file can be wrong."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
import pytest

from railbird.errors import InputError
from railbird.tomlfile import key_lines, load, nearest, parse, suggest


class Betting(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    raise_cap: Annotated[int, msgspec.Meta(ge=1)] = 3
    structure: Literal["NL", "PL", "FL"] = "NL"

    def __post_init__(self):
        if self.raise_cap == 99:
            raise ValueError("raise_cap 99 is too many")


class Room(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    name: str
    betting: Betting = Betting()
    levels: list[Betting] = []
    profiles: dict[str, Betting] = {}
    ante: int | list[int] | None = None
    share: float = 0.5
    pair: tuple[int, int] = (1, 2)


def test_reads_a_struct():
    room = parse('name = "x"\n[betting]\nraise_cap = 4\n', Room, where="x.toml")
    assert room == Room(name="x", betting=Betting(raise_cap=4))


CASES = [
    (
        'name = "x"\n[betting]\nraise_caps = 3\n',
        "r.toml, line 3: unknown key 'raise_caps' in [betting]; did you mean 'raise_cap'?",
    ),
    ('name = "x"\nnmae = 1\n', "r.toml, line 2: unknown key 'nmae'; did you mean 'name'?"),
    (
        'name = "x"\n\nqqq = 1\n',
        (
            "r.toml, line 3: unknown key 'qqq'; "
            "known: name, betting, levels, profiles, ante, share, pair"
        ),
    ),
    ("# empty\n", "r.toml: key 'name' is missing; add it"),
    ("name = 1\n", "r.toml, line 1: name is 1; it must be a text in quotes"),
    (
        'name = "x"\nbetting = { raise_cap = true }\n',
        "r.toml, line 2: betting.raise_cap is true; it must be a whole number",
    ),
    (
        'name = "x"\n[betting]\nraise_cap = 0\n',
        "r.toml, line 3: betting.raise_cap is 0; it must be a whole number >= 1",
    ),
    (
        'name = "x"\n[betting]\nraise_cap = 99\n',
        "r.toml, line 2: [betting] raise_cap 99 is too many",
    ),
    (
        'name = "x"\nbetting.structure = "nl"\n',
        "r.toml, line 2: betting.structure is \"nl\"; did you mean 'NL'?",
    ),
    (
        'name = "x"\n[profiles.tight]\nstructure = "NL"\n[profiles.loose]\nstructure = "fix"\n',
        'r.toml, line 5: profiles.loose.structure is "fix"; known: FL, NL, PL',
    ),
    (
        (
            'name = """\n[betting]\n"""\nante = [\n  1,  # [betting]\n]\n'
            "[[levels]]\nraise_cap = 2\n[[levels]]\nraise_cap = 1.5\n"
        ),
        "r.toml, line 10: levels[2].raise_cap is 1.5; it must be a whole number",
    ),
    (
        'name = "x"\nante = "1"\n',
        'r.toml, line 2: ante is "1"; it must be a whole number or a list [...]',
    ),
    ('name = "x"\nshare = "a"\n', 'r.toml, line 2: share is "a"; it must be a number'),
    (
        'name = "x"\npair = [1]\n',
        "r.toml, line 2: pair is [1]; it must be a list [...] of length 2",
    ),
    ('name = "x"\nbetting = 3\n', "r.toml, line 2: betting is 3; it must be a table"),
    (
        'name = "x"\nante 3\n',
        (
            "r.toml, line 2: not valid TOML (expected '=' after a key in a key/value pair); "
            "correct the line"
        ),
    ),
]


@pytest.mark.parametrize(("text", "message"), CASES)
def test_message(text, message):
    with pytest.raises(InputError) as caught:
        parse(text, Room, where="r.toml")
    assert str(caught.value) == message


def test_missing_file(tmp_path):
    with pytest.raises(InputError) as caught:
        load(tmp_path / "r.toml", Room, what="room")
    assert str(caught.value) == f"{tmp_path}/r.toml: no such room file; check the path"


def test_folder(tmp_path):
    with pytest.raises(InputError) as caught:
        load(tmp_path, Room, what="room")
    assert str(caught.value) == f"{tmp_path}: a folder, not a room file; name the .toml in it"


def test_not_text(tmp_path):
    path = tmp_path / "r.toml"
    path.write_bytes(b"\xff\xfe")
    with pytest.raises(InputError) as caught:
        load(path, Room, what="room")
    assert str(caught.value) == f"{path}: not UTF-8 text; save the room file as UTF-8"


def test_lines_of_keys():
    text = 'a = 1\n[t]\nb.c = """\nx = 1\n"""\n[[l]]\nd = [\n 2,\n]\n[[l]]\nd = 3\n[l.m]\ne = 4\n'
    assert key_lines(text) == {
        ("a",): 1,
        ("t",): 2,
        ("t", "b", "c"): 3,
        ("l", 0): 6,
        ("l", 0, "d"): 7,
        ("l", 1): 10,
        ("l", 1, "d"): 11,
        ("l", 1, "m"): 12,
        ("l", 1, "m", "e"): 13,
    }


@pytest.mark.parametrize(
    ("word", "expected"),
    [("maniak", "maniac"), ("TAG", "tag"), ("always-call", "always_call"), ("zzz", None)],
)
def test_nearest(word, expected):
    assert nearest(word, ["tag", "lag", "maniac", "always_call"]) == expected


def test_suggest_lists_what_is_known():
    assert suggest("zzz", ["tag", "lag"]) == "known: tag, lag"
    assert suggest("zzz", []) == "there is none"
