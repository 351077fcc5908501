"""One hand as a person would read it, from the views of a lake."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, Any

from railbird.errors import InputError
from railbird.money import format_amount

if TYPE_CHECKING:
    from railbird.reports.connect import Lake

Row = dict[str, Any]

STREETS = ("Preflop", "Flop", "Turn", "River")
_DRAW_STREETS = ("Before the draw", "The draw and after")
# Board cards by street, and characters a card.
_BOARD_CARDS = (0, 3, 4, 5)
_CARD = 2

_GAMES = {"holdem": "hold'em", "omaha": "Omaha", "omaha8": "Omaha hi-lo", "draw": "five card draw"}
_BETTINGS = {"NL": "no-limit", "PL": "pot-limit", "FL": "fixed-limit"}
_POSTS = {
    "ante": "posts the ante",
    "sb": "posts the small blind",
    "bb": "posts the big blind",
    "post": "posts",
    "dead": "posts dead",
    "straddle": "straddles",
}

# Tables that a hand is told from, besides hands.
_SHOWN = ("players", "actions", "pots")


def show_hand(lake: Lake, hand_id: int, run: str | None = None) -> str:
    """Return one hand as text: who sat where, every action with its pot, who won what.

    Args:
        lake: the lake.
        hand_id: id of the hand.
        run: its run; needed only where several runs have a hand of this id.

    Raises:
        InputError: there is no such hand, or several runs have it and none is named.
        DamagedLakeError: a file of the lake cannot be read.
    """
    hand = _find(lake, hand_id, run)
    where = f"hand_id = {hand_id} and run = '{hand['run']}'"
    players = lake.sql(f"from players where {where} order by seat").to_dicts()
    actions = lake.sql(f"from actions where {where} order by seq").to_dicts()
    pots = lake.sql(f"from pots where {where} order by pot_no").to_dicts()
    writer = _Writer(hand, players)
    lines = [*writer.heading(), *_left_out(lake, hand["run"]), *writer.seats()]
    titles = _DRAW_STREETS if hand["game"] == "draw" else STREETS
    for street, title in enumerate(titles):
        of_street = [action for action in actions if action["street"] == street]
        lines += writer.street(street, title, of_street)
    result = writer.result(pots)
    return "\n".join([*lines, "", *result]) + "\n"


def _left_out(lake: Lake, run: str) -> list[str]:
    """Return a line on the tables that the run did not keep; none where it kept them all."""
    missing = [table for table in _SHOWN if table not in lake.kept[run]]
    if not missing:
        return []
    *others, last = missing
    names = f"{', '.join(others)} or {last}" if others else last
    return [f"Run {run} kept no {names}: what follows is without them."]


def _find(lake: Lake, hand_id: int, run: str | None) -> Row:
    condition = f"hand_id = {hand_id}"
    if run is not None:
        if run not in lake.runs:
            raise InputError(f"no run {run} in this lake; `railbird runs` lists what there is")
        condition += f" and run = '{run}'"
    found = lake.sql(f"from hands where {condition} order by run").to_dicts()
    if not found:
        place = f"run {run}" if run is not None else "this lake"
        raise InputError(
            f"no hand {hand_id} in {place}; column hand_id of the view hands lists what there is"
        )
    if len(found) > 1:
        names = ", ".join(row["run"] for row in found)
        raise InputError(f"hand {hand_id} is in several runs ({names}); name one with --run")
    return found[0]


def low_name(rank: int) -> str:
    """Return a low hand by its rank: 1 is '8-7-6-5-4 low', 56 '5-4-3-2-A low'."""
    lows = sorted(combinations(range(1, 9), 5), key=lambda low: low[::-1], reverse=True)
    return "-".join("A" if card == 1 else str(card) for card in lows[rank - 1][::-1]) + " low"


class _Writer:
    """Turns the rows of one hand into lines."""

    def __init__(self, hand: Row, players: list[Row]) -> None:
        self.hand = hand
        self.players = players
        self.names = {player["seat"]: player["player"] for player in players}
        self.exp = hand["money_exp"]

    def money(self, units: int) -> str:
        """Return an amount without needless decimals."""
        text = format_amount(units, self.exp)
        whole, _, part = text.partition(".")
        return text if part.strip("0") else whole

    def heading(self) -> list[str]:
        hand = self.hand
        kind = f"{_BETTINGS.get(hand['betting'], hand['betting'])} {_GAMES.get(hand['game'])}"
        stakes = f"{self.money(hand['small_blind'])}/{self.money(hand['big_blind'])}"
        extra = f", ante {self.money(hand['ante'])}" if hand["ante"] else ""
        extra += f", straddle {self.money(hand['straddle'])}" if hand["straddle"] else ""
        when = hand["started_at"]
        clock = f", {when:%Y-%m-%d %H:%M:%S} UTC" if when is not None else ""
        site = f" ({hand['site_hand_id']})" if hand["site_hand_id"] else ""
        title = f"Hand {hand['hand_id']}{site} of run {hand['run']}"
        place = f"table {hand['table_id']}, hand {hand['hand_no']}{clock}"
        blinds = f"blinds {stakes} {hand['currency']}{extra}"
        players = f"{hand['dealt']} dealt, room {hand['room']}"
        return [f"{title}: {place}", f"{kind[0].upper()}{kind[1:]}, {blinds}, {players}"]

    def seats(self) -> list[str]:
        """Return a line for each player, seat to result; nothing where no player was kept."""
        if not self.players:
            return []
        last = "last hand" if self.hand["game"] == "draw" else None
        rows = [("seat", "player", "position", "stack", "cards", *filter(None, [last]), "net")]
        rows += [
            (
                str(player["seat"]),
                player["player"],
                player["position"],
                "?" if player["stack"] is None else self.money(player["stack"]),
                player["hole"] or "-",
                *([player["final_hand"] or "-"] if last else []),
                self.money(player["net"]),
            )
            for player in self.players
        ]
        widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
        right = [head in {"seat", "stack", "net"} for head in rows[0]]
        return [""] + [
            "  ".join(
                text.rjust(width) if r else text.ljust(width)
                for text, width, r in zip(row, widths, right, strict=True)
            ).rstrip()
            for row in rows
        ]

    def street(self, street: int, title: str, actions: list[Row]) -> list[str]:
        """Return the heading of a street and its actions; nothing where it was not reached."""
        if street > self.hand["last_street"]:
            return []
        heading = title
        board = (self.hand["board"] or "")[: _BOARD_CARDS[street] * _CARD]
        if board:
            heading += f" {_spaced(board)}"
        if street and actions:
            heading += f", pot {self.money(actions[0]['pot_before'])}"
        return ["", heading, *(f"  {self.action(action)}" for action in actions)]

    def action(self, action: Row) -> str:
        """Return one action in words."""
        name, what = self.name(action["seat"]), action["action"]
        amount = self.money(abs(action["amount"]))
        if what == "return":
            return f"{amount} goes back to {name}, uncalled"
        if what in _POSTS:
            words = f"{_POSTS[what]} {amount}"
        elif what == "raise":
            words = f"raises to {self.money(action['street_total'])}"
        elif what in ("call", "bet"):
            words = f"{what}s {amount}"
        elif what == "show":
            words = f"shows {action['cards'] or self.hole(action['seat'])}{self.made(action)}"
        elif what == "draw":
            words = f"discards {action['cards'] or 'nothing'}"
        else:
            words = f"{what}s"
        return f"{name} {words}{' and is all-in' if action['all_in'] else ''}"

    def name(self, seat: int) -> str:
        """Return the player in a seat, or the seat where no player was kept."""
        return str(self.names.get(seat, f"seat {seat}"))

    def hole(self, seat: int) -> str:
        return next((p["hole"] or "-" for p in self.players if p["seat"] == seat), "-")

    def made(self, action: Row) -> str:
        """Return what a shown hand is called, and its low in a hi-lo game."""
        player = next((p for p in self.players if p["seat"] == action["seat"]), {})
        high = f", {player['hand_category']}" if player.get("hand_category") else ""
        return high + (f" and {low_name(player['low_rank'])}" if player.get("low_rank") else "")

    def result(self, pots: list[Row]) -> list[str]:
        """Return pot, deductions, each pot's winners, and what was collected."""
        hand = self.hand
        deductions = [
            f"{title} {self.money(hand[key])}"
            for key, title in (("rake", "rake"), ("jackpot", "jackpot drop"))
            if hand[key]
        ]
        lines = [", ".join([f"Pot {self.money(hand['pot'])}", *deductions])]
        if len(pots) > 1:
            for pot in pots:
                title = f"side pot {pot['pot_no']}" if pot["pot_no"] else "main pot"
                winners = {
                    self.name(seat)
                    for mask in pot["winners"]
                    for seat in range(self.hand["seats"])
                    if mask >> seat & 1
                }
                won_by = " and ".join(sorted(winners))
                lines.append(f"  {title} {self.money(pot['amount'])}: {won_by}")
        lines += self.boards(pots)
        lines += [
            f"  {player['player']} collects {self.money(player['collected'])}"
            for player in self.players
            if player["collected"]
        ]
        return lines

    def boards(self, pots: list[Row]) -> list[str]:
        """Return a line for each board and who won on it, where there were several."""
        awards = 2 if self.hand["game"] == "omaha8" else 1
        lines = []
        for number, board in enumerate(self.hand["boards"] or ()):
            masks = [
                mask
                for pot in pots
                if pot["eligible"].bit_count() > 1
                for mask in pot["winners"][number * awards : (number + 1) * awards]
            ]
            seats = [s for s in range(self.hand["seats"]) if any(mask >> s & 1 for mask in masks)]
            won_by = " and ".join(sorted(self.name(seat) for seat in seats))
            lines.append(f"  board {number + 1}, {_spaced(board)}: {won_by}")
        return lines


def _spaced(cards: str) -> str:
    return " ".join(cards[i : i + _CARD] for i in range(0, len(cards), _CARD))
