"""One hand, from the forced posts to the award.

The drivers (`table.py` for bots, `replay.py` for recorded hands) say who sits where with how
much, where the button is, and who posts what; everything from there on is decided here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from railbird.simulate.betting import (
    apply_action,
    bet_unit,
    betting_closed,
    count_bits,
    face,
    next_seat,
    open_street,
    pay,
    refusal,
    refuse,
)
from railbird.simulate.calls import ask, play_part, work_out
from railbird.simulate.codes import (
    ANTE,
    BB,
    CAN_CHECK,
    CHECK,
    DEAD,
    FIVE_CARD_DRAW,
    FIXED_LIMIT,
    FLOP,
    FOLD,
    HOLDEM,
    LAST_POSITION,
    MAX_SEATS,
    POS_BB,
    POS_BTN,
    POS_CO,
    POS_SB,
    PREFLOP,
    RIVER,
    STRADDLE,
)
from railbird.simulate.deal import deal_board, deal_holes
from railbird.simulate.flags import flag_decision, flag_showdown
from railbird.simulate.jit import inlined
from railbird.simulate.layout import (
    C_ANTE_KIND,
    C_BETTING,
    C_BIG_BLIND,
    C_BOARDS,
    C_FLAGS,
    C_GAME,
    C_ILLEGAL,
    C_POT_LIMIT_FULL_SMALL_BLIND,
    C_SEATS,
    C_SEED,
    CHECK_FOLD,
    DEAL_SHUFFLED,
    MOST_RAISES,
    O_AGGRESSOR_BY_STREET,
    O_ALL_IN_MASK,
    O_BET_TO,
    O_BOARD,
    O_BOARD_CARDS,
    O_BRING_IN,
    O_BUTTON,
    O_DEALT,
    O_DEALT_MASK,
    O_DECISIONS,
    O_FROM_BUTTONS,
    O_HAND,
    O_INVESTED,
    O_LEGAL,
    O_LIMPERS,
    O_LIVE_MASK,
    O_OPENER,
    O_PLAYERS,
    O_PLAYERS_BY_STREET,
    O_POSITIONS,
    O_POT,
    O_PREFLOP_RAISER,
    O_RAISES,
    O_RAISES_BY_STREET,
    O_RAKE_BPS,
    O_RAKE_CAP,
    O_STACKS,
    O_STREET,
    O_STREET_TOTALS,
    O_TABLE,
    O_TO_CALL,
    OK,
    PART_BEFORE,
    PART_BOARDS,
    PART_CODES,
    PART_DEAL,
    PART_DRAW,
    R_BEFORE,
    R_CAPS,
    R_PRICES,
    REFUSE,
    S_BB_SEAT,
    S_BETS,
    S_BOT,
    S_BRING_IN,
    S_BUTTON,
    S_DEAD,
    S_DEAL_MODE,
    S_DEALT_MASK,
    S_DECISION_STREET,
    S_ERROR,
    S_FLOP_MASK,
    S_FULL_LEVEL,
    S_HAND,
    S_ILLEGAL,
    S_INCREMENT,
    S_LAST_AGGRESSOR,
    S_LAST_BET_STREET,
    S_LAST_BLIND,
    S_LAYER,
    S_MEMORY,
    S_N_POSTS,
    S_PARTS,
    S_PENDING,
    S_POSTED,
    S_POSTS,
    S_ROW,
    S_SB_SEAT,
    S_SHORTFALL,
    S_STACKS,
    S_STRADDLED,
    S_TABLE,
    S_THREE_BETTOR,
    SCRIPT_FAULT,
    TOO_MANY_RAISES,
)
from railbird.simulate.philox import PURPOSE_DECK, PURPOSE_SEAT, open_stream
from railbird.simulate.record import log_row
from railbird.simulate.settle import return_uncalled, settle

if TYPE_CHECKING:
    from railbird.simulate.arrays import Ints, Words


@inlined
def name_positions(cfg: Ints, obs: Ints, st: Ints) -> None:
    """Distance from the button and position name of everyone dealt in.

    From distance 4 on the farthest player is UTG, the next UTG+1. Heads-up the button, who posts
    the small blind, is BTN.
    """
    seats = cfg[C_SEATS]
    dealt = obs[O_DEALT_MASK]
    sb = st[S_SB_SEAT]
    bb = st[S_BB_SEAT]
    distance = 0
    seat = st[S_BUTTON]
    for _ in range(seats):
        blind = seat == bb or (seat == sb and seat != st[S_BUTTON])
        if dealt >> seat & 1 and not blind:
            obs[O_FROM_BUTTONS + seat] = distance
            obs[O_POSITIONS + seat] = POS_BTN if distance == 0 else POS_CO + distance - 1
            distance += 1
        elif distance == 0:
            distance = 1  # a dead button: nobody is BTN
        seat = seat - 1 if seat > 0 else seats - 1
    for s in range(seats):
        if dealt >> s & 1 and obs[O_FROM_BUTTONS + s] >= 4:
            farther = distance - 1 - obs[O_FROM_BUTTONS + s]
            obs[O_POSITIONS + s] = min(POS_CO + 3 + farther, LAST_POSITION)
    if sb >= 0 and sb != st[S_BUTTON]:
        obs[O_FROM_BUTTONS + sb] = -1
        obs[O_POSITIONS + sb] = POS_SB
    if bb >= 0:
        obs[O_FROM_BUTTONS + bb] = -2
        obs[O_POSITIONS + bb] = POS_BB


@inlined
def reset_hand(rk: Ints, obs: Ints, st: Ints) -> None:
    """Clear the last hand and put the players dealt in at the table."""
    for i in range(S_PENDING, S_ROW):
        st[i] = 0
    dealt = st[S_DEALT_MASK]
    n = count_bits(dealt)
    for i in range(O_RAISES_BY_STREET, O_PLAYERS_BY_STREET + 4):
        obs[i] = 0
    for i in range(5):
        obs[O_BOARD + i] = -1
    for s in range(MAX_SEATS):
        obs[O_STACKS + s] = st[S_STACKS + s]
        obs[O_INVESTED + s] = 0
    for s in range(4):
        obs[O_AGGRESSOR_BY_STREET + s] = -1
    obs[O_TABLE] = st[S_TABLE]
    obs[O_HAND] = st[S_HAND]
    obs[O_BUTTON] = st[S_BUTTON]
    obs[O_DEALT] = n
    obs[O_DEALT_MASK] = dealt
    obs[O_RAKE_BPS] = rk[R_PRICES + n]
    obs[O_RAKE_CAP] = rk[R_CAPS + n]
    obs[O_POT] = 0
    obs[O_LIMPERS] = 0
    obs[O_PREFLOP_RAISER] = -1
    obs[O_OPENER] = -1
    obs[O_LIVE_MASK] = dealt
    obs[O_ALL_IN_MASK] = 0
    obs[O_PLAYERS] = n
    obs[O_PLAYERS_BY_STREET] = n
    obs[O_BOARD_CARDS] = 0
    obs[O_DECISIONS] = 0
    st[S_LAST_AGGRESSOR] = -1
    st[S_LAST_BET_STREET] = -1
    st[S_THREE_BETTOR] = -1
    st[S_ERROR] = 0


@inlined
def open_streams(cfg: Ints, obs: Ints, st: Ints, streams: Words) -> None:
    """Key the deck's stream and one stream for each player's decisions."""
    seed, table, hand = cfg[C_SEED], st[S_TABLE], st[S_HAND]
    open_stream(streams[0], seed, table, hand, PURPOSE_DECK)
    for s in range(cfg[C_SEATS]):
        if obs[O_DEALT_MASK] >> s & 1:
            open_stream(streams[1 + s], seed, table, hand, PURPOSE_SEAT + s)


@inlined
def post_forced(cfg: Ints, obs: Ints, st: Ints, out: Ints) -> None:
    """Put in antes, blinds, straddles and late posts; who is short posts what he has.

    Dead money (dead posts, the ante that the big blind pays for the table) counts for no bet.
    """
    for i in range(st[S_N_POSTS]):
        seat = st[S_POSTS + 3 * i]
        kind = st[S_POSTS + 3 * i + 1]
        nominal = st[S_POSTS + 3 * i + 2]
        amount = min(nominal, obs[O_STACKS + seat])
        if kind in (BB, STRADDLE):
            st[S_SHORTFALL] += nominal - amount
        if amount <= 0:
            continue
        pay(obs, st, seat, amount)
        if kind == DEAD or (kind == ANTE and cfg[C_ANTE_KIND] == 2):
            st[S_LAYER + seat] -= amount
            st[S_DEAD] += amount
        elif kind != ANTE:
            obs[O_STREET_TOTALS + seat] += amount
        if kind != ANTE:
            st[S_POSTED] |= 1 << seat
        log_row(obs, st, out, seat, kind, amount, 0, 0, -1)


@inlined
def open_preflop(cfg: Ints, obs: Ints, st: Ints, out: Ints) -> None:
    """Start the first round: posts, the bring-in to match, everyone with chips to act."""
    open_street(cfg, obs, st, PREFLOP)
    post_forced(cfg, obs, st, out)
    bring_in = st[S_BRING_IN]
    obs[O_BET_TO] = bring_in
    obs[O_BRING_IN] = bring_in
    st[S_FULL_LEVEL] = bring_in
    st[S_BETS] = 1
    straddled = st[S_STRADDLED] == 1 and cfg[C_BETTING] != FIXED_LIMIT
    st[S_INCREMENT] = bring_in if straddled else bet_unit(cfg, PREFLOP)
    if cfg[C_POT_LIMIT_FULL_SMALL_BLIND] == 1 and st[S_SB_SEAT] >= 0:
        st[S_SHORTFALL] += cfg[C_BIG_BLIND] - obs[O_STREET_TOTALS + st[S_SB_SEAT]]
    st[S_PENDING] = obs[O_LIVE_MASK] & ~obs[O_ALL_IN_MASK]


@inlined
def betting_round(
    cfg: Ints, obs: Ints, st: Ints, streams: Words, bots: Ints, memories: Ints, params: Ints,
    out: Ints, seat: int,
) -> None:  # fmt: skip
    """Ask everyone who is left to act, clockwise after `seat`, until the round is closed."""
    seats = cfg[C_SEATS]
    while not betting_closed(obs, st, seats):
        seat = next_seat(st[S_PENDING], seat)
        face(cfg, obs, st, seat)
        bot = st[S_BOT + seat]
        action, amount = ask(
            bots[bot], obs, streams[1 + seat], memories[st[S_MEMORY + seat]], params[bot]
        )
        why = refusal(cfg, obs, action, amount)
        if why != OK:
            if action <= SCRIPT_FAULT and st[S_DEAL_MODE] != DEAL_SHUFFLED:
                why = SCRIPT_FAULT - action
            if cfg[C_ILLEGAL] == REFUSE:
                refuse(st, seat, why, action, amount)
                return
            st[S_ILLEGAL] += 1
            free = cfg[C_ILLEGAL] == CHECK_FOLD and obs[O_LEGAL] & CAN_CHECK
            action = CHECK if free else FOLD
        if cfg[C_FLAGS] == 1:
            flag_decision(obs, st, seat, action)
        to_call = obs[O_TO_CALL]
        moved = apply_action(cfg, obs, st, seat, action, amount)
        log_row(obs, st, out, seat, action, moved, to_call, obs[O_LEGAL], -1)
        st[S_DECISION_STREET] = obs[O_STREET]
        if obs[O_RAISES] > MOST_RAISES:
            refuse(st, seat, TOO_MANY_RAISES, action, amount)
            return


@inlined
def next_street(
    cfg: Ints, rk: Ints, obs: Ints, st: Ints, streams: Words, bots: Ints, memories: Ints,
    params: Ints, out: Ints,
) -> None:  # fmt: skip
    """Deal the next street, or let the players draw, and note who sees it."""
    street = obs[O_STREET] + 1
    open_street(cfg, obs, st, street)
    if cfg[C_GAME] == FIVE_CARD_DRAW:
        draw = st[S_PARTS + PART_DRAW]
        play_part(draw, cfg, rk, obs, st, streams, bots, memories, params, out)
    else:
        deal_board(cfg, obs, st, streams[0], street)
    obs[O_PLAYERS_BY_STREET + street] = obs[O_PLAYERS]
    if street == FLOP:
        st[S_FLOP_MASK] = obs[O_LIVE_MASK]


@inlined
def is_all_in(obs: Ints) -> bool:
    """True when no more betting is possible: at most one live player has chips."""
    with_chips = obs[O_LIVE_MASK] & ~obs[O_ALL_IN_MASK]
    return with_chips & (with_chips - 1) == 0


def play_hand(
    cfg: Ints, rk: Ints, obs: Ints, st: Ints, streams: Words, bots: Ints, memories: Ints,
    params: Ints, out: Ints,
) -> None:  # fmt: skip
    """Play one hand; st[S_ERROR] is not 0 when an answer was illegal and the hand is void.

    Compiled by `kernel.py`, once for all drivers, who call it through its address.
    """
    reset_hand(rk, obs, st)
    if rk[R_BEFORE] == 1 and st[S_DEAL_MODE] == DEAL_SHUFFLED:
        before = st[S_PARTS + PART_BEFORE]
        play_part(before, cfg, rk, obs, st, streams, bots, memories, params, out)
    name_positions(cfg, obs, st)
    if st[S_DEAL_MODE] == DEAL_SHUFFLED:
        open_streams(cfg, obs, st, streams)
    open_preflop(cfg, obs, st, out)
    if cfg[C_GAME] == HOLDEM:
        deal_holes(cfg, obs, st, streams[0])
    else:
        deal = st[S_PARTS + PART_DEAL]
        play_part(deal, cfg, rk, obs, st, streams, bots, memories, params, out)
    last_street = FLOP if cfg[C_GAME] == FIVE_CARD_DRAW else RIVER
    seat = st[S_LAST_BLIND]
    while True:
        betting_round(cfg, obs, st, streams, bots, memories, params, out, seat)
        if st[S_ERROR] != 0:
            return
        if obs[O_PLAYERS] == 1 or obs[O_STREET] == last_street or is_all_in(obs):
            break
        next_street(cfg, rk, obs, st, streams, bots, memories, params, out)
        if st[S_ERROR] != 0:
            return
        seat = st[S_BUTTON]
    return_uncalled(cfg, obs, st, out)
    while obs[O_PLAYERS] > 1 and obs[O_STREET] < last_street:
        next_street(cfg, rk, obs, st, streams, bots, memories, params, out)
    if st[S_ERROR] != 0:
        return
    if cfg[C_BOARDS] > 1 and st[S_DECISION_STREET] < obs[O_STREET]:
        more = st[S_PARTS + PART_BOARDS]
        play_part(more, cfg, rk, obs, st, streams, bots, memories, params, out)
    settle(cfg, rk, obs, st, streams, bots, memories, params, out)
    if cfg[C_FLAGS] == 1:
        flag_showdown(cfg, obs, st)
    if cfg[C_GAME] != HOLDEM:
        work_out(st[S_PARTS + PART_CODES], cfg, rk, obs, st)
