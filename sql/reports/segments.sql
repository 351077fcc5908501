-- one row per policy, stake and segment of its schedule: how many pots fall there, and what they pay
-- Lowering a cap does nothing where pots never reach it. Percentages are of counts or of sums.
with
policies as (
    select
        run as policy_run,
        rake as schedule
    from runs
),

source as (
    select
        hands.*,
        stake_name(small_blind, big_blind, money_exp) as stake,
        rake_segment(
            schedule, pot - added_by_site, dealt, seated, flop_players, last_street, raises_preflop
        ) as segment
    from hands
    left join policies on hands.run = policies.policy_run
    where hands.tournament_id is null
),

selected as (
    select *
    from source as hands -- noqa: AL05
    where true /* where */
),

sums as (
    select
        /* by */
        rake_policy,
        stake,
        segment,
        /* by */
        currency,
        any_value(money_exp) as unit,
        count(*) as n_hands,
        sum(rake)::bigint as sum_rake,
        sum(pot)::bigint as sum_pot,
        fsum(pot / big_blind) as sum_pot_bb
    from selected
    group by all
)

select
    /* by */
    rake_policy,
    stake,
    segment,
    /* by */
    currency,
    n_hands::bigint as hands,
    percent(n_hands, sum(n_hands) over of_currency) as hands_pct,
    round(sum_pot_bb / n_hands, 2) as avg_pot_bb,
    round(in_units(sum_rake / n_hands, unit), 4) as rake_hand,
    percent(sum_rake, sum_pot) as eff_rake,
    percent(sum_rake, sum(sum_rake) over of_currency) as rake_pct,
    round(in_units(sum_rake, unit), 2) as rake_sum,
    round(in_units(sum_pot, unit), 2) as pot_sum
from sums
window of_currency as (partition by currency)
order by /* order */ rake_policy, stake_order(stake), segment_order(segment), /* order */ currency;
