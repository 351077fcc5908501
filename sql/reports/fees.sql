-- one row per stake and number of players dealt: charges beside the pot, on the scale of the rake
-- Dead drops, fees per hand, time and membership (players.fees); rake is shared by players dealt in.
with
lasted as (
    select
        run as hand_run,
        hand_id as hand_hand_id,
        duration,
        money_exp,
        currency,
        stake_name(small_blind, big_blind, money_exp) as stake
    from hands
    where tournament_id is null
),

source as (
    select
        players.*,
        lasted.duration,
        lasted.money_exp,
        lasted.currency,
        lasted.stake
    from players
    inner join lasted on players.run = lasted.hand_run and players.hand_id = lasted.hand_hand_id
),

selected as (
    select *
    from source as players -- noqa: AL05
    where true /* where */
),

figures as (
    select
        /* by */
        stake,
        dealt,
        /* by */
        currency,
        count(*) as hands,
        round(in_units(sum(fees) / count(*), any_value(money_exp)), 4) as fees_hand,
        round(100 * fsum(fees / big_blind) / count(*), 2) as fees_bb100,
        round(
            in_units(3600 * sum(fees) / nullif(sum(duration), 0), any_value(money_exp)), 2
        ) as fees_hour,
        round(100 * fsum(rake_dealt / big_blind) / count(*), 2) as rake_bb100,
        round(
            in_units(3600 * sum(rake_dealt) / nullif(sum(duration), 0), any_value(money_exp)), 2
        ) as rake_hour,
        percent(count_if(fees > 0), count(*)) as charged_pct,
        round(in_units(sum(fees), any_value(money_exp)), 2) as fees_sum
    from selected
    group by all
)

select *
from figures
order by /* order */ stake_order(stake), dealt, /* order */ currency;
