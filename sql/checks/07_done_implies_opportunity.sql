-- Generated from the registry by `python -m railbird.reports.generated`; do not edit.
-- one row per player-hand that has done a statistic without having had its opportunity
with
wrong as (
    select *
    from player_statistics
    where
        (walks and not walks_opp)
        or (no_decision and not no_decision_opp)
        or (vpip and not vpip_opp)
        or (vpip_all and not vpip_all_opp)
        or (pfr and not pfr_opp)
        or (pfr_nw and not pfr_nw_opp)
        or (pfr_ratio and not pfr_ratio_opp)
        or (rfi and not rfi_opp)
        or (open_limp and not open_limp_opp)
        or (over_limp and not over_limp_opp)
        or (limp and not limp_opp)
        or (limp_fold and not limp_fold_opp)
        or (limp_call and not limp_call_opp)
        or (limp_raise and not limp_raise_opp)
        or (iso and not iso_opp)
        or (bb_raise_sb_limp and not bb_raise_sb_limp_opp)
        or (b3 and not b3_opp)
        or (b3_inc_limp and not b3_inc_limp_opp)
        or (b3_vs_steal and not b3_vs_steal_opp)
        or (squeeze and not squeeze_opp)
        or (fold_to_squeeze and not fold_to_squeeze_opp)
        or (cold_call and not cold_call_opp)
        or (flat_2bet and not flat_2bet_opp)
        or (fold_vs_open and not fold_vs_open_opp)
        or (f3b and not f3b_opp)
        or (f3b_any and not f3b_any_opp)
        or (call_3b and not call_3b_opp)
        or (b4 and not b4_opp)
        or (cold_b4 and not cold_b4_opp)
        or (b4_any and not b4_any_opp)
        or (f4b and not f4b_opp)
        or (b5plus and not b5plus_opp)
        or (allin_pf and not allin_pf_opp)
        or (steal and not steal_opp)
        or (steal_success and not steal_success_opp)
        or (fold_to_steal and not fold_to_steal_opp)
        or (fold_sb_steal and not fold_sb_steal_opp)
        or (fold_bb_steal and not fold_bb_steal_opp)
        or (bb_fold_v_sb and not bb_fold_v_sb_opp)
        or (defend_bb and not defend_bb_opp)
        or (saw_flop and not saw_flop_opp)
        or (wtsd and not wtsd_opp)
        or (wtsd_nai and not wtsd_nai_opp)
        or (sd_all and not sd_all_opp)
        or (wsd and not wsd_opp)
        or (wsd_net and not wsd_net_opp)
        or (wwsf and not wwsf_opp)
        or (won_no_sd and not won_no_sd_opp)
        or (win_pct and not win_pct_opp)
        or (wsd_nonsmall and not wsd_nonsmall_opp)
        or (wsd_rcall and not wsd_rcall_opp)
)

select
    hand_id,
    format(
        'seat {} did without an opportunity: {}',
        seat,
        concat_ws(
            ', ',
            case when walks and not walks_opp then 'walks' end,
            case when no_decision and not no_decision_opp then 'no_decision' end,
            case when vpip and not vpip_opp then 'vpip' end,
            case when vpip_all and not vpip_all_opp then 'vpip_all' end,
            case when pfr and not pfr_opp then 'pfr' end,
            case when pfr_nw and not pfr_nw_opp then 'pfr_nw' end,
            case when pfr_ratio and not pfr_ratio_opp then 'pfr_ratio' end,
            case when rfi and not rfi_opp then 'rfi' end,
            case when open_limp and not open_limp_opp then 'open_limp' end,
            case when over_limp and not over_limp_opp then 'over_limp' end,
            case when limp and not limp_opp then 'limp' end,
            case when limp_fold and not limp_fold_opp then 'limp_fold' end,
            case when limp_call and not limp_call_opp then 'limp_call' end,
            case when limp_raise and not limp_raise_opp then 'limp_raise' end,
            case when iso and not iso_opp then 'iso' end,
            case when bb_raise_sb_limp and not bb_raise_sb_limp_opp then 'bb_raise_sb_limp' end,
            case when b3 and not b3_opp then 'b3' end,
            case when b3_inc_limp and not b3_inc_limp_opp then 'b3_inc_limp' end,
            case when b3_vs_steal and not b3_vs_steal_opp then 'b3_vs_steal' end,
            case when squeeze and not squeeze_opp then 'squeeze' end,
            case when fold_to_squeeze and not fold_to_squeeze_opp then 'fold_to_squeeze' end,
            case when cold_call and not cold_call_opp then 'cold_call' end,
            case when flat_2bet and not flat_2bet_opp then 'flat_2bet' end,
            case when fold_vs_open and not fold_vs_open_opp then 'fold_vs_open' end,
            case when f3b and not f3b_opp then 'f3b' end,
            case when f3b_any and not f3b_any_opp then 'f3b_any' end,
            case when call_3b and not call_3b_opp then 'call_3b' end,
            case when b4 and not b4_opp then 'b4' end,
            case when cold_b4 and not cold_b4_opp then 'cold_b4' end,
            case when b4_any and not b4_any_opp then 'b4_any' end,
            case when f4b and not f4b_opp then 'f4b' end,
            case when b5plus and not b5plus_opp then 'b5plus' end,
            case when allin_pf and not allin_pf_opp then 'allin_pf' end,
            case when steal and not steal_opp then 'steal' end,
            case when steal_success and not steal_success_opp then 'steal_success' end,
            case when fold_to_steal and not fold_to_steal_opp then 'fold_to_steal' end,
            case when fold_sb_steal and not fold_sb_steal_opp then 'fold_sb_steal' end,
            case when fold_bb_steal and not fold_bb_steal_opp then 'fold_bb_steal' end,
            case when bb_fold_v_sb and not bb_fold_v_sb_opp then 'bb_fold_v_sb' end,
            case when defend_bb and not defend_bb_opp then 'defend_bb' end,
            case when saw_flop and not saw_flop_opp then 'saw_flop' end,
            case when wtsd and not wtsd_opp then 'wtsd' end,
            case when wtsd_nai and not wtsd_nai_opp then 'wtsd_nai' end,
            case when sd_all and not sd_all_opp then 'sd_all' end,
            case when wsd and not wsd_opp then 'wsd' end,
            case when wsd_net and not wsd_net_opp then 'wsd_net' end,
            case when wwsf and not wwsf_opp then 'wwsf' end,
            case when won_no_sd and not won_no_sd_opp then 'won_no_sd' end,
            case when win_pct and not win_pct_opp then 'win_pct' end,
            case when wsd_nonsmall and not wsd_nonsmall_opp then 'wsd_nonsmall' end,
            case when wsd_rcall and not wsd_rcall_opp then 'wsd_rcall' end
        )
    ) as problem
from wrong
