-- one row per tournament whose prizes are not its buy-ins, or that nobody has won
-- every run
with
sums as (
    select
        run,
        tournament_id,
        sum(buy_in)::bigint as buy_ins,
        sum(prize)::bigint as prizes,
        count_if(place = 1) as winners
    from tournaments
    group by run, tournament_id
)

select
    run,
    tournament_id << 32 as hand_id,
    format('tournament {}: buy-ins {}, prizes {}, {} winners', tournament_id, buy_ins, prizes, winners) as problem
from sums
where buy_ins <> prizes or winners <> 1
