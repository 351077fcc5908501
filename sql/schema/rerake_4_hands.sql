-- rerake_hands(which): one row per hand, as in `hands`, with rake, jackpot and name of policy `which`
-- Hands without a price (see rerake_prices) are left out.
create or replace macro rerake_hands(
    which, hands := 'hands', pots := 'pots', policies := 'policies'
) as table
    with
    -- a rake that is taken from each pot by itself is not that of the whole
    of_pots as (
        select
            run,
            hand_id,
            sum(rake)::bigint as rake
        from rerake_side_pots(which, hands := hands, pots := pots, policies := policies)
        where allocation = 'independent'
        group by run, hand_id
    )

    select
        h.* replace ( -- noqa: AM04
            coalesce(s.rake, p.rake) as rake,
            least(p.jackpot_asked, p.base - coalesce(s.rake, p.rake)) as jackpot,
            p.policy_name as rake_policy
        )
    from query_table(hands) as h
    inner join rerake_prices(which, hands := hands, policies := policies) as p
        on
            in_situation(h, p)
            and same_kind(h, p)
    left join of_pots as s on h.run = s.run and h.hand_id = s.hand_id
    where h.tournament_id is null;
