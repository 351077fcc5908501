-- rerake_prices(which): one row per situation of the hands: what a policy takes from such a hand
-- A situation is all that a price depends on. Ten million hands have some tens of thousands of
-- them: pricing those and joining them back costs the same whatever the schedule looks like.
-- Hands of tournaments pay no rake, and a kind of table that `policies` leaves out has no price.
create or replace macro rerake_prices(which, hands := 'hands', policies := 'policies') as table
    with
    situations as (
        select distinct
            game,
            betting,
            small_blind,
            big_blind,
            small_bet,
            big_bet,
            seats,
            currency,
            money_exp,
            seated,
            dealt,
            flop_players,
            last_street,
            raises_preflop,
            -- rake is taken from what the players put in
            pot - added_by_site as base
        from query_table(hands)
        where tournament_id is null
    ),

    priced as (
        select
            s.*,
            k.rake.name as policy_name,
            rake_due(
                k.rake, base, dealt, seated, flop_players, last_street, raises_preflop
            ) as rake,
            jackpot_due(
                k.rake, base, dealt, seated, flop_players, last_street, raises_preflop
            ) as jackpot_asked,
            rake_cap(k.rake, dealt, seated, flop_players) as cap
        from situations as s
        inner join query_table(policies) as k
            on
                k.policy = which
                and same_kind(s, k)
    )

    select
        *,
        is_at_cap(rake, cap) as at_cap
    from priced;
