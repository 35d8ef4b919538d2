-- Payouts that were approved together, and are sent by one file. `batch_id`: of which list a settlement is.
create table payout_batches (
  id uuid primary key,
  approved_by text not null,
  approved_by_id uuid not null references operators (id),
  approved_at timestamptz not null default now(),
  payouts integer not null check (payouts > 0),
  amount_minor bigint not null check (amount_minor > 0)
);
create index payout_batches_list on payout_batches (approved_at desc, id desc);
grant select, insert on payout_batches to wayfare_app;
alter table settlements add column batch_id uuid references payout_batches (id);
create index settlements_batch on settlements (batch_id) where batch_id is not null;

-- One transaction may pay many, each by a transfer of its own. `transfer_index`: which one, where the chain was looked at.
alter table settlements add column transfer_index integer check (transfer_index >= 0);
create unique index settlements_transfer on settlements (lower(transaction_hash), transfer_index) where transfer_index is not null;
create unique index settlements_unseen on settlements (lower(transaction_hash), lower(address))
  where transaction_hash is not null and transfer_index is null;
create index settlements_by_hash on settlements (lower(transaction_hash)) where transaction_hash is not null;
drop index settlements_hash;
