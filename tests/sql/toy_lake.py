"""The fourteen toy hands of the statistics reference as a lake, written by hand.

A line such as "CO r6, BTN c" is played by the plainest possible table: it keeps stacks and the
bet to match, asks nobody's engine, and refuses what cannot be. Flags are not computed here: they
come from answers/toy_flags.csv, which states them as the reference does.
"""

from __future__ import annotations

import csv
import hashlib
import json
import shutil
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from railbird.lake.schema import arrow_schema
from railbird.registry import REGISTRY_VERSION, statistic, statistics

ANSWERS = Path(__file__).parent / "answers"
ACTIONS = (
    "ante", "sb", "bb", "post", "dead", "straddle", "fold", "check",
    "call", "bet", "raise", "draw", "return", "show", "muck",
)  # fmt: skip
FROM_BUTTON = {"BTN": 0, "CO": 1, "SB": -1, "BB": -2}
FOUR = ("SB", "BB", "CO", "BTN")  # seats 0 to 3, in the order of play after the flop
STREETS = ("preflop", "flop", "turn", "river")
BOARD = "Jc8d5h3s2c"

NO_RAKE = {"name": "none", "bps": 0, "rounding": "half_even", "caps": [-1] * 11}
FIVE_CAPPED = {"name": "five", "bps": 500, "rounding": "half_even", "caps": [-1, -1, *[5] * 9]}


@dataclass
class Toy:
    """One hand: its streets as text, stacks that differ from 200, and who beats whom."""

    streets: list[str]
    best: list[str]
    stacks: dict[str, int] = field(default_factory=dict)
    straddle: str = ""
    seats: tuple[str, ...] = FOUR
    last_street: int | None = None
    hole: dict[str, str] = field(default_factory=dict)
    rank: dict[str, int] = field(default_factory=dict)
    board: str = BOARD


HANDS = {
    1: Toy(["CO f, BTN f, SB f"], ["BB"]),
    2: Toy(["CO r6, BTN r18, SB f, BB f, CO f"], ["BTN"]),
    3: Toy(["CO c, BTN r8, SB f, BB f, CO c", "CO x, BTN b10, CO r30, BTN f"], ["CO"]),
    4: Toy(
        ["CO f, BTN r6, SB c, BB c", "SB x, BB x, BTN b10, SB f, BB c", "BB x, BTN b20, BB c",
         "BB x, BTN x"],
        ["BTN", "BB"],
        hole={"BTN": "AsAh", "BB": "Kd8c"},
        rank={"BTN": 4100, "BB": 2500},
    ),
    5: Toy(["CO r6, BTN c, SB r24, BB f, CO f, BTN f"], ["SB"]),
    6: Toy(["CO f, BTN f, SB c, BB x", "SB b2, BB f"], ["SB"]),
    7: Toy(
        ["CO r200, BTN f, SB f, BB c"],
        ["BB", "CO"],
        last_street=3,
        hole={"CO": "AhKd", "BB": "QsQc"},
        rank={"CO": 1270, "BB": 3700},
    ),
    8: Toy(["CO r6, BTN f, SB f, BB c", "BB b8, CO c", "BB x, CO x", "BB b16, CO f"], ["BB"]),
    9: Toy(
        ["CO r20, BTN f, SB f, BB c"],
        ["BB", "CO"],
        stacks={"CO": 20},
        last_street=3,
        hole={"CO": "AhKd", "BB": "QsQc", "BTN": "7c2d", "SB": "9s4h"},
        rank={"CO": 1270, "BB": 3700},
    ),
    10: Toy(
        ["CO r6, BTN c, SB r50, BB c, CO r100, BTN c, BB c", "BB b20, BTN r60, BB f"],
        ["SB", "CO", "BTN"],
        stacks={"SB": 50, "CO": 100},
        last_street=3,
        hole={"SB": "AhAd", "CO": "KhKs", "BTN": "QdQc", "BB": "JsTs"},
        rank={"SB": 4100, "CO": 3900, "BTN": 3700},
        board="8s5c2d9h4c",
    ),
    11: Toy(
        ["BTN r6, BB r18, BTN c", "BB b12, BTN c", "BB x, BTN b30, BB f"],
        ["BTN"],
        seats=("BB", "BTN"),
    ),
    12: Toy(
        ["BTN f, SB c, BB r16, CO c, SB f", "BB x, CO x", "BB x, CO x", "BB b20, CO f"],
        ["BB"],
        straddle="CO",
    ),
    13: Toy(["CO c, BTN r8, SB c, BB f, CO r30, BTN f, SB r70, CO f"], ["SB"]),
    14: Toy(
        ["CO f, BTN r6, SB f, BB c", "BB x, BTN b6, BB r20, BTN r50, BB c",
         "BB x, BTN b40, BB f"],
        ["BTN"],
    ),
}  # fmt: skip


class Table:
    """Plays one toy hand and keeps its rows."""

    def __init__(self, hand_id: int, toy: Toy) -> None:
        self.hand_id, self.toy = hand_id, toy
        self.stack = {p: toy.stacks.get(p, 200) for p in toy.seats}
        self.start = dict(self.stack)
        self.put = dict.fromkeys(toy.seats, 0)  # on this street
        self.total = dict.fromkeys(toy.seats, 0)
        self.folded: set[str] = set()
        self.level = 0
        self.actions: list[dict[str, Any]] = []
        self.raises_preflop = 0
        self.last_bettor = ""

    def play(self) -> None:
        for street, text in enumerate(self.toy.streets):
            self.put = dict.fromkeys(self.put, 0)
            self.level = 0
            if street == 0:
                self.post("SB" if "SB" in self.stack else "BTN", "sb", 1)
                self.post("BB", "bb", 2)
                if self.toy.straddle:
                    self.post(self.toy.straddle, "straddle", 4)
            for word in text.split(", "):
                player, did = word.split()
                self.act(street, player, did)
            self.give_back(street)
        live = [p for p in self.stack if p not in self.folded]
        if len(live) > 1:
            for player in sorted(live, key=self.toy.best.index):
                cards = self.toy.hole[player]
                self.row(self.last_street, player, "show", 0, 0, 0, cards)

    def post(self, player: str, action: str, amount: int) -> None:
        self.move(player, amount)
        self.row(0, player, action, amount, 0, 0)
        self.level = max(self.level, amount)

    def act(self, street: int, player: str, did: str) -> None:
        to_call = self.level - self.put[player]
        legal = self.legal(player, to_call)
        kind, size = did[0], did[1:]
        if kind == "f":
            self.folded.add(player)
            self.row(street, player, "fold", 0, to_call, legal)
        elif kind == "x":
            assert to_call == 0
            self.row(street, player, "check", 0, 0, legal)
        else:
            goal = min(self.level, self.put[player] + self.stack[player])
            action = "call"
            if kind in "br":
                goal, action = int(size), "bet" if kind == "b" else "raise"
                assert goal > self.level
                assert legal & (8 if kind == "b" else 16)
                self.raises_preflop += street == 0
                self.last_bettor = player
            amount = goal - self.put[player]
            self.move(player, amount)
            self.level = max(self.level, goal)
            self.row(street, player, action, amount, to_call, legal)

    def legal(self, player: str, to_call: int) -> int:
        """Fold, check or call; bet or raise with chips behind against somebody with chips."""
        mask = 1 | (4 if to_call else 2)
        rivals = any(self.stack[p] for p in self.stack if p != player and p not in self.folded)
        if self.stack[player] > to_call and rivals:
            mask |= 16 if self.level else 8
        return mask

    def move(self, player: str, amount: int) -> None:
        assert amount <= self.stack[player], (self.hand_id, player, amount)
        self.stack[player] -= amount
        self.put[player] += amount
        self.total[player] += amount

    def give_back(self, street: int) -> None:
        most = max(self.put, key=lambda p: self.put[p])
        others = max(amount for p, amount in self.put.items() if p != most)
        extra = self.put[most] - others
        if extra > 0:
            self.stack[most] += extra
            self.total[most] -= extra
            self.row(street, most, "return", -extra, 0, 0)

    def row(
        self, street: int, player: str, action: str, amount: int, to_call: int, legal: int,
        cards: str | None = None,
    ) -> None:  # fmt: skip
        all_in = amount > 0 and self.stack[player] == 0
        what = ACTIONS.index(action) | street << 4 | self.seat(player) << 6 | legal << 10
        self.actions.append(
            {
                "hand_id": self.hand_id,
                "seq": len(self.actions),
                "what": what | all_in << 15,
                "amount": amount,
                "to_call": to_call,
                "cards": cards,
                "_player": player,
                "_action": action,
                "_street": street,
                "_all_in": all_in,
            }
        )

    def seat(self, player: str) -> int:
        return self.toy.seats.index(player)

    @property
    def last_street(self) -> int:
        return len(self.toy.streets) - 1 if self.toy.last_street is None else self.toy.last_street

    def pots(self) -> list[tuple[int, list[str]]]:
        """Return each pot's amount and who can win it, from the main pot on."""
        live = [p for p in self.stack if p not in self.folded]
        pots: list[tuple[int, list[str]]] = []
        below = 0
        for level in sorted({self.total[p] for p in live}):
            amount = sum(min(t, level) - min(t, below) for t in self.total.values())
            pots.append((amount, [p for p in live if self.total[p] >= level]))
            below = level
        return pots


def flags() -> dict[str, tuple[set[str], set[str]]]:
    """Return what the reference expects: statistic to (opportunities, done), each "2.BTN"."""
    with (ANSWERS / "toy_flags.csv").open(encoding="utf-8") as file:
        return {
            row["statistic"]: (set(row["opportunities"].split()), set(row["done"].split()))
            for row in csv.DictReader(file)
        }


def write_toy_lake(root: Path) -> Path:
    """Write run `toy` (all hands, no rake) and run `raked` (hand 10 with 5 %, cap 5)."""
    tables = {number: _play(number) for number in HANDS}
    _write_run(root, "toy", tables, NO_RAKE, {})
    shares = {  # the four attributions of this hand, worked by hand
        "rake_dealt": {"SB": 2, "BB": 1, "CO": 1, "BTN": 1},
        "rake_contributed": {"SB": 2, "BB": 1, "CO": 1, "BTN": 1},
        "rake_weighted": {"SB": 1, "BB": 2, "CO": 1, "BTN": 1},
        "rake_winner": {"SB": 5},
    }
    _write_run(root, "raked", {10: tables[10]}, FIVE_CAPPED, shares)
    return root


def _play(number: int) -> Table:
    table = Table((0 if number <= 8 else 1) << 32 | number, HANDS[number])
    table.play()
    return table


def _write_run(
    root: Path, run: str, tables: dict[int, Table], rake: dict[str, Any],
    shares: dict[str, dict[str, int]],
) -> None:  # fmt: skip
    taken = {number: sum(shares.get("rake_winner", {}).values()) for number in tables}
    rows: dict[str, list[dict[str, Any]]] = {"hands": [], "players": [], "actions": [], "pots": []}
    for number, table in tables.items():
        rows["hands"].append(_hand_row(number, table, taken[number], rake["name"]))
        rows["players"] += _player_rows(number, table, taken[number], shares)
        rows["actions"] += table.actions
        rows["pots"] += _pot_rows(table, taken[number])
    parts = [_write_part(root, run, name, of_table) for name, of_table in rows.items()]
    totals = []
    for table_id in sorted({row["hand_id"] >> 32 for row in rows["hands"]}):
        hands = [row for row in rows["hands"] if row["hand_id"] >> 32 == table_id]
        players = [row for row in rows["players"] if row["hand_id"] >> 32 == table_id]
        totals.append(
            {
                "table_id": table_id,
                "hands": len(hands),
                "money_in": sum(row["pot"] for row in hands),
                "money_out": sum(row["collected"] for row in players),
                "rake": sum(row["rake"] for row in hands),
                "jackpot": 0,
                "fees": 0,
            }
        )
    manifest = {
        "run": run,
        "kind": "simulate",
        "recipe": {"rake": {**rake, "no_flop_no_drop": True}},
        "recipe_hash": hashlib.sha256(run.encode()).hexdigest(),
        "versions": {"railbird": "0"},
        "engine_hash": "",
        "bots": {},
        "registry_version": REGISTRY_VERSION,
        "schema_version": 1,
        "parts": parts,
        "tables": totals,
        "hands": len(tables),
        "timings": {"started": "2030-01-01T00:00:00Z", "finished": "2030-01-01T00:00:01Z",
                    "seconds": 1.0},
    }  # fmt: skip
    (root / "runs").mkdir(parents=True, exist_ok=True)
    (root / "runs" / f"{run}.json").write_text(json.dumps(manifest), encoding="utf-8")


def _write_part(root: Path, run: str, name: str, rows: list[dict[str, Any]]) -> dict[str, Any]:
    file = root / name / f"run={run}" / "part-00000.parquet"
    file.parent.mkdir(parents=True)
    schema = arrow_schema(name)
    columns = {field.name: [row.get(field.name) for row in rows] for field in schema}
    pq.write_table(pa.table(columns, schema=schema), file)
    content = file.read_bytes()
    return {
        "table": name,
        "file": str(file.relative_to(root)),
        "rows": len(rows),
        "bytes": len(content),
        "sha256": hashlib.sha256(content).hexdigest(),
    }


def _hand_row(number: int, table: Table, rake: int, policy: str) -> dict[str, Any]:
    toy = table.toy
    live = [p for p in table.stack if p not in table.folded]
    early = {a["_player"] for a in table.actions if a["_action"] == "fold" and not a["_street"]}
    saw_flop = len(toy.seats) - len(early) if table.last_street else 0
    return {
        "hand_id": table.hand_id,
        "started_at": (1_900_000_000 + 60 * number) * 1_000_000,
        "duration": 60,
        "source": "simulate",
        "room": "default",
        "game": "holdem",
        "betting": "NL",
        "currency": "chips",
        "money_exp": 0,
        "chip": 1,
        "small_blind": 1,
        "big_blind": 2,
        "ante": 0,
        "straddle": 4 if toy.straddle else 0,
        "seats": len(toy.seats),
        "seated": len(toy.seats),
        "dealt": len(toy.seats),
        "button_seat": table.seat("BTN"),
        "board": toy.board[: (0, 6, 8, 10)[table.last_street]] or None,
        "last_street": table.last_street,
        "flop_players": saw_flop,
        "raises_preflop": table.raises_preflop,
        "showdown": len(live) > 1,
        "pot": sum(table.total.values()),
        "rake": rake,
        "jackpot": 0,
        "added_by_site": 0,
        "rake_policy": policy,
        "stacks_mode": "reset",
        "status": "complete",
    }


def _pot_rows(table: Table, rake: int) -> list[dict[str, Any]]:
    rows = []
    for number, (amount, eligible) in enumerate(table.pots()):
        winner = min(eligible, key=table.toy.best.index)
        rows.append(
            {
                "hand_id": table.hand_id,
                "pot_no": number,
                "amount": amount,
                "rake": rake if number == 0 else 0,
                "jackpot": 0,
                "eligible": sum(1 << table.seat(p) for p in eligible),
                "winners": 1 << table.seat(winner),
            }
        )
    return rows


def _player_rows(
    number: int, table: Table, rake: int, shares: dict[str, dict[str, int]]
) -> list[dict[str, Any]]:
    pots = table.pots()
    collected = dict.fromkeys(table.toy.seats, 0)
    won = set()
    for i, (amount, eligible) in enumerate(pots):
        winner = min(eligible, key=table.toy.best.index)
        collected[winner] += amount - (rake if i == 0 else 0)
        if len(eligible) > 1 or len(pots) == 1:
            won.add(winner)
    live = [p for p in table.toy.seats if p not in table.folded]
    rows = []
    for player in table.toy.seats:
        showdown = len(live) > 1 and player in live
        street = next(
            (a["_street"] for a in table.actions if a["_player"] == player and a["_all_in"]), -1
        )
        outcome = showdown | showdown << 1 | (player in won) << 3 | (street + 1) << 4
        rows.append(
            {
                "hand_id": table.hand_id,
                "seat": table.seat(player),
                "player": player.lower(),
                "profile": "tag",
                "position": player,
                "from_button": FROM_BUTTON[player],
                "big_blind": 2,
                "dealt": len(table.toy.seats),
                "hole": table.toy.hole.get(player),
                "stack": table.start[player],
                "invested": table.total[player],
                "collected": collected[player],
                "fees": 0,
                "bonus": 0,
                "rake_dealt": 0,
                "rake_contributed": 0,
                "rake_weighted": 0,
                "rake_winner": 0,
                **{name: of.get(player, 0) for name, of in shares.items()},
                "outcome": outcome,
                "hand_rank": table.toy.rank[player] if showdown else None,
                **_masks(f"{number}.{player}"),
                **_counters(table, player),
            }
        )
    return rows


def _masks(who: str) -> dict[str, int]:
    masks = {"preflop_opp": 0, "preflop_done": 0, "postflop_opp": 0, "postflop_done": 0}
    expected = flags()
    for s in statistics():
        if s.bit is not None:
            opp, done = expected[s.id]
            masks[f"{s.mask}_opp"] |= (who in opp) << s.bit
            masks[f"{s.mask}_done"] |= (who in done) << s.bit
    return masks


def _counters(table: Table, player: str) -> dict[str, int]:
    places = {"check": 0, "bet": 1, "fold": 2, "raise": 3, "call": 17}
    counts = [0, 0]
    for action in table.actions:
        if action["_player"] == player and action["_action"] in places:
            shift = places[action["_action"]] + 31 * (action["_street"] % 2)
            counts[action["_street"] // 2] += 1 << shift
    return {"counts_01": counts[0], "counts_23": counts[1]}


def expected_rates() -> dict[str, tuple[int, int]]:
    """Return done and opportunities of each statistic over all hands of run `toy`."""
    return {id_: (len(done), len(opp)) for id_, (opp, done) in flags().items() if statistic(id_).id}


def forget(root: Path, table: str, *runs: str) -> None:
    """Make runs, all unless named, of a lake such as did not keep a table."""
    for run in runs or [path.stem for path in (root / "runs").glob("*.json")]:
        manifest = root / "runs" / f"{run}.json"
        content = json.loads(manifest.read_text(encoding="utf-8"))
        content["parts"] = [part for part in content["parts"] if part["table"] != table]
        manifest.write_text(json.dumps(content), encoding="utf-8")
        shutil.rmtree(root / table / f"run={run}")
