-- one row per action that its legal mask or its price does not allow
with
judged as (
    select
        hand_id,
        seq,
        seat,
        action,
        amount,
        legal,
        case action
            when 'fold' then 1
            when 'check' then 2
            when 'call' then 4
            when 'bet' then 8
            when 'raise' then 16
            else 0
        end as needed,
        case
            when needed <> 0 and (legal & needed) = 0 then 'not in its legal mask'
            when needed <> 0 and (legal & 1) = 0 then 'fold is not in its legal mask'
            when needed <> 0 and ((legal & 2) <> 0) <> (to_call = 0) then 'check is legal when nothing is owed only'
            when needed = 0 and legal <> 0 then 'a forced action has no choice'
            when action in ('fold', 'check', 'show', 'muck', 'draw') and amount <> 0 then 'moves chips'
            when action = 'return' and amount >= 0 then 'gives nothing back'
            when action = 'call' and amount <= 0 and to_call > 0 then 'is not the price'
            when action in ('bet', 'raise') and amount <= to_call then 'is no raise'
            when all_in and amount <= 0 and action <> 'return' then 'all-in is wrong'
        end as fault
    from actions
)

select
    hand_id,
    format('action {}: seat {} {} {}, legal {}: {}', seq, seat, action, amount, legal, fault) as problem
from judged
where fault is not null
