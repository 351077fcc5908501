"""The parts of the engine that are compiled apart and called through their addresses.

A hand is one part, so that every driver of tables calls the same compiled code. The others are
what few tables need: other games than hold'em, what the house takes beyond one capped percentage,
several boards, players who may throw hands away or ask to see them. Each is compiled when a table
needs it, so plain hold'em neither waits for it nor carries it along.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from railbird.simulate import layout as at
from railbird.simulate.calls import PLAY_SIGNATURE, RULE_SIGNATURE
from railbird.simulate.codes import FIVE_CARD_DRAW, HOLDEM

if TYPE_CHECKING:
    from railbird.simulate.arrays import Ints


class Part(NamedTuple):
    """A function that is compiled by itself: where its address goes, its module, name and type."""

    place: int
    module: str
    function: str
    signature: Any


HAND = Part(at.PART_HAND, "hand", "play_hand", PLAY_SIGNATURE)
BEFORE = Part(at.PART_BEFORE, "house", "charge_before", PLAY_SIGNATURE)
DROPS = Part(at.PART_DROPS, "house", "take_drops", RULE_SIGNATURE)
DEAL = Part(at.PART_DEAL, "deal", "deal_game", PLAY_SIGNATURE)
CODES = Part(at.PART_CODES, "record", "write_codes", RULE_SIGNATURE)
DRAW = Part(at.PART_DRAW, "draw", "draw_cards", PLAY_SIGNATURE)
RANK_DRAW = Part(at.PART_RANK_DRAW, "ranking", "rank_draw_hands", RULE_SIGNATURE)
RANK_OMAHA = Part(at.PART_RANK_OMAHA, "ranking", "rank_omaha_hands", RULE_SIGNATURE)
HALVES = Part(at.PART_HALVES, "hilo", "award_halves", RULE_SIGNATURE)
BOARDS = Part(at.PART_BOARDS, "boards", "deal_boards", PLAY_SIGNATURE)
AWARD_BOARDS = Part(at.PART_AWARD_BOARDS, "boards", "award_boards", RULE_SIGNATURE)
SHOW = Part(at.PART_SHOW, "muck", "show_at_will", PLAY_SIGNATURE)
ALL_PARTS = (
    HAND, BEFORE, DROPS, DEAL, CODES, DRAW, RANK_DRAW, RANK_OMAHA, HALVES, BOARDS, AWARD_BOARDS,
    SHOW,
)  # fmt: skip


def parts_needed(cfgs: Ints, rks: Ints) -> list[Part]:
    """The parts that tables of these rules call.

    Args:
        cfgs: rules, int64[tables, CFG_SIZE].
        rks: rake policies, int64[tables, RAKE_SIZE].
    """
    games = set(cfgs[:, at.C_GAME].tolist())
    needed = [HAND]
    if rks[:, at.R_BEFORE].any():
        needed.append(BEFORE)
    if not rks[:, at.R_PLAIN].all():
        needed.append(DROPS)
    if games - {HOLDEM}:
        needed += DEAL, CODES
    if FIVE_CARD_DRAW in games:
        needed += DRAW, RANK_DRAW
    if games - {HOLDEM, FIVE_CARD_DRAW}:
        needed.append(RANK_OMAHA)
    if cfgs[:, at.C_HI_LO].any():
        needed.append(HALVES)
    if (cfgs[:, at.C_BOARDS] > 1).any():
        needed += BOARDS, AWARD_BOARDS
    if cfgs[:, [at.C_THROW_AWAY, at.C_ASK_TO_SEE]].any():
        needed.append(SHOW)
    return needed
