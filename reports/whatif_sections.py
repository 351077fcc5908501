"""Put the sections of a what-if's answer together, level by level.

Every title names its level. Nothing is computed here: sums come from `whatif_sums.py`, tables from
`whatif_tables.py` and `whatif_house.py`, reasons from `whatif_exact.py`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import polars as pl

from railbird.errors import InputError
from railbird.reports import whatif_house as house
from railbird.reports import whatif_tables as tables
from railbird.reports.decomposition import ORDER
from railbird.reports.planning import detect_table
from railbird.reports.strata import UNIT, draws, sampled
from railbird.reports.whatif_answer import Answer, Question, Section
from railbird.reports.whatif_exact import mechanical_reasons
from railbird.reports.whatif_mechanical import paired_in_one_pass
from railbird.reports.whatif_policies import policies_table, rakes_of, stage, table_kinds
from railbird.reports.whatif_sums import (
    FREQUENCIES,
    HAND_COLUMNS,
    PLAYER_COLUMNS,
    Pair,
    paired_hands,
    paired_players,
    pairing,
    segments,
)
from railbird.tomlfile import suggest

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from railbird.lake.manifest import Manifest
    from railbird.reports.connect import Lake
    from railbird.simulate.policy import Policy

    Note = Callable[[str], None]

L1 = "L1 mechanical"
L2 = "L2 behavioural"
# Splits of the table of who pays, where nothing else is asked for.
SPLITS = ("profile", "position", "dealt", "stake")
# Stands for the currency in a title: its name, where there is one only.
IN_CURRENCY = "<currency>"
# What the house's net is made of beside the rake; shown to a person where there is any.
HOUSE_PARTS = ("fees_new", "rakeback_new", "splash_new", "jackpot_old", "jackpot_new")
# Rates of play at L2: title to numerator, denominator, factor.
PLAYER_RATES = {f"{name} %": (f"{name}_done", f"{name}_opp", 100.0) for name in FREQUENCIES}
HAND_RATES = {
    "flops %": ("flops", "hands", 100.0),
    "3-bet pots %": ("reraised", "hands", 100.0),
    "showdowns %": ("showdowns", "hands", 100.0),
    "raked hands %": ("raked", "hands", 100.0),
    "mean pot bb": ("pot_bb", "hands", 1.0),
}


@dataclass(slots=True)
class Builder:
    """An answer in the making."""

    question: Question
    manifests: Sequence[Manifest]
    named: list[Policy]
    policies: list[Policy]
    answer: Answer
    note: Note | None
    lake: Any = None
    kinds: Any = None
    approximate: bool = False
    hands: dict[str, dict[str, pl.DataFrame]] = field(default_factory=dict)

    @property
    def runs(self) -> list[str]:
        """Names of the baselines."""
        return [manifest.run for manifest in self.manifests]

    def say(self, text: str) -> None:
        """Keep a line with the answer, and tell it at once; each once."""
        if text in self.answer.notes:
            return
        self.answer.notes.append(text)
        if self.note is not None:
            self.note(text)

    def open(self, lake: Lake) -> None:
        """Look at the lake, and make the table `policies` of it."""
        self.lake, self.kinds = lake, table_kinds(lake, self.runs)
        if self.kinds.is_empty():
            raise InputError(f"{lake.folder.path}: no cash hand in these runs; name others")
        stage(lake, self.policies, self.kinds, self.manifests)

    def mechanical(self) -> bool:
        """Say why L1 is not exact; return whether it can be answered at all."""
        rakes = {policy.name: rakes_of(policy, self.kinds) for policy in self.policies}
        refused = False
        for reason in mechanical_reasons(self.manifests, rakes):
            if reason.weight == "refused" and self.question.level == "mechanical":
                raise InputError(f"{reason.text}; see --level behavioural")
            refused |= reason.weight == "refused"
            self.approximate |= reason.weight == "approximate"
            words = "L1 is left out" if reason.weight == "refused" else "L1 is approximate"
            self.say(f"{words}: {reason.text}")
        if refused:
            self.answer.main = "revenue_l2"
        return not refused

    def add(
        self,
        name: str,
        title: str,
        frame: pl.DataFrame,
        keys: int,
        reading: tuple[str, ...] = (),
        hidden: tuple[str, ...] = (),
    ) -> None:
        """Add a section, unless its table has no row; one currency goes into the title."""
        if not frame.height:
            return
        currency = "currency"
        if currency in frame.columns[:keys] and frame[currency].n_unique() == 1:
            hidden = (*hidden, currency)
            currency = frame[currency][0]
        title = title.replace(IN_CURRENCY, currency)
        self.answer.sections.append(Section(name, title, frame, keys, reading, hidden))

    def add_policies(self) -> None:
        """Print what is compared, by rules and hash, before any number."""
        frame = policies_table(self.policies, self.kinds, self.manifests)
        rare = ("jackpot", "rakeback", "splash", "fees")
        reading = (
            "tables", "rate", "caps", "rounding", "players", "gate", "side_pots",
            *(name for name in rare if (frame[name] != "none").any()),
        )  # fmt: skip
        self.add("policies", "Policies compared, the stored one first", frame, 2, reading)

    def add_level(self, level: str, pairs: dict[str, list[Pair]], suffix: str) -> None:
        """Add the tables of one level."""
        lake, question, by = self.lake, self.question, list(self.question.by)
        in_hands = [*lake.columns("hands"), *HAND_COLUMNS]
        in_players = [*lake.columns("players"), *PLAYER_COLUMNS]
        for name in by:
            if name not in (*in_hands, *in_players):
                known = list(dict.fromkeys([*in_hands, *in_players]))
                raise InputError(f"--by: no column '{name}'; {suggest(name, known)}")
        hand_by = [name for name in by if name in in_hands] if by else ["stake"]
        split = [*dict.fromkeys([*house.STRATA, *hand_by])]
        hands = (
            paired_in_one_pass(lake, list(pairs), split, question.where, self.runs)
            if level == L1
            else {p: paired_hands(lake, p, pairs[p], split, question.where) for p in pairs}
        )
        drawn = draws(self.manifests)
        hands = {policy: sampled(frame, drawn) for policy, frame in hands.items()}
        if not any(frame.height for frame in hands.values()):
            raise InputError("--where: no hand meets the condition; widen it")
        self.hands[level] = hands
        if any(frame.select(UNIT).n_unique() == 1 for frame in hands.values()):
            self.say("one cluster only, a table: no interval can be given; it needs more tables")
        title = f"{level}{' (approximate)' if self.approximate and level == L1 else ''}"
        self._add_revenue(title, suffix, hands, hand_by)
        players = self._players(pairs, by, in_players)
        rakeback = {
            policy.name: _rakeback(self.manifests, rakes_of(policy, self.kinds))
            for policy in self.named
        }
        kept = house.house_table({name: hands[name] for name in rakeback}, players, rakeback)
        if self.question.needs_players and kept.height:
            moved = [name for name in HOUSE_PARTS if (kept[name].fill_null(1) != 0).any()]
            self.add(
                f"house{suffix}",
                f"{title}: what the house keeps in {IN_CURRENCY} (rake + fees - rakeback - splash)",
                kept, 2, ("rake_old", "rake_new", *moved, "house_net_old", "house_net_new"),
            )  # fmt: skip
        if level == L1 and self.named:
            found = segments(lake, self.runs, [p.name for p in self.named], question.where)
            frame = house.segments_table(found)
            words = "where hands fall in each schedule (gated: over before rake is due)"
            self.add("segments", f"{title}: {words}", frame, 3)
        self._say_what_else_is_paid(level, hands, players)
        self._add_players(title, suffix, players, by, in_players)
        if question.detect is not None:
            rake_by = hand_by if by else []
            net_by = [name for name in by if name in in_players] or ["profile"]
            needed = detect_table(hands, players, question.detect, rake_by, net_by)
            words = f"hands that find a change of {question.detect:g} bb/100 (80 % power, 5 %)"
            self.add(f"detect{suffix}", f"{title}: {words}", needed, 3)
        if level == L2:
            self._add_play(
                title, {policy.name: hands[policy.name] for policy in self.named}, players
            )

    def _add_revenue(
        self, title: str, suffix: str, hands: dict[str, pl.DataFrame], hand_by: list[str]
    ) -> None:
        reading = (
            "rake_hand_old", "rake_hand_new", "rake_hand_delta", "rake_hand_delta_pm", "verdict",
            "eff_old", "eff_new", "raked_old", "raked_new", "cap_old", "cap_new",
        )  # fmt: skip
        frame = tables.revenue_table(hands)
        several = len(hands) > 1
        together = f"; 95 % intervals hold for all {len(hands)} together" if several else ""
        words = f"rake a hand ({IN_CURRENCY}) and of pots (eff, %)"
        if frame["currency"].n_unique() == 1:
            words += f", {frame['hands'][0]:,} hands at {frame['tables'][0]:,} tables"
        self.add(
            f"revenue{suffix}", f"{title}: {words}{together}",
            frame.select("policy", pl.exclude("policy")), 2, reading,
        )  # fmt: skip
        if hand_by and (self.question.by or _varied(hands, hand_by)):
            frame = tables.revenue_table(hands, hand_by)
            words = ", ".join(hand_by)
            keys = frame.columns.index("policy") + 1
            self.add(
                f"groups{suffix}", f"{title}: rake a hand ({IN_CURRENCY}) by {words}", frame, keys,
                reading,
            )  # fmt: skip

    def _players(
        self, pairs: dict[str, list[Pair]], by: list[str], in_players: list[str]
    ) -> dict[str, pl.DataFrame]:
        """Return sums over players of the policies that were named; a sweep has none."""
        if not self.question.needs_players:
            return {}
        lacking = [run for run in self.runs if not {"players", "pots"} <= self.lake.kept[run]]
        if lacking:
            self.say(f"run {lacking[0]} kept no players or no pots: who pays is left out")
            return {}
        wanted = [name for name in by if name in in_players] if by else list(SPLITS)
        columns = [*dict.fromkeys([*wanted, "player", "profile", "currency", "money_exp"])]
        drawn, where = draws(self.manifests), self.question.where
        return {
            p.name: sampled(paired_players(self.lake, p.name, pairs[p.name], columns, where), drawn)
            for p in self.named
        }

    def _add_players(
        self,
        title: str,
        suffix: str,
        players: dict[str, pl.DataFrame],
        by: list[str],
        in_players: list[str],
    ) -> None:
        if not players:
            return
        wanted = tuple(name for name in by if name in in_players)
        splits: list[tuple[str, ...]] = [(), wanted]
        if not wanted:
            splits[1:] = [(name,) for name in SPLITS if _varied(players, [name])]
        frame = tables.players_table(players, splits, self.question.attributions)
        reading = (
            "rake_bb100_old", "rake_bb100_new", "net_bb100_delta", "net_bb100_delta_pm",
            "verdict", "net_bb100_new", "net_bb100_new_pm",
        )  # fmt: skip
        words, hidden = "who pays, bb/100 per seat", []
        if len(self.question.attributions) == 1:
            words += f" (rake {self.question.attributions[0]})"
            hidden.append("attribution")
        if len(splits) <= 2:
            hidden.append("split")
        self.add(f"players{suffix}", f"{title}: {words}", frame, 4, reading, tuple(hidden))
        frame = tables.winners_table(players, ["profile"])
        self.add(f"winners{suffix}", f"{title}: players with a net above 0, %", frame, 2)

    def _say_what_else_is_paid(
        self, level: str, hands: dict[str, pl.DataFrame], players: dict[str, pl.DataFrame]
    ) -> None:
        """Say what leaves the players' net beside the rake: it is in no column of theirs."""
        for policy, frame in players.items():
            seats = int(hands[policy]["seats_new"].sum())
            drop = (hands[policy]["jackpot_new"] / hands[policy]["blind"]).sum()
            fees = (frame["fees_new"] / frame["blind"]).sum()
            for name, total in (("jackpot drop", drop), ("fees", fees)):
                paid = 100 * total / seats if seats else 0.0
                if round(paid, 2):
                    self.say(
                        f"{level}, policy {policy}: the players' net is after {paid:.2f} bb/100 of "
                        f"{name}, which is no rake"
                    )

    def add_pairing(self, two: dict[str, list[Pair]]) -> None:
        """Show that the runs of L2 are the same hands."""
        frame = pairing(self.lake, [pair for pairs in two.values() for pair in pairs])
        self.add("pairing", f"{L2}: pairing, hands and players that agree", frame, 2)

    def _add_play(
        self, title: str, hands: dict[str, pl.DataFrame], players: dict[str, pl.DataFrame]
    ) -> None:
        frames = []
        for policy, frame in hands.items():
            if players:
                frames.append(tables.rates_table({policy: players[policy]}, PLAYER_RATES))
            frames.append(tables.rates_table({policy: frame}, HAND_RATES))
        self.add("play_l2", f"{title}: what changed in play", pl.concat(frames), 2)

    def _named(self, level: str) -> dict[str, pl.DataFrame] | None:
        """Return the sums of a level, without those of a sweep."""
        hands = self.hands.get(level)
        return None if hands is None else {policy.name: hands[policy.name] for policy in self.named}

    def add_parts(self) -> None:
        """Add the decomposition and the scenarios."""
        one, two = self._named(L1), self._named(L2)
        if one:
            level = "L1 and L2" if two is not None else L1
            self.add(
                "parts",
                f"{level}: parts of the change of revenue in {IN_CURRENCY} ({ORDER}; they add up)",
                house.decomposition_table(one, two), 2,
            )  # fmt: skip
            self.add("steps", f"{level}: what is behind the parts", house.steps_table(one, two), 3)
        last = self.hands.get(L2, self.hands.get(L1))
        if self.question.elasticity is not None and last is not None:
            frame = house.elasticity_table(last, *self.question.elasticity)
            title = "L3 scenario, not a forecast: volume answers the price (an assumption)"
            self.add("scenarios", title, frame, 2)


def _rakeback(
    manifests: Sequence[Manifest], rakes: Sequence[Any]
) -> tuple[float | None, float | None]:
    """Return the share of the rake given back, old and new; None where it is not one share."""
    old = [_share_back(manifest.recipe.get("rake", {}).get("rakeback")) for manifest in manifests]
    new = [
        _share_back(None if rake.rakeback is None else {
            name: getattr(rake.rakeback, name)
            for name in ("bps", "tiers", "multipliers", "own_permille", "source_permille")
        })
        for rake in rakes
    ]  # fmt: skip
    return old[0] if len(set(old)) == 1 else None, new[0] if len(set(new)) == 1 else None


def _share_back(rakeback: dict[str, Any] | None) -> float | None:
    if rakeback is None:
        return 0.0
    if any(rakeback.get(name) for name in ("tiers", "multipliers", "source_permille")):
        return None
    return float(rakeback.get("bps", 0) * rakeback.get("own_permille", 1000)) / 10_000_000


def _varied(frames: dict[str, pl.DataFrame], names: Sequence[str]) -> bool:
    """Return whether a split has more than one group."""
    if not names:
        return False
    return any(frame.select(names).n_unique() > 1 for frame in frames.values())


def sources(manifests: Sequence[Manifest], two: dict[str, list[Pair]] | None) -> Section:
    """Return where the hands come from: what makes the same answer again."""
    again = {
        manifest.run: ", ".join(
            pair.run or "" for pairs in (two or {}).values() for pair in pairs
            if pair.baseline == manifest.run
        )
        for manifest in manifests
    }  # fmt: skip
    frame = pl.DataFrame(
        [
            {
                "run": m.run,
                "hands": m.hands,
                "seed": m.recipe.get("seed"),
                "stored_policy": m.recipe.get("rake", {}).get("name"),
                "recipe_hash": m.recipe_hash[:12],
                "engine_hash": m.engine_hash[:12],
                "railbird": m.versions.get("railbird"),
                "schema": m.schema_version,
                "registry": m.registry_version,
                "counterfactuals": again[m.run] or None,
            }
            for m in manifests
        ],
        infer_schema_length=None,
    )
    return Section(
        "sources", "Runs, seeds and versions: what makes the same answer again", frame, 1
    )
