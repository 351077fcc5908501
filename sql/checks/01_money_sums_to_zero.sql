-- one row per hand in which money appears or disappears
select
    h.hand_id,
    format(
        'net {} + rake {} + jackpot {} + fees {} - bonus {} - added {} is not 0',
        s.net, h.rake, h.jackpot, s.fees, s.bonus, h.added_by_site
    ) as problem
from hands as h
inner join hand_sums as s on h.hand_id = s.hand_id
where s.net + h.rake + h.jackpot + s.fees - s.bonus - h.added_by_site <> 0
