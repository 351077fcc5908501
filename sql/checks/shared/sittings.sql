-- one row per player-hand with a carried stack: his hand before at this table and seat, and his events
-- table by table
-- Events at a hand's number come before it. Fees are charged before the deal: `stack` is with them.
with
-- a player's events at a seat up to a hand: chips brought less taken away, times seated, times away
events_so_far as (
    select
        table_id,
        seat,
        player,
        hand_no,
        sum(sum(amount)) over so_far as brought,
        sum(count(*) filter (event = 'sit') - count(*) filter (event = 'leave')) over so_far as sits,
        sum(
            count(*) filter (event = 'sit_out') - count(*) filter (event in ('return', 'leave'))
        ) over so_far as away
    from events
    group by table_id, seat, player, hand_no
    window so_far as (partition by table_id, seat, player order by hand_no)
),

dealt as (
    select
        p.hand_id,
        p.table_id,
        h.hand_no,
        p.seat,
        p.player,
        h.source,
        p.stack + p.fees as stack,
        p.net
    from players as p
    inner join hands as h on p.hand_id = h.hand_id
    where h.stacks_mode = 'carry'
)

select
    d.*,
    coalesce(e.brought, 0)::bigint as brought,
    coalesce(e.sits, 0)::int as sits,
    coalesce(e.away, 0)::int as away,
    lag(d.stack + d.net) over sitting as stack_after,
    (lag(coalesce(e.brought, 0)) over sitting)::bigint as brought_before,
    coalesce(
        sum(d.net) over (sitting rows between unbounded preceding and 1 preceding), 0
    )::bigint as won_before
from dealt as d
asof left join events_so_far as e
    on d.table_id = e.table_id and d.seat = e.seat and d.player = e.player and d.hand_no >= e.hand_no
window sitting as (partition by d.table_id, d.seat, d.player order by d.hand_no)
