"""Five card draw: the draw between the two rounds of betting, and the deck that runs short.

Rules: docs/rules.md, five card draw. Left of the button draws first, all-in players too. When the
stub is dealt out, what nobody holds is shuffled and dealt on: burnt cards, folded hands and other
players' discards, never the drawer's own. Only five card draw comes here, so nothing is inlined.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from railbird.lake.bits import CARD_BITS, NO_CARD_BITS
from railbird.simulate.betting import next_seat, refuse
from railbird.simulate.calls import ask
from railbird.simulate.codes import CAN_CHECK, CAN_DRAW, CHECK, DRAW, MAX_SEATS
from railbird.simulate.deal import next_card
from railbird.simulate.deck import DECK_SIZE
from railbird.simulate.jit import jit
from railbird.simulate.layout import (
    C_BURN,
    C_ILLEGAL,
    DEAL_KNOWN,
    DEAL_SHUFFLED,
    ILLEGAL_ACTION,
    MAX_HOLE,
    O_BEHIND,
    O_DECISIONS,
    O_DRAWN,
    O_FROM_BUTTON,
    O_FROM_BUTTONS,
    O_HOLE,
    O_LEGAL,
    O_LIVE_MASK,
    O_MAX_TO,
    O_MIN_TO,
    O_PLAYERS,
    O_POSITION,
    O_POSITIONS,
    O_SEAT,
    O_STACK,
    O_STACKS,
    O_STREET_TOTAL,
    O_TO_CALL,
    OK,
    REFUSE,
    S_BOT,
    S_BUTTON,
    S_DEAL_MODE,
    S_DECK,
    S_FIRST_HAND,
    S_HOLE,
    S_ILLEGAL,
    S_MEMORY,
    S_NEXT_CARD,
    S_SORTED_DECK,
    SCRIPT_FAULT,
    WRONG_DISCARDS,
)
from railbird.simulate.record import log_row, packed_cards

if TYPE_CHECKING:
    from railbird.simulate.arrays import Ints, Words

HAND_SIZE = 5
ALL_CARDS = (1 << HAND_SIZE) - 1  # the largest mask of discards


@jit
def face_draw(obs: Ints, st: Ints, seat: int, behind: int) -> None:
    """Put the choice of discards into the observation: draw, or check and stand pat."""
    obs[O_SEAT] = seat
    obs[O_POSITION] = obs[O_POSITIONS + seat]
    obs[O_FROM_BUTTON] = obs[O_FROM_BUTTONS + seat]
    obs[O_LEGAL] = CAN_DRAW | CAN_CHECK
    obs[O_TO_CALL] = 0
    obs[O_MIN_TO] = 0
    obs[O_MAX_TO] = 0
    obs[O_STACK] = obs[O_STACKS + seat]
    obs[O_STREET_TOTAL] = 0
    obs[O_BEHIND] = behind
    for i in range(MAX_HOLE):
        obs[O_HOLE + i] = st[S_HOLE + seat * MAX_HOLE + i]


@jit
def draw_refusal(action: int, discards: int) -> int:
    """Why an answer to the draw may not stand, 0 when it may."""
    if action == CHECK:
        return OK
    if action != DRAW:
        return ILLEGAL_ACTION
    return OK if 0 <= discards <= ALL_CARDS else WRONG_DISCARDS


@jit
def held_cards(obs: Ints, st: Ints, drawer: int) -> int:
    """Return the cards, a bit each, that live players hold or that the drawer has thrown away."""
    held = 0
    for s in range(MAX_SEATS):
        if obs[O_LIVE_MASK] >> s & 1:
            for i in range(S_HOLE + s * MAX_HOLE, S_HOLE + s * MAX_HOLE + HAND_SIZE):
                held |= 1 << st[i]
    for i in range(HAND_SIZE):
        held |= 1 << (st[S_FIRST_HAND + drawer] >> CARD_BITS * i & NO_CARD_BITS)
    return held


@jit
def gather_deck(obs: Ints, st: Ints, drawer: int) -> None:
    """Make a new stub, from S_NEXT_CARD on, when the old one is dealt out.

    A fixed deck keeps its order: its cards come again from the top.
    """
    held = held_cards(obs, st, drawer)
    n = 0
    for wanted in (1, 0):
        for i in range(DECK_SIZE):
            card = st[S_DECK + i]
            if held >> card & 1 == wanted:
                st[S_SORTED_DECK + n] = card
                n += 1
        if wanted == 1:
            st[S_NEXT_CARD] = n
    for i in range(DECK_SIZE):
        st[S_DECK + i] = st[S_SORTED_DECK + i]


@jit
def change_hand(obs: Ints, st: Ints, deck_stream: Words, seat: int, discards: int) -> int:
    """Replace the discards of a player; returns them, packed as `actions.cards` keeps them."""
    known = st[S_DEAL_MODE] == DEAL_KNOWN
    st[S_FIRST_HAND + seat] = packed_cards(st, seat, HAND_SIZE, HAND_SIZE)
    thrown = (1 << CARD_BITS * MAX_HOLE) - 1
    drawn = 0
    for i in range(HAND_SIZE):
        if discards >> i & 1:
            at = S_HOLE + seat * MAX_HOLE + i
            thrown ^= (st[at] & NO_CARD_BITS ^ NO_CARD_BITS) << CARD_BITS * drawn
            if known:
                st[at] = st[S_DECK + seat * HAND_SIZE + drawn]
            else:
                if st[S_NEXT_CARD] == DECK_SIZE:
                    gather_deck(obs, st, seat)
                st[at] = next_card(st, deck_stream)
            drawn += 1
    obs[O_DRAWN + seat] = drawn
    return thrown if drawn > 0 else -1


def draw_cards(
    cfg: Ints, rk: Ints, obs: Ints, st: Ints, streams: Words, bots: Ints,  # noqa: ARG001
    memories: Ints, params: Ints, out: Ints,
) -> None:  # fmt: skip
    """Let every player who is left discard and draw in turn, left of the button first.

    One card is burnt before, where the room burns before the second round. An illegal answer
    stops the hand, or stands for standing pat, as illegal answers do elsewhere. A part.
    """
    if cfg[C_BURN] & 1 and st[S_DEAL_MODE] != DEAL_KNOWN:
        next_card(st, streams[0])
    seat = st[S_BUTTON]
    n = obs[O_PLAYERS]
    for behind in range(n - 1, -1, -1):
        seat = next_seat(obs[O_LIVE_MASK], seat)
        face_draw(obs, st, seat, behind)
        bot = st[S_BOT + seat]
        action, discards = ask(
            bots[bot], obs, streams[1 + seat], memories[st[S_MEMORY + seat]], params[bot]
        )
        why = draw_refusal(action, discards)
        if why != OK:
            if action <= SCRIPT_FAULT and st[S_DEAL_MODE] != DEAL_SHUFFLED:
                why = SCRIPT_FAULT - action
            if cfg[C_ILLEGAL] == REFUSE:
                refuse(st, seat, why, action, discards)
                return
            st[S_ILLEGAL] += 1
            action = CHECK
        thrown = change_hand(obs, st, streams[0], seat, discards if action == DRAW else 0)
        log_row(obs, st, out, seat, DRAW, 0, 0, 0, thrown)
        obs[O_DECISIONS] += 1
