-- lake_tournaments(root): one row per player of a tournament: what he paid and what he won. Money is in
-- currency; the hands of a tournament are played in chips. hands.tournament_id names it.
create or replace macro lake_tournaments(root) as table
    select
        run,
        tournament_id,
        player,
        profile,
        currency,
        money_exp,
        buy_in,
        fee,
        place,
        prize
    from
        read_parquet(
            lake_files(root, 'tournaments'),
            hive_partitioning = true,
            hive_types = { 'run': varchar },
            union_by_name = true
        )
    where run in (select v.run from lake_visible(root) as v);
