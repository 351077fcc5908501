"""A schedule's rules in words and units of the currency, for the table `policies` of a what-if."""

from __future__ import annotations

from typing import TYPE_CHECKING

from railbird.simulate.codes import MAX_SEATS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from railbird.simulate.rake_terms import Fees, Jackpot, Rake, Rakeback, Splash, Step

_STREETS = {1: "flop", 2: "turn", 3: "river"}


def describe(rake: Rake, unit: float) -> dict[str, object]:
    """Return the rules of a schedule as text; `unit` turns smallest units into the currency."""
    return {
        "kind": rake.kind,
        "rate": _rate(rake, unit),
        "caps": _by_players([_money(cap, unit) for cap in rake.caps]),
        "rounding": f"{rake.rounding} to {rake.unit * unit:g}",
        "players": rake.players,
        "gate": _gate(rake, unit),
        "side_pots": rake.allocation,
        "jackpot": "none" if rake.jackpot is None else _jackpot(rake.jackpot, unit),
        "splash": "none" if rake.splash is None else _splash(rake.splash, unit),
        "fees": "none" if rake.fees is None else _fees(rake.fees, unit),
        "rakeback": "none" if rake.rakeback is None else _rakeback(rake.rakeback, unit),
    }


def _rate(rake: Rake, unit: float) -> str:
    """Return what falls due, with the base and the pot from which a percentage counts."""
    if rake.kind == "percent":
        rates = rake.rates or (rake.bps,) * (MAX_SEATS + 1)
        words = [_by_players([f"{rate / 100:g} %" for rate in rates])]
    elif rake.kind == "step":
        pairs = zip(rake.amounts, rake.steps, strict=True)
        words = [_by_players([f"{take * unit:g} per {step * unit:g}" for take, step in pairs])]
    elif rake.kind == "flat":
        words = [_by_players([f"{amount * unit:g}" for amount in rake.amounts]) + " flat"]
    elif rake.kind == "thresholds":
        words = [_steps(rake.thresholds, unit)]
    else:
        words = [_tiers(rake.thresholds, unit)]
    if rake.base:
        words.append(f"at least {rake.base * unit:g}")
    if rake.percent_from:
        words.append(f"counted from pots of {rake.percent_from * unit:g}")
    return "; ".join(words)


def _by_players(values: Sequence[str]) -> str:
    """Return values for 0 to 10 players, from 2: '1 (2), 2 (3-4), 3 (5+)'; or one for all."""
    starts = [n for n in range(2, len(values)) if n == 2 or values[n] != values[n - 1]]
    if len(starts) == 1:
        return values[2]
    ends = [start - 1 for start in starts[1:]]
    spans = [
        f"{first}" if first == last else f"{first}-{last}"
        for first, last in zip(starts, ends, strict=False)
    ]
    return ", ".join(
        f"{values[start]} ({span})"
        for start, span in zip(starts, [*spans, f"{starts[-1]}+"], strict=True)
    )


def _money(amount: int, unit: float) -> str:
    return "none" if amount < 0 else f"{amount * unit:g}"


def _steps(steps: Sequence[Step], unit: float) -> str:
    return ", ".join(f"{s.amount * unit:g} from {s.pot * unit:g}{_whom(s)}" for s in steps)


def _tiers(steps: Sequence[Step], unit: float) -> str:
    """Return marginal tiers as rates; steps hold what each adds to the rate below it."""
    words = []
    rates: dict[tuple[int, int], int] = {}
    for s in steps:
        players = (s.from_players, s.to_players)
        rates[players] = rates.get(players, 0) + s.amount
        words.append(f"{rates[players] / 100:g} % above {s.pot * unit:g}{_whom(s)}")
    return ", ".join(words)


def _whom(step: Step) -> str:
    first, last = step.from_players, step.to_players
    if (first, last) == (2, MAX_SEATS):
        return ""
    return f" ({first})" if first == last else f" ({first}-{last})"


def _gate(rake: Rake, unit: float) -> str:
    words = ["no flop, no drop" if rake.no_flop_no_drop else "from the deal"]
    if rake.no_flop_no_drop and rake.from_street > 1:
        words = [f"from the {_STREETS[rake.from_street]} on"]
    if rake.raises_gate >= 0:
        words.append(f"or {rake.raises_gate} raises")
    if rake.min_pot:
        words.append(f"pots from {rake.min_pot * unit:g}")
    if rake.time_pots:
        words.append(f"the first {rake.time_pots} in {_minutes(rake.time_period)}")
    if rake.ceiling_bps >= 0:
        words.append(f"at most {rake.ceiling_bps / 100:g} %")
    return "; ".join(words)


def _jackpot(jackpot: Jackpot, unit: float) -> str:
    words = [f"{jackpot.bps / 100:g} %"] if jackpot.bps else []
    if jackpot.steps:
        words.append(_steps(jackpot.steps, unit))
    if jackpot.most >= 0:
        words.append(f"at most {jackpot.most * unit:g}")
    if jackpot.from_street == 0:
        words.append("from the deal")
    if jackpot.raises_gate >= 0:
        words.append(f"or {jackpot.raises_gate} raises")
    if jackpot.min_pot:
        words.append(f"pots from {jackpot.min_pot * unit:g}")
    return "; ".join(words)


def _splash(splash: Splash, unit: float) -> str:
    prizes = ", ".join(f"{prize.amount * unit:g} (x{prize.weight})" for prize in splash.prizes)
    return f"1 hand in {splash.every}: {prizes}"


def _fees(fees: Fees, unit: float) -> str:
    words = [
        f"{amount * unit:g} {what}"
        for amount, what in (
            (fees.dead_drop, "dead drop"),
            (fees.per_hand, "a hand and player"),
            (fees.time, f"a player in {_minutes(fees.time_period)}"),
            (fees.membership, f"membership in {_minutes(fees.membership_period)}"),
        )
        if amount
    ]
    shares = ((fees.cash_out_bps, "of cash-outs"), (fees.tournament_bps, "of buy-ins"))
    words += [f"{bps / 100:g} % {what}" for bps, what in shares if bps]
    return "; ".join(words) or "none"


def _rakeback(rakeback: Rakeback, unit: float) -> str:
    words = [] if rakeback.tiers else [f"{rakeback.bps / 100:g} % of {rakeback.method}"]
    rate = 0
    for tier in rakeback.tiers:
        rate += tier.bps
        words.append(f"{rate / 100:g} % above {tier.volume * unit:g}")
    if rakeback.tiers:
        words.append(f"of {rakeback.method} in {_minutes(rakeback.period)}")
    words += [f"{m.profile} x{m.permille / 1000:g}" for m in rakeback.multipliers]
    if (rakeback.own_permille, rakeback.source_permille) != (1000, 0):
        own, source = rakeback.own_permille / 1000, rakeback.source_permille / 1000
        words.append(f"own x{own:g} + by source x{source:g}")
    if rakeback.tip:
        words.append(f"tip {rakeback.tip * unit:g}")
    return "; ".join(words)


def _minutes(seconds: int) -> str:
    return f"{seconds // 60:g} min"
