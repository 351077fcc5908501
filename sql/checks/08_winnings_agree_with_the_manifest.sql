-- one row per table of a run whose money out, or fees, are not what its manifest says
-- whole runs
with
found as (
    select
        run,
        table_id,
        sum(collected)::bigint as money_out,
        sum(fees)::bigint as fees
    from players
    group by run, table_id
)

select
    coalesce(s.run, f.run) as run,
    null::bigint as hand_id,
    format(
        'table {}: out {} {}, fees {} {} (found, stated)',
        coalesce(s.table_id, f.table_id), f.money_out, s.money_out, f.fees, s.fees
    ) as problem
from stated_tables as s
full join found as f on s.run = f.run and s.table_id = f.table_id
where [f.money_out, f.fees] is distinct from [s.money_out, s.fees]
