-- one row: how far the players of $new hold the same cards as those of $old, and did the same
with
old_players as (
    select *
    from players
    where run = $old
),

new_players as (
    select *
    from players
    where run = $new
)

select
    count(*) as players,
    count_if(o.player = n.player and o.hole is not distinct from n.hole) as same_holes,
    count_if(o.invested = n.invested) as same_investments,
    count_if(o.net = n.net) as same_nets
from old_players as o
inner join new_players as n on o.hand_id = n.hand_id and o.seat = n.seat;
