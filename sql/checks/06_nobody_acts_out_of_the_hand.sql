-- one row per decision or draw of a player who has folded or is all-in, or who was not dealt in
with
order_of_play as (
    select
        run,
        hand_id,
        seq,
        seat,
        action,
        stack_before,
        coalesce(
            bool_or(action = 'fold') over (
                partition by run, hand_id, seat order by seq
                rows between unbounded preceding and 1 preceding
            ),
            false
        ) as folded
    from actions
)

select
    a.run,
    a.hand_id,
    format(
        'action {}: seat {} {}, {}',
        a.seq, a.seat, a.action,
        case when p.seat is null then 'not dealt in' when a.folded then 'folded before' else 'has no chips' end
    ) as problem
from order_of_play as a
left join players as p on a.run = p.run and a.hand_id = p.hand_id and a.seat = p.seat
where
    a.action in ('fold', 'check', 'call', 'bet', 'raise', 'draw')
    -- who is all-in draws all the same
    and (p.seat is null or a.folded or (a.stack_before <= 0 and a.action <> 'draw'))
