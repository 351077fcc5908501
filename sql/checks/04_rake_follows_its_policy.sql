-- one row per hand whose rake is not what the run's policy says
-- Schedules with a memory are followed from hand to hand: what is carried is the fraction of the sum
-- so far, and a period's first raked pots pay. Runs whose recipe states no policy (ingested ones) are
-- left out. Of pots that are raked one by one, what each pays is compared instead.
-- whole runs
with
hands_of_policies as (
    select
        h.run,
        h.hand_id,
        h.table_id,
        h.hand_no,
        h.rake as taken,
        h.pot - h.added_by_site as pot,
        h.last_street,
        h.raises_preflop,
        h.dealt,
        h.seated,
        h.flop_players,
        h.started_at,
        p.rake as r,
        rake_state(p.rake) is not null as has_memory,
        p.rake.rounding = 'carry' as is_carried
    from hands as h
    inner join runs as p on h.run = p.run
    where p.rake is not null and p.rake.allocation <> 'independent'
),

single as (
    select
        *,
        rake_due(r, pot, dealt, seated, flop_players, last_street, raises_preflop) as due
    from hands_of_policies
    where not has_memory
),

open_hands as (
    select
        *,
        rake_players(r, dealt, seated, flop_players) as n,
        hand_second(started_at) // nullif(r.time_period, 0) as period
    from hands_of_policies
    where has_memory and rake_is_due(r, pot, last_street, raises_preflop)
),

asked as (
    select
        *,
        -- in ten-thousandths of a unit, over all hands of the table so far
        sum(if(is_carried, rake_numerator(r, pot, n), 0)) over so_far as sum_numerator,
        if(is_carried, rake_numerator(r, pot, n), 0) as numerator,
        count_if(rake_taken(r, pot, n) > 0) over (
            partition by run, table_id, period order by hand_no
        ) as raked_in_period
    from open_hands
    window so_far as (partition by run, table_id order by hand_no)
),

remembered as (
    select
        run,
        hand_id,
        case
            when r.time_pots > 0 and raked_in_period > r.time_pots then 0
            when is_carried
                then rake_limited(
                    r,
                    pot,
                    n,
                    r.unit * (
                        sum_numerator // (10000 * r.unit)
                        - (sum_numerator - numerator) // (10000 * r.unit)
                    )::bigint
                )
            else rake_taken(r, pot, n)
        end as due
    from asked
),

expected as (
    select
        s.run,
        s.hand_id,
        s.taken,
        s.pot,
        s.dealt,
        s.last_street,
        s.due
    from single as s
    union all
    select
        h.run,
        h.hand_id,
        h.taken,
        h.pot,
        h.dealt,
        h.last_street,
        coalesce(m.due, 0) as due
    from hands_of_policies as h
    left join remembered as m on h.run = m.run and h.hand_id = m.hand_id
    where h.has_memory
)

select
    run,
    hand_id,
    format(
        'rake {} of pot {}, {} dealt, last street {}; the policy says {}', taken, pot, dealt, last_street, due
    ) as problem
from expected
where taken is distinct from due
