"""Random hands for the reference table: awkward stacks, posts, rakes and decisions, by seed."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING

from reference.deal import dealt
from reference.exchange import DeckOrder
from reference.hand import BET, CALL, CHECK, DRAW, RAISE, DealOrder, Decision, Hand, Rake
from reference.play import play

if TYPE_CHECKING:
    from collections.abc import Callable

    from reference.hand import Result

# (small blind, big blind, small bet, big bet, chip)
STAKES = ((1, 2, 2, 4, 1), (50, 100, 100, 200, 1), (100, 250, 250, 500, 25), (25, 50, 50, 100, 5))
MAX_POSTS = 24  # what the engine has room for
ROUNDINGS = ("half_even", "floor", "half_up", "ceiling")


def seeded(seed: str) -> Random:
    """Return a source of random numbers that a text decides: same text, same hand."""
    return Random(seed)  # noqa: S311  no secrets here


def random_rake(rng: Random, big_blind: int) -> Rake:
    """Return a random policy, now and then none."""
    if rng.random() < 0.2:
        return Rake()
    caps: tuple[tuple[int, int], ...] = ()
    if rng.random() < 0.7:
        cap = rng.randint(1, 3 * big_blind)
        caps = ((2, cap), (4, cap + rng.randint(0, big_blind)), (6, cap + 2 * big_blind))
    bps = rng.choice((250, 450, 500, 625, 1000))
    unit = rng.choice((1, 1, 1, 5, 100))
    return Rake(bps, rng.choice(ROUNDINGS), caps, rng.random() < 0.7, unit)


def _stack(rng: Random, big_blind: int, chip: int) -> int:
    kind = rng.random()
    if kind < 0.12:
        high = 2 * big_blind
    elif kind < 0.45:
        high = 12 * big_blind
    elif kind < 0.8:
        high = 60 * big_blind
    else:
        return 100 * big_blind
    return max(1, rng.randint(1, high) // chip) * chip


def _posts(
    rng: Random,
    ring: list[int],
    blinds: tuple[int, int],
    ante: int,
    ante_kind: str | None,
    *,
    plain: bool,
) -> list[tuple[int, str, int]]:
    """Return antes, blinds, and sometimes straddles or the posts of those who come back."""
    small_blind, big_blind = blinds
    heads_up = len(ring) == 2
    sb, bb = (ring[1], ring[0]) if heads_up else (ring[0], ring[1])
    others = [] if heads_up else ring[2:]
    posts: list[tuple[int, str, int]] = []
    if ante_kind == "all":
        posts += [(seat, "ante", ante) for seat in ring]
    ante_first = rng.random() < 0.7
    if ante_kind == "bb" and ante_first:
        posts.append((bb, "ante", ante))
    if heads_up or len(ring) > 8 or rng.random() < 0.95:
        posts.append((sb, "sb", small_blind))
    posts.append((bb, "bb", big_blind))
    if ante_kind == "bb" and not ante_first:
        posts.append((bb, "ante", ante))
    extra = rng.random()
    if extra < 0.15 and others:
        for i, seat in enumerate(others[: rng.randint(1, 2)]):
            posts.append((seat, "straddle", big_blind << (i + 1)))
    elif extra < 0.35:
        for seat in others[:-1]:
            if rng.random() < 0.4:
                if rng.random() < 0.5 and not (plain and ante_kind == "all"):
                    posts.append((seat, "dead", small_blind))
                if rng.random() < 0.8:
                    posts.append((seat, "post", big_blind))
    return posts


def random_hand(
    rng: Random, betting: str, *, plain: bool = False, short: bool = False, most: int = 10
) -> Hand:
    """Return a hand of hold'em without actions, for `most` players at most.

    `plain` hands have no rake and hardly a short blind; in `short` ones nobody has more than eight
    big blinds, so that one short all-in follows another.
    """
    small_blind, big_blind, small_bet, big_bet, chip = rng.choice(STAKES)
    size = rng.randint(2, most)
    dealt = rng.randint(2, size)
    seats = sorted(rng.sample(range(size), dealt))
    stacks = [0] * size
    for seat in seats:
        stacks[seat] = _stack(rng, big_blind, chip)
        if short:
            stacks[seat] = min(stacks[seat], rng.randint(1, 8 * big_blind // chip) * chip)
    button = rng.choice(seats)
    if not plain and dealt > 2 and rng.random() < 0.1:
        button = rng.randrange(size)  # perhaps at an empty seat
    ring = [seat for i in range(size) if stacks[seat := (button + 1 + i) % size]]
    ante_kind = rng.choice((None, None, "all", "bb"))
    ante = 0 if ante_kind is None else rng.choice((chip, small_blind // chip * chip or chip))
    if ante_kind == "bb":
        ante = big_blind
    if plain:  # as other software plays them: nobody is short of the blind or of half a bet
        unit = small_bet if betting == "FL" else chip
        stacks = [stack and max(stack // unit, 4) * unit + ante for stack in stacks]
        stacks = [stack and max(stack, ante + 4 * big_blind) for stack in stacks]
    deck = rng.sample(range(52), 2 * dealt + 5)
    holes: list[tuple[int, int] | None] = [None] * size
    for i, seat in enumerate(seats):
        holes[seat] = (deck[2 * i], deck[2 * i + 1])
    board = tuple(deck[2 * dealt :])
    if rng.random() < 0.05:
        board = _board_that_plays(rng, holes, board)
    hand = Hand(
        betting=betting,
        stacks=tuple(stacks),
        button=button,
        small_blind=small_blind,
        big_blind=big_blind,
        posts=tuple(
            _posts(rng, ring, (small_blind, big_blind), ante, ante_kind, plain=plain)[:MAX_POSTS]
        ),
        holes=tuple(holes),
        board=board,
        small_bet=small_bet if betting == "FL" else 0,
        big_bet=big_bet if betting == "FL" else 0,
        ante=ante,
        ante_kind=ante_kind,
        chip=chip,
        rake=Rake() if plain else random_rake(rng, big_blind),
    )
    return replace(
        hand,
        raise_cap=rng.choice((3, 3, 4)),
        heads_up_uncapped=rng.random() < 0.3,
        half_bet_rule=rng.random() < 0.8,
        cumulative_reopen=rng.random() < 0.8,
        full_small_blind=rng.random() < 0.2 and not plain,
        aggressor_shows=rng.random() < 0.8,
        all_show=rng.random() < 0.1,
    )


def _board_that_plays(
    rng: Random, holes: list[tuple[int, int] | None], board: tuple[int, ...]
) -> tuple[int, ...]:
    """Return a royal flush where no player holds any of it, so that everybody shares."""
    suit = rng.randrange(4)
    royal = tuple(rank * 4 + suit for rank in range(8, 13))
    held = {card for hole in holes if hole for card in hole}
    return board if held & set(royal) else royal


def random_chooser(
    rng: Random, chip: int = 1, *, plain: bool = False
) -> Callable[[Decision], tuple[str, int]]:
    """Return a player of every seat: often at the limits of what is legal.

    Unless `plain`, he folds now and then where he could check.
    """
    temper = rng.random()
    folds = rng.choice((0.1, 0.25, 0.5))
    needless = 0.0 if plain else 0.1
    needy = folds == 0.1
    pat = rng.random() < 0.2

    def choose(decision: Decision) -> tuple[str, int]:
        if decision.legal & DRAW:
            return ("check", 0) if pat else _discards(rng, needy)
        draw = rng.random()
        can_raise = decision.legal & (BET | RAISE)
        if can_raise and draw < 0.1 + 0.5 * temper:
            low, high = decision.min_to, decision.max_to
            size = rng.random()
            if size < 0.45:
                total = low
            elif size < 0.6:
                total = high
            else:
                total = min(high, low + rng.randint(0, 2 * low // chip) * chip)
            return ("bet" if decision.legal & BET else "raise"), total
        if draw > 1 - folds and not (decision.legal & CHECK and rng.random() >= needless):
            return "fold", 0
        return ("call" if decision.legal & CALL else "check"), 0

    return choose


def _discards(rng: Random, needy: bool) -> tuple[str, int]:  # noqa: FBT001
    """Stand pat or discard: up to three cards, or up to all of them."""
    if not needy and rng.random() < 0.2:
        return "check", 0
    count = rng.randint(2, 5) if needy else rng.randint(0, 3)
    return "draw", sum(1 << place for place in rng.sample(range(5), count))


# most players that one deck is enough for, with three cards burnt, by hole cards
MOST_PLAYERS = {2: 10, 4: 10, 5: 8, 6: 7}
MOST_AT_DRAW = 9
BURNS = (("flop", "turn", "river"), ("flop", "turn", "river"), ("flop", "turn"), ())


def random_game(
    rng: Random,
    game: str,
    betting: str,
    *,
    plain: bool = False,
    short: bool = False,
    boards: int = 1,
) -> Hand:
    """Return a hand of any game without actions, dealt from a deck."""
    hole_cards = {"holdem": 2, "draw": 5}.get(game) or rng.choice((4, 4, 4, 5, 6))
    most = MOST_AT_DRAW if game == "draw" else MOST_PLAYERS[hole_cards]
    if boards > 1:
        most = min(most, (52 - 8 * boards) // hole_cards)
    hand = random_hand(rng, betting, plain=plain, short=short, most=most)
    order = DealOrder(
        rng.choice(("left_of_button", "left_of_big_blind")),
        rng.random() < 0.7,
        rng.choice(BURNS),
    )
    hand, deck = replace(hand, game=game, boards=boards), rng.sample(range(52), 52)
    if game == "draw" and rng.random() < 0.3:
        places = dealt(hand, range(52), order, hole_cards).holes
        _lay_twins(rng, deck, *(place or () for place in rng.sample(list(filter(None, places)), 2)))
    return dealt(hand, deck, order, hole_cards)


def _lay_twins(rng: Random, deck: list[int], *places: tuple[int, ...]) -> None:
    """Stack the deck so that two players have a high pair and kickers of the same ranks.

    Five cards are hardly ever alike by chance, and the pot would never be shared.
    """
    pair, *kickers = (12 - rng.randrange(3), *rng.sample(range(9), 3))
    for (first, second), its in zip(((0, 1), (2, 3)), places, strict=True):
        cards = (pair * 4 + first, pair * 4 + second, *(rank * 4 + first for rank in kickers))
        for place, card in zip(its, cards, strict=True):
            at = deck.index(card)
            deck[at], deck[place] = deck[place], deck[at]


def played(
    rng: Random, betting: str, *, plain: bool = False, short: bool = False, game: str = "holdem"
) -> Result:
    """Return a random hand played to its end; its hand holds the actions, so it can be replayed."""
    if game == "holdem":
        hand = random_hand(rng, betting, plain=plain, short=short)
    else:
        hand = random_game(rng, game, betting, plain=plain, short=short)
    return recorded(hand, random_chooser(rng, hand.chip, plain=plain))


def played_as_few_rooms_do(
    rng: Random, betting: str, *, game: str = "holdem", short: bool = False
) -> Result:
    """Return a played hand of a board game with up to three boards, and free ways to show.

    Beaten bettors may throw their hands away; all mucked hands may be asked for.
    """
    hand = random_game(rng, game, betting, short=short, boards=rng.choice((1, 2, 2, 3)))
    hand = replace(
        hand,
        throw_away=rng.random() < 0.5 and not hand.all_show,
        ask_to_see=rng.random() < 0.3,
    )
    return recorded(hand, random_chooser(rng, hand.chip))


def recorded(hand: Hand, choose: Callable[[Decision], tuple[str, int]]) -> Result:
    """Play a hand; the result's hand holds the actions, and the cards that came back in a draw."""
    actions: list[tuple[int, str, int]] = []

    def choose_and_note(decision: Decision) -> tuple[str, int]:
        action, total = choose(decision)
        actions.append((decision.seat, action, total))
        return action, total

    result = play(hand, choose_and_note, DeckOrder(hand.deck))
    return replace(result, hand=replace(hand, actions=tuple(actions), again=result.again))
