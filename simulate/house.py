"""What the house takes and gives beyond one capped percentage: the engine's longer way.

Every per-hand mechanism of docs/rake.md, the jackpot drop, allotment to pots, and the two
mechanisms with a memory (carried fractions, time pots). Off-pot charges and splashes come before
the deal. `rake.py` has the short way; which one a hand takes is decided once, by `rk[R_PLAIN]`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from railbird.simulate.codes import MAX_SEATS
from railbird.simulate.jit import inlined, jit
from railbird.simulate.layout import (
    C_CARRY,
    C_CHIP,
    C_SEATS,
    C_SEED,
    O_BUTTON,
    O_DEALT,
    O_DEALT_MASK,
    O_PLAYERS_BY_STREET,
    O_POT,
    O_RAISES_BY_STREET,
    O_STACKS,
    O_STREET,
    R_ALLOCATION,
    R_AMOUNTS,
    R_BASE,
    R_CAPS,
    R_CEILING,
    R_DEAD_DROP,
    R_FROM_STREET,
    R_HAND_FEE,
    R_J_BPS,
    R_J_FROM_STREET,
    R_J_MIN_POT,
    R_J_MOST,
    R_J_N_STEPS,
    R_J_RAISES_GATE,
    R_KIND,
    R_MEMBERSHIP,
    R_MEMBERSHIP_PERIOD,
    R_MIN_POT,
    R_N_PRIZES,
    R_N_THRESHOLDS,
    R_PERCENT_FROM,
    R_PLAYERS,
    R_POT_PERIOD,
    R_PRIZES,
    R_RAISES_GATE,
    R_RATES,
    R_ROUNDING,
    R_SPLASH_EVERY,
    R_STEPS,
    R_TIME_FEE,
    R_TIME_PERIOD,
    R_TIME_POTS,
    R_UNIT,
    S_ADDED,
    S_CARRIED,
    S_DEAD,
    S_DURATION,
    S_FEES,
    S_HAND,
    S_JACKPOT,
    S_N_POTS,
    S_POT_AMOUNT,
    S_POT_JACKPOT,
    S_POT_PERIOD,
    S_POT_RAKE,
    S_POTS_RAKED,
    S_RAKE,
    S_SEATED,
    S_SHARES,
    S_STACKS,
    S_STARTED,
    S_TABLE,
    S_WEIGHTS,
)
from railbird.simulate.philox import PURPOSE_SPLASH, below, open_stream
from railbird.simulate.rake import CARRY, round_share, share_out

if TYPE_CHECKING:
    from railbird.simulate.arrays import Ints, Words

PERCENT, STEP, THRESHOLDS, TIERS, FLAT = range(5)
SEATED, FLOP_PLAYERS = 1, 2
PROPORTIONAL, INDEPENDENT = 1, 2


@inlined
def open_house(st: Ints) -> None:
    """Forget the last table: fractions carried, pots raked, and what its last hand was charged."""
    st[S_CARRIED] = 0
    st[S_POT_PERIOD] = 0
    st[S_POTS_RAKED] = 0
    st[S_JACKPOT] = 0
    st[S_ADDED] = 0
    for s in range(MAX_SEATS):
        st[S_POT_JACKPOT + s] = 0
        st[S_FEES + s] = 0


@jit
def reached(rk: Ints, field: int, pot: int, n: int, is_rate: int) -> int:
    """Sum of the steps at `field` that a pot has reached; of rates: of the money above each."""
    total = 0
    for i in range(rk[field]):
        at = field + 1 + 4 * i
        if rk[at] <= n <= rk[at + 1] and pot >= rk[at + 2]:
            total += (pot - rk[at + 2]) * rk[at + 3] if is_rate else rk[at + 3]
    return total


@inlined
def numerator(rk: Ints, pot: int, n: int) -> int:
    """10,000 times what a rate or tiers ask, exactly."""
    if rk[R_KIND] == TIERS:
        return int(reached(rk, R_N_THRESHOLDS, pot, n, 1))
    return pot * rk[R_RATES + n] if pot >= rk[R_PERCENT_FROM] else 0


@jit
def taken(rk: Ints, pot: int, n: int, carried: int) -> int:
    """Rake of a pot of `pot` with `n` players, whatever its gates; `carried` is a fraction."""
    kind = rk[R_KIND]
    if kind == STEP:
        rake = rk[R_AMOUNTS + n] * (pot // rk[R_STEPS + n])
    elif kind == THRESHOLDS:
        rake = reached(rk, R_N_THRESHOLDS, pot, n, 0)
    elif kind == FLAT:
        rake = rk[R_AMOUNTS + n]
    elif rk[R_ROUNDING] == CARRY:
        den = 10_000 * rk[R_UNIT]
        rake = (numerator(rk, pot, n) + carried) // den * rk[R_UNIT]
    elif kind == TIERS:
        rake = round_share(numerator(rk, pot, n), 1, rk[R_UNIT], rk[R_ROUNDING])
    elif pot >= rk[R_PERCENT_FROM]:
        rake = round_share(pot, rk[R_RATES + n], rk[R_UNIT], rk[R_ROUNDING])
    else:
        rake = 0
    rake = max(rake, rk[R_BASE])
    if rk[R_CAPS + n] >= 0:
        rake = min(rake, rk[R_CAPS + n])
    if rk[R_CEILING] >= 0:
        rake = min(rake, pot * rk[R_CEILING] // 10_000)
    return min(rake, pot)


@jit
def due(rk: Ints, pot: int, n: int, last_street: int, raises: int, carried: int) -> int:
    """Rake of a pot: its gates, then what is taken. The same as `rake_due` in SQL."""
    open_ = last_street >= rk[R_FROM_STREET] or (
        rk[R_RAISES_GATE] >= 0 and raises >= rk[R_RAISES_GATE]
    )
    return taken(rk, pot, n, carried) if open_ and pot >= rk[R_MIN_POT] else 0


@jit
def jackpot_due(rk: Ints, pot: int, n: int, last_street: int, raises: int) -> int:
    """The jackpot drop that a pot asks for, with gates of its own."""
    if rk[R_J_BPS] == 0 and rk[R_J_N_STEPS] == 0:
        return 0
    open_ = last_street >= rk[R_J_FROM_STREET] or (
        rk[R_J_RAISES_GATE] >= 0 and raises >= rk[R_J_RAISES_GATE]
    )
    if not open_ or pot < rk[R_J_MIN_POT]:
        return 0
    drop = round_share(pot, rk[R_J_BPS], rk[R_UNIT], rk[R_ROUNDING])
    drop += reached(rk, R_J_N_STEPS, pot, n, 0)
    if rk[R_J_MOST] >= 0:
        drop = min(drop, rk[R_J_MOST])
    return min(drop, pot)


@inlined
def counted(rk: Ints, obs: Ints, st: Ints) -> int:
    """How many players the schedule counts."""
    n = obs[O_DEALT]
    if rk[R_PLAYERS] == SEATED and st[S_SEATED] > 0:
        n = st[S_SEATED]
    elif rk[R_PLAYERS] == FLOP_PLAYERS and obs[O_PLAYERS_BY_STREET + 1] > 0:
        n = obs[O_PLAYERS_BY_STREET + 1]
    return int(n)


@inlined
def base_of(st: Ints, k: int) -> int:
    """What of a pot can be raked: all but what the site added to the main pot."""
    return int(st[S_POT_AMOUNT + k] - (st[S_ADDED] if k == 0 else 0))


@jit
def book(st: Ints, field: int, k: int, amount: int) -> int:
    """Book a drop on pot `k`; pots below pay what it cannot hold. Returns what none can."""
    for j in range(k, -1, -1):
        room = base_of(st, j) - st[S_POT_RAKE + j] - st[S_POT_JACKPOT + j]
        part = min(amount, room)
        st[field + j] += part
        amount -= part
    return amount


@jit
def allot_rake(rk: Ints, obs: Ints, st: Ints, n: int, carried: int) -> int:
    """Take the rake of all pots as the schedule allots it; returns the hand's rake."""
    street = obs[O_STREET]
    raises = obs[O_RAISES_BY_STREET]
    pots = st[S_N_POTS]
    if rk[R_ALLOCATION] == INDEPENDENT:
        total = 0
        for k in range(pots):
            st[S_POT_RAKE + k] = due(rk, base_of(st, k), n, street, raises, carried)
            total += st[S_POT_RAKE + k]
        return total
    total = due(rk, obs[O_POT] - st[S_ADDED], n, street, raises, carried)
    if rk[R_ALLOCATION] == PROPORTIONAL:
        for k in range(pots):
            st[S_WEIGHTS + k] = base_of(st, k)
        share_out(st, total, pots)
        for k in range(pots):
            st[S_POT_RAKE + k] = st[S_SHARES + k]
        return total
    money = 0
    so_far = 0
    for k in range(pots):
        money += base_of(st, k)
        upto = due(rk, money, n, street, raises, carried)
        book(st, S_POT_RAKE, k, upto - so_far)
        so_far = upto
    return total


@jit
def allot_jackpot(rk: Ints, obs: Ints, st: Ints, n: int) -> None:
    """Take the jackpot drop, never more than the rake leaves, cumulatively over the pots."""
    street = obs[O_STREET]
    raises = obs[O_RAISES_BY_STREET]
    pot = obs[O_POT] - st[S_ADDED]
    total = min(jackpot_due(rk, pot, n, street, raises), pot - st[S_RAKE])
    st[S_JACKPOT] = total
    money = 0
    so_far = 0
    owed = 0
    for k in range(st[S_N_POTS]):
        money += base_of(st, k)
        upto = min(jackpot_due(rk, money, n, street, raises), total)
        owed = book(st, S_POT_JACKPOT, k, upto - so_far + owed)
        so_far = upto


@inlined
def is_used_up(rk: Ints, st: Ints) -> bool:
    """Whether the pots that pay in this period have been played."""
    if rk[R_TIME_POTS] == 0:
        return False
    period = st[S_STARTED] // rk[R_POT_PERIOD]
    if period != st[S_POT_PERIOD]:
        st[S_POT_PERIOD] = period
        st[S_POTS_RAKED] = 0
    return bool(st[S_POTS_RAKED] >= rk[R_TIME_POTS])


@inlined
def keep_fraction(rk: Ints, obs: Ints, st: Ints, n: int) -> None:
    """Carry what rounding left of this hand to the next one that pays."""
    pot = obs[O_POT] - st[S_ADDED]
    open_ = obs[O_STREET] >= rk[R_FROM_STREET] or (
        rk[R_RAISES_GATE] >= 0 and obs[O_RAISES_BY_STREET] >= rk[R_RAISES_GATE]
    )
    if open_ and pot >= rk[R_MIN_POT]:
        den = 10_000 * rk[R_UNIT]
        st[S_CARRIED] = (numerator(rk, pot, n) + st[S_CARRIED]) % den


def take_drops(cfg: Ints, rk: Ints, obs: Ints, st: Ints) -> None:  # noqa: ARG001 - of every part
    """Rake and jackpot drop of a finished hand, pot by pot. A part (`parts.py`)."""
    for k in range(st[S_N_POTS]):
        st[S_POT_RAKE + k] = 0
        st[S_POT_JACKPOT + k] = 0
    n = counted(rk, obs, st)
    st[S_RAKE] = 0
    if not is_used_up(rk, st):
        st[S_RAKE] = allot_rake(rk, obs, st, n, st[S_CARRIED])
        if st[S_RAKE] > 0:
            st[S_POTS_RAKED] += 1
        if rk[R_ROUNDING] == CARRY:
            keep_fraction(rk, obs, st, n)
    allot_jackpot(rk, obs, st, n)


@inlined
def charge(cfg: Ints, obs: Ints, st: Ints, seat: int, amount: int) -> None:
    """Charge a player beside the pot; where stacks are carried he keeps at least one chip."""
    if cfg[C_CARRY] == 1:
        amount = max(0, min(amount, obs[O_STACKS + seat] - cfg[C_CHIP]))
        obs[O_STACKS + seat] -= amount
        st[S_STACKS + seat] -= amount
    st[S_FEES + seat] += amount


@inlined
def periods_ended(st: Ints, period: int) -> int:
    """How many periods of the table's clock end while this hand is played."""
    if period == 0:
        return 0
    return int((st[S_STARTED] + st[S_DURATION]) // period - st[S_STARTED] // period)


@jit
def charge_fees(cfg: Ints, rk: Ints, obs: Ints, st: Ints) -> None:
    """Dead drop, fee per hand, time and membership: off the pot, before the deal."""
    each = rk[R_HAND_FEE]
    if rk[R_TIME_FEE] > 0:
        each += rk[R_TIME_FEE] * periods_ended(st, rk[R_TIME_PERIOD])
    if rk[R_MEMBERSHIP] > 0:
        each += rk[R_MEMBERSHIP] * periods_ended(st, rk[R_MEMBERSHIP_PERIOD])
    for s in range(cfg[C_SEATS]):
        st[S_FEES + s] = 0
        if obs[O_DEALT_MASK] >> s & 1:
            drop = rk[R_DEAD_DROP] if s == obs[O_BUTTON] else 0
            charge(cfg, obs, st, s, each + drop)


@jit
def splash(cfg: Ints, rk: Ints, obs: Ints, st: Ints, stream: Words) -> None:
    """Add a prize to the pot of one hand in so many, drawn from a stream of its own."""
    st[S_ADDED] = 0
    if rk[R_SPLASH_EVERY] == 0:
        return
    open_stream(stream, cfg[C_SEED], st[S_TABLE], st[S_HAND], PURPOSE_SPLASH)
    if below(stream, rk[R_SPLASH_EVERY]) != 0:
        return
    total = 0
    for i in range(rk[R_N_PRIZES]):
        total += rk[R_PRIZES + 2 * i]
    drawn = below(stream, total)
    for i in range(rk[R_N_PRIZES]):
        weight = rk[R_PRIZES + 2 * i]
        if 0 <= drawn < weight:
            st[S_ADDED] = rk[R_PRIZES + 2 * i + 1]
        drawn -= weight
    obs[O_POT] += st[S_ADDED]
    st[S_DEAD] += st[S_ADDED]


def charge_before(
    cfg: Ints, rk: Ints, obs: Ints, st: Ints, streams: Words, bots: Ints,  # noqa: ARG001
    memories: Ints, params: Ints, actions: Ints,  # noqa: ARG001
) -> None:  # fmt: skip
    """Charge what is due before the deal, and add the site's prize if one is drawn. A part."""
    charge_fees(cfg, rk, obs, st)
    splash(cfg, rk, obs, st, streams[0])  # the deck's stream, before it is keyed
