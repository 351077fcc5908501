-- one row per hand that was dealt to others than those whom the events have at the table
-- table by table
with
-- runs in which players come and go
sessions as (
    select distinct run from events
    where event = 'sit'
),

present as (
    select
        e.run,
        e.table_id,
        e.seat,
        e.player,
        e.hand_no,
        sum(count(*) filter (e.event = 'sit') - count(*) filter (e.event = 'leave')) over sitting as sits,
        sum(
            count(*) filter (e.event = 'sit_out') - count(*) filter (e.event in ('return', 'leave'))
        ) over sitting as away
    from events as e
    inner join sessions as s on e.run = s.run
    group by e.run, e.table_id, e.seat, e.player, e.hand_no
    window sitting as (partition by e.run, e.table_id, e.seat, e.player order by e.hand_no)
),

taken as (
    select
        e.run,
        e.table_id,
        e.hand_no,
        sum(count(*) filter (e.event = 'sit') - count(*) filter (e.event = 'leave')) over (
            partition by e.run, e.table_id order by e.hand_no
        ) as seats
    from events as e
    inner join sessions as s on e.run = s.run
    group by e.run, e.table_id, e.hand_no
),

dealt as (
    select
        p.run,
        p.hand_id,
        p.table_id,
        h.hand_no,
        p.seat,
        p.player
    from players as p
    inner join hands as h on p.run = h.run and p.hand_id = h.hand_id
    where h.run in (select s.run from sessions as s)
)

select
    d.run,
    d.hand_id,
    format(
        'seat {}: {} is dealt in, but {}',
        d.seat, d.player, if(coalesce(p.sits, 0) = 1, 'sits out', 'has no seat')
    ) as problem
from dealt as d
asof left join present as p
    on
        d.run = p.run
        and d.table_id = p.table_id
        and d.seat = p.seat
        and d.player = p.player
        and d.hand_no >= p.hand_no
where coalesce(p.sits, 0) <> 1 or p.away > 0
union all
select
    d.run,
    d.hand_id,
    format('seat {}: {} is dealt in and has {}', d.seat, d.player, e.event) as problem
from dealt as d
inner join events as e
    on
        d.run = e.run
        and d.table_id = e.table_id
        and d.seat = e.seat
        and d.player = e.player
        and d.hand_no = e.hand_no
where e.event in ('missed_big', 'missed_small')
union all
select
    h.run,
    h.hand_id,
    format('{} seats are taken, but {} by the events', h.seated, coalesce(t.seats, 0)) as problem
from hands as h
asof left join taken as t
    on h.run = t.run and h.table_id = t.table_id and h.hand_no >= t.hand_no
where h.run in (select s.run from sessions as s) and h.seated <> coalesce(t.seats, 0)
