-- one row per hand whose streets, showdown and winners do not agree with its actions
with
folds as (
    select
        run,
        hand_id,
        seat,
        min(street) filter (where action = 'fold') as fold_street,
        count_if(street > 0 and action in ('fold', 'check', 'call', 'bet', 'raise')) as later_choices
    from actions
    group by run, hand_id, seat
),

raises as (
    select
        run,
        hand_id,
        count_if(street = 0 and action in ('bet', 'raise')) as raises_preflop
    from actions
    group by run, hand_id
),

shares as (
    select
        q.run,
        q.hand_id,
        q.eligible,
        q.amount - q.rake - q.jackpot as paid,
        list_aggregate(q.winners, 'bit_or') as seats,
        -- so much is a chip for everybody, whoever gets the odd ones; the last board may have no low
        h.chip * (len(q.winners) + if(h.game = 'omaha8' and len(q.winners) > 1, len(q.winners) % 2, 0))
        * list_aggregate(list_transform(q.winners, lambda award: bit_count(award)), 'max') as enough
    from pots as q
    inner join hands as h on q.run = h.run and q.hand_id = h.hand_id
),

awards as (
    select
        run,
        hand_id,
        -- pots that at least two players contested
        bit_or(if(bit_count(eligible) >= 2, seats, 0)) as contested,
        -- a rake can take a pot whole, or all but less than a chip for each winner
        bit_or(if(paid >= enough, seats, 0)) as paid
    from shares
    group by run, hand_id
),

lived as (
    select
        p.run,
        p.hand_id,
        p.seat,
        if(h.game = 'draw', p.final_hand, p.hole) as last_hand,
        p.collected,
        p.showdown,
        p.shown,
        p.mucked,
        p.won,
        p.hand_rank,
        p.saw_flop,
        p.wtsd,
        p.wtsd_nai,
        p.wtsd_nai_opp,
        h.last_street,
        if(h.game = 'draw', 1, 3) as showdown_street,
        h.flop_players,
        h.raises_preflop,
        h.showdown as hand_showdown,
        r.raises_preflop as raises_counted,
        f.fold_street is null as live,
        h.last_street >= 1 and coalesce(f.fold_street, 1) >= 1 as at_flop,
        coalesce(f.later_choices, 0) > 0 as chose_later,
        (coalesce(w.contested, 0) >> p.seat) & 1 = 1 as won_contested,
        (coalesce(w.paid, 0) >> p.seat) & 1 = 1 as won_chips,
        count_if(f.fold_street is null) over (partition by p.run, p.hand_id) as n_live
    from players as p
    inner join hands as h on p.run = h.run and p.hand_id = h.hand_id
    inner join raises as r on p.run = r.run and p.hand_id = r.hand_id
    left join folds as f on p.run = f.run and p.hand_id = f.hand_id and p.seat = f.seat
    left join awards as w on p.run = w.run and p.hand_id = w.hand_id
),

players_judged as (
    select
        run,
        hand_id,
        concat_ws(
            ', ',
            case when showdown <> (live and n_live >= 2) then 'showdown' end,
            case when saw_flop <> at_flop then 'saw_flop' end,
            case when wtsd <> (at_flop and live and n_live >= 2) then 'wtsd' end,
            case when wtsd_nai_opp <> (at_flop and chose_later) then 'wtsd_nai_opp' end,
            case when wtsd_nai <> (at_flop and chose_later and live and n_live >= 2) then 'wtsd_nai' end,
            case when won <> (won_contested or (live and n_live = 1)) then 'won' end,
            case when won_chips and collected = 0 then 'won nothing' end,
            case when hand_rank is null <> (not showdown or last_hand is null) then 'hand_rank' end,
            case when mucked and shown then 'mucked and shown' end
        ) as wrong,
        'seat ' || seat || ': ' as who
    from lived
),

hands_judged as (
    select
        run,
        hand_id,
        concat_ws(
            ', ',
            case when any_value(hand_showdown) <> (any_value(n_live) >= 2) then 'showdown' end,
            case when any_value(flop_players) <> count_if(at_flop) then 'flop_players' end,
            case when any_value(raises_preflop) <> any_value(raises_counted) then 'raises_preflop' end,
            case when any_value(hand_showdown and last_street < showdown_street) then 'showdown too early' end
        ) as wrong,
        '' as who
    from lived
    group by run, hand_id
),

judged as (
    from players_judged
    union all
    from hands_judged
)

select
    run,
    hand_id,
    who || 'not as the actions say: ' || wrong as problem
from judged
where wrong <> ''
