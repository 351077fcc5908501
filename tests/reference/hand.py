"""The hands that the reference table plays, and what it says about them: plain data, no rules.

A `Hand` is a complete recipe: who sits where with what, who posts what, the cards, the rake and,
where it is scripted, the actions. Seats are list positions (0 to 9), a stack of 0 is an empty
seat. Cards are integers, rank * 4 + suit in the order `cdhs` (2c = 0, As = 51). Amounts are
integers in the smallest unit of the currency.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

FOLD, CHECK, CALL, BET, RAISE, DRAW = 1, 2, 4, 8, 16, 32
LEGAL = {"fold": FOLD, "check": CHECK, "call": CALL, "bet": BET, "raise": RAISE, "draw": DRAW}
AGGRESSIVE = ("bet", "raise")
LIVE_POSTS = ("sb", "bb", "post", "straddle")


class IllegalActionError(Exception):
    """A scripted or chosen action that the rules do not allow."""


@dataclass(frozen=True)
class Rake:
    """A percentage with caps by the number of players dealt in.

    `caps` holds (from so many players, cap) in rising order; none means no cap. The percentage is
    rounded to a multiple of `unit`.
    """

    bps: int = 0
    rounding: str = "half_even"
    caps: tuple[tuple[int, int], ...] = ()
    no_flop_no_drop: bool = True
    unit: int = 1


@dataclass(frozen=True)
class DealOrder:
    """A room's way to deal: where it begins, whether card by card, and before what it burns."""

    first_card: str = "left_of_button"
    one_at_a_time: bool = True
    burn: tuple[str, ...] = ("flop", "turn", "river")


@dataclass(frozen=True)
class Hand:
    """One hand of 'holdem', 'omaha', 'omaha8' or 'draw', before or with its actions.

    `posts` are in order, with nominal amounts: a player who has less posts what he has. `actions`
    are (seat, action, street total), the total being read for bets and raises, and in a draw as a
    mask of the discards: bit i is the player's own card i. `deck` and `order` say where the cards
    came from, if that is known (`deal.dealt`).

    `stub` is the rest of the deck, from the top; at five card draw `burnt` is what was burnt before
    the draw, and `again` are the cards that were dealt, in order, once the stub had been too short.

    Switches of the room: `boards` are dealt to players who are all-in; `full_small_blind` counts
    the small blind as a big one for the pot-limit maximum; without `aggressor_shows` the first left
    of the button always shows first; with `all_show` nobody may muck; with `throw_away` a bettor
    who is beaten need not show; with `ask_to_see` another player asks to see every mucked hand.
    """

    betting: str
    stacks: tuple[int, ...]
    button: int
    small_blind: int
    big_blind: int
    posts: tuple[tuple[int, str, int], ...]
    holes: tuple[tuple[int, ...] | None, ...]
    board: tuple[int, ...]
    game: str = "holdem"
    deck: tuple[int, ...] = ()
    order: DealOrder = DealOrder()
    stub: tuple[int, ...] = ()
    burnt: tuple[int, ...] = ()
    again: tuple[int, ...] = ()
    small_bet: int = 0
    big_bet: int = 0
    ante: int = 0
    ante_kind: str | None = None
    chip: int = 1
    raise_cap: int = 3
    heads_up_uncapped: bool = False
    half_bet_rule: bool = True
    cumulative_reopen: bool = True
    full_small_blind: bool = False
    aggressor_shows: bool = True
    all_show: bool = False
    boards: int = 1
    throw_away: bool = False
    ask_to_see: bool = False
    rake: Rake = Rake()
    actions: tuple[tuple[int, str, int], ...] = ()

    @cached_property
    def seats(self) -> tuple[int, ...]:
        """The seats dealt in, from the first left of the button to the button."""
        size = len(self.stacks)
        ring = [(self.button + 1 + i) % size for i in range(size)]
        return tuple(seat for seat in ring if self.stacks[seat] > 0)

    @property
    def last_street(self) -> int:
        """The river, or in five card draw the round after the draw."""
        return 1 if self.game == "draw" else 3


@dataclass(frozen=True)
class Decision:
    """What a player may do when it is his turn.

    `to_call` is what it costs him to call, at most his stack; `min_to` and `max_to` are street
    totals, 0 where he may neither bet nor raise. A check in a draw is to stand pat.
    """

    seat: int
    street: int
    to_call: int
    legal: int
    min_to: int
    max_to: int


@dataclass(frozen=True)
class Row:
    """One line of the hand's record; `amount` is what moves from the player into the pot.

    `cards` are those shown, or discarded.
    """

    street: int
    seat: int
    action: str
    amount: int
    to_call: int = 0
    legal: int = 0
    all_in: bool = False
    raise_to: int = 0
    cards: tuple[int, ...] = ()


@dataclass(frozen=True)
class Pot:
    """A main or side pot after the hand: gross amount, its rake, who may win it, who did.

    `low_winners` have the low half, where there is one; `more` are the winners, high and low, on
    each board after the first.
    """

    amount: int
    eligible: frozenset[int]
    rake: int = 0
    winners: tuple[int, ...] = ()
    low_winners: tuple[int, ...] = ()
    more: tuple[tuple[tuple[int, ...], tuple[int, ...]], ...] = ()
    awards: dict[int, int] = field(default_factory=dict)


@dataclass(frozen=True)
class Result:
    """Everything there is to know about a finished hand; dictionaries are keyed by seat.

    `low_ranks` are 1 (8-7-6-5-4) to 56 (the wheel), for those who have a low hand; `final` is what
    each held after a draw, `again` what was dealt once the stub had been too short. `boards` are
    all of several; ranks are those on the first.
    """

    hand: Hand
    rows: tuple[Row, ...]
    pots: tuple[Pot, ...]
    last_street: int
    flop_players: int
    raises_preflop: int
    showdown: bool
    live: tuple[int, ...]
    invested: dict[int, int]
    collected: dict[int, int]
    all_in_street: dict[int, int]
    ranks: dict[int, int]
    low_ranks: dict[int, int]
    final: dict[int, tuple[int, ...]]
    again: tuple[int, ...]
    boards: tuple[tuple[int, ...], ...]
    shares: dict[str, dict[int, int]]

    @property
    def pot(self) -> int:
        """Everything put in, the uncalled bet returned."""
        return sum(pot.amount for pot in self.pots)

    @property
    def rake(self) -> int:
        """The rake of the whole hand."""
        return sum(pot.rake for pot in self.pots)

    @property
    def net(self) -> dict[int, int]:
        """Won or lost by each seat, after rake."""
        return {seat: self.collected[seat] - self.invested[seat] for seat in self.hand.seats}

    @property
    def returned(self) -> dict[int, int]:
        """The uncalled bet that went back, where one did."""
        return {row.seat: -row.amount for row in self.rows if row.action == "return"}
