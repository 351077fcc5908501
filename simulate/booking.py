"""What drivers do around hands: what a table shows, room for rows, time, rows and totals."""

from __future__ import annotations

from typing import TYPE_CHECKING

from railbird.simulate.betting import bet_unit
from railbird.simulate.codes import MAX_SEATS
from railbird.simulate.jit import inlined
from railbird.simulate.layout import (
    C_ANTE,
    C_BETTING,
    C_BIG_BET,
    C_BIG_BLIND,
    C_CHIP,
    C_GAME,
    C_HANDS_PER_HOUR,
    C_HI_LO,
    C_HOLE_CARDS,
    C_RAISE_CAP,
    C_SEATS,
    C_SMALL_BET,
    C_SMALL_BLIND,
    K_ACTIONS,
    K_HANDS,
    K_PLAYERS,
    K_POTS,
    K_SEGMENT,
    MAX_HOLE,
    MAX_POSTS,
    MOST_RAISES,
    O_ANTE,
    O_BETTING,
    O_BIG_BET,
    O_BIG_BLIND,
    O_CHIP,
    O_DRAWN,
    O_GAME,
    O_HI_LO,
    O_HOLE,
    O_HOLE_CARDS,
    O_INVESTED,
    O_NO_FLOP_NO_DROP,
    O_RAISE_CAP,
    O_RAKE_RAISES,
    O_SEATS,
    O_SMALL_BET,
    O_SMALL_BLIND,
    R_NO_FLOP_NO_DROP,
    R_RAISES_GATE,
    S_ADDED,
    S_COLLECTED,
    S_FEES,
    S_ILLEGAL,
    S_JACKPOT,
    S_RAKE,
    S_ROW,
    S_STACKS,
)
from railbird.simulate.record import write_hand, write_players, write_pots

if TYPE_CHECKING:
    from railbird.simulate.arrays import Ints

# totals of a segment
T_HANDS, T_IN, T_OUT, T_RAKE, T_JACKPOT, T_FEES, T_ILLEGAL = range(7)
TOTALS = 7
# why a driver came back
FINISHED, BUFFER_FULL, BUFFER_TOO_SMALL, STOPPED = range(4)


@inlined
def show_table(cfg: Ints, rk: Ints, obs: Ints) -> None:
    """Write what is constant at this table into the observation."""
    obs[O_GAME] = cfg[C_GAME]
    obs[O_BETTING] = cfg[C_BETTING]
    obs[O_SEATS] = cfg[C_SEATS]
    obs[O_SMALL_BLIND] = cfg[C_SMALL_BLIND]
    obs[O_BIG_BLIND] = cfg[C_BIG_BLIND]
    obs[O_ANTE] = cfg[C_ANTE]
    obs[O_CHIP] = cfg[C_CHIP]
    obs[O_SMALL_BET] = cfg[C_SMALL_BET]
    obs[O_BIG_BET] = cfg[C_BIG_BET]
    obs[O_RAISE_CAP] = cfg[C_RAISE_CAP]
    obs[O_HOLE_CARDS] = cfg[C_HOLE_CARDS]
    obs[O_HI_LO] = cfg[C_HI_LO]
    obs[O_NO_FLOP_NO_DROP] = rk[R_NO_FLOP_NO_DROP]
    obs[O_RAKE_RAISES] = rk[R_RAISES_GATE]
    for i in range(MAX_HOLE):
        obs[O_HOLE + i] = -1
    for s in range(MAX_SEATS):
        obs[O_DRAWN + s] = -1


@inlined
def seconds_of_a_hand(cfg: Ints, dealt: int) -> int:
    """How long a hand takes with so many players, to the nearest second."""
    pace = cfg[C_HANDS_PER_HOUR + dealt]
    return (3600 + pace // 2) // pace


@inlined
def most_rows(cfg: Ints, st: Ints) -> int:
    """Upper bound on the action rows of the next hand.

    Each full raise adds a bet unit to what the second largest stack can match, and is answered by
    everybody; besides, each player can go all-in once and check once a street.
    """
    n = cfg[C_SEATS]
    first = 0
    second = 0
    for s in range(n):
        stack = st[S_STACKS + s]
        if stack > first:
            second = first
            first = stack
        elif stack > second:
            second = stack
    raises = min(second // bet_unit(cfg, 0), 4 * MOST_RAISES)
    return n * (raises + n + 14) + MAX_POSTS


@inlined
def book_hand(
    cfg: Ints,
    obs: Ints,
    st: Ints,
    cursor: Ints,
    totals: Ints,
    hands: Ints,
    players: Ints,
    pots: Ints,
) -> None:
    """Write the rows of a finished hand and add it to its table's totals."""
    write_hand(obs, st, hands, cursor[K_HANDS])
    cursor[K_HANDS] += 1
    cursor[K_PLAYERS] = write_players(cfg, obs, st, players, cursor[K_PLAYERS])
    cursor[K_POTS] = write_pots(st, pots, cursor[K_POTS])
    cursor[K_ACTIONS] = st[S_ROW]
    segment = cursor[K_SEGMENT]
    totals[segment, T_HANDS] += 1
    totals[segment, T_IN] += st[S_ADDED]
    totals[segment, T_RAKE] += st[S_RAKE]
    totals[segment, T_JACKPOT] += st[S_JACKPOT]
    totals[segment, T_ILLEGAL] += st[S_ILLEGAL]
    for s in range(cfg[C_SEATS]):
        totals[segment, T_IN] += obs[O_INVESTED + s]
        totals[segment, T_OUT] += st[S_COLLECTED + s]
        totals[segment, T_FEES] += st[S_FEES + s]
