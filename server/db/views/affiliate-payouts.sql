create view affiliate_payouts as
select user_id, state, payout_chain, payout_address from affiliates;
