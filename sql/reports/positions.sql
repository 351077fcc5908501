-- one row per position, in table order: how it is played, what it earns, what rake it bears
-- Rates are sum(done) / sum(opportunity) in percent; the n columns are the opportunities. The pm
-- column is the half-width of the 95 % interval, clustered by table (docs/statistics.md, intervals).
with
selected as (
    select *
    from players
    where true /* where */
),

tables as (
    select
        /* by */ /* by */
        position,
        run as cluster_run,
        table_id as cluster_table,
        count(*) as n_hands,
        count_if(vpip) as n_vpip,
        count_if(vpip_opp) as n_vpip_opp,
        count_if(pfr) as n_pfr,
        count_if(pfr_opp) as n_pfr_opp,
        count_if(rfi) as n_rfi,
        count_if(rfi_opp) as n_rfi_opp,
        count_if(b3) as n_b3,
        count_if(b3_opp) as n_b3_opp,
        count_if(steal) as n_steal,
        count_if(steal_opp) as n_steal_opp,
        count_if(fold_to_steal) as n_fold_to_steal,
        count_if(fold_to_steal_opp) as n_fold_to_steal_opp,
        count_if(wtsd) as n_wtsd,
        count_if(wtsd_opp) as n_wtsd_opp,
        count_if(wsd) as n_wsd,
        count_if(wsd_opp) as n_wsd_opp,
        fsum(net / big_blind) as sum_net,
        fsum(rake_weighted / big_blind) as sum_weighted,
        fsum(rake_contributed / big_blind) as sum_contributed,
        fsum(rake_dealt / big_blind) as sum_dealt,
        fsum(rake_winner / big_blind) as sum_winner
    from selected
    group by all
),

figures as (
    select
        /* by */ /* by */
        position,
        sum(n_hands)::bigint as hands,
        -- before the flop
        percent(sum(n_vpip), sum(n_vpip_opp)) as vpip,
        percent(sum(n_pfr), sum(n_pfr_opp)) as pfr,
        percent(sum(n_rfi), sum(n_rfi_opp)) as rfi,
        percent(sum(n_b3), sum(n_b3_opp)) as b3,
        percent(sum(n_steal), sum(n_steal_opp)) as steal,
        percent(sum(n_fold_to_steal), sum(n_fold_to_steal_opp)) as fold_to_steal,
        -- at showdown
        percent(sum(n_wtsd), sum(n_wtsd_opp)) as wtsd,
        percent(sum(n_wsd), sum(n_wsd_opp)) as wsd,
        -- results
        round(100 * sum(sum_net) / sum(n_hands), 2) as net_bb100,
        round(100 * ratio_pm(sum_net, n_hands), 2) as net_bb100_pm,
        -- rake, by the four attributions
        round(100 * sum(sum_weighted) / sum(n_hands), 2) as rake_bb100,
        round(100 * sum(sum_contributed) / sum(n_hands), 2) as rake_contributed_bb100,
        round(100 * sum(sum_dealt) / sum(n_hands), 2) as rake_dealt_bb100,
        round(100 * sum(sum_winner) / sum(n_hands), 2) as rake_winner_bb100,
        -- what the rates rest on
        sum(n_vpip_opp)::bigint as vpip_n,
        sum(n_pfr_opp)::bigint as pfr_n,
        sum(n_rfi_opp)::bigint as rfi_n,
        sum(n_b3_opp)::bigint as b3_n,
        sum(n_steal_opp)::bigint as steal_n,
        sum(n_fold_to_steal_opp)::bigint as fold_to_steal_n,
        sum(n_wtsd_opp)::bigint as wtsd_n,
        sum(n_wsd_opp)::bigint as wsd_n,
        count(*) as tables
    from tables
    group by all
)

select *
from figures
order by /* order */ /* order */ position_order(position);
