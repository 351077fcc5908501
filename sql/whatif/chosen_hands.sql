-- one row per cash hand that meets the user's condition: as in `hands`, and its stake
-- The head of every what-if: the other files read it as the view `chosen_hands`. Whether a hand is chosen
-- is decided by the baseline's hand, because nothing that reacts to the policy may decide it.
select * -- noqa: AM04
from (
    select
        *,
        stake_name(small_blind, big_blind, money_exp) as stake
    from hands
    where tournament_id is null
) as hands
where true /* where */
