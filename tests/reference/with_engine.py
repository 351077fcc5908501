"""Replay hands of the reference table in the compiled engine, and lay both answers side by side.

`engine_views` and `reference_view` give the same plain dictionaries, so that a test compares them
with `==` and a failure shows where they part.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, Any

from reference.flags import DECISIONS, flags
from reference.toy_hands import cards

from railbird import registry
from railbird.cards import HOLE_STRINGS
from railbird.simulate import replay as engine
from railbird.simulate.codes import ACTIONS, POSITIONS
from railbird.simulate.policy import Rake as Policy
from railbird.simulate.policy import rake_config
from railbird.simulate.room import Betting_, Room, Showdown, Table, table_config

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    from reference.hand import Hand, Rake, Result

    from railbird.simulate.rows import Rows

    View = dict[str, Any]

HOLE_CARDS = [cards(text) for text in HOLE_STRINGS]
SHARES = ("dealt", "contributed", "weighted", "winner")


def engine_hand(hand: Hand, number: int = 0) -> engine.Hand:
    """Return the hand as the engine's Python door takes it."""
    seat_of = {kind: seat for seat, kind, _ in hand.posts}
    last_blind = seat_of.get("straddle", seat_of["bb"])
    return engine.Hand(
        cfg=_rules(replace(hand, stacks=(0,) * len(hand.stacks), posts=(), holes=(), board=(),
                           button=0, rake=type(hand.rake)(), actions=())),
        rk=_policy(hand.rake),
        stacks=hand.stacks,
        button=hand.button,
        sb_seat=seat_of.get("sb", -1),
        bb_seat=seat_of["bb"],
        bring_in=max(amount for _, kind, amount in hand.posts if kind in ("bb", "straddle")),
        posts=hand.posts,
        last_blind=last_blind,
        holes=hand.holes,
        board=hand.board,
        actions=hand.actions,
        number=number,
    )  # fmt: skip


@cache
def _rules(hand: Hand) -> np.ndarray[Any, np.dtype[np.int64]]:
    betting = Betting_(
        raise_cap=hand.raise_cap,
        heads_up_uncapped=hand.heads_up_uncapped,
        half_bet_rule=hand.half_bet_rule,
        cumulative_reopen=hand.cumulative_reopen,
        pot_limit_small_blind="full" if hand.full_small_blind else "as_posted",
    )
    showdown = Showdown(
        first_to_show="last_aggressor" if hand.aggressor_shows else "first_to_act",
        all_show=hand.all_show,
    )
    table = Table(
        game="holdem",
        betting=hand.betting,  # type: ignore[arg-type]
        seats=len(hand.stacks),
        small_blind=hand.small_blind,
        big_blind=hand.big_blind,
        small_bet=hand.small_bet,
        big_bet=hand.big_bet,
        ante=hand.ante,
        ante_kind=hand.ante_kind,  # type: ignore[arg-type]
        chip=hand.chip,
    )
    return table_config(Room("reference", betting=betting, showdown=showdown), table)


@cache
def _policy(rake: Rake) -> np.ndarray[Any, np.dtype[np.int64]]:
    caps = [-1] * 11
    for players, cap in rake.caps:
        caps[players:] = [cap] * (11 - players)
    policy = Policy(
        "reference", rake.bps, rake.rounding, rake.unit, rake.no_flop_no_drop, tuple(caps)
    )
    return rake_config(policy)


def verdicts(hands: Sequence[Hand]) -> list[engine.Verdict]:
    """Return what the engine says of each hand's script."""
    return engine.replay([engine_hand(hand) for hand in hands])[1]


def engine_views(hands: Sequence[Hand]) -> list[View]:
    """Replay the hands in the engine; a refused one has only its refusal."""
    rows, said = engine.replay([engine_hand(hand, i) for i, hand in enumerate(hands)])
    refusals: list[View] = [
        {"refused": f"{v.reason}: action {v.position} by seat {v.seat}"} if v.error else {}
        for v in said
    ]
    played = {view["number"]: view for view in hand_views(rows)}
    return [refused or comparable(played[i]) for i, refused in enumerate(refusals)]


def hand_views(rows: Rows) -> list[View]:
    """Return the rows of any call of the engine hand by hand, in order."""
    tables: dict[int, View] = {}
    for name in ("hands", "players", "actions", "pots"):
        table = {column: values.tolist() for column, values in rows.columns(name).items()}
        for values in zip(*table.values(), strict=True):
            row = dict(zip(table, values, strict=True))
            tables.setdefault(row["hand_id"], {}).setdefault(name, []).append(row)
    return [_engine_view(of_hand) for of_hand in tables.values()]


def comparable(view: View) -> View:
    """Drop what only the engine decides: cards, button, numbers."""
    for player in view["players"].values():
        del player["hole"]
    return {key: value for key, value in view.items() if key not in ("table", "number", "button")}


def _engine_view(tables: View) -> View:
    [hand] = tables["hands"]
    board = [hand["board"] >> 6 * i & 63 for i in range((0, 3, 4, 5)[hand["last_street"]])]
    opp: dict[str, set[int]] = {name: set() for name in _bits()}
    done: dict[str, set[int]] = {name: set() for name in _bits()}
    for player in tables["players"]:
        for name, (mask, bit) in _bits().items():
            if player[f"{mask}_opp"] & bit:
                opp[name].add(player["seat"])
            if player[f"{mask}_done"] & bit:
                done[name].add(player["seat"])
    return {
        "table": hand["hand_id"] >> 32,
        "number": hand["hand_id"] & 0xFFFFFFFF,
        "button": hand["button_seat"],
        "dealt": hand["dealt"],
        "board": board,
        "last_street": hand["last_street"],
        "flop_players": hand["flop_players"],
        "raises_preflop": hand["raises_preflop"],
        "showdown": hand["showdown"] == 1,
        "pot": hand["pot"],
        "rake": hand["rake"],
        "actions": [_engine_action(row) for row in tables["actions"]],
        "pots": [
            (row["amount"], row["rake"], row["eligible"], row["winners"]) for row in tables["pots"]
        ],
        "players": {player["seat"]: _engine_player(player) for player in tables["players"]},
        "opp": opp,
        "done": done,
    }


def _engine_action(row: dict[str, int]) -> tuple[Any, ...]:
    what = row["what"]
    return (
        what >> 4 & 3,
        what >> 6 & 15,
        ACTIONS[what & 15],
        row["amount"],
        row["to_call"],
        what >> 10 & 31,
        bool(what >> 15 & 1),
        HOLE_CARDS[row["cards"]] if row["cards"] >= 0 else None,
    )


def _engine_player(player: dict[str, int]) -> View:
    outcome = player["outcome"]
    counts = [player["counts_01"], player["counts_01"] >> 31]
    counts += [player["counts_23"], player["counts_23"] >> 31]
    at_showdown = bool(outcome & 1)
    return {
        "position": dict(enumerate(POSITIONS)).get(player["position"], player["position"]),
        "from_button": player["from_button"],
        "hole": HOLE_CARDS[player["hole"]],
        "stack": player["stack"],
        "invested": player["invested"],
        "collected": player["collected"],
        **{share: player[f"rake_{share}"] for share in SHARES},
        "showdown": at_showdown,
        "shown": bool(outcome & 2),
        "mucked": bool(outcome & 4),
        "won": bool(outcome & 8),
        "all_in_street": (outcome >> 4) - 1,
        "rank": player["hand_rank"] if at_showdown else None,
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
def _bits() -> dict[str, tuple[str, int]]:
    """Statistics that the engine computes: name -> (mask, bit value)."""
    return {
        s.id: (s.mask, 1 << s.bit)
        for s in registry.statistics()
        if s.bit is not None and s.mask is not None and s.group in ("preflop", "showdown")
    }


def reference_view(result: Result) -> View:
    """Return the reference table's answer in the shape of `engine_views`."""
    hand = result.hand
    tally = flags(result)
    opp = {name: tally.opp.get(name, set()) for name in _bits()}
    done = {name: tally.done.get(name, set()) for name in _bits()}
    board_cards = (0, 3, 4, 5)[result.last_street]
    return {
        "dealt": len(hand.seats),
        "board": list(hand.board[:board_cards]),
        "last_street": result.last_street,
        "flop_players": result.flop_players,
        "raises_preflop": result.raises_preflop,
        "showdown": result.showdown,
        "pot": result.pot,
        "rake": result.rake,
        "actions": [
            (
                *(row.street, row.seat, row.action, row.amount, row.to_call, row.legal, row.all_in),
                hand.holes[row.seat] if row.action == "show" else None,
            )
            for row in result.rows
        ],
        "pots": [
            (pot.amount, pot.rake, _mask(pot.eligible), _mask(pot.winners)) for pot in result.pots
        ],
        "players": {
            seat: _reference_player(result, seat, tally.done["won"]) for seat in hand.seats
        },
        "opp": opp,
        "done": done,
    }


def _mask(seats: Sequence[int] | frozenset[int]) -> int:
    return sum(1 << seat for seat in seats)


def _reference_player(result: Result, seat: int, won: set[int]) -> View:
    did = [row for row in result.rows if row.seat == seat]
    name, distance = position(result.hand, seat)
    return {
        "position": name,
        "from_button": distance,
        "stack": result.hand.stacks[seat],
        "invested": result.invested[seat],
        "collected": result.collected[seat],
        **{share: result.shares[share][seat] for share in SHARES},
        "showdown": result.showdown and seat in result.live,
        "shown": any(row.action == "show" for row in did),
        "mucked": any(row.action == "muck" for row in did),
        "won": seat in won,
        "all_in_street": result.all_in_street.get(seat, -1),
        "rank": result.ranks.get(seat),
        "counts": [
            {
                action: sum(row.action == action and row.street == street for row in did)
                for action in DECISIONS
            }
            for street in range(4)
        ],
    }


def position(hand: Hand, seat: int) -> tuple[str, int]:
    """Return the position's name and the distance from the button seat."""
    seat_of = {kind: s for s, kind, _ in hand.posts}
    small_blind = seat_of.get("sb")
    if seat == hand.button:
        return "BTN", 0
    if seat == small_blind:
        return "SB", -1
    if seat == seat_of.get("bb"):
        return "BB", -2
    size = len(hand.stacks)
    between = [(hand.button - i) % size for i in range(1, size)]
    others = [s for s in between if s in hand.seats and s not in (small_blind, seat_of.get("bb"))]
    distance = others.index(seat) + 1
    names = ("", "CO", "HJ", "LJ")
    if distance < 4:
        return names[distance], distance
    early = len(others) - distance
    return "UTG" + (f"+{early}" if early else ""), distance
