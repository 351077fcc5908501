"""The one list of statistics: flag bits, view columns and documentation all come from it.

A statistic here is a rate over player-hands: `sum(done) / sum(opp)`, two booleans for each player
dealt in. The engine computes those that have a bit, because it knows the legal actions; the others
follow, in SQL, from the same row's flags and columns. `done` always implies `opp`.

Bits are written to files. They are append-only: never renumber, never reuse; a new statistic
takes the next free bit, raises REGISTRY_VERSION, and says so in `since`, so that a run written
before it reads NULL rather than "no". Imports nothing of Railbird, so that every layer may use it.

Terms. L: preflop bet level; blinds, posts and straddles are 1, the first raise 2, and so on; a
short all-in raise counts. BB: the player of the last live forced bet (a straddler, where there is
one). Unopened: no voluntary call or raise yet. Voluntary: not a blind, ante, post or straddle.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Literal

REGISTRY_VERSION = 1

Mask = Literal["preflop", "postflop"]
Group = Literal["preflop", "postflop", "showdown"]

# A BIGINT has 63 usable bits. In the postflop mask, 0-15 are for showdown statistics.
LAST_BIT = 62
LAST_SHOWDOWN_BIT = 15


@dataclass(frozen=True, slots=True)
class Statistic:
    """One rate over player-hands.

    Attributes:
        id: name of the view column; `<id>_opp` is the column of the opportunity.
        name: what a reader calls it.
        group: where it belongs in reports and documentation.
        numerator: what counts as done.
        denominator: what counts as an opportunity.
        mask: the pair of columns (`<mask>_opp`, `<mask>_done`) that holds the engine's bit.
        bit: bit number in that mask; None where the statistic is derived.
        done_sql: boolean SQL over columns of the `players` view; None where there is a bit.
        opp_sql: likewise. Both name stored columns, unpacked columns and engine bits only.
        variant_of: the canonical statistic that this one varies to reproduce another tool's number.
        since: the registry version that introduced the statistic.
    """

    id: str
    name: str
    group: Group
    numerator: str
    denominator: str
    mask: Mask | None = None
    bit: int | None = None
    done_sql: str | None = None
    opp_sql: str | None = None
    variant_of: str | None = None
    since: int = 1

    @property
    def derived(self) -> bool:
        """True where SQL derives the statistic from other columns of the row."""
        return self.bit is None


def _bit(
    bit: int, id_: str, name: str, numerator: str, denominator: str, variant_of: str | None = None
) -> Statistic:
    """Return a preflop statistic that the engine computes."""
    return Statistic(
        id_, name, "preflop", numerator, denominator, "preflop", bit, variant_of=variant_of
    )


def _sql(
    id_: str,
    name: str,
    numerator: str,
    denominator: str,
    done: str,
    opp: str,
    *,
    group: Group = "preflop",
    variant_of: str | None = None,
) -> Statistic:
    """Return a statistic that SQL derives from the row's other columns."""
    return Statistic(
        id_, name, group, numerator, denominator, None, None, done, opp, variant_of=variant_of
    )


# In the order in which documentation and `players` show them; bits number the engine's ones.
_PREFLOP = (
    _sql("walks", "Walk", "everybody folded to him; he made no decision", "every hand",
         "not vpip_opp and won and not showdown", "true"),
    _sql("no_decision", "No preflop decision",
         "no preflop decision: a walk, or all-in on a forced post", "every hand",
         "not vpip_opp", "true"),
    _bit(0, "vpip", "VPIP", "called, bet or raised voluntarily preflop",
         "had at least one preflop decision"),
    _sql("vpip_all", "VPIP (all hands)", "as vpip", "every hand",
         "vpip", "true", variant_of="vpip"),
    _bit(1, "pfr", "PFR", "raised at least once preflop",
         "a raise was legal at some preflop decision"),
    _sql("pfr_nw", "PFR (non-walk)", "as pfr", "had at least one preflop decision",
         "pfr", "vpip_opp", variant_of="pfr"),
    _sql("pfr_ratio", "PFR/VPIP", "raised at least once preflop", "as the numerator of vpip",
         "pfr", "vpip"),
    _bit(2, "rfi", "Raise first in", "raised at that decision",
         "first decision, pot unopened, raise legal, not BB"),
    _bit(3, "open_limp", "Open limp", "called at that decision",
         "first decision, pot unopened, something to call, not BB"),
    _bit(4, "over_limp", "Over-limp", "called at that decision",
         "decision behind at least one limper, unraised, something to call, not BB"),
    _sql("limp", "Limp", "limped, first in or behind limpers",
         "decision in an unraised pot with something to call, not BB",
         "open_limp or over_limp", "open_limp_opp or over_limp_opp"),
    _bit(5, "limp_fold", "Limp-fold", "folded at that decision",
         "limped, then had a decision facing a raise (the first such decision)"),
    _sql("limp_call", "Limp-call", "called at that decision", "as limp_fold",
         "limp_fold_opp and not limp_fold and not limp_raise", "limp_fold_opp"),
    _bit(6, "limp_raise", "Limp-raise", "raised at that decision",
         "as limp_fold, and a raise was legal"),
    _bit(7, "iso", "Isolation raise", "raised at that decision",
         "decision behind at least one limper, unraised, raise legal (BB included)"),
    _bit(8, "bb_raise_sb_limp", "Raise SB's open-limp", "raised at that decision",
         "big blind's decision after the small blind alone limped, raise legal, no straddle"
         " (heads-up the button is the small blind)"),
    _bit(9, "b3", "3-bet", "raised at that decision",
         "decision at L=2, not the raiser, nothing put in voluntarily before, raise legal"),
    _bit(10, "b3_inc_limp", "3-bet incl. limp-reraise", "raised at that decision",
         "decision at L=2, not the raiser, raise legal", variant_of="b3"),
    _sql("b3_vs_steal", "Resteal", "raised at that decision",
         "as fold_to_steal, and a raise was legal",
         "b3 and fold_to_steal_opp", "b3_opp and fold_to_steal_opp"),
    _bit(11, "squeeze", "Squeeze", "raised at that decision",
         "as b3, with at least one caller of the raise"),
    _bit(12, "fold_to_squeeze", "Fold to squeeze", "folded at that decision",
         "opener, or caller of the open, with a decision at L=3 where the 3-bet was a squeeze"),
    _bit(13, "cold_call", "Cold call", "called at that decision",
         "first decision, at L>=2, of a player who posted no blind, straddle, live or dead post"
         " (an ante does not matter)"),
    _sql("flat_2bet", "Call vs open", "called at that decision", "decision at L=2, not the raiser",
         "fold_vs_open_opp and not fold_vs_open and not b3_inc_limp", "fold_vs_open_opp"),
    _bit(14, "fold_vs_open", "Fold vs open", "folded at that decision",
         "decision at L=2, not the raiser"),
    _bit(15, "f3b", "Fold to 3-bet", "folded at that decision", "opener's decision at L=3"),
    _bit(16, "f3b_any", "Fold to 3-bet (any)", "folded at that decision", "decision at L=3",
         variant_of="f3b"),
    _sql("call_3b", "Call 3-bet", "called at that decision", "opener's decision at L=3",
         "f3b_opp and not f3b and not b4_any", "f3b_opp"),
    _sql("b4", "4-bet", "raised at that decision", "opener's decision at L=3, raise legal",
         "b4_any and f3b_opp", "b4_any_opp and f3b_opp"),
    _bit(18, "cold_b4", "Cold 4-bet", "raised at that decision",
         "decision at L=3, nothing put in voluntarily before, raise legal"),
    _bit(17, "b4_any", "4-bet (any)", "raised at that decision", "decision at L=3, raise legal"),
    _bit(19, "f4b", "Fold to 4-bet", "folded at that decision",
         "decision at L=4 of the player who made the raise to L=3 (a limp-reraiser included)"),
    _bit(20, "b5plus", "5-bet or more", "raised at such a decision",
         "a decision at L>=4 with a legal raise; once a hand"),
    _sql("allin_pf", "All-in preflop", "put the last chip in preflop by a voluntary action",
         "had at least one preflop decision",
         "vpip_opp and coalesce(all_in_street, -1) = 0", "vpip_opp"),
    _bit(21, "steal", "Steal", "raised at that decision",
         "as rfi, from CO (four or more dealt), BTN or SB; never heads-up, nor in a hand with a"
         " straddle or button blind"),
    _sql("steal_success", "Steal success", "won without a flop and faced no re-raise",
         "as the numerator of steal",
         "steal and won and not wtsd_opp and not f3b_opp", "steal"),
    _bit(22, "fold_to_steal", "Blinds fold to steal", "folded at that decision",
         "small or big blind's decision facing a steal (numerator of steal), no other raise, no"
         " caller but the other blind"),
    _sql("fold_sb_steal", "Fold SB to steal", "as fold_to_steal", "as fold_to_steal, small blind",
         "fold_to_steal and position = 'SB'", "fold_to_steal_opp and position = 'SB'"),
    _sql("fold_bb_steal", "Fold BB to steal", "as fold_to_steal", "as fold_to_steal, big blind",
         "fold_to_steal and position = 'BB'", "fold_to_steal_opp and position = 'BB'"),
    _bit(23, "bb_fold_v_sb", "BB fold vs SB open", "folded at that decision",
         "as fold_to_steal, big blind, the small blind being the stealer"),
    _sql("defend_bb", "BB defend", "called or raised", "as fold_to_steal, big blind",
         "fold_to_steal_opp and not fold_to_steal and position = 'BB'",
         "fold_to_steal_opp and position = 'BB'"),
    _sql("saw_flop", "Saw flop", "live when the flop came, all-in players included", "every hand",
         "wtsd_opp", "true"),
)  # fmt: skip

_SHOWDOWN = (
    Statistic("wtsd", "WTSD", "showdown",
              "reached showdown: two or more live at the end, he among them", "saw the flop",
              "postflop", 0),
    Statistic("wtsd_nai", "WTSD, non-all-in", "showdown", "as wtsd",
              "saw the flop and had a postflop decision", "postflop", 1),
    _sql("sd_all", "Showdown per hand", "as wtsd", "every hand",
         "showdown", "true", group="showdown"),
    _sql("wsd", "W$SD", "won part of a pot that two or more contested", "reached showdown",
         "showdown and won", "showdown", group="showdown"),
    _sql("wsd_net", "W$SD (net)", "net result above zero", "reached showdown",
         "showdown and net > 0", "showdown", group="showdown", variant_of="wsd"),
    _sql("wwsf", "WWSF", "won part of a contested pot, or the hand uncontested", "saw the flop",
         "wtsd_opp and won", "wtsd_opp", group="showdown"),
    _sql("won_no_sd", "Won without showdown", "won uncontested after the flop", "saw the flop",
         "wtsd_opp and won and not showdown", "wtsd_opp", group="showdown"),
    _sql("win_pct", "Won hand", "won part of a contested pot, or the hand uncontested",
         "every hand", "won", "true", group="showdown"),
    _sql("wsd_nonsmall", "W$SD non-small", "as wsd",
         "reached showdown with more than 5 big blinds invested",
         "showdown and won and invested > 5 * big_blind",
         "showdown and invested > 5 * big_blind", group="showdown", variant_of="wsd"),
    _sql("wsd_rcall", "W$SD after river call", "as wsd", "called on the river, reached showdown",
         "showdown and won and calls_3 > 0", "showdown and calls_3 > 0", group="showdown"),
)  # fmt: skip

_STATISTICS = (*_PREFLOP, *_SHOWDOWN)


def statistics() -> tuple[Statistic, ...]:
    """Return every statistic, in the order of the `players` view and of the documentation."""
    return _STATISTICS


@cache
def _by_id() -> dict[str, Statistic]:
    return {statistic.id: statistic for statistic in _STATISTICS}


def statistic(id_: str) -> Statistic:
    """Return the statistic of this id.

    Raises:
        KeyError: there is none.
    """
    return _by_id()[id_]


def _mask_value(id_: str, mask: Mask) -> int:
    found = statistic(id_)
    if found.mask != mask or found.bit is None:
        raise KeyError(f"{id_} has no bit in the {mask} mask")
    return 1 << found.bit


def preflop_bit(id_: str) -> int:
    """Return the value (1 << bit) of a statistic in `preflop_opp` and `preflop_done`.

    Raises:
        KeyError: no such statistic, or it has no bit there.
    """
    return _mask_value(id_, "preflop")


def postflop_bit(id_: str) -> int:
    """Return the value (1 << bit) of a statistic in `postflop_opp` and `postflop_done`.

    Raises:
        KeyError: no such statistic, or it has no bit there.
    """
    return _mask_value(id_, "postflop")
