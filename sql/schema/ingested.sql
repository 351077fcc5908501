-- lake_sources(root): one row per hand that was read from a file.
create or replace macro lake_sources(root) as table
    select
        run,
        hand_id,
        file,
        byte_start,
        byte_end,
        line,
        format,
        site,
        stated_pot,
        pot_meaning,
        stated_rake,
        tz_status
    from
        read_parquet(
            lake_files(root, 'sources'),
            hive_partitioning = true,
            hive_types = { 'run': varchar },
            union_by_name = true
        )
    where run in (select v.run from lake_visible(root) as v);

-- lake_issues(root): one row per hand or passage of a file that could not be read.
create or replace macro lake_issues(root) as table
    select
        run,
        file,
        byte_start,
        byte_end,
        line,
        code,
        message,
        raw
    from
        read_parquet(
            lake_files(root, 'issues'),
            hive_partitioning = true,
            hive_types = { 'run': varchar },
            union_by_name = true
        )
    where run in (select v.run from lake_visible(root) as v);
