-- lake_pots(root): one row per main or side pot. `winners` has one mask of seats per award, board
-- by board, high then low; 0 where a board before the last has no low hand.
create or replace macro lake_pots(root) as table
    select
        run,
        hand_id,
        pot_no,
        amount,
        rake,
        jackpot,
        eligible,
        list_slice(
            [
                (winners & 1023)::smallint,
                ((winners >> 10) & 1023)::smallint,
                ((winners >> 20) & 1023)::smallint,
                ((winners >> 30) & 1023)::smallint,
                ((winners >> 40) & 1023)::smallint,
                ((winners >> 50) & 1023)::smallint
            ],
            1,
            -- up to the last award that anybody has
            (winners > 0)::int
            + (winners >> 10 > 0)::int
            + (winners >> 20 > 0)::int
            + (winners >> 30 > 0)::int
            + (winners >> 40 > 0)::int
            + (winners >> 50 > 0)::int
        ) as winners
    from
        read_parquet(
            lake_files(root, 'pots'),
            hive_partitioning = true,
            hive_types = { 'run': varchar },
            union_by_name = true
        )
    where run in (select v.run from lake_visible(root) as v);
