-- one row per table of a run whose hands or money are not what its manifest says
with
poker_tables as (
    select
        run,
        unnest(tables) as sums
    from runs
),

stated as (
    select
        run,
        sums.*
    from poker_tables
),

of_players as (
    select
        run,
        table_id,
        sum(collected)::bigint as money_out,
        sum(fees)::bigint as fees
    from players
    group by run, table_id
),

found as (
    select
        h.run,
        h.table_id,
        count(*) as hands,
        sum(h.pot)::bigint as money_in,
        sum(h.rake)::bigint as rake,
        sum(h.jackpot)::bigint as jackpot
    from hands as h
    group by h.run, h.table_id
)

select
    coalesce(s.run, f.run) as run,
    null::bigint as hand_id,
    format(
        'table {}: hands {} {}, in {} {}, out {} {}, rake {} {}, jackpot {} {}, fees {} {} (found, stated)',
        coalesce(s.table_id, f.table_id), f.hands, s.hands, f.money_in, s.money_in,
        p.money_out, s.money_out, f.rake, s.rake, f.jackpot, s.jackpot, p.fees, s.fees
    ) as problem
from stated as s
full join found as f on s.run = f.run and s.table_id = f.table_id
left join of_players as p on f.run = p.run and f.table_id = p.table_id
where
    [f.hands, f.money_in, f.rake, f.jackpot, p.money_out, p.fees]
    is distinct from [s.hands, s.money_in, s.rake, s.jackpot, s.money_out, s.fees]
