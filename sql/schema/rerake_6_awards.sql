-- rerake_awards(which): one row per winner of a hand: what he collects, what rake he bears as winner
-- docs/rake.md: a pot is split after its rake, among its boards, high and low of each, and the
-- winners of these, in the table's smallest chip; odd chips go from the first board on, to the high
-- hand, and from the first winner left of the button on; what is less than a chip goes to the first.
create or replace macro rerake_awards(
    which, hands := 'hands', pots := 'pots', policies := 'policies'
) as table
    with
    paid as (
        select
            run,
            hand_id,
            pot_no,
            amount - rake - jackpot as paid,
            rake,
            winners,
            len(winners) > 1 or bit_count(winners[1]) > 1 as shared
        from rerake_pots(which, hands := hands, pots := pots, policies := policies)
    ),

    -- hi-lo: two awards a board, the second 0 or left out where nobody has a low hand
    listed as (
        select
            p.run,
            p.hand_id,
            p.pot_no,
            p.rake,
            p.paid,
            p.winners as all_winners,
            h.chip,
            h.button_seat,
            if(h.game = 'omaha8', 2, 1) as halves,
            unnest(p.winners) as winners,
            generate_subscripts(p.winners, 1) as award_no
        from paid as p
        inner join query_table(hands) as h on p.run = h.run and p.hand_id = h.hand_id
        where p.shared
    ),

    awards as (
        select
            * exclude (paid, all_winners),
            chip_share(
                chip_share(
                    paid, (len(all_winners) + halves - 1) // halves, (award_no + halves - 1) // halves, chip
                ),
                if(halves = 2 and all_winners[award_no + award_no % 2] > 0, 2, 1),
                if(halves = 2, 2 - award_no % 2, 1),
                chip
            ) as paid
        from listed
    ),

    places as (
        select
            *,
            unnest(range(10)) as place,
            (button_seat + 1 + place) % 10 as seat
        from awards
    ),

    winners as (
        select
            *,
            chip_share(
                paid,
                bit_count(winners),
                row_number() over (partition by run, hand_id, pot_no, award_no order by place),
                chip
            ) as collected
        from places
        where (winners >> seat) & 1 = 1
    ),

    of_pot as (
        select
            run,
            hand_id,
            pot_no,
            seat,
            place,
            any_value(rake) as rake,
            sum(collected)::bigint as collected,
            sum(sum(collected)) over (partition by run, hand_id, pot_no)::bigint as paid
        from winners
        group by run, hand_id, pot_no, seat, place
    ),

    -- a pot's rake is borne by its winners in proportion; evenly where it took all of the pot
    weighed as (
        select
            *,
            if(paid = 0, 1, collected) as weight,
            if(paid = 0, count(*) over (partition by run, hand_id, pot_no), paid) as total
        from of_pot
    ),

    floored as (
        select
            *,
            floor_share(rake, weight, total) as share,
            row_number() over (
                partition by run, hand_id, pot_no
                order by share_rest(rake, weight, total) desc, place
            ) as nth
        from weighed
    ),

    each_pot as (
        select
            run,
            hand_id,
            bit_count(winners[1] - 1) as seat,
            paid as collected,
            rake as rake_winner
        from paid
        where not shared
        union all
        select
            run,
            hand_id,
            seat,
            collected,
            share + if(nth <= rake - sum(share) over (partition by run, hand_id, pot_no), 1, 0) as rake_winner
        from floored
    )

    select
        run,
        hand_id,
        seat,
        sum(collected)::bigint as collected,
        sum(rake_winner)::bigint as rake_winner
    from each_pot
    group by run, hand_id, seat;
