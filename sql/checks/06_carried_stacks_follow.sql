-- one row per player-hand whose stack does not follow from the last hand and the events between
-- table by table
with
carried as (
    select
        p.run,
        p.hand_id,
        p.table_id,
        h.hand_no,
        p.seat,
        p.player,
        -- fees are charged before the deal: `stack` is what was left of the one carried here
        p.stack + p.fees as stack,
        lag(p.stack + p.fees + p.net) over sitting as stack_after,
        lag(h.hand_no) over sitting as hand_before
    from players as p
    inner join hands as h on p.run = h.run and p.hand_id = h.hand_id
    where h.stacks_mode = 'carry'
    window sitting as (partition by p.run, p.table_id, p.seat, p.player order by h.hand_no)
),

moved as (
    select
        c.run,
        c.hand_id,
        c.seat,
        any_value(c.stack) as stack,
        any_value(c.stack_after) as stack_after,
        coalesce(sum(e.amount), 0)::bigint as amount
    from carried as c
    left join events as e
        on
            c.run = e.run
            and c.table_id = e.table_id
            and c.seat = e.seat
            and c.player = e.player
            and c.hand_before < e.hand_no
            and c.hand_no >= e.hand_no
    where c.stack_after is not null
    group by c.run, c.hand_id, c.seat
)

select
    run,
    hand_id,
    format('seat {}: {} after the last hand, events {}, now {}', seat, stack_after, amount, stack) as problem
from moved
where stack <> stack_after + amount
