-- one row per hand in which a card is dealt twice, or is no card
-- Draw games have a check of their own: there, discards may come again.
with
of_players as (
    select
        run,
        hand_id,
        string_agg(hole, '') as hole
    from players
    group by run, hand_id
),

dealt_cards as (
    select
        h.run,
        h.hand_id,
        string_split_regex(
            rtrim(
                regexp_replace(
                    coalesce(p.hole, '') || coalesce(array_to_string(h.boards, ''), h.board, ''), '(..)', '\1 ', 'g'
                )
            ),
            ' '
        ) as cards
    from hands as h
    inner join of_players as p on h.run = p.run and h.hand_id = p.hand_id
    where h.game <> 'draw' and h.boards is null
)

select
    run,
    hand_id,
    format('cards {}', array_to_string(list_sort(cards), ' ')) as problem
from dealt_cards
where
    cards <> ['']
    and (
        len(list_distinct(cards)) <> len(cards)
        or len(list_filter(cards, lambda card: not regexp_full_match(card, '[2-9TJQKA][cdhs]'))) > 0
    )
