"""Replay hands of the reference table in the compiled engine, and lay both answers side by side.

`engine_views` and `reference_view` give the same plain dictionaries, so that a test compares them
with `==` and a failure shows where they part.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, Any

from reference.engine_rows import SHARES, View, hand_views, statistics_bits
from reference.flags import DECISIONS, flags

from railbird.simulate import replay as engine
from railbird.simulate.policy import Rake as Policy
from railbird.simulate.policy import rake_config
from railbird.simulate.room import Betting_, Deal, Room, Showdown, Table, table_config

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    from reference.hand import Hand, Pot, Rake, Result


def engine_hand(hand: Hand, number: int = 0) -> engine.Hand:
    """Return the hand as the engine's Python door takes it."""
    seat_of = {kind: seat for seat, kind, _ in hand.posts}
    last_blind = seat_of.get("straddle", seat_of["bb"])
    return engine.Hand(
        cfg=_rules(_house_rules(hand), len(next(hole for hole in hand.holes if hole))),
        rk=_policy(hand.rake),
        stacks=hand.stacks,
        button=hand.button,
        sb_seat=seat_of.get("sb", -1),
        bb_seat=seat_of["bb"],
        bring_in=max(amount for _, kind, amount in hand.posts if kind in ("bb", "straddle")),
        deck=hand.deck or None,
        posts=hand.posts,
        last_blind=last_blind,
        holes=hand.holes,
        board=hand.board,
        actions=hand.actions,
        number=number,
    )  # fmt: skip


def _house_rules(hand: Hand) -> Hand:
    """Return the hand without what changes from hand to hand at a table."""
    return replace(
        hand, stacks=(0,) * len(hand.stacks), button=0, posts=(), deck=(), holes=(), board=(),
        stub=(), burnt=(), again=(), rake=type(hand.rake)(), actions=(),
    )  # fmt: skip


@cache
def _rules(hand: Hand, hole_cards: int) -> np.ndarray[Any, np.dtype[np.int64]]:
    betting = Betting_(
        raise_cap=hand.raise_cap,
        raise_cap_draw=hand.raise_cap,
        heads_up_uncapped=hand.heads_up_uncapped,
        half_bet_rule=hand.half_bet_rule,
        cumulative_reopen=hand.cumulative_reopen,
        pot_limit_small_blind="full" if hand.full_small_blind else "as_posted",
    )
    showdown = Showdown(
        first_to_show="last_aggressor" if hand.aggressor_shows else "first_to_act",
        all_show=hand.all_show,
        throw_away=hand.throw_away,
        ask_to_see=100 if hand.ask_to_see else 0,
    )
    deal = Deal(
        first_card=hand.order.first_card,  # type: ignore[arg-type]
        one_at_a_time=hand.order.one_at_a_time,
        burn=hand.order.burn,  # type: ignore[arg-type]
        boards=hand.boards,
    )
    table = Table(
        game=hand.game,
        hole_cards=hole_cards,
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
    return table_config(Room("reference", deal=deal, betting=betting, showdown=showdown), table)


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
    """Replay hands of one game in the engine; a refused one has only its refusal."""
    rows, said = engine.replay([engine_hand(hand, i) for i, hand in enumerate(hands)])
    refusals: list[View] = [
        {"refused": f"{v.reason}: action {v.position} by seat {v.seat}"} if v.error else {}
        for v in said
    ]
    holes = [len(next(hole for hole in hand.holes if hole)) for hand in hands]
    views = hand_views(rows, hands[0].game, lambda number: holes[number])
    played = {view["number"]: view for view in views}
    return [refused or comparable(played[i]) for i, refused in enumerate(refusals)]


def comparable(view: View) -> View:
    """Drop what only the engine decides: button and numbers."""
    return {key: value for key, value in view.items() if key not in ("table", "number", "button")}


def reference_view(result: Result) -> View:
    """Return the reference table's answer in the shape of `engine_views`."""
    hand = result.hand
    tally = flags(result)
    opp = {name: tally.opp.get(name, set()) for name in statistics_bits()}
    done = {name: tally.done.get(name, set()) for name in statistics_bits()}
    board_cards = 0 if hand.game == "draw" else (0, 3, 4, 5)[result.last_street]
    return {
        "dealt": len(hand.seats),
        "board": list(hand.board[:board_cards]),
        "boards": list(map(list, result.boards)),
        "last_street": result.last_street,
        "flop_players": result.flop_players,
        "raises_preflop": result.raises_preflop,
        "showdown": result.showdown,
        "pot": result.pot,
        "rake": result.rake,
        "actions": [
            (
                *(row.street, row.seat, row.action, row.amount, row.to_call, row.legal, row.all_in),
                row.cards or None,
            )
            for row in result.rows
        ],
        "pots": [
            (
                *(pot.amount, pot.rake, _mask(pot.eligible)),
                _winners(pot, 2 if hand.game == "omaha8" else 1),
            )
            for pot in result.pots
        ],
        "players": {
            seat: _reference_player(result, seat, tally.done["won"]) for seat in hand.seats
        },
        "opp": opp,
        "done": done,
    }


def _winners(pot: Pot, awards: int) -> int:
    """Return masks of winners, ten bits each: board by board, `awards` for each of them."""
    masks = [
        _mask(winners)
        for of_board in ((pot.winners, pot.low_winners), *pot.more)
        for winners in of_board[:awards]
    ]
    return sum(mask << 10 * i for i, mask in enumerate(masks))


def _mask(seats: Sequence[int] | frozenset[int]) -> int:
    return sum(1 << seat for seat in seats)


def _reference_player(result: Result, seat: int, won: set[int]) -> View:
    did = [row for row in result.rows if row.seat == seat]
    name, distance = position(result.hand, seat)
    return {
        "position": name,
        "from_button": distance,
        "hole": result.hand.holes[seat],
        "final": result.final.get(seat, ()) if result.hand.game == "draw" else None,
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
        "low_rank": result.low_ranks.get(seat, 0),
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
