-- one row per player-hand whose actions do not add up to what was invested
with
of_actions as (
    select
        run,
        hand_id,
        seat,
        sum(amount)::bigint as moved
    from actions
    group by run, hand_id, seat
)

select
    p.run,
    p.hand_id,
    format('seat {}: actions move {}, invested {}', p.seat, coalesce(a.moved, 0), p.invested) as problem
from players as p
left join of_actions as a on p.run = a.run and p.hand_id = a.hand_id and p.seat = a.seat
where coalesce(a.moved, 0) <> p.invested
