-- one row per player-hand whose stack is not what he brought, less what he took, plus what he won
-- table by table
with
brought as (
    select
        run,
        table_id,
        seat,
        player,
        hand_no,
        sum(sum(amount)) over (
            partition by run, table_id, seat, player order by hand_no
        )::bigint as amount
    from events
    group by run, table_id, seat, player, hand_no
),

won as (
    select
        p.run,
        p.hand_id,
        p.table_id,
        h.hand_no,
        p.seat,
        p.player,
        -- fees are charged before the deal: `stack` is what was left
        p.stack + p.fees as stack,
        coalesce(
            sum(p.net) over (
                partition by p.run, p.table_id, p.seat, p.player order by h.hand_no
                rows between unbounded preceding and 1 preceding
            ),
            0
        )::bigint as net
    from players as p
    inner join hands as h on p.run = h.run and p.hand_id = h.hand_id
    where h.stacks_mode = 'carry' and h.source = 'simulate'
)

select
    w.run,
    w.hand_id,
    format(
        'seat {}: brought {} and won {} before, but has {}',
        w.seat, coalesce(b.amount, 0), w.net, w.stack
    ) as problem
from won as w
asof left join brought as b
    on
        w.run = b.run
        and w.table_id = b.table_id
        and w.seat = b.seat
        and w.player = b.player
        and w.hand_no >= b.hand_no
where w.stack <> coalesce(b.amount, 0) + w.net
