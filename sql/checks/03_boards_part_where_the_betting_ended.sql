-- one row per hand whose boards do not begin alike, or have more in common than lay there when the
-- betting was over
with
-- characters of the board at the last post or decision
bet_on as (
    select
        h.hand_id,
        any_value(h.boards) as boards,
        [0, 6, 8, 10][max(a.street) + 1] as characters
    from hands as h
    inner join actions as a on h.hand_id = a.hand_id
    where h.boards is not null and a.action not in ('show', 'muck')
    group by h.hand_id
)

select
    hand_id,
    format('boards {}, {} cards when the betting was over', array_to_string(boards, ' '), characters // 2) as problem
from bet_on
where
    len(list_distinct(list_transform(boards, lambda one: substring(one, 1, characters)))) > 1
    or len(list_distinct(list_transform(boards, lambda one: substring(one, characters + 1, 2)))) < len(boards)
