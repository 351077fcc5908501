-- one row per hand in which a card is dealt twice, or is no card
-- Draw games have a check of their own: there, discards may come again. Several boards have in
-- common what lay there when the betting was over.
with
of_players as (
    select
        run,
        hand_id,
        string_agg(hole, '') as hole
    from players
    group by run, hand_id
),

-- so many characters, three or four cards or none, begin all boards of a hand
in_common as (
    select
        *,
        if(
            boards is null,
            0,
            list_max(
                list_filter(
                    [0, 6, 8],
                    lambda n: len(list_distinct(list_transform(boards, lambda one: substring(one, 1, n)))) = 1
                )
            )
        ) as characters
    from hands
),

dealt_cards as (
    select
        h.run,
        h.hand_id,
        string_split_regex(
            rtrim(
                regexp_replace(
                    concat(
                        p.hole,
                        h.board,
                        array_to_string(
                            list_transform(h.boards[2:], lambda one: substring(one, h.characters + 1)), ''
                        )
                    ),
                    '(..)', '\1 ', 'g'
                )
            ),
            ' '
        ) as cards
    from in_common as h
    inner join of_players as p on h.run = p.run and h.hand_id = p.hand_id
    where h.game <> 'draw'
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
