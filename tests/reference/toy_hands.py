"""The fourteen toy hands: lines of play small enough to count every flag by hand.

Seats: SB 0, BB 1, CO 2, BTN 3 (heads-up only BB and BTN, who posts the small blind). Blinds 1/2,
stacks 200 unless stated. f fold, x check, c call, b bet, r raise, R raise all-in; the figure is
the street total. `EXPECTED` holds the flags: `4.SB` is the small blind in hand 4.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from reference.hand import Hand, Rake

SEATS = {"SB": 0, "BB": 1, "CO": 2, "BTN": 3}
NAMES = {seat: name for name, seat in SEATS.items()}
ACTIONS = {"f": "fold", "x": "check", "c": "call", "b": "bet", "r": "raise", "R": "raise"}
STACK = 200
HOLES = {"SB": "9s4h", "BB": "QsQc", "CO": "AhKd", "BTN": "7c2d"}
BOARD = "3c8dJh5s6c"


@dataclass(frozen=True)
class Toy:
    """A toy hand: its line, what is unusual about it, and what must come out."""

    line: str
    stacks: dict[str, int] = field(default_factory=dict)
    holes: dict[str, str] = field(default_factory=dict)
    board: str = BOARD
    straddle: int = 0
    heads_up: bool = False
    winner: str = ""
    nets: dict[str, int] = field(default_factory=dict)
    pots: tuple[int, ...] = ()
    flop_players: int = 0
    last_street: int = 0

    def hand(self, rake: Rake = Rake()) -> Hand:  # noqa: B008  frozen
        """Return the hand with its scripted actions."""
        names = ("BB", "BTN") if self.heads_up else tuple(SEATS)
        stacks = [self.stacks.get(name, STACK) if name in names else 0 for name in SEATS]
        small_blind = SEATS["BTN" if self.heads_up else "SB"]
        posts = [(small_blind, "sb", 1), (SEATS["BB"], "bb", 2)]
        if self.straddle:
            posts.append((SEATS["CO"], "straddle", self.straddle))
        holes = {**HOLES, **self.holes}
        return Hand(
            betting="NL",
            stacks=tuple(stacks),
            button=SEATS["BTN"],
            small_blind=1,
            big_blind=2,
            posts=tuple(posts),
            holes=tuple(_pair(holes[name]) if name in names else None for name in SEATS),
            board=cards(self.board),
            rake=rake,
            actions=tuple(_action(word) for word in self.line.replace("|", ",").split(",")),
        )


def cards(text: str) -> tuple[int, ...]:
    """Return the cards of a text such as 'AhKd' as integers."""
    return tuple(
        "23456789TJQKA".index(text[i]) * 4 + "cdhs".index(text[i + 1])
        for i in range(0, len(text), 2)
    )


def _pair(text: str) -> tuple[int, int]:
    first, second = cards(text)
    return first, second


def _action(word: str) -> tuple[int, str, int]:
    name, what = word.split()
    return SEATS[name], ACTIONS[what[0]], int(what[1:] or 0)


# Hands 1 to 8 are published without amounts; these are as good as any.
TOYS = {
    1: Toy("CO f, BTN f, SB f", winner="BB"),
    2: Toy("CO r6, BTN r18, SB f, BB f, CO f", winner="BTN"),
    3: Toy(
        "CO c, BTN r8, SB f, BB f, CO c | CO x, BTN b10, CO r30, BTN f",
        winner="CO", flop_players=2, last_street=1,
    ),
    4: Toy(
        "CO f, BTN r6, SB c, BB c | SB x, BB x, BTN b9, SB f, BB c |"
        " BB x, BTN b18, BB c | BB x, BTN x",
        holes={"BTN": "AdAc"}, winner="BTN", flop_players=3, last_street=3,
    ),
    5: Toy("CO r6, BTN c, SB r26, BB f, CO f, BTN f", winner="SB"),
    6: Toy("CO f, BTN f, SB c, BB x | SB b4, BB f", winner="SB", flop_players=2, last_street=1),
    7: Toy("CO R200, BTN f, SB f, BB c", winner="BB", flop_players=2, last_street=3),
    8: Toy(
        "CO r6, BTN f, SB f, BB c | BB b6, CO c | BB x, CO x | BB b12, CO f",
        winner="BB", flop_players=2, last_street=3,
    ),
    9: Toy(
        "CO R20, BTN f, SB f, BB c",
        stacks={"CO": 20},
        nets={"BB": 21, "CO": -20, "SB": -1, "BTN": 0},
        pots=(41,), flop_players=2, last_street=3,
    ),
    10: Toy(
        "CO r6, BTN c, SB R50, BB c, CO R100, BTN c, BB c | BB b20, BTN r60, BB f",
        stacks={"SB": 50, "CO": 100},
        holes={"SB": "AhAd", "CO": "KhKs", "BTN": "QdQc", "BB": "JsTs"},
        board="8s5c2d3h9c",
        nets={"SB": 150, "CO": 50, "BTN": -80, "BB": -120},
        pots=(200, 150, 40), flop_players=4, last_street=3,
    ),
    11: Toy(
        "BTN r6, BB r18, BTN c | BB b12, BTN c | BB x, BTN b30, BB f",
        heads_up=True, nets={"BTN": 30, "BB": -30}, pots=(60,), flop_players=2, last_street=2,
    ),
    12: Toy(
        "BTN f, SB c, BB r16, CO c, SB f | BB x, CO x | BB x, CO x | BB b20, CO f",
        straddle=4, nets={"BB": 20, "CO": -16, "SB": -4, "BTN": 0},
        pots=(36,), flop_players=2, last_street=3,
    ),
    13: Toy(
        "CO c, BTN r8, SB c, BB f, CO r30, BTN f, SB r70, CO f",
        nets={"SB": 40, "CO": -30, "BTN": -8, "BB": -2}, pots=(70,),
    ),
    14: Toy(
        "CO f, BTN r6, SB f, BB c | BB x, BTN b6, BB r20, BTN r50, BB c |"
        " BB x, BTN b40, BB f",
        nets={"BTN": 57, "BB": -56, "SB": -1, "CO": 0}, pots=(113,), flop_players=2, last_street=2,
    ),
}  # fmt: skip


@dataclass(frozen=True)
class Row:
    """Who had the opportunity and who took it, over the hands of one table, as `hand.position`.

    Where the document gives only the counts, the sets are None.
    """

    statistic: str
    done: int
    opportunities: int
    opp_set: frozenset[str] | None
    done_set: frozenset[str] | None


def first_eight() -> list[Row]:
    """Return the expected flags of hands 1 to 8: `id | done/opp | opportunities | done`."""
    rows = []
    for fields in _table("toy_flags_1_to_8.txt"):
        name, ratio, *sets = fields
        done, opp = map(int, ratio.split("/"))
        opp_set, done_set = (_players(text) for text in (*sets, "?", "?")[:2])
        rows.append(Row(name, done, opp, opp_set, done_set))
    return rows


def last_six() -> list[Row]:
    """Return the expected flags of hands 9 to 14: a column each, **bold** for those who did it."""
    rows = []
    for name, *cells, ratio in _table("toy_flags_9_to_14.txt"):
        done, opp = map(int, ratio.split("/"))
        words = [f"{9 + i}.{w}" for i, cell in enumerate(cells) for w in cell.split() if w != "-"]
        bold = frozenset(word.replace("*", "") for word in words if "**" in word)
        rows.append(Row(name, done, opp, frozenset(w.replace("*", "") for w in words), bold))
    return rows


def _table(file: str) -> list[list[str]]:
    lines = (Path(__file__).parent / file).read_text(encoding="utf-8").splitlines()
    return [
        [cell.strip() for cell in line.strip("| ").split("|")]
        for line in lines
        if line.startswith("|")
    ]


def _players(text: str) -> frozenset[str] | None:
    """Return the players of '2.CO 3.*'; '*' is everybody, '-x' takes one out, '?' is not stated."""
    if text == "?":
        return None
    players: set[str] = set()
    for word in text.split():
        if word == "*":
            players |= {f"{hand}.{name}" for hand in range(1, 9) for name in SEATS}
        elif word.startswith("-"):
            players -= {word[1:]}
        else:
            players.add(word)
    return frozenset(players)
