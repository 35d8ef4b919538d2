update referrals set decided_by_person = true where decided_by <> 'purchase';
alter table referrals validate constraint referrals_reason_check;
