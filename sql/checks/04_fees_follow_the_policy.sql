-- one row per player-hand whose charges beside the pot are not what the run's policy says
-- The button pays the dead drop, everybody dealt in the fee per hand, and time and membership for
-- each period that ends during the hand. Who plays with a carried stack keeps at least a chip: his charge may be less.
with
charged as (
    select
        p.run,
        p.hand_id,
        p.seat,
        p.fees,
        p.stack,
        h.stacks_mode,
        h.chip,
        coalesce(
            r.rake.fees.per_hand
            + if(p.seat = h.button_seat, r.rake.fees.dead_drop, 0)
            + r.rake.fees.time * periods_ended(h.started_at, h.duration, r.rake.fees.time_period)
            + r.rake.fees.membership
            * periods_ended(h.started_at, h.duration, r.rake.fees.membership_period),
            0
        ) as due
    from players as p
    inner join hands as h on p.run = h.run and p.hand_id = h.hand_id
    inner join runs as r on p.run = r.run
    where r.rake is not null and (r.rake.fees is not null or p.fees <> 0)
)

select
    run,
    hand_id,
    format('seat {}: fees {}, stack {}; the policy says {}', seat, fees, stack, due) as problem
from charged
where
    fees <> due
    and (stacks_mode = 'reset' or fees > due or stack > chip)
