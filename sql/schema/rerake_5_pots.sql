-- rerake_pots(which): one row per pot, as in `pots`, with rake and jackpot of policy `which`
create or replace macro rerake_pots(
    which, hands := 'hands', pots := 'pots', policies := 'policies'
) as table
    select
        t.* replace ( -- noqa: AM04
            coalesce(s.rake, h.rake) as rake,
            coalesce(s.jackpot, h.jackpot) as jackpot
        )
    from query_table(pots) as t
    inner join rerake_hands(which, hands := hands, pots := pots, policies := policies) as h
        on t.run = h.run and t.hand_id = h.hand_id
    left join rerake_side_pots(which, hands := hands, pots := pots, policies := policies) as s
        on t.run = s.run and t.hand_id = s.hand_id and t.pot_no = s.pot_no;
