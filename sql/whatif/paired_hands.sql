-- one row per cluster and group of a run: sums over its hands, and over the same hands again
-- $old is the baseline run, whose `chosen_hands` are compared; $policy is the other policy, `again_hands`
-- hands under it: re-raked (L1), or played again (L2). How they are split is decided by the baseline's
-- hand. `policies` has the schedule of each kind of table.
-- Big blinds are divided once a row, after exact sums, so that the order of rows changes nothing.
with
schedules as (
    select
        run as schedule_run,
        rake as schedule
    from runs
),

selected as (
    select
        h.*,
        rake_cap(s.schedule, h.dealt, h.seated, h.flop_players) as cap
    from chosen_hands as h
    left join schedules as s on h.run = s.schedule_run
    where h.run = $old
),

again as (
    select
        h.*,
        rake_cap(k.rake, h.dealt, h.seated, h.flop_players) as cap
    from again_hands as h
    left join policies as k
        on k.policy = $policy and same_kind(h, k)
)

select
    /* by */
    selected.stake,
    /* by */
    selected.currency,
    selected.money_exp,
    selected.run,
    selected.big_blind as blind,
    coalesce(selected.dup_set, selected.table_id) as cluster,
    count(*) as hands_old,
    count(again.hand_id) as hands_new,
    sum(selected.dealt)::bigint as seats_old,
    coalesce(sum(again.dealt), 0)::bigint as seats_new,
    coalesce(sum(selected.duration), 0)::bigint as seconds_old,
    coalesce(sum(again.duration), 0)::bigint as seconds_new,
    coalesce(sum(selected.pot), 0)::bigint as pot_old,
    coalesce(sum(again.pot), 0)::bigint as pot_new,
    coalesce(sum(selected.pot), 0)::bigint / min(selected.big_blind) as pot_bb_old,
    coalesce(sum(again.pot), 0)::bigint / min(selected.big_blind) as pot_bb_new,
    coalesce(sum(selected.rake), 0)::bigint as rake_old,
    coalesce(sum(again.rake), 0)::bigint as rake_new,
    coalesce(sum(selected.rake), 0)::bigint / min(selected.big_blind) as rake_bb_old,
    coalesce(sum(again.rake), 0)::bigint / min(selected.big_blind) as rake_bb_new,
    coalesce(sum((selected.rake > 0)::bigint), 0)::bigint as raked_old,
    coalesce(sum((again.rake > 0)::bigint), 0)::bigint as raked_new,
    count_if(is_at_cap(selected.rake, selected.cap))::bigint as at_cap_old,
    count_if(is_at_cap(again.rake, again.cap))::bigint as at_cap_new,
    0::bigint as rake_differs_old,
    count_if(selected.rake is distinct from again.rake)::bigint as rake_differs_new,
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
