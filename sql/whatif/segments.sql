-- one row per segment of a schedule: how many hands fall there, and what they pay
-- `again_hands` are the hands under $policy, whose schedules are in `policies`. A segment follows from a
-- hand's situation, so that it is asked for once for each of them.
with
situations as (
    select
        game,
        betting,
        small_blind,
        big_blind,
        small_bet,
        big_bet,
        seats,
        currency,
        money_exp,
        dealt,
        seated,
        flop_players,
        last_street,
        raises_preflop,
        pot - added_by_site as base,
        count(*) as hands,
        sum(pot)::bigint as pot,
        sum(rake)::bigint as rake
    from again_hands
    group by all
),

named as (
    select
        s.currency,
        s.money_exp,
        rake_segment(
            k.rake, s.base, s.dealt, s.seated, s.flop_players, s.last_street, s.raises_preflop
        ) as segment,
        sum(s.hands)::bigint as hands,
        sum(s.pot)::bigint as pot,
        sum(s.rake)::bigint as rake
    from situations as s
    left join policies as k
        on k.policy = $policy and same_kind(s, k)
    group by all
)

select
    segment,
    segment_order(segment) as place,
    currency,
    money_exp,
    hands,
    pot,
    rake
from named
order by place, segment, currency, money_exp;
