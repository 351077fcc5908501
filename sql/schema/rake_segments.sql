-- Where a pot falls in its schedule, and what goes back to players: scalar macros beside rake.sql.

-- The segment of the schedule that sets a hand's rake: 'gated' (no street or raise that takes rake),
-- 'below minimum' (nothing falls due yet), 'rounded to 0', 'free' (a rate of 0), 'base', 'percent',
-- 'step k', 'steps' (a schedule with more than twelve of them below its cap), 'threshold k', 'tier k',
-- 'flat', 'at cap', 'at ceiling'.
create or replace macro rake_segment(
    r, pot, dealt, seated, flop_players, last_street, raises_preflop
) as
case
    when r is null then 'unknown'
    when not rake_is_due(r, greatest(pot, r.min_pot), last_street, raises_preflop) then 'gated'
    when pot < r.min_pot then 'below minimum'
    else rake_part(r, pot, rake_players(r, dealt, seated, flop_players))
end;

create or replace macro rake_part(r, pot, n) as
case
    when r.kind = 'percent' and r.base = 0 and coalesce(r.rates[n + 1], r.bps) = 0 then 'free'
    when rake_taken(r, pot, n) = 0 and not (r.ceiling_bps = 0 or r.caps[n + 1] = 0)
        then if(rake_numerator(r, pot, n) > 0 and r.kind in ('percent', 'tiers'), 'rounded to 0', 'below minimum')
    when
        r.ceiling_bps >= 0
        and rake_asked(r, pot, n) > pot * r.ceiling_bps // 10000
        and (r.caps[n + 1] < 0 or pot * r.ceiling_bps // 10000 < r.caps[n + 1])
        then 'at ceiling'
    when r.caps[n + 1] >= 0 and rake_asked(r, pot, n) >= r.caps[n + 1] then 'at cap'
    when rake_asked(r, pot, n) <= r.base and r.base > 0 then 'base'
    when r.kind = 'step'
        then
            if(
                r.caps[n + 1] between 0 and 12 * r.amounts[n + 1],
                'step ' || (pot // nullif(r.steps[n + 1], 0))::varchar,
                'steps'
            )
    when r.kind in ('thresholds', 'tiers')
        then
            if(r.kind = 'tiers', 'tier ', 'threshold ')
            || len(
                list_filter(
                    r.thresholds,
                    lambda s: pot >= s.pot and n >= s.from_players and n <= s.to_players
                )
            )::varchar
    else r.kind
end;

-- Sort key: from hands that pay nothing to those at the cap.
create or replace macro segment_order(segment) as
case
    when segment = 'gated' then 0
    when segment in ('below minimum', 'rounded to 0', 'free') then 1
    when segment = 'base' then 2
    when contains(segment, ' ') and not starts_with(segment, 'at ')
        then 10 + coalesce(try_cast(split_part(segment, ' ', 2) as bigint), 0)
    when starts_with(segment, 'at ') then 10000 + (segment = 'at ceiling')::int
    when segment = 'unknown' then 20000
    else 3
end;

-- Rake that counts for a player's rewards: his own and what an operator gives him by source, in the
-- weights of the policy, times the multiplier of his profile. No operator publishes these formulas.
create or replace macro counted_rake(r, attributed, by_source, profile) as
(
    (attributed * r.rakeback.own_permille + by_source * r.rakeback.source_permille) // 1000
    * coalesce(
        list_filter(r.rakeback.multipliers, lambda m: m.profile = profile)[1].permille, 1000
    )
    // 1000
)::bigint;

-- rakeback_of_period(r, counted): what goes back on a period's counted rake, rounded down: each tier's rate
-- on the part of the volume that lies in it; without tiers the flat rate.
create or replace macro rakeback_of_period(r, counted) as
(
    case
        when r.rakeback is null then 0
        when len(r.rakeback.tiers) = 0 then counted * r.rakeback.bps
        else
            list_sum(
                list_transform(
                    r.rakeback.tiers,
                    lambda tier: tier.bps * greatest(0, counted - tier.volume)
                )
            )
    end // 10000
)::bigint;

-- rakeback_due(r, counted): what goes back on the counted rake of one hand. Tiers by volume have no answer
-- for a single hand: an error.
create or replace macro rakeback_due(r, counted) as
case
    when r.rakeback is not null and len(r.rakeback.tiers) > 0
        then error('rake policy ' || r.name || ': rakeback by volume is solved per period (rakeback_of_period)')
    else rakeback_of_period(r, counted)
end;

-- Fees on what never was in a pot: of a settled equity (cash-out), of a tournament's buy-in; floored.
create or replace macro cash_out_fee(r, equity) as
coalesce(equity * r.fees.cash_out_bps // 10000, 0)::bigint;

create or replace macro tournament_fee(r, buy_in) as
coalesce(buy_in * r.fees.tournament_bps // 10000, 0)::bigint;
