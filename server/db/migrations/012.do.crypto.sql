-- Addresses are 0x and 40 hex digits in lower case on every network; amounts are base units of a token.

-- Where buyers pay to. Derived ones belong to one order for ever and are good on every EVM network; those of a pool are
-- leased, and kept for their last order until another one gets them.
create table crypto_addresses (
  address text primary key check (address ~ '^0x[0-9a-f]{40}$'),
  -- The network whose pool it is in; null: derived.
  pool text,
  -- How its key is found: fingerprint of the account and path, or what the operator wrote beside it.
  origin text not null,
  order_id uuid references orders (id),
  leased_until timestamptz,
  created_at timestamptz not null default now(),
  check (pool is not null or order_id is not null)
);
create index crypto_addresses_order on crypto_addresses (order_id);
create index crypto_addresses_pool on crypto_addresses (pool, leased_until) where pool is not null;
create unique index crypto_addresses_derived_once on crypto_addresses (order_id) where pool is null;
-- The next index of each account.
create table crypto_accounts (
  fingerprint text primary key,
  next_index integer not null default 0 check (next_index >= 0)
);

-- What a buyer was asked to send: one for an order, network and token, frozen.
create table crypto_deposits (
  attempt_id text primary key references payment_attempts (id),
  order_id uuid not null references orders (id),
  network text not null,
  token text not null,
  contract text,
  decimals integer not null check (decimals between 0 and 36),
  address text not null references crypto_addresses (address),
  amount numeric(78, 0) not null check (amount > 0),
  -- What the whole is worth, for the rule of two nodes, and the rate that was applied.
  usd_minor bigint not null check (usd_minor >= 0),
  rate text not null,
  created_at timestamptz not null default now(),
  unique (order_id, network, token)
);
create index crypto_deposits_address on crypto_deposits (address);

-- How far each network was read: everything up to this block. One process at a time holds the lease.
create table chain_cursors (
  network text primary key,
  number bigint not null check (number >= 0),
  hash text not null,
  checked_at timestamptz not null default now(),
  reader uuid,
  leased_until timestamptz
);
-- Every transfer to an address of ours. `seen` waits for confirmations; `dropped` left the chain before it counted,
-- `reverted` after it; `stray` is of a token or on a network that nobody was asked for, and counts for nothing.
create table chain_transfers (
  id uuid primary key,
  network text not null,
  block_hash text not null,
  log_index integer not null,
  block_number bigint not null,
  tx_hash text not null,
  contract text,
  sender text not null,
  address text not null references crypto_addresses (address),
  amount numeric(78, 0) not null check (amount > 0),
  at timestamptz not null,
  order_id uuid references orders (id),
  attempt_id text references crypto_deposits (attempt_id),
  status text not null check (status in ('seen', 'confirmed', 'dropped', 'reverted', 'stray')),
  credited_minor bigint check (credited_minor >= 0),
  seen_at timestamptz not null default now(),
  settled_at timestamptz,
  unique (network, block_hash, log_index),
  check ((status in ('confirmed', 'reverted')) = (credited_minor is not null)),
  check (status = 'stray' or attempt_id is not null)
);
create index chain_transfers_waiting on chain_transfers (network, block_number) where status = 'seen';
create index chain_transfers_counted on chain_transfers (network, block_number) where status = 'confirmed';
create index chain_transfers_attempt on chain_transfers (attempt_id, block_number, log_index);
create index chain_transfers_address on chain_transfers (address);

-- Money that an operator sent back by hand: one transaction gives back one refund.
create table crypto_refunds (
  refund_id text primary key references refunds (id),
  network text not null,
  tx_hash text not null check (tx_hash ~ '^0x[0-9a-f]{64}$'),
  recorded_by text not null,
  recorded_at timestamptz not null default now(),
  unique (network, tx_hash)
);

-- Promised while payments that add up had not come to the total: that money buys nothing any more.
alter table refunds add column before_credit boolean not null default false;

grant select, insert, update on crypto_addresses, crypto_accounts, chain_cursors, chain_transfers to wayfare_app;
grant select, insert on crypto_deposits, crypto_refunds to wayfare_app;
