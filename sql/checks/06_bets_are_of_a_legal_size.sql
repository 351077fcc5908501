-- one row per call, bet or raise of another size than the stack, the bet to match and the betting allow
with
-- the bet to match before each action but for the blinds, which may be posted short
matched as (
    select
        *,
        coalesce(
            max(if(action = 'return', 0, street_total)) over (
                partition by hand_id, street order by seq
                rows between unbounded preceding and 1 preceding
            ),
            0
        ) as largest_before
    from moves
),

raised as (
    select
        m.*,
        h.betting,
        if(m.street >= if(h.game = 'draw', 1, 2), h.big_bet, h.small_bet) as limit_bet,
        -- the least bet, and before the flop the least raise of a straddle
        case
            when m.street = 0 and h.straddle > 0 then h.straddle
            when h.betting <> 'FL' then coalesce(h.small_bet, h.big_blind)
            else h.big_blind
        end as unit,
        -- before the flop at least the full blind, posted or not
        greatest(if(m.street = 0, greatest(h.big_blind, h.straddle), 0), m.largest_before) as bet_before,
        m.street_total - bet_before as increment
    from matched as m
    inner join hands as h on m.hand_id = h.hand_id
    where m.action in ('bet', 'raise')
),

increments as (
    select
        *,
        greatest(
            unit,
            coalesce(
                max(increment) over (
                    partition by hand_id, street order by seq
                    rows between unbounded preceding and 1 preceding
                ),
                0
            )
        ) as least_raise
    from raised
),

-- what a short big blind or straddle is short of (a blind without a row went into the ante whole): the
-- pot-limit maximum counts it as posted in full
short as (
    select
        m.hand_id,
        greatest(
            any_value(h.big_blind) - sum(if(m.action = 'bb', m.amount, 0))
            + sum(if(m.action = 'straddle' and m.all_in, greatest(h.big_blind, h.straddle) - m.amount, 0)),
            0
        ) as short_by
    from moves as m
    inner join hands as h on m.hand_id = h.hand_id
    where h.betting = 'PL' and m.street = 0
    group by m.hand_id
),

pots_before as (
    select
        m.hand_id,
        m.seq,
        h.added_by_site + if(m.street = 0, coalesce(s.short_by, 0), 0) + sum(m.amount) over (
            partition by m.hand_id order by m.seq rows between unbounded preceding and 1 preceding
        ) as pot
    from moves as m
    inner join hands as h on m.hand_id = h.hand_id
    left join short as s on m.hand_id = s.hand_id
    where h.betting = 'PL'
),

judged as (
    select
        i.hand_id,
        i.seq,
        i.seat,
        i.action,
        i.amount,
        case
            when i.action = 'bet' and i.bet_before > 0 then 'is a raise'
            when i.betting <> 'FL' and not i.all_in and i.increment < i.least_raise
                then 'is below the least raise'
            when i.betting = 'PL' and i.amount > coalesce(p.pot, 0) + 2 * i.to_call
                then 'is above the pot'
            when i.betting = 'FL' and i.increment > i.limit_bet then 'is above the limit'
        end as fault
    from increments as i
    left join pots_before as p on i.hand_id = p.hand_id and i.seq = p.seq
    union all
    select
        hand_id,
        seq,
        seat,
        action,
        amount,
        case
            when action = 'call' and amount <> least(to_call, stack_before) then 'is not the price'
            when all_in <> (amount > 0 and amount = stack_before) and action <> 'return' then 'all-in is wrong'
        end as fault
    from moves
)

select
    hand_id,
    format('action {}: seat {} {} {}: {}', seq, seat, action, amount, fault) as problem
from judged
where fault is not null
