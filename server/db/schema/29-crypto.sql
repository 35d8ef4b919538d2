-- Wallet address to which buyers pay on a blockchain. A derived address belongs to one order forever and is valid on
-- all EVM networks. An address from a pool is leased to an order, and stays with it until it is leased to another one.
create table crypto_addresses (
  address text primary key check (address ~ '^0x[0-9a-f]{40}$'),
  pool text,
  -- Information with which the operator finds the private key of the wallet address: fingerprint of the extended public
  -- key and derivation path, or the operator's note for an address from a pool.
  origin text not null,
  order_id uuid references orders (id),
  leased_until timestamptz,
  created_at timestamptz not null default now(),
  check (pool is not null or order_id is not null)
);
-- One address of an extended public key for each order. After the key was replaced, new quotes need one of the new key.
create unique index crypto_addresses_derived_once on crypto_addresses (order_id, split_part(origin, '/', 1))
  where pool is null;
create index crypto_addresses_order on crypto_addresses (order_id);
create index crypto_addresses_pool on crypto_addresses (pool, leased_until) where pool is not null;

-- Extended public key ("account") from which deposit addresses are derived. The row allocates the next index; an index
-- is never reused.
create table crypto_accounts (
  -- First 12 hexadecimal digits of the SHA-256 digest of the extended public key. The key itself is in the
  -- configuration.
  fingerprint text primary key,
  next_index integer not null default 0 check (next_index >= 0)
);

-- Quote of a cryptocurrency payment: the amount of a token that a buyer was asked to send for an order. Append-only:
-- rate and amount stay fixed. There is one for each order, network and token.
create table crypto_deposits (
  attempt_id text primary key references payment_attempts (id),
  order_id uuid not null references orders (id),
  network text not null,
  -- Kind of the network, which decides how its addresses are written: they are stored as `0x…` for TRON too.
  kind text not null check (kind in ('evm', 'tron')),
  token text not null,
  contract text,
  decimals integer not null check (decimals between 0 and 36),
  address text not null references crypto_addresses (address),
  amount numeric(78,0) not null check (amount > 0),
  -- Price in US cents. From a configured value on, two blockchain nodes must confirm each payment.
  usd_minor bigint not null check (usd_minor >= 0),
  rate text not null,
  created_at timestamptz not null default now(),
  unique (order_id, network, token)
);
create index crypto_deposits_address on crypto_deposits (address);
create index crypto_deposits_recent on crypto_deposits (network, created_at);

-- Blockchain transaction with which an operator refunded a cryptocurrency payment by hand. One blockchain transaction
-- pays one refund.
create table crypto_refunds (
  refund_id text primary key references refunds (id),
  network text not null,
  tx_hash text not null check (tx_hash ~ '^0x[0-9a-f]{64}$'),
  recorded_by text not null,
  recorded_at timestamptz not null default now(),
  recipient text not null check (recipient ~ '^0x[0-9a-f]{40}$'),
  -- Result of checking the refund's blockchain transaction. `not_checked`: no node could confirm it yet, so it is
  -- checked again. `confirmed`: the blockchain shows the payment. `mismatch`: a later check found no such transaction,
  -- or another payment.
  on_chain text not null check (on_chain in ('confirmed', 'not_checked', 'mismatch')),
  checked_at timestamptz,
  -- Start of the current series of checks in which no node knew the blockchain transaction; null without such a series.
  -- A single such check proves nothing, because a node may lag behind.
  absent_since timestamptz,
  unique (network, tx_hash)
);
create index crypto_refunds_unchecked on crypto_refunds (network, checked_at nulls first) where on_chain = 'not_checked';

-- Progress of the scanner of one blockchain network: all blocks up to this one are scanned. Only the process that holds
-- the lease may move it.
create table chain_cursors (
  network text primary key,
  number bigint not null check (number >= 0),
  hash text not null,
  -- Time of the last scan. A network without a recent scan accepts no new payments.
  checked_at timestamptz not null default now(),
  reader uuid,
  leased_until timestamptz,
  -- Block from which credited transfers are checked again after a reorganisation of the blockchain. Null if no check is
  -- pending.
  recheck_from bigint check (recheck_from >= 0),
  -- Number of times that the scanner went back. Code that reads blocks in parallel compares it to detect that those
  -- blocks may have left the blockchain.
  rewinds bigint not null default 0 check (rewinds >= 0),
  tried_at timestamptz not null default now(),
  counted_at timestamptz
);

-- Transfer to one of our wallet addresses that was found on a blockchain. Dropped transfers, and transfers in tokens
-- that are not accepted, are deleted after 180 days unless a review is open.
create table chain_transfers (
  id uuid primary key,
  network text not null,
  -- Hash of the block. With the log index it identifies the transfer, so the same blockchain transaction in another
  -- block is another row.
  block_hash text not null,
  log_index integer not null,
  block_number bigint not null,
  tx_hash text not null,
  contract text,
  sender text not null,
  address text not null references crypto_addresses (address),
  amount numeric(78,0) not null check (amount > 0),
  at timestamptz not null,
  -- Order to which the receiving wallet address belonged. Null if none; the transfer is then a stray.
  order_id uuid references orders (id),
  -- Payment attempt that asked for this token on this network. Null if none; the transfer is then a stray.
  attempt_id text references crypto_deposits (attempt_id),
  -- Status of a transfer. `seen`: waits for confirmations. `confirmed`: counts as a payment. `dropped`: left the
  -- blockchain before it counted. `reverted`: left the blockchain after it counted. `stray`: in a token or on a network
  -- that no order asked for, older than the order's quote, or too large to credit; it never counts.
  status text not null check (status in ('seen', 'confirmed', 'dropped', 'reverted', 'stray')),
  -- Value credited to the order, in minor units of its currency. Null unless the transfer counted.
  credited_minor bigint check (credited_minor >= 0),
  seen_at timestamptz not null default now(),
  settled_at timestamptz,
  -- Number of times that the blockchain dropped the transfer after it had counted. Each time it counts again is a
  -- separate payment.
  reverts integer not null default 0 check (reverts >= 0),
  -- Time since which the transfer has enough confirmations to count; null before then.
  due_at timestamptz,
  failures integer not null default 0 check (failures >= 0),
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
-- Speeds up the foreign key check when an order is deleted.
create index chain_transfers_order on chain_transfers (order_id) where order_id is not null;
create index chain_transfers_waiting on chain_transfers (network, block_number) where status = 'seen';

-- Number of unexpected transfers to our wallet addresses on a network and day (UTC). Anyone can create a token and send
-- it, so only the first transfers in accepted tokens get a review of their own. Deleted after 180 days.
create table stray_days (
  network text not null,
  day date not null,
  invented bigint not null,
  known bigint not null,
  -- Number of transfers in accepted tokens to the wallet address of an order that asked for another payment, beyond the
  -- first five of that order.
  of_orders bigint not null,
  primary key (network, day)
);

grant select, insert, update, delete on chain_transfers, stray_days to wayfare_app;
grant select, insert, update on crypto_addresses, crypto_accounts, chain_cursors to wayfare_app;
grant select, insert on crypto_deposits, crypto_refunds to wayfare_app;
grant update (network, tx_hash, recorded_by, recorded_at, recipient, on_chain, checked_at, absent_since) on
crypto_refunds to wayfare_app;
