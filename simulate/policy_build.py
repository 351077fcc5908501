"""From a policy's terms, which are text, to a `Rake` in numbers; says which key makes no sense."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from railbird.simulate.codes import MAX_SEATS
from railbird.simulate.policy_file import (
    Cap,
    Fault,
    FeesTerms,
    JackpotTerms,
    Kind,
    RakebackTerms,
    SplashTerms,
    Terms,
)
from railbird.simulate.policy_read import Key, Reader, Scale, name_of, players_of
from railbird.simulate.rake_terms import (
    MAX_PRIZES,
    MAX_STEPS,
    Fees,
    Jackpot,
    Multiplier,
    Prize,
    Rake,
    Rakeback,
    Splash,
    Step,
    VolumeTier,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

STREETS = {"flop": 1, "turn": 2, "river": 3}


def build(name: str, terms: Terms, where: Mapping[str, Key], scale: Scale) -> Rake:
    """Turn terms into numbers.

    Args:
        name: of the policy.
        terms: of one schedule, complete.
        where: key of each of the terms in the file.
        scale: what amounts are measured in.

    Raises:
        Fault: a value makes no sense; with its key.
    """
    read = Reader(where, scale)
    kind = _kind(terms, read)
    rates, bps = read.rates(terms)
    steps = amounts = ()  # type: tuple[int, ...]
    thresholds: tuple[Step, ...] = ()
    if kind == "step" and terms.step is not None:
        steps = read.by_players(terms.step.per, "step", read.above_zero)
        amounts = read.by_players(terms.step.take, "step", read.amount)
    elif kind == "flat" and terms.flat is not None:
        amounts = read.by_players(terms.flat, "flat", read.amount)
    elif kind == "thresholds":
        thresholds = read.steps(terms.thresholds or (), where["thresholds"])
    elif kind == "tiers":
        thresholds, bps = read.tiers(terms.tiers or (), where["tiers"])
    ceiling = terms.ceiling_percent
    return Rake(
        name,
        bps,
        rounding=terms.rounding or "half_even",
        unit=read.above_zero("0.01" if terms.unit is None else terms.unit, where["unit"]),
        no_flop_no_drop=terms.no_flop_no_drop is not False,
        caps=_caps(terms, read),
        kind=kind,
        rates=rates,
        steps=steps,
        amounts=amounts,
        thresholds=thresholds,
        base=read.amount(terms.base or "0", where["base"]),
        percent_from=read.amount(terms.percent_from or "0", where["percent_from"]),
        from_street=STREETS[terms.from_street or "flop"],
        raises_gate=_raises(terms.raises_without_flop, where["raises_without_flop"]),
        min_pot=read.amount(terms.min_pot or "0", where["min_pot"]),
        players=terms.players or "dealt",
        allocation=terms.allocation or "cumulative",
        ceiling_bps=-1 if ceiling is None else read.bps(ceiling, where["ceiling_percent"]),
        **_time_pots(terms, read),
        jackpot=_jackpot(terms.jackpot, terms.splash, read),
        splash=_splash(terms.splash, read),
        fees=_fees(terms.fees, read),
        rakeback=_rakeback(terms.rakeback, read),
    )


def _kind(terms: Terms, read: Reader) -> Kind:
    """The mechanism: what the file says, or what its one key of that name means."""
    kinds: dict[Kind, object] = {
        "percent": terms.percent,
        "step": terms.step,
        "thresholds": terms.thresholds,
        "tiers": terms.tiers,
        "flat": terms.flat,
    }
    said = [kind for kind, value in kinds.items() if value is not None]
    if len(said) > 1:
        raise Fault(
            read.where[said[1]], f"{said[0]} and {said[1]}: a schedule has one of them; leave one"
        )
    kind = terms.kind or (said[0] if said else "percent")
    if said and said[0] != kind:
        raise Fault(read.where["kind"], f"kind = {kind!r}, but there is a key {said[0]!r}")
    if not said and kind != "percent":
        raise Fault(read.where["kind"], f"kind = {kind!r} needs the key {kind!r}; add it")
    return kind


def _caps(terms: Terms, read: Reader) -> tuple[int, ...]:
    """The least of the caps that the terms name, by players; -1 is none."""
    found = []
    if terms.caps:
        caps = terms.caps
        if not isinstance(caps, dict):
            caps = _of_list(caps, read.where["caps"])
        found.append(read.by_players(caps, "caps", lambda t, k: _cap(read, t, k)))
    if terms.cap_bb is not None:
        found.append(read.by_players(terms.cap_bb, "cap_bb", lambda t, k: read.amount(f"{t}bb", k)))
    if terms.cap_per_player is not None:
        each = read.amount(terms.cap_per_player, read.where["cap_per_player"])
        found.append(tuple(each * n for n in range(MAX_SEATS + 1)))
    if terms.cap_most is not None:
        found.append((read.amount(terms.cap_most, read.where["cap_most"]),) * (MAX_SEATS + 1))
    return tuple(
        min((caps[n] for caps in found if n >= 2 and caps[n] >= 0), default=-1)
        for n in range(MAX_SEATS + 1)
    )


def _of_list(caps: tuple[Cap, ...], key: Key) -> dict[str, str]:
    bands = {str(band.from_players): band.cap for band in caps}
    if len(bands) < len(caps):
        raise Fault(key, "caps.from_players: bands overlap; write each once, in rising order")
    return bands


def _cap(read: Reader, text: str, key: Key) -> int:
    return -1 if text == "none" else read.amount(text, key)


def _raises(raises: int | None, key: Key) -> int:
    if raises is None:
        return -1
    if raises < 1:
        raise Fault(key, f"raises_without_flop = {raises}: at least 1 raise before the flop")
    return raises


def _time_pots(terms: Terms, read: Reader) -> dict[str, int]:
    if terms.time_pots is None:
        return {}
    minutes = 30 if terms.time_minutes is None else terms.time_minutes
    for name, value in (("time_pots", terms.time_pots), ("time_minutes", minutes)):
        if value < 1:
            raise Fault(read.where[name], f"{name} = {value}: at least 1 is needed")
    return {"time_pots": terms.time_pots, "time_period": 60 * minutes}


def _jackpot(
    jackpot: JackpotTerms | None, splash: SplashTerms | None, read: Reader
) -> Jackpot | None:
    """The jackpot drop with the splash's reserve, which is dropped in the same way."""
    reserve = splash.reserve if splash is not None else ()
    if jackpot is None and not reserve:
        return None
    terms = jackpot or JackpotTerms()
    key = read.where["jackpot"] if jackpot is not None else read.where["splash"]
    rows = sorted((*terms.thresholds, *reserve), key=lambda row: read.amount(row.pot, key))
    steps = tuple(
        Step(*players_of(row.players, key), read.amount(row.pot, key), read.amount(row.take, key))
        for row in rows
    )
    if len(steps) > MAX_STEPS:
        raise Fault(key, f"{name_of(key)}: at most {MAX_STEPS} thresholds are possible")
    return Jackpot(
        read.bps(terms.percent, (*key, "percent")),
        -1 if terms.most is None else read.amount(terms.most, (*key, "most")),
        steps,
        1 if terms.no_flop_no_drop else 0,
        _raises(terms.raises_without_flop, (*key, "raises_without_flop")),
        read.amount(terms.min_pot, (*key, "min_pot")),
    )


def _splash(splash: SplashTerms | None, read: Reader) -> Splash | None:
    if splash is None or (splash.every == 0 and not splash.prizes):
        return None
    key = read.where["splash"]
    if splash.every < 1:
        raise Fault((*key, "every"), f"splash.every = {splash.every}: one hand in 1 or more")
    if not 1 <= len(splash.prizes) <= MAX_PRIZES:
        raise Fault((*key, "prizes"), f"splash.prizes: from 1 to {MAX_PRIZES} prizes are possible")
    prizes = []
    for index, prize in enumerate(splash.prizes):
        if prize.weight < 1:
            raise Fault(
                (*key, "prizes", index, "weight"), f"weight = {prize.weight}: at least 1 is needed"
            )
        amount = read.above_zero(prize.amount, (*key, "prizes", index, "amount"))
        prizes.append(Prize(amount, prize.weight))
    return Splash(splash.every, tuple(prizes))


def _fees(fees: FeesTerms | None, read: Reader) -> Fees | None:
    if fees is None:
        return None
    key = read.where["fees"]
    for name in ("time_minutes", "membership_minutes"):
        if getattr(fees, name) < 1:
            raise Fault((*key, name), f"fees.{name} = {getattr(fees, name)}: at least 1 is needed")
    return Fees(
        read.amount(fees.dead_drop, (*key, "dead_drop")),
        read.amount(fees.per_hand, (*key, "per_hand")),
        read.amount(fees.time, (*key, "time")),
        60 * fees.time_minutes,
        read.amount(fees.membership, (*key, "membership")),
        60 * fees.membership_minutes,
        read.bps(fees.cash_out_percent, (*key, "cash_out_percent")),
        read.bps(fees.tournament_percent, (*key, "tournament_percent")),
    )


def _rakeback(terms: RakebackTerms | None, read: Reader) -> Rakeback | None:
    if terms is None:
        return None
    key = read.where["rakeback"]
    rates = [read.bps(tier.percent, (*key, "tiers")) for tier in terms.tiers]
    tiers = tuple(
        VolumeTier(read.amount(tier.volume, (*key, "tiers")), rate - below)
        for tier, rate, below in zip(terms.tiers, rates, [0, *rates], strict=False)
    )
    if any(a.volume >= b.volume for a, b in pairwise(tiers)):
        raise Fault((*key, "tiers"), "rakeback.tiers: volumes do not rise; sort the rows")
    if terms.days < 1:
        raise Fault((*key, "days"), f"rakeback.days = {terms.days}: at least 1 is needed")
    return Rakeback(
        terms.method,
        read.bps(terms.percent, (*key, "percent")),
        tiers,
        86_400 * terms.days,
        tuple(
            Multiplier(profile, read.permille(text, (*key, "multipliers", profile)))
            for profile, text in terms.multipliers.items()
        ),
        read.permille(terms.own_weight, (*key, "own_weight")),
        read.permille(terms.source_weight, (*key, "source_weight")),
        read.amount(terms.tip, (*key, "tip")),
    )
