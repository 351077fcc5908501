-- one row per hand with too many or too few cards for its game and last street
-- Unknown hole cards of real hands are NULL; a known hand is complete. Several boards are whole.
with
boards as (
    select
        hand_id,
        format('last street {}, board {}', last_street, coalesce(board, 'none')) as problem
    from hands
    where
        game <> 'draw'
        and coalesce(length(board), 0) <> [0, 6, 8, 10][last_street + 1]
),

several as (
    select
        hand_id,
        format('last street {}, boards {}', last_street, array_to_string(boards, ' ')) as problem
    from hands
    where
        boards is not null
        and (
            len(boards) < 2
            or last_street <> 3
            or boards[1] is distinct from board
            or len(list_filter(boards, lambda one: length(one) = 10)) < len(boards)
        )
),

-- Omaha is dealt four to six cards, everybody the same number
holes as (
    select
        p.hand_id,
        format('seat {}: {} in {}', p.seat, p.hole, h.game) as problem
    from players as p
    inner join hands as h on p.hand_id = h.hand_id
    where
        not case h.game
            when 'holdem' then length(p.hole) = 4
            when 'draw' then length(p.hole) = 10
            else length(p.hole) in (8, 10, 12)
        end
),

uneven as (
    select
        hand_id,
        format('hole cards of {} to {} characters', min(length(hole)), max(length(hole))) as problem
    from players
    group by hand_id
    having min(length(hole)) <> max(length(hole))
)

from boards
union all
from several
union all
from holes
union all
from uneven
