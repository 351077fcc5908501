-- lake_events(root): one row per change of a player's presence or stack between two hands.
create or replace macro lake_events(root) as table
    select
        run,
        table_id,
        hand_no,
        seat,
        player,
        event,
        amount
    from
        read_parquet(
            lake_files(root, 'events'),
            hive_partitioning = true,
            hive_types = { 'run': varchar },
            union_by_name = true
        )
    where run in (select v.run from lake_visible(root) as v);
