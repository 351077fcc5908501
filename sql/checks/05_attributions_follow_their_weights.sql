-- one row per player-hand whose share of the rake is more than one unit from its exact share
-- Shares are floors, with the units left over given to the largest remainders.
with
shares as (
    select
        p.hand_id,
        p.seat,
        p.invested,
        p.rake_dealt,
        p.rake_contributed,
        p.rake_weighted,
        h.rake,
        h.rake / s.dealt as by_dealt,
        if(p.invested > 0, h.rake / s.contributors, 0) as by_contributed,
        h.rake * p.invested / s.invested as by_weighted
    from players as p
    inner join hands as h on p.hand_id = h.hand_id
    inner join hand_sums as s on p.hand_id = s.hand_id
    where h.rake > 0
)

select
    hand_id,
    format(
        'seat {}: rake {}, invested {}: dealt {}, contributed {}, weighted {}',
        seat, rake, invested, rake_dealt, rake_contributed, rake_weighted
    ) as problem
from shares
where
    abs(rake_dealt - by_dealt) >= 1
    or abs(rake_contributed - by_contributed) >= 1
    or abs(rake_weighted - by_weighted) >= 1
