-- one row per run: its size, how it was played, and whether its money adds up
-- `balance` is net + rake + jackpot + fees - bonus - money added by the site, and must be 0.
with
selected as (
    select *
    from runs
    where true /* where */
),

of_hands as (
    select
        run,
        string_agg(distinct game || ' ' || betting, ', ' order by game || ' ' || betting) as games,
        count(*) as hands,
        count(distinct table_id) as tables,
        sum(dealt)::bigint as seats,
        count_if(last_street >= 1) as flops,
        sum(flop_players)::bigint as flop_players,
        avg(pot / big_blind) as pot_bb,
        fsum(rake / big_blind) as rake_bb,
        sum(rake + jackpot - added_by_site)::bigint as house
    from hands
    where run in (select s.run from selected as s)
    group by run
),

of_players as (
    select
        run,
        percent(count_if(vpip), count_if(vpip_opp)) as vpip,
        percent(count_if(pfr), count_if(pfr_opp)) as pfr,
        percent(count_if(b3), count_if(b3_opp)) as b3,
        percent(count_if(wtsd), count_if(wtsd_opp)) as wtsd,
        round(
            sum(bets_1 + bets_2 + bets_3 + raises_1 + raises_2 + raises_3)
            / nullif(sum(calls_1 + calls_2 + calls_3), 0),
            2
        ) as af,
        sum(net + fees - bonus)::bigint as net
    from players
    where run in (select s.run from selected as s)
    group by run
)

select
    selected.run,
    selected.kind,
    of_hands.games,
    coalesce(of_hands.hands, 0) as hands,
    -- how it was played
    round(of_hands.seats / of_hands.hands, 2) as dealt,
    of_players.vpip,
    of_players.pfr,
    of_players.b3,
    percent(of_hands.flops, of_hands.hands) as flop_pct,
    round(of_hands.flop_players / nullif(of_hands.flops, 0), 2) as plrs_flop,
    of_players.wtsd,
    of_players.af,
    round(of_hands.pot_bb, 2) as avg_pot_bb,
    -- rake, and whether the money adds up
    round(100 * of_hands.rake_bb / of_hands.seats, 2) as rake_bb100,
    of_hands.house + of_players.net as balance,
    selected.rake_policy,
    of_hands.tables,
    selected.registry_version
from selected
left join of_hands on selected.run = of_hands.run
left join of_players on selected.run = of_players.run
order by selected.run;
