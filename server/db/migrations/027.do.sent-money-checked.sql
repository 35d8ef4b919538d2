-- Money that operators sent by hand is held against its chain: at once, or later where nobody could be asked. `mismatch`: the
-- chain says otherwise. Without a recipient nothing can be looked up: it was recorded before one was asked for.
alter table crypto_refunds
  add column recipient text check (recipient ~ '^0x[0-9a-f]{40}$'),
  add column on_chain text not null default 'not_checked' check (on_chain in ('confirmed', 'not_checked', 'mismatch')),
  add column checked_at timestamptz;
alter table crypto_refunds alter column on_chain drop default;
create index crypto_refunds_unchecked on crypto_refunds (network, checked_at nulls first) where on_chain = 'not_checked';
grant update (network, tx_hash, recipient, on_chain, checked_at, recorded_by, recorded_at) on crypto_refunds to wayfare_app;

alter table settlements drop constraint settlements_on_chain_check;
alter table settlements add constraint settlements_on_chain_check check (on_chain in ('confirmed', 'not_checked', 'mismatch'));
alter table settlements add column checked_at timestamptz;
create index settlements_unchecked on settlements (chain, checked_at nulls first) where on_chain = 'not_checked';
create index settlements_mismatch on settlements (prepared_at) where on_chain = 'mismatch';

-- How often the reading of a network went back: whoever read blocks beside it knows by that whether they may have left.
alter table chain_cursors add column rewinds bigint not null default 0 check (rewinds >= 0);
