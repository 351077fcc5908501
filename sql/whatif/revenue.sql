-- one row per cluster and group: sums over the hands, and what each of some policies takes from them
-- Level L1, for schedules that rake a hand as a whole. `policies` has them, $policy_0 ... name them, $kind is
-- the kind of table. `chosen_hands` are the hands.
-- Ten million hands, one kind of table, CPU seconds: pricing the situations and joining them back 1.3
-- whatever the schedule; the macro on every hand 0.7 for a percentage, 4.3 for thresholds, and as
-- much again for each further policy; grouping by cluster and situation first 1.8.
with
selected as not materialized (
    select
        *,
        pot - added_by_site as base
    from chosen_hands
    where same_kind(chosen_hands, $kind)
),

chosen as (
    select
        policy,
        rake as schedule
    from policies
    where policy in (/* policy */ $policy_0 /* policy */) and same_kind(policies, $kind)
),

situations as (
    select distinct
        base,
        dealt,
        seated,
        flop_players,
        last_street,
        raises_preflop
    from selected
),

priced as (
    select
        s.*,
        c.policy,
        rake_due(
            c.schedule, base, dealt, seated, flop_players, last_street, raises_preflop
        ) as rake,
        jackpot_due(
            c.schedule, base, dealt, seated, flop_players, last_street, raises_preflop
        ) as jackpot_asked,
        rake_cap(c.schedule, dealt, seated, flop_players) as cap
    from situations as s
    cross join chosen as c
),

prices as (
    select
        base,
        dealt,
        seated,
        flop_players,
        last_street,
        raises_preflop,
        /* policy */
        any_value(rake) filter (policy = $policy_0) as rake_0,
        any_value(least(jackpot_asked, base - rake)) filter (policy = $policy_0) as jackpot_0,
        any_value(is_at_cap(rake, cap)) filter (policy = $policy_0) as at_cap_0
        /* policy */
    from priced
    group by all
)

select
    /* by */
    h.stake,
    /* by */
    h.currency,
    h.money_exp,
    h.run,
    coalesce(h.dup_set, h.table_id) as cluster,
    count(*) as hands,
    sum(h.dealt)::bigint as seats,
    sum(h.pot)::bigint as pot,
    sum(h.rake)::bigint as rake_old,
    sum(h.jackpot)::bigint as jackpot_old,
    count_if(h.rake > 0)::bigint as raked_old,
    sum(if(h.rake > 0, h.pot, 0))::bigint as raked_pot_old,
    /* policy */
    sum(p.rake_0)::bigint as rake_0,
    sum(p.jackpot_0)::bigint as jackpot_0,
    count_if(p.rake_0 > 0)::bigint as raked_0,
    sum(if(p.rake_0 > 0, h.pot, 0))::bigint as raked_pot_0,
    count_if(p.at_cap_0)::bigint as at_cap_0,
    count_if(p.rake_0 is distinct from h.rake)::bigint as differs_0
    /* policy */
from selected as h
inner join prices as p
    on in_situation(h, p)
group by all
order by all;
