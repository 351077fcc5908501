-- one row per hand whose rake is not what the run's policy says
-- Integer arithmetic throughout. Runs whose recipe states no policy (ingested ones) are left out.
with
policies as (
    select
        run,
        rake_bps as bps,
        rake_rounding as rounding,
        rake_unit as unit,
        rake_caps as caps,
        no_flop_no_drop
    from runs
    where rake_bps is not null
),

-- pot * bps / 10000 in steps of the unit, as quotient and remainder
divided as (
    select
        h.run,
        h.hand_id,
        h.rake,
        h.pot,
        h.dealt,
        h.last_street,
        p.rounding,
        p.unit,
        p.no_flop_no_drop and h.last_street = 0 as gated,
        p.caps[h.dealt + 1] as cap,
        10000 * p.unit as divisor,
        (h.pot * p.bps) // (10000 * p.unit) as quotient,
        (h.pot * p.bps) % (10000 * p.unit) as remainder
    from hands as h
    inner join policies as p on h.run = p.run
),

rounded as (
    select
        *,
        unit * (
            quotient
            + case rounding
                when 'floor' then 0
                when 'ceiling' then (remainder > 0)::int
                when 'half_up' then (2 * remainder >= divisor)::int
                when 'half_even'
                    then (2 * remainder > divisor or (2 * remainder = divisor and quotient % 2 = 1))::int
            end
        ) as uncapped
    from divided
),

expected as (
    select
        *,
        case
            when gated then 0
            when cap >= 0 then least(uncapped, cap, pot)
            else least(uncapped, pot)
        end as due
    from rounded
)

select
    run,
    hand_id,
    format(
        'rake {} of pot {}, {} dealt, last street {}; the policy says {}', rake, pot, dealt, last_street, due
    ) as problem
from expected
where rake is distinct from due
