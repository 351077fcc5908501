-- one row per price and number of players: what tournaments took in, how long they were, who won
-- ROI is prizes less buy-ins and fees, in percent of both. Split by player or profile it says who beats
-- the fee. The pm column is the half-width of the 95 % interval, clustered by tournament.
with
entered as (
    select
        tournaments.*,
        amount_text(buy_in, money_exp) || '+' || amount_text(fee, money_exp) as price,
        count(*) over (partition by run, tournament_id) as players
    from tournaments
),

selected as (
    select *
    from entered as tournaments -- noqa: AL05
    where true /* where */
),

lengths as (
    select
        run as cluster_run,
        table_id as cluster_table,
        count(*) as n_hands,
        sum(duration) as n_seconds
    from hands
    where tournament_id is not null
    group by all
),

tables as (
    select
        /* by */
        price,
        players,
        /* by */
        currency,
        run as cluster_run,
        tournament_id as cluster_table,
        any_value(money_exp) as unit,
        count(*) as n_entries,
        count_if(place = 1) as n_won,
        count_if(prize > 0) as n_paid,
        sum(buy_in)::bigint as sum_buy_in,
        sum(fee)::bigint as sum_fee,
        sum(prize)::bigint as sum_prize
    from selected
    group by all
),

timed as (
    select
        tables.*,
        lengths.n_hands,
        lengths.n_seconds
    from tables
    left join lengths
        on tables.cluster_run = lengths.cluster_run and tables.cluster_table = lengths.cluster_table
),

figures as (
    select
        /* by */
        price,
        players,
        /* by */
        currency,
        count(*)::bigint as tournaments,
        sum(n_entries)::bigint as entries,
        -- what they cost
        round(in_units(sum(sum_buy_in), any_value(unit)), 2) as buy_ins,
        round(in_units(sum(sum_fee), any_value(unit)), 2) as fees,
        percent(sum(sum_fee), sum(sum_buy_in)) as fee_pct_prizes,
        percent(sum(sum_fee), sum(sum_buy_in + sum_fee)) as fee_pct_cost,
        -- how long they were
        round(sum(n_hands) / count(n_hands), 1) as hands_each,
        round(sum(n_seconds) / count(n_seconds) / 60, 1) as minutes_each,
        -- who won
        percent(sum(n_paid), sum(n_entries)) as paid_pct,
        percent(sum(n_won), sum(n_entries)) as won_pct,
        percent(sum(sum_prize - sum_buy_in - sum_fee), sum(sum_buy_in + sum_fee)) as roi_pct,
        round(100 * ratio_pm(sum_prize - sum_buy_in - sum_fee, sum_buy_in + sum_fee), 2) as roi_pct_pm,
        round(in_units(sum(sum_prize), any_value(unit)), 2) as prizes
    from timed
    group by all
)

select *
from figures
order by /* order */ price, players, /* order */ currency;
