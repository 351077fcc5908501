-- one row per player-hand that bears rake as a winner and won nothing
-- Who collects nothing can have won a pot all the same: one that the rake took whole.
with
taken_whole as (
    select
        hand_id,
        bit_or(list_aggregate(winners, 'bit_or')) as seats
    from pots
    where amount = rake + jackpot and len(winners) > 0
    group by hand_id
)

select
    p.hand_id,
    format('seat {}: bears {} as a winner, collected {}', p.seat, p.rake_winner, p.collected) as problem
from players as p
left join taken_whole as t on p.hand_id = t.hand_id
where
    p.rake_winner > 0
    and p.collected = 0
    and (coalesce(t.seats, 0) >> p.seat) & 1 = 0
