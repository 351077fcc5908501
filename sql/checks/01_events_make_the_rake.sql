-- one row per run in which chips brought, less chips taken away, are not what the house has kept
-- whole runs
with
kept as (
    select
        run,
        min(hand_id) as hand_id,
        (sum(rake) + sum(jackpot) - sum(added_by_site))::bigint as amount
    from hands
    where stacks_mode = 'carry' and source = 'simulate'
    group by run
),

charged as (
    select
        run,
        (sum(fees) - sum(bonus))::bigint as amount
    from players
    group by run
),

moved as (
    select
        run,
        sum(amount)::bigint as amount
    from events
    group by run
)

select
    k.run,
    k.hand_id,
    format(
        'brought less taken away {}, but rake, jackpot and fees less what was added are {}',
        coalesce(m.amount, 0), k.amount + c.amount
    ) as problem
from kept as k
inner join charged as c on k.run = c.run
left join moved as m on k.run = m.run
where coalesce(m.amount, 0) <> k.amount + c.amount
