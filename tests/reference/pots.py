"""Side pots, rake, odd chips and the four attributions, from the rules, for the reference table."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from reference.hand import Pot, Rake

if TYPE_CHECKING:
    from collections.abc import Sequence


def uncalled(live_money: dict[int, int], folded: set[int]) -> tuple[int, int]:
    """Return (seat, amount) of the bet that nobody called; the amount may be 0.

    Folded players count among those who called: their chips are in the pot for good.
    """
    seat = max(live_money, key=lambda s: live_money[s])
    second = max(money for other, money in live_money.items() if other != seat)
    return seat, 0 if seat in folded else live_money[seat] - second


def split_into_pots(
    live_money: dict[int, int], dead_money: dict[int, int], folded: set[int]
) -> list[Pot]:
    """Cut the money into a main pot and side pots, one for each distinct amount of a live player.

    Folded chips stay in the pots that they reached; what only folded players reached joins the
    pot below; dead money is in the main pot.
    """
    live = [seat for seat in live_money if seat not in folded]
    levels = sorted({live_money[seat] for seat in live})
    pots: list[Pot] = []
    below = 0
    for level in levels:
        top = None if level == levels[-1] else level
        amount = sum(
            min(money, top) - min(money, below) if top is not None else money - min(money, below)
            for money in live_money.values()
        )
        if below == 0 and not pots:
            amount += sum(dead_money.values())
        eligible = frozenset(seat for seat in live if live_money[seat] >= level)
        pots.append(Pot(amount, eligible))
        below = level
    return pots


def rounded(amount: int, bps: int, rounding: str, unit: int = 1) -> int:
    """Return `bps` ten-thousandths of an amount, rounded to whole units."""
    floor, rest = divmod(amount * bps, 10_000 * unit)
    half = 5_000 * unit
    if rounding == "floor" or rest == 0:
        up = 0
    elif rounding == "ceiling" or rest > half:
        up = 1
    elif rest < half:
        up = 0
    else:
        up = 1 if rounding == "half_up" else floor % 2
    return (floor + up) * unit


def rake_of(amount: int, rake: Rake, dealt: int) -> int:
    """Return the rake of a pot of this size, with the cap for this many players dealt in."""
    due = rounded(amount, rake.bps, rake.rounding, rake.unit)
    caps = [cap for players, cap in rake.caps if players <= dealt]
    return min(due, amount, *caps[-1:])


def with_rake(pots: Sequence[Pot], rake: Rake, dealt: int, last_street: int) -> list[Pot]:
    """Return the pots with their rake: each pays what it adds to the rake of those before it."""
    if rake.no_flop_no_drop and last_street == 0:
        return list(pots)
    raked: list[Pot] = []
    total = 0
    for pot in pots:
        before = rake_of(total, rake, dealt)
        total += pot.amount
        raked.append(replace(pot, rake=rake_of(total, rake, dealt) - before))
        # coarse rounding may ask a pot for more than it holds: the pots below pay the rest
        for i in range(len(raked) - 1, 0, -1):
            over = max(0, raked[i].rake - raked[i].amount)
            raked[i] = replace(raked[i], rake=raked[i].rake - over)
            raked[i - 1] = replace(raked[i - 1], rake=raked[i - 1].rake + over)
    return raked


def award(
    pot: Pot,
    winners: Sequence[int],
    low_winners: Sequence[int],
    chip: int,
    more: Sequence[tuple[Sequence[int], Sequence[int]]] = (),
) -> Pot:
    """Return the pot with what each winner gets; winners stand from the left of the button.

    Each board (those after the first are `more`) has an equal part of the pot after rake, the first
    ones the odd chips. A low hand has half of a board's part; an odd chip, and what is less than a
    chip, belongs to the high half.
    """
    boards = [(winners, low_winners), *more]
    awards: dict[int, int] = {}
    for part, (high, low) in zip(
        in_parts(pot.amount - pot.rake, len(boards), chip), boards, strict=True
    ):
        low_half = part // (2 * chip) * chip if low else 0
        for amount, half in ((part - low_half, high), (low_half, low)):
            for seat, share in zip(half, in_parts(amount, len(half), chip), strict=True):
                awards[seat] = awards.get(seat, 0) + share
    return replace(
        pot,
        winners=tuple(winners),
        low_winners=tuple(low_winners),
        more=tuple((tuple(high), tuple(low)) for high, low in more),
        awards=awards,
    )


def in_parts(amount: int, ways: int, chip: int) -> list[int]:
    """Share an amount evenly in whole chips.

    Odd chips go one each to the first, what is less than a chip to the very first.
    """
    if ways == 0:
        return []
    chips, residue = divmod(amount, chip)
    each, odd = divmod(chips, ways)
    parts = [(each + (i < odd)) * chip for i in range(ways)]
    parts[0] += residue
    return parts


def shared(amount: int, weights: dict[int, int]) -> dict[int, int]:
    """Split an amount by weights, exactly: floors, then units to the largest remainders.

    Ties go to the seat that comes first in `weights` (left of the button first).
    """
    total = sum(weights.values())
    if total == 0 or amount == 0:
        return dict.fromkeys(weights, 0)
    shares = {seat: amount * weight // total for seat, weight in weights.items()}
    left = amount - sum(shares.values())
    by_remainder = sorted(weights, key=lambda seat: -(amount * weights[seat] % total))  # stable
    for seat in by_remainder[:left]:
        shares[seat] += 1
    return shares


def attributions(
    pots: Sequence[Pot], invested: dict[int, int], seats: Sequence[int]
) -> dict[str, dict[int, int]]:
    """Return the rake as `dealt`, `contributed`, `weighted` and `winner` see it, by seat."""
    rake = sum(pot.rake for pot in pots)
    by_winner = dict.fromkeys(seats, 0)
    for pot in pots:
        in_order = {seat: pot.awards.get(seat, 0) for seat in seats}
        if sum(in_order.values()) == 0:  # the rake took all: its winners share it evenly
            in_order = {seat: int(seat in pot.awards) for seat in seats}
        for seat, share in shared(pot.rake, in_order).items():
            by_winner[seat] += share
    return {
        "dealt": shared(rake, dict.fromkeys(seats, 1)),
        "contributed": shared(rake, {seat: int(invested[seat] > 0) for seat in seats}),
        "weighted": shared(rake, {seat: invested[seat] for seat in seats}),
        "winner": by_winner,
    }
