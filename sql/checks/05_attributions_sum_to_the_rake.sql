-- one row per hand with an attribution of the rake that does not sum to the rake
select
    h.hand_id,
    format(
        'rake {}: dealt {}, contributed {}, weighted {}, winner {}, smallest share {}',
        h.rake, s.rake_dealt, s.rake_contributed, s.rake_weighted, s.rake_winner, s.smallest_share
    ) as problem
from hands as h
inner join hand_sums as s on h.hand_id = s.hand_id
where
    h.rake <> s.rake_dealt
    or h.rake <> s.rake_contributed
    or h.rake <> s.rake_weighted
    or h.rake <> s.rake_winner
    or s.smallest_share < 0
