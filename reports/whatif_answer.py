"""A what-if's question, and what its answer is made of."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from railbird.errors import InputError
from railbird.reports.chosen_runs import words
from railbird.reports.planning import read_amount
from railbird.tomlfile import suggest

if TYPE_CHECKING:
    from collections.abc import Sequence

    import polars as pl

Level = Literal["mechanical", "behavioural"]
LEVELS: tuple[Level, ...] = ("mechanical", "behavioural")
# Tables that hands alone decide.
OF_HANDS = (
    "policies", "revenue", "groups", "segments", "pairing", "parts", "steps", "scenarios",
    "sources",
)  # fmt: skip
ATTRIBUTIONS = ("dealt", "contributed", "weighted", "winner")


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked.

    Attributes:
        policies: built-in names or files.
        runs: names of runs; None for all baselines of the lake.
        by: columns to split by; empty for the usual splits.
        level: 'mechanical' or 'behavioural'.
        where: condition on the baseline's hands.
        sweeps: parameters to vary, `percent=2..6:0.5`.
        attributions: how rake is attributed to players.
        elasticity: range of the L3 scenarios; None for none.
        only: the one table that is looked at, as far as is known; saves what it does not need.
        detect: the change whose hands are counted, in big blinds per 100 hands and seat.
    """

    policies: tuple[str, ...] = ()
    runs: tuple[str, ...] | None = None
    by: tuple[str, ...] = ()
    level: Level = "mechanical"
    where: str | None = None
    sweeps: tuple[str, ...] = ()
    attributions: tuple[str, ...] = ("weighted",)
    elasticity: tuple[float, float] | None = None
    detect: float | None = None
    only: str | None = None

    @property
    def needs_players(self) -> bool:
        """Whether players must be raked again, which takes longest."""
        return self.only is None or self.only.removesuffix("_l2") not in OF_HANDS

    @classmethod
    def read(
        cls,
        policies: str | Sequence[str],
        sweeps: str | Sequence[str],
        level: str,
        runs: str | Sequence[str] | None,
        by: str | Sequence[str] | None,
        where: str | None,
        attribution: str,
        elasticity: str | tuple[float, float] | None,
        detect: str | float | None = None,
        only: str | None = None,
    ) -> Question:
        """Return the question that words ask; several words may be one text with commas.

        Raises:
            InputError: a word is none of those it may be.
        """
        if level not in LEVELS:
            raise InputError(f"unknown level '{level}'; {suggest(level, LEVELS)}")
        if attribution not in (*ATTRIBUTIONS, "all"):
            known = suggest(attribution, (*ATTRIBUTIONS, "all"))
            raise InputError(f"unknown attribution '{attribution}'; {known}")
        return cls(
            (policies,) if isinstance(policies, str) else tuple(policies),
            None if runs is None else words("--runs", runs),
            () if by is None else tuple(word.lower() for word in words("--by", by)),
            level,
            where,
            (sweeps,) if isinstance(sweeps, str) else tuple(sweeps),
            ATTRIBUTIONS if attribution == "all" else (attribution,),
            _range(elasticity) if isinstance(elasticity, str) else elasticity,
            None if detect is None else read_amount(detect),
            only,
        )


@dataclass(frozen=True, slots=True)
class Section:
    """One table of the answer.

    Attributes:
        name: as `--table` has it.
        title: what it is, its level first.
        frame: every column.
        keys: leading columns that say what a row is.
        reading: columns that a person sees; empty for all.
        hidden: keys that a person need not see, because all rows say the same.
    """

    name: str
    title: str
    frame: pl.DataFrame
    keys: int
    reading: tuple[str, ...] = ()
    hidden: tuple[str, ...] = ()

    def with_level(self) -> pl.DataFrame:
        """Return every column and the level, for files that have no title."""
        import polars as pl

        level, colon, _ = self.title.partition(": ")
        return self.frame.with_columns(pl.lit(level if colon else None, pl.String).alias("level"))

    def for_reading(self) -> pl.DataFrame:
        """Return the columns that a table for a person shows."""
        keys = self.frame.columns[: self.keys]
        shown = [*keys, *self.reading] if self.reading else self.frame.columns
        return self.frame.select(list(dict.fromkeys(n for n in shown if n not in self.hidden)))


@dataclass(slots=True)
class Answer:
    """The sections in order of reading, and what must be said with them.

    Attributes:
        sections: the tables.
        notes: approximations and other words, one line each.
        main: name of the table that csv and json write unless told otherwise.
    """

    sections: list[Section] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    main: str = "revenue"

    def section(self, name: str) -> Section:
        """Return a section.

        Raises:
            InputError: there is none of that name.
        """
        for section in self.sections:
            if section.name == name:
                return section
        names = [section.name for section in self.sections]
        raise InputError(f"--table: no table '{name}'; {suggest(name, names)}")

    def __getitem__(self, name: str) -> pl.DataFrame:
        """Return the frame of a section."""
        return self.section(name).frame


def _range(text: str) -> tuple[float, float]:
    """Return the ends of a range such as -0.5..0."""
    first, dots, last = text.partition("..")
    try:
        low, high = float(first), float(last if dots else first)
    except ValueError:
        low, high = 1.0, 0.0
    if not -100 <= low <= high <= 100:
        raise InputError(f"--elasticity {text}: write a range from low to high, as -0.5..0")
    return low, high
