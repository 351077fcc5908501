"""Read the rows that the engine writes, hand by hand, as plain dictionaries."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

from reference.toy_hands import cards

from railbird import registry
from railbird.cards import HOLE_STRINGS
from railbird.simulate.codes import ACTIONS, POSITIONS

if TYPE_CHECKING:
    from collections.abc import Callable

    from railbird.simulate.rows import Rows

View = dict[str, Any]
HOLE_CARDS = [cards(text) for text in HOLE_STRINGS]
NO_CARD = 63
SHARES = ("dealt", "contributed", "weighted", "winner")


def hand_views(
    rows: Rows, game: str = "holdem", hole_cards: Callable[[int], int] = lambda _: 2
) -> list[View]:
    """Return the rows of any call of the engine hand by hand, in order.

    `hole_cards` says by the hand's number how many cards each player had.
    """
    tables: dict[int, View] = {}
    for name in ("hands", "players", "actions", "pots"):
        table = {column: values.tolist() for column, values in rows.columns(name).items()}
        for values in zip(*table.values(), strict=True):
            row = dict(zip(table, values, strict=True))
            tables.setdefault(row["hand_id"], {}).setdefault(name, []).append(row)
    return [
        _engine_view(of_hand, game, hole_cards(hand_id & 0xFFFFFFFF))
        for hand_id, of_hand in tables.items()
    ]


def _six_bits(packed: int, count: int) -> tuple[int, ...]:
    """Return up to so many cards of a number with six bits a card, the first lowest."""
    cards = (packed >> 6 * i & NO_CARD for i in range(count))
    return tuple(card for card in cards if card != NO_CARD)


def _engine_view(tables: View, game: str, hole_cards: int) -> View:
    [hand] = tables["hands"]
    board_cards = 0 if game == "draw" else (0, 3, 4, 5)[hand["last_street"]]
    players = {
        player["seat"]: _engine_player(player, game, hole_cards) for player in tables["players"]
    }
    opp: dict[str, set[int]] = {name: set() for name in statistics_bits()}
    done: dict[str, set[int]] = {name: set() for name in statistics_bits()}
    for player in tables["players"]:
        for name, (mask, bit) in statistics_bits().items():
            if player[f"{mask}_opp"] & bit:
                opp[name].add(player["seat"])
            if player[f"{mask}_done"] & bit:
                done[name].add(player["seat"])
    return {
        "table": hand["hand_id"] >> 32,
        "number": hand["hand_id"] & 0xFFFFFFFF,
        "button": hand["button_seat"],
        "dealt": hand["dealt"],
        "board": list(_six_bits(hand["board"], board_cards)),
        "boards": _boards(hand),
        "last_street": hand["last_street"],
        "flop_players": hand["flop_players"],
        "raises_preflop": hand["raises_preflop"],
        "showdown": hand["showdown"] == 1,
        "pot": hand["pot"],
        "rake": hand["rake"],
        "actions": [_engine_action(row, game) for row in tables["actions"]],
        "pots": [
            (row["amount"], row["rake"], row["eligible"], row["winners"]) for row in tables["pots"]
        ],
        "players": players,
        "opp": opp,
        "done": done,
    }


def _boards(hand: dict[str, int]) -> list[list[int]]:
    """Return all boards where there are several."""
    packed = hand["more_boards"]
    more = [packed >> shift for shift in (0, 30) if packed >> shift]
    return [list(_six_bits(board, 5)) for board in (hand["board"], *more)] if more else []


def _engine_action(row: dict[str, int], game: str) -> tuple[Any, ...]:
    what = row["what"]
    cards: tuple[int, ...] | None = None
    if row["cards"] >= 0:
        cards = HOLE_CARDS[row["cards"]] if game == "holdem" else _six_bits(row["cards"], 6)
    return (
        what >> 4 & 3,
        what >> 6 & 15,
        ACTIONS[what & 15],
        row["amount"],
        row["to_call"],
        what >> 10 & 31,
        bool(what >> 15 & 1),
        cards,
    )


def _engine_player(player: dict[str, int], game: str, hole_cards: int) -> View:
    outcome = player["outcome"]
    hole = player["hole"]
    counts = [player["counts_01"], player["counts_01"] >> 31]
    counts += [player["counts_23"], player["counts_23"] >> 31]
    at_showdown = bool(outcome & 1)
    return {
        "position": dict(enumerate(POSITIONS)).get(player["position"], player["position"]),
        "from_button": player["from_button"],
        "hole": HOLE_CARDS[hole] if game == "holdem" else _six_bits(hole, hole_cards),
        "final": _six_bits(hole >> 30, hole_cards) if game == "draw" else None,
        "stack": player["stack"],
        "invested": player["invested"],
        "collected": player["collected"],
        **{share: player[f"rake_{share}"] for share in SHARES},
        "showdown": at_showdown,
        "shown": bool(outcome & 2),
        "mucked": bool(outcome & 4),
        "won": bool(outcome & 8),
        "all_in_street": (outcome >> 4) - 1,
        "rank": player["hand_rank"] & 0xFFFF if at_showdown else None,
        "low_rank": player["hand_rank"] >> 16 if at_showdown else 0,
        "counts": [
            {
                "check": packed & 1,
                "bet": packed >> 1 & 1,
                "fold": packed >> 2 & 1,
                "raise": packed >> 3 & 0x3FFF,
                "call": packed >> 17 & 0x3FFF,
            }
            for packed in counts
        ],
    }


@cache
def statistics_bits() -> dict[str, tuple[str, int]]:
    """Statistics that the engine computes: name -> (mask, bit value)."""
    return {
        s.id: (s.mask, 1 << s.bit)
        for s in registry.statistics()
        if s.bit is not None and s.mask is not None and s.group in ("preflop", "showdown")
    }
