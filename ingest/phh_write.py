"""Write hands as PHH: what PokerKit loads, with what the format cannot say in user fields.

The inverse of the reader: amounts are exact decimals, players stand in the order of the deal. See
docs/export.md for every field.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import msgspec

from railbird.ingest.phh_own import WIDER
from railbird.ingest.phh_setting import GAMES_READ
from railbird.ingest.recorded import RECORDED
from railbird.money import format_amount
from railbird.simulate.codes import GAMES, HOLE_CARDS
from railbird.simulate.policy import Rake
from railbird.simulate.rake_terms import Jackpot, Step
from railbird.simulate.room import room_names

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    Row = Mapping[str, Any]

# Variant of each game and betting: one that allows all of its bets and pays the same.
VARIANTS = {pair: code for code, pair in GAMES_READ.items()} | {
    (game, narrow): code
    for (game, wide), narrow in WIDER.items()
    for code, pair in GAMES_READ.items()
    if pair == (game, wide)
}
BOARD_CHARACTERS = (0, 6, 8, 10)  # of the board, by street
_UNKNOWN = "??"
# Amounts and texts remembered: the same few come again and again.
_REMEMBERED = 50_000


class UnwritableError(Exception):
    """A hand that the format cannot hold, and why."""


@dataclass(frozen=True, slots=True)
class HandRows:
    """One hand as the views have it.

    Attributes:
        hand: its row of `hands`, with `site` of `sources` where there is one.
        players: its rows of `players`, by seat.
        actions: its rows of `actions`, in order.
    """

    hand: Row
    players: Sequence[Row]
    actions: Sequence[Row]


class PhhWriter:
    """Writes the hands of one run."""

    def __init__(self, rakes: Mapping[str, Rake]) -> None:
        """Know the rake policies of the run by name."""
        # as text, where a single hand says what is due; else each hand's own rake is written
        self._rakes = {name: _rake(rake) for name, rake in rakes.items() if _can_be_replayed(rake)}
        self._rooms = frozenset(room_names())

    def text(self, rows: HandRows, number: int | None) -> str:
        """Return a hand as TOML.

        Args:
            rows: the hand.
            number: name of its table in a PHHS file; None for a file of its own.

        Raises:
            UnwritableError: the format cannot hold it.
        """
        hand = rows.hand
        variant = VARIANTS.get((hand["game"], hand["betting"]))
        if variant is None:
            raise UnwritableError(f"{hand['betting']} {hand['game']}: PHH has no variant like it")
        if hand["boards"]:
            raise UnwritableError("several boards are nothing that PHH can say")
        if hand["status"] != "complete":
            raise UnwritableError(f"status {hand['status']}: only whole hands can be replayed")
        order = _in_order_of_deal(rows)
        fields: dict[str, str] = {"variant": _text(variant)}
        fields |= _posts(rows, order)
        fields |= _limits(hand, variant)
        exp = hand["money_exp"]
        stacks = [player["stack"] for player in order]
        fields["starting_stacks"] = _list([_amount(stack, exp) for stack in stacks])
        fields["actions"] = _list(map(_text, _actions(rows, order)))
        fields |= _when_and_where(hand)
        fields["seats"] = _list([str(player["seat"] + 1) for player in order])
        fields["seat_count"] = str(hand["seats"])
        fields["players"] = _list([_text(player["player"]) for player in order])
        if None not in stacks:
            fields["finishing_stacks"] = _list(
                [_amount(p["stack"] - p["invested"] + p["collected"], exp) for p in order]
            )
        if hand["currency"] != "chips":
            fields["currency"] = _text(hand["currency"])
        fields |= self._own(hand, order)
        head = [] if number is None else [f"[{number}]"]
        return "\n".join([*head, *[f"{key} = {value}" for key, value in fields.items()]])

    def _own(self, hand: Row, order: Sequence[Row]) -> dict[str, str]:
        """Return the user fields."""
        fields = {"_railbird_chip": _money(hand["chip"], hand)}
        if WIDER.get(GAMES_READ[VARIANTS[hand["game"], hand["betting"]]]) == hand["betting"]:
            fields["_railbird_betting"] = _text(hand["betting"])
        if hand["room"] in self._rooms:
            fields["_railbird_room"] = _text(hand["room"])
        if hand["rake_policy"] != RECORDED:
            stated = self._rakes.get(hand["rake_policy"])
            fields["_railbird_rake"] = stated or _rake(_fixed_rake(hand))
        if hand["button_seat"] != order[-1]["seat"]:
            fields["_railbird_button"] = str(hand["button_seat"] + 1)
        profiles = [player["profile"] or "" for player in order]
        if any(profiles):
            fields["_railbird_profiles"] = _list(map(_text, profiles))
        return fields


def _rake(rake: Rake) -> str:
    """Return a policy as TOML."""
    return _text(msgspec.json.encode(rake).decode())


def _can_be_replayed(rake: Rake) -> bool:
    """Whether a single hand says what is due: no memory, no money beside the pot."""
    return rake.state is None and rake.splash is None and rake.fees is None


def _fixed_rake(hand: Row) -> Rake:
    """Return a policy that takes what this hand was raked, where its own cannot say so."""
    every_count = (hand["rake"],) * 11
    bps = 10_000 if hand["rake"] else 0
    drop = Jackpot(steps=(Step(2, 10, 0, hand["jackpot"]),), from_street=0)
    return Rake(
        hand["rake_policy"], bps, "floor", 1, no_flop_no_drop=False, caps=every_count,
        jackpot=drop if hand["jackpot"] else None,
    )  # fmt: skip


def _in_order_of_deal(rows: HandRows) -> list[Row]:
    """Return the players clockwise from the left of the button."""
    hand = rows.hand
    order = sorted(
        rows.players, key=lambda row: (row["seat"] - hand["button_seat"] - 1) % hand["seats"]
    )
    positions = [player["position"] for player in order]
    alone = positions[0] == "BB" and "SB" not in positions
    fits = positions == ["BB", "BTN"] if len(order) == 2 else alone or positions[:2] == ["SB", "BB"]
    if not fits:
        raise UnwritableError("the blinds are not left of the button, where PHH has them")
    return order


def _posts(rows: HandRows, order: Sequence[Row]) -> dict[str, str]:
    hand = rows.hand
    place = {player["seat"]: i for i, player in enumerate(order)}
    posts = [row for row in rows.actions if row["legal"] == 0]
    big = next(i for i, player in enumerate(order) if player["position"] == "BB")
    blinds = [0] * len(order)
    blinds[big] = hand["big_blind"]
    if big or len(order) == 2:
        blinds[1 - big] = hand["small_blind"]
    straddle = hand["big_blind"]
    straddles = [row for row in posts if row["action"] == "straddle"]
    for row in straddles:
        # who is short posts less than the straddle is
        straddle = max(2 * straddle, row["amount"]) if row["all_in"] else row["amount"]
        blinds[place[row["seat"]]] = hand["straddle"] if row is straddles[-1] else straddle
    for row in posts:
        if row["action"] in ("post", "dead"):
            size = hand["big_blind"] if row["action"] == "post" else hand["small_blind"]
            blinds[place[row["seat"]]] -= size
    return {
        "ante_trimming_status": "true" if hand["ante_kind"] == "all" else "false",
        "antes": _two_swapped(_antes(hand, posts, place, big), hand),
        "blinds_or_straddles": _two_swapped(blinds, hand),
    }


def _antes(hand: Row, posts: Sequence[Row], place: Mapping[int, int], big: int) -> list[int]:
    kind, ante, players = hand["ante_kind"], hand["ante"], len(place)
    payers: Sequence[int] = {"all": range(players), "bb": [big], "button": [players - 1]}.get(
        kind, []
    )
    antes = [ante if player in payers else 0 for player in range(players)]
    for row in posts if kind == "uneven" else ():
        if row["action"] == "ante":
            antes[place[row["seat"]]] = row["amount"]
    return antes


def _two_swapped(amounts: Sequence[int], hand: Row) -> str:
    """Return posts as text; of two players the format has them the other way round."""
    given = amounts[::-1] if len(amounts) == 2 else amounts
    exp = hand["money_exp"]
    return _list([_amount(amount, exp) for amount in given])


def _limits(hand: Row, variant: str) -> dict[str, str]:
    """Return what the variant asks for, and the limits where there are some."""
    fields = {}
    if GAMES_READ[variant][1] != "FL":
        fields["min_bet"] = _money(hand["small_bet"] or hand["big_blind"], hand)
    if hand["betting"] == "FL":
        fields |= {key: _money(hand[key], hand) for key in ("small_bet", "big_bet")}
    return fields


def _actions(rows: HandRows, order: Sequence[Row]) -> list[str]:
    """Return the actions; in a run-out hands are shown before the rest of the board is dealt."""
    names = {player["seat"]: f"p{i + 1}" for i, player in enumerate(order)}
    hole_cards = HOLE_CARDS[GAMES.index(rows.hand["game"])]
    unknown = _UNKNOWN * hole_cards
    holes = [player["hole"] or unknown for player in order]
    if len(max(holes, key=len)) > len(unknown):
        raise UnwritableError(f"{rows.hand['game']} with more than {hole_cards} hole cards")
    texts = [f"d dh {names[p['seat']]} {hole}" for p, hole in zip(order, holes, strict=True)]
    board, street = rows.hand["board"] or "", 0
    totals = dict.fromkeys(names, 0)
    for row in rows.actions:
        seat, action, name = row["seat"], row["action"], names[row["seat"]]
        while row["legal"] and street < row["street"]:
            texts.append(_deal(board, street))
            street += 1
            totals = dict.fromkeys(names, 0)
        if action not in ("ante", "dead"):
            totals[seat] += row["amount"]
        if action == "fold":
            texts.append(f"{name} f")
        elif action in ("check", "call"):
            texts.append(f"{name} cc")
        elif action in ("bet", "raise"):
            texts.append(f"{name} cbr {_money(totals[seat], rows.hand)}")
        elif action == "show":
            texts.append(f"{name} sm {row['cards']}")
        elif action == "muck":
            texts.append(f"{name} sm")
    texts += [_deal(board, later) for later in range(street, rows.hand["last_street"])]
    return texts


def _deal(board: str, street: int) -> str:
    return f"d db {board[BOARD_CHARACTERS[street] : BOARD_CHARACTERS[street + 1]]}"


def _when_and_where(hand: Row) -> dict[str, str]:
    fields = {}
    if hand["site"]:
        fields["venue"] = _text(hand["site"])
    start = hand["started_at"]
    if start is not None:
        fields["time"] = start.time().isoformat()
        fields["time_zone"] = _text("UTC")
        fields["day"], fields["month"] = str(start.day), str(start.month)
        fields["year"] = str(start.year)
    number = hand["site_hand_id"] or str(hand["hand_id"])
    is_plain = number.isascii() and number.isdecimal() and str(int(number)) == number
    fields["hand"] = number if is_plain and len(number) < 19 else _text(number)
    return fields


def _money(units: int | None, hand: Row) -> str:
    """Return an amount of a hand as TOML."""
    return _amount(units, hand["money_exp"])


@lru_cache(maxsize=_REMEMBERED)
def _amount(units: int | None, exp: int) -> str:
    """Return an amount as TOML: without decimals where it has none; unknown is inf."""
    if units is None:
        return "inf"
    text = format_amount(units, exp)
    return text.removesuffix("." + "0" * -exp)


def _list(texts: Iterable[str]) -> str:
    return "[" + ", ".join(texts) + "]"


@lru_cache(maxsize=_REMEMBERED)
def _text(text: str) -> str:
    """Return a text as TOML."""
    if "'" not in text and text.isprintable():
        return f"'{text}'"
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
