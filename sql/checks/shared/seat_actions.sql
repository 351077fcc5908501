-- one row per hand and seat with an action: what its actions add up to
-- The five counters of a street are one number, eight bits each: checks, bets, folds, raises, calls.
with
counted as (
    select
        *,
        case action
            when 'check' then 1
            when 'bet' then 256
            when 'fold' then 65536
            when 'raise' then 16777216
            when 'call' then 4294967296
            else 0
        end as one
    from actions
)

select
    hand_id,
    seat,
    sum(amount)::bigint as moved,
    min(seq) filter (where action = 'fold') as fold_seq,
    min(street) filter (where action = 'fold') as fold_street,
    bool_or(street = 0 and action in ('sb', 'bb', 'post', 'dead', 'straddle')) as posted,
    max(seq) filter (where street = 0 and action = 'straddle') as straddle_seq,
    count_if(street = 0 and one > 0) as choices_preflop,
    count_if(street = 0 and action in ('bet', 'raise')) as raises_preflop,
    coalesce(sum(one) filter (where street = 0), 0)::bigint as counts_0,
    coalesce(sum(one) filter (where street = 1), 0)::bigint as counts_1,
    coalesce(sum(one) filter (where street = 2), 0)::bigint as counts_2,
    coalesce(sum(one) filter (where street = 3), 0)::bigint as counts_3
from counted
group by hand_id, seat
