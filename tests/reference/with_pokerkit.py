"""Replay a hand of the reference table in PokerKit, which must pay every player the same.

Rake is left out. What PokerKit plays otherwise by design is not asked of it: see
`plays_otherwise`.
"""

from __future__ import annotations

import warnings
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any

from pokerkit import (
    Automation,
    BettingStructure,
    Deck,
    Mode,
    OmahaEightOrBetterLowHand,
    OmahaHoldemHand,
    Opening,
    StandardHighHand,
    State,
    Street,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from reference.hand import Hand, Pot, Result, Row

STRUCTURES = {
    "NL": BettingStructure.NO_LIMIT,
    "PL": BettingStructure.POT_LIMIT,
    "FL": BettingStructure.FIXED_LIMIT,
}


def _remembering(kind: Any) -> Any:
    """Return PokerKit's own hand type with a memory: it ranks the same sixty again and again."""

    class Remembering(kind):  # type: ignore[misc]
        @cached_property
        def entry(self) -> Any:
            return super().entry

        @classmethod
        def from_game(cls, hole_cards: Any, board_cards: Any = ()) -> Any:
            hand = best(tuple(hole_cards), tuple(board_cards))
            if hand is None:
                raise ValueError("no such hand")
            return hand

        @classmethod
        def search(cls, hole: tuple[Any, ...], board: tuple[Any, ...]) -> Any:
            try:
                return super().from_game(hole, board)
            except ValueError:
                return None

    best = lru_cache(1 << 12)(Remembering.search)
    return Remembering


_OMAHA, _OMAHA_LOW = map(_remembering, (OmahaHoldemHand, OmahaEightOrBetterLowHand))
HAND_TYPES = {
    "holdem": (StandardHighHand,),
    "omaha": (_OMAHA,),
    "omaha8": (_OMAHA, _OMAHA_LOW),
    "draw": (StandardHighHand,),
}
AUTOMATIONS = (
    Automation.ANTE_POSTING,
    Automation.BET_COLLECTION,
    Automation.BLIND_OR_STRADDLE_POSTING,
    Automation.HOLE_CARDS_SHOWING_OR_MUCKING,
    Automation.HAND_KILLING,
    Automation.CHIPS_PUSHING,
    Automation.CHIPS_PULLING,
)


class RefusedError(Exception):
    """PokerKit does not allow an action; the message is its own."""


def plays_otherwise(result: Result) -> str:
    """Return why PokerKit cannot be asked about this hand, '' if it can.

    Its players owe only what a short blind has posted; its limit games know no half bets; and a
    hand with a dead post and an ante of everybody mixes what it trims with what it does not. Where
    anybody has a low hand it splits every pot, those too in which nobody has one.
    """
    hand = result.hand
    posted = {(row.seat, row.action): row.amount for row in result.rows}
    if any(
        posted.get((seat, kind), 0) < nominal
        for seat, kind, nominal in hand.posts
        if kind in ("bb", "straddle")
    ):
        return "short blind"
    if hand.ante_kind == "all" and any(kind == "dead" for _, kind, _ in hand.posts):
        return "dead post beside antes"
    lows = [_lows(pot) for pot in result.pots if len(pot.eligible) > 1]
    if any(any(of_board) and not all(of_board) for of_board in zip(*lows, strict=True)):
        return "low hand of another pot"
    if hand.betting == "FL":
        for row in result.rows:
            size = hand.small_bet if 2 * row.street <= hand.last_street else hand.big_bet
            if row.action in ("bet", "raise") and row.all_in and row.raise_to % size:
                return "limit half bet"
    return ""


def _lows(pot: Pot) -> list[bool]:
    return [bool(pot.low_winners), *(bool(low) for _, low in pot.more)]


def replay(result: Result) -> dict[int, int]:
    """Return what PokerKit pays each seat, for the actions that the result recorded.

    Raises:
        RefusedError: it does not allow one of the actions.
    """
    hand = result.hand
    seats = list(hand.seats)  # PokerKit, too, counts from the left of the button
    state = _state(hand, seats)
    boards = _streets_of(result)
    for seat in seats:
        hole = hand.holes[seat]
        assert hole is not None
        _deal(state, hole, seats.index(seat))
    for row in result.rows:
        if row.action == "draw":
            _discard(state, seats.index(row.seat), row.cards)
        elif row.legal:
            _bring_up_to(state, result, boards, seats.index(row.seat))
            _act(state, row)
    while state.status:
        _move_on(state, result, boards)
    return dict(zip(seats, state.payoffs, strict=True))


def _act(state: State, row: Row) -> None:
    try:
        if row.action == "fold":
            state.fold()
        elif row.action in ("check", "call"):
            state.check_or_call()
        else:
            state.complete_bet_or_raise_to(row.raise_to)
    except ValueError as error:
        raise RefusedError(str(error)) from error


def _discard(state: State, player: int, cards: tuple[int, ...]) -> None:
    while state.stand_patter_or_discarder_index is None:
        _check_without_a_choice(state)
    assert state.stand_patter_or_discarder_index == player
    state.stand_pat_or_discard("".join(map(_card, cards)))


def _streets_of(result: Result) -> list[tuple[int, ...]]:
    """Return the cards of the board as they come: a street of it at a time, board by board."""
    first = result.hand.board
    streets = [first[:3], first[3:4], first[4:5]]
    betting = [row.street for row in result.rows if row.action not in ("show", "muck")]
    for board in result.boards[1:]:
        streets += [board[:3], board[3:4], board[4:5]][max(betting) :]
    return streets


def _bring_up_to(state: State, result: Result, boards: list[tuple[int, ...]], player: int) -> None:
    while state.status and state.actor_index != player:
        _move_on(state, result, boards)
    assert state.status, f"PokerKit's hand is over, and player {player} has a decision"


def _card(card: int) -> str:
    return "23456789TJQKA"[card >> 2] + "cdhs"[card & 3]


def _check_without_a_choice(state: State) -> None:
    """Let a player check who has no rival with chips, and no decision."""
    assert state.checking_or_calling_amount == 0, "PokerKit asks for a call"
    state.check_or_call()


def _move_on(state: State, result: Result, boards: list[tuple[int, ...]]) -> None:
    """Deal the next street, or what a player draws; or let one check who has no decision.

    Players who are all-in agree on the number of boards.
    """
    if any(state.runout_count_selector_statuses):
        state.select_runout_count(result.hand.boards)
    elif state.actor_index is not None:
        _check_without_a_choice(state)
    elif state.hole_dealee_index is not None:
        player = state.hole_dealee_index
        seat = result.hand.seats[player]
        hole = result.hand.holes[seat] or ()
        _deal(state, [card for card in result.final[seat] if card not in hole], player)
    else:
        state.deal_board("".join(map(_card, boards.pop(0))))


def _deal(state: State, cards: Sequence[int], player: int) -> None:
    with warnings.catch_warnings():
        # it collects discards only when the stub is used up, and warns of cards that come back
        warnings.simplefilter("ignore", UserWarning)
        state.deal_hole("".join(map(_card, cards)), player)


def _state(hand: Hand, seats: list[int]) -> State:
    antes = dict.fromkeys(seats, 0)
    bets = dict.fromkeys(seats, 0)
    for seat, kind, nominal in hand.posts:
        if kind in ("ante", "dead"):
            antes[seat] += nominal
        else:
            # a negative blind is a late post: it does not move the first to act
            bets[seat] += -nominal if kind == "post" else nominal
    straddles = [nominal for _, kind, nominal in hand.posts if kind == "straddle"]
    first, second = (
        (hand.small_bet, hand.big_bet) if hand.betting == "FL" else (hand.big_blind,) * 2
    )
    preflop = first if hand.betting == "FL" else max([first, *straddles])
    cards = len(next(hole for hole in hand.holes if hole))
    streets = (
        (
            _street((False,) * cards, 0, preflop),
            _street((), 0, second, draw=True),
        )
        if hand.game == "draw"
        else (
            _street((False,) * cards, 0, preflop),
            _street((), 3, first),
            _street((), 1, second),
            _street((), 1, second),
        )
    )
    order = seats if len(seats) > 2 else seats[::-1]  # heads-up PokerKit swaps the blinds back
    return State(
        AUTOMATIONS,
        Deck.STANDARD,
        HAND_TYPES[hand.game],
        streets,
        STRUCTURES[hand.betting],
        hand.ante_kind == "all",
        [antes[seat] for seat in order],
        [bets[seat] for seat in order],
        0,
        [hand.stacks[seat] for seat in seats],
        len(seats),
        divmod=_by_chip(hand.chip),
        mode=Mode.CASH_GAME if hand.boards > 1 else Mode.TOURNAMENT,
    )


def _by_chip(chip: int) -> Callable[[int, int], tuple[int, int]]:
    def split(amount: int, ways: int) -> tuple[int, int]:
        each = amount // (ways * chip) * chip
        return each, amount - each * ways

    return split


def _street(holes: tuple[bool, ...], board: int, least: int, *, draw: bool = False) -> Street:
    return Street(
        card_burning_status=False,
        hole_dealing_statuses=holes,
        board_dealing_count=board,
        draw_status=draw,
        opening=Opening.POSITION,
        min_completion_betting_or_raising_amount=least,
        max_completion_betting_or_raising_count=None,
    )


def split_as_pokerkit(result: Result) -> dict[int, int]:
    """Return the nets, without rake, with odd chips shared out as PokerKit does.

    It first folds every hand that wins nothing, which melts pots together, and then gives all the
    odd chips of a pot to the first board, those of a board's part to the high half, and those of a
    half to the first winner.
    """
    winning = {seat for pot in result.pots for seat in pot.awards}
    melted: list[tuple[set[int], int, Pot]] = []
    for pot in result.pots:
        rivals, amount = set(pot.eligible) & winning, pot.amount
        if melted and melted[-1][0] == rivals:
            amount += melted.pop()[1]
        melted.append((rivals, amount, pot))
    net = {seat: -invested for seat, invested in result.invested.items()}
    split = _by_chip(result.hand.chip)

    def pay(amount: int, ways: Sequence[Sequence[int]]) -> list[tuple[int, Sequence[int]]]:
        each, odd = split(amount, len(ways))
        return [(each + (odd if i == 0 else 0), way) for i, way in enumerate(ways)]

    for _, amount, pot in melted:
        boards = [(pot.winners, pot.low_winners), *pot.more]
        for part, halves in pay(amount, boards):
            for half, winners in pay(part, [half for half in halves if half]):
                for share, seat in pay(half, winners):
                    net[seat] += share
    return net
