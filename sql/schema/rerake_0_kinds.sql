-- What a hand raked again is matched by. `a` and `b` are rows that have the columns, by their names.

-- Two rows are of one kind of table: all that a policy's schedule is picked by (docs/rerake.md).
create or replace macro same_kind(a, b) as
a.game = b.game
and a.betting = b.betting
and a.small_blind = b.small_blind
and a.big_blind = b.big_blind
and a.small_bet is not distinct from b.small_bet
and a.big_bet is not distinct from b.big_bet
and a.seats = b.seats
and a.currency = b.currency
and a.money_exp = b.money_exp;

-- A hand is in a situation: all that its price depends on at one kind of table. Rake is taken from what the
-- players put in, the situation's `base`.
create or replace macro in_situation(hand, situation) as
hand.pot - hand.added_by_site = situation.base
and hand.dealt = situation.dealt
and hand.seated = situation.seated
and hand.flop_players = situation.flop_players
and hand.last_street = situation.last_street
and hand.raises_preflop = situation.raises_preflop;
