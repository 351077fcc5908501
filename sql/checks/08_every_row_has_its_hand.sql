-- one row per hand id that is not unique, or that its players do not fit
with
of_players as (
    select
        run,
        hand_id,
        count(*) as n,
        count(distinct seat) as n_seats,
        count(distinct from_button) as n_places
    from players
    group by run, hand_id
),

of_hands as (
    select
        run,
        hand_id,
        count(*) as n,
        any_value(dealt) as dealt
    from hands
    group by run, hand_id
)

select
    coalesce(h.run, p.run) as run,
    coalesce(h.hand_id, p.hand_id) as hand_id,
    format(
        '{} rows in hands, {} players of {} dealt, in {} seats and {} places',
        coalesce(h.n, 0), coalesce(p.n, 0), coalesce(h.dealt, 0), coalesce(p.n_seats, 0), coalesce(p.n_places, 0)
    ) as problem
from of_hands as h
full join of_players as p on h.run = p.run and h.hand_id = p.hand_id
where
    coalesce(h.n, 0) <> 1
    or coalesce(p.n, 0) <> h.dealt
    or p.n_seats <> h.dealt
    or p.n_places <> h.dealt
