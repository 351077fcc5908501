-- rerake_side_pots(which): one row per pot of a hand that has several: what a policy takes from it
-- docs/rake.md, how it is taken: cumulative, in proportion, or each pot by itself; the jackpot drop
-- is always cumulative. What a pot cannot hold is paid by those below it.
create or replace macro rerake_side_pots(
    which, hands := 'hands', pots := 'pots', policies := 'policies'
) as table
    with
    several as (
        select distinct
            run,
            hand_id
        from query_table(pots)
        where pot_no > 0
    ),

    -- `own` is what can be raked: all but what the site added to the main pot
    stacked as (
        select
            t.run,
            t.hand_id,
            t.pot_no,
            h.pot - h.added_by_site as base,
            t.amount - if(t.pot_no = 0, h.added_by_site, 0) as own,
            (sum(own) over (partition by t.run, t.hand_id order by t.pot_no))::bigint as upto,
            k.rake as schedule,
            h.seated,
            h.dealt,
            h.flop_players,
            h.last_street,
            h.raises_preflop
        from query_table(pots) as t
        inner join several as s on t.run = s.run and t.hand_id = s.hand_id
        inner join query_table(hands) as h on t.run = h.run and t.hand_id = h.hand_id
        inner join query_table(policies) as k
            on
                k.policy = which
                and same_kind(h, k)
        where h.tournament_id is null
    ),

    asked as (
        select
            *,
            rake_due(
                schedule,
                case schedule.allocation
                    when 'independent' then own
                    when 'proportional' then base
                    else upto
                end,
                dealt, seated, flop_players, last_street, raises_preflop
            ) as rake_asked,
            jackpot_due(
                schedule, upto, dealt, seated, flop_players, last_street, raises_preflop
            ) as jackpot_asked
        from stacked
    ),

    -- cumulative: what this pot adds, and what it passes down; proportional: floors
    shared as (
        select
            *,
            rake_asked - lag(rake_asked, 1, 0) over hand as added,
            passed_down(
                max(rake_asked - upto) over above, lag(rake_asked - upto, 1, 0) over hand
            ) as over,
            floor_share(rake_asked, own, base) as floored,
            row_number() over (
                partition by run, hand_id
                order by share_rest(rake_asked, own, base) desc, pot_no
            ) as nth
        from asked
        window
            hand as (partition by run, hand_id order by pot_no),
            above as (hand rows between current row and unbounded following)
    ),

    raked as (
        select
            *,
            case schedule.allocation
                when 'independent' then rake_asked
                when 'proportional'
                    then
                        floored
                        + if(nth <= rake_asked - sum(floored) over (partition by run, hand_id), 1, 0)
                else added + lead(over, 1, 0) over (partition by run, hand_id order by pot_no) - over
            end::bigint as rake
        from shared
    ),

    -- a drop takes no more than the rake leaves; what the pots so far cannot hold waits for the next
    rooms as (
        select
            *,
            sum(own - rake) over (partition by run, hand_id order by pot_no) as room
        from raked
    ),

    dropped as (
        select
            *,
            least(jackpot_asked, room) as dropped_upto
        from rooms
    ),

    passed as (
        select
            *,
            dropped_upto - lag(dropped_upto, 1, 0) over hand as dropped,
            passed_down(
                max(dropped_upto - room) over above, lag(dropped_upto - room, 1, 0) over hand
            ) as dropped_over
        from dropped
        window
            hand as (partition by run, hand_id order by pot_no),
            above as (hand rows between current row and unbounded following)
    )

    select
        run,
        hand_id,
        pot_no,
        schedule.allocation,
        rake,
        (
            dropped + lead(dropped_over, 1, 0) over (partition by run, hand_id order by pot_no)
            - dropped_over
        )::bigint as jackpot
    from passed;
