"""Railbird from Python: play, ingest, and ask a lake.

The same things as the command line, with the same words; `railbird.play`, `railbird.Lake` and
`railbird.ingest_files` are these. Heavy imports sit in the functions that need them.
"""

from __future__ import annotations

import codecs
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypedDict, cast

from railbird.errors import InputError
from railbird.wholefile import written_whole

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from typing import TextIO, Unpack

    import polars as pl

    from railbird.ingest import Result as IngestResult
    from railbird.ingest.export import Exported
    from railbird.lake.lake import LakeFolder
    from railbird.lake.verify import Problem
    from railbird.reports.whatif import Answer
    from railbird.simulate.job import Job
    from railbird.simulate.recipe import Recipe
    from railbird.simulate.runner import Result

# The check that compares files with their manifests; the others are SQL.
FILES_CHECK = "files"


class JobKeys(TypedDict, total=False):
    """The keys of a job, as in a job file; each is also a flag of `railbird simulate`."""

    hands: int | str
    lake: Path | str
    run: str
    room: str
    game: str
    betting: str
    hole_cards: int
    seats: int
    stakes: str
    currency: str
    ante: int | str
    ante_kind: str
    straddle: int | str
    stack: int | str
    stacks: str
    top_up: int | str
    bots: str | Sequence[str] | Sequence[Mapping[str, Any]]
    illegal: str
    rake: str
    tables: int
    seed: int
    keep: str | Sequence[str]
    session: Mapping[str, Any]
    population: Mapping[str, Any]
    tournament: Mapping[str, Any]


def make_job(file: Path | str | None, keys: Mapping[str, Any], *, where: str) -> Job:
    """Return the job of a file with some keys set otherwise.

    Args:
        file: a job file; None for the defaults.
        keys: what to set; a sequence of words may stand for a list with commas.
        where: where the keys come from, for messages.

    Raises:
        InputError: the file or a key is wrong.
    """
    import msgspec

    from railbird.simulate.job import Job
    from railbird.tomlfile import convert, load

    job = Job() if file is None else load(Path(file), Job, what="job")
    given: dict[str, Any] = {}
    for key, value in keys.items():
        is_words = isinstance(value, list | tuple) and all(isinstance(v, str) for v in value)
        given[key] = ",".join(value) if is_words else value
        if isinstance(value, Path):
            given[key] = str(value)
    keep = msgspec.to_builtins(job)
    for section in (
        "session",
        "population",
        "tournament",
    ):  # a key that is set leaves the others of its section
        if section in given:
            given[section] = (keep[section] or {}) | dict(given[section])
    return convert(keep | given, Job, where=where)


def recipe_of(job: Job, file: Path | str | None, keys: Mapping[str, Any]) -> Recipe:
    """Return the recipe of a job that `make_job` made of a file and keys.

    Raises:
        InputError: a value makes no sense; where the file set it, the message names its line.
    """
    from railbird.simulate.job import resolve
    from railbird.tomlfile import with_place

    try:
        return resolve(job)
    except InputError as error:
        if file is None:
            raise
        raise InputError(with_place(str(error), Path(file), keys)) from None


def lake_of(job: Job) -> Path:
    """Return where a job's hands go.

    Raises:
        InputError: the job names no lake.
    """
    if job.lake is None:
        raise InputError("no lake named; say where the hands go with --lake DIR")
    return Path(job.lake)


def play(
    job: Path | str | None = None,
    *,
    threads: int | None = None,
    progress: Callable[[int, int], None] | None = None,
    note: Callable[[str], None] | None = None,
    **keys: Unpack[JobKeys],
) -> Result:
    """Play one run into a lake; a recipe that the lake holds already is not played again.

    Args:
        job: a job file; `keys` win over it.
        threads: how many; one per core by default. The hands do not depend on it.
        progress: called with hands done and hands in all.
        note: called with words for the user.
        **keys: the keys of a job file, for example `hands="1M", lake="lake"`.

    Returns:
        The name of the run, its number of hands, and how it went.

    Raises:
        InputError: a key is wrong, or the lake cannot be written.
    """
    from railbird.simulate.runner import simulate

    wanted = make_job(job, keys, where="play()")
    return simulate(
        recipe_of(wanted, job, keys),
        lake_of(wanted),
        run=wanted.run,
        threads=threads,
        progress=progress,
        note=note,
    )


def ingest_files(
    files: Sequence[Path | str],
    lake: Path | str,
    *,
    run: str | None = None,
    format: str = "auto",  # noqa: A002 - the flag's name
    progress: Callable[[int, int], None] | None = None,
    note: Callable[[str], None] | None = None,
) -> IngestResult:
    """Read real hand histories into a lake as one run.

    Args:
        files: hand histories.
        lake: the lake's folder.
        run: name of the run; a hash of the files by default.
        format: name of their format; 'auto' tells it from their content.
        progress: called with bytes read and bytes in all.
        note: called with words for the user.

    Returns:
        The name of the run, how many hands entered, and how many did not.

    Raises:
        InputError: a file cannot be read, or the lake cannot be written.
    """
    from railbird.ingest import ingest

    return ingest(files, lake, run=run, format=format, progress=progress, note=note)


class Lake:
    """The runs of a lake, to be asked; answers are polars frames.

    Args:
        path: the lake's folder.

    Raises:
        InputError: there is no lake, or no run in it.
        DamagedLakeError: a manifest cannot be read.
    """

    def __init__(self, path: Path | str) -> None:
        """Open the lake; files are read when a question is asked."""
        from railbird.reports.connect import Lake as Connection

        self.path = Path(path)
        self._connection = Connection(path)

    def __repr__(self) -> str:
        """Return how to open this lake."""
        return f"railbird.Lake({str(self.path)!r})"

    def report(
        self,
        name: str,
        where: str | None = None,
        by: str | Sequence[str] | None = None,
        runs: str | Sequence[str] | None = None,
        note: Callable[[str], None] | None = None,
    ) -> pl.DataFrame:
        """Return a report.

        Args:
            name: its name, for example "rake".
            where: only hands or players that meet this SQL condition.
            by: columns to split by.
            runs: the runs it adds up; by default all but those that play another run again.
            note: called with words for the user: which runs were left out.

        Raises:
            InputError: no such report, column or run, or the condition is wrong.
        """
        return self._connection.report(name, where, by, runs, note)

    def sql(self, query: str) -> pl.DataFrame:
        """Return the result of a query over the views hands, players, actions, pots, runs.

        Raises:
            InputError: the query is wrong.
        """
        return self._connection.sql(query)

    def whatif(
        self,
        policies: str | Sequence[str] = (),
        *,
        sweeps: str | Sequence[str] = (),
        level: str = "mechanical",
        runs: str | Sequence[str] | None = None,
        by: str | Sequence[str] | None = None,
        where: str | None = None,
        attribution: str = "weighted",
        elasticity: str | tuple[float, float] | None = None,
        detect: str | float | None = None,
        only: str | None = None,
        threads: int | None = None,
        progress: Callable[[int, int], None] | None = None,
        note: Callable[[str], None] | None = None,
    ) -> Answer:
        """Compare rake policies on the lake's hands; `answer["revenue"]` is a frame.

        Args:
            policies: names or files of policies; the stored one is the baseline.
            sweeps: parameters to vary, as in "percent=2..6:0.5".
            level: "mechanical" (L1), or "behavioural" (L2), which appends runs to the lake.
            runs: baselines; all runs that are no counterfactuals by default.
            by: columns to split by.
            where: only hands of the baseline that meet this SQL condition.
            attribution: "dealt", "contributed", "weighted", "winner" or "all".
            elasticity: range of L3 scenarios, as (-0.5, 0) or "-0.5..0".
            detect: a change in big blinds per 100 hands and seat; how many hands would find it.
            only: the one table that you want; those that take longer may be left out.
            threads: for playing again.
            progress: called with hands done and hands in all.
            note: called with words for the user: approximations, runs that were appended.

        Returns:
            The sections of the answer, with titles that name their level.

        Raises:
            InputError: the question makes no sense, or the runs cannot answer it.
        """
        from railbird.reports.whatif import Question, ask

        question = Question.read(
            policies, sweeps, level, runs, by, where, attribution, elasticity, detect, only
        )
        answer = ask(self.path, question, threads=threads, progress=progress, note=note)
        self._connection = type(self._connection)(self.path)  # runs may have been appended
        return answer

    def runs(self) -> pl.DataFrame:
        """Return one row a run: the report `runs`."""
        return self._connection.report("runs")

    def check(self) -> pl.DataFrame:
        """Return what is wrong with the lake: check, run, hand_id, problem; no row if all is well.

        Raises:
            DamagedLakeError: a manifest cannot be read.
        """
        return check_lake(self.path)

    def show(self, hand_id: int, run: str | None = None) -> str:
        """Return one hand as a person would read it.

        Raises:
            InputError: there is no such hand, or several runs hold one.
        """
        from railbird.reports.hand import show_hand

        return show_hand(self._connection, hand_id, run)

    def export(
        self,
        output: Path | str,
        *,
        format: str = "phh",  # noqa: A002 - the flag's name
        run: str | None = None,
        where: str | None = None,
    ) -> Exported:
        """Write hands to a file of another format; it appears only when it is whole.

        Args:
            output: the file; with the ending .phh it holds one hand, else any number.
            format: what to write: 'phh'.
            run: only this run.
            where: only hands that meet this SQL condition on the view `hands`.

        Returns:
            How many hands were written, and how many were left out for which reason.

        Raises:
            InputError: no such format or run, the condition is wrong, or no hand meets it.
        """
        from railbird.handrows import hands_of
        from railbird.ingest.export import check_writer, write_hands

        check_writer(format)
        path = Path(output)
        hands = hands_of(self._connection, run, where)
        with written_whole(path) as file:
            # holds nothing back, so that a full disk is met where `written_whole` looks
            stream = cast("TextIO", codecs.getwriter("utf-8")(file))
            result = write_hands(hands, stream, format, single=path.suffix == ".phh")
            if not result.hands:
                raise InputError(_nothing_written(result))
        return result


def _nothing_written(result: Exported) -> str:
    """Return why an export has no hand."""
    if result.left_out:
        return f"no hand could be written: {next(iter(result.left_out))}"
    return "no hand meets the condition; nothing written"


def check_lake(
    path: Path | str,
    begin: Callable[[str], None] | None = None,
    progress: Callable[[str, int, int], None] | None = None,
) -> pl.DataFrame:
    """Return what is wrong with a lake: check, run, hand_id, problem; no row when all is well.

    Files come first (check `files`, no hand_id). The checks in SQL follow only where every file
    is as its manifest says: their answers on a damaged file would mean nothing.

    Args:
        path: the lake.
        begin: called with the name of each check before it runs.
        progress: called now and then with what is gone through, how much of it is done and how
            much there is: bytes of "files", checks of whole "runs", hands of "tables" with carried
            stacks, and all "hands".

    Raises:
        InputError: there is no lake.
        DamagedLakeError: a manifest cannot be read.
    """
    import polars as pl

    from railbird.lake.lake import LakeFolder
    from railbird.reports.check import run_checks
    from railbird.reports.connect import Lake as Connection

    folder = LakeFolder.open(path)
    if begin is not None:
        begin(FILES_CHECK)
    found = _check_files(folder, progress)
    if found or not folder.runs():
        return pl.DataFrame(
            {
                "check": [FILES_CHECK for _ in found],
                "run": [problem.run for problem in found],
                "hand_id": [None for _ in found],
                "problem": [f"{problem.file} {problem.message}" for problem in found],
            },
            schema={
                "check": pl.String,
                "run": pl.String,
                "hand_id": pl.Int64,
                "problem": pl.String,
            },
        )
    return run_checks(Connection(path), begin=begin, progress=progress)


def _check_files(
    folder: LakeFolder, progress: Callable[[str, int, int], None] | None
) -> list[Problem]:
    """Return what is wrong with the files of every run; see check_lake."""
    runs = folder.runs()
    total = sum(part["bytes"] for run in runs for part in folder.read_manifest(run).parts)
    done = 0

    def read(size: int) -> None:
        nonlocal done
        done += size
        if progress is not None:
            progress(FILES_CHECK, done, total)

    if progress is not None and runs:
        progress(FILES_CHECK, 0, total)
    return [problem for run in runs for problem in folder.verify(run, read)]
