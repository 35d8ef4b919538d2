-- What settlement keeps beside the facts, written only under the lock of the order's row.
-- standing_grant is the source id of the membership grant that this order stands for at the moment; grants_made counts
-- them, so that money which arrives after a reversal can be credited under an id of its own.
alter table orders
  add column grants_made integer not null default 0 check (grants_made >= 0),
  add column standing_grant text,
  add column membership_expires_at timestamptz;

-- When the provider was last asked, by whomever: a buyer who presses "I've paid" may not flood it.
alter table payment_attempts add column queried_at timestamptz;

-- One attempt may have been paid twice: a refund names the transaction that it gives back.
alter table refunds
  add column provider_txn_id text not null,
  add column failure text;
create unique index refunds_duplicate_once on refunds (attempt_id, provider_txn_id) where reason = 'duplicate' and status <> 'failed';
