-- one row per run and player: the rake attributed to him, and what goes back to him
-- Solved per period of the simulated clock, as the run's policy says; runs without rakeback are left out.
with
policies as (
    select
        run as policy_run,
        rake as schedule
    from runs
    where rake.rakeback is not null
),

lasted as (
    select
        run as hand_run,
        hand_id as hand_hand_id,
        started_at,
        money_exp
    from hands
),

source as (
    select players.*
    from players
    inner join policies on players.run = policies.policy_run
),

selected as (
    select *
    from source as players -- noqa: AL05
    where true /* where */
),

periods as (
    select
        s.run,
        s.player,
        any_value(s.profile) as profile,
        any_value(p.schedule) as schedule,
        any_value(t.money_exp) as unit,
        hand_second(t.started_at) // p.schedule.rakeback.period as period,
        sum(
            case p.schedule.rakeback.method
                when 'dealt' then s.rake_dealt
                when 'contributed' then s.rake_contributed
                when 'winner' then s.rake_winner
                else s.rake_weighted
            end
        )::bigint as attributed
    from selected as s
    inner join policies as p on s.run = p.policy_run
    inner join lasted as t on s.run = t.hand_run and s.hand_id = t.hand_hand_id
    group by s.run, s.player, hand_second(t.started_at) // p.schedule.rakeback.period
),

counted as (
    select
        *,
        counted_rake(schedule, attributed, 0, profile) as counts
    from periods
)

select
    run,
    player,
    any_value(profile) as profile,
    count(*) as periods,
    round(in_units(sum(attributed), any_value(unit)), 2) as rake,
    round(in_units(sum(counts), any_value(unit)), 2) as counted,
    round(in_units(sum(rakeback_of_period(schedule, counts)), any_value(unit)), 2) as rakeback,
    percent(sum(rakeback_of_period(schedule, counts)), sum(attributed)) as rakeback_pct
from counted
group by run, player
order by run, player;
