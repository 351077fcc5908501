-- one row per hand whose streets, showdown and winners do not agree with its actions
with
shares as (
    select
        q.hand_id,
        q.eligible,
        q.amount - q.rake - q.jackpot as paid,
        list_aggregate(q.winners, 'bit_or') as seats,
        -- so much is a chip for everybody, whoever gets the odd ones; the last board may have no low
        h.chip * (len(q.winners) + if(h.game = 'omaha8' and len(q.winners) > 1, len(q.winners) % 2, 0))
        * list_aggregate(list_transform(q.winners, lambda award: bit_count(award)), 'max') as enough
    from pots as q
    inner join hands as h on q.hand_id = h.hand_id
),

awards as (
    select
        hand_id,
        -- pots that at least two players contested
        bit_or(if(bit_count(eligible) >= 2, seats, 0)) as contested,
        -- a rake can take a pot whole, or all but less than a chip for each winner
        bit_or(if(paid >= enough, seats, 0)) as paid
    from shares
    group by hand_id
),

raises as (
    select
        hand_id,
        sum(raises_preflop) as raises_preflop
    from seat_actions
    group by hand_id
),

lived as (
    select
        p.hand_id,
        p.seat,
        h.game,
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
        a.fold_street is null as live,
        h.last_street >= 1 and coalesce(a.fold_street, 1) >= 1 as at_flop,
        coalesce(a.counts_1 + a.counts_2 + a.counts_3, 0) > 0 as chose_later
    from player_statistics as p
    inner join hands as h on p.hand_id = h.hand_id
    left join seat_actions as a on p.hand_id = a.hand_id and p.seat = a.seat
),

survivors as (
    select
        hand_id,
        count_if(live) as n_live,
        count_if(at_flop) as n_at_flop
    from lived
    group by hand_id
),

placed as (
    select
        l.*,
        v.n_live,
        v.n_live >= 2 and l.live as to_the_end,
        (coalesce(w.contested, 0) >> l.seat) & 1 = 1 as won_contested,
        (coalesce(w.paid, 0) >> l.seat) & 1 = 1 as won_chips
    from lived as l
    inner join survivors as v on l.hand_id = v.hand_id
    inner join raises as r on l.hand_id = r.hand_id
    left join awards as w on l.hand_id = w.hand_id
),

judged as (
    select
        hand_id,
        concat_ws(
            ', ',
            case when showdown <> to_the_end then 'showdown' end,
            case when saw_flop <> at_flop then 'saw_flop' end,
            case when wtsd <> (at_flop and to_the_end) then 'wtsd' end,
            case when wtsd_nai_opp <> (at_flop and chose_later) then 'wtsd_nai_opp' end,
            case when wtsd_nai <> (at_flop and chose_later and to_the_end) then 'wtsd_nai' end,
            case when won <> (won_contested or (live and n_live = 1)) then 'won' end,
            case when won_chips and collected = 0 then 'won nothing' end,
            case when hand_rank is null <> (not showdown or last_hand is null) then 'hand_rank' end,
            case when mucked and shown then 'mucked and shown' end
        ) as wrong,
        'seat ' || seat || ': ' as who
    from placed
    union all
    select
        h.hand_id,
        concat_ws(
            ', ',
            case when h.showdown <> (v.n_live >= 2) then 'showdown' end,
            case when h.flop_players <> v.n_at_flop then 'flop_players' end,
            case when h.raises_preflop <> r.raises_preflop then 'raises_preflop' end,
            case when h.showdown and h.last_street < if(h.game = 'draw', 1, 3) then 'showdown too early' end
        ) as wrong,
        '' as who
    from hands as h
    inner join survivors as v on h.hand_id = v.hand_id
    inner join raises as r on h.hand_id = r.hand_id
)

select
    hand_id,
    who || 'not as the actions say: ' || wrong as problem
from judged
where wrong <> ''
