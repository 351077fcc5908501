"""A slow, readable table for hold'em, Omaha and five card draw: the engine's second opinion.

Written from the published rules alone, one rule after the other, with no thought of speed; it
shares no line with the engine. `play` runs a scripted hand, or asks a function at each turn.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from reference.exchange import Exchange
from reference.hand import (
    BET,
    CALL,
    CHECK,
    DRAW,
    FOLD,
    LEGAL,
    LIVE_POSTS,
    RAISE,
    Decision,
    Hand,
    IllegalActionError,
    Row,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from reference.exchange import Shuffle


class Table:
    """One hand in progress: forced posts on creation, then `decision` and `act` in turns."""

    def __init__(self, hand: Hand, shuffle: Shuffle | None = None) -> None:
        self.hand = hand
        self.seats = hand.seats
        self.fixed_limit = hand.betting == "FL"
        self.stack = {seat: hand.stacks[seat] for seat in self.seats}
        self.live_money = dict.fromkeys(self.seats, 0)  # bets, blinds, antes: decide side pots
        self.dead_money = dict.fromkeys(self.seats, 0)  # belongs to the main pot
        self.folded: set[int] = set()
        self.rows: list[Row] = []
        self.all_in_street: dict[int, int] = {}
        self.last_aggressor: int | None = None
        self.last_betting_street = -1
        self.raises_preflop = 0
        self.flop_players = 0
        self.over = False
        self.exchange = Exchange(hand, shuffle)
        self.to_draw: list[int] = []
        self._start_street(0)
        self._post()
        self._find_next()

    # --- who is in -------------------------------------------------------------------------------

    def live(self) -> list[int]:
        """Seats that have not folded, from the left of the button."""
        return [seat for seat in self.seats if seat not in self.folded]

    def with_chips(self) -> list[int]:
        """Live seats that can still act."""
        return [seat for seat in self.live() if self.stack[seat] > 0]

    def _clockwise_after(self, seat: int) -> Iterator[int]:
        size = len(self.hand.stacks)
        for i in range(1, size + 1):
            yield (seat + i) % size

    # --- streets and forced posts ----------------------------------------------------------------

    def _start_street(self, street: int) -> None:
        hand = self.hand
        self.street = street
        self.in_street = dict.fromkeys(self.seats, 0)
        self.current_bet = 0
        self.full_raise = hand.big_blind  # least amount of a first bet, and of a raise
        bigger_from = 1 if hand.game == "draw" else 2
        self.bet_size = hand.small_bet if street < bigger_from else hand.big_bet
        self.full_bet = 0  # fixed limit: the last bet that counted as a full one
        self.bets_made = 0  # fixed limit: one bet and `raise_cap` raises
        self.uncapped = False
        self.acted_since_full_raise: set[int] = set()
        self.after = hand.button
        self.pending = set(self.with_chips()) if len(self.with_chips()) > 1 else set()
        if street == 1:
            self.flop_players = len(self.live())
            if hand.game == "draw":
                self.to_draw = self.live()  # whoever is all-in, too

    def _post(self) -> None:
        hand = self.hand
        self.bring_in_short_by = 0  # pot limit counts the blind and straddles as full ones
        for seat, kind, nominal in hand.posts:
            amount = min(self.stack[seat], nominal)
            dead = kind == "dead" or (kind == "ante" and hand.ante_kind == "bb")
            self.stack[seat] -= amount
            if dead:
                self.dead_money[seat] += amount
            else:
                self.live_money[seat] += amount
            if kind in LIVE_POSTS:
                self.in_street[seat] += amount
                self.current_bet = max(self.current_bet, nominal)  # a short blind is owed in full
            if kind in ("bb", "straddle"):
                self.after = seat
                self.full_raise = nominal
                self.bring_in_short_by += nominal - amount
            if kind == "sb" and hand.full_small_blind:
                self.bring_in_short_by += hand.big_blind - amount
            if amount > 0:
                self._record(seat, kind, amount)
        self.full_bet = self.current_bet
        self.bets_made = int(self.current_bet > 0)
        self.pending = set(self.with_chips())

    def _record(self, seat: int, action: str, amount: int, seen: Decision | None = None) -> None:
        all_in = amount > 0 and self.stack[seat] == 0
        if all_in:
            self.all_in_street[seat] = self.street
        self.rows.append(
            Row(
                self.street,
                seat,
                action,
                amount,
                seen.to_call if seen else 0,
                seen.legal if seen else 0,
                all_in,
                self.in_street[seat] if action in ("bet", "raise") else 0,
            )
        )

    # --- whose turn it is, and what he may do ----------------------------------------------------

    def _find_next(self) -> None:
        """Move to the next decision, through streets without any, or to the end of the hand."""
        while True:
            if len(self.live()) == 1:
                self.over = True
                return
            if self.to_draw:
                self.turn = self.to_draw[0]
                return
            for seat in self._clockwise_after(self.after):
                if seat in self.pending:
                    if self._has_a_choice(seat):
                        self.turn = seat
                        return
                    self.pending.discard(seat)
            if self.street == self.hand.last_street:
                self.over = True
                return
            self._start_street(self.street + 1)

    def _has_a_choice(self, seat: int) -> bool:
        """No betting when nobody else has chips and nobody has put in more than he has."""
        others = [other for other in self.live() if other != seat]
        if any(self.stack[other] > 0 for other in others):
            return True
        return max(self.in_street[other] for other in others) > self.in_street[seat]

    def decision(self) -> Decision | None:
        """What the player whose turn it is may do; None when the hand is over."""
        if self.over:
            return None
        seat = self.turn
        if self.to_draw:
            return Decision(seat, self.street, 0, DRAW | CHECK, 0, 0)
        owed = self.current_bet - self.in_street[seat]
        to_call = min(owed, self.stack[seat])
        legal = FOLD | (CALL if to_call > 0 else CHECK)
        if not self._may_raise(seat, owed):
            return Decision(seat, self.street, to_call, legal, 0, 0)
        legal |= BET if self.current_bet == 0 else RAISE
        everything = self.in_street[seat] + self.stack[seat]
        low, high = self._limits(owed)
        return Decision(
            seat, self.street, to_call, legal, min(low, everything), min(high, everything)
        )

    def _may_raise(self, seat: int, owed: int) -> bool:
        if self.stack[seat] <= owed:
            return False
        if not any(self.stack[other] > 0 for other in self.live() if other != seat):
            return False
        if self.fixed_limit and self.bets_made > self.hand.raise_cap and not self.uncapped:
            return False
        # a short all-in does not reopen the betting to those who have acted ...
        if seat not in self.acted_since_full_raise:
            return True
        # ... unless the short ones add up to a full raise for him
        return self.hand.cumulative_reopen and self._is_full(owed)

    def _is_full(self, raised_by: int) -> bool:
        """Whether a raise by this much counts as a full one."""
        if not self.fixed_limit:
            return raised_by >= self.full_raise
        if self.hand.half_bet_rule:
            return 2 * raised_by >= self.bet_size
        return raised_by >= self.bet_size

    def _limits(self, owed: int) -> tuple[int, int]:
        """Least and greatest street total of a bet or raise, whatever the player's stack."""
        if self.fixed_limit:
            # an all-in that did not count as a full bet is completed, else one bet more
            total = self.full_bet + self.bet_size
            return total, total
        low = self.current_bet + self.full_raise
        if self.hand.betting == "NL":
            return low, 1 << 62
        pot = sum(self.live_money.values()) + sum(self.dead_money.values())
        if self.street == 0:
            pot += self.bring_in_short_by
        return low, max(low, self.current_bet + pot + owed)

    # --- actions ---------------------------------------------------------------------------------

    def act(self, action: str, total: int = 0) -> None:
        """Let the player whose turn it is act; `total` is the street total of a bet or raise.

        In a draw it is the mask of his discards.

        Raises:
            IllegalActionError: the rules do not allow it.
        """
        seen = self.decision()
        if seen is None:
            raise IllegalActionError("the hand is over")
        if not seen.legal & LEGAL[action]:
            raise IllegalActionError(f"seat {seen.seat} may not {action}")
        seat = seen.seat
        if self.to_draw:
            self._draw(seat, total if action == "draw" else 0)
            return
        self._note_street_and_heads_up()
        if action == "fold":
            self.folded.add(seat)
            amount = 0
        elif action == "check":
            amount = 0
        elif action == "call":
            amount = seen.to_call
        else:
            if not seen.min_to <= total <= seen.max_to:
                raise IllegalActionError(f"{total} is not in {seen.min_to}..{seen.max_to}")
            amount = total - self.in_street[seat]
        self._move(seat, amount)
        self.acted_since_full_raise.add(seat)
        self.pending.discard(seat)
        if action in ("bet", "raise"):
            self._raised(seat, total)
        self._record(seat, action, amount, seen)
        self.after = seat
        self._note_street_and_heads_up()
        self._find_next()

    def _draw(self, seat: int, mask: int) -> None:
        self.to_draw.pop(0)
        cards = self.exchange.draw(seat, mask, self.folded)
        self.rows.append(Row(self.street, seat, "draw", 0, cards=cards))
        self._find_next()

    def _move(self, seat: int, amount: int) -> None:
        self.stack[seat] -= amount
        self.live_money[seat] += amount
        self.in_street[seat] += amount

    def _note_street_and_heads_up(self) -> None:
        if self.last_betting_street != self.street:
            self.last_betting_street = self.street
            self.last_aggressor = None
        before_the_cap = self.bets_made <= self.hand.raise_cap
        if self.hand.heads_up_uncapped and len(self.live()) == 2 and before_the_cap:
            self.uncapped = True

    def _raised(self, seat: int, total: int) -> None:
        raised_by = total - self.current_bet
        self.last_aggressor = seat
        self.raises_preflop += self.street == 0
        if self.fixed_limit:
            full = total == self.full_bet + self.bet_size or self._is_full(raised_by)
            if full or self._is_full(total - self.full_bet):
                self.full_bet = total
                self.bets_made += 1
        else:
            full = raised_by >= self.full_raise
            if full:
                self.full_raise = raised_by
        self.current_bet = total
        if full:
            self.acted_since_full_raise = {seat}
        self.pending = {other for other in self.with_chips() if other != seat}
