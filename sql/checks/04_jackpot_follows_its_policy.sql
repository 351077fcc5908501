-- one row per hand whose jackpot drop is not what the run's policy says
-- Runs whose recipe states no policy (ingested ones) are left out.
with
expected as (
    select
        h.hand_id,
        h.jackpot,
        h.pot,
        h.rake,
        least(
            jackpot_due(
                p.rake, h.pot - h.added_by_site, h.dealt, h.seated, h.flop_players, h.last_street,
                h.raises_preflop
            ),
            h.pot - h.added_by_site - h.rake
        ) as due
    from hands as h
    inner join runs as p on h.run = p.run
    where p.rake is not null
)

select
    hand_id,
    format('jackpot {} of pot {}, rake {}; the policy says {}', jackpot, pot, rake, due) as problem
from expected
where jackpot is distinct from due
