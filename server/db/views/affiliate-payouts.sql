create view affiliate_payouts as
select user_id, state, payout_chain, payout_address, payout_rests_until, payout_shared_with from affiliates;
