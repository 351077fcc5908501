"""Replay a hand of the reference table in PokerKit, which must pay every player the same.

Rake is left out. What PokerKit plays otherwise by design is not asked of it: see
`plays_otherwise`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pokerkit import (
    Automation,
    BettingStructure,
    Deck,
    Opening,
    StandardHighHand,
    State,
    Street,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from reference.hand import Hand, Result

STRUCTURES = {
    "NL": BettingStructure.NO_LIMIT,
    "PL": BettingStructure.POT_LIMIT,
    "FL": BettingStructure.FIXED_LIMIT,
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
    hand with a dead post and an ante of everybody mixes what it trims with what it does not.
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
    if hand.betting == "FL":
        for row in result.rows:
            size = hand.small_bet if row.street < 2 else hand.big_bet
            if row.action in ("bet", "raise") and row.all_in and row.raise_to % size:
                return "limit half bet"
    return ""


def replay(result: Result) -> dict[int, int]:
    """Return what PokerKit pays each seat, for the actions that the result recorded.

    Raises:
        RefusedError: it does not allow one of the actions.
    """
    hand = result.hand
    seats = list(hand.seats)  # PokerKit, too, counts from the left of the button
    state = _state(hand, seats)
    for seat in seats:
        hole = hand.holes[seat]
        assert hole is not None
        state.deal_hole("".join(map(_card, hole)))
    dealt = 0
    rows = [row for row in result.rows if row.legal]
    for row in rows:
        while state.status and (state.actor_index is None or seats[state.actor_index] != row.seat):
            dealt = _move_on(state, hand, dealt)
        assert state.status, f"PokerKit's hand is over, and seat {row.seat} has a decision"
        try:
            if row.action == "fold":
                state.fold()
            elif row.action in ("check", "call"):
                state.check_or_call()
            else:
                state.complete_bet_or_raise_to(row.raise_to)
        except ValueError as error:
            raise RefusedError(str(error)) from error
    while state.status:
        dealt = _move_on(state, hand, dealt)
    return dict(zip(seats, state.payoffs, strict=True))


def _card(card: int) -> str:
    return "23456789TJQKA"[card >> 2] + "cdhs"[card & 3]


def _move_on(state: State, hand: Hand, dealt: int) -> int:
    """Deal the next street; or let a player check who has no rival with chips, and no decision."""
    if state.actor_index is not None:
        assert state.checking_or_calling_amount == 0, "PokerKit asks for a call"
        state.check_or_call()
        return dealt
    more = 3 if dealt == 0 else 1
    state.deal_board("".join(map(_card, hand.board[dealt : dealt + more])))
    return dealt + more


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
    streets = (
        _street((False, False), 0, preflop),
        _street((), 3, first),
        _street((), 1, second),
        _street((), 1, second),
    )
    order = seats if len(seats) > 2 else seats[::-1]  # heads-up PokerKit swaps the blinds back
    return State(
        AUTOMATIONS,
        Deck.STANDARD,
        (StandardHighHand,),
        streets,
        STRUCTURES[hand.betting],
        hand.ante_kind == "all",
        [antes[seat] for seat in order],
        [bets[seat] for seat in order],
        0,
        [hand.stacks[seat] for seat in seats],
        len(seats),
        divmod=_by_chip(hand.chip),
    )


def _by_chip(chip: int) -> Callable[[int, int], tuple[int, int]]:
    def split(amount: int, ways: int) -> tuple[int, int]:
        each = amount // (ways * chip) * chip
        return each, amount - each * ways

    return split


def _street(holes: tuple[bool, ...], board: int, least: int) -> Street:
    return Street(
        card_burning_status=False,
        hole_dealing_statuses=holes,
        board_dealing_count=board,
        draw_status=False,
        opening=Opening.POSITION,
        min_completion_betting_or_raising_amount=least,
        max_completion_betting_or_raising_count=None,
    )


def split_as_pokerkit(result: Result) -> dict[int, int]:
    """Return the nets, without rake, with odd chips shared out as PokerKit does.

    It first folds every hand that wins nothing, which melts pots together, and then gives all the
    odd chips of a pot to the first winner.
    """
    winning = {seat for pot in result.pots for seat in pot.winners}
    melted: list[tuple[set[int], int, tuple[int, ...]]] = []
    for pot in result.pots:
        rivals, amount = set(pot.eligible) & winning, pot.amount
        if melted and melted[-1][0] == rivals:
            amount += melted.pop()[1]
        melted.append((rivals, amount, pot.winners))
    net = {seat: -invested for seat, invested in result.invested.items()}
    for _, amount, winners in melted:
        each, rest = _by_chip(result.hand.chip)(amount, len(winners))
        for seat in winners:
            net[seat] += each
        net[winners[0]] += rest
    return net
