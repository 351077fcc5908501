-- one row per action that moves chips: the stack before it, and what its player has bet on the street
with
moving as (
    select
        hand_id,
        seq,
        street,
        seat,
        action,
        amount,
        to_call,
        all_in,
        coalesce(
            sum(amount) over (
                partition by hand_id, seat order by seq
                rows between unbounded preceding and 1 preceding
            ),
            0
        )::bigint as moved_before,
        -- antes and dead posts are not part of the bet to match
        sum(if(action in ('ante', 'dead'), 0, amount)) over (
            partition by hand_id, street, seat order by seq
            rows between unbounded preceding and current row
        )::bigint as street_total
    from actions
    where amount <> 0
)

select
    m.hand_id,
    m.seq,
    m.street,
    m.seat,
    m.action,
    m.amount,
    m.to_call,
    m.all_in,
    m.street_total,
    p.stack - m.moved_before as stack_before
from moving as m
left join players as p on m.hand_id = p.hand_id and m.seat = p.seat
