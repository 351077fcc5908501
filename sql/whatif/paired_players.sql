-- one row per cluster and group of a run: sums over its players' hands, and over the same again
-- $old is the baseline run, `again_players` its players under another policy: re-raked (L1), or in the
-- run that plays it again (L2). A hand, a seat and its player pair the rows: where people come and go, who
-- has nobody to be paired with is split by what he is himself. Money is in big blinds, so that
-- stakes can be added; divided once a row, after exact sums, so that the order of rows changes nothing.
with
selected as (
    select *
    from chosen_hands
    where run = $old
),

before as (
    select *
    from players
    where run = $old
)

select
    /* by */
    if(before.hand_id is null, again.profile, before.profile) as profile,
    /* by */
    selected.run,
    selected.big_blind as blind,
    coalesce(selected.dup_set, selected.table_id) as cluster,
    count(before.hand_id) as hands_old,
    count(again.hand_id) as hands_new,
    coalesce(sum(before.fees), 0)::bigint as fees_old,
    coalesce(sum(again.fees), 0)::bigint as fees_new,
    coalesce(sum(before.net), 0)::bigint / min(selected.big_blind) as net_bb_old,
    coalesce(sum(again.net), 0)::bigint / min(selected.big_blind) as net_bb_new,
    coalesce(sum(before.rake_dealt), 0)::bigint / min(selected.big_blind) as dealt_bb_old,
    coalesce(sum(again.rake_dealt), 0)::bigint / min(selected.big_blind) as dealt_bb_new,
    coalesce(sum(before.rake_contributed), 0)::bigint / min(selected.big_blind) as contributed_bb_old,
    coalesce(sum(again.rake_contributed), 0)::bigint / min(selected.big_blind) as contributed_bb_new,
    coalesce(sum(before.rake_weighted), 0)::bigint / min(selected.big_blind) as weighted_bb_old,
    coalesce(sum(again.rake_weighted), 0)::bigint / min(selected.big_blind) as weighted_bb_new,
    coalesce(sum(before.rake_winner), 0)::bigint / min(selected.big_blind) as winner_bb_old,
    coalesce(sum(again.rake_winner), 0)::bigint / min(selected.big_blind) as winner_bb_new,
    coalesce(sum(before.vpip::bigint), 0)::bigint as vpip_done_old,
    coalesce(sum(again.vpip::bigint), 0)::bigint as vpip_done_new,
    coalesce(sum(before.vpip_opp::bigint), 0)::bigint as vpip_opp_old,
    coalesce(sum(again.vpip_opp::bigint), 0)::bigint as vpip_opp_new,
    coalesce(sum(before.pfr::bigint), 0)::bigint as pfr_done_old,
    coalesce(sum(again.pfr::bigint), 0)::bigint as pfr_done_new,
    coalesce(sum(before.pfr_opp::bigint), 0)::bigint as pfr_opp_old,
    coalesce(sum(again.pfr_opp::bigint), 0)::bigint as pfr_opp_new,
    coalesce(sum(before.b3::bigint), 0)::bigint as b3_done_old,
    coalesce(sum(again.b3::bigint), 0)::bigint as b3_done_new,
    coalesce(sum(before.b3_opp::bigint), 0)::bigint as b3_opp_old,
    coalesce(sum(again.b3_opp::bigint), 0)::bigint as b3_opp_new,
    coalesce(sum(before.wtsd::bigint), 0)::bigint as wtsd_done_old,
    coalesce(sum(again.wtsd::bigint), 0)::bigint as wtsd_done_new,
    coalesce(sum(before.wtsd_opp::bigint), 0)::bigint as wtsd_opp_old,
    coalesce(sum(again.wtsd_opp::bigint), 0)::bigint as wtsd_opp_new,
    coalesce(sum(before.wsd::bigint), 0)::bigint as wsd_done_old,
    coalesce(sum(again.wsd::bigint), 0)::bigint as wsd_done_new,
    coalesce(sum(before.wsd_opp::bigint), 0)::bigint as wsd_opp_old,
    coalesce(sum(again.wsd_opp::bigint), 0)::bigint as wsd_opp_new
from before
full join again_players as again
    on
        before.hand_id = again.hand_id
        and before.seat = again.seat
        and before.player is not distinct from again.player
inner join selected on coalesce(before.hand_id, again.hand_id) = selected.hand_id
group by all
order by all;
