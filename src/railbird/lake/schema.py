"""The physical schema of a lake's Parquet files: what is written, how, and what it means.

This is the one place that declares columns. The writer takes types and encodings from here,
docs/schema.md is generated from `describe()`, and the SQL views are checked against it. What the
views derive (flags, net, table_id, position of chips in the pot, ...) is not here: it is not
written. The module is plain data; Arrow is imported only when an Arrow schema is asked for.

How a column is encoded follows from bench/encoding.py:
`dict`   few distinct values in a row group (most columns: amounts, masks, names);
`delta`  DELTA_BINARY_PACKED, for ascending ids;
`bytes`  DELTA_LENGTH_BYTE_ARRAY, for strings that hardly repeat;
`plain`  whatever is left (booleans).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    import pyarrow as pa

SCHEMA_VERSION = 1

Encoding = Literal["dict", "delta", "bytes", "plain"]
Type = Literal[
    "bool", "int8", "int16", "int32", "int64", "string", "timestamp[us, UTC]", "list<string>"
]


@dataclass(frozen=True, slots=True)
class Column:
    """One physical column.

    Attributes:
        name: as in the files.
        type: signed integers, bool, string, timestamp or a list of strings; nothing else, so
            that every reader agrees.
        doc: one line; says the unit.
        nullable: NULL means unknown or absent, never none (that is 0).
        encoding: see the module's docstring.
        stats: whether minimum and maximum are written, so that readers can skip row groups.
    """

    name: str
    type: Type
    doc: str
    nullable: bool = False
    encoding: Encoding = "dict"
    stats: bool = False


@dataclass(frozen=True, slots=True)
class Table:
    """One table of the lake.

    Attributes:
        name: also the name of its folder.
        grain: what one row is.
        columns: in the order of the files.
        row_group: rows in a row group; small enough to be read in parallel and to be kept in
            memory, large enough for dictionaries to pay.
    """

    name: str
    grain: str
    columns: tuple[Column, ...]
    row_group: int

    def column(self, name: str) -> Column:
        """Return the column of that name.

        Raises:
            KeyError: the table has no such column.
        """
        for column in self.columns:
            if column.name == name:
                return column
        raise KeyError(f"{self.name}.{name}")


def _hand_id() -> Column:
    doc = "table_id << 32 | hand_no; unique in a run, equal across counterfactual runs"
    return Column("hand_id", "int64", doc, encoding="delta", stats=True)


_MONEY = "in 10^money_exp of the currency"

HANDS = Table(
    "hands",
    "one row per hand",
    (
        _hand_id(),
        Column(
            "started_at",
            "timestamp[us, UTC]",
            "start of the hand",
            nullable=True,
            encoding="delta",
            stats=True,
        ),
        Column("duration", "int32", "seconds from the first post to the last award"),
        Column("source", "string", "'simulate', or the format an ingested hand was read from"),
        Column("site_hand_id", "string", "the site's own number", nullable=True, encoding="bytes"),
        Column("room", "string", "name of the room whose rules were played"),
        Column("game", "string", "'holdem', 'omaha', 'omaha8' or 'draw'"),
        Column("betting", "string", "'NL', 'PL' or 'FL'"),
        Column("currency", "string", "ISO code, or 'chips'"),
        Column("money_exp", "int8", "power of ten of one money unit: -2 is cents"),
        Column("chip", "int64", f"smallest chip, {_MONEY}"),
        Column("small_blind", "int64", f"small blind of the stake, {_MONEY}"),
        Column("big_blind", "int64", f"big blind of the stake, {_MONEY}", stats=True),
        Column("ante", "int64", f"largest ante, {_MONEY}; 0 is none"),
        Column(
            "ante_kind",
            "string",
            "'all', 'bb' or 'button' (who pays it), or 'uneven' (see the actions)",
            nullable=True,
        ),
        Column("straddle", "int64", f"highest straddle posted, {_MONEY}; 0 is none"),
        Column(
            "small_bet",
            "int64",
            f"lower limit, {_MONEY}; unless FL the least bet, if not the big blind",
            nullable=True,
        ),
        Column("big_bet", "int64", f"upper limit, {_MONEY}; NULL unless FL", nullable=True),
        Column("seats", "int8", "seats at the table"),
        Column("seated", "int8", "seats taken"),
        Column("dealt", "int8", "players dealt in"),
        Column("button_seat", "int8", "seat of the button, from 0"),
        Column(
            "board",
            "string",
            "board cards in deal order, as 'Ts2c9s4h4d'",
            nullable=True,
            encoding="bytes",
        ),
        Column(
            "boards",
            "list<string>",
            "every board, whole and in the order of the deal, only when run more than once; "
            "`board` is the first",
            nullable=True,
        ),
        Column("last_street", "int8", "0 preflop (before the draw), 1 flop, 2 turn, 3 river"),
        Column("flop_players", "int8", "players who saw the flop (or drew); 0 without one"),
        Column("raises_preflop", "int16", "raises before the flop, the blinds not counted"),
        Column("showdown", "bool", "two or more hands were compared", encoding="plain"),
        Column("pot", "int64", f"put in, less uncalled bets, plus added_by_site, {_MONEY}"),
        Column("rake", "int64", f"taken from the pot as rake, {_MONEY}"),
        Column("jackpot", "int64", f"taken from the pot for jackpots, {_MONEY}"),
        Column("added_by_site", "int64", f"put into the pot by the site, {_MONEY}"),
        Column("rake_policy", "string", "name of the rake policy"),
        Column("stacks_mode", "string", "'reset' each hand, or 'carry'"),
        Column("dup_set", "int64", "number of the duplicate set", nullable=True),
        Column("tournament_id", "int64", "number of the tournament", nullable=True),
        Column("level", "int16", "blind level of the tournament", nullable=True),
        Column("status", "string", "'complete', 'cancelled', 'truncated' or 'inconsistent'"),
    ),
    row_group=131_072,
)

_COUNTS = "counters, 31 bits a street: bit 0 check, 1 bet, 2 fold, 3-16 raises, 17-30 calls; street"

PLAYERS = Table(
    "players",
    "one row per player dealt in",
    (
        _hand_id(),
        Column("seat", "int8", "seat, from 0"),
        Column("player", "string", "name of the player"),
        Column("profile", "string", "the bot's profile", nullable=True),
        Column("position", "string", "'BTN', 'SB', 'BB', 'CO', 'HJ', 'LJ', 'UTG', 'UTG+1', ..."),
        Column("from_button", "int8", "0 button, 1 cutoff, ...; small blind -1, big blind -2"),
        Column("big_blind", "int64", f"big blind of the stake, {_MONEY}"),
        Column("dealt", "int8", "players dealt in"),
        Column("hole", "string", "hole cards as dealt, as 'AhKd'", nullable=True),
        Column("final_hand", "string", "hand after the draw", nullable=True, encoding="bytes"),
        Column(
            "stack", "int64", f"chips at the start, {_MONEY}; NULL if not recorded", nullable=True
        ),
        Column("invested", "int64", f"put in, less uncalled bets, {_MONEY}"),
        Column("collected", "int64", f"won from the pots, {_MONEY}"),
        Column("fees", "int64", f"charged outside the pot, {_MONEY}"),
        Column("bonus", "int64", f"paid outside the pot, {_MONEY}"),
        Column("rake_dealt", "int64", f"rake shared by all players dealt in, {_MONEY}"),
        Column("rake_contributed", "int64", f"rake shared by those who put chips in, {_MONEY}"),
        Column("rake_weighted", "int64", f"rake shared in proportion to chips put in, {_MONEY}"),
        Column("rake_winner", "int64", f"rake out of what the winners collect, {_MONEY}"),
        Column(
            "outcome",
            "int16",
            "1 showdown, 2 shown, 4 mucked, 8 won; from bit 4 the street of the all-in plus one",
        ),
        Column(
            "hand_rank",
            "int16",
            "at showdown, 1 worst to 7462 best; on the first board of several",
            nullable=True,
        ),
        Column(
            "low_rank",
            "int16",
            "at showdown, rank of the low hand; on the first board of several",
            nullable=True,
        ),
        Column(
            "ev_net", "int64", f"net with all-ins at their expectation, {_MONEY}", nullable=True
        ),
        Column("preflop_opp", "int64", "bit mask of statistics: had the opportunity, preflop"),
        Column("preflop_done", "int64", "bit mask of statistics: took it, preflop"),
        Column("postflop_opp", "int64", "bit mask of statistics: had the opportunity, later"),
        Column("postflop_done", "int64", "bit mask of statistics: took it, later"),
        Column("counts_01", "int64", f"{_COUNTS} 1 from bit 31"),
        Column("counts_23", "int64", f"{_COUNTS} 2, then street 3 from bit 31"),
    ),
    row_group=262_144,
)

ACTIONS = Table(
    "actions",
    "one row per decision, forced post, returned bet, or hand shown or mucked, in order",
    (
        _hand_id(),
        Column("seq", "int32", "number in the hand, from 0"),
        Column(
            "what",
            "int32",
            "action | street << 4 | seat << 6 | legal << 10 | all_in << 15; the legal mask is "
            "1 fold, 2 check, 4 call, 8 bet, 16 raise; 0 for posts",
        ),
        Column("amount", "int64", f"moved into the pot, {_MONEY}; negative for 'return'"),
        Column("to_call", "int64", f"price of staying in, {_MONEY}; 0 for posts"),
        Column("cards", "string", "cards shown, or discarded", nullable=True),
    ),
    row_group=524_288,
)

POTS = Table(
    "pots",
    "one row per main or side pot",
    (
        _hand_id(),
        Column("pot_no", "int8", "0 main pot, then side pots"),
        Column("amount", "int64", f"before rake, with what the site added, {_MONEY}"),
        Column("rake", "int64", f"part of the hand's rake, {_MONEY}"),
        Column("jackpot", "int64", f"part of the hand's jackpot drop, {_MONEY}"),
        Column("eligible", "int16", "bit mask of the seats that can win it"),
        Column(
            "winners",
            "int64",
            "masks of seats, ten bits each: board by board, in hi-lo games high then low",
        ),
    ),
    row_group=131_072,
)

SOURCES = Table(
    "sources",
    "one row per hand read from a file",
    (
        _hand_id(),
        Column("file", "string", "the file, as it was given"),
        Column("byte_start", "int64", "offset of the hand's first byte", encoding="delta"),
        Column("byte_end", "int64", "offset after the hand's last byte", encoding="delta"),
        Column("line", "int64", "line the hand starts on, from 1", encoding="delta"),
        Column("format", "string", "name of the reader"),
        Column("site", "string", "site named in the file", nullable=True),
        Column("stated_pot", "int64", f"pot the file states, {_MONEY}", nullable=True),
        Column("pot_meaning", "string", "what the stated pot includes", nullable=True),
        Column("stated_rake", "int64", f"rake the file states, {_MONEY}", nullable=True),
        Column("tz_status", "string", "how the time zone is known", nullable=True),
    ),
    row_group=131_072,
)

ISSUES = Table(
    "issues",
    "one row per hand or passage that could not be read",
    (
        Column("file", "string", "the file, as it was given"),
        Column("byte_start", "int64", "offset of the first byte", encoding="delta"),
        Column("byte_end", "int64", "offset after the last byte", encoding="delta"),
        Column("line", "int64", "line it starts on, from 1", encoding="delta"),
        Column("code", "string", "kind of issue"),
        Column("message", "string", "what is wrong, in one line"),
        Column("raw", "string", "the text as it stands", nullable=True, encoding="bytes"),
    ),
    row_group=131_072,
)

EVENTS = Table(
    "events",
    "one row per change of a player's presence or stack between hands",
    (
        Column("table_id", "int64", "table", stats=True),
        Column("hand_no", "int64", "hand before which it happens", encoding="delta"),
        Column("seat", "int8", "seat, from 0"),
        Column("player", "string", "name of the player"),
        Column(
            "event",
            "string",
            "sit, buy_in, top_up, rebuy, cash_out, sit_out, return, missed_big, missed_small or "
            "leave",
        ),
        Column("amount", "int64", f"chips brought (positive) or taken away (negative), {_MONEY}"),
    ),
    row_group=131_072,
)

TOURNAMENTS = Table(
    "tournaments",
    "one row per player of a tournament",
    (
        Column("tournament_id", "int64", "number of the tournament, and of its table", stats=True),
        Column("player", "string", "name of the player"),
        Column("profile", "string", "the bot's profile", nullable=True),
        Column("currency", "string", "ISO code of what buy-in and prizes are paid in"),
        Column("money_exp", "int8", "power of ten of one money unit: -2 is cents"),
        Column("buy_in", "int64", f"paid into the prize money, {_MONEY}"),
        Column("fee", "int64", f"paid to the house, {_MONEY}"),
        Column("place", "int16", "1 is the winner; players who went broke alike share one"),
        Column("prize", "int64", f"won, {_MONEY}"),
    ),
    row_group=131_072,
)

TABLES: dict[str, Table] = {
    table.name: table
    for table in (HANDS, PLAYERS, ACTIONS, POTS, SOURCES, ISSUES, EVENTS, TOURNAMENTS)
}


def describe() -> list[tuple[str, str, str, bool, str]]:
    """Return (table, column, type, nullable, documentation) for every column, in file order."""
    return [
        (table.name, column.name, column.type, column.nullable, column.doc)
        for table in TABLES.values()
        for column in table.columns
    ]


def arrow_schema(table: str) -> pa.Schema:
    """Return the Arrow schema of a table's files.

    This is what readers see; the folder's `run` comes on top.

    Raises:
        KeyError: there is no such table.
    """
    import pyarrow as pa

    types: dict[str, pa.DataType] = {
        "bool": pa.bool_(),
        "int8": pa.int8(),
        "int16": pa.int16(),
        "int32": pa.int32(),
        "int64": pa.int64(),
        "string": pa.string(),
        "timestamp[us, UTC]": pa.timestamp("us", tz="UTC"),
        "list<string>": pa.list_(pa.string()),
    }
    fields = [pa.field(c.name, types[c.type], nullable=c.nullable) for c in TABLES[table].columns]
    return pa.schema(fields)
