-- What was promised to an inviter by a referral that was corrected since is no one's, also where the same inviter comes back.
alter table referral_rewards
  drop constraint referral_rewards_reason_check,
  add constraint referral_rewards_reason check (reason in ('suspended', 'no_membership', 'corrected')) not valid;
