"""Hands that the engine dealt and played by itself, as scripts for the reference table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from reference.deal import BOARD, STREETS
from reference.hand import DealOrder, Hand, Rake

if TYPE_CHECKING:
    from collections.abc import Sequence

    from railbird.simulate.recipe import Recipe


def posts_of(recipe: Recipe, button: int) -> list[tuple[int, str, int]]:
    """Return the forced posts of a table where every seat is taken: the moving-button rule."""
    table, seats = recipe.table, recipe.table.seats
    ring = [(button + 1 + i) % seats for i in range(seats)]
    small_blind, big_blind = (ring[1], ring[0]) if seats == 2 else (ring[0], ring[1])
    posts = [(seat, "ante", table.ante) for seat in ring if table.ante_kind == "all"]
    blinds = [(small_blind, "sb", table.small_blind), (big_blind, "bb", table.big_blind)]
    if table.ante_kind == "bb":
        place = 0 if recipe.room.blinds.big_blind_ante_first else 2
        blinds.insert(place, (big_blind, "ante", table.ante))
    posts += blinds
    for i in range(table.straddles):
        posts.append((ring[2 + i], "straddle", table.big_blind << (i + 1)))
    return posts


def as_hand(recipe: Recipe, view: dict[str, Any]) -> Hand:
    """Return a hand of the engine's rows as a script for the reference table."""
    table, betting = recipe.table, recipe.room.betting
    stacks = [0] * table.seats
    holes: list[tuple[int, ...]] = [()] * table.seats
    for seat, player in view["players"].items():
        stacks[seat] = player["stack"]
        holes[seat] = player["hole"]
    caps = tuple((n, cap) for n, cap in enumerate(recipe.rake.caps) if n >= 2 and cap >= 0)
    totals: dict[tuple[int, int], int] = {}
    actions = []
    drawn: list[list[int]] = []
    for street, seat, action, amount, _, legal, _, cards in view["actions"]:
        if action not in ("ante", "dead", "return"):
            totals[street, seat] = totals.get((street, seat), 0) + amount
        if action == "draw":
            hole, final = holes[seat], view["players"][seat]["final"]
            places = [hole.index(card) for card in cards or ()]
            drawn.append([final[place] for place in places])
            actions.append((seat, action, sum(1 << place for place in places)))
        elif legal:
            total = totals[street, seat] if action in ("bet", "raise") else 0
            actions.append((seat, action, total))
    cards = dict(zip(("stub", "burnt", "again"), _stub(recipe, holes, drawn), strict=True))
    if table.game != "draw":
        cards = {"stub": _stub_of_boards(view, recipe.room.deal.burn)}
    showdown = recipe.room.showdown
    return Hand(
        game=table.game,
        **cards,
        boards=recipe.room.deal.boards,
        order=DealOrder(burn=recipe.room.deal.burn),
        throw_away=showdown.throw_away,
        ask_to_see=showdown.ask_to_see == 100,
        betting=table.betting,
        stacks=tuple(stacks),
        button=view["button"],
        small_blind=table.small_blind,
        big_blind=table.big_blind,
        small_bet=table.small_bet,
        big_bet=table.big_bet,
        ante=table.ante,
        ante_kind=table.ante_kind,
        posts=tuple(posts_of(recipe, view["button"])),
        holes=tuple(holes),
        board=tuple(view["board"]),
        chip=table.chip,
        raise_cap=betting.raise_cap_draw if table.game == "draw" else betting.raise_cap,
        heads_up_uncapped=betting.heads_up_uncapped,
        half_bet_rule=betting.half_bet_rule,
        cumulative_reopen=betting.cumulative_reopen,
        rake=Rake(
            recipe.rake.bps,
            recipe.rake.rounding,
            caps,
            recipe.rake.no_flop_no_drop,
            recipe.rake.unit,
        ),
        actions=tuple(actions),
    )


def _stub_of_boards(view: dict[str, Any], burn: Sequence[str]) -> tuple[int, ...]:
    """Return what was dealt after the first board, with cards that nobody saw in place of burns."""
    held = {card for player in view["players"].values() for card in player["hole"]}
    seen = held.union(*view["boards"])
    unseen = [card for card in range(52) if card not in seen]
    street = max(row[0] for row in view["actions"] if row[2] not in ("show", "muck"))
    stub: list[int] = []
    for board in view["boards"][1:]:
        at = sum(BOARD[:street])
        for name, count in list(zip(STREETS, BOARD, strict=True))[street:]:
            stub += [unseen.pop()] if name in burn else []
            stub += board[at : at + count]
            at += count
    return tuple(stub)


def _stub(
    recipe: Recipe, holes: Sequence[tuple[int, ...]], drawn: Sequence[Sequence[int]]
) -> tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]:
    """Return stub, burnt cards and the cards dealt once the stub was too short for a player.

    Of the cards that nobody saw it does not matter which was burnt, nor in which order they lie.
    """
    held = {card for hole in holes for card in hole}
    burns = int("flop" in recipe.room.deal.burn)
    left = 52 - len(held) - burns
    stub: list[int] = []
    again: list[int] = []
    for cards in drawn:
        if again or len(cards) > left:
            again += cards
        else:
            stub += cards
            left -= len(cards)
    unseen = [card for card in range(52) if card not in held | set(stub)]
    return (*stub, *unseen[burns:]), tuple(unseen[:burns]), tuple(again)
