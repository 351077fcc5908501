-- one row per category of hand at showdown, and one, 'all', for all hands together
-- Mucked hands are counted: a simulator sees every card. A hand that is not known is 'unknown'.
-- The pm columns are half-widths of 95 % intervals, clustered by table (docs/statistics.md, intervals).
with
selected as (
    select *
    from players
    where true /* where */
),

tables as (
    select
        /* by */ /* by */
        if(showdown, coalesce(hand_category, 'unknown'), 'none') as hand_category,
        run as cluster_run,
        table_id as cluster_table,
        count(*) as n_hands,
        count_if(showdown) as n_showdown,
        count_if(wsd) as n_wsd,
        count_if(wsd_net) as n_wsd_net,
        count_if(wsd_nonsmall) as n_nonsmall,
        count_if(wsd_nonsmall_opp) as n_nonsmall_opp,
        count_if(wsd_rcall) as n_rcall,
        count_if(wsd_rcall_opp) as n_rcall_opp,
        count_if(wtsd) as n_wtsd,
        count_if(saw_flop) as n_flop,
        count_if(wtsd_nai) as n_nai,
        count_if(wtsd_nai_opp) as n_nai_opp,
        count_if(wwsf) as n_wwsf,
        count_if(won_no_sd) as n_won_no_sd,
        count_if(won) as n_won,
        fsum(if(showdown, net, 0) / big_blind) as sum_blue,
        fsum(if(showdown, 0, net) / big_blind) as sum_red
    from selected
    group by all
),

-- a table is one cluster, whatever hands it showed
whole_tables as (
    select
        /* by */ /* by */
        'all' as hand_category,
        cluster_run,
        cluster_table,
        sum(columns('^(n|sum)_'))
    from tables
    group by all
),

clusters as (
    from tables
    where hand_category <> 'none'
    union all by name
    from whole_tables
),

figures as (
    select
        /* by */ /* by */
        hand_category,
        sum(n_showdown)::bigint as showdowns,
        percent(
            sum(n_showdown), sum(sum(n_showdown)) over (partition by /* by */ /* by */ hand_category = 'all')
        ) as share,
        -- of the hands shown down
        percent(sum(n_wsd), sum(n_showdown)) as wsd,
        percent(sum(n_wsd_net), sum(n_showdown)) as wsd_net,
        percent(sum(n_nonsmall), sum(n_nonsmall_opp)) as wsd_nonsmall,
        percent(sum(n_rcall), sum(n_rcall_opp)) as wsd_rcall,
        round(100 * sum(sum_blue) / nullif(sum(n_showdown), 0), 1) as net_bb100,
        round(100 * ratio_pm(sum_blue, n_showdown), 1) as net_bb100_pm,
        -- what these rest on
        sum(n_wsd)::bigint as wsd_done,
        sum(n_wsd_net)::bigint as wsd_net_done,
        sum(n_nonsmall_opp)::bigint as wsd_nonsmall_n,
        sum(n_rcall_opp)::bigint as wsd_rcall_n,
        count(*) as tables,
        -- of all hands: in the row 'all' alone
        if(hand_category = 'all', sum(n_hands), null)::bigint as hands,
        if(hand_category = 'all', percent(sum(n_showdown), sum(n_hands)), null) as sd_all,
        if(hand_category = 'all', percent(sum(n_wtsd), sum(n_flop)), null) as wtsd,
        if(hand_category = 'all', percent(sum(n_nai), sum(n_nai_opp)), null) as wtsd_nai,
        if(hand_category = 'all', percent(sum(n_wwsf), sum(n_flop)), null) as wwsf,
        if(hand_category = 'all', percent(sum(n_won_no_sd), sum(n_flop)), null) as won_no_sd,
        if(hand_category = 'all', percent(sum(n_won), sum(n_hands)), null) as win_pct,
        if(hand_category = 'all', sum(n_flop), null)::bigint as wtsd_n,
        if(hand_category = 'all', sum(n_nai_opp), null)::bigint as wtsd_nai_n,
        if(hand_category = 'all', round(100 * sum(sum_blue) / sum(n_hands), 2), null) as blue_bb100,
        if(hand_category = 'all', round(100 * ratio_pm(sum_blue, n_hands), 2), null) as blue_bb100_pm,
        if(hand_category = 'all', round(100 * sum(sum_red) / sum(n_hands), 2), null) as red_bb100,
        if(hand_category = 'all', round(100 * ratio_pm(sum_red, n_hands), 2), null) as red_bb100_pm
    from clusters
    group by /* by */ /* by */ hand_category
)

select *
from figures
order by /* order */ /* order */ category_order(hand_category);
