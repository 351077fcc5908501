-- one row per hand that was dealt to others than those whom the events have at the table
-- table by table
with
-- nobody comes or goes in other runs
sessions as (
    select count(*) > 0 as any_sits
    from events
    where event = 'sit'
),

taken as (
    select
        table_id,
        hand_no,
        sum(count(*) filter (event = 'sit') - count(*) filter (event = 'leave')) over (
            partition by table_id order by hand_no
        ) as seats
    from events
    group by table_id, hand_no
),

problems as (
    select
        hand_id,
        format(
            'seat {}: {} is dealt in, but {}', seat, player, if(sits = 1, 'sits out', 'has no seat')
        ) as problem
    from sittings
    where sits <> 1 or away > 0
    union all
    select
        d.hand_id,
        format('seat {}: {} is dealt in and has {}', d.seat, d.player, e.event) as problem
    from sittings as d
    inner join events as e
        on d.table_id = e.table_id and d.seat = e.seat and d.player = e.player and d.hand_no = e.hand_no
    where e.event in ('missed_big', 'missed_small')
    union all
    select
        h.hand_id,
        format('{} seats are taken, but {} by the events', h.seated, coalesce(t.seats, 0)) as problem
    from hands as h
    asof left join taken as t on h.table_id = t.table_id and h.hand_no >= t.hand_no
    where h.seated <> coalesce(t.seats, 0)
)

select
    hand_id,
    problem
from problems
where (select s.any_sits from sessions as s)
