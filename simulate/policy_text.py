"""Policies in words: the built-in ones as a list, and one as TOML with its schedules in a table."""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING

from railbird.money import format_amount
from railbird.simulate.codes import MAX_SEATS
from railbird.simulate.named import place_of
from railbird.simulate.policy import find_policy, policy_names
from railbird.simulate.policy_build import STREETS, build
from railbird.simulate.policy_file import (
    Policy,
    Schedule,
    schedules_of,
    starts_at,
    terms_of,
)
from railbird.simulate.policy_read import Scale

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from railbird.simulate.rake_terms import Jackpot, Rake

WIDTH = 80
MONEY_EXP = -2


def listed() -> list[tuple[str, str]]:
    """Name and title of each built-in policy, with the year its page was read."""
    found = []
    for name in policy_names():
        policy = find_policy(name)
        notes = [policy.as_of, "second-hand" if policy.second_hand else ""]
        dated = ", ".join(note for note in notes if note)
        found.append((name, f"{policy.title} ({dated})" if dated else policy.title))
    return found


def resolved(policy: Policy) -> list[tuple[Schedule, Rake, int]]:
    """Each schedule in numbers, for the first stake of its row; and that stake's big blind."""
    found = []
    for index, schedule in enumerate(schedules_of(policy)):
        stake = starts_at(schedule, schedule.betting[0]) or Decimal(2)
        big_blind = max(1, int(stake.scaleb(-MONEY_EXP)))
        rake = build(policy.name, *terms_of(policy, index), Scale(MONEY_EXP, big_blind))
        found.append((schedule, rake, big_blind))
    return found


def as_toml(name: str) -> str:
    """A policy's file as it stands, and below it its schedules as a table in comments."""
    policy = find_policy(name)
    text = place_of(name, "policies").read_text(encoding="utf-8").rstrip()
    table = "\n".join(f"# {line}".rstrip() for line in table_lines(policy))
    return f"{text}\n\n{table}\n"


def table_lines(policy: Policy) -> list[str]:
    """The schedules of a policy, one row each, and lines of what else they say."""
    rows = [("tables", "stakes", "takes", "at most")]
    notes: list[str] = []
    for schedule, rake, big_blind in resolved(policy):
        stakes = schedule.from_stakes or "any"
        if schedule.to_stakes is not None:
            stakes = f"{stakes} to {schedule.to_stakes}"
        rows.append((_tables(schedule), stakes, mechanism(rake), caps_text(rake)))
        notes += [note for note in _notes(rake, big_blind) if note not in notes]
    if policy.as_of.isdecimal():
        notes.append(f"as of {policy.as_of}: a year alone, as the source bears no day")
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    lines = [
        "  ".join(f"{cell:<{width}}" for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in rows
    ]
    return lines + ([""] if notes else []) + notes


def mechanism(rake: Rake) -> str:
    """How much falls due, in a few words."""
    if rake.kind == "step":
        text = _by_players(
            f"{_money(a)} per {_money(p)}" for a, p in zip(rake.amounts, rake.steps, strict=True)
        )
    elif rake.kind == "flat":
        text = _by_players(f"{_money(amount)} a hand" for amount in rake.amounts)
    elif rake.kind == "thresholds":
        text = f"{len(rake.thresholds)} thresholds"
    elif rake.kind == "tiers":
        text = " then ".join(_tier_texts(rake))
    else:
        text = _by_players(_percent(bps) for bps in rake.rates or (rake.bps,) * (MAX_SEATS + 1))
    return f"{text}, base {_money(rake.base)}" if rake.base else text


def caps_text(rake: Rake) -> str:
    """The caps by players: '1.00 / 2.00 (3) / 3.00 (5)', a band's first number in brackets."""
    return _by_players("none" if cap < 0 else _money(cap) for cap in rake.caps)


def _tables(schedule: Schedule) -> str:
    words = ["/".join(schedule.betting) if len(schedule.betting) < 3 else "all"]
    if len(schedule.games) < 4:
        words.append("/".join(schedule.games))
    low, high = schedule.seats
    if (low, high) != (2, MAX_SEATS):
        words.append(f"{low} seats" if low == high else f"{low}-{high} seats")
    return " ".join(words)


def _by_players(texts: Iterable[str]) -> str:
    """Texts for 0 to 10 players as bands, from two players on."""
    of_two_on = list(texts)[2:]
    bands = [(2, of_two_on[0])]
    for n, text in enumerate(of_two_on, start=2):
        if text != bands[-1][1]:
            bands.append((n, text))
    return " / ".join(text if n == 2 else f"{text} ({n})" for n, text in bands)


def _tier_texts(rake: Rake) -> list[str]:
    """The tiers for two players; rates are kept as changes."""
    rate, texts = 0, []
    for step in rake.thresholds:
        if step.from_players <= 2 <= step.to_players:
            rate += step.amount
            texts.append(f"{_percent(rate)} from {_money(step.pot)}")
    return texts


def _notes(rake: Rake, big_blind: int) -> list[str]:
    """What a row has no column for: gates, rounding, allotment, jackpot, charges."""
    street = next(name for name, number in STREETS.items() if number == rake.from_street)
    gate = f"none before the {street}" if rake.no_flop_no_drop else "also without a flop"
    if rake.raises_gate >= 0:
        gate += f", but with {rake.raises_gate} raises before it"
    if rake.min_pot:
        gate += f"; none of pots below {_money(rake.min_pot)}"
    notes = [
        f"rake: {gate}",
        f"players counted: {rake.players}; in brackets from so many on",
        f"side pots: {rake.allocation}",
    ]
    if rake.kind in ("percent", "tiers"):
        notes.append(f"rounding: {rake.rounding} to {_money(rake.unit)}")
    if rake.kind == "thresholds":
        notes += [
            f"threshold: {_money(s.amount)} from a pot of {_money(s.pot)}, "
            f"{s.from_players}-{s.to_players} players"
            for s in rake.thresholds
        ]
    if rake.ceiling_bps >= 0:
        notes.append(f"ceiling: {_percent(rake.ceiling_bps)} of what was wagered")
    if rake.time_pots:
        notes.append(f"paid by the first {rake.time_pots} pots of {rake.time_period // 60} minutes")
    if rake.jackpot is not None:
        notes += _jackpot_notes(rake.jackpot, big_blind)
    if rake.splash is not None:
        prizes = ", ".join(_money(prize.amount) for prize in rake.splash.prizes)
        notes.append(f"splash: one hand in {rake.splash.every} gets {prizes}")
    return notes + _fee_notes(rake)


def _jackpot_notes(jackpot: Jackpot, big_blind: int) -> list[str]:
    notes = [
        f"jackpot: {_money(s.amount)} from a pot of {_money(s.pot)} (big blind {_money(big_blind)})"
        for s in jackpot.steps
    ]
    if jackpot.bps:
        most = f", at most {_money(jackpot.most)}" if jackpot.most >= 0 else ""
        notes.append(f"jackpot: {_percent(jackpot.bps)} of the pot{most}")
    return notes


def _fee_notes(rake: Rake) -> list[str]:
    fees, back = rake.fees, rake.rakeback
    notes = []
    if fees is not None:
        charges: Sequence[tuple[int, str]] = (
            (fees.dead_drop, "from the button, before the deal"),
            (fees.per_hand, "a hand from each player dealt in"),
            (fees.time, f"from each player for {fees.time_period // 60} minutes"),
            (fees.membership, f"membership for {fees.membership_period // 60} minutes"),
        )
        notes += [f"fee: {_money(amount)} {words}" for amount, words in charges if amount]
    if back is not None:
        notes.append(f"rakeback: {_percent(back.bps)} of rake by {back.method}")
    return notes


def _money(amount: int) -> str:
    return format_amount(amount, MONEY_EXP)


def _percent(bps: int) -> str:
    return f"{Decimal(bps).scaleb(-2).normalize():f} %"
