"""Replay recorded hands, and hold what the engine says against the record.

A hand stands when every action was legal and nothing in the record contradicts the outcome. Any
other is refused with the action and the rule; nothing is ever put right silently.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from railbird.cards import NO_CARD
from railbird.ingest.recorded import MONEY_EXP, UNKNOWN_STACK, UnreadableError
from railbird.lake.bits import (
    OUTCOME_SHOWDOWN,
    OUTCOME_WON,
    WHAT_LEGAL_MASK,
    WHAT_LEGAL_SHIFT,
    WHAT_STREET_MASK,
    WHAT_STREET_SHIFT,
)
from railbird.money import format_amount
from railbird.simulate import layout as at
from railbird.simulate.codes import MAX_SEATS, STREETS
from railbird.simulate.replay import REASONS, play_setups
from railbird.simulate.replay_kernel import VERDICT_COLUMNS
from railbird.simulate.rows import Rows

if TYPE_CHECKING:
    from railbird.ingest.laying import Batch
    from railbird.ingest.recorded import RecordedHand
    from railbird.simulate.arrays import Ints

CARDS_BY_STREET = np.array([0, 3, 4, 5])
_LEGAL_WORDS = ((2, "check"), (4, "call"), (8, "bet"), (16, "raise"))


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of a batch: rows of the hands that stand, their indices, why others do not."""

    rows: Rows
    standing: Ints
    refused: dict[int, UnreadableError]


def replay_batch(batch: Batch) -> Outcome:
    """Replay a batch of hands."""
    rows, verdicts = play_setups(batch.cfgs, batch.rakes, batch.setups, batch.script, batch.moves)
    error = verdicts[VERDICT_COLUMNS.index("error")]
    refused = {
        i: _illegal(batch, i, dict(zip(VERDICT_COLUMNS, verdicts[:, i].tolist(), strict=True)))
        for i in np.flatnonzero(error).tolist()
    }
    standing = np.flatnonzero(error == 0)
    contradicted = _contradictions(batch, rows, standing)
    if contradicted:
        refused |= contradicted
        keep = ~np.isin(standing, list(contradicted))
        rows = _only(rows, rows.column("hands", "hand_id")[keep])
        standing = standing[keep]
    return Outcome(rows, standing, refused)


def _only(rows: Rows, hand_ids: Ints) -> Rows:
    """Return the rows of some hands."""
    kept = {
        table: matrix[:, np.isin(matrix[0], hand_ids)]
        for table in ("hands", "players", "actions", "pots")
        for matrix in (getattr(rows, table),)
    }
    return Rows(**kept, events=rows.events, tournaments=rows.tournaments)


def _contradictions(batch: Batch, rows: Rows, standing: Ints) -> dict[int, UnreadableError]:
    """Return the hands that the engine let pass, but whose record says otherwise."""
    found: dict[int, UnreadableError] = {}
    players = _Players(batch, rows, standing)
    # what comes later says more about the cause
    found.update(_check_stacks(batch, players))
    found.update(_check_showdowns(batch, players))
    found.update(_check_claims(batch, players))
    found.update(_check_boards(batch, rows, standing))
    found.update(_check_streets(batch, rows, standing))
    return found


class _Players:
    """The rows of `players` of the standing hands, with hand and player of each."""

    def __init__(self, batch: Batch, rows: Rows, standing: Ints) -> None:
        columns = rows.columns("players")
        counts = batch.counts[standing]
        self.hand = np.repeat(standing, counts)
        player_of = np.full((len(batch.hands), MAX_SEATS), -1, np.int64)
        row, player = np.nonzero(batch.places >= 0)
        player_of[row, batch.places[row, player]] = player
        self.player = player_of[self.hand, columns["seat"]]
        self.collected = columns["collected"]
        self.after = columns["stack"] - columns["invested"] + self.collected
        self.stack_known = columns["stack"] != UNKNOWN_STACK
        self.outcome, self.hole = columns["outcome"], columns["hole"]


def _check_stacks(batch: Batch, players: _Players) -> list[tuple[int, UnreadableError]]:
    """Hold stated finishing stacks against the replay's."""
    flat: list[int] = []
    nothing = [-1] * MAX_SEATS
    has = np.zeros(len(batch.hands), np.bool_)
    for i, hand in enumerate(batch.hands):
        stated = hand.finishing
        flat += nothing if stated is None else (*stated, *nothing[len(stated) :])
        has[i] = stated is not None
    table = np.array(flat, np.int64).reshape(-1, MAX_SEATS)
    stated_of = table[players.hand, players.player]
    found = []
    stated = has[players.hand] & (stated_of != UNKNOWN_STACK) & players.stack_known
    for row in np.flatnonzero(stated & (stated_of != players.after)):
        i = int(players.hand[row])
        name = batch.hands[i].name(int(players.player[row]))
        said, is_so = (plain_amount(int(amount)) for amount in (stated_of[row], players.after[row]))
        message = f"finishing stack of {name}: {said} in the record, {is_so} by the actions"
        found.append((i, UnreadableError("stacks", message)))
    return found[::-1]  # the first player's message stays


def _check_showdowns(batch: Batch, players: _Players) -> list[tuple[int, UnreadableError]]:
    """Refuse awards that hang on unknown cards, or go to a hand that was mucked.

    Unknown cards do no harm where the record says that they were mucked and another hand won, or
    that they won, or where it states finishing stacks (which agree, or the hand is refused).
    """
    at_showdown = players.outcome & OUTCOME_SHOWDOWN != 0
    mucked_of = np.array([hand.mucked for hand in batch.hands], np.int64)
    settled = np.array([hand.settled for hand in batch.hands], np.bool_)
    mucked = mucked_of[players.hand] >> players.player & 1 == 1
    won = at_showdown & (players.outcome & OUTCOME_WON != 0)
    unknown = players.hole == NO_CARD
    found = []
    for row in np.flatnonzero(at_showdown & unknown & ~settled[players.hand] & (won | ~mucked)):
        i = int(players.hand[row])
        name = batch.hands[i].name(int(players.player[row]))
        found.append(
            (i, UnreadableError("unknown_cards", f"showdown with unknown cards of {name}"))
        )
    for row in np.flatnonzero(won & mucked & ~unknown):
        i = int(players.hand[row])
        name = batch.hands[i].name(int(players.player[row]))
        found.append((i, UnreadableError("muck", f"{name} mucks a hand that wins")))
    return found


def _check_claims(batch: Batch, players: _Players) -> list[tuple[int, UnreadableError]]:
    """Refuse a hand whose unknown cards won by stated winnings that the pots do not pay."""
    claims = {i: hand.claimed for i, hand in enumerate(batch.hands) if hand.claimed is not None}
    found = []
    for row in np.flatnonzero(np.isin(players.hand, list(claims))) if claims else ():
        i, player = int(players.hand[row]), int(players.player[row])
        said, is_so = claims[i][player], int(players.collected[row])
        if said != is_so:
            message = (
                f"the award hangs on unknown cards, and the winnings stated for "
                f"{batch.hands[i].name(player)} ({plain_amount(said)}) are not what the actions "
                f"pay ({plain_amount(is_so)})"
            )
            found.append((i, UnreadableError("unknown_cards", message)))
    return found[::-1]  # the first player's message stays


def _check_boards(batch: Batch, rows: Rows, standing: Ints) -> list[tuple[int, UnreadableError]]:
    """Refuse a board with more cards than the hand needs."""
    streets = rows.column("hands", "last_street")
    dealt = np.array([len(batch.hands[i].board) for i in standing], np.int64)
    found = []
    for row in np.flatnonzero(dealt != CARDS_BY_STREET[streets]):
        i = int(standing[row])
        message = (
            f"{dealt[row]} cards on the board of a hand that ends on the {STREETS[streets[row]]}"
        )
        found.append(
            (i, UnreadableError("board", message.replace("on the preflop", "before the flop")))
        )
    return found


def _check_streets(batch: Batch, rows: Rows, standing: Ints) -> list[tuple[int, UnreadableError]]:
    """Refuse a decision made before or after the street on which the engine has it."""
    what = rows.column("actions", "what")
    what = what[what >> WHAT_LEGAL_SHIFT & WHAT_LEGAL_MASK != 0]
    street = what >> WHAT_STREET_SHIFT & WHAT_STREET_MASK
    stands = np.zeros(len(batch.hands), np.bool_)
    stands[standing] = True
    hand = np.repeat(np.arange(len(batch.hands)), batch.decision_counts)
    number = np.arange(len(hand)) - np.repeat(
        np.cumsum(batch.decision_counts) - batch.decision_counts, batch.decision_counts
    )
    of_standing = stands[hand]
    hand, number = hand[of_standing], number[of_standing]
    cards = batch.decisions[of_standing, 3]
    found = []
    for row in np.flatnonzero(cards != CARDS_BY_STREET[street])[::-1]:
        i = int(hand[row])
        message = (
            f"{batch.hands[i].tell(int(number[row]))}: {cards[row]} cards are on the board; it "
            f"belongs to the {STREETS[street[row]]}, with {CARDS_BY_STREET[street[row]]}"
        )
        found.append((i, UnreadableError("street", message)))
    return found


def _illegal(batch: Batch, i: int, verdict: dict[str, int]) -> UnreadableError:
    """Say which action was refused, and by which rule."""
    hand = batch.hands[i]
    error, reason = verdict["error"], REASONS[verdict["error"]]
    if error == at.BOARD_MISSING:
        return UnreadableError("board", f"{len(hand.board)} cards on the board are too few")
    seat = verdict["seat"]
    actor = hand.name(batch.places[i].tolist().index(seat))
    where = hand.tell(verdict["decisions"])
    if error == at.SCRIPT_LEFT:
        return UnreadableError("illegal", f"{where}: the hand is over")
    if error == at.SCRIPT_ENDED:
        unknown = "; stacks are unknown, so all-ins are" if UNKNOWN_STACK in hand.stacks else ""
        return UnreadableError("illegal", f"{reason}; {actor} is to act{unknown}")
    if error == at.OUT_OF_TURN:
        return UnreadableError("illegal", f"{where}: out of turn; {actor} is to act")
    return UnreadableError("illegal", f"{where}: {reason}{_limit(hand, verdict)}")


def _limit(hand: RecordedHand, verdict: dict[str, int]) -> str:
    """Return the limit that was broken, in brackets."""
    error = verdict["error"]
    if error in (at.BELOW_MINIMUM, at.ABOVE_MAXIMUM):
        limit = verdict["min_to" if error == at.BELOW_MINIMUM else "max_to"]
        return f" ({plain_amount(limit)})"
    if error == at.OFF_CHIP:
        return f" ({plain_amount(hand.setting.chip)})"
    words = [word for bit, word in _LEGAL_WORDS if verdict["legal"] & bit]
    return f" (allowed: fold, {', '.join(words)})"


def plain_amount(units: int) -> str:
    """Return an amount as text, without decimals where it has none."""
    return format_amount(units, MONEY_EXP).removesuffix(".00")
