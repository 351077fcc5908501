-- one row per player-hand whose share of the rake is more than one unit from its exact share
-- Shares are floors, with the units left over given to the largest remainders.
with
sums as (
    select
        run,
        hand_id,
        count(*) as dealt,
        count_if(invested > 0) as contributors,
        sum(invested)::bigint as invested
    from players
    group by run, hand_id
),

shares as (
    select
        p.*,
        h.rake,
        h.rake / s.dealt as by_dealt,
        if(p.invested > 0, h.rake / s.contributors, 0) as by_contributed,
        h.rake * p.invested / s.invested as by_weighted
    from players as p
    inner join hands as h on p.run = h.run and p.hand_id = h.hand_id
    inner join sums as s on p.run = s.run and p.hand_id = s.hand_id
    where h.rake > 0
)

select
    run,
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
