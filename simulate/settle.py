"""The end of a hand: uncalled bet, side pots, showdown, rake, awards, attributions.

Rules: docs/rules.md, pots and showdown; docs/rake.md, how it is taken and who paid it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from railbird.lake.bits import WINNERS_SHIFT
from railbird.simulate.awards import add_award, clear_awards, pay_awards
from railbird.simulate.betting import count_bits, next_seat
from railbird.simulate.calls import play_part, work_out
from railbird.simulate.codes import FIVE_CARD_DRAW, HOLDEM, MAX_SEATS, MUCK, RETURN, SHOW
from railbird.simulate.hilo import is_beaten_both_ways
from railbird.simulate.jit import inlined
from railbird.simulate.layout import (
    C_ALL_SHOW,
    C_ASK_TO_SEE,
    C_HI_LO,
    C_LAST_AGGRESSOR_SHOWS,
    C_SEATS,
    C_THROW_AWAY,
    O_ALL_IN_MASK,
    O_BUTTON,
    O_DEALT,
    O_DEALT_MASK,
    O_GAME,
    O_INVESTED,
    O_LIVE_MASK,
    O_PLAYERS,
    O_POT,
    O_STACKS,
    O_STREET,
    PART_AWARD_BOARDS,
    PART_DROPS,
    PART_HALVES,
    PART_RANK_DRAW,
    PART_RANK_OMAHA,
    PART_SHOW,
    R_PLAIN,
    S_ASKED_POT,
    S_COLLECTED,
    S_CONTESTED_WINNERS,
    S_DEAD,
    S_DECISION_STREET,
    S_LAST_AGGRESSOR,
    S_LAST_BET_STREET,
    S_LAYER,
    S_MORE_BOARDS,
    S_MUCKED,
    S_N_POTS,
    S_PARTS,
    S_POT_AMOUNT,
    S_POT_ELIGIBLE,
    S_POT_JACKPOT,
    S_POT_RAKE,
    S_POT_WINNERS,
    S_RAKE,
    S_RAKE_CONTRIBUTED,
    S_RAKE_DEALT,
    S_RAKE_WEIGHTED,
    S_RAKE_WINNER,
    S_RANK,
    S_SHARES,
    S_SHOWDOWN,
    S_SHOWN,
    S_WEIGHTS,
)
from railbird.simulate.rake import rake_of, share_out
from railbird.simulate.ranking import rank_hands
from railbird.simulate.record import log_row, shown_code

if TYPE_CHECKING:
    from railbird.simulate.arrays import Ints, Words


@inlined
def return_uncalled(cfg: Ints, obs: Ints, st: Ints, out: Ints) -> None:
    """Give back what nobody called, before the rake.

    That is what the largest stake of a player still in exceeds the largest other one.
    """
    first = -1
    seat = -1
    for s in range(cfg[C_SEATS]):
        if obs[O_LIVE_MASK] >> s & 1 and st[S_LAYER + s] > first:
            first = st[S_LAYER + s]
            seat = s
    second = 0
    for s in range(cfg[C_SEATS]):
        if s != seat:
            second = max(second, st[S_LAYER + s])
    excess = first - second
    if excess <= 0:
        return
    st[S_LAYER + seat] -= excess
    obs[O_INVESTED + seat] -= excess
    obs[O_STACKS + seat] += excess
    obs[O_POT] -= excess
    log_row(obs, st, out, seat, RETURN, -excess, 0, 0, -1)


@inlined
def build_pots(cfg: Ints, obs: Ints, st: Ints) -> None:
    """Cut the money into a main pot and one side pot for each distinct all-in amount.

    Dead money is in the main pot; a slice that only folded players reached joins the pot below.
    """
    seats = cfg[C_SEATS]
    live = obs[O_LIVE_MASK]
    if live & obs[O_ALL_IN_MASK] == 0 or obs[O_PLAYERS] == 1:
        # nobody in is short of chips: one pot
        st[S_POT_AMOUNT] = obs[O_POT]
        st[S_POT_ELIGIBLE] = live
        st[S_N_POTS] = 1
        return
    n = 0
    for s in range(seats):
        if live >> s & 1 and st[S_LAYER + s] == 0:
            # all-in on dead money alone (a big-blind ante): he contests that and no more
            st[S_POT_AMOUNT] = 0
            st[S_POT_ELIGIBLE] = live
            n = 1
    below = 0
    while True:
        level = -1
        eligible = 0
        for s in range(seats):
            if live >> s & 1 and st[S_LAYER + s] > below:
                eligible |= 1 << s
                if level < 0 or st[S_LAYER + s] < level:
                    level = st[S_LAYER + s]
        if level < 0:
            break
        amount = 0
        for s in range(seats):
            amount += min(st[S_LAYER + s], level) - min(st[S_LAYER + s], below)
        st[S_POT_AMOUNT + n] = amount
        st[S_POT_ELIGIBLE + n] = eligible
        n += 1
        below = level
    rest = obs[O_POT] - st[S_DEAD]
    for k in range(n):
        rest -= st[S_POT_AMOUNT + k]
    st[S_POT_AMOUNT + n - 1] += rest
    st[S_POT_AMOUNT] += st[S_DEAD]
    st[S_N_POTS] = n


@inlined
def best_of(st: Ints, eligible: int, seats: int) -> int:
    """The winners of a pot: a mask of all eligible seats with the best rank."""
    best = -1
    winners = 0
    for s in range(seats):
        if eligible >> s & 1:
            if st[S_RANK + s] > best:
                best = st[S_RANK + s]
                winners = 1 << s
            elif st[S_RANK + s] == best:
                winners |= 1 << s
    return winners


@inlined
def award(cfg: Ints, obs: Ints, st: Ints, pot: int) -> None:
    """Pay a pot less its drops to its winners; odd chips to the first left of the button.

    Also books the pot's rake on the winners in proportion to what each was awarded.
    """
    winners = st[S_POT_WINNERS + pot]
    paid = st[S_POT_AMOUNT + pot] - st[S_POT_RAKE + pot] - st[S_POT_JACKPOT + pot]
    if winners & (winners - 1) == 0:
        seat = next_seat(winners, obs[O_BUTTON])
        st[S_COLLECTED + seat] += paid
        st[S_RAKE_WINNER + seat] += st[S_POT_RAKE + pot]
        return
    clear_awards(st, winners)
    add_award(cfg, obs, st, winners, winners, paid)
    pay_awards(obs, st, pot, winners, paid)


@inlined
def split_rake(cfg: Ints, rk: Ints, obs: Ints, st: Ints) -> None:
    """Take the rake of the whole pot and allot it to the pots, a plain policy's cumulatively."""
    if rk[R_PLAIN] == 0:
        work_out(st[S_PARTS + PART_DROPS], cfg, rk, obs, st)
        return
    total = rake_of(rk, obs[O_POT], obs[O_DEALT], obs[O_STREET])
    st[S_RAKE] = total
    n = st[S_N_POTS]
    if n == 1 or total == 0:
        st[S_POT_RAKE] = total
        for k in range(1, n):
            st[S_POT_RAKE + k] = 0
        return
    so_far = 0
    money = 0
    for k in range(n):
        money += st[S_POT_AMOUNT + k]
        upto = rake_of(rk, money, obs[O_DEALT], obs[O_STREET])
        due = upto - so_far
        for j in range(k, -1, -1):
            # coarse rounding can ask a small pot for more than it holds: the pot below pays it
            room = st[S_POT_AMOUNT + j] - (st[S_POT_RAKE + j] if j < k else 0)
            part = min(due, room)
            st[S_POT_RAKE + j] = part + (st[S_POT_RAKE + j] if j < k else 0)
            due -= part
        so_far = upto


@inlined
def attribute_evenly(obs: Ints, st: Ints, field: int, payers: int) -> None:
    """Split the rake equally over a mask of seats; odd units to the first left of the button."""
    n = count_bits(payers)
    share = st[S_RAKE] // n
    odd = st[S_RAKE] - share * n
    seat = obs[O_BUTTON]
    for i in range(n):
        seat = next_seat(payers, seat)
        st[field + seat] = share + 1 if i < odd else share


@inlined
def attribute_by_stake(obs: Ints, st: Ints) -> None:
    """Split the rake in proportion to what each player paid in (largest remainder)."""
    dealt = obs[O_DEALT_MASK]
    n = obs[O_DEALT]
    seat = obs[O_BUTTON]
    for i in range(n):
        seat = next_seat(dealt, seat)
        st[S_WEIGHTS + i] = obs[O_INVESTED + seat]
    share_out(st, st[S_RAKE], n)
    for i in range(n):
        seat = next_seat(dealt, seat)
        st[S_RAKE_WEIGHTED + seat] = st[S_SHARES + i]


@inlined
def attribute(cfg: Ints, obs: Ints, st: Ints) -> None:
    """Say who paid the rake: dealt, average contributed, weighted contributed.

    The fourth, by winner, is booked with the awards.
    """
    payers = 0
    for s in range(cfg[C_SEATS]):
        if obs[O_INVESTED + s] > 0:
            payers |= 1 << s
    attribute_evenly(obs, st, S_RAKE_DEALT, obs[O_DEALT_MASK])
    attribute_evenly(obs, st, S_RAKE_CONTRIBUTED, payers)
    attribute_by_stake(obs, st)


@inlined
def show_hand(obs: Ints, st: Ints, out: Ints, seat: int, show: int) -> None:
    """Log that a hand is shown or mucked."""
    if show:
        st[S_SHOWN] |= 1 << seat
        log_row(obs, st, out, seat, SHOW, 0, 0, 0, shown_code(obs, st, seat))
    else:
        st[S_MUCKED] |= 1 << seat
        log_row(obs, st, out, seat, MUCK, 0, 0, 0, -1)


@inlined
def is_beaten(st: Ints, seat: int, seats: int) -> bool:
    """True when hands already shown beat `seat` in every pot he contests."""
    for k in range(st[S_N_POTS]):
        eligible = st[S_POT_ELIGIBLE + k]
        if eligible >> seat & 1 == 0 or eligible & (eligible - 1) == 0:
            continue
        beaten = False
        for s in range(seats):
            if st[S_SHOWN] >> s & 1 and eligible >> s & 1 and st[S_RANK + s] > st[S_RANK + seat]:
                beaten = True
        if not beaten:
            return False
    return True


@inlined
def may_win(cfg: Ints, st: Ints, seat: int) -> bool:
    """True unless hands already shown beat `seat` in every pot, for both halves in a hi-lo game."""
    if cfg[C_HI_LO] == 1:
        return not is_beaten_both_ways(st, seat, cfg[C_SEATS])
    return not is_beaten(st, seat, cfg[C_SEATS])


@inlined
def show_down(cfg: Ints, obs: Ints, st: Ints, out: Ints) -> None:
    """Show hands in order, side pots first; a beaten player mucks where the room lets him.

    In each pot the last aggressor of the last round shows first, else the first to act.
    All-in hands are tabled, and so is every hand once no betting was possible any more.
    """
    tabled = st[S_DECISION_STREET] < obs[O_STREET] or cfg[C_ALL_SHOW] == 1
    for k in range(st[S_N_POTS] - 1, -1, -1):
        eligible = st[S_POT_ELIGIBLE + k]
        if eligible & (eligible - 1) == 0:
            continue
        first = next_seat(eligible, obs[O_BUTTON])
        if (
            cfg[C_LAST_AGGRESSOR_SHOWS] == 1
            and st[S_LAST_BET_STREET] == st[S_DECISION_STREET]
            and eligible >> st[S_LAST_AGGRESSOR] & 1
        ):
            first = st[S_LAST_AGGRESSOR]
        seat = first
        while True:
            bit = 1 << seat
            if (st[S_SHOWN] | st[S_MUCKED]) & bit == 0:
                show = tabled or obs[O_ALL_IN_MASK] & bit or may_win(cfg, st, seat)
                if shown_code(obs, st, seat) < 0:
                    show = False  # nobody can show what the record does not know
                show_hand(obs, st, out, seat, show)
            seat = next_seat(eligible, seat)
            if seat == first:
                break


@inlined
def settle(
    cfg: Ints, rk: Ints, obs: Ints, st: Ints, streams: Words, bots: Ints, memories: Ints,
    params: Ints, out: Ints,
) -> None:  # fmt: skip
    """Finish a hand whose uncalled bet is back: pots, rake, showdown, awards, attributions."""
    build_pots(cfg, obs, st)
    split_rake(cfg, rk, obs, st)
    st[S_SHOWDOWN] = 1 if obs[O_PLAYERS] > 1 else 0
    st[S_CONTESTED_WINNERS] = 0
    if st[S_SHOWDOWN] == 1:
        if obs[O_GAME] == HOLDEM:
            rank_hands(cfg, obs, st)
        elif obs[O_GAME] == FIVE_CARD_DRAW:
            work_out(st[S_PARTS + PART_RANK_DRAW], cfg, rk, obs, st)
        else:
            work_out(st[S_PARTS + PART_RANK_OMAHA], cfg, rk, obs, st)
        if cfg[C_THROW_AWAY] | cfg[C_ASK_TO_SEE]:
            show = st[S_PARTS + PART_SHOW]
            play_part(show, cfg, rk, obs, st, streams, bots, memories, params, out)
        else:
            show_down(cfg, obs, st, out)
    if st[S_MORE_BOARDS] != 0:
        work_out(st[S_PARTS + PART_AWARD_BOARDS], cfg, rk, obs, st)
    else:
        award_pots(cfg, rk, obs, st)
    if st[S_RAKE] > 0:
        attribute(cfg, obs, st)
    for s in range(MAX_SEATS):
        obs[O_STACKS + s] += st[S_COLLECTED + s]


@inlined
def award_pots(cfg: Ints, rk: Ints, obs: Ints, st: Ints) -> None:
    """Find the winners of every pot and pay them; in hi-lo games high and low."""
    seats = cfg[C_SEATS]
    for k in range(st[S_N_POTS]):
        eligible = st[S_POT_ELIGIBLE + k]
        contested = eligible & (eligible - 1) != 0
        st[S_POT_WINNERS + k] = best_of(st, eligible, seats) if contested else eligible
        if contested or st[S_SHOWDOWN] == 0:
            st[S_CONTESTED_WINNERS] |= st[S_POT_WINNERS + k]
        if contested and cfg[C_HI_LO] == 1:
            st[S_ASKED_POT] = k
            work_out(st[S_PARTS + PART_HALVES], cfg, rk, obs, st)
            st[S_CONTESTED_WINNERS] |= st[S_POT_WINNERS + k] >> WINNERS_SHIFT
        else:
            award(cfg, obs, st, k)
