-- one row per player-hand whose flags are not those that follow from its actions
-- The slow, independent derivation of what the engine computes: the definitions of the registry,
-- in windows over `actions`. L is the preflop bet level: 1 with the blinds, 2 after the first raise.
with
-- who sat in the blinds, and who posted the last live forced bet
seats as (
    select
        p.run,
        p.hand_id,
        max(p.dealt) as dealt,
        max(p.seat) filter (where p.position = 'SB' or (p.position = 'BTN' and p.dealt = 2)) as sb_seat,
        max(p.seat) filter (where p.position = 'BB') as bb_seat
    from players as p
    group by p.run, p.hand_id
),

posts as (
    select
        run,
        hand_id,
        seat,
        bool_or(action in ('sb', 'bb', 'post', 'dead', 'straddle')) as posted,
        max(seq) filter (where action = 'straddle') as straddle_seq
    from actions
    where street = 0
    group by run, hand_id, seat
),

straddles as (
    select
        run,
        hand_id,
        arg_max(seat, straddle_seq) as straddle_seat
    from posts
    where straddle_seq is not null
    group by run, hand_id
),

choices as (
    select
        run,
        hand_id,
        seq,
        seat,
        to_call,
        (legal & 16) <> 0 as may_raise,
        action = 'fold' as folds,
        action = 'call' as calls,
        action in ('bet', 'raise') as raises,
        action in ('call', 'bet', 'raise') as voluntary
    from actions
    where street = 0 and action in ('fold', 'check', 'call', 'bet', 'raise')
),

levels as (
    select
        choices.*,
        1 + coalesce(sum(raises::int) over hand_so_far, 0) as level,
        coalesce(sum(voluntary::int) over own_so_far, 0) as own_voluntary,
        count(*) over own_so_far as own_choices
    from choices
    window
        hand_so_far as (
            partition by run, hand_id order by seq rows between unbounded preceding and 1 preceding
        ),
        own_so_far as (
            partition by run, hand_id, seat order by seq rows between unbounded preceding and 1 preceding
        )
),

-- who made the raises, and what else the whole hand tells
raisers as (
    select
        run,
        hand_id,
        max(seat) filter (where raises and level = 1) as opener,
        max(seat) filter (where raises and level = 2) as three_bettor
    from levels
    group by run, hand_id
),

placed as (
    select
        l.*,
        s.dealt,
        s.sb_seat,
        s.bb_seat,
        x.straddle_seat,
        coalesce(x.straddle_seat, s.bb_seat) as last_blind,
        r.opener,
        r.three_bettor,
        p.position,
        coalesce(q.posted, false) as posted,
        coalesce(l.seat = s.sb_seat, false) or l.seat = s.bb_seat as in_blinds
    from levels as l
    inner join seats as s on l.run = s.run and l.hand_id = s.hand_id
    inner join raisers as r on l.run = r.run and l.hand_id = r.hand_id
    inner join players as p on l.run = p.run and l.hand_id = p.hand_id and l.seat = p.seat
    left join posts as q on l.run = q.run and l.hand_id = q.hand_id and l.seat = q.seat
    left join straddles as x on l.run = x.run and l.hand_id = x.hand_id
),

counted as (
    select
        placed.*,
        coalesce(sum(calls::int) over level_so_far, 0) as callers,
        coalesce(sum((calls and not in_blinds)::int) over level_so_far, 0) as outside_callers,
        coalesce(sum((calls and seat = sb_seat)::int) over level_so_far, 0) as sb_callers,
        coalesce(sum((calls and level = 1)::int) over own_so_far, 0) as own_limps,
        coalesce(sum((calls and level = 2)::int) over own_so_far, 0) as own_open_calls,
        coalesce(sum((level >= 2)::int) over own_so_far, 0) as own_choices_raised
    from placed
    window
        level_so_far as (
            partition by run, hand_id, level order by seq rows between unbounded preceding and 1 preceding
        ),
        own_so_far as (
            partition by run, hand_id, seat order by seq rows between unbounded preceding and 1 preceding
        )
),

opportunities as (
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
        and (position in ('BTN', 'SB') or (position = 'CO' and dealt >= 4)) as steal_opp
    from counted
),

-- the raise that a decision at L=2 faces was a steal; the one at L=3 was a squeeze
answers as (
    select
        *,
        level = 2 and in_blinds and outside_callers = 0
        and bool_or(steal_opp and raises) over hand as fold_to_steal_opp,
        level = 2 and seat = bb_seat and opener = sb_seat and outside_callers = 0
        and bool_or(steal_opp and raises) over hand as bb_fold_v_sb_opp,
        level = 3 and (seat = opener or own_open_calls > 0)
        and bool_or(squeeze_opp and raises) over hand as fold_to_squeeze_opp
    from opportunities
    window hand as (partition by run, hand_id)
),

derived as (
    select
        run,
        hand_id,
        seat,
        coalesce(bool_or(vpip_opp), false) as vpip_opp,
        coalesce(bool_or(vpip_opp and voluntary), false) as vpip,
        coalesce(bool_or(pfr_opp), false) as pfr_opp,
        coalesce(bool_or(pfr_opp and raises), false) as pfr,
        coalesce(bool_or(rfi_opp), false) as rfi_opp,
        coalesce(bool_or(rfi_opp and raises), false) as rfi,
        coalesce(bool_or(open_limp_opp), false) as open_limp_opp,
        coalesce(bool_or(open_limp_opp and calls), false) as open_limp,
        coalesce(bool_or(over_limp_opp), false) as over_limp_opp,
        coalesce(bool_or(over_limp_opp and calls), false) as over_limp,
        coalesce(bool_or(limp_fold_opp), false) as limp_fold_opp,
        coalesce(bool_or(limp_fold_opp and folds), false) as limp_fold,
        coalesce(bool_or(limp_raise_opp), false) as limp_raise_opp,
        coalesce(bool_or(limp_raise_opp and raises), false) as limp_raise,
        coalesce(bool_or(iso_opp), false) as iso_opp,
        coalesce(bool_or(iso_opp and raises), false) as iso,
        coalesce(bool_or(bb_raise_sb_limp_opp), false) as bb_raise_sb_limp_opp,
        coalesce(bool_or(bb_raise_sb_limp_opp and raises), false) as bb_raise_sb_limp,
        coalesce(bool_or(b3_opp), false) as b3_opp,
        coalesce(bool_or(b3_opp and raises), false) as b3,
        coalesce(bool_or(b3_inc_limp_opp), false) as b3_inc_limp_opp,
        coalesce(bool_or(b3_inc_limp_opp and raises), false) as b3_inc_limp,
        coalesce(bool_or(squeeze_opp), false) as squeeze_opp,
        coalesce(bool_or(squeeze_opp and raises), false) as squeeze,
        coalesce(bool_or(fold_to_squeeze_opp), false) as fold_to_squeeze_opp,
        coalesce(bool_or(fold_to_squeeze_opp and folds), false) as fold_to_squeeze,
        coalesce(bool_or(cold_call_opp), false) as cold_call_opp,
        coalesce(bool_or(cold_call_opp and calls), false) as cold_call,
        coalesce(bool_or(fold_vs_open_opp), false) as fold_vs_open_opp,
        coalesce(bool_or(fold_vs_open_opp and folds), false) as fold_vs_open,
        coalesce(bool_or(f3b_opp), false) as f3b_opp,
        coalesce(bool_or(f3b_opp and folds), false) as f3b,
        coalesce(bool_or(f3b_any_opp), false) as f3b_any_opp,
        coalesce(bool_or(f3b_any_opp and folds), false) as f3b_any,
        coalesce(bool_or(b4_any_opp), false) as b4_any_opp,
        coalesce(bool_or(b4_any_opp and raises), false) as b4_any,
        coalesce(bool_or(cold_b4_opp), false) as cold_b4_opp,
        coalesce(bool_or(cold_b4_opp and raises), false) as cold_b4,
        coalesce(bool_or(f4b_opp), false) as f4b_opp,
        coalesce(bool_or(f4b_opp and folds), false) as f4b,
        coalesce(bool_or(b5plus_opp), false) as b5plus_opp,
        coalesce(bool_or(b5plus_opp and raises), false) as b5plus,
        coalesce(bool_or(steal_opp), false) as steal_opp,
        coalesce(bool_or(steal_opp and raises), false) as steal,
        coalesce(bool_or(fold_to_steal_opp), false) as fold_to_steal_opp,
        coalesce(bool_or(fold_to_steal_opp and folds), false) as fold_to_steal,
        coalesce(bool_or(bb_fold_v_sb_opp), false) as bb_fold_v_sb_opp,
        coalesce(bool_or(bb_fold_v_sb_opp and folds), false) as bb_fold_v_sb
    from answers
    group by run, hand_id, seat
),

-- a player without a decision has no row in `derived`: all his flags must be false
compared as (
    select
        p.run,
        p.hand_id,
        p.seat,
        p.position,
        concat_ws(
            ', ',
            case when d.seat is null and (p.vpip_opp or p.pfr_opp or p.f3b_any_opp) then 'no decision' end,
            case when p.vpip_opp <> d.vpip_opp then 'vpip_opp' end,
            case when p.vpip <> d.vpip then 'vpip' end,
            case when p.pfr_opp <> d.pfr_opp then 'pfr_opp' end,
            case when p.pfr <> d.pfr then 'pfr' end,
            case when p.rfi_opp <> d.rfi_opp then 'rfi_opp' end,
            case when p.rfi <> d.rfi then 'rfi' end,
            case when p.open_limp_opp <> d.open_limp_opp then 'open_limp_opp' end,
            case when p.open_limp <> d.open_limp then 'open_limp' end,
            case when p.over_limp_opp <> d.over_limp_opp then 'over_limp_opp' end,
            case when p.over_limp <> d.over_limp then 'over_limp' end,
            case when p.limp_fold_opp <> d.limp_fold_opp then 'limp_fold_opp' end,
            case when p.limp_fold <> d.limp_fold then 'limp_fold' end,
            case when p.limp_raise_opp <> d.limp_raise_opp then 'limp_raise_opp' end,
            case when p.limp_raise <> d.limp_raise then 'limp_raise' end,
            case when p.iso_opp <> d.iso_opp then 'iso_opp' end,
            case when p.iso <> d.iso then 'iso' end,
            case when p.bb_raise_sb_limp_opp <> d.bb_raise_sb_limp_opp then 'bb_raise_sb_limp_opp' end,
            case when p.bb_raise_sb_limp <> d.bb_raise_sb_limp then 'bb_raise_sb_limp' end,
            case when p.b3_opp <> d.b3_opp then 'b3_opp' end,
            case when p.b3 <> d.b3 then 'b3' end,
            case when p.b3_inc_limp_opp <> d.b3_inc_limp_opp then 'b3_inc_limp_opp' end,
            case when p.b3_inc_limp <> d.b3_inc_limp then 'b3_inc_limp' end,
            case when p.squeeze_opp <> d.squeeze_opp then 'squeeze_opp' end,
            case when p.squeeze <> d.squeeze then 'squeeze' end,
            case when p.fold_to_squeeze_opp <> d.fold_to_squeeze_opp then 'fold_to_squeeze_opp' end,
            case when p.fold_to_squeeze <> d.fold_to_squeeze then 'fold_to_squeeze' end,
            case when p.cold_call_opp <> d.cold_call_opp then 'cold_call_opp' end,
            case when p.cold_call <> d.cold_call then 'cold_call' end,
            case when p.fold_vs_open_opp <> d.fold_vs_open_opp then 'fold_vs_open_opp' end,
            case when p.fold_vs_open <> d.fold_vs_open then 'fold_vs_open' end,
            case when p.f3b_opp <> d.f3b_opp then 'f3b_opp' end,
            case when p.f3b <> d.f3b then 'f3b' end,
            case when p.f3b_any_opp <> d.f3b_any_opp then 'f3b_any_opp' end,
            case when p.f3b_any <> d.f3b_any then 'f3b_any' end,
            case when p.b4_any_opp <> d.b4_any_opp then 'b4_any_opp' end,
            case when p.b4_any <> d.b4_any then 'b4_any' end,
            case when p.cold_b4_opp <> d.cold_b4_opp then 'cold_b4_opp' end,
            case when p.cold_b4 <> d.cold_b4 then 'cold_b4' end,
            case when p.f4b_opp <> d.f4b_opp then 'f4b_opp' end,
            case when p.f4b <> d.f4b then 'f4b' end,
            case when p.b5plus_opp <> d.b5plus_opp then 'b5plus_opp' end,
            case when p.b5plus <> d.b5plus then 'b5plus' end,
            case when p.steal_opp <> d.steal_opp then 'steal_opp' end,
            case when p.steal <> d.steal then 'steal' end,
            case when p.fold_to_steal_opp <> d.fold_to_steal_opp then 'fold_to_steal_opp' end,
            case when p.fold_to_steal <> d.fold_to_steal then 'fold_to_steal' end,
            case when p.bb_fold_v_sb_opp <> d.bb_fold_v_sb_opp then 'bb_fold_v_sb_opp' end,
            case when p.bb_fold_v_sb <> d.bb_fold_v_sb then 'bb_fold_v_sb' end
        ) as wrong
    from players as p
    left join derived as d on p.run = d.run and p.hand_id = d.hand_id and p.seat = d.seat
)

select
    run,
    hand_id,
    format('seat {} ({}): not as the actions say: {}', seat, position, wrong) as problem
from compared
where wrong <> ''
