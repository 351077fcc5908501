-- Scalar macros that the views and reports share. Need nothing but DuckDB.

-- Wilson interval of a rate, 95 % (docs/statistics.md, intervals): done and opp are counts, one opportunity
-- per player-hand. NULL where there was no opportunity.
create or replace macro wilson_low(done, opp) as
(
    done + 1.9207294103470497
    - 1.959963984540054 * sqrt(done * (opp - done) / nullif(opp, 0) + 0.9603647051735249)
) / (nullif(opp, 0) + 3.8414588206940994);

create or replace macro wilson_high(done, opp) as
(
    done + 1.9207294103470497
    + 1.959963984540054 * sqrt(done * (opp - done) / nullif(opp, 0) + 0.9603647051735249)
) / (nullif(opp, 0) + 3.8414588206940994);

-- Half-width of the 95 % interval of sum(y) / sum(x), where one row is one cluster (a table of a
-- run): the delta method, from per-cluster sums. NULL for a single cluster.
create or replace macro ratio_pm(y, x) as
1.959963984540054 * sqrt(
    greatest(
        0,
        sum(y::double * y)
        - 2 * sum(y) / nullif(sum(x), 0) * sum(x::double * y)
        + pow(sum(y) / nullif(sum(x), 0), 2) * sum(x::double * x)
    )
    * count(*) / nullif(count(*) - 1, 0)
) / nullif(sum(x), 0);

-- done / opp in percent, two decimals; NULL where there was no opportunity.
create or replace macro percent(done, opp) as round(100.0 * done / nullif(opp, 0), 2);

-- Money in units of the currency: cents with money_exp -2 become dollars.
create or replace macro in_units(amount, money_exp) as amount * pow(10.0, money_exp);

-- '0.5', '1000000': the same as text, exact and without needless zeros; for amounts from 0.
create or replace macro amount_text(amount, money_exp) as
case
    when money_exp >= 0 then amount::varchar || if(amount = 0, '', repeat('0', money_exp))
    -- what most rows are, and much the fastest
    when money_exp = -2 and amount % 100 = 0 then (amount // 100)::varchar
    else
        (amount // (10 ** -money_exp)::bigint)::varchar
        || rtrim('.' || right(repeat('0', -money_exp) || amount::varchar, -money_exp), '.0')
end;

-- '0.5/1', '1/2': blinds in units of the currency.
create or replace macro stake_name(small_blind, big_blind, money_exp) as
amount_text(small_blind, money_exp) || '/' || amount_text(big_blind, money_exp);

-- 'AhKd' is AKo, 'Td9d' T9s, '7c7h' 77; NULL where not two cards are known.
create or replace macro hole_class_of(hole) as
case
    when length(hole) <> 4 or hole is null then null
    when hole[1] = hole[3] then hole[1] || hole[3]
    else
        case
            when strpos('23456789TJQKA', hole[1]) > strpos('23456789TJQKA', hole[3])
                then hole[1] || hole[3]
            else hole[3] || hole[1]
        end
        || if(hole[2] = hole[4], 's', 'o')
end;

-- Where the n-th card (from 1) of 'AsKh...' is in a deck of 104 characters; an even number or 0 if it is no
-- card: where a card meets the next one there is a suit before a rank.
create or replace macro deck_place(cards, n) as
strpos(
    '2c2d2h2s3c3d3h3s4c4d4h4s5c5d5h5s6c6d6h6s7c7d7h7s8c8d8h8s9c9d9h9sTcTdThTsJcJdJhJsQcQdQhQsKcKdKhKsAcAdAhAs',
    cards[2 * n - 1:2 * n]
);

-- One card as a bit; 0 for what is no card.
create or replace macro card_bit(cards, n) as
case
    when length(cards) < 2 * n then 0
    when deck_place(cards, n) % 2 = 1 then 1::bigint << (deck_place(cards, n) // 2)
    else 0
end;

-- Up to six cards as bits; NULL for NULL.
create or replace macro cards_mask(cards) as
card_bit(cards, 1) | card_bit(cards, 2) | card_bit(cards, 3)
| card_bit(cards, 4) | card_bit(cards, 5) | card_bit(cards, 6);

-- Category of a rank from 1 (7-5-4-3-2) to 7462 (royal flush); NULL without a rank.
create or replace macro hand_category_of(hand_rank) as
case
    when hand_rank is null then null
    when hand_rank <= 1277 then 'high card'
    when hand_rank <= 4137 then 'pair'
    when hand_rank <= 4995 then 'two pair'
    when hand_rank <= 5853 then 'three of a kind'
    when hand_rank <= 5863 then 'straight'
    when hand_rank <= 7140 then 'flush'
    when hand_rank <= 7296 then 'full house'
    when hand_rank <= 7452 then 'four of a kind'
    else 'straight flush'
end;

-- Sort keys: the big blind of a stake, table order from the small blind to the button, hands.
create or replace macro stake_order(name) as
coalesce(
    try_cast(split_part(name, '/', 2) as double),
    try_cast(split_part(name, '+', 1) as double) -- the price of a tournament
);

create or replace macro position_order(name) as
list_position(
    ['SB', 'BB', 'UTG', 'UTG+1', 'UTG+2', 'UTG+3', 'LJ', 'HJ', 'CO', 'BTN'], name
);

create or replace macro category_order(name) as
list_position(
    [
        'high card', 'pair', 'two pair', 'three of a kind', 'straight', 'flush',
        'full house', 'four of a kind', 'straight flush', 'unknown', 'all'
    ],
    name
);
