-- With it everything that had come for the order was promised back: once it is done, that money buys nothing any more.
alter table refunds add column is_final boolean not null default false;
-- How often the chain took this transfer back after it had counted: each time that it counts again is another payment.
alter table chain_transfers add column reverts integer not null default 0 check (reverts >= 0);
-- The chain was reorganised: what counted from this block on is held against the nodes until they agree about it.
alter table chain_cursors add column recheck_from bigint check (recheck_from >= 0);
