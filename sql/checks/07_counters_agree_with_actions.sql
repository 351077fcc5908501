-- one row per player-hand whose counters are not the number of its actions, street by street
-- The five counters of a street are added up as one number, eight bits each: checks, bets, folds,
-- raises, calls.
with
ones as (
    select
        run,
        hand_id,
        seat,
        street,
        case action
            when 'check' then 1
            when 'bet' then 256
            when 'fold' then 65536
            when 'raise' then 16777216
            when 'call' then 4294967296
            else 0
        end as one
    from actions
),

counted as (
    select
        run,
        hand_id,
        seat,
        [
            coalesce(sum(one) filter (where street = 0), 0)::bigint,
            coalesce(sum(one) filter (where street = 1), 0)::bigint,
            coalesce(sum(one) filter (where street = 2), 0)::bigint,
            coalesce(sum(one) filter (where street = 3), 0)::bigint
        ] as counts
    from ones
    group by run, hand_id, seat
),

compared as (
    select
        p.run,
        p.hand_id,
        p.seat,
        c.counts,
        [
            p.checks_0 + p.bets_0 * 256 + p.folds_0 * 65536 + p.raises_0 * 16777216 + p.calls_0 * 4294967296,
            p.checks_1 + p.bets_1 * 256 + p.folds_1 * 65536 + p.raises_1 * 16777216 + p.calls_1 * 4294967296,
            p.checks_2 + p.bets_2 * 256 + p.folds_2 * 65536 + p.raises_2 * 16777216 + p.calls_2 * 4294967296,
            p.checks_3 + p.bets_3 * 256 + p.folds_3 * 65536 + p.raises_3 * 16777216 + p.calls_3 * 4294967296
        ] as booked
    from players as p
    inner join counted as c on p.run = c.run and p.hand_id = c.hand_id and p.seat = c.seat
)

select
    run,
    hand_id,
    format('seat {}: counters {}, actions {} (by street, packed)', seat, booked, counts) as problem
from compared
where counts <> booked
