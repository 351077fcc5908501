-- one row per card of a draw game that is held twice, or came from where no card can come
-- A card comes again only after it was discarded, or if its holder folded before the draw; never
-- to the player who discarded it.
with
hands_of as (
    select
        p.hand_id,
        p.seat,
        d.seq,
        p.final_hand is not null as drew,
        regexp_extract_all(p.hole, '..') as first_hand,
        coalesce(regexp_extract_all(p.final_hand, '..'), []) as final_hand,
        coalesce(regexp_extract_all(d.cards, '..'), []) as discards
    from players as p
    inner join hands as h on p.hand_id = h.hand_id
    left join actions as d
        on p.hand_id = d.hand_id and p.seat = d.seat and d.action = 'draw'
    where h.game = 'draw' and p.hole is not null
),

dealt_cards as (
    select
        hand_id,
        seat,
        drew,
        seq,
        discards,
        unnest(first_hand) as card
    from hands_of
),

held_cards as (
    select
        hand_id,
        seat,
        seq,
        first_hand,
        unnest(final_hand) as card
    from hands_of
),

twice as (
    select
        hand_id,
        card,
        'dealt twice' as fault
    from dealt_cards
    group by hand_id, card
    having count(*) > 1
    union all
    select
        hand_id,
        card,
        'held twice after the draw' as fault
    from held_cards
    group by hand_id, card
    having count(*) > 1
),

-- by player: what he threw away was his and does not come back, what he kept stays
own as (
    select
        hand_id,
        unnest(
            list_concat(
                list_filter(discards, lambda card: not list_contains(first_hand, card)),
                list_filter(discards, lambda card: list_contains(final_hand, card)),
                if(
                    drew,
                    list_filter(
                        first_hand,
                        lambda card: not list_contains(discards, card) and not list_contains(final_hand, card)
                    ),
                    []
                )
            )
        ) as card,
        'not as seat ' || seat || ' discarded' as fault
    from hands_of
),

-- between players: a card that another had must have left him before
foreign_cards as (
    select
        n.hand_id,
        n.card,
        format('drawn by seat {}, held by seat {}', n.seat, d.seat) as fault
    from held_cards as n
    inner join dealt_cards as d
        on n.hand_id = d.hand_id and n.card = d.card and n.seat <> d.seat
    where
        not list_contains(n.first_hand, n.card)
        and d.drew
        and not (list_contains(d.discards, d.card) and d.seq < n.seq)
),

faults as (
    from twice
    union all
    from own
    union all
    from foreign_cards
)

select
    hand_id,
    card || ': ' || fault as problem
from faults
