"""What `blinds_or_straddles` says: who posts what, and who acts first.

The small blind stands first, the big blind second, then straddles. An amount below zero was posted
late, as published sets write it: the big blind is live, the small blind dead, the sum of both is
both. A first amount with nothing behind it is a big blind without a small one.
"""

from __future__ import annotations

from dataclasses import dataclass

from railbird.ingest.recorded import UnreadableError


@dataclass(frozen=True, slots=True)
class Blinds:
    """Blinds, straddles and late posts of a hand; fields as in `Setting`."""

    small_blind: int
    big_blind: int
    straddle: int
    small_blind_player: int
    big_blind_player: int
    last_player: int
    posts: tuple[tuple[int, str, int], ...]


def read_blinds(amounts: tuple[int, ...]) -> Blinds:
    """Return what the amounts mean, one a player in the order of the deal.

    Raises:
        UnreadableError: they mean nothing that the engine can play.
    """
    players = len(amounts)
    small_player, big_player = (1, 0) if players == 2 else (0, 1)
    if players > 2 and amounts[0] > 0 and amounts[1] == 0:
        small_player, big_player = -1, 0
    small = amounts[small_player] if small_player >= 0 else 0
    big = amounts[big_player]
    if min(small, big) < 0:
        raise UnreadableError(
            "unsupported", "blinds_or_straddles: a late post (below zero) in the place of a blind"
        )
    if big == 0 or small > big:
        raise UnreadableError(
            "unsupported", "blinds_or_straddles: the big blind must be above zero, and the small "
            "blind no larger"
        )  # fmt: skip
    posts = [(small_player, "sb", small)] if small else []
    posts.append((big_player, "bb", big))
    last, straddle = big_player, 0
    for player in range(2, players):
        amount = amounts[player]
        if amount < 0:
            posts += _late_post(player, -amount, small, big)
        elif amount > 0:
            if amount <= big:
                raise UnreadableError(
                    "unsupported", "blinds_or_straddles: a straddle must be above the big blind "
                    "(a late post is written below zero)"
                )  # fmt: skip
            posts.append((player, "straddle", amount))
            # whoever put in most acts last; of several the one in the later seat
            if amount >= straddle:
                last, straddle = player, amount
    return Blinds(small, big, straddle, small_player, big_player, last, tuple(posts))


def _late_post(player: int, amount: int, small: int, big: int) -> list[tuple[int, str, int]]:
    if amount == big:
        return [(player, "post", big)]
    if small and amount == small:
        return [(player, "dead", small)]
    if small and amount == small + big:
        return [(player, "dead", small), (player, "post", big)]
    raise UnreadableError(
        "unsupported", f"blinds_or_straddles: player {player + 1} posts late what is neither the "
        "big blind, nor the small blind, nor both"
    )  # fmt: skip
