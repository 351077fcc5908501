-- one row per player-hand whose charges beside the pot are not what the run's policy says
-- The button pays the dead drop, everybody dealt in the fee per hand, and time and membership for
-- each period that ends during the hand. Who plays with a carried stack keeps at least a chip: his charge may be less.
with
charges as (
    select
        h.hand_id,
        h.button_seat,
        h.stacks_mode,
        h.chip,
        coalesce(
            r.rake.fees.per_hand
            + r.rake.fees.time * periods_ended(h.started_at, h.duration, r.rake.fees.time_period)
            + r.rake.fees.membership
            * periods_ended(h.started_at, h.duration, r.rake.fees.membership_period),
            0
        ) as of_everybody,
        coalesce(r.rake.fees.dead_drop, 0) as of_the_button
    from hands as h
    inner join runs as r on h.run = r.run
    where r.rake is not null
),

charged as (
    select
        p.hand_id,
        p.seat,
        p.fees,
        p.stack,
        c.stacks_mode,
        c.chip,
        c.of_everybody + if(p.seat = c.button_seat, c.of_the_button, 0) as due
    from players as p
    inner join charges as c on p.hand_id = c.hand_id
    where p.fees <> c.of_everybody + if(p.seat = c.button_seat, c.of_the_button, 0)
)

select
    hand_id,
    format('seat {}: fees {}, stack {}; the policy says {}', seat, fees, stack, due) as problem
from charged
where stacks_mode = 'reset' or fees > due or stack > chip
