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

on_boards as (
    select
        hand_id,
        boards[1]
        || array_to_string(
            list_transform(boards[2:], lambda one: substring(one, characters + 1)), ''
        ) as cards
    from in_common
),

on_table as (
    select
        h.hand_id,
        coalesce(b.cards, h.board, '') as cards
    from hands as h
    left join on_boards as b on h.hand_id = b.hand_id
    where h.game <> 'draw'
),

wrong as (
    select
        t.hand_id,
        t.cards
    from on_table as t
    left join holes as p on t.hand_id = p.hand_id
    where
        coalesce(p.n, 0) + (length(t.cards) + 1) // 2
        <> bit_count(coalesce(p.mask, 0) | cards_mask(t.cards))
)

select
    w.hand_id,
    format('cards {}', concat_ws(' ', string_agg(p.hole, ' '), any_value(w.cards))) as problem
from wrong as w
left join players as p on w.hand_id = p.hand_id
group by w.hand_id
