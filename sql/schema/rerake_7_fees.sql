-- rerake_fees(which): one row per hand that policy `which` charges beside the pot
-- `each` is what everybody dealt in pays: the fee per hand, and time and membership where a period
-- of the table's clock ends during the hand; the button pays `dead_drop` on top. Simulated clocks
-- start on 2026-01-01 (docs/schema.md). Fees that a record states are not the policy's, and stay.
create or replace macro rerake_fees(which, hands := 'hands', policies := 'policies') as table
    with
    charged as (
        select
            h.run,
            h.hand_id,
            k.rake.fees,
            epoch(h.started_at)::bigint - if(h.source = 'simulate', 1767225600, 0) as started,
            h.duration
        from query_table(hands) as h
        inner join query_table(policies) as k
            on
                k.policy = which
                and k.rake.fees is not null
                and same_kind(h, k)
        where h.tournament_id is null
    )

    select
        run,
        hand_id,
        (
            fees.per_hand
            + fees.time * coalesce(periods_between(started, duration, fees.time_period), 0)
            + fees.membership * coalesce(periods_between(started, duration, fees.membership_period), 0)
        ) as each,
        fees.dead_drop
    from charged;
