-- one row per player-hand whose counters are not the number of its actions, street by street
-- Each street is a list: checks, bets, folds, raises, calls.
with
counted as (
    select
        run,
        hand_id,
        seat,
        [
            [
                count_if(street = 0 and action = 'check'),
                count_if(street = 0 and action = 'bet'),
                count_if(street = 0 and action = 'fold'),
                count_if(street = 0 and action = 'raise'),
                count_if(street = 0 and action = 'call')
            ],
            [
                count_if(street = 1 and action = 'check'),
                count_if(street = 1 and action = 'bet'),
                count_if(street = 1 and action = 'fold'),
                count_if(street = 1 and action = 'raise'),
                count_if(street = 1 and action = 'call')
            ],
            [
                count_if(street = 2 and action = 'check'),
                count_if(street = 2 and action = 'bet'),
                count_if(street = 2 and action = 'fold'),
                count_if(street = 2 and action = 'raise'),
                count_if(street = 2 and action = 'call')
            ],
            [
                count_if(street = 3 and action = 'check'),
                count_if(street = 3 and action = 'bet'),
                count_if(street = 3 and action = 'fold'),
                count_if(street = 3 and action = 'raise'),
                count_if(street = 3 and action = 'call')
            ]
        ] as counts
    from actions
    group by run, hand_id, seat
),

compared as (
    select
        p.run,
        p.hand_id,
        p.seat,
        c.counts,
        [
            [p.checks_0, p.bets_0, p.folds_0, p.raises_0, p.calls_0],
            [p.checks_1, p.bets_1, p.folds_1, p.raises_1, p.calls_1],
            [p.checks_2, p.bets_2, p.folds_2, p.raises_2, p.calls_2],
            [p.checks_3, p.bets_3, p.folds_3, p.raises_3, p.calls_3]
        ] as booked
    from players as p
    inner join counted as c on p.run = c.run and p.hand_id = c.hand_id and p.seat = c.seat
)

select
    run,
    hand_id,
    format('seat {}: counters {}, actions {}', seat, booked, counts) as problem
from compared
where counts <> booked
