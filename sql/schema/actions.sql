-- lake_own_actions(root): one row per decision, forced post, returned bet, or hand shown or mucked.
create or replace macro lake_own_actions(root) as table
    with
    stored as (
        select *
        from
            read_parquet(
                lake_files(root, 'actions'),
                hive_partitioning = true,
                hive_types = { 'run': varchar },
                union_by_name = true
            )
        where run in (select v.run from lake_visible(root) as v)
    )

    select
        run,
        hand_id,
        seq,
        ((what >> 4) & 3)::tinyint as street,
        ((what >> 6) & 15)::tinyint as seat,
        [
            'ante', 'sb', 'bb', 'post', 'dead', 'straddle', 'fold', 'check',
            'call', 'bet', 'raise', 'draw', 'return', 'show', 'muck'
        ][(what & 15) + 1] as action,
        amount,
        to_call,
        ((what >> 10) & 31)::tinyint as legal,
        (what >> 15) = 1 as all_in,
        cards
    from stored;

-- lake_actions(root): the same rows, with what follows from those before them.
-- pot_before and street_total are windows, which cost nothing unless selected; stack_before needs a
-- join with players, which DuckDB makes whatever is selected.
create or replace macro lake_actions(root) as table
    select
        a.run,
        a.hand_id,
        a.seq,
        a.street,
        a.seat,
        a.action,
        a.amount,
        a.to_call,
        a.legal,
        a.all_in,
        a.cards,
        coalesce(
            sum(a.amount) over (
                partition by a.run, a.hand_id order by a.seq
                rows between unbounded preceding and 1 preceding
            ),
            0
        )::bigint as pot_before,
        -- antes and dead posts are not part of the bet to match
        sum(if(a.action in ('ante', 'dead'), 0, a.amount)) over (
            partition by a.run, a.hand_id, a.street, a.seat order by a.seq
            rows between unbounded preceding and current row
        )::bigint as street_total,
        (
            s.stack
            - coalesce(
                sum(a.amount) over (
                    partition by a.run, a.hand_id, a.seat order by a.seq
                    rows between unbounded preceding and 1 preceding
                ),
                0
            )
        )::bigint as stack_before
    from lake_own_actions(root) as a
    left join lake_starting_stacks(root) as s
        on a.run = s.run and a.hand_id = s.hand_id and a.seat = s.seat;
