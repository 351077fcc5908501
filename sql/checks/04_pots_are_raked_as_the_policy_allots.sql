-- one row per pot whose rake is not what the run's policy allots to it
-- Cumulative: what the pots up to this one owe, less what those below owe; a pot that cannot hold
-- its part leaves it to those below, so sums are compared, from the last pot down. Proportional: within a
-- unit of its share. Independent: what the pot alone owes.
with
shares as (
    select
        h.run,
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
        sum(base) over up_to as upto,
        sum(q.rake) over up_to as taken_upto
    from pots as q
    inner join hands as h on q.hand_id = h.hand_id
    window up_to as (partition by q.hand_id order by q.pot_no)
),

allotted as (
    select
        s.*,
        s.of_hand * s.base / nullif(s.pot, 0) as share,
        r.rake.allocation as method,
        case r.rake.allocation
            when 'cumulative'
                then rake_due(
                    r.rake, s.upto::bigint, s.dealt, s.seated, s.flop_players, s.last_street, s.raises_preflop
                )
        end as due_upto,
        case r.rake.allocation
            when 'independent'
                then rake_due(
                    r.rake, s.base, s.dealt, s.seated, s.flop_players, s.last_street, s.raises_preflop
                )
        end as due_alone
    from shares as s
    inner join runs as r on s.run = r.run
    where r.rake is not null and rake_state(r.rake) is null
)

select
    hand_id,
    format(
        'pot {}: rake {}, with those below {}; by its policy ({}) {}',
        pot_no, taken, taken_upto, method, coalesce(due_upto, due_alone, share)
    ) as problem
from allotted
where
    (method = 'cumulative' and taken_upto < due_upto)
    or (method = 'independent' and taken <> due_alone)
    or (method = 'proportional' and abs(taken - share) >= 1)
