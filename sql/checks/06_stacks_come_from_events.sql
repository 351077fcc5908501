-- one row per player-hand whose stack is not what he brought, less what he took, plus what he won
-- table by table
select
    hand_id,
    format('seat {}: brought {} and won {} before, but has {}', seat, brought, won_before, stack) as problem
from sittings
where source = 'simulate' and stack <> brought + won_before
