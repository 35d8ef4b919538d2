create view referral_ways as
select user_id, inviter_id from referrals where verdict = 'counted';
