"""Cards: who gets which card of the deck, and when.

The order of the deal and the burn cards are rules of the room (docs/rules.md): one shuffled
deck must give the cards that the page says.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from railbird.simulate.betting import next_seat
from railbird.simulate.codes import FLOP, MAX_SEATS
from railbird.simulate.deck import draw, new_deck
from railbird.simulate.jit import inlined
from railbird.simulate.layout import (
    BOARD_MISSING,
    C_BURN,
    C_FIRST_CARD,
    C_HOLE_CARDS,
    C_ROUNDS,
    DEAL_KNOWN,
    DEAL_SHUFFLED,
    MAX_HOLE,
    O_BOARD,
    O_BOARD_CARDS,
    O_DEALT,
    O_DEALT_MASK,
    O_DRAWN,
    S_BB_SEAT,
    S_BOARD,
    S_BUTTON,
    S_DEAL_MODE,
    S_DECK,
    S_ERROR,
    S_HOLE,
    S_NEXT_CARD,
)

if TYPE_CHECKING:
    from railbird.simulate.arrays import Ints, Words


@inlined
def next_card(st: Ints, deck_stream: Words) -> int:
    """The next card of the deck, shuffled as far as it is dealt."""
    k = st[S_NEXT_CARD]
    st[S_NEXT_CARD] = k + 1
    if st[S_DEAL_MODE] == DEAL_SHUFFLED:
        return draw(st, S_DECK, deck_stream, k)
    return st[S_DECK + k]


@inlined
def deal_holes(cfg: Ints, obs: Ints, st: Ints, deck_stream: Words) -> None:
    """Deal two hole cards each in the room's order; recorded hands bring their own."""
    if st[S_DEAL_MODE] == DEAL_KNOWN:
        return
    deal_round(cfg, obs, st, deck_stream, 2)  # a number that the compiler can see


def deal_game(
    cfg: Ints, rk: Ints, obs: Ints, st: Ints, streams: Words, bots: Ints,  # noqa: ARG001
    memories: Ints, params: Ints, actions: Ints,  # noqa: ARG001
) -> None:  # fmt: skip
    """Deal the hole cards of another game than hold'em; nobody has drawn yet. A part."""
    if st[S_DEAL_MODE] != DEAL_KNOWN:
        deal_round(cfg, obs, st, streams[0], cfg[C_HOLE_CARDS])
    for s in range(MAX_SEATS):
        obs[O_DRAWN + s] = -1


@inlined
def deal_round(cfg: Ints, obs: Ints, st: Ints, deck_stream: Words, hole_cards: int) -> None:
    """Deal so many cards to everybody, from a new deck where it is shuffled."""
    if st[S_DEAL_MODE] == DEAL_SHUFFLED:
        new_deck(st, S_DECK)
    st[S_NEXT_CARD] = 0
    dealt = obs[O_DEALT_MASK]
    seat = st[S_BUTTON]
    if cfg[C_FIRST_CARD] == 1:
        seat = st[S_BB_SEAT]
    n = obs[O_DEALT]
    if cfg[C_ROUNDS] == 1:
        for i in range(hole_cards):
            for _ in range(n):
                seat = next_seat(dealt, seat)
                st[S_HOLE + seat * MAX_HOLE + i] = next_card(st, deck_stream)
        return
    for _ in range(n):
        seat = next_seat(dealt, seat)
        for i in range(hole_cards):
            st[S_HOLE + seat * MAX_HOLE + i] = next_card(st, deck_stream)


@inlined
def deal_board(cfg: Ints, obs: Ints, st: Ints, deck_stream: Words, street: int) -> None:
    """Burn where the room burns, then deal the flop, turn or river."""
    at = obs[O_BOARD_CARDS]
    n = 3 if street == FLOP else 1
    known = st[S_DEAL_MODE] == DEAL_KNOWN
    if not known and cfg[C_BURN] >> (street - 1) & 1:
        next_card(st, deck_stream)
    for i in range(at, at + n):
        card = st[S_BOARD + i] if known else next_card(st, deck_stream)
        obs[O_BOARD + i] = card
        if card < 0:
            st[S_ERROR] = BOARD_MISSING
    obs[O_BOARD_CARDS] = at + n
