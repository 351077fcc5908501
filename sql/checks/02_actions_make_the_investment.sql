-- one row per player-hand whose actions do not add up to what was invested
select
    coalesce(p.hand_id, a.hand_id) as hand_id,
    format(
        'seat {}: actions move {}, invested {}',
        coalesce(p.seat, a.seat), coalesce(a.moved, 0), coalesce(p.invested, 0)
    ) as problem
from players as p
full join seat_actions as a on p.hand_id = a.hand_id and p.seat = a.seat
where coalesce(a.moved, 0) <> coalesce(p.invested, 0)
