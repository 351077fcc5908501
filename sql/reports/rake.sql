-- one row per stake and number of players dealt: how much rake was taken, and at what rate
-- Percentages are of counts or of sums, never means of percentages. The pm columns are half-widths
-- of 95 % intervals, clustered by table (docs/statistics.md, intervals).
with
-- what a tournament cost its players: the fee is the house's, and paid before the first hand
entries as (
    select
        run as entry_run,
        tournament_id as entry_id,
        any_value(currency) as entry_currency,
        any_value(amount_text(buy_in, money_exp) || '+' || amount_text(fee, money_exp)) as price,
        sum(fee)::bigint as fee
    from tournaments
    group by run, tournament_id
),

-- the chips of a tournament are no money: its pots do not count
source as (
    select
        hands.* replace (
            coalesce(entries.entry_currency, hands.currency) as currency,
            if(hands.tournament_id is null, hands.pot, null) as pot
        ),
        coalesce(entries.price, stake_name(small_blind, big_blind, money_exp)) as stake,
        if(hands.hand_no = 0, entries.fee, 0) as fee
    from hands
    left join entries
        on hands.run = entries.entry_run and hands.tournament_id = entries.entry_id
),

selected as (
    select *
    from source as hands -- noqa: AL05
    where true /* where */
),

-- the cap is a matter of the policy and of the number of players it counts; -1 is none
policies as (
    select
        run as policy_run,
        rake as schedule
    from runs
),

capped as (
    select
        selected.*,
        policies.schedule.caps[
            rake_players(policies.schedule, dealt, seated, flop_players) + 1
        ] as cap
    from selected
    left join policies on selected.run = policies.policy_run
),

raked as (
    select
        *,
        cap >= 0 and rake >= cap as at_cap
    from capped
),

tables as (
    select
        /* by */
        stake,
        dealt,
        /* by */
        currency,
        run as cluster_run,
        table_id as cluster_table,
        any_value(money_exp) as unit,
        count(*) as n_hands,
        sum(dealt) as n_seats,
        count_if(rake > 0) as n_raked,
        count_if(rake > 0 and at_cap) as n_capped,
        count_if(rake > 0 and at_cap is not null) as n_cap_known,
        sum(rake)::bigint as sum_rake,
        sum(fee)::bigint as sum_fee,
        sum(pot)::bigint as sum_pot,
        sum(if(rake > 0, pot, 0))::bigint as sum_pot_raked,
        sum(jackpot)::bigint as sum_jackpot,
        fsum(rake / big_blind) as sum_rake_bb,
        fsum(pot / big_blind) as sum_pot_bb,
        fsum(jackpot / big_blind) as sum_jackpot_bb
    from raked
    group by all
),

figures as (
    select
        /* by */
        stake,
        dealt,
        /* by */
        currency,
        sum(n_hands)::bigint as hands,
        -- how often and how much
        percent(sum(n_raked), sum(n_hands)) as raked_pct,
        round(in_units(sum(sum_rake) / sum(n_hands), any_value(unit)), 4) as rake_hand,
        round(in_units(ratio_pm(sum_rake, n_hands), any_value(unit)), 4) as rake_hand_pm,
        -- of the pot
        percent(sum(sum_rake), sum(sum_pot)) as eff_rake,
        percent(sum(sum_rake), sum(sum_pot_raked)) as eff_rake_raked,
        percent(sum(n_capped), sum(n_cap_known)) as cap_pct,
        round(sum(sum_pot_bb) / sum(n_hands), 2) as avg_pot_bb,
        -- to the players
        round(100 * sum(sum_rake_bb) / sum(n_seats), 2) as rake_bb100,
        round(100 * ratio_pm(sum_rake_bb, n_seats), 2) as rake_bb100_pm,
        -- jackpot drop, which returns to players
        round(in_units(sum(sum_jackpot) / sum(n_hands), any_value(unit)), 4) as jp_hand,
        round(100 * sum(sum_jackpot_bb) / sum(n_seats), 2) as jp_bb100,
        -- what these rest on
        round(100 * ratio_pm(sum_rake, sum_pot), 2) as eff_rake_pm,
        round(ratio_pm(sum_pot_bb, n_hands), 2) as avg_pot_bb_pm,
        sum(n_raked)::bigint as raked_hands,
        sum(n_capped)::bigint as capped_hands,
        round(in_units(sum(sum_rake), any_value(unit)), 2) as rake_sum,
        round(in_units(coalesce(sum(sum_fee), 0), any_value(unit)), 2) as fee_sum,
        round(in_units(sum(sum_pot), any_value(unit)), 2) as pot_sum,
        count(*) as tables
    from tables
    group by all
)

select *
from figures
order by /* order */ stake_order(stake), dealt, /* order */ currency;
