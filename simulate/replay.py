"""Replay recorded hands through the engine: scripts of actions in the place of bots.

`Hand` is the recipe of one hand; `replay` plays many in one call of the kernel and says of each
whether it stands or which action was refused, and why.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

import numpy as np

from railbird.simulate import layout as at
from railbird.simulate import replay_kernel as kernel
from railbird.simulate.calls import address_of
from railbird.simulate.codes import ACTIONS, MAX_SEATS
from railbird.simulate.draw import HAND_SIZE
from railbird.simulate.kernel import compile_bot, load_engine
from railbird.simulate.philox import STREAM_SIZE
from railbird.simulate.rows import Rows, empty_matrix

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from railbird.simulate.arrays import Ints

ACTION_CODES = {name: code for code, name in enumerate(ACTIONS)} | {
    "check_or_call": kernel.CHECK_OR_CALL,
    "bet_or_raise": kernel.BET_OR_RAISE,
}

REASONS = {
    at.ILLEGAL_ACTION: "not allowed here",
    at.BELOW_MINIMUM: "below the minimum",
    at.ABOVE_MAXIMUM: "above the maximum",
    at.OFF_CHIP: "not a multiple of the smallest chip",
    at.OUT_OF_TURN: "out of turn",
    at.SCRIPT_ENDED: "the record ends before the hand does",
    at.SCRIPT_LEFT: "the record goes on after the hand is over",
    at.TOO_MANY_RAISES: "one raise too many on this street",
    at.BOARD_MISSING: "a board card is missing",
    at.WRONG_DISCARDS: "discards are no mask of five cards",
}


@dataclass(frozen=True, slots=True)
class Hand:
    """One hand to replay; seats are indices of `stacks`, amounts in the smallest unit.

    Attributes:
        cfg: rules of the table (`room.table_config`), int64[CFG_SIZE].
        rk: rake policy (`policy.rake_config`), int64[RAKE_SIZE].
        stacks: stack by seat, 0 for an empty seat.
        button: seat of the button.
        sb_seat: seat of the small blind, -1 when there is none.
        bb_seat: seat of the big blind.
        bring_in: what it takes to stay in: the big blind, or the highest straddle.
        posts: (seat, kind, nominal amount) in order, kinds as in `actions.action`.
        last_blind: seat of the last live forced bet; the player left of it acts first.
        holes: cards by seat, or None where they are unknown; cards are rank * 4 + suit.
        board: as many cards as were dealt.
        actions: (seat, action, street total), the total being read for bets and raises; for
            'draw' a mask of the discards, bit i being the player's card i.
        deck: all 52 cards in the order of the deal instead of holes and board.
        table: table number, for the hand id.
        number: hand number, for the hand id.
        players: player code by seat, handed through to the rows.
        drawn: cards that each seat got for its discards, in their order, where no deck is given;
            None where they are unknown.
    """

    cfg: Ints
    rk: Ints
    stacks: Sequence[int]
    button: int
    sb_seat: int
    bb_seat: int
    bring_in: int
    posts: Sequence[tuple[int, str, int]]
    last_blind: int
    holes: Sequence[tuple[int, int] | None]
    board: Sequence[int]
    actions: Sequence[tuple[int, str, int]]
    deck: Sequence[int] | None = None
    table: int = 0
    number: int = 0
    players: Sequence[int] | None = None
    drawn: Sequence[Sequence[int] | None] = ()


@dataclass(frozen=True, slots=True)
class Verdict:
    """What became of a replayed hand.

    `error` is 0 when it stands; otherwise `reason` says why an action by `seat` was refused.
    `decisions` have stood before it, so that is its index among the hand's actions; `position` is
    how many actions were read. `legal`, `to_call`, `min_to`, `max_to` are what that player had in
    front of him.
    """

    error: int
    seat: int
    action: int
    amount: int
    decisions: int
    position: int
    legal: int
    to_call: int
    min_to: int
    max_to: int

    @property
    def reason(self) -> str:
        """Why the hand was refused, in words; empty when it stands."""
        return REASONS.get(self.error, "")


def replay(hands: Sequence[Hand]) -> tuple[Rows, list[Verdict]]:
    """Replay hands in order; the rows hold those that stand, the verdicts speak of every one.

    Raises:
        ValueError: a hand has more forced posts than the engine takes (24).
    """
    if any(len(hand.posts) > at.MAX_POSTS for hand in hands):
        raise ValueError(f"a hand has more than {at.MAX_POSTS} forced posts")
    setups, script = _setups(hands)
    rows, verdicts = play_setups(
        np.stack([h.cfg for h in hands]), np.stack([h.rk for h in hands]), setups, script,
        sum(len(h.posts) + len(h.actions) for h in hands),
    )  # fmt: skip
    starts = setups[:, kernel.SETUP_SCRIPT]
    return rows, [
        Verdict(*(*v[:5], (v[5] - start) // 3, *v[6:]))
        for v, start in zip(verdicts.T.tolist(), starts.tolist(), strict=True)
    ]


def play_setups(cfgs: Ints, rks: Ints, setups: Ints, script: Ints, moves: int) -> tuple[Rows, Ints]:
    """Replay hands that are laid out already, for callers with many thousands of them.

    Args:
        cfgs: rules by hand, int64[hands, CFG_SIZE].
        rks: rake policies by hand, int64[hands, RAKE_SIZE].
        setups: int64[hands, SETUP_SIZE], see `replay_kernel`.
        script: int64[1, n]: two free words, then (seat, action, amount) triples.
        moves: posts and actions of all hands.

    Returns:
        The rows of the hands that stand, and int64[VERDICT_COLUMNS, hands], where `position` is
        an index into the script.
    """
    hands = len(setups)
    cursor = np.zeros(kernel.CURSOR_SIZE, np.int64)
    verdicts = np.zeros((len(kernel.VERDICT_COLUMNS), hands), np.int64)
    dealt = int(np.bitwise_count(setups[:, at.S_DEALT_MASK]).sum())
    matrices = {
        "hands": empty_matrix("hands", hands),
        "players": empty_matrix("players", dealt),
        "actions": empty_matrix("actions", moves + hands * (2 * MAX_SEATS + 2)),
        "pots": empty_matrix("pots", dealt),
    }
    engine, parts = load_engine("hands", cfgs, rks)
    st = np.zeros(at.STATE_SIZE, np.int64)
    st[at.S_PARTS : at.S_PARTS + at.PARTS] = parts
    bots = np.array([address_of(_reader())], np.int64)
    engine(
        cfgs, rks, np.zeros(at.OBS_SIZE, np.int64), st,
        np.zeros((at.STREAMS, STREAM_SIZE), np.uint64), bots,
        script, np.zeros((1, 1), np.int64), setups, cursor, verdicts, *matrices.values(),
    )  # fmt: skip
    counts = dict(zip(matrices, cursor[kernel.K_HANDS :], strict=True))
    trimmed = {name: matrix[:, : counts[name]] for name, matrix in matrices.items()}
    unplayed = {name: empty_matrix(name, 0) for name in ("events", "tournaments")}
    return Rows(**trimmed, **unplayed), verdicts


def _setups(hands: Sequence[Hand]) -> tuple[Ints, Ints]:
    """Lay out the setup rows and the script of all hands."""
    setups = np.full((len(hands), kernel.SETUP_SIZE), -1, np.int64)
    script = [0, 0]
    for i, hand in enumerate(hands):
        row = setups[i]
        row[: at.S_DECK] = 0
        row[at.S_TABLE], row[at.S_HAND] = hand.table, hand.number
        row[at.S_BUTTON] = hand.button
        row[at.S_DEALT_MASK] = sum(1 << s for s, stack in enumerate(hand.stacks) if stack > 0)
        row[at.S_N_POSTS] = len(hand.posts)
        row[at.S_BRING_IN] = hand.bring_in
        row[at.S_SB_SEAT], row[at.S_BB_SEAT] = hand.sb_seat, hand.bb_seat
        row[at.S_LAST_BLIND] = hand.last_blind
        row[at.S_STRADDLED] = hand.last_blind != hand.bb_seat
        row[at.S_STACKS : at.S_STACKS + len(hand.stacks)] = hand.stacks
        if hand.players is not None:
            row[at.S_PLAYERS : at.S_PLAYERS + len(hand.players)] = hand.players
        for j, (seat, kind, amount) in enumerate(hand.posts):
            row[at.S_POSTS + 3 * j : at.S_POSTS + 3 * j + 3] = seat, ACTION_CODES[kind], amount
        _lay_cards(row, hand)
        row[kernel.SETUP_SCRIPT] = len(script)
        for seat, action, amount in hand.actions:
            script += (seat, ACTION_CODES[action], amount)
        row[kernel.SETUP_SCRIPT + 1] = len(script)
    return setups, np.array([script], np.int64)


def _lay_cards(row: Ints, hand: Hand) -> None:
    if hand.deck is not None:
        row[at.S_DEAL_MODE] = at.DEAL_FIXED_DECK
        row[at.S_DECK : at.S_DECK + 52] = hand.deck
        return
    row[at.S_DEAL_MODE] = at.DEAL_KNOWN
    for seat, hole in enumerate(hand.holes):
        if hole is not None:
            first = at.S_HOLE + seat * at.MAX_HOLE
            row[first : first + len(hole)] = hole
    row[at.S_BOARD : at.S_BOARD + len(hand.board)] = hand.board
    for seat, cards in enumerate(hand.drawn):
        first = at.S_DECK + seat * HAND_SIZE  # no deck is needed: this is where the engine looks
        row[first : first + len(cards or ())] = cards or ()


@cache
def _reader() -> Callable[..., Any]:
    """The compiled script reader; held here, so that its address stays valid."""
    return compile_bot(kernel.read_script)


def prepare(note: Callable[[str], None] | None = None) -> None:
    """Compile the replay kernel, or load it; `note` is told before a long compilation."""
    _reader()
    plain = np.zeros((1, at.RAKE_SIZE), np.int64)
    plain[0, at.R_PLAIN] = 1
    load_engine("hands", np.zeros((1, at.CFG_SIZE), np.int64), plain, note)  # hold'em
