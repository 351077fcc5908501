"""Preflop and showdown statistics of one hand, straight from their definitions.

A second opinion on the flags of the compiled engine: it reads the reference table's rows again
from the start, and never looks at how the engine counts. For each statistic that is a rate over
player-hands, `flags` gives the seats with an opportunity and, among them, those who did it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from reference.hand import AGGRESSIVE, RAISE, Result, Row

if TYPE_CHECKING:
    from collections.abc import Iterable

FORCED = ("sb", "bb", "post", "dead", "straddle")
DECISIONS = ("fold", "check", "call", "bet", "raise")


@dataclass
class Tally:
    """Seats with an opportunity, and those who took it, by statistic."""

    opp: dict[str, set[int]] = field(default_factory=dict)
    done: dict[str, set[int]] = field(default_factory=dict)

    def chance(self, name: str, seat: int, *, done: bool) -> None:
        """Note one player's opportunity, and whether he took it."""
        self.opp.setdefault(name, set()).add(seat)
        self.done.setdefault(name, set())
        if done:
            self.done[name].add(seat)

    def every(self, name: str, opp: Iterable[int], done: Iterable[int]) -> None:
        """Note everybody's opportunity at once; only those with one can have done it."""
        self.opp[name] = set(opp)
        self.done[name] = set(done) & self.opp[name]

    def counts(self, name: str) -> tuple[int, int]:
        """Return (done, opportunities) of a statistic."""
        return len(self.done.get(name, ())), len(self.opp.get(name, ()))


@dataclass(frozen=True)
class Turn:
    """A preflop decision, and what had happened before it.

    `raisers` made the raises so far, in order; `limpers` called the blind, `open_callers` the
    first raise, `callers` the raise that is now in force; `voluntary` has all of these.
    `squeezed` says that the second raise was a squeeze.
    """

    row: Row
    first: bool
    raisers: tuple[int, ...]
    limpers: tuple[int, ...]
    open_callers: tuple[int, ...]
    callers: tuple[int, ...]
    voluntary: frozenset[int]
    squeezed: bool

    @property
    def level(self) -> int:
        """The bet level L: 1 for the blinds, one more with each raise."""
        return 1 + len(self.raisers)

    @property
    def may_raise(self) -> bool:
        """Whether a raise is legal (preflop the blinds are a bet: nobody can just bet)."""
        return bool(self.row.legal & RAISE)

    @property
    def raised(self) -> bool:
        """Whether he raised."""
        return self.row.action in AGGRESSIVE

    @property
    def called(self) -> bool:
        """Whether he called."""
        return self.row.action == "call"

    @property
    def folded(self) -> bool:
        """Whether he folded."""
        return self.row.action == "fold"


def preflop_turns(result: Result) -> list[Turn]:
    """Return every preflop decision with its history."""
    turns: list[Turn] = []
    seen: set[int] = set()
    raisers: list[int] = []
    limpers: list[int] = []
    callers: list[int] = []
    open_callers: list[int] = []
    squeezed = False
    for row in result.rows:
        if row.street != 0 or row.action not in DECISIONS:
            continue
        seat = row.seat
        voluntary = frozenset((*raisers, *limpers, *open_callers, *callers))
        history = (tuple(raisers), tuple(limpers), tuple(open_callers), tuple(callers))
        turns.append(Turn(row, seat not in seen, *history, voluntary, squeezed))
        seen.add(seat)
        if row.action in AGGRESSIVE:
            if len(raisers) == 1:
                squeezed = bool(callers) and seat not in voluntary
            raisers.append(seat)
            callers = []
        elif row.action == "call":
            if not raisers:
                limpers.append(seat)
            else:
                callers.append(seat)
                if len(raisers) == 1:
                    open_callers.append(seat)
    return turns


class Roles:
    """Who is what before the flop: blinds, seats that can steal, forced posters."""

    def __init__(self, result: Result) -> None:
        hand = result.hand
        kinds = {kind: seat for seat, kind, _ in hand.posts}  # of several straddles, the last
        self.small_blind = kinds.get("sb")
        self.big_blind = kinds.get("bb")
        self.blinds = {self.small_blind, self.big_blind} - {None}
        self.straddled = "straddle" in kinds
        self.last_forced = kinds.get("straddle", self.big_blind)
        self.posters = {row.seat for row in result.rows if row.action in FORCED}
        self.heads_up = len(hand.seats) == 2
        self.stealers: set[int | None] = set()
        if self.heads_up or self.straddled:
            return
        others = [seat for seat in reversed(hand.seats) if seat not in self.blinds]
        self.stealers.add(self.small_blind)
        if hand.button in others:
            self.stealers.add(others.pop(0))
        if len(hand.seats) >= 4:
            self.stealers.update(others[:1])


def _first_in(turn: Turn, roles: Roles, tally: Tally) -> None:
    seat, to_call = turn.row.seat, turn.row.to_call
    if turn.level > 1:
        return
    not_bb = seat != roles.last_forced
    if not turn.voluntary and turn.first and not_bb:
        if turn.may_raise:
            tally.chance("rfi", seat, done=turn.raised)
            if seat in roles.stealers:
                tally.chance("steal", seat, done=turn.raised)
        if to_call > 0:
            tally.chance("open_limp", seat, done=turn.called)
    if turn.limpers and not_bb and to_call > 0:
        tally.chance("over_limp", seat, done=turn.called)
    if not_bb and to_call > 0:
        tally.chance("limp", seat, done=turn.called)
    if turn.limpers and turn.may_raise:
        tally.chance("iso", seat, done=turn.raised)
        lone_small_blind = set(turn.limpers) == {roles.small_blind}
        if lone_small_blind and seat == roles.big_blind and not roles.straddled:
            tally.chance("bb_raise_sb_limp", seat, done=turn.raised)


def _facing_the_open(turn: Turn, roles: Roles, tally: Tally) -> None:
    seat = turn.row.seat
    if turn.level != 2 or seat in turn.raisers:
        return
    tally.chance("flat_2bet", seat, done=turn.called)
    tally.chance("fold_vs_open", seat, done=turn.folded)
    if turn.may_raise:
        tally.chance("b3_inc_limp", seat, done=turn.raised)
        if seat not in turn.voluntary:
            tally.chance("b3", seat, done=turn.raised)
            if turn.callers:
                tally.chance("squeeze", seat, done=turn.raised)
    opener = turn.raisers[0]
    stolen = opener in tally.done.get("steal", ())
    if stolen and seat in roles.blinds and set(turn.callers) <= roles.blinds:
        tally.chance("fold_to_steal", seat, done=turn.folded)
        if turn.may_raise:
            tally.chance("b3_vs_steal", seat, done=turn.raised)
        if seat == roles.small_blind:
            tally.chance("fold_sb_steal", seat, done=turn.folded)
        else:
            tally.chance("fold_bb_steal", seat, done=turn.folded)
            tally.chance("defend_bb", seat, done=turn.called or turn.raised)
            if opener == roles.small_blind:
                tally.chance("bb_fold_v_sb", seat, done=turn.folded)


def _facing_more(turn: Turn, tally: Tally) -> None:
    seat = turn.row.seat
    if turn.level == 3:
        opener = turn.raisers[0]
        tally.chance("f3b_any", seat, done=turn.folded)
        if turn.may_raise:
            tally.chance("b4_any", seat, done=turn.raised)
            if seat not in turn.voluntary:
                tally.chance("cold_b4", seat, done=turn.raised)
        if seat == opener:
            tally.chance("f3b", seat, done=turn.folded)
            tally.chance("call_3b", seat, done=turn.called)
            if turn.may_raise:
                tally.chance("b4", seat, done=turn.raised)
        if turn.squeezed and seat in (opener, *turn.open_callers):
            tally.chance("fold_to_squeeze", seat, done=turn.folded)
    if turn.level == 4 and seat == turn.raisers[1]:
        tally.chance("f4b", seat, done=turn.folded)
    if turn.level >= 4 and turn.may_raise:
        tally.chance("b5plus", seat, done=turn.raised)


def _limpers_answer(turns: list[Turn], tally: Tally) -> None:
    """A limper's first decision after a raise: folds, calls or raises."""
    answered: set[int] = set()
    for turn in turns:
        seat = turn.row.seat
        if turn.level > 1 and seat in turn.limpers and seat not in answered:
            answered.add(seat)
            tally.chance("limp_fold", seat, done=turn.folded)
            tally.chance("limp_call", seat, done=turn.called)
            if turn.may_raise:
                tally.chance("limp_raise", seat, done=turn.raised)


def preflop_flags(result: Result, tally: Tally) -> None:
    """Add the preflop statistics of one hand."""
    roles = Roles(result)
    turns = preflop_turns(result)
    seats = result.hand.seats
    for turn in turns:
        seat = turn.row.seat
        tally.chance("vpip", seat, done=turn.called or turn.raised)
        tally.chance("allin_pf", seat, done=turn.row.all_in)
        if turn.may_raise:
            tally.chance("pfr", seat, done=turn.raised)
        if turn.level >= 2 and turn.first and seat not in roles.posters:
            tally.chance("cold_call", seat, done=turn.called)
        _first_in(turn, roles, tally)
        _facing_the_open(turn, roles, tally)
        _facing_more(turn, tally)
    _limpers_answer(turns, tally)
    deciders = {turn.row.seat for turn in turns}
    one_left = result.live if result.last_street == 0 and not result.showdown else ()
    tally.every("no_decision", seats, set(seats) - deciders)
    tally.every("walks", seats, (set(one_left) - deciders) & {roles.last_forced})
    voluntary, raised = tally.done.get("vpip", set()), tally.done.get("pfr", set())
    tally.every("vpip_all", seats, voluntary)
    tally.every("pfr_nw", deciders, raised)
    tally.every("pfr_ratio", voluntary, raised)
    stole = tally.done.get("steal", set())
    unanswered = result.last_street == 0 and result.raises_preflop == 1
    tally.every("steal_success", stole, stole if unanswered else ())


def showdown_flags(result: Result, tally: Tally) -> None:
    """Add the showdown statistics of one hand."""
    seats, live = result.hand.seats, result.live
    folded_preflop = {r.seat for r in result.rows if r.action == "fold" and r.street == 0}
    saw_flop = set(seats) - folded_preflop if result.last_street > 0 else set()
    decided_later = {r.seat for r in result.rows if r.action in DECISIONS and r.street > 0}
    at_showdown = set(live) if result.showdown else set()
    if result.showdown:
        won = {seat for pot in result.pots if len(pot.eligible) > 1 for seat in pot.awards}
    else:
        won = set(live)
    net_winners = {seat for seat, net in result.net.items() if net > 0}
    big = {s for s in seats if result.invested[s] > 5 * result.hand.big_blind}
    called_river = {r.seat for r in result.rows if r.action == "call" and r.street == 3}
    tally.every("saw_flop", seats, saw_flop)
    tally.every("wtsd", saw_flop, at_showdown)
    tally.every("wtsd_nai", saw_flop & decided_later, at_showdown)
    tally.every("showdown", seats, at_showdown)
    tally.every("sd_all", seats, at_showdown)
    tally.every("wsd", at_showdown, won)
    tally.every("wsd_net", at_showdown, net_winners)
    tally.every("wwsf", saw_flop, won)
    tally.every("won_no_sd", saw_flop, won - at_showdown)
    tally.every("won", seats, won)
    tally.every("win_pct", seats, won)
    tally.every("wsd_nonsmall", at_showdown & big, won)
    tally.every("wsd_rcall", at_showdown & called_river, won)


def flags(result: Result) -> Tally:
    """Return the preflop and showdown statistics of one hand."""
    tally = Tally()
    preflop_flags(result, tally)
    showdown_flags(result, tally)
    return tally
