-- rerake_players(which): one row per player dealt in, as in `players`, with money of policy `which`
-- Replaced are what he collects, his fees and net, wsd_net, and the four attributions of the rake.
-- Shares are floors, units left go to the largest remainders, ties from the left of the button
-- (docs/rake.md). A hand's shares follow from one row per hand, so that no window has to sort the
-- players: masks of places count who comes first, `bar` is the least remainder that gets a unit.
create or replace macro rerake_players(
    which, hands := 'hands', pots := 'pots', players := 'players', policies := 'policies'
) as table
    with
    of_players as (
        select
            run,
            hand_id,
            bit_or(1::int << seat::int) as dealt_in,
            bit_or(if(invested > 0, 1::int << seat::int, 0)) as payers,
            list(invested * 16 + seat) filter (invested > 0) as stakes
        from query_table(players)
        group by run, hand_id
    ),

    raked as (
        select
            h.run,
            h.hand_id,
            h.rake,
            h.pot - h.added_by_site as base,
            h.button_seat,
            places_of(o.dealt_in, h.button_seat) as dealt_in,
            places_of(o.payers, h.button_seat) as payers,
            if(h.rake > 0, o.stakes, null) as stakes,
            if(h.source = 'simulate', 0, null) as stored_fees,
            f.each as fee_each,
            f.dead_drop as fee_button
        from rerake_hands(which, hands := hands, pots := pots, policies := policies) as h
        inner join of_players as o on h.run = o.run and h.hand_id = o.hand_id
        left join rerake_fees(which, hands := hands, policies := policies) as f
            on h.run = f.run and h.hand_id = f.hand_id
    ),

    barred as (
        select
            * exclude (stakes),
            list_sort(
                list_transform(
                    stakes,
                    lambda s: share_rest(rake, s >> 4, base) * 16 + 9 - place_of(s & 15, button_seat)
                ),
                'desc'
            )[
                (rake - list_sum(list_transform(stakes, lambda s: floor_share(rake, s >> 4, base))))::bigint
            ] as bar
        from raked
    ),

    shares as (
        select
            p.*,
            h.rake as hand_rake,
            h.base,
            h.payers,
            h.dealt_in,
            h.bar,
            place_of(p.seat, h.button_seat) as place,
            coalesce(h.stored_fees, p.fees) + coalesce(h.fee_each, 0)
            + if(p.seat = h.button_seat, coalesce(h.fee_button, 0), 0) as new_fees
        from query_table(players) as p
        inner join barred as h on p.run = h.run and p.hand_id = h.hand_id
    ),

    paid as (
        select
            s.*,
            coalesce(a.collected, 0) as new_collected,
            coalesce(a.rake_winner, 0) as new_rake_winner,
            coalesce(a.collected, 0) - s.invested - s.new_fees + s.bonus as new_net
        from shares as s
        left join
            rerake_awards(which, hands := hands, pots := pots, policies := policies) as a
            on s.run = a.run and s.hand_id = a.hand_id and s.seat = a.seat
    )

    select
        * exclude ( -- noqa: AM04
            hand_rake, base, payers, dealt_in, bar, place, new_fees, new_collected, new_rake_winner,
            new_net
        ) replace (
            new_collected as collected,
            new_fees as fees,
            new_net as net,
            showdown and new_net > 0 as wsd_net,
            even_share(hand_rake, bit_count(dealt_in), nth_of(dealt_in, place)) as rake_dealt,
            if(
                invested > 0, even_share(hand_rake, bit_count(payers), nth_of(payers, place)), 0
            ) as rake_contributed,
            floor_share(hand_rake, invested, base)
            + if(share_rest(hand_rake, invested, base) * 16 + 9 - place >= bar, 1, 0) as rake_weighted,
            new_rake_winner as rake_winner
        )
    from paid;
