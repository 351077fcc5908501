-- Rake by policy, as scalar macros: exact in integers, to the cent what the engine takes. Need
-- nothing but DuckDB. `r` is a schedule in numbers (docs/rake.md), a STRUCT that
-- `rake_from_json(runs.recipe -> 'rake')` makes, or the view `runs` has as `rake`.
-- Amounts are in smallest units, rates in basis points, lists by players from 0 to 10.

-- The STRUCT of a schedule from its JSON; what an older recipe does not say gets its default.
create or replace macro rake_from_json(rake) as
json_transform(
    json_merge_patch(
        '{
            "name": "none", "bps": 0, "rounding": "half_even", "unit": 1, "no_flop_no_drop": true,
            "caps": [-1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1], "kind": "percent", "rates": [],
            "steps": [], "amounts": [], "thresholds": [], "base": 0, "percent_from": 0,
            "from_street": 1, "raises_gate": -1, "min_pot": 0, "players": "dealt",
            "allocation": "cumulative", "ceiling_bps": -1, "time_pots": 0, "time_period": 0
        }'::json,
        rake
    ),
    '{
        "name": "VARCHAR", "bps": "BIGINT", "rounding": "VARCHAR", "unit": "BIGINT",
        "no_flop_no_drop": "BOOLEAN", "caps": ["BIGINT"], "kind": "VARCHAR", "rates": ["BIGINT"],
        "steps": ["BIGINT"], "amounts": ["BIGINT"],
        "thresholds": [{
            "from_players": "BIGINT", "to_players": "BIGINT", "pot": "BIGINT", "amount": "BIGINT"
        }],
        "base": "BIGINT", "percent_from": "BIGINT", "from_street": "BIGINT",
        "raises_gate": "BIGINT", "min_pot": "BIGINT", "players": "VARCHAR",
        "allocation": "VARCHAR", "ceiling_bps": "BIGINT", "time_pots": "BIGINT",
        "time_period": "BIGINT",
        "jackpot": {
            "bps": "BIGINT", "most": "BIGINT",
            "steps": [{
                "from_players": "BIGINT", "to_players": "BIGINT", "pot": "BIGINT",
                "amount": "BIGINT"
            }],
            "from_street": "BIGINT", "raises_gate": "BIGINT", "min_pot": "BIGINT"
        },
        "splash": {"every": "BIGINT", "prizes": [{"amount": "BIGINT", "weight": "BIGINT"}]},
        "fees": {
            "dead_drop": "BIGINT", "per_hand": "BIGINT", "time": "BIGINT",
            "time_period": "BIGINT", "membership": "BIGINT", "membership_period": "BIGINT",
            "cash_out_bps": "BIGINT", "tournament_bps": "BIGINT"
        },
        "rakeback": {
            "method": "VARCHAR", "bps": "BIGINT",
            "tiers": [{"volume": "BIGINT", "bps": "BIGINT"}],
            "period": "BIGINT", "multipliers": [{"profile": "VARCHAR", "permille": "BIGINT"}],
            "own_permille": "BIGINT", "source_permille": "BIGINT", "tip": "BIGINT"
        }
    }'
);

-- Who is counted for bands and caps; who saw the flop where one was seen, else who was dealt in.
-- `seated` is hands.seated.
create or replace macro rake_players(r, dealt, seated, flop_players) as
case r.players
    when 'seated' then seated
    when 'flop_players' then if(flop_players > 0, flop_players, dealt)
    else dealt
end;

-- The cap of a hand, -1 where there is none; NULL without a schedule.
create or replace macro rake_cap(r, dealt, seated, flop_players) as
r.caps[rake_players(r, dealt, seated, flop_players) + 1];

-- Whether the cap decided a hand's rake.
create or replace macro is_at_cap(rake, cap) as cap >= 0 and rake > 0 and rake >= cap;

-- num / den, both in whole units, rounded to units as the schedule says; num from 0, den even.
create or replace macro rake_rounded(rounding, num, den) as
(
    num
    + case rounding
        when 'half_even' then den // 2 - 1 + (num // den) % 2
        when 'half_up' then den // 2
        when 'ceiling' then den - 1
        else 0
    end
) // den;

-- Sum of thresholds that a pot has reached.
create or replace macro rake_reached(steps, pot, n) as
coalesce(
    list_sum(
        list_transform(
            steps,
            lambda s: if(pot >= s.pot and n >= s.from_players and n <= s.to_players, s.amount, 0)
        )
    ),
    0
)::bigint;

-- Marginal tiers: 10000 times the rake, each step being the change of the rate from a pot of its size on.
create or replace macro rake_tiers(steps, pot, n) as
coalesce(
    list_sum(
        list_transform(
            steps,
            lambda s: if(
                pot > s.pot and n >= s.from_players and n <= s.to_players,
                (pot - s.pot) * s.amount,
                0
            )
        )
    ),
    0
)::bigint;

-- 10000 times what a percentage or tiers ask of a pot with n players.
create or replace macro rake_numerator(r, pot, n) as
case
    when r.kind = 'tiers' then rake_tiers(r.thresholds, pot, n)
    when pot >= r.percent_from then pot * coalesce(r.rates[n + 1], r.bps)
    else 0
end;

-- What the mechanism asks for, before base, cap and gates; n players.
create or replace macro rake_asked(r, pot, n) as
case r.kind
    when 'step' then r.amounts[n + 1] * (pot // nullif(r.steps[n + 1], 0))
    when 'thresholds' then rake_reached(r.thresholds, pot, n)
    when 'flat' then r.amounts[n + 1]
    else r.unit * rake_rounded(r.rounding, rake_numerator(r, pot, n), 10000 * r.unit)
end;

-- Whether rake is due at all: the street reached, raises before the flop, the smallest pot.
create or replace macro rake_is_due(r, pot, last_street, raises_preflop) as
pot >= r.min_pot
and (
    not r.no_flop_no_drop
    or last_street >= r.from_street
    or (r.raises_gate >= 0 and raises_preflop >= r.raises_gate)
);

-- Why hands cannot be raked one by one; NULL where they can.
create or replace macro rake_state(r) as
case
    when r.rounding = 'carry' then 'it carries fractions from hand to hand'
    when r.time_pots > 0 then 'only the first pots of a period pay'
end;

-- What is left of what a mechanism asks: at least the base, at most cap, ceiling and pot.
create or replace macro rake_limited(r, pot, n, asked) as
least(
    greatest(asked, r.base),
    if(r.caps[n + 1] >= 0, r.caps[n + 1], pot),
    if(r.ceiling_bps >= 0, pot * r.ceiling_bps // 10000, pot),
    pot
);

-- The rake of a pot with n players, whatever its gates; see rake_due.
create or replace macro rake_taken(r, pot, n) as rake_limited(r, pot, n, rake_asked(r, pot, n));

-- rake_due(r, pot, dealt, seated, flop_players, last_street, raises_preflop): the rake of a pot, the
-- uncalled bet returned and without what the site added. Of a whole hand that is its rake, except
-- with allocation 'independent', where it is the sum over its pots. A schedule with a memory has
-- no rake of a single hand: an error.
create or replace macro rake_due(r, pot, dealt, seated, flop_players, last_street, raises_preflop) as
case
    when rake_state(r) is not null
        then error('rake policy ' || r.name || ': ' || rake_state(r) || ', so no single hand has a rake')
    when not rake_is_due(r, pot, last_street, raises_preflop) then 0
    else rake_taken(r, pot, rake_players(r, dealt, seated, flop_players))
end::bigint;

-- What the jackpot's percentage and thresholds ask of a pot with n players, up to their maximum.
create or replace macro jackpot_asked(r, pot, n) as
least(
    r.unit * rake_rounded(r.rounding, pot * r.jackpot.bps, 10000 * r.unit)
    + rake_reached(r.jackpot.steps, pot, n),
    if(r.jackpot.most >= 0, r.jackpot.most, pot),
    pot
);

-- jackpot_due(...): the jackpot drop of a hand whose pot this is; never more than the rake leaves.
create or replace macro jackpot_due(r, pot, dealt, seated, flop_players, last_street, raises_preflop) as
case
    when r.jackpot is null then 0
    when
        pot < r.jackpot.min_pot
        or (
            last_street < r.jackpot.from_street
            and (r.jackpot.raises_gate < 0 or raises_preflop < r.jackpot.raises_gate)
        )
        then 0
    else
        jackpot_asked(r, pot, rake_players(r, dealt, seated, flop_players))
end::bigint;

-- Seconds since the simulated clock's first day, when every table opens.
create or replace macro hand_second(started_at) as
epoch_us(started_at) // 1000000 - 1767225600;

-- How many periods of a clock end within so many seconds from a moment; NULL without a period.
create or replace macro periods_between(started, seconds, period) as
(started + seconds) // nullif(period, 0) - started // nullif(period, 0);

-- How many periods (seconds) of the table's clock end while a hand is played; tables open at a full
-- day of the simulated clock, so periods that divide a day are those of the clock on the wall.
create or replace macro periods_ended(started_at, duration, period) as
if(period > 0, periods_between(hand_second(started_at), duration, period), 0);
