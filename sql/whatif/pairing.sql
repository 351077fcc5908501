-- one row: how far $new is the same hands as $old
-- A board may end earlier in one of the runs, so that it need only begin the other's. Where stacks are
-- reset, paired, same_boards and same_seats are equal; only pots and rake may react.
with
old_hands as (
    select *
    from hands
    where run = $old
),

new_hands as (
    select *
    from hands
    where run = $new
)

select
    count(o.hand_id) as hands_old,
    count(n.hand_id) as hands_new,
    count_if(o.hand_id is not null and n.hand_id is not null) as paired,
    count_if(
        o.hand_id is not null and n.hand_id is not null
        and (
            starts_with(coalesce(o.board, ''), coalesce(n.board, ''))
            or starts_with(coalesce(n.board, ''), coalesce(o.board, ''))
        )
        and (o.boards is null or n.boards is null or o.boards = n.boards)
    ) as same_boards,
    count_if(o.button_seat = n.button_seat and o.dealt = n.dealt) as same_seats,
    count_if(o.pot = n.pot and o.last_street = n.last_street) as same_pots,
    count_if(o.rake = n.rake) as same_rake
from old_hands as o
full outer join new_hands as n on o.hand_id = n.hand_id;
