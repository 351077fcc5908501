"""Synthetic hands for benchmarks of the lake alone: no engine, simplified betting.

Six players, blinds 1/2 (in cents), 100 big blinds, bots that roll dice. The rows have the shape,
the repetitions and about the entropy of real ones (17 actions a hand, 1.3 pots, 40 % flops);
nothing is legal enough to be more than that.
"""

from __future__ import annotations

from typing import Any

import numba as nb
import numpy as np
from numpy.typing import NDArray

from railbird.cards import HOLE_STRINGS, board_column

Matrix = NDArray[np.int64]
SEATS, BB, STACK = 6, 200, 20_000
HAND, PLAYER, ACTION, POT = 16, 26, 6, 6
POSITIONS = ["BTN", "SB", "BB", "CO", "HJ", "LJ"]
NAMES = [f"bot-{i}" for i in range(SEATS)]


@nb.njit(cache=False)
def _bits(state: Matrix, below: int) -> int:
    x = state[0]
    x ^= x << 13
    x ^= (x >> 7) & ((1 << 57) - 1)
    x ^= x << 17
    state[0] = x
    return ((x >> 11) & ((1 << 40) - 1)) % below


@nb.njit(cache=False)
def play(n: int, first: int, seed: int, hands: Matrix, players: Matrix, actions: Matrix,
         pots: Matrix) -> tuple[int, int]:  # fmt: skip
    """Fill column-major matrices with n hands; return the rows of actions and pots."""
    state = np.array([seed * 7919 + 88172645463325252])
    deck = np.arange(52)
    put, street_put, alive = np.zeros(6, np.int64), np.zeros(6, np.int64), np.zeros(6, np.int64)
    counts, opp, done = np.zeros((6, 4), np.int64), np.zeros(6, np.int64), np.zeros(6, np.int64)
    na = npots = 0
    for h in range(n):
        hand_id = (1 << 32) | (first + h)
        for i in range(17):
            j = i + _bits(state, 52 - i)
            deck[i], deck[j] = deck[j], deck[i]
        button = h % SEATS
        put[:], street_put[:], alive[:], counts[:], opp[:], done[:] = 0, 0, 1, 0, 0, 0
        seq = 0
        for k in range(2):
            seat = (button + 1 + k) % SEATS
            put[seat] = street_put[seat] = BB // 2 * (k + 1)
            actions[:, na] = (hand_id, seq, 1 + k | seat << 6, put[seat], 0, -1)
            na, seq = na + 1, seq + 1
        left, top, raises, last_street, players_flop = SEATS, BB, 0, 0, 0
        for street in range(4):
            if street == 1:
                players_flop = left
            if street:
                top, raises, street_put[:] = 0, 0, 0
            last_street = street
            acted, k = 0, (3 if street == 0 else 1)
            while acted < left and left > 1:
                seat = (button + k) % SEATS
                k += 1
                if not alive[seat]:
                    continue
                price, room = top - street_put[seat], STACK - put[seat]
                roll, act, amount = _bits(state, 100), 6, 0
                strength = (deck[2 * seat] >> 2) + (deck[2 * seat + 1] >> 2)
                if room == 0:
                    acted += 1
                    continue
                aggressive = roll + 2 * strength > (98 + 22 * raises if street == 0 else 92 + 30 * raises)
                opp[seat] |= 1 << (street * 6 + min(raises, 5)) | 1 << (24 + roll % 3)
                if aggressive and room > price:
                    act = 10 if top else 9
                    size = (top * 5 // 2 if top else put.sum() * (33, 50, 66, 100)[_bits(state, 4)] // 100)
                    size = max(size // 100 * 100 if street == 0 else size, top + BB)
                    amount = min(size - street_put[seat], room)
                    top, raises, acted = max(top, street_put[seat] + amount), raises + 1, 1
                    done[seat] |= 1 << (street * 6 + min(raises - 1, 5))
                elif price == 0:
                    act, acted = 7, acted + 1
                elif roll + 2 * strength > (78 + 18 * raises if street == 0 else 38):
                    act, amount, acted = 8, min(price, room), acted + 1
                    done[seat] |= 1 << (24 + roll % 3)
                counts[seat, street] += (1 << 17 if act == 8 else 8 if act == 10 else 1 << (act - 6))
                put[seat] += amount
                street_put[seat] += amount
                legal = 1 | (2 if price == 0 else 4) | ((16 if top else 8) if room > price else 0)
                all_in = int(put[seat] == STACK)
                what = act | street << 4 | seat << 6 | legal << 10 | all_in << 15
                actions[:, na] = (hand_id, seq, what, amount, min(price, room), -1)
                na, seq = na + 1, seq + 1
                if act == 6:
                    alive[seat] = 0
                    left -= 1
            if left == 1:
                break
        showdown, first_top, second = int(left > 1), 0, 0
        for seat in range(SEATS):
            if put[seat] > first_top:
                first_top, second = put[seat], first_top
            elif put[seat] > second:
                second = put[seat]
        winner, best = 0, -1
        for seat in range(SEATS):
            if put[seat] == first_top and first_top > second:
                put[seat] = second
                what = 12 | last_street << 4 | seat << 6
                actions[:, na] = (hand_id, seq, what, second - first_top, 0, -1)
                na, seq = na + 1, seq + 1
            if alive[seat]:
                rank = 2000 + _bits(state, 4500)
                if rank > best:
                    best, winner = rank, seat
                if showdown:
                    what = 13 | last_street << 4 | seat << 6
                    hole = deck[2 * seat] * 51 + deck[2 * seat + 1] - (deck[2 * seat + 1] > deck[2 * seat])
                    actions[:, na] = (hand_id, seq, what, 0, 0, hole)
                    na, seq = na + 1, seq + 1
        pot = put.sum()
        rake = min(pot * 5 // 100, 300) if last_street else 0
        hands[0, h], hands[1, h], hands[2, h] = hand_id, first * 40_000_000 + h * 40_000_000, 10 + seq * 2
        hands[3, h], hands[4, h], hands[5, h], hands[6, h] = button, last_street, players_flop, raises
        hands[7, h], hands[8, h], hands[9, h] = showdown, pot, rake
        for c in range(5):
            hands[10 + c, h] = deck[12 + c] if last_street and c < 2 + last_street else -1
        side = int(left > 2 and second > 15_000 or _bits(state, 5) == 0)
        for p in range(1 + side):
            part = pot // (p + 1) if not side or p else pot - pot // 2
            pots[:, npots] = (hand_id, p, part, rake * (p == 0), 63 >> p, 1 << winner)
            npots += 1
        for seat in range(SEATS):
            r, distance = h * SEATS + seat, (button - seat) % SEATS
            from_button = distance if distance < 4 else distance - 6
            position = (0, 3, 4, 5, 2, 1)[distance]
            hole = deck[2 * seat] * 51 + deck[2 * seat + 1] - (deck[2 * seat + 1] > deck[2 * seat])
            won = int(seat == winner)
            outcome = (showdown * alive[seat]) * 3 | won << 3 | (5 << 4 if put[seat] == STACK else 0)
            players[:13, r] = (hand_id, seat, (seat + h // 500) % 6, position, from_button, hole, STACK,
                               put[seat], won * (pot - rake), rake // 6, rake // 6,
                               rake * put[seat] // pot, won * rake)  # fmt: skip
            rank = 2000 + _bits(state, 4500) if showdown and alive[seat] else -1
            players[13:21, r] = (outcome, rank, opp[seat] & 63 | opp[seat] >> 18, done[seat] & 63 | done[seat] >> 18,
                                 opp[seat] >> 6 & 4095, done[seat] >> 6 & 4095,
                                 counts[seat, 0] | counts[seat, 1] << 31,
                                 counts[seat, 2] | counts[seat, 3] << 31)  # fmt: skip
    return na, npots


def chunk(n: int, first: int, seed: int) -> dict[str, dict[str, Any]]:
    """Return n hands as the columns of the four tables, in the forms that PartWriter takes."""
    hands, players = np.zeros((HAND, n), np.int64), np.zeros((PLAYER, n * SEATS), np.int64)
    actions, pots = np.zeros((ACTION, n * 60), np.int64), np.zeros((POT, n * 4), np.int64)
    na, npots = play(n, first, seed, hands, players, actions, pots)
    a, p, q, h = actions[:, :na], players, pots[:, :npots], hands
    rank = np.ma.masked_equal(p[14], -1, copy=False)
    return {
        "hands": {
            "hand_id": h[0], "started_at": h[1], "duration": h[2], "button_seat": h[3],
            "last_street": h[4], "flop_players": h[5], "raises_preflop": h[6],
            "showdown": h[7], "pot": h[8], "rake": h[9], "board": board_column(h[10:15].T),
        },
        "players": {
            "hand_id": p[0], "seat": p[1], "player": (p[2], NAMES), "profile": (p[2], NAMES),
            "position": (p[3], POSITIONS), "from_button": p[4], "hole": (p[5], HOLE_STRINGS),
            "stack": p[6], "invested": p[7], "collected": p[8], "rake_dealt": p[9],
            "rake_contributed": p[10], "rake_weighted": p[11], "rake_winner": p[12],
            "outcome": p[13], "hand_rank": rank, "preflop_opp": p[15], "preflop_done": p[16],
            "postflop_opp": p[17], "postflop_done": p[18], "counts_01": p[19],
            "counts_23": p[20],
        },
        "actions": {
            "hand_id": a[0], "seq": a[1], "what": a[2], "amount": a[3], "to_call": a[4],
            "cards": (a[5], HOLE_STRINGS),
        },
        "pots": {
            "hand_id": q[0], "pot_no": q[1], "amount": q[2], "rake": q[3], "eligible": q[4],
            "winners": q[5],
        },
    }  # fmt: skip


CONSTANTS: dict[str, dict[str, Any]] = {
    "hands": {
        "source": "simulate", "room": "casino", "game": "holdem", "betting": "NL",
        "currency": "USD", "money_exp": -2, "chip": 1, "small_blind": 100, "big_blind": 200,
        "ante": 0, "straddle": 0, "seats": 6, "seated": 6, "dealt": 6, "jackpot": 0,
        "added_by_site": 0, "rake_policy": "5 % cap 3", "stacks_mode": "reset",
        "status": "complete",
    },
    "players": {"big_blind": 200, "fees": 0, "bonus": 0},
    "pots": {"jackpot": 0},
}  # fmt: skip
