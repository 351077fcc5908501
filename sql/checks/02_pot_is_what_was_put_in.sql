-- one row per hand whose pot is not what was put in, or not what was taken out
with
of_players as (
    select
        run,
        hand_id,
        sum(invested)::bigint as invested,
        sum(collected)::bigint as collected
    from players
    group by run, hand_id
)

select
    h.run,
    h.hand_id,
    format(
        'pot {}, rake {}, jackpot {}; invested {}, added {}, collected {}',
        h.pot, h.rake, h.jackpot, p.invested, h.added_by_site, p.collected
    ) as problem
from hands as h
inner join of_players as p on h.run = p.run and h.hand_id = p.hand_id
where
    h.pot <> p.invested + h.added_by_site
    or p.collected <> h.pot - h.rake - h.jackpot
