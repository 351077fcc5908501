-- one row per action that moves more chips than the player has left
select
    hand_id,
    format('action {}: seat {} has {} and puts in {}', seq, seat, stack_before, amount) as problem
from moves
where stack_before < amount
