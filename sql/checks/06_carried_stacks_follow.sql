-- one row per player-hand whose stack does not follow from the last hand and the events between
-- table by table
select
    hand_id,
    format(
        'seat {}: {} after the last hand, events {}, now {}',
        seat, stack_after, brought - brought_before, stack
    ) as problem
from sittings
where stack <> stack_after + brought - brought_before
