"""PokerKit as a third opinion: it replays the engine's hands and must pay every player the same.

No rake, and no hand of the few kinds that PokerKit is known to play otherwise; those are counted
here, and are covered by the reference table.
"""

from __future__ import annotations

from collections import Counter

import pytest
from reference.random_hands import played, seeded
from reference.with_engine import engine_views
from reference.with_pokerkit import RefusedError, plays_otherwise, replay, split_as_pokerkit

# game: blocks of hands; PokerKit names no Omaha but pot limit, no hi-lo but fixed limit and no five
# card draw, and takes all of them in all three structures when its streets are spelled out
BLOCKS = {"holdem": 3, "omaha": 2, "omaha8": 2, "draw": 2}
BETTINGS = ("NL", "PL", "FL")
# x blocks, less those left out: more than 3,000 for each structure of hold'em, 2,000 of the others
HANDS_IN_A_BLOCK = 1_100
# It refuses to raise when every rival's stack is smaller than the bet; rivals with chips may act.
REFUSAL = "There is no reason to complete"
# at most so many in a thousand may be left out
LIMITS = {"NL": 40, "PL": 40, "FL": 80}
LOW_HANDS_OF_OTHER_POTS = 40


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "block"), [(game, block) for game, blocks in BLOCKS.items() for block in range(blocks)]
)
@pytest.mark.parametrize("betting", BETTINGS)
def test_pokerkit_pays_the_same(betting: str, game: str, block: int) -> None:
    name = "pokerkit" if game == "holdem" else f"pokerkit {game}"
    results = [
        played(seeded(f"{name} {betting} {block} {i}"), betting, plain=True, game=game)
        for i in range(HANDS_IN_A_BLOCK)
    ]
    views = engine_views([result.hand for result in results])
    left_out: Counter[str] = Counter()
    for result, view in zip(results, views, strict=True):
        net = {seat: p["collected"] - p["invested"] for seat, p in view["players"].items()}
        assert net == result.net, result.hand
        why = plays_otherwise(result)
        if why:
            left_out[why] += 1
            continue
        try:
            paid = replay(result)
        except RefusedError as refusal:
            message = str(refusal)
            assert message.startswith(REFUSAL), f"{message}\n{result.hand}"
            left_out[REFUSAL] += 1
            continue
        assert paid == split_as_pokerkit(result), result.hand
    print(f"{game} {betting}: {len(results)} hands, left out: {dict(left_out)}")  # noqa: T201
    assert len(results) - left_out.total() > 1_000
    limit = LIMITS[betting] + (LOW_HANDS_OF_OTHER_POTS if game == "omaha8" else 0)
    assert left_out.total() <= limit * len(results) // 1_000
