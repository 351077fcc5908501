-- one row per hand in which a card is dealt twice, or is no card
-- Draw games have a check of their own: there, discards may come again. Several boards have in
-- common what lay there when the betting was over. Cards are bits: fewer bits than cards, and one is
-- there twice, or is none.
with
masks as (
    select
        hole,
        cards_mask(any_value(hole)) as mask
    from players
    group by hole
),

holes as (
    select
        p.hand_id,
        sum((length(p.hole) + 1) // 2) as n,
        bit_or(m.mask) as mask
    from players as p
    inner join masks as m on p.hole = m.hole
    group by p.hand_id
),

-- so many characters, three or four cards or none, begin all boards of a hand
in_common as (
    select
        hand_id,
        boards,
        list_max(
            list_filter(
                [0, 6, 8],
                lambda n: len(list_distinct(list_transform(boards, lambda one: substring(one, 1, n)))) = 1
            )
        ) as characters
    from hands
    where boards is not null
),

on_table as (
    select
        h.hand_id,
        array_to_string(coalesce(h.boards, [h.board]), ' ') as cards,
        (length(coalesce(h.board, '')) + 1) // 2
        + coalesce((len(h.boards) - 1) * (10 - b.characters) // 2, 0) as n,
        cards_mask(coalesce(h.board, ''))
        | coalesce(cards_mask(substring(h.boards[2], b.characters + 1)), 0)
        | coalesce(cards_mask(substring(h.boards[3], b.characters + 1)), 0) as mask
    from hands as h
    left join in_common as b on h.hand_id = b.hand_id
    where h.game <> 'draw'
),

wrong as (
    select
        t.hand_id,
        t.cards
    from on_table as t
    left join holes as p on t.hand_id = p.hand_id
    where coalesce(p.n, 0) + t.n <> bit_count(coalesce(p.mask, 0) | t.mask)
)

select
    w.hand_id,
    format('cards {}', concat_ws(' ', string_agg(p.hole, ' '), any_value(w.cards))) as problem
from wrong as w
left join players as p on w.hand_id = p.hand_id
group by w.hand_id
