-- one row per table of a run with another number of rows than its manifest says
-- every run: a table that a run does not keep has no rows, as its manifest says
with
files as (
    select
        run,
        unnest(parts) as part
    from runs
),

stated as (
    select
        run,
        part.table as name,
        sum(part.rows)::bigint as n
    from files
    group by all
),

found as (
    select
        run,
        'hands' as name,
        count(*) as n
    from hands
    group by run
    union all
    select
        run,
        'players' as name,
        count(*) as n
    from players
    group by run
    union all
    select
        run,
        'actions' as name,
        count(*) as n
    from actions
    group by run
    union all
    select
        run,
        'pots' as name,
        count(*) as n
    from pots
    group by run
)

select
    coalesce(s.run, f.run) as run,
    null::bigint as hand_id,
    format('{}: {} rows, the manifest says {}', coalesce(s.name, f.name), coalesce(f.n, 0), coalesce(s.n, 0)) as problem
from stated as s
full join found as f on s.run = f.run and s.name = f.name
where
    coalesce(s.name, f.name) in ('hands', 'players', 'actions', 'pots')
    and coalesce(s.n, 0) <> coalesce(f.n, 0)
