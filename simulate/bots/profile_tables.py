"""A profile's TOML as strict structs, and their numbers as the vector that the kernel reads.

Shares and frequencies are percentages; docs/profiles.md says what each key means.
"""

from __future__ import annotations

from importlib.resources import files
from typing import TYPE_CHECKING, Annotated

import msgspec
import numpy as np

from railbird.cards import RANKS
from railbird.errors import InputError
from railbird.simulate.bots import profile_params as at
from railbird.simulate.bots.profile_games import (
    Games,
    Percent,
    ProfileTable,
    Streets,
    share,
)
from railbird.tomlfile import load

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable
    from pathlib import Path

    from railbird.simulate.arrays import Ints

Factor = Annotated[float, msgspec.Meta(ge=0, le=1000)]
ByBehind = Annotated[tuple[Percent, ...], msgspec.Meta(min_length=10, max_length=10)]
ByPlace = Annotated[tuple[Percent, ...], msgspec.Meta(min_length=5, max_length=5)]
ByRaiser = Annotated[tuple[Percent, ...], msgspec.Meta(min_length=6, max_length=6)]
BySize = Annotated[tuple[Factor, ...], msgspec.Meta(min_length=4, max_length=4)]


class Unopened(ProfileTable, frozen=True):
    """First in: percent of hands by how many are left to act; the first column is heads-up."""

    raise_: ByBehind = msgspec.field(name="raise")
    limp: ByBehind


class Limped(ProfileTable, frozen=True):
    """Behind limpers, by place: heads-up big blind, big blind, small blind, button, others."""

    raise_: ByPlace = msgspec.field(name="raise")
    call: ByPlace
    per_limper: Percent


class Answers(ProfileTable, frozen=True):
    """Answers to one raise, by the raiser's place: BB, SB, button, cutoff, hijack, earlier."""

    raise_: ByRaiser = msgspec.field(name="raise")
    call: ByRaiser


class HeadsUp(ProfileTable, frozen=True):
    """Answers to one raise at a table of two: of the big blind, and of a button that limped."""

    raise_: Percent = msgspec.field(name="raise")
    call: Percent
    limper_raise: Percent
    limper_call: Percent


class Raised(ProfileTable, frozen=True):
    """Facing one raise, by own place."""

    field: Answers
    small_blind: Answers
    big_blind: Answers
    limper: Answers
    heads_up: HeadsUp
    squeeze: Factor
    overcall: Factor


class ThreeBet(ProfileTable, frozen=True):
    """Facing a 3-bet: the opener's shares are of his opening range, the others' of all hands."""

    opener_raise: Percent
    opener_call: Percent
    caller_raise: Percent
    caller_call: Percent
    cold_raise: Percent
    cold_call: Percent


class FourBet(ProfileTable, frozen=True):
    """Facing a 4-bet or more; `next` is what each further raise leaves."""

    raise_: Percent = msgspec.field(name="raise")
    call: Percent
    heads_up_raise: Percent
    heads_up_call: Percent
    next: Percent


class Sense(ProfileTable, frozen=True):
    """How ranges follow price, size and depth (100: fully), and how wide they fade out.

    `rake`, which may be left out, multiplies the response to the rake that a job asks for.
    """

    edge: Percent
    price: Factor
    size: Percent
    depth: Percent
    rake: Factor = 1.0


class Sizes(ProfileTable, frozen=True):
    """Raises before the flop, in big blinds or as multiples of the raise."""

    open: Factor
    open_small_blind: Factor
    open_heads_up: Factor
    per_limper: Factor
    reraise: Factor
    reraise_from_blinds: Factor
    four_bet: Factor
    commit: Percent
    shove_below: Factor


class Postflop(ProfileTable, frozen=True):
    """Frequencies that multiply or shift those of the tables."""

    stab: Factor
    crowd_bluff: Percent
    crowd_value: Percent
    crowd_fold: Percent
    respect: Percent
    reraise_keeps: Percent
    softness: Percent
    heads_up_stays: Percent
    commit: Percent
    bet_of_pot: BySize
    weights: BySize
    raise_of_pot: Factor

    def __post_init__(self) -> None:
        """Refuse sizes of which none is ever chosen."""
        if sum(self.weights) == 0:
            raise ValueError("weights: all are 0; give at least one size a weight")


class Profile(Games, frozen=True, kw_only=True):
    """A whole profile, as its file says it."""

    title: str
    unopened: Unopened
    limped: Limped
    raised: Raised
    three_bet: ThreeBet
    four_bet: FourBet
    sense: Sense
    sizes: Sizes
    bet_initiative: Streets
    bet_free: Streets
    raise_: Streets = msgspec.field(name="raise")
    fold_at: Streets
    postflop: Postflop


class Orders(ProfileTable, frozen=True):
    """The three orders of the 169 classes, best first."""

    open: str
    call: str
    strong: str


def folder() -> Traversable:
    """Folder of the built-in bots."""
    return files("railbird") / "simulate" / "bots"


def read_profile(path: Path | Traversable) -> Profile:
    """Read a profile's file.

    Raises:
        InputError: it cannot be read, or a key or value is wrong.
    """
    return load(path, Profile, what="profile")


def read_orders() -> Orders:
    """Read the orders of the hand classes."""
    return load(folder() / "hand_orders.toml", Orders, what="hand orders")


def class_index(name: str) -> int:
    """Index of a class such as 'AKs', 'T9o' or '77': suited above the diagonal of 13 x 13.

    Raises:
        InputError: it is no class of hands.
    """
    high, low = RANKS.find(name[:1]), RANKS.find(name[1:2])
    kind = name[2:]
    if min(high, low) < 0 or high < low or kind != ("" if high == low else kind[:1]):
        raise InputError(f"hand class {name!r}: write it as 77, AKs or T9o")
    if high != low and kind not in {"s", "o"}:
        raise InputError(f"hand class {name!r}: write it as 77, AKs or T9o")
    return low * 13 + high if kind == "o" else high * 13 + low


def combinations(name: str) -> int:
    """Number of hands in a class: 6 for a pair, 4 suited, 12 offsuit."""
    return 6 if len(name) == 2 else (4 if name[2] == "s" else 12)


def places(order: str) -> Ints:
    """Place of each class in an order: the middle of its hands, 0 .. 65535; int64[169].

    Raises:
        InputError: the order does not name each class once.
    """
    names = order.split()
    middles = np.full(169, -1, np.int64)
    before = 0
    for name in names:
        hands = combinations(name)
        middles[class_index(name)] = (2 * before + hands) * at.ONE // (2 * 1326)
        before += hands
    if len(names) != 169 or middles.min() < 0:
        raise InputError("hand orders: each of the 169 classes has to come once in each order")
    return middles


def _times(factor: float) -> int:
    return round(factor * at.ONE)


def params_of(profile: Profile, orders: Orders) -> Ints:
    """Return the numbers of a profile as the kernel reads them; int64[PARAMS_SIZE]."""
    params = np.zeros(at.PARAMS_SIZE, np.int64)
    params[:169] = (
        places(orders.open) << at.ORDER_OPEN
        | places(orders.call) << at.ORDER_CALL
        | places(orders.strong) << at.ORDER_STRONG
    )
    _fill_preflop(params, profile)
    _fill_sense_and_sizes(params, profile)
    _fill_postflop(params, profile)
    return params


def _put(params: Ints, first: int, percents: tuple[float, ...]) -> None:
    params[first : first + len(percents)] = [share(percent) for percent in percents]


def _fill_preflop(params: Ints, profile: Profile) -> None:
    _put(params, at.P_OPEN_RAISE, profile.unopened.raise_)
    _put(params, at.P_OPEN_LIMP, profile.unopened.limp)
    _put(params, at.P_LIMPED_RAISE, profile.limped.raise_)
    _put(params, at.P_LIMPED_CALL, profile.limped.call)
    raised = profile.raised
    rows = (raised.field, raised.small_blind, raised.big_blind, raised.limper)
    for row, answers in enumerate(rows):
        _put(params, at.P_RAISED_RAISE + row * at.RAISERS, answers.raise_)
        _put(params, at.P_RAISED_CALL + row * at.RAISERS, answers.call)
    two = raised.heads_up
    last = at.ROW_HEADS_UP * at.RAISERS
    _put(params, at.P_RAISED_RAISE + last, (two.raise_, two.limper_raise))
    _put(params, at.P_RAISED_CALL + last, (two.call, two.limper_call))
    three = profile.three_bet
    _put(params, at.P_3BET_OPENER_RAISE, (
        three.opener_raise, three.opener_call, three.caller_raise, three.caller_call,
        three.cold_raise, three.cold_call,
    ))  # fmt: skip
    four = profile.four_bet
    _put(params, at.P_4BET_RAISE, (
        four.raise_, four.call, four.heads_up_raise, four.heads_up_call, four.next,
    ))  # fmt: skip


def _fill_sense_and_sizes(params: Ints, profile: Profile) -> None:
    sense, sizes, raised = profile.sense, profile.sizes, profile.raised
    _put(params, at.P_EDGE, (sense.edge, profile.limped.per_limper))
    _put(params, at.P_SIZE, (sense.size, sense.depth))
    for offset, factor in (
        (at.P_SQUEEZE, raised.squeeze),
        (at.P_OVERCALL, raised.overcall),
        (at.P_PRICE, sense.price),
        (at.P_OPEN_TO, sizes.open),
        (at.P_OPEN_TO_SMALL_BLIND, sizes.open_small_blind),
        (at.P_OPEN_TO_HEADS_UP, sizes.open_heads_up),
        (at.P_LIMPER_ADDS, sizes.per_limper),
        (at.P_RERAISE_TO, sizes.reraise),
        (at.P_RERAISE_TO_OUT, sizes.reraise_from_blinds),
        (at.P_4BET_TO, sizes.four_bet),
        (at.P_COMMIT, sizes.commit / 100),
        (at.P_SHOVE_BELOW, sizes.shove_below),
        (at.P_RAKE_FACTOR, sense.rake),
    ):
        params[offset] = _times(factor)


def _fill_postflop(params: Ints, profile: Profile) -> None:
    for first, table in (
        (at.P_BET_INITIATIVE, profile.bet_initiative),
        (at.P_BET_FREE, profile.bet_free),
        (at.P_RAISE, profile.raise_),
        (at.P_FOLD_AT, profile.fold_at),
    ):
        for street, row in enumerate((table.flop, table.turn, table.river)):
            _put(params, first + street * at.CLASSES, row)
    after = profile.postflop
    _put(params, at.P_SOFTNESS, (after.softness,))
    params[at.P_STAB] = _times(after.stab)
    _put(params, at.P_CROWD_BLUFF, (
        after.crowd_bluff, after.crowd_value, after.crowd_fold, after.respect,
        after.reraise_keeps, after.heads_up_stays,
    ))  # fmt: skip
    weights = np.cumsum(after.weights) / sum(after.weights)
    params[at.P_SIZE_OF_POT : at.P_SIZE_OF_POT + at.SIZES] = [
        _times(share / 100) for share in after.bet_of_pot
    ]
    params[at.P_SIZE_WEIGHT : at.P_SIZE_WEIGHT + at.SIZES] = np.round(weights * at.ONE)
    params[at.P_RAISE_OF_POT] = _times(after.raise_of_pot / 100)
    params[at.P_COMMIT_POSTFLOP] = _times(after.commit / 100)
