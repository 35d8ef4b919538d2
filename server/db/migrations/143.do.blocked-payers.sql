-- Payers (keyed digests, as in payment_payers) whose money an operator looks at before it buys anything. A block that is lifted keeps
-- no digest.
create table blocked_payers (
  id uuid primary key,
  payer bytea check (octet_length(payer) = 32),
  blocked_at timestamptz not null default now(),
  lifted_at timestamptz,
  check ((payer is null) = (lifted_at is not null))
);
create unique index blocked_payers_payer on blocked_payers (payer) where lifted_at is null;
grant select, insert, update on blocked_payers to wayfare_app;

-- Payments that such a payer made, each under the block that stood then. One that is let go counts from then on.
create table held_payments (
  provider text not null,
  provider_txn_id text not null,
  attempt_id text not null references payment_attempts (id) on delete cascade,
  block_id uuid not null references blocked_payers (id),
  held_at timestamptz not null default now(),
  released_at timestamptz,
  primary key (provider, provider_txn_id)
);
create index held_payments_attempt on held_payments (attempt_id);
create index held_payments_block on held_payments (block_id) where released_at is null;
grant select, insert, update on held_payments to wayfare_app;
