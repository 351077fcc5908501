"""Rooms in words: a room as TOML to copy and change, and as rows of a table.

`KEYS` says what each key means, once, for the TOML's comments and for docs/rules.md.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from railbird.simulate.room import find_room, room_names
from railbird.simulate.room_checks import seats_for

if TYPE_CHECKING:
    from collections.abc import Iterator

    from railbird.simulate.room import Game, Room


class KeyText(NamedTuple):
    """What may stand at a key of a room, and what it means."""

    values: str
    meaning: str


KEYS = {
    "name": KeyText("text", "what the `room` column of a lake calls it"),
    "title": KeyText("text", "for people"),
    "source": KeyText("text", "where the rules are from"),
    "currencies": KeyText("codes", "what is played for; the first unless a job says otherwise"),
    "chip": KeyText(
        "amount", "the smallest chip: bets are multiples of it, odd chips are paid in it"
    ),
    "min_players": KeyText("2 to 10", "fewest seats of a table"),
    "max_players": KeyText("2 to 10", "most seats of a table"),
    "table_sizes": KeyText("numbers", "how many seats a table can have; [] for any number"),
    "omaha_hole_cards": KeyText("some of 4, 5, 6", "Omaha's hole cards; the first is usual"),
    "rake": KeyText("policy", "rake unless a job says otherwise; see `railbird policies`"),
    "chosen": KeyText("keys", "values that are ours: the page does not state them"),
    "games": KeyText(
        "lists of NL, PL, FL", "the games (holdem, omaha, omaha8, draw) and their bettings"
    ),
    "game_max_players": KeyText("numbers", "most seats at single games"),
    "deal.first_card": KeyText("left_of_button, left_of_big_blind", "who gets the first card"),
    "deal.one_at_a_time": KeyText(
        "true, false", "cards go round one by one, or all of a player's at once"
    ),
    "deal.burn": KeyText("some of flop, turn, river", "a card is burnt before these"),
    "deal.boards": KeyText(
        "1 to 3",
        "boards dealt from the one deck when the players are all-in before the last card; each has "
        "an equal part of every pot",
    ),
    "seating.button": KeyText(
        "moving, dead, small_blind_next",
        "it moves to the next player; it follows the blinds and may stand at an empty seat; or it "
        "goes to whoever posted the small blind",
    ),
    "seating.entry": KeyText(
        "wait, post_or_wait, three_steps",
        "a new player waits for the big blind; may post instead; or has the big blind, the small "
        "blind and the button in turn",
    ),
    "seating.missed_blinds": KeyText(
        "common, marked",
        "at most one big blind, live, and one small blind, dead, are owed; or all are made up "
        "before the player is dealt in again, the small blind only once the button has passed",
    ),
    "seating.min_buy_in": KeyText("big blinds", "smallest buy-in"),
    "seating.buy_in": KeyText("big blinds", "buy-in unless a job says otherwise"),
    "seating.max_buy_in": KeyText("big blinds", "largest buy-in; 0 for none"),
    "blinds.small_blind": KeyText("half", "fixed limit: half the lower limit ..."),
    "blinds.floor_unit": KeyText(
        "smallest units", "... rounded down to a multiple of this (100: whole dollars) ..."
    ),
    "blinds.floor_above": KeyText(
        "smallest units", "... where the lower limit is above this; never to zero"
    ),
    "blinds.exact_currencies": KeyText("codes", "currencies in which half is not rounded"),
    "blinds.antes": KeyText("true, false", "whether a job may ask for antes"),
    "blinds.big_blind_ante_first": KeyText(
        "true, false", "a short big blind pays the table's ante before his blind"
    ),
    "betting.bet_sizes": KeyText(
        "lower_upper, lower_double, one_size",
        "fixed limit: the upper limit from the turn (or the draw) on; the same, and it is twice "
        "the lower; or stakes are blinds and every bet is the big blind",
    ),
    "betting.raise_cap": KeyText(
        "number", "fixed limit: raises after the bet on a street; the big blind is the bet"
    ),
    "betting.raise_cap_draw": KeyText("number", "the same in draw games"),
    "betting.heads_up_uncapped": KeyText(
        "true, false", "no cap once a street is heads-up before it is reached"
    ),
    "betting.heads_up_uncapped_in_tournaments": KeyText("true, false", "the same in tournaments"),
    "betting.half_bet_rule": KeyText(
        "true, false", "fixed limit: an all-in of half a bet or more counts as a full bet"
    ),
    "betting.cumulative_reopen": KeyText(
        "true, false", "several short all-ins that make a full raise together reopen the betting"
    ),
    "betting.pot_limit_small_blind": KeyText(
        "as_posted, full",
        "pot-limit maximum: the small blind counts as it was posted, or as a full big blind",
    ),
    "showdown.first_to_show": KeyText(
        "last_aggressor, first_to_act",
        "who shows first: the last to bet or raise on the last round if there was one, or always "
        "the first to act",
    ),
    "showdown.all_show": KeyText(
        "true, false", "all show; or whoever is beaten in every pot he contests mucks"
    ),
    "showdown.throw_away": KeyText(
        "true, false",
        "a bettor whom the others' hands beat in every pot he contests throws his away; or he "
        "shows where it is his turn to show first",
    ),
    "showdown.ask_to_see": KeyText(
        "0 to 100", "per cent of the mucked hands that another player asks to see; they are shown"
    ),
    "clock.hands_per_hour": KeyText("nine numbers", "with 2, 3 ... 10 players dealt in"),
}
# What describes the file; a page does not state it.
ABOUT = ("name", "title", "source", "chosen")
LIST_WIDTH = 92


def as_toml(room: Room) -> str:
    """A room as TOML with every key, each with its meaning and whose value it is."""
    lines = [f"# {room.title or room.name}", *_legend(room)]
    tables: list[str] = []
    for name, value in msgspec.to_builtins(room).items():
        if not isinstance(value, dict):
            lines += _entry(room, name, name, value)
            continue
        if value:
            tables += ["", f"[{name}]"]
        if name in KEYS:
            tables += _comment(KEYS[name]) if value else []
        for key, inner in value.items():
            tables += _entry(room, f"{name}.{key}", key, inner)
    return "\n".join(lines + tables) + "\n"


def _legend(room: Room) -> list[str]:
    if not room.chosen:
        return []
    return [
        "# 'page': the rule page states the value; 'ours': it does not, and common practice",
        "# supplies it (docs/rules.md). Change what you like, and give the room a name of its own.",
    ]


def _comment(text: KeyText) -> list[str]:
    """The meaning of a key as comment lines of at most 100 characters."""
    lines, line = [], "#"
    for word in f"{text.meaning} ({text.values})".split():
        if len(line) + len(word) > LIST_WIDTH:
            lines.append(line)
            line = "#"
        line += f" {word}"
    return [*lines, line]


def _entry(room: Room, dotted: str, key: str, value: object) -> list[str]:
    comment = _comment(KEYS[dotted]) if dotted in KEYS else []
    if dotted == "chosen":
        values = [f"    {json.dumps(name)}," for name in room.chosen]
        return [*comment, "chosen = [", *values, "]"] if values else [*comment, "chosen = []"]
    whose = whose_value(room, dotted)
    mark = f"  # {whose}" if whose and dotted not in ABOUT else ""
    return [*comment, f"{key} = {json.dumps(value, ensure_ascii=False)}{mark}"]


def whose_value(room: Room, dotted: str) -> str:
    """Whose value stands at a key: 'page', 'ours', or 'page; NL, PL ours'; '' without a page."""
    if not room.chosen:
        return ""
    if dotted in room.chosen or dotted.partition(".")[0] in room.chosen:
        return "ours"
    start = f"{dotted}."
    items = [name.removeprefix(start) for name in room.chosen if name.startswith(start)]
    return f"page; {', '.join(items)} ours" if items else "page"


def rows(room: Room) -> Iterator[dict[str, str]]:
    """One row a game: what `railbird rooms` lists."""
    rules = room.betting
    least, most = room.seating.min_buy_in, room.seating.max_buy_in
    for game, bettings in room.games.items():
        cap = rules.raise_cap_draw if game == "draw" else rules.raise_cap
        yield {
            "room": room.name,
            "game": game,
            "betting": " ".join(bettings),
            "seats": _sizes(room, seats_for(room, game, least_cards(room, game))),
            "button": {"small_blind_next": "sb next"}.get(room.seating.button, room.seating.button),
            "entry": room.seating.entry.replace("_", " "),
            "raises": f"{cap}, hu any" if rules.heads_up_uncapped else str(cap),
            "buy_in": f"{least}-{most} bb" if most else f"{least}+ bb",
        }


def least_cards(room: Room, game: Game) -> int:
    """The fewest hole cards of a game; 0 for the game's usual number."""
    return min(room.omaha_hole_cards) if game.startswith("omaha") else 0


def _sizes(room: Room, most: int) -> str:
    if room.table_sizes:
        return ",".join(str(n) for n in room.table_sizes if n <= most)
    return f"{room.min_players}-{most}"


def keys_table() -> str:
    """Markdown: every key of a room, what may stand there, what it means."""
    lines = ["| key | values | meaning |", "|---|---|---|"]
    lines += [f"| `{key}` | {text.values} | {text.meaning} |" for key, text in KEYS.items()]
    return "\n".join(lines) + "\n"


def rooms_table() -> str:
    """Markdown: the built-in rooms' values by key; `*` marks values that are ours."""
    rooms = [find_room(name) for name in room_names()]
    lines = [
        "| key | " + " | ".join(room.name for room in rooms) + " |",
        "|---|" + "---|" * len(rooms),
    ]
    for key in KEYS:
        if key not in ABOUT:
            cells = [_cell(room, key) for room in rooms]
            lines.append(f"| `{key}` | " + " | ".join(cells) + " |")
    return "\n".join(lines) + "\n"


def _cell(room: Room, dotted: str) -> str:
    value = msgspec.to_builtins(room)
    for word in dotted.split("."):
        value = value[word]
    if isinstance(value, dict):
        return "; ".join(
            f"{key}: {_words(room, f'{dotted}.{key}', inner)}" for key, inner in value.items()
        )
    return _words(room, dotted, value)


def _words(room: Room, dotted: str, value: object) -> str:
    """A value in words, with a star behind what is ours."""
    star = "*" if whose_value(room, dotted) == "ours" else ""
    if isinstance(value, bool):
        return ("yes" if value else "no") + star
    if isinstance(value, list | tuple):
        items = [f"{v}{'*' if f'{dotted}.{v}' in room.chosen else ''}" for v in value]
        return (", ".join(items) or "none") + star
    return str(value).replace("_", " ") + star
