-- one row per player-hand whose counters are not the number of its actions, street by street
-- The five counters of a street are added up as one number, eight bits each: checks, bets, folds,
-- raises, calls.
with
compared as (
    select
        p.hand_id,
        p.seat,
        [c.counts_0, c.counts_1, c.counts_2, c.counts_3] as counts,
        [
            p.checks_0 + p.bets_0 * 256 + p.folds_0 * 65536 + p.raises_0 * 16777216 + p.calls_0 * 4294967296,
            p.checks_1 + p.bets_1 * 256 + p.folds_1 * 65536 + p.raises_1 * 16777216 + p.calls_1 * 4294967296,
            p.checks_2 + p.bets_2 * 256 + p.folds_2 * 65536 + p.raises_2 * 16777216 + p.calls_2 * 4294967296,
            p.checks_3 + p.bets_3 * 256 + p.folds_3 * 65536 + p.raises_3 * 16777216 + p.calls_3 * 4294967296
        ] as booked
    from player_statistics as p
    inner join seat_actions as c on p.hand_id = c.hand_id and p.seat = c.seat
)

select
    hand_id,
    format('seat {}: counters {}, actions {} (by street, packed)', seat, booked, counts) as problem
from compared
where counts <> booked
