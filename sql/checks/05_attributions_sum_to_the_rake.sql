-- one row per hand with an attribution of the rake that does not sum to the rake
with
of_players as (
    select
        run,
        hand_id,
        sum(rake_dealt)::bigint as dealt,
        sum(rake_contributed)::bigint as contributed,
        sum(rake_weighted)::bigint as weighted,
        sum(rake_winner)::bigint as winner,
        min(least(rake_dealt, rake_contributed, rake_weighted, rake_winner)) as smallest
    from players
    group by run, hand_id
)

select
    h.run,
    h.hand_id,
    format(
        'rake {}: dealt {}, contributed {}, weighted {}, winner {}, smallest share {}',
        h.rake, p.dealt, p.contributed, p.weighted, p.winner, p.smallest
    ) as problem
from hands as h
inner join of_players as p on h.run = p.run and h.hand_id = p.hand_id
where
    h.rake <> p.dealt
    or h.rake <> p.contributed
    or h.rake <> p.weighted
    or h.rake <> p.winner
    or p.smallest < 0
