"""Averages of played hands, profile by profile, as docs/populations.md gives them."""

from __future__ import annotations

import numpy as np

from railbird.lake import bits
from railbird.registry import postflop_bit, preflop_bit
from railbird.simulate.bots.profiles import profile_names
from railbird.simulate.codes import CALL, FOLD, PREFLOP, RAISE
from railbird.simulate.job import Job, resolve
from railbird.simulate.plan import plan
from railbird.simulate.play import Engine

NAMES = profile_names()
RATES = {
    "VPIP": ("preflop", preflop_bit("vpip")),
    "PFR": ("preflop", preflop_bit("pfr")),
    "3-bet": ("preflop", preflop_bit("b3")),
    "fold to 3-bet": ("preflop", preflop_bit("f3b")),
    "WTSD": ("postflop", postflop_bit("wtsd")),
}
SEAT_BITS = 4
POSTFLOP = (("counts_01", 1), ("counts_23", 0), ("counts_23", 1))


class Counts:
    """Sums over hands of one kind of table, profile by profile."""

    def __init__(self):
        self.sums = {}
        self.hands = self.flops = self.flop_players = 0
        self.pots = 0.0

    def add(self, name, who, values):
        sums = np.bincount(who, weights=values, minlength=len(NAMES))
        self.sums[name] = self.sums.get(name, 0) + sums

    def add_rows(self, rows, profile_of, blind):
        """Count a chunk of hands; nothing of it is kept."""
        players, hands = rows.columns("players"), rows.columns("hands")
        who = profile_of[players["player"]]
        for name, (mask, bit) in RATES.items():
            self.add(f"{name} opp", who, players[f"{mask}_opp"] & bit != 0)
            self.add(f"{name} done", who, players[f"{mask}_done"] & bit != 0)
        for column, half in POSTFLOP:
            count = players[column] >> half * bits.COUNTS_STREET_SHIFT
            raises = count >> bits.COUNTS_RAISES_SHIFT & bits.COUNTS_MASK
            self.add("aggressive", who, (count & bits.COUNTS_BET != 0) + raises)
            self.add("calls", who, count >> bits.COUNTS_CALLS_SHIFT & bits.COUNTS_MASK)
        shown = players["postflop_done"] & postflop_bit("wtsd") != 0
        self.add("won shown", who, shown & (players["outcome"] & bits.OUTCOME_WON != 0))
        self.add("won", who, (players["collected"] - players["invested"]) / blind)
        self.add("dealt", who, np.ones(len(who)))
        self.add_answers(rows, profile_of)
        self.hands += rows.hands.shape[1]
        self.flops += int((hands["flop_players"] > 0).sum())
        self.flop_players += int(hands["flop_players"].sum())
        self.pots += float(hands["pot"].sum()) / blind

    def add_answers(self, rows, profile_of):
        """Count what is answered to bets after the first round: fold, call, raise."""
        players, actions = rows.columns("players"), rows.columns("actions")
        seats = players["hand_id"] << SEAT_BITS | players["seat"]
        order = np.argsort(seats)
        what = actions["what"]
        seat = actions["hand_id"] << SEAT_BITS | what >> bits.WHAT_SEAT_SHIFT & bits.WHAT_SEAT_MASK
        who = profile_of[players["player"][order[np.searchsorted(seats[order], seat)]]]
        later = what >> bits.WHAT_STREET_SHIFT & bits.WHAT_STREET_MASK > PREFLOP
        for name, action in (("folds", FOLD), ("called", CALL), ("raised", RAISE)):
            self.add(name, who, later & (what & bits.WHAT_ACTION_MASK == action))

    def of(self, profile=None):
        """The averages of one profile, or of all players."""
        chosen = [profile in {None, name} for name in NAMES]
        total = {name: float(sums[chosen].sum()) for name, sums in self.sums.items()}
        found = {name: 100 * total[f"{name} done"] / total[f"{name} opp"] for name in RATES}
        found["W$SD"] = 100 * total["won shown"] / total["WTSD done"]
        found["AF"] = total["aggressive"] / total["calls"]
        answers = total["folds"] + total["called"] + total["raised"]
        found["fold to bet"] = 100 * total["folds"] / answers
        found["raise of bet"] = 100 * total["raised"] / answers
        found["folded later"] = 100 * total["folds"] / total["WTSD opp"]
        if profile is None:
            found["flops"] = 100 * self.flops / self.hands
            found["players a flop"] = self.flop_players / self.flops
            found["pot"] = self.pots / self.hands
        else:
            found["bb/100"] = 100 * total["won"] / total["dealt"]
        return found


def count(counts, **job):
    """Play a job in memory, chunk by chunk, and add it to the counts; without rake if not said."""
    recipe = resolve(Job(**{"rake": "none"} | job))
    profile_of = np.array([NAMES.index(player.profile) for player in recipe.players])
    engine = Engine(recipe)
    for part in plan(recipe):
        for rows, _ in engine.chunks(part.segments):
            counts.add_rows(rows, profile_of, recipe.table.big_blind)
