-- one row per segment of a schedule: how many hands fall there, and what they pay
-- `again_hands` are the hands under $policy, whose schedules are in `policies`; $old names the run.
with
selected as (
    select
        hands.run,
        hands.hand_id
    from (
        select
            *,
            stake_name(small_blind, big_blind, money_exp) as stake
        from hands
        where run = $old and tournament_id is null
    ) as hands
    where true /* where */
),

scheduled as (
    select
        h.currency,
        h.money_exp,
        h.pot,
        h.rake,
        h.last_street,
        k.rake as r,
        k.rake.caps[rake_players(k.rake, h.dealt, h.seated, h.flop_players) + 1] as cap,
        h.pot - h.added_by_site < k.rake.min_pot as is_small,
        rake_segment(
            k.rake, h.pot - h.added_by_site, h.dealt, h.seated, h.flop_players, h.last_street,
            h.raises_preflop
        ) as part,
        list_max(
            list_transform(
                list_filter(
                    k.rake.thresholds,
                    lambda s: s.pot <= h.pot - h.added_by_site -- noqa: RF01
                ),
                lambda s: s.pot -- noqa: RF01
            )
        ) as step
    from again_hands as h
    inner join selected on h.hand_id = selected.hand_id
    left join policies as k
        on
            k.policy = $policy
            and h.game = k.game
            and h.betting = k.betting
            and h.small_blind = k.small_blind
            and h.big_blind = k.big_blind
            and h.small_bet is not distinct from k.small_bet
            and h.big_bet is not distinct from k.big_bet
            and h.seats = k.seats
            and h.currency = k.currency
            and h.money_exp = k.money_exp
),

named as (
    select
        *,
        case
            when r is null then if(rake = 0, 'no rake', 'rake of a schedule that is not known')
            when rake = 0 and part = 'gated' and last_street = 0 then 'no rake: no flop'
            when rake = 0 and part = 'gated' then 'no rake: ended too early'
            when rake = 0 and is_small then 'no rake: below the minimum pot'
            when rake = 0 and part = 'free' then 'no rake: a rate of 0'
            when rake = 0 and part = 'below minimum' then 'no rake: rounded to nothing'
            when rake = 0 and part not in ('at cap', 'at ceiling') then 'no rake: others of the period paid'
            when cap >= 0 and rake >= cap then 'at the cap'
            when step > 0 then 'below the cap, pots from ' || amount_text(step, money_exp)
            else 'below the cap'
        end as segment
    from scheduled
)

select
    segment,
    currency,
    money_exp,
    count(*) as hands,
    sum(pot)::bigint as pot,
    sum(rake)::bigint as rake
from named
group by all
order by all;
