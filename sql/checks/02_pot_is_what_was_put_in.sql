-- one row per hand whose pot, deductions and awards do not add up
with
of_players as (
    select
        run,
        hand_id,
        sum(invested)::bigint as invested,
        sum(collected)::bigint as collected
    from players
    group by run, hand_id
),

of_pots as (
    select
        run,
        hand_id,
        sum(amount)::bigint as amount,
        sum(rake)::bigint as rake,
        sum(jackpot)::bigint as jackpot
    from pots
    group by run, hand_id
),

sums as (
    select
        h.*,
        p.invested,
        p.collected,
        -- a lake that keeps no pots has none to compare
        if((select count(*) from pots) = 0, h.pot, coalesce(q.amount, 0)) as pots_amount,
        if((select count(*) from pots) = 0, h.rake, coalesce(q.rake, 0)) as pots_rake,
        if((select count(*) from pots) = 0, h.jackpot, coalesce(q.jackpot, 0)) as pots_jackpot
    from hands as h
    inner join of_players as p on h.run = p.run and h.hand_id = p.hand_id
    left join of_pots as q on h.run = q.run and h.hand_id = q.hand_id
)

select
    run,
    hand_id,
    format(
        'pot {}, rake {}, jackpot {}; invested {}, added {}, collected {}; pots {}, their rake {}, jackpot {}',
        pot, rake, jackpot, invested, added_by_site, collected, pots_amount, pots_rake, pots_jackpot
    ) as problem
from sums
where
    pot <> invested + added_by_site
    or pot <> pots_amount
    or rake <> pots_rake
    or jackpot <> pots_jackpot
    or collected <> pot - rake - jackpot
