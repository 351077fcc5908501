-- one row per table of a run whose hands, or money in, are not what its manifest says
-- whole runs
with
found as (
    select
        run,
        table_id,
        count(*) as hands,
        sum(pot)::bigint as money_in,
        sum(rake)::bigint as rake,
        sum(jackpot)::bigint as jackpot
    from hands
    group by run, table_id
)

select
    coalesce(s.run, f.run) as run,
    null::bigint as hand_id,
    format(
        'table {}: hands {} {}, in {} {}, rake {} {}, jackpot {} {} (found, stated)',
        coalesce(s.table_id, f.table_id), f.hands, s.hands, f.money_in, s.money_in,
        f.rake, s.rake, f.jackpot, s.jackpot
    ) as problem
from stated_tables as s
full join found as f on s.run = f.run and s.table_id = f.table_id
where
    [f.hands, f.money_in, f.rake, f.jackpot]
    is distinct from [s.hands, s.money_in, s.rake, s.jackpot]
