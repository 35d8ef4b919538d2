-- Since when the erasure of an account waits for an open payout to its owner.
alter table account_deletions add column held_since timestamptz;
create index account_deletions_held on account_deletions (held_since) where held_since is not null and erased_at is null;
