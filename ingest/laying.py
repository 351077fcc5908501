"""Lay recorded hands out for the replay kernel: thousands at once, by column.

Readers count players in the order of the deal; here they get their seats. A setting's own numbers
are made once and copied to all its hands.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import msgspec
import numpy as np

from railbird.ingest.recorded import MONEY_EXP, RECORDED
from railbird.simulate import layout as at
from railbird.simulate.codes import MAX_SEATS
from railbird.simulate.policy import find_policy, rake_config, rake_of_policy
from railbird.simulate.replay import ACTION_CODES
from railbird.simulate.replay_kernel import SETUP_SCRIPT, SETUP_SIZE
from railbird.simulate.room import Room, Table, find_room, table_config

if TYPE_CHECKING:
    from collections.abc import Sequence

    from railbird.ingest.recorded import RecordedHand, Setting
    from railbird.simulate.arrays import Ints

# House rules where a record names none.
ROOM = "standard"
# Words at the head of the script that the kernel writes to.
_SCRIPT_HEAD = 2
DECISION_SIZE = 4


@dataclass(frozen=True, slots=True)
class Batch:
    """Recorded hands as the kernel takes them.

    Attributes:
        hands: as they were read.
        settings: that occur.
        kinds: which of them each hand has.
        cfgs: int64[hands, CFG_SIZE].
        rakes: rake policies, int64[hands, RAKE_SIZE].
        setups: int64[hands, SETUP_SIZE].
        script: int64[1, n].
        places: seat by player, int64[hands, MAX_SEATS]; -1 where there is no player.
        counts: players of each hand.
        decisions: int64[n, 4]: player, action, amount, cards on the board; all hands' in a row.
        decision_counts: decisions of each hand.
        moves: posts and decisions of all hands.
        players: names that occur, in the order of their first hand.
    """

    hands: Sequence[RecordedHand]
    settings: Sequence[Setting]
    kinds: Ints
    cfgs: Ints
    rakes: Ints
    setups: Ints
    script: Ints
    places: Ints
    counts: Ints
    decisions: Ints
    decision_counts: Ints
    moves: int
    players: list[str]

    @property
    def games(self) -> int:
        """How many games the hands are of."""
        return len({setting.game for setting in self.settings})


@dataclass(frozen=True, slots=True)
class _Laid:
    cfg: Ints
    rake: Ints
    setup: Ints
    places: Ints
    n_posts: int


class Layer:
    """Lays batches out, by the house rules that a record names, or those of `docs/ingest.md`."""

    def __init__(self) -> None:
        """Read the house rules."""
        self._rooms = {RECORDED: _recorded_room()}
        self._no_rake = rake_config(rake_of_policy(find_policy("none"), MONEY_EXP))

    def lay(
        self, hands: Sequence[RecordedHand], tables: Sequence[int], numbers: Sequence[int]
    ) -> Batch:
        """Lay out a batch of hands; table and hand number of each become its hand_id."""
        stacks: list[int] = []
        holes: list[int] = []
        boards: list[int] = []
        flat: list[int] = []
        names: list[str] = []
        for hand in hands:
            stacks += hand.stacks
            holes += hand.holes
            boards += hand.board
            flat += hand.decisions
            names += hand.players
        settings, kind = _settings(hands)
        kinds = [self._lay_setting(setting) for setting in settings]
        setups = np.stack([laid.setup for laid in kinds])[kind]
        places = np.stack([laid.places for laid in kinds])[kind]
        setups[:, at.S_TABLE] = tables
        setups[:, at.S_HAND] = numbers
        counts = _lengths([hand.stacks for hand in hands])
        row, player = _spread(counts)
        seat = places[row, player]
        setups[row, at.S_STACKS + seat] = stacks
        codes = {name: code for code, name in enumerate(dict.fromkeys(names))}
        setups[row, at.S_PLAYERS + seat] = [codes[name] for name in names]
        hole_cards = np.array([setting.hole_cards for setting in settings], np.int64)[kind]
        row, card = _spread(counts * hole_cards)
        player, card = np.divmod(card, hole_cards[row])
        setups[row, at.S_HOLE + places[row, player] * at.MAX_HOLE + card] = holes
        row, card = _spread(_lengths([hand.board for hand in hands]))
        setups[row, at.S_BOARD + card] = boards
        decisions = np.array(flat, np.int64).reshape(-1, DECISION_SIZE)
        decision_counts = _lengths([hand.places for hand in hands])
        posts = np.array([laid.n_posts for laid in kinds], np.int64)[kind]
        return Batch(
            hands, settings, kind, np.stack([laid.cfg for laid in kinds])[kind],
            np.stack([laid.rake for laid in kinds])[kind], setups,
            _lay_script(setups, places, decisions, decision_counts), places, counts, decisions,
            decision_counts, int(posts.sum()) + len(decisions), list(codes),
        )  # fmt: skip

    def _lay_setting(self, setting: Setting) -> _Laid:
        if setting.room not in self._rooms:
            self._rooms[setting.room] = find_room(setting.room)
        cfg = table_config(self._rooms[setting.room], _table(setting))
        rake = self._no_rake if setting.rake is None else rake_config(setting.rake)
        return _lay_setting(setting, cfg, rake)


def _settings(hands: Sequence[RecordedHand]) -> tuple[list[Setting], Ints]:
    """Return the settings of a batch, and which of them each hand has."""
    # by identity: readers share the objects, and comparing them takes longer than the rest
    numbers: dict[int, int] = {}
    settings: list[Setting] = []
    kinds = []
    for hand in hands:
        key = id(hand.setting)
        number = numbers.get(key)
        if number is None:
            number = numbers[key] = len(settings)
            settings.append(hand.setting)
        kinds.append(number)
    return settings, np.array(kinds, np.int64)


def _recorded_room() -> Room:
    """Return the house rules of a record that names none: what it shows is not held against it."""
    room = find_room(ROOM)
    betting = msgspec.structs.replace(room.betting, heads_up_uncapped=True)
    return msgspec.structs.replace(room, name=RECORDED, betting=betting)


def _table(setting: Setting) -> Table:
    return Table(
        game=setting.game,
        betting=setting.betting,  # type: ignore[arg-type]
        seats=setting.seats,
        small_blind=setting.small_blind,
        big_blind=setting.big_blind,
        small_bet=setting.small_bet,
        big_bet=setting.big_bet,
        ante=setting.ante,
        straddles=sum(kind == "straddle" for _, kind, _ in setting.posts),
        chip=setting.chip,
        hole_cards=setting.hole_cards,
    )


def _lay_setting(setting: Setting, cfg: Ints, rake: Ints) -> _Laid:
    if setting.betting != "FL" and setting.small_bet:
        cfg[at.C_BIG_BLIND] = setting.small_bet  # the least bet
    if setting.ante and setting.dead_antes:
        cfg[at.C_ANTE_KIND] = 2
    elif setting.ante:
        cfg[at.C_ANTE_KIND] = 1
    seats = setting.places
    setup = np.full(SETUP_SIZE, -1, np.int64)
    setup[: at.S_DECK] = 0
    setup[at.S_BUTTON] = setting.button
    setup[at.S_DEALT_MASK] = sum(1 << seat for seat in seats)
    setup[at.S_N_POSTS] = len(setting.posts)
    setup[at.S_BRING_IN] = setting.bring_in
    if setting.small_blind_player >= 0:
        setup[at.S_SB_SEAT] = seats[setting.small_blind_player]
    else:
        setup[at.S_SB_SEAT] = -1
    setup[at.S_BB_SEAT] = seats[setting.big_blind_player]
    setup[at.S_LAST_BLIND] = seats[setting.last_blind_player]
    setup[at.S_STRADDLED] = setting.last_blind_player != setting.big_blind_player
    setup[at.S_DEAL_MODE] = at.DEAL_KNOWN
    for i, (player, kind, amount) in enumerate(setting.posts):
        post = at.S_POSTS + 3 * i
        setup[post : post + 3] = seats[player], ACTION_CODES[kind], amount
    places = np.full(MAX_SEATS, -1, np.int64)
    places[: len(seats)] = seats
    return _Laid(cfg, rake, setup, places, len(setting.posts))


def _lay_script(setups: Ints, places: Ints, decisions: Ints, counts: Ints) -> Ints:
    """Return the script, and write into the setups where each hand's part of it lies."""
    hand = np.repeat(np.arange(len(counts)), counts)
    script = np.zeros((1, _SCRIPT_HEAD + 3 * len(decisions)), np.int64)
    triples = script[0, _SCRIPT_HEAD:].reshape(-1, 3)
    triples[:, 0] = places[hand, decisions[:, 0]]
    triples[:, 1:] = decisions[:, 1:3]
    ends = _SCRIPT_HEAD + 3 * np.cumsum(counts)
    setups[:, SETUP_SCRIPT] = ends - 3 * counts
    setups[:, SETUP_SCRIPT + 1] = ends
    return script


def _lengths(lists: Sequence[Sequence[object]]) -> Ints:
    return np.fromiter(map(len, lists), np.int64, len(lists))


def _spread(counts: Ints) -> tuple[Ints, Ints]:
    """Return hand and player of each entry of a list that has `counts` entries a hand."""
    row = np.repeat(np.arange(len(counts)), counts)
    player = np.arange(len(row)) - np.repeat(np.cumsum(counts) - counts, counts)
    return row, player
