-- one row per pot whose rake is not what the run's policy allots to it
-- Cumulative: what the pots up to this one owe, less what those below owe; a pot that cannot hold
-- its part leaves it to those below, so sums are compared, from the last pot down. Proportional: within a
-- unit of its share. Independent: what the pot alone owes.
with
shares as (
    select
        q.run,
        q.hand_id,
        q.pot_no,
        q.rake as taken,
        q.amount - if(q.pot_no = 0, h.added_by_site, 0) as base,
        h.rake as of_hand,
        h.pot - h.added_by_site as pot,
        h.dealt,
        h.seated,
        h.flop_players,
        h.last_street,
        h.raises_preflop,
        p.rake as r
    from pots as q
    inner join hands as h on q.run = h.run and q.hand_id = h.hand_id
    inner join runs as p on q.run = p.run
    where p.rake is not null and rake_state(p.rake) is null
),

summed as (
    select
        *,
        sum(base) over up_to as upto,
        sum(taken) over up_to as taken_upto
    from shares
    window up_to as (partition by run, hand_id order by pot_no)
),

allotted as (
    select
        run,
        hand_id,
        pot_no,
        taken,
        taken_upto,
        of_hand * base / nullif(pot, 0) as share,
        r.allocation as method,
        rake_due(
            r, upto::bigint, dealt, seated, flop_players, last_street, raises_preflop
        ) as due_upto,
        rake_due(r, base, dealt, seated, flop_players, last_street, raises_preflop) as due_alone
    from summed
)

select
    run,
    hand_id,
    format(
        'pot {}: rake {}, with those below {}; due {}, alone {}', pot_no, taken, taken_upto, due_upto, due_alone
    ) as problem
from allotted
where
    (method = 'cumulative' and taken_upto < due_upto)
    or (method = 'independent' and taken <> due_alone)
    or (method = 'proportional' and abs(taken - share) >= 1)
