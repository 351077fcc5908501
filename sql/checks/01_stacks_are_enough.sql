-- one row per player-hand that puts in more than the stack, or has a negative amount
select
    hand_id,
    format('seat {}: stack {}, invested {}, collected {}, fees {}', seat, stack, invested, collected, fees) as problem
from players
where stack < 0 or invested < 0 or collected < 0 or fees < 0 or bonus < 0 or invested > stack
