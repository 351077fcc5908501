-- one row per cluster and group of a run: sums over its hands, and over the same hands in $new
-- $old is the baseline, $new the run that plays it again under another policy. What is compared, and
-- how it is split, is decided by the baseline's hand: no condition may depend on what reacts.
with
source as (
    select
        *,
        stake_name(small_blind, big_blind, money_exp) as stake
    from hands
    where run = $old
),

selected as (
    select *
    from source as hands -- noqa: AL05
    where true /* where */
),

again as (
    select *
    from hands
    where run = $new
)

select
    /* by */
    selected.stake,
    /* by */
    selected.currency,
    selected.money_exp,
    selected.run,
    coalesce(selected.dup_set, selected.table_id) as cluster,
    count(*) as hands_old,
    count(again.hand_id) as hands_new,
    sum(selected.dealt)::bigint as seats_old,
    coalesce(sum(again.dealt), 0)::bigint as seats_new,
    coalesce(sum(selected.pot), 0)::bigint as pot_old,
    coalesce(sum(again.pot), 0)::bigint as pot_new,
    coalesce(sum(selected.pot / selected.big_blind), 0) as pot_bb_old,
    coalesce(sum(again.pot / again.big_blind), 0) as pot_bb_new,
    coalesce(sum(selected.rake), 0)::bigint as rake_old,
    coalesce(sum(again.rake), 0)::bigint as rake_new,
    coalesce(sum(selected.rake / selected.big_blind), 0) as rake_bb_old,
    coalesce(sum(again.rake / again.big_blind), 0) as rake_bb_new,
    coalesce(sum((selected.rake > 0)::bigint), 0)::bigint as raked_old,
    coalesce(sum((again.rake > 0)::bigint), 0)::bigint as raked_new,
    coalesce(sum(if(selected.rake > 0, selected.pot, 0)), 0)::bigint as raked_pot_old,
    coalesce(sum(if(again.rake > 0, again.pot, 0)), 0)::bigint as raked_pot_new,
    coalesce(sum(selected.jackpot), 0)::bigint as jackpot_old,
    coalesce(sum(again.jackpot), 0)::bigint as jackpot_new,
    coalesce(sum(selected.added_by_site), 0)::bigint as added_old,
    coalesce(sum(again.added_by_site), 0)::bigint as added_new,
    coalesce(sum((selected.last_street >= 1)::bigint), 0)::bigint as flops_old,
    coalesce(sum((again.last_street >= 1)::bigint), 0)::bigint as flops_new,
    coalesce(sum(selected.showdown::bigint), 0)::bigint as showdowns_old,
    coalesce(sum(again.showdown::bigint), 0)::bigint as showdowns_new,
    coalesce(sum((selected.raises_preflop >= 2)::bigint), 0)::bigint as reraised_old,
    coalesce(sum((again.raises_preflop >= 2)::bigint), 0)::bigint as reraised_new
from selected
left join again on selected.hand_id = again.hand_id
group by all
order by all;
