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
            k.rake.caps[rake_players(k.rake, dealt, seated, flop_players) + 1] as cap
        from situations as s
        inner join query_table(policies) as k
            on
                k.policy = which
                and s.game = k.game
                and s.betting = k.betting
                and s.small_blind = k.small_blind
                and s.big_blind = k.big_blind
                and s.small_bet is not distinct from k.small_bet
                and s.big_bet is not distinct from k.big_bet
                and s.seats = k.seats
                and s.currency = k.currency
                and s.money_exp = k.money_exp
    )

    select
        *,
        cap >= 0 and rake > 0 and rake >= cap as at_cap
    from priced;
