alter table referrals validate constraint referrals_language_check;
