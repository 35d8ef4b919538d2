-- Each file by which a list of payouts is sent. `settlements`: its lines; `again_reason`: why some of them stand in an earlier file, too.
create table payout_files (
  id uuid primary key,
  batch_id uuid not null references payout_batches (id),
  chain text not null,
  name text not null unique,
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  settlements uuid[] not null check (cardinality(settlements) > 0),
  amount_minor bigint not null check (amount_minor > 0),
  again_reason text,
  made_by text not null,
  made_by_id uuid not null references operators (id),
  made_at timestamptz not null default now()
);
create index payout_files_batch on payout_files (batch_id, chain, made_at desc);
grant select, insert on payout_files to wayfare_app;
-- The last file that a settlement stands in: anyone who sends it pays that settlement.
alter table settlements add column file_id uuid references payout_files (id);
create index settlements_file on settlements (file_id) where file_id is not null;
