-- one row per decision or draw of a player who has folded or is all-in, or who was not dealt in
with
-- the action that took somebody's last chip
broke as (
    select
        hand_id,
        seat,
        min(seq) as seq
    from moves
    where stack_before <= amount
    group by hand_id, seat
),

seats as (
    select
        s.hand_id,
        s.seat,
        s.fold_seq,
        p.seat is not null as dealt_in,
        if(p.stack <= 0, -1, b.seq) as broke_seq
    from seat_actions as s
    left join players as p on s.hand_id = p.hand_id and s.seat = p.seat
    left join broke as b on s.hand_id = b.hand_id and s.seat = b.seat
    where p.seat is null or s.fold_seq is not null or b.seq is not null or p.stack <= 0
)

select
    a.hand_id,
    format(
        'action {}: seat {} {}, {}',
        a.seq, a.seat, a.action,
        case
            when not s.dealt_in then 'not dealt in'
            when a.seq > s.fold_seq then 'folded before'
            else 'has no chips'
        end
    ) as problem
from actions as a
inner join seats as s on a.hand_id = s.hand_id and a.seat = s.seat
where
    a.action in ('fold', 'check', 'call', 'bet', 'raise', 'draw')
    -- who is all-in draws all the same
    and (not s.dealt_in or a.seq > s.fold_seq or (a.seq > s.broke_seq and a.action <> 'draw'))
