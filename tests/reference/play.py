"""Play a hand at the reference table from the posts to the last share of the rake."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from reference import pots as money
from reference.deal import further_boards
from reference.hand import Decision, Hand, IllegalActionError, Result, Row
from reference.showdown import Strengths, show_or_muck, strengths, winners_of
from reference.table import Table

if TYPE_CHECKING:
    from collections.abc import Callable

    from reference.exchange import Shuffle


def play(
    hand: Hand,
    choose: Callable[[Decision], tuple[str, int]] | None = None,
    shuffle: Shuffle | None = None,
) -> Result:
    """Play the scripted actions of a hand, or ask `choose` at each turn.

    `shuffle` orders the stub of a draw that was too short, instead of `hand.again`.

    Raises:
        IllegalActionError: an action that the rules do not allow, at the wrong turn, too many of
            them or too few.
    """
    table = Table(hand, shuffle)
    script = iter(hand.actions)
    while (decision := table.decision()) is not None:
        if choose is not None:
            action, total = choose(decision)
        else:
            seat, action, total = next(script, (None, "", 0))
            if seat != decision.seat:
                raise IllegalActionError(f"it is seat {decision.seat}'s turn, not {seat}'s")
        table.act(action, total)
    if choose is None and next(script, None) is not None:
        raise IllegalActionError("the hand is over, and there are actions left")
    return settle(table)


def settle(table: Table) -> Result:
    """Return the uncalled bet, cut the pots, take the rake, show down and pay."""
    hand, seats, live = table.hand, table.hand.seats, table.live()
    rows = list(table.rows)
    live_money = dict(table.live_money)
    seat, amount = money.uncalled(live_money, table.folded)
    if amount > 0:
        live_money[seat] -= amount
        betting = [i for i, row in enumerate(rows) if row.action != "draw"]
        # it goes back as soon as the betting is over, before any cards are drawn
        rows.insert(
            betting[-1] + 1, Row(max(table.last_betting_street, 0), seat, "return", -amount)
        )
    invested = {seat: live_money[seat] + table.dead_money[seat] for seat in seats}
    pots = money.split_into_pots(live_money, table.dead_money, table.folded)
    pots = money.with_rake(pots, hand.rake, len(seats), table.street)

    showdown = len(live) > 1
    final = table.exchange.held
    shown = strengths(hand, final, live) if showdown else Strengths({}, {})
    boards: list[tuple[int, ...]] = []
    if showdown:
        if max(table.last_betting_street, 0) < hand.last_street and hand.boards > 1:
            boards = [hand.board, *further_boards(hand, max(table.last_betting_street, 0))]
        ranks = [strengths(replace(hand, board=board), final, live) for board in boards[1:]]
        run_out = table.last_betting_street < hand.last_street
        all_in = {seat for seat in live if seat in table.all_in_street}
        must_show = set(live) if run_out or hand.all_show else all_in
        first = table.last_aggressor if hand.aggressor_shows else None
        thrower = table.last_aggressor if hand.throw_away else None
        for seat, what in show_or_muck(pots, shown, seats, first, must_show, thrower):
            seen = "show" if hand.ask_to_see else what
            cards = final[seat] if seen == "show" else ()
            rows.append(Row(table.street, seat, seen, 0, cards=cards))
        pots = [
            money.award(
                pot,
                *winners_of(pot, shown, seats),
                hand.chip,
                [winners_of(pot, others, seats) for others in ranks if len(pot.eligible) > 1],
            )
            for pot in pots
        ]
    else:
        pots = [money.award(pot, live, (), hand.chip) for pot in pots]
    collected = {seat: sum(pot.awards.get(seat, 0) for pot in pots) for seat in seats}
    return Result(
        hand=hand,
        rows=tuple(rows),
        pots=tuple(pots),
        last_street=table.street,
        flop_players=table.flop_players,
        raises_preflop=table.raises_preflop,
        showdown=showdown,
        live=tuple(live),
        invested=invested,
        collected=collected,
        all_in_street=dict(table.all_in_street),
        ranks=shown.high,
        low_ranks=shown.low,
        final={seat: final[seat] for seat in table.exchange.drew},
        again=tuple(table.exchange.again),
        boards=tuple(boards),
        shares=money.attributions(pots, invested, seats),
    )
