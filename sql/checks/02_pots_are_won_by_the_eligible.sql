-- one row per pot without a winner, or won by a seat that is not in it
select
    hand_id,
    format('pot {}: amount {}, eligible {}, winners {}', pot_no, amount, eligible, winners) as problem
from pots
where
    amount < 0
    or rake < 0
    or rake + jackpot > amount
    or (amount > 0 and len(winners) = 0)
    or len(list_filter(winners, lambda award: (award & ~eligible) <> 0)) > 0
