-- Where buyers pay to. Derived ones belong to one order for ever and are good on every EVM network; those of a pool
-- are leased, and kept for their last order until another one gets them.
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
create unique index crypto_addresses_derived_once on crypto_addresses (order_id) where pool is null;
create index crypto_addresses_order on crypto_addresses (order_id);
create index crypto_addresses_pool on crypto_addresses (pool, leased_until) where pool is not null;

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
  amount numeric(78,0) not null check (amount > 0),
  -- What the whole is worth, for the rule of two nodes, and the rate that was applied.
  usd_minor bigint not null check (usd_minor >= 0),
  rate text not null,
  created_at timestamptz not null default now(),
  unique (order_id, network, token)
);
create index crypto_deposits_address on crypto_deposits (address);

-- Money that an operator sent back by hand: one transaction gives back one refund.
create table crypto_refunds (
  refund_id text primary key references refunds (id),
  network text not null,
  tx_hash text not null check (tx_hash ~ '^0x[0-9a-f]{64}$'),
  recorded_by text not null,
  recorded_at timestamptz not null default now(),
  -- Money that operators sent by hand is held against its chain: at once, or later where nobody could be asked.
  -- `mismatch`: the chain says otherwise. Without a recipient nothing can be looked up: it was recorded before one
  -- was asked for.
  recipient text check (recipient ~ '^0x[0-9a-f]{40}$'),
  on_chain text not null check (on_chain in ('confirmed', 'not_checked', 'mismatch')),
  checked_at timestamptz,
  -- Since when every look that a node answered found none that knew the transaction. One such look denies nothing: a
  -- node may be behind, or have lost it for a while.
  absent_since timestamptz,
  unique (network, tx_hash)
);
create index crypto_refunds_unchecked on crypto_refunds (network, checked_at nulls first) where on_chain = 'not_checked';

-- How far each network was read: everything up to this block. One process at a time holds the lease.
create table chain_cursors (
  network text primary key,
  number bigint not null check (number >= 0),
  hash text not null,
  checked_at timestamptz not null default now(),
  reader uuid,
  leased_until timestamptz,
  -- The chain was reorganised: what counted from this block on is held against the nodes until they agree about it.
  recheck_from bigint check (recheck_from >= 0),
  -- How often the reading of a network went back: whoever read blocks beside it knows by that whether they may have
  -- left.
  rewinds bigint not null default 0 check (rewinds >= 0),
  -- When all that was due on a network was last gone through, and when something last counted.
  tried_at timestamptz not null default now(),
  counted_at timestamptz
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
  amount numeric(78,0) not null check (amount > 0),
  at timestamptz not null,
  order_id uuid references orders (id),
  attempt_id text references crypto_deposits (attempt_id),
  status text not null check (status in ('seen', 'confirmed', 'dropped', 'reverted', 'stray')),
  credited_minor bigint check (credited_minor >= 0),
  seen_at timestamptz not null default now(),
  settled_at timestamptz,
  -- How often the chain took this transfer back after it had counted: each time that it counts again is another
  -- payment.
  reverts integer not null default 0 check (reverts >= 0),
  -- Since when it is deep enough to count; null: not yet.
  due_at timestamptz,
  failures integer not null default 0 check (failures >= 0),
  -- Not tried again before; null: at once.
  try_after timestamptz,
  unique (network, block_hash, log_index),
  check ((status in ('confirmed', 'reverted')) = (credited_minor is not null)),
  check (status = 'stray' or attempt_id is not null)
);
create index chain_transfers_address on chain_transfers (address);
create index chain_transfers_attempt on chain_transfers (attempt_id, block_number, log_index);
create index chain_transfers_counted on chain_transfers (network, block_number) where status = 'confirmed';
create index chain_transfers_hash on chain_transfers (tx_hash);
create index chain_transfers_idle on chain_transfers (seen_at) where status in ('stray', 'dropped');
-- Whose foreign keys are asked when an order goes.
create index chain_transfers_order on chain_transfers (order_id) where order_id is not null;
create index chain_transfers_waiting on chain_transfers (network, block_number) where status = 'seen';

-- Transfers to addresses of ours that answer no quote, counted by network and day (UTC): anyone can make a token and
-- send it around, so not each of them comes before a person by itself.
create table stray_days (
  network text not null,
  day date not null,
  -- Of tokens that are not taken, at addresses without an order.
  invented bigint not null,
  -- Of tokens that are taken, at addresses without an order.
  known bigint not null,
  -- Of tokens that are taken, at the address of an order that was asked for something else, beyond its first ones.
  of_orders bigint not null,
  primary key (network, day)
);

grant select, insert, update, delete on chain_transfers, stray_days to wayfare_app;
grant select, insert, update on crypto_addresses, crypto_accounts, chain_cursors to wayfare_app;
grant select, insert on crypto_deposits, crypto_refunds to wayfare_app;
grant update (network, tx_hash, recorded_by, recorded_at, recipient, on_chain, checked_at, absent_since) on
crypto_refunds to wayfare_app;
