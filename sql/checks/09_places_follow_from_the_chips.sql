-- one row per player of a tournament whose place is not what his chips say
-- Who went broke later is placed better; of those broken by one hand, who had more chips before it. The
-- last one has all. Runs that left players out are not looked at.
-- whole runs
with
ends as (
    select
        p.run,
        p.table_id as tournament_id,
        p.player,
        max(p.hand_id) as last_hand,
        max_by(p.stack, p.hand_id) as stack,
        max_by(p.stack + p.net, p.hand_id) as chips
    from players as p
    inner join hands as h on p.run = h.run and p.hand_id = h.hand_id
    where h.tournament_id is not null
    group by p.run, p.table_id, p.player
),

ranked as (
    select
        run,
        tournament_id,
        player,
        rank() over (
            partition by run, tournament_id
            order by chips > 0 desc, last_hand desc, stack desc
        ) as place
    from ends
)

select
    t.run,
    t.tournament_id << 32 as hand_id,
    format('tournament {}: {} has place {}, his chips say {}', t.tournament_id, t.player, t.place, r.place) as problem
from ranked as r
full join tournaments as t
    on r.run = t.run and r.tournament_id = t.tournament_id and r.player = t.player
where
    r.place is distinct from t.place
    and coalesce(t.run, r.run) in (select e.run from ends as e)
