-- one row per hand whose main and side pots do not add up to its pot, rake and jackpot drop
with
of_pots as (
    select
        run,
        hand_id,
        sum(amount)::bigint as amount,
        sum(rake)::bigint as rake,
        sum(jackpot)::bigint as jackpot
    from pots
    group by run, hand_id
)

select
    h.run,
    h.hand_id,
    format(
        'pot {}, rake {}, jackpot {}; pots {}, their rake {}, jackpot {}',
        h.pot, h.rake, h.jackpot, coalesce(q.amount, 0), coalesce(q.rake, 0), coalesce(q.jackpot, 0)
    ) as problem
from hands as h
left join of_pots as q on h.run = q.run and h.hand_id = q.hand_id
where
    h.pot <> coalesce(q.amount, 0)
    or h.rake <> coalesce(q.rake, 0)
    or h.jackpot <> coalesce(q.jackpot, 0)
