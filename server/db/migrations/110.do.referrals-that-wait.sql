-- Friends of one inviter who pay from one account wait for a person, and so does a device that someone else had; what a person decided
-- stays decided.
alter table referrals drop constraint referrals_reason_check;
alter table referrals add constraint referrals_reason_check
  check (reason in ('device', 'payer', 'cycle', 'velocity', 'operator', 'friends_payer', 'shared_device')) not valid;
alter table referrals add column decided_by_person boolean not null default false;
