-- What one table takes from another, grouped by what it is joined on: a join changes no row.

-- lake_starting_stacks(root): one row per player dealt in, his stack; for lake_actions.
create or replace macro lake_starting_stacks(root) as table
    select
        run,
        hand_id,
        seat,
        any_value(stack) as stack
    from
        read_parquet(
            lake_files(root, 'players'),
            hive_partitioning = true,
            hive_types = { 'run': varchar },
            union_by_name = true
        )
    where run in (select v.run from lake_visible(root) as v)
    group by run, hand_id, seat;
