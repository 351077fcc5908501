-- one row per hand id that is not unique, or that its players do not fit
with
-- seats, and places from the big blind at -2 on, as sets of bits, which tell when one is there twice
of_players as (
    select
        hand_id,
        count(*) as n,
        bit_count(bit_or(1::bigint << (seat & 15))) as n_seats,
        bit_count(bit_or(1::bigint << ((from_button + 2) & 15))) as n_places,
        count_if(seat not between 0 and 9 or from_button not between -2 and 9) as n_nowhere
    from players
    group by hand_id
),

of_hands as (
    select
        hand_id,
        count(*) as n,
        any_value(dealt) as dealt
    from hands
    group by hand_id
)

select
    coalesce(h.hand_id, p.hand_id) as hand_id,
    format(
        '{} rows in hands, {} players of {} dealt, in {} seats and {} places',
        coalesce(h.n, 0), coalesce(p.n, 0), coalesce(h.dealt, 0), coalesce(p.n_seats, 0), coalesce(p.n_places, 0)
    ) as problem
from of_hands as h
full join of_players as p on h.hand_id = p.hand_id
where
    coalesce(h.n, 0) <> 1
    or coalesce(p.n, 0) <> h.dealt
    or p.n_seats <> h.dealt
    or p.n_places <> h.dealt
    or p.n_nowhere > 0
