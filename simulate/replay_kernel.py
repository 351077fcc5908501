"""Play recorded hands: the same engine, a script in the place of the bots.

A setup row is the head of the state (everything before `S_PENDING`), then the slice of the script
that belongs to the hand. The script is (seat, action, amount) triples in one memory row.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from railbird.simulate.booking import show_table
from railbird.simulate.calls import play_part
from railbird.simulate.codes import BET, CALL, CAN_BET, CAN_CHECK, CHECK, RAISE
from railbird.simulate.house import open_house
from railbird.simulate.jit import inlined
from railbird.simulate.layout import (
    O_DECISIONS,
    O_LEGAL,
    O_MAX_TO,
    O_MIN_TO,
    O_SEAT,
    O_TO_CALL,
    OUT_OF_TURN,
    PART_HAND,
    S_ERROR,
    S_ERROR_ACTION,
    S_ERROR_AMOUNT,
    S_ERROR_SEAT,
    S_PARTS,
    S_PENDING,
    S_ROW,
    SCRIPT_ENDED,
    SCRIPT_FAULT,
    SCRIPT_LEFT,
)
from railbird.simulate.record import write_hand, write_players, write_pots

if TYPE_CHECKING:
    from railbird.simulate.arrays import Ints, Words

SETUP_SCRIPT = S_PENDING  # first and one past the last index of the hand's script
SETUP_SIZE = S_PENDING + 2

# A history may say "check or call" and "bet or raise" without saying which.
CHECK_OR_CALL, BET_OR_RAISE = 100, 101

# cursor: next hand, rows written
K_NEXT, K_HANDS, K_PLAYERS, K_ACTIONS, K_POTS = range(5)
CURSOR_SIZE = 5
# what became of a hand: error code, seat, action, amount, decisions made, script position, and
# what the refused player had in front of him
VERDICT_COLUMNS = (
    "error", "seat", "action", "amount", "decisions", "position", "legal", "to_call",
    "min_to", "max_to",
)  # fmt: skip


def read_script(obs: Ints, stream: Words, memory: Ints, params: Ints) -> tuple[int, int]:  # noqa: ARG001
    """Answer with the next recorded action; memory is (position, end, triples ...)."""
    i = memory[0]
    if i >= memory[1]:
        return SCRIPT_FAULT - SCRIPT_ENDED, 0
    if memory[i] != obs[O_SEAT]:
        return SCRIPT_FAULT - OUT_OF_TURN, memory[i]
    memory[0] = i + 3
    action = memory[i + 1]
    if action == CHECK_OR_CALL:
        action = CHECK if obs[O_LEGAL] & CAN_CHECK else CALL
    elif action == BET_OR_RAISE:
        action = BET if obs[O_LEGAL] & CAN_BET else RAISE
    return action, memory[i + 2]


@inlined
def write_verdict(obs: Ints, st: Ints, memories: Ints, verdicts: Ints, i: int) -> None:
    """Note why hand `i` was refused, and where in its script."""
    verdicts[0, i] = st[S_ERROR]
    verdicts[1, i] = st[S_ERROR_SEAT]
    verdicts[2, i] = st[S_ERROR_ACTION]
    verdicts[3, i] = st[S_ERROR_AMOUNT]
    verdicts[4, i] = obs[O_DECISIONS]
    verdicts[5, i] = memories[0, 0]
    verdicts[6, i] = obs[O_LEGAL]
    verdicts[7, i] = obs[O_TO_CALL]
    verdicts[8, i] = obs[O_MIN_TO]
    verdicts[9, i] = obs[O_MAX_TO]


def replay_hands(
    cfgs: Ints, rks: Ints, obs: Ints, st: Ints, streams: Words, bots: Ints, memories: Ints,
    params: Ints, setups: Ints, cursor: Ints, verdicts: Ints, hands: Ints, players: Ints,
    actions: Ints, pots: Ints,
) -> int:  # fmt: skip
    """Replay every setup row; returns 0. Hands that are refused leave a verdict and no rows.

    The caller gives matrices with room for all rows. Compiled by `kernel.py`.
    """
    for i in range(cursor[K_NEXT], setups.shape[0]):
        cfg = cfgs[i]
        rk = rks[i]
        for j in range(S_PENDING):
            st[j] = setups[i, j]
        memories[0, 0] = setups[i, SETUP_SCRIPT]
        memories[0, 1] = setups[i, SETUP_SCRIPT + 1]
        st[S_ROW] = cursor[K_ACTIONS]
        show_table(cfg, rk, obs)
        open_house(st)
        play_part(
            st[S_PARTS + PART_HAND], cfg, rk, obs, st, streams, bots, memories, params, actions
        )
        if st[S_ERROR] == 0 and memories[0, 0] < memories[0, 1]:
            st[S_ERROR] = SCRIPT_LEFT
            st[S_ERROR_SEAT] = memories[0, memories[0, 0]]
        write_verdict(obs, st, memories, verdicts, i)
        cursor[K_NEXT] = i + 1
        if st[S_ERROR] != 0:
            continue
        write_hand(obs, st, hands, cursor[K_HANDS])
        cursor[K_HANDS] += 1
        cursor[K_PLAYERS] = write_players(cfg, obs, st, players, cursor[K_PLAYERS])
        cursor[K_POTS] = write_pots(st, pots, cursor[K_POTS])
        cursor[K_ACTIONS] = st[S_ROW]
    return 0
