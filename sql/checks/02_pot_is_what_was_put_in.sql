-- one row per hand whose pot is not what was put in, or not what was taken out
select
    h.hand_id,
    format(
        'pot {}, rake {}, jackpot {}; invested {}, added {}, collected {}',
        h.pot, h.rake, h.jackpot, s.invested, h.added_by_site, s.collected
    ) as problem
from hands as h
inner join hand_sums as s on h.hand_id = s.hand_id
where
    h.pot <> s.invested + h.added_by_site
    or s.collected <> h.pot - h.rake - h.jackpot
