-- one row per hand whose main and side pots do not add up to its pot, rake and jackpot drop
with
of_pots as (
    select
        hand_id,
        sum(amount)::bigint as amount,
        sum(rake)::bigint as rake,
        sum(jackpot)::bigint as jackpot
    from pots
    group by hand_id
)

select
    coalesce(h.hand_id, q.hand_id) as hand_id,
    format(
        'pot {}, rake {}, jackpot {}; pots {}, their rake {}, jackpot {}',
        h.pot, h.rake, h.jackpot, coalesce(q.amount, 0), coalesce(q.rake, 0), coalesce(q.jackpot, 0)
    ) as problem
from hands as h
full join of_pots as q on h.hand_id = q.hand_id
where
    h.hand_id is null
    or h.pot <> coalesce(q.amount, 0)
    or h.rake <> coalesce(q.rake, 0)
    or h.jackpot <> coalesce(q.jackpot, 0)
