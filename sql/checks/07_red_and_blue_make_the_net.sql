-- one row per player-hand that is neither a showdown nor not one, or whose lines miss its net
select
    hand_id,
    format('seat {}: net {}, showdown {}', seat, net, showdown) as problem
from players
where
    showdown is null
    or net is distinct from if(showdown, net, 0) + if(showdown, 0, net)
