-- one row per player-hand whose flags are not those that follow from its actions
-- The slow, independent derivation of what the engine computes: the definitions of the registry,
-- in windows over `actions`. L is the preflop bet level: 1 with the blinds, 2 after the first raise.
with
-- who sits where, and who posted the last live forced bet
places as (
    select
        hand_id,
        max(dealt) as dealt,
        max(seat) filter (where position = 'SB' or (position = 'BTN' and dealt = 2)) as sb_seat,
        max(seat) filter (where position = 'BB') as bb_seat,
        max(seat) filter (where position = 'BTN') as btn_seat,
        max(seat) filter (where position = 'CO') as co_seat
    from players
    group by hand_id
),

straddles as (
    select
        hand_id,
        arg_max(seat, straddle_seq) as straddle_seat
    from seat_actions
    where straddle_seq is not null
    group by hand_id
),

tables as (
    select
        p.*,
        s.straddle_seat,
        coalesce(s.straddle_seat, p.bb_seat) as last_blind
    from places as p
    left join straddles as s on p.hand_id = s.hand_id
),

choices as (
    select
        a.hand_id,
        a.seq,
        a.seat,
        a.to_call,
        (a.legal & 16) <> 0 as may_raise,
        a.action = 'fold' as folds,
        a.action = 'call' as calls,
        a.action in ('bet', 'raise') as raises,
        coalesce(a.seat = t.sb_seat, false) or a.seat = t.bb_seat as in_blinds,
        calls and a.seat = t.sb_seat as sb_calls
    from actions as a
    inner join tables as t on a.hand_id = t.hand_id
    where a.street = 0 and a.action in ('fold', 'check', 'call', 'bet', 'raise')
),

levels as materialized (
    select
        *,
        1 + coalesce(
            sum(raises::int) over (
                partition by hand_id order by seq rows between unbounded preceding and 1 preceding
            ),
            0
        )::int as level
    from choices
),

-- who made the raises
raisers as (
    select
        hand_id,
        max(seat) filter (where level = 1) as opener,
        max(seat) filter (where level = 2) as three_bettor
    from levels
    where raises
    group by hand_id
),

-- the calls of each level, by their places in the hand
callers as (
    select
        hand_id,
        level,
        list(seq) as seqs,
        list(seq) filter (where not in_blinds) as outside_seqs,
        list(seq) filter (where sb_calls) as sb_seqs
    from levels
    where calls
    group by hand_id, level
),

-- what a player has done before, where he chose more than once
own as (
    select
        l.hand_id,
        l.seq,
        count(*) over so_far as choices,
        sum((l.calls or l.raises)::int) over so_far as voluntary,
        sum((l.calls and l.level = 1)::int) over so_far as limps,
        sum((l.calls and l.level = 2)::int) over so_far as open_calls,
        sum((l.level >= 2)::int) over so_far as choices_raised
    from levels as l
    inner join seat_actions as s on l.hand_id = s.hand_id and l.seat = s.seat
    where s.choices_preflop > 1
    window so_far as (
        partition by l.hand_id, l.seat order by l.seq rows between unbounded preceding and 1 preceding
    )
),

posts as (
    select
        hand_id,
        seat
    from seat_actions
    where posted
),

placed as (
    select
        l.*,
        l.calls or l.raises as voluntary,
        t.dealt,
        t.sb_seat,
        t.bb_seat,
        t.btn_seat,
        t.co_seat,
        t.straddle_seat,
        t.last_blind,
        r.opener,
        r.three_bettor,
        q.seat is not null as posted,
        coalesce(len(list_filter(c.seqs, lambda call: call < l.seq)), 0) as callers,
        coalesce(len(list_filter(c.outside_seqs, lambda call: call < l.seq)), 0) as outside_callers,
        coalesce(len(list_filter(c.sb_seqs, lambda call: call < l.seq)), 0) as sb_callers,
        coalesce(o.choices, 0) as own_choices,
        coalesce(o.voluntary, 0) as own_voluntary,
        coalesce(o.limps, 0) as own_limps,
        coalesce(o.open_calls, 0) as own_open_calls,
        coalesce(o.choices_raised, 0) as own_choices_raised
    from levels as l
    inner join tables as t on l.hand_id = t.hand_id
    left join raisers as r on l.hand_id = r.hand_id
    left join callers as c on l.hand_id = c.hand_id and l.level = c.level
    left join own as o on l.hand_id = o.hand_id and l.seq = o.seq
    left join posts as q on l.hand_id = q.hand_id and l.seat = q.seat
),

opportunities as materialized (
    select
        *,
        true as vpip_opp,
        may_raise as pfr_opp,
        level = 1 and callers = 0 and seat <> last_blind and may_raise as rfi_opp,
        level = 1 and callers = 0 and seat <> last_blind and to_call > 0 as open_limp_opp,
        level = 1 and callers > 0 and seat <> last_blind and to_call > 0 as over_limp_opp,
        level >= 2 and own_limps > 0 and own_choices_raised = 0 as limp_fold_opp,
        level >= 2 and own_limps > 0 and own_choices_raised = 0 and may_raise as limp_raise_opp,
        level = 1 and callers > 0 and may_raise as iso_opp,
        level = 1 and callers = 1 and sb_callers = 1 and seat = bb_seat
        and straddle_seat is null and may_raise as bb_raise_sb_limp_opp,
        level = 2 and seat <> opener and own_voluntary = 0 and may_raise as b3_opp,
        level = 2 and seat <> opener and may_raise as b3_inc_limp_opp,
        level = 2 and seat <> opener and own_voluntary = 0 and may_raise and callers > 0 as squeeze_opp,
        level >= 2 and own_choices = 0 and not posted as cold_call_opp,
        level = 2 and seat <> opener as fold_vs_open_opp,
        level = 3 and seat = opener as f3b_opp,
        level = 3 as f3b_any_opp,
        level = 3 and may_raise as b4_any_opp,
        level = 3 and own_voluntary = 0 and may_raise as cold_b4_opp,
        level = 4 and seat = three_bettor as f4b_opp,
        level >= 4 and may_raise as b5plus_opp,
        level = 1 and callers = 0 and seat <> last_blind and may_raise
        and straddle_seat is null and dealt > 2
        and (seat = btn_seat or seat = sb_seat or (seat = co_seat and dealt >= 4)) as steal_opp
    from placed
),

-- what the hand's raises were
raises_made as (
    select
        hand_id,
        bool_or(steal_opp) as is_steal,
        bool_or(squeeze_opp) as is_squeeze
    from opportunities
    where raises
    group by hand_id
),

-- the raise that a decision at L=2 faces was a steal; the one at L=3 was a squeeze
answers as (
    select
        o.*,
        o.level = 2 and o.in_blinds and o.outside_callers = 0 and m.is_steal as fold_to_steal_opp,
        o.level = 2 and o.seat = o.bb_seat and o.opener = o.sb_seat and o.outside_callers = 0
        and m.is_steal as bb_fold_v_sb_opp,
        o.level = 3 and (o.seat = o.opener or o.own_open_calls > 0) and m.is_squeeze as fold_to_squeeze_opp
    from opportunities as o
    left join raises_made as m on o.hand_id = m.hand_id
),

-- one bit per statistic, in the order in which they are compared below; a condition on a seat that
-- nobody has is NULL, and no opportunity
derived as (
    select
        hand_id,
        seat,
        bit_or(
            if(vpip_opp, 1, 0)
            | if(pfr_opp, 2, 0)
            | if(rfi_opp, 4, 0)
            | if(open_limp_opp, 8, 0)
            | if(over_limp_opp, 16, 0)
            | if(limp_fold_opp, 32, 0)
            | if(limp_raise_opp, 64, 0)
            | if(iso_opp, 128, 0)
            | if(bb_raise_sb_limp_opp, 256, 0)
            | if(b3_opp, 512, 0)
            | if(b3_inc_limp_opp, 1024, 0)
            | if(squeeze_opp, 2048, 0)
            | if(fold_to_squeeze_opp, 4096, 0)
            | if(cold_call_opp, 8192, 0)
            | if(fold_vs_open_opp, 16384, 0)
            | if(f3b_opp, 32768, 0)
            | if(f3b_any_opp, 65536, 0)
            | if(b4_any_opp, 131072, 0)
            | if(cold_b4_opp, 262144, 0)
            | if(f4b_opp, 524288, 0)
            | if(b5plus_opp, 1048576, 0)
            | if(steal_opp, 2097152, 0)
            | if(fold_to_steal_opp, 4194304, 0)
            | if(bb_fold_v_sb_opp, 8388608, 0)
        ) as opp,
        bit_or(
            if(vpip_opp and voluntary, 1, 0)
            | if(pfr_opp and raises, 2, 0)
            | if(rfi_opp and raises, 4, 0)
            | if(open_limp_opp and calls, 8, 0)
            | if(over_limp_opp and calls, 16, 0)
            | if(limp_fold_opp and folds, 32, 0)
            | if(limp_raise_opp and raises, 64, 0)
            | if(iso_opp and raises, 128, 0)
            | if(bb_raise_sb_limp_opp and raises, 256, 0)
            | if(b3_opp and raises, 512, 0)
            | if(b3_inc_limp_opp and raises, 1024, 0)
            | if(squeeze_opp and raises, 2048, 0)
            | if(fold_to_squeeze_opp and folds, 4096, 0)
            | if(cold_call_opp and calls, 8192, 0)
            | if(fold_vs_open_opp and folds, 16384, 0)
            | if(f3b_opp and folds, 32768, 0)
            | if(f3b_any_opp and folds, 65536, 0)
            | if(b4_any_opp and raises, 131072, 0)
            | if(cold_b4_opp and raises, 262144, 0)
            | if(f4b_opp and folds, 524288, 0)
            | if(b5plus_opp and raises, 1048576, 0)
            | if(steal_opp and raises, 2097152, 0)
            | if(fold_to_steal_opp and folds, 4194304, 0)
            | if(bb_fold_v_sb_opp and folds, 8388608, 0)
        ) as done
    from answers
    group by hand_id, seat
),

-- a player without a decision has no row in `derived`: all his flags must be false
compared as (
    select
        p.hand_id,
        p.seat,
        p.position,
        concat_ws(
            ', ',
            case when d.seat is null and (p.vpip_opp or p.pfr_opp or p.f3b_any_opp) then 'no decision' end,
            case when p.vpip_opp <> ((d.opp & 1) <> 0) then 'vpip_opp' end,
            case when p.vpip <> ((d.done & 1) <> 0) then 'vpip' end,
            case when p.pfr_opp <> ((d.opp & 2) <> 0) then 'pfr_opp' end,
            case when p.pfr <> ((d.done & 2) <> 0) then 'pfr' end,
            case when p.rfi_opp <> ((d.opp & 4) <> 0) then 'rfi_opp' end,
            case when p.rfi <> ((d.done & 4) <> 0) then 'rfi' end,
            case when p.open_limp_opp <> ((d.opp & 8) <> 0) then 'open_limp_opp' end,
            case when p.open_limp <> ((d.done & 8) <> 0) then 'open_limp' end,
            case when p.over_limp_opp <> ((d.opp & 16) <> 0) then 'over_limp_opp' end,
            case when p.over_limp <> ((d.done & 16) <> 0) then 'over_limp' end,
            case when p.limp_fold_opp <> ((d.opp & 32) <> 0) then 'limp_fold_opp' end,
            case when p.limp_fold <> ((d.done & 32) <> 0) then 'limp_fold' end,
            case when p.limp_raise_opp <> ((d.opp & 64) <> 0) then 'limp_raise_opp' end,
            case when p.limp_raise <> ((d.done & 64) <> 0) then 'limp_raise' end,
            case when p.iso_opp <> ((d.opp & 128) <> 0) then 'iso_opp' end,
            case when p.iso <> ((d.done & 128) <> 0) then 'iso' end,
            case when p.bb_raise_sb_limp_opp <> ((d.opp & 256) <> 0) then 'bb_raise_sb_limp_opp' end,
            case when p.bb_raise_sb_limp <> ((d.done & 256) <> 0) then 'bb_raise_sb_limp' end,
            case when p.b3_opp <> ((d.opp & 512) <> 0) then 'b3_opp' end,
            case when p.b3 <> ((d.done & 512) <> 0) then 'b3' end,
            case when p.b3_inc_limp_opp <> ((d.opp & 1024) <> 0) then 'b3_inc_limp_opp' end,
            case when p.b3_inc_limp <> ((d.done & 1024) <> 0) then 'b3_inc_limp' end,
            case when p.squeeze_opp <> ((d.opp & 2048) <> 0) then 'squeeze_opp' end,
            case when p.squeeze <> ((d.done & 2048) <> 0) then 'squeeze' end,
            case when p.fold_to_squeeze_opp <> ((d.opp & 4096) <> 0) then 'fold_to_squeeze_opp' end,
            case when p.fold_to_squeeze <> ((d.done & 4096) <> 0) then 'fold_to_squeeze' end,
            case when p.cold_call_opp <> ((d.opp & 8192) <> 0) then 'cold_call_opp' end,
            case when p.cold_call <> ((d.done & 8192) <> 0) then 'cold_call' end,
            case when p.fold_vs_open_opp <> ((d.opp & 16384) <> 0) then 'fold_vs_open_opp' end,
            case when p.fold_vs_open <> ((d.done & 16384) <> 0) then 'fold_vs_open' end,
            case when p.f3b_opp <> ((d.opp & 32768) <> 0) then 'f3b_opp' end,
            case when p.f3b <> ((d.done & 32768) <> 0) then 'f3b' end,
            case when p.f3b_any_opp <> ((d.opp & 65536) <> 0) then 'f3b_any_opp' end,
            case when p.f3b_any <> ((d.done & 65536) <> 0) then 'f3b_any' end,
            case when p.b4_any_opp <> ((d.opp & 131072) <> 0) then 'b4_any_opp' end,
            case when p.b4_any <> ((d.done & 131072) <> 0) then 'b4_any' end,
            case when p.cold_b4_opp <> ((d.opp & 262144) <> 0) then 'cold_b4_opp' end,
            case when p.cold_b4 <> ((d.done & 262144) <> 0) then 'cold_b4' end,
            case when p.f4b_opp <> ((d.opp & 524288) <> 0) then 'f4b_opp' end,
            case when p.f4b <> ((d.done & 524288) <> 0) then 'f4b' end,
            case when p.b5plus_opp <> ((d.opp & 1048576) <> 0) then 'b5plus_opp' end,
            case when p.b5plus <> ((d.done & 1048576) <> 0) then 'b5plus' end,
            case when p.steal_opp <> ((d.opp & 2097152) <> 0) then 'steal_opp' end,
            case when p.steal <> ((d.done & 2097152) <> 0) then 'steal' end,
            case when p.fold_to_steal_opp <> ((d.opp & 4194304) <> 0) then 'fold_to_steal_opp' end,
            case when p.fold_to_steal <> ((d.done & 4194304) <> 0) then 'fold_to_steal' end,
            case when p.bb_fold_v_sb_opp <> ((d.opp & 8388608) <> 0) then 'bb_fold_v_sb_opp' end,
            case when p.bb_fold_v_sb <> ((d.done & 8388608) <> 0) then 'bb_fold_v_sb' end
        ) as wrong
    from player_statistics as p
    left join derived as d on p.hand_id = d.hand_id and p.seat = d.seat
)

select
    hand_id,
    format('seat {} ({}): not as the actions say: {}', seat, position, wrong) as problem
from compared
where wrong <> ''
