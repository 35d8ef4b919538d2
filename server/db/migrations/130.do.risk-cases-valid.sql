alter table referrals validate constraint referrals_reason_check;
