-- one row per hand: what its players add up to
select
    hand_id,
    count(*) as dealt,
    count_if(invested > 0) as contributors,
    sum(net)::bigint as net,
    sum(fees)::bigint as fees,
    sum(bonus)::bigint as bonus,
    sum(invested)::bigint as invested,
    sum(collected)::bigint as collected,
    sum(rake_dealt)::bigint as rake_dealt,
    sum(rake_contributed)::bigint as rake_contributed,
    sum(rake_weighted)::bigint as rake_weighted,
    sum(rake_winner)::bigint as rake_winner,
    min(least(rake_dealt, rake_contributed, rake_weighted, rake_winner)) as smallest_share
from players
group by hand_id
