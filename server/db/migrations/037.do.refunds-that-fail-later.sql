-- A refund may fail after it was done, be looked at again until it no longer can, and wait for a provider for days.
alter table payment_facts
  drop constraint payment_facts_kind_check,
  add constraint payment_facts_kind_check
    check (kind in ('paid', 'failed', 'closed', 'refunded', 'refund_failed', 'disputed', 'dispute_won', 'reverted')) not valid;
alter table refunds
  -- When its provider was last asked about it while it was open, so that those that hang keep no other from being asked.
  add column asked_at timestamptz,
  -- When it was last looked at after it was done, and since when its provider knows nothing of it.
  add column checked_at timestamptz,
  add column denied_since timestamptz;
create index refunds_done on refunds (settled_at) where status = 'done';
