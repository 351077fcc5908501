"""Play hands in memory: the engine with bots, chunk by chunk, before anything is written."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numba.core.errors import NumbaError, UnsupportedBytecodeError

from railbird.errors import InputError
from railbird.jitcache import is_compiler_off
from railbird.simulate import booking as kernel
from railbird.simulate import layout as at
from railbird.simulate.bots.catalogue import Bot, params_matrix, seated_bot
from railbird.simulate.bots.own import explain_refusal, is_own
from railbird.simulate.bots.profiles import bot_in_game
from railbird.simulate.bots.seen import fault_text, place_text, situation_text
from railbird.simulate.calls import address_of
from railbird.simulate.codes import MAX_SEATS
from railbird.simulate.kernel import COMPILING_BOTS, compile_bot, load_engine, said_if_long
from railbird.simulate.parts import parts_needed
from railbird.simulate.philox import STREAM_SIZE
from railbird.simulate.policy import rake_config
from railbird.simulate.room import table_config
from railbird.simulate.rows import COLUMNS, Rows, empty_matrix
from railbird.simulate.session import most_events
from railbird.simulate.sessions import bots_of_pool, session_config
from railbird.simulate.tournaments import level_matrix, tournament_config
from railbird.simulate.warm import compiled_beside

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from railbird.simulate.arrays import Ints
    from railbird.simulate.recipe import Recipe

MEMORY_SIZE = 256
# rows a hand that a chunk has room for; a chunk with more is handed over before it is full
ACTIONS_A_HAND = 24
POTS_A_HAND = 3

_compiled_bots: dict[str, Callable[..., Any]] = {}


class Engine:
    """The compiled engine with the bots of a recipe; workers share it (`chunks` is reentrant).

    Compiling takes some twenty seconds the first time on a machine and is kept after that.
    """

    def __init__(
        self,
        recipe: Recipe,
        bots: list[Bot] | None = None,
        note: Callable[[str], None] | None = None,
        schedule: Ints | None = None,
    ) -> None:
        """Compile or load.

        Args:
            recipe: what to play.
            bots: the seated bots, where they are not built in.
            note: told before a compilation that takes long.
            schedule: what happens by script at every table of a recipe with a session, int64[n, 4]
                of hand, seat, command, amount (see `presence.py`); for tests.
        """
        self._recipe = recipe
        self._bots = bots or [
            seated_bot(player.bot, player.params, player.rake_response) for player in recipe.players
        ]
        moves = recipe.session is not None or recipe.tournament is not None
        purpose = "sessions" if moves else "tables"
        self._pool = bots_of_pool(recipe.population, len(recipe.players))
        self._cfg = _config(recipe, len(self._pool))
        self._rk = rake_config(recipe.rake)
        rules = self._cfg[None], self._rk[None]
        names = (bot.name for bot in self._bots)
        with compiled_beside(names, recipe.table.game, purpose, parts_needed(*rules)):
            self._kernel, self._parts = load_engine(purpose, *rules, note)
        seated = [bot_in_game(bot, recipe.table) for bot in self._bots]
        with said_if_long(note, COMPILING_BOTS):
            functions = [compiled_bot(bot) for bot in seated]  # held: their addresses stay valid
        self._functions = functions
        self._params = params_matrix(seated, MAX_SEATS)
        self._addresses = np.array([address_of(function) for function in functions], np.int64)
        script = np.zeros((0, 4), np.int64) if schedule is None else schedule
        # what the kernel of tables where players come and go takes besides
        self._coming = (self._pool, script, level_matrix(recipe.tournament)) if moves else ()
        self._scripted = len(script)

    def set_flags(self, *, on: bool) -> None:
        """Leave the statistics flags out, to measure what they cost."""
        self._cfg[at.C_FLAGS] = int(on)

    def chunks(self, segments: Ints) -> Iterator[tuple[Rows, Ints]]:
        """Play segments (table, first hand, one past the last) and yield rows in pieces.

        Yields:
            Rows of up to `chunk_hands` hands, whose memory is used again for the next piece, and
            the totals so far: int64[segments, TOTALS], the fields of `TableTotals`.

        Raises:
            InputError: a bot gave an illegal answer, or raised an error.
        """
        recipe = self._recipe
        streams = np.zeros((at.STREAMS, STREAM_SIZE), np.uint64)
        obs = np.zeros(at.OBS_SIZE, np.int64)
        st = np.zeros(at.STATE_SIZE, np.int64)
        st[at.S_HOLE : at.S_HOLE + MAX_SEATS * at.MAX_HOLE] = -1  # beyond what the game deals
        st[at.S_WAITED] = -1
        st[at.S_PARTS : at.S_PARTS + at.PARTS] = self._parts
        cfg = self._cfg.copy()  # the engine's own: a driver may change blinds from hand to hand
        memories = np.zeros((MAX_SEATS, MEMORY_SIZE), np.int64)
        params = self._params.copy()
        totals = np.zeros((len(segments), kernel.TOTALS), np.int64)
        cursor = np.zeros(at.CURSOR_SIZE, np.int64)
        hands = min(recipe.chunk_hands, int((segments[:, 2] - segments[:, 1]).sum()))
        matrices = _matrices(recipe, hands, self._scripted)
        status = kernel.BUFFER_FULL
        while status != kernel.FINISHED:
            try:
                status = self._kernel(
                    cfg, self._rk, obs, st, streams, self._addresses, memories, params,
                    *self._coming, segments, cursor, totals,
                    *list(matrices.values())[: 6 if self._coming else 5],
                )  # fmt: skip
            except Exception as error:
                if is_compiler_off():  # `railbird bots test` wants the line
                    raise
                fault = f"{type(error).__name__} ({error})"
                raise InputError(_fault_of_bot(fault, obs, st, recipe)) from None
            if status == kernel.STOPPED:
                raise InputError(_illegal_answer(obs, st, recipe))
            if status == kernel.BUFFER_TOO_SMALL:
                matrices["actions"] = empty_matrix("actions", 2 * matrices["actions"].shape[1])
                continue
            counts = dict(zip(matrices, cursor[at.K_HANDS :].tolist(), strict=True))
            if counts["hands"] or counts["events"] or status == kernel.FINISHED:
                yield Rows(**{n: m[:, : counts[n]] for n, m in matrices.items()}), totals
            cursor[at.K_HANDS :] = 0


def play(recipe: Recipe, bots: list[Bot] | None = None, schedule: Ints | None = None) -> Rows:
    """Play a whole recipe in memory and return all rows; for tests and measurements."""
    from railbird.simulate.plan import plan

    engine = Engine(recipe, bots, schedule=schedule)
    pieces = [
        Rows(**{name: getattr(rows, name).copy() for name in COLUMNS})
        for part in plan(recipe)
        for rows, _ in engine.chunks(part.segments)
    ]
    return Rows(
        **{name: np.concatenate([getattr(p, name) for p in pieces], axis=1) for name in COLUMNS}
    )


def compiled_bot(bot: Bot) -> Callable[..., Any]:
    """Compile a decision function once a process, however many sit at the table."""
    source = bot.source_hash if is_own(bot.name) else None
    key = f"{bot.function.__module__}.{bot.function.__qualname__} {source}"
    if key not in _compiled_bots:
        try:
            _compiled_bots[key] = compile_bot(bot.function, source)
        except (NumbaError, UnsupportedBytecodeError) as error:
            raise explain_refusal(bot.name, error) from None
    return _compiled_bots[key]


def _config(recipe: Recipe, pool: int) -> Ints:
    cfg = table_config(recipe.room, recipe.table)
    cfg[at.C_STACK] = recipe.stack
    cfg[at.C_CARRY] = recipe.stacks_mode == "carry"
    cfg[at.C_TOP_UP] = recipe.top_up
    cfg[at.C_SEED] = recipe.seed
    if recipe.session is not None:
        session_config(cfg, recipe.session, pool)
    if recipe.tournament is not None:
        tournament_config(cfg, recipe.tournament, pool)
    cfg[at.C_ILLEGAL] = {"refuse": at.REFUSE, "fold": at.FOLD_IT, "check-fold": at.CHECK_FOLD}[
        recipe.illegal
    ]
    return cfg


def _matrices(recipe: Recipe, hands: int, scripted: int) -> dict[str, Ints]:
    seats = recipe.table.seats
    return {
        # exactly so many: this is where a chunk ends, and with it a piece of the file
        "hands": np.empty((len(COLUMNS["hands"]), hands), np.int64),
        "players": empty_matrix("players", hands * seats),
        "actions": empty_matrix("actions", hands * ACTIONS_A_HAND + 4096),
        "pots": empty_matrix("pots", hands * POTS_A_HAND + seats),
        "events": empty_matrix("events", _events_of(recipe, hands, scripted)),
        "tournaments": empty_matrix(
            "tournaments", hands + seats if recipe.tournament is not None else 0
        ),
    }


def _events_of(recipe: Recipe, hands: int, scripted: int) -> int:
    """Events that a chunk has room for."""
    seats = recipe.table.seats
    if recipe.session is not None or recipe.tournament is not None:
        return hands * seats + 2 * most_events(seats, scripted)
    return hands * seats + 4 * seats if recipe.stacks_mode == "carry" else 4 * seats


def _illegal_answer(obs: Ints, st: Ints, recipe: Recipe) -> str:
    if st[at.S_ERROR] == at.TOO_MANY_RAISES:
        return (
            f"table {st[at.S_TABLE]}, hand {st[at.S_HAND]}: more than {at.MOST_RAISES:,} raises on "
            "one street; seat another bot, or lower --stack"
        )
    if st[at.S_ERROR] == at.ENDLESS:
        return (
            f"tournament {st[at.S_TABLE]}: nobody has won it after {st[at.S_HAND] + 1:,} hands; "
            "seat other bots, or let the blinds of tournament.levels rise further"
        )
    action, amount = int(st[at.S_ERROR_ACTION]), int(st[at.S_ERROR_AMOUNT])
    fault = fault_text(obs, action, amount, int(st[at.S_ERROR]))
    return _fault_of_bot(f"{fault}; {situation_text(obs)}", obs, st, recipe)


def _fault_of_bot(fault: str, obs: Ints, st: Ints, recipe: Recipe) -> str:
    player = recipe.players[int(st[at.S_BOT + obs[at.O_SEAT]])]
    remedy = f"; 'railbird bots test {player.bot}' shows the line" if is_own(player.bot) else ""
    return f"bot {player.player} at table {st[at.S_TABLE]}, {place_text(obs)}: {fault}{remedy}"
