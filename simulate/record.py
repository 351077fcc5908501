"""Rows: the kernel writes what happened into int64 matrices, one row of the matrix per column.

Column order is that of `layout.H_COLUMNS` and its siblings; the runner hands them to the lake.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from railbird.lake.bits import (
    CARD_BITS,
    HAND_BITS,
    LOW_RANK_SHIFT,
    NO_CARD_BITS,
    NO_HAND,
    OUTCOME_ALL_IN_SHIFT,
    OUTCOME_MUCKED,
    OUTCOME_SHOWDOWN,
    OUTCOME_SHOWN,
    OUTCOME_WON,
    TABLE_SHIFT,
    WHAT_ALL_IN_SHIFT,
    WHAT_LEGAL_SHIFT,
    WHAT_SEAT_SHIFT,
    WHAT_STREET_SHIFT,
)
from railbird.simulate.codes import FIVE_CARD_DRAW, HOLDEM
from railbird.simulate.jit import inlined, jit
from railbird.simulate.layout import (
    C_GAME,
    C_HI_LO,
    C_HOLE_CARDS,
    C_SEATS,
    MAX_HOLE,
    O_BOARD,
    O_BUTTON,
    O_DEALT,
    O_DEALT_MASK,
    O_DRAWN,
    O_FROM_BUTTONS,
    O_HOLE_CARDS,
    O_INVESTED,
    O_LIVE_MASK,
    O_PLAYERS_BY_STREET,
    O_POSITIONS,
    O_POT,
    O_RAISES_BY_STREET,
    O_STACKS,
    O_STREET,
    S_ADDED,
    S_ALL_IN_STREET,
    S_COLLECTED,
    S_CONTESTED_WINNERS,
    S_COUNTS_01,
    S_COUNTS_23,
    S_DURATION,
    S_FEES,
    S_FIRST_HAND,
    S_HAND,
    S_HOLE,
    S_HOLE_CODES,
    S_JACKPOT,
    S_LEVEL,
    S_LOW_RANK,
    S_MORE_BOARDS,
    S_MUCKED,
    S_N_POTS,
    S_PLAYERS,
    S_POST_DONE,
    S_POST_OPP,
    S_POT_AMOUNT,
    S_POT_ELIGIBLE,
    S_POT_JACKPOT,
    S_POT_RAKE,
    S_POT_WINNERS,
    S_PRE_DONE,
    S_PRE_OPP,
    S_RAKE,
    S_RAKE_CONTRIBUTED,
    S_RAKE_DEALT,
    S_RAKE_WEIGHTED,
    S_RAKE_WINNER,
    S_RANK,
    S_ROW,
    S_SEATED,
    S_SEQ,
    S_SHOWDOWN,
    S_SHOWN,
    S_STACKS,
    S_STARTED,
    S_TABLE,
)

if TYPE_CHECKING:
    from railbird.simulate.arrays import Ints


@inlined
def log_row(
    obs: Ints,
    st: Ints,
    out: Ints,
    seat: int,
    action: int,
    amount: int,
    to_call: int,
    legal: int,
    cards: int,
) -> None:
    """Append one action row."""
    row = st[S_ROW]
    all_in = 1 if amount > 0 and obs[O_STACKS + seat] == 0 else 0
    out[0, row] = st[S_TABLE] << TABLE_SHIFT | st[S_HAND]
    out[1, row] = st[S_SEQ]
    out[2, row] = (
        action
        | obs[O_STREET] << WHAT_STREET_SHIFT
        | seat << WHAT_SEAT_SHIFT
        | legal << WHAT_LEGAL_SHIFT
        | all_in << WHAT_ALL_IN_SHIFT
    )
    out[3, row] = amount
    out[4, row] = to_call
    out[5, row] = cards
    st[S_SEQ] += 1
    st[S_ROW] = row + 1


@jit
def packed_cards(st: Ints, seat: int, n: int, places: int) -> int:
    """Return a player's n cards, six bits a card, first lowest, 63 in places that are empty.

    -1 where a card is unknown.
    """
    packed = 0
    for i in range(places - 1, -1, -1):
        card = st[S_HOLE + seat * MAX_HOLE + i] if i < n else NO_CARD_BITS
        if card < 0:
            return -1
        packed = packed << CARD_BITS | card
    return packed


@inlined
def shown_code(obs: Ints, st: Ints, seat: int) -> int:
    """The cards that a player shows, as `actions.cards` keeps them; -1 if unknown."""
    if obs[O_HOLE_CARDS] == 2:
        return hole_code(st, seat)
    return packed_cards(st, seat, obs[O_HOLE_CARDS], MAX_HOLE)


@inlined
def hole_code(st: Ints, seat: int) -> int:
    """Two hole cards as one number, the index in `railbird.cards.HOLE_STRINGS`; -1 if unknown."""
    first = st[S_HOLE + seat * MAX_HOLE]
    second = st[S_HOLE + seat * MAX_HOLE + 1]
    if first < 0 or second < 0:
        return -1
    return first * 51 + second - (1 if second > first else 0)


@inlined
def write_hand(obs: Ints, st: Ints, out: Ints, row: int) -> None:
    """One row of `hands`. The board is packed six bits a card, first card lowest."""
    board = 0
    for i in range(4, -1, -1):
        board = board << 6 | (obs[O_BOARD + i] & 63)
    out[0, row] = st[S_TABLE] << TABLE_SHIFT | st[S_HAND]
    out[1, row] = obs[O_BUTTON]
    out[2, row] = obs[O_DEALT]
    out[3, row] = board
    out[4, row] = obs[O_STREET]
    out[5, row] = obs[O_PLAYERS_BY_STREET + 1]
    out[6, row] = obs[O_RAISES_BY_STREET]
    out[7, row] = st[S_SHOWDOWN]
    out[8, row] = obs[O_POT]
    out[9, row] = st[S_RAKE]
    out[10, row] = st[S_JACKPOT]
    out[11, row] = st[S_ADDED]
    out[12, row] = st[S_SEATED]
    out[13, row] = st[S_STARTED]
    out[14, row] = st[S_DURATION]
    out[15, row] = st[S_LEVEL]
    out[16, row] = st[S_MORE_BOARDS]


@inlined
def outcome_of(obs: Ints, st: Ints, seat: int) -> int:
    """Pack showdown, shown, mucked, won and the street of the all-in."""
    live = obs[O_LIVE_MASK] >> seat & 1
    outcome = st[S_ALL_IN_STREET + seat] << OUTCOME_ALL_IN_SHIFT
    if live and st[S_SHOWDOWN] == 1:
        outcome |= OUTCOME_SHOWDOWN
    if st[S_SHOWN] >> seat & 1:
        outcome |= OUTCOME_SHOWN
    if st[S_MUCKED] >> seat & 1:
        outcome |= OUTCOME_MUCKED
    if st[S_CONTESTED_WINNERS] >> seat & 1:
        outcome |= OUTCOME_WON
    return outcome


@inlined
def write_players(cfg: Ints, obs: Ints, st: Ints, out: Ints, row: int) -> int:
    """One row of `players` for each player dealt in; returns the next free row."""
    for s in range(cfg[C_SEATS]):
        if obs[O_DEALT_MASK] >> s & 1 == 0:
            continue
        out[0, row] = st[S_TABLE] << TABLE_SHIFT | st[S_HAND]
        out[1, row] = s
        out[2, row] = st[S_PLAYERS + s]
        out[3, row] = obs[O_POSITIONS + s]
        out[4, row] = obs[O_FROM_BUTTONS + s]
        out[5, row] = hole_code(st, s) if cfg[C_GAME] == HOLDEM else st[S_HOLE_CODES + s]
        out[6, row] = st[S_STACKS + s]
        out[7, row] = obs[O_INVESTED + s]
        out[8, row] = st[S_COLLECTED + s]
        out[9, row] = st[S_RAKE_DEALT + s]
        out[10, row] = st[S_RAKE_CONTRIBUTED + s]
        out[11, row] = st[S_RAKE_WEIGHTED + s]
        out[12, row] = st[S_RAKE_WINNER + s]
        out[13, row] = outcome_of(obs, st, s)
        out[14, row] = st[S_RANK + s]
        out[15, row] = st[S_PRE_OPP + s]
        out[16, row] = st[S_PRE_DONE + s]
        out[17, row] = st[S_POST_OPP + s]
        out[18, row] = st[S_POST_DONE + s]
        out[19, row] = st[S_COUNTS_01 + s]
        out[20, row] = st[S_COUNTS_23 + s]
        out[21, row] = st[S_FEES + s]
        row += 1
    return row


def write_codes(cfg: Ints, rk: Ints, obs: Ints, st: Ints) -> None:  # noqa: ARG001
    """Put down what other games have in the place of two hole cards, and of a rank. A part."""
    for s in range(cfg[C_SEATS]):
        if obs[O_DEALT_MASK] >> s & 1:
            if cfg[C_GAME] == FIVE_CARD_DRAW:
                st[S_HOLE_CODES + s] = both_hands(obs, st, s)
            else:
                cards = cfg[C_HOLE_CARDS]
                st[S_HOLE_CODES + s] = packed_cards(st, s, cards, cards)
            if cfg[C_HI_LO] == 1 and st[S_RANK + s] > 0:
                st[S_RANK + s] |= st[S_LOW_RANK + s] << LOW_RANK_SHIFT


@jit
def both_hands(obs: Ints, st: Ints, seat: int) -> int:
    """A player's hands before and after the draw, 30 bits each, 63s in unknown or absent ones.

    -1 where neither is known.
    """
    now = packed_cards(st, seat, 5, 5)
    if obs[O_DRAWN + seat] < 0:
        return now if now < 0 else now | NO_HAND << HAND_BITS
    first = st[S_FIRST_HAND + seat]
    if first < 0 and now < 0:
        return -1
    return first & NO_HAND | (now & NO_HAND) << HAND_BITS


@inlined
def write_pots(st: Ints, out: Ints, row: int) -> int:
    """One row of `pots` for each main or side pot; returns the next free row."""
    for k in range(st[S_N_POTS]):
        out[0, row] = st[S_TABLE] << TABLE_SHIFT | st[S_HAND]
        out[1, row] = k
        out[2, row] = st[S_POT_AMOUNT + k]
        out[3, row] = st[S_POT_RAKE + k]
        out[4, row] = st[S_POT_ELIGIBLE + k]
        out[5, row] = st[S_POT_WINNERS + k]
        out[6, row] = st[S_POT_JACKPOT + k]
        row += 1
    return row
