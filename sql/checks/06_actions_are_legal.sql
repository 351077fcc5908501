-- one row per action that its legal mask, its price or the size of the bet does not allow
with
sized as (
    select
        a.*,
        h.betting,
        h.game,
        h.added_by_site,
        h.big_blind,
        greatest(h.big_blind, h.straddle) as opening,
        -- the least bet, and before the flop the least raise of a straddle
        case
            when a.street = 0 and h.straddle > 0 then h.straddle
            when h.betting <> 'FL' then coalesce(h.small_bet, h.big_blind)
            else h.big_blind
        end as unit,
        if(
            a.street >= if(h.game = 'draw', 1, 2), h.big_bet, h.small_bet
        ) as limit_bet,
        case a.action
            when 'fold' then 1
            when 'check' then 2
            when 'call' then 4
            when 'bet' then 8
            when 'raise' then 16
            else 0
        end as needed
    from actions as a
    inner join hands as h on a.run = h.run and a.hand_id = h.hand_id
),

-- what a short big blind or straddle is short of (a blind without a row went into the ante whole): the
-- pot-limit maximum counts it as posted in full
short as (
    select
        run,
        hand_id,
        any_value(big_blind) - sum(if(action = 'bb', amount, 0))
        + sum(if(action = 'straddle' and all_in, opening - amount, 0)) as short_by
    from sized
    where street = 0
    group by run, hand_id
),

-- the bet to match before each action; before the flop at least the full blind, posted or not
matched as (
    select
        sized.*,
        if(sized.street = 0, greatest(short.short_by, 0), 0) as short_by,
        greatest(
            if(sized.street = 0, sized.opening, 0),
            coalesce(
                max(if(sized.action = 'return', 0, sized.street_total)) over (
                    partition by sized.run, sized.hand_id, sized.street order by sized.seq
                    rows between unbounded preceding and 1 preceding
                ),
                0
            )
        ) as bet_before
    from sized
    left join short on sized.run = short.run and sized.hand_id = short.hand_id
),

increments as (
    select
        *,
        greatest(
            unit,
            coalesce(
                max(if(action in ('bet', 'raise'), street_total - bet_before, 0)) over (
                    partition by run, hand_id, street order by seq
                    rows between unbounded preceding and 1 preceding
                ),
                0
            )
        ) as least_raise
    from matched
),

judged as (
    select
        run,
        hand_id,
        seq,
        seat,
        action,
        amount,
        legal,
        case
            when needed <> 0 and (legal & needed) = 0 then 'not in its legal mask'
            when needed <> 0 and (legal & 1) = 0 then 'fold is not in its legal mask'
            when needed <> 0 and ((legal & 2) <> 0) <> (to_call = 0) then 'check is legal when nothing is owed only'
            when needed = 0 and legal <> 0 then 'a forced action has no choice'
            when action in ('fold', 'check', 'show', 'muck', 'draw') and amount <> 0 then 'moves chips'
            when action = 'return' and amount >= 0 then 'gives nothing back'
            when action = 'call' and amount <> least(to_call, stack_before) then 'is not the price'
            when action in ('bet', 'raise') and amount <= to_call then 'is no raise'
            when action = 'bet' and bet_before > 0 then 'is a raise'
            when all_in <> (amount > 0 and amount = stack_before) and action <> 'return' then 'all-in is wrong'
            when action not in ('bet', 'raise') then null
            when betting <> 'FL' and not all_in and street_total - bet_before < least_raise
                then 'is below the least raise'
            when betting = 'PL' and amount > pot_before + added_by_site + short_by + 2 * to_call
                then 'is above the pot'
            when betting = 'FL' and street_total - bet_before > limit_bet then 'is above the limit'
        end as fault
    from increments
)

select
    run,
    hand_id,
    format('action {}: seat {} {} {}, legal {}: {}', seq, seat, action, amount, legal, fault) as problem
from judged
where fault is not null
