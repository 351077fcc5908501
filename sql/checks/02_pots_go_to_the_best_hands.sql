-- one row per contested pot whose winners are not those with the best hands, high and low
-- Pots with unknown hands (of real histories) are left out. Where several boards were dealt, ranks
-- are those on the first, and so are the awards that are looked at.
with
contenders as (
    select
        q.hand_id,
        q.pot_no,
        q.winners,
        1::bigint << p.seat as seat,
        p.hand_rank,
        p.low_rank,
        max(p.hand_rank) over pot as best_high,
        max(p.low_rank) over pot as best_low
    from pots as q
    inner join players as p on q.hand_id = p.hand_id and (q.eligible >> p.seat) & 1 = 1
    where bit_count(q.eligible) >= 2
    window pot as (partition by q.hand_id, q.pot_no)
),

best as (
    select
        hand_id,
        pot_no,
        any_value(winners) as all_winners,
        sum(seat) filter (where hand_rank = best_high) as high,
        sum(seat) filter (where low_rank = best_low) as low
    from contenders
    group by hand_id, pot_no
    having count(*) = count(hand_rank)
),

expected as (
    select
        b.hand_id,
        b.pot_no,
        b.high,
        b.low,
        if(
            h.boards is null,
            b.all_winners,
            list_filter(list_slice(b.all_winners, 1, if(h.game = 'omaha8', 2, 1)), lambda award: award > 0)
        ) as winners
    from best as b
    inner join hands as h on b.hand_id = h.hand_id
)

select
    hand_id,
    format('pot {}: winners {}, best hands {}, best low hands {}', pot_no, winners, high, low) as problem
from expected
where winners <> list_filter([high, low], lambda award: award is not null)
