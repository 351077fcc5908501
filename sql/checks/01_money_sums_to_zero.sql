-- one row per hand in which money appears or disappears
with
of_players as (
    select
        run,
        hand_id,
        sum(net)::bigint as net,
        sum(fees)::bigint as fees,
        sum(bonus)::bigint as bonus
    from players
    group by run, hand_id
)

select
    h.run,
    h.hand_id,
    format(
        'net {} + rake {} + jackpot {} + fees {} - bonus {} - added {} is not 0',
        p.net, h.rake, h.jackpot, p.fees, p.bonus, h.added_by_site
    ) as problem
from hands as h
inner join of_players as p on h.run = p.run and h.hand_id = p.hand_id
where p.net + h.rake + h.jackpot + p.fees - p.bonus - h.added_by_site <> 0
