-- one row per table of a run: what the manifest says of it
with
poker_tables as (
    select
        run,
        unnest(tables) as sums
    from runs
)

select
    run,
    sums.table_id,
    sums.hands,
    sums.money_in,
    sums.money_out,
    sums.rake,
    sums.jackpot,
    sums.fees
from poker_tables
