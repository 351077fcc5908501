"""Hands that reach a showdown with cards that the record does not know.

Nobody is paid for cards he does not show: a hand that the record mucks, or shows as unknown, loses
to any that is seen. Where nothing is seen, the money may still say who won: finishing stacks above
the starting ones, or stated winnings. Such a claim only stands if the pots pay exactly that.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from railbird.cards import NO_CARD
from railbird.ingest.recorded import UNKNOWN_STACK, WON_UNSEEN
from railbird.simulate.replay import ACTION_CODES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from railbird.ingest.recorded import RecordedHand

_FOLD = ACTION_CODES["fold"]


def settle_unseen(hand: RecordedHand, winnings: Sequence[int] | None) -> None:
    """Mark the unknown cards that won by the record, in place.

    Args:
        hand: with unknown cards.
        winnings: what each player won by the record, if it says so.
    """
    finishing = hand.finishing
    decisions = hand.decisions
    folded = {
        player
        for player, action in zip(decisions[::4], decisions[1::4], strict=True)
        if action == _FOLD
    }
    players = range(len(hand.stacks))
    cards = hand.setting.hole_cards
    unseen = [p for p in players if hand.holes[cards * p] == NO_CARD and p not in folded]
    if not unseen or len(folded) == len(players) - 1:
        return
    if finishing is not None:
        if UNKNOWN_STACK in finishing or UNKNOWN_STACK in hand.stacks:
            return
        hand.settled = True
        won = [p for p in unseen if finishing[p] > hand.stacks[p]]
    elif winnings is not None and len(winnings) == len(players):
        won = [p for p in unseen if winnings[p] > 0]
        hand.claimed = winnings if won else None
        hand.settled = bool(won)
    else:
        return
    for p in won:
        hand.holes[cards * p] = WON_UNSEEN
